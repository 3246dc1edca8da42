"""What is asked of a board, or of a piece of card text, again and again is worked out once: neither ever changes."""

import functools
from collections.abc import Callable
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from headjudge.simulator.citing import apart, cite_all
from headjudge.simulator.state import Board

_P = ParamSpec("_P")
_R = TypeVar("_R")
_T = TypeVar("_T")

MOST = 128
"""So many boards are remembered: a line asks of its last few."""
MOST_PARTS = 4096
"""So many pieces of card text are remembered: the cards of a ruling have a few hundred."""

_answers: dict[int, tuple[Board, dict[object, tuple[Any, tuple[str, ...]]]]] = {}


def once(function: Callable[Concatenate[Board, _P], _R]) -> Callable[Concatenate[Board, _P], _R]:
    """The function with its answers kept, board by board. What an answer rests on is cited whenever it is asked.

    The answers are shared: nobody may change them.
    """

    def asked(board: Board, /, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        known = _answers.get(id(board))
        if known is None or known[0] is not board:
            if len(_answers) >= MOST:
                _answers.clear()
            known = _answers[id(board)] = (board, {})  # holding the board keeps its id from being given to another
        key = (function, args)
        answer = known[1].get(key)
        if answer is None:
            answer = known[1][key] = apart(lambda: function(board, *args, **kwargs))
        cite_all(answer[1])
        found: _R = answer[0]
        return found

    functools.update_wrapper(asked, function)
    return asked


class OnceFor(dict[_T, _R]):
    """Answers about things each of which is equal to itself alone (a card, say): asked for by index, worked out the first time.
    What an answer rests on has to be part of it."""

    def __init__(self, ask: Callable[[_T], _R]) -> None:
        super().__init__()
        self._ask = ask

    def __missing__(self, thing: _T) -> _R:
        if len(self) >= MOST_PARTS:
            self.clear()
        answer = self[thing] = self._ask(thing)
        return answer


def once_each(function: Callable[[_T], _R]) -> Callable[[_T], _R]:
    """The function with its answers kept for each very object that it is asked about, equal ones apart: comparing whole card
    texts costs more than reading them again. What an answer rests on is cited whenever it is asked."""
    answers: dict[int, tuple[_T, _R, tuple[str, ...]]] = {}

    def asked(part: _T) -> _R:
        known = answers.get(id(part))
        if known is None or known[0] is not part:
            if len(answers) >= MOST_PARTS:
                answers.clear()
            answer, cited = apart(lambda: function(part))
            known = answers[id(part)] = (part, answer, cited)  # holding the part keeps its id from being given to another
        if known[2]:
            cite_all(known[2])
        return known[1]

    functools.update_wrapper(asked, function)
    return asked


class WhenAsked(Generic[_R]):
    """An answer that is worked out when somebody first asks for it, and is equal to whatever equals it. Working it out must
    neither cite nor raise anything: nobody knows at which step that happens."""

    __slots__ = ("_answer", "_ask")

    def __init__(self, ask: Callable[[], _R]) -> None:
        self._ask: Callable[[], _R] | None = ask

    @property
    def answer(self) -> _R:
        """The answer; what it was worked out from is let go."""
        if self._ask is not None:
            self._answer = self._ask()
            self._ask = None
        return self._answer

    def __eq__(self, other: object) -> bool:
        return bool(self.answer == (other.answer if isinstance(other, WhenAsked) else other))

    def __hash__(self) -> int:
        return hash(self.answer)

    def __repr__(self) -> str:
        return repr(self.answer)
