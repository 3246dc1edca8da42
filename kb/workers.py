"""Long work done at once on several processors."""

import os
import pickle
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache, partial
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

WORTH_SHARING = 600
"""So many clauses or files take longer than it does to start further processes."""
_SHARES = 16
"""Into so many shares for each processor the work is cut, so that none waits long for the last; one byte counts them."""
_MOST = 255
LOST = object()
"""What was told by a process that ended before its time."""


def each(work: Callable[[T], R], tasks: Sequence[T]) -> list[R]:
    """What comes of each task, in their order. Neighbours have much in common, which is worked out once: this process begins at
    the front and the further ones at the back."""
    many = processors()
    if many < 2 or len(tasks) < WORTH_SHARING:
        return [*map(work, tasks)]
    size = -(-len(tasks) // min(_MOST, _SHARES * many))
    shares = [tasks[start : start + size] for start in range(0, len(tasks), size)]
    left, back = _counters(bytes(len(shares)), bytes(range(len(shares) - 1, -1, -1)))
    others = [_begin(partial(_in_turn, work, shares, left, back)) for _ in range(many - 1)]
    found: dict[int, list[R]] = {}
    try:
        while os.read(left, 1):
            found[len(found)] = [*map(work, shares[len(found)])]
    finally:
        told = [_heard(*other) for other in others]
        os.close(left)
        os.close(back)
    for results in told:
        found |= _unless_error(results) if results is not LOST else {}
    return [result for place, share in enumerate(shares) for result in found.get(place) or map(work, share)]


@contextmanager
def aside(work: Callable[[], R], *, many: int) -> Iterator[Callable[[], R]]:
    """Gives what to ask for what comes of the work, on so `many` things, when it is needed: until then another processor does it,
    if there is one and it is worth while."""
    if processors() < 2 or many < WORTH_SHARING:
        yield cache(work)
        return
    other = _begin(work)
    heard = cache(partial(_heard, *other))
    here = cache(work)
    try:
        yield lambda: here() if heard() is LOST else _unless_error(heard())
    finally:
        heard()


def processors() -> int:
    """How many processes may work at once: one where a further one would have to begin from nothing."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1


def _counters(*several: bytes) -> Iterator[int]:
    """Pipes from which every process takes a byte at a time, until there are none."""
    for content in several:
        reading, writing = os.pipe()
        os.write(writing, content)
        os.close(writing)
        yield reading


def _in_turn(work: Callable[[T], R], shares: Sequence[Sequence[T]], left: int, back: int) -> dict[int, list[R]]:
    """What comes of the shares that this process takes from the back, by their places."""
    found = {}
    while os.read(left, 1):
        place = os.read(back, 1)[0]
        found[place] = [*map(work, shares[place])]
    return found


def _begin(work: Callable[[], object]) -> tuple[int, int]:
    """A further process, and what it will tell is read from. It begins as a copy of this one, so that nothing is handed over."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    try:
        told = work()
    except BaseException as error:
        told = error  # raised where the work was asked for
    with suppress(BaseException), os.fdopen(writing, "wb") as pipe:
        pipe.write(pickle.dumps(told, pickle.HIGHEST_PROTOCOL))  # whole or not at all
    os._exit(0)


def _heard(child: int, reading: int) -> Any:
    """What came of the process's work, or the error that ended it; LOST if it was killed: its work is then to be done here."""
    with os.fdopen(reading, "rb") as pipe:
        content = pipe.read()
    _, status = os.waitpid(child, 0)
    return LOST if status else pickle.loads(content)  # noqa: S301


def _unless_error(told: Any) -> Any:
    if isinstance(told, BaseException):
        raise told
    return told
