"""Many files made at once, on several processors."""

import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar, cast

T = TypeVar("T")
R = TypeVar("R")

WORTH_SHARING = 600
"""So many files take longer than it does to start further processes."""
_SHARES = 8
"""Into so many shares for each processor the work is cut: neighbours have much in common, and the last should not take long."""

_work: "tuple[Callable[[Any], object], Sequence[Any]] | None" = None
"""What a further process does. It begins as a copy of this one, so that nothing need be handed over."""


def each(work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
    """What comes of each task, in their order."""
    many = processors()
    if many < 2 or len(tasks) < WORTH_SHARING:
        yield from map(work, tasks)
        return
    size = -(-len(tasks) // (_SHARES * many))
    shares = [range(start, min(start + size, len(tasks))) for start in range(0, len(tasks), size)]
    with multiprocessing.get_context("fork").Pool(many, _begin, (work, tasks)) as pool:
        for found in pool.imap(_share, shares):
            yield from cast("list[R]", found)


def processors() -> int:
    """How many processes may work at once: one where a further one would have to begin from nothing."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1


def _begin(work: Callable[[Any], object], tasks: Sequence[Any]) -> None:
    global _work
    _work = work, tasks


def _share(places: range) -> "list[object]":
    assert _work is not None
    work, tasks = _work
    return [work(tasks[place]) for place in places]
