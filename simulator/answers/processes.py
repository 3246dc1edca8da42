"""Many rulings run at once, on several processors."""

import multiprocessing
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.pool import Pool

WORTH_SHARING = 40
"""So many rulings take longer than it does to start further processes."""


@contextmanager
def workers(rulings: int) -> Iterator[Pool | None]:
    """Processes that share the work; none where they would not pay, or would have to begin from nothing."""
    processors = len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1
    if processors < 2 or rulings < WORTH_SHARING:
        yield None
        return
    with multiprocessing.get_context("fork").Pool(processors) as pool:
        yield pool
