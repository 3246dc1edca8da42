"""Progress of long work, drawn on a terminal's standard error; in a pipe there is none."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from headjudge.kb.database import Progress


@contextmanager
def bar() -> Iterator[Progress | None]:
    """What to call with (what is being done, how many are done, how many there are); None where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn  # never in a pipe
    from rich.progress import Progress as Bars

    from headjudge.cli.terminal import terminal
    from headjudge.kb.phrase import visible

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
    with Bars(*columns, console=terminal(stderr=True), transient=True) as bars:
        task = bars.add_task("", total=None)

        def progress(what: str, done: int, total: int) -> None:
            bars.update(task, description=visible(what), completed=done, total=total)

        yield progress
