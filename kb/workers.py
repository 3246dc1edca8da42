"""Long work done at once on several processors."""

import os
import pickle
import sys
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache, cached_property, partial
from itertools import islice
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

WORTH_SHARING = 600
"""So many clauses or files take longer than it does to start further processes."""
_SHARES = 512
"""Into so many shares for each processor the work is cut, so that none waits long for the last."""
_MOST = 1 << 11
"""As many shares as any pipe can hold the numbers of: where there are many pipes, one has no more than a page of memory."""
_PIPE = 1 << 20
"""Bytes that a process may tell before anybody listens, where the system allows it."""


def each(work: Callable[[T], R], tasks: Sequence[T]) -> list[R]:
    """What comes of each task, in their order. Neighbours have much in common, which is worked out once: this process begins at
    the front and the further ones at the back."""
    many = processors()
    if many < 2 or len(tasks) < WORTH_SHARING:
        return [*map(work, tasks)]
    size = -(-len(tasks) // min(_MOST, _SHARES * many))
    shares = [tasks[start : start + size] for start in range(0, len(tasks), size)]
    left, back = _counter(range(len(shares))), _counter(range(len(shares) - 1, -1, -1))
    others = [_Other(partial(_in_turn, work, shares, left, back)) for _ in range(many - 1)]
    found: dict[int, list[R]] = {}
    try:
        while _taken(left) is not None:
            found[len(found)] = [*map(work, shares[len(found)])]
    finally:
        told = [result for other in others for result in other]
        for other in others:
            other.leave()
        os.close(left)
        os.close(back)
    for results in told:
        found |= _unless_error(results)
    return [result for place, share in enumerate(shares) for result in found.get(place) or map(work, share)]


@contextmanager
def aside(work: Callable[[], R], *, many: int) -> Iterator[Callable[[], R]]:
    """Gives what to ask for what comes of the work, on so `many` things, when it is needed: until then another processor does it,
    if there is one and it is worth while."""

    def one() -> Iterator[R]:
        yield work()

    with aside_in_turn(one, many=many) as told:
        yield cache(partial(next, told))


@contextmanager
def aside_in_turn(work: Callable[[], Iterator[R]], *, many: int) -> Iterator[Iterator[R]]:
    """The same of work of which several things come, one after the other: while one is used, the next is being made."""
    if processors() < 2 or many < WORTH_SHARING:
        yield work()
        return
    other = _Other(work)
    try:
        yield _told(other, work)
    finally:
        other.end()


def _told(other: "_Other", work: Callable[[], Iterator[R]]) -> Iterator[R]:
    """What the process tells; if it is killed, what is left to be told is made here."""
    heard = 0
    for result in other:
        heard += 1
        yield _unless_error(result)
    if other.end():
        yield from islice(work(), heard, None)


def processors() -> int:
    """How many processes may work at once: one where a further one would have to begin from nothing."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1


def _counter(numbers: Iterable[int]) -> int:
    """A pipe from which every process takes a number at a time, until there are none."""
    reading, writing = os.pipe()
    os.write(writing, array("H", numbers))
    os.close(writing)
    return reading


def _taken(counter: int) -> int | None:
    """The next number of the pipe; None if there is none."""
    (number,) = array("H", os.read(counter, 2)) or (None,)
    return number


def _in_turn(work: Callable[[T], R], shares: Sequence[Sequence[T]], left: int, back: int) -> Iterator[dict[int, list[R]]]:
    """What comes of the shares that this process takes from the back, by their places."""
    found = {}
    while _taken(left) is not None:
        place = _taken(back)
        assert place is not None, "there is one for each that is left"
        found[place] = [*map(work, shares[place])]
    yield found


class _Other:
    """A further process, and what it tells. It begins as a copy of this one, so that nothing is handed over."""

    def __init__(self, work: Callable[[], Iterator[object]]) -> None:
        _forget_ended(os.WNOHANG)
        reading, writing = os.pipe()
        self._child = os.fork()
        if not self._child:
            with suppress(BaseException):
                _tell(work, writing)
                os._exit(0)
            os._exit(1)  # what cannot be told is made where it was asked for
        os.close(writing)
        self._pipe = os.fdopen(reading, "rb")
        self._kept: deque[Any] = deque()

    def __iter__(self) -> Iterator[Any]:
        """Everything that it tells; the last thing may be the error that ended it."""
        while self._kept or self._hear():
            yield self._kept.popleft()

    def end(self) -> int:
        """Waits for its end, and keeps what it has told. Anything but 0 says that it has not told everything."""
        while self._hear():
            pass
        return self._status

    @cached_property
    def _status(self) -> int:
        _, status = os.waitpid(self._child, 0)
        return status

    def leave(self) -> None:
        """Does not wait for its end: to give back its memory takes it a while."""
        self._pipe.close()
        _left.append(self._child)

    def _hear(self) -> bool:
        """Keeps the next thing that it tells, and says whether there was one."""
        if self._pipe.closed:
            return False
        try:
            self._kept.append(pickle.load(self._pipe))  # noqa: S301
        except (EOFError, pickle.UnpicklingError):  # a process that is killed may be so in the middle of a word
            self._pipe.close()
        return not self._pipe.closed


def all_ended() -> None:
    """Waits for the processes that nobody has waited for."""
    _forget_ended(0)


_left: list[int] = []
"""Processes that were not waited for; the system keeps their places until somebody asks what became of them."""


def _forget_ended(how: int) -> None:
    """Asks that, and (how: 0) waits for it."""
    _left[:] = [child for child in _left if not _has_ended(child, how)]


def _has_ended(child: int, how: int) -> bool:
    try:
        return os.waitpid(child, how) != (0, 0)
    except ChildProcessError:  # somebody else has asked
        return True


def _tell(work: Callable[[], Iterator[object]], writing: int) -> None:
    with suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, _PIPE)
    with os.fdopen(writing, "wb") as pipe:
        try:
            for told in work():
                pipe.write(pickle.dumps(told, pickle.HIGHEST_PROTOCOL))  # whole or not at all
                pipe.flush()
        except BaseException as error:
            pipe.write(pickle.dumps(error))  # raised where the work was asked for


def _unless_error(told: Any) -> Any:
    if isinstance(told, BaseException):
        raise told
    return told
