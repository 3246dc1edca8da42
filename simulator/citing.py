"""Which clauses an answer rests on: bound functions cite as they are asked, the machine collects a step's citations.

The list is the module's, not an argument, because a step asks `power(board, pal)` as a judge would, and what that rests
on must be noted all the same. The machine runs one step at a time and takes the list away after each.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

_T = TypeVar("_T")
_cited: list[str] = []


def cite(*clauses: str) -> None:
    """Notes that the answer being worked out rests on these clauses (or policies)."""
    _cited.extend(clauses)


def take() -> tuple[str, ...]:
    """The citations since the last call, each once, in order."""
    if not _cited:
        return ()
    found = tuple(dict.fromkeys(_cited))
    _cited.clear()
    return found


def apart(ask: Callable[[], _T]) -> tuple[_T, tuple[str, ...]]:
    """The answer of `ask`, and what it cited; none of that is noted for the step that is running."""
    start = len(_cited)
    try:
        answer = ask()
        return answer, taken_back(start)
    finally:
        del _cited[start:]


def noted() -> int:
    """How much is noted so far, for `taken_back`."""
    return len(_cited)


def taken_back(start: int) -> tuple[str, ...]:
    """What has been cited since so much was noted, each once; it is noted no more."""
    if len(_cited) == start:
        return ()
    found = tuple(dict.fromkeys(_cited[start:]))
    del _cited[start:]
    return found


def cite_all(clauses: Iterable[str]) -> None:
    """Notes every clause of a collection."""
    _cited.extend(clauses)
