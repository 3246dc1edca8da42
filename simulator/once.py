"""What is asked of a board again and again is worked out once: boards never change."""

import functools
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

from headjudge.simulator.citing import apart, cite_all
from headjudge.simulator.state import Board

_P = ParamSpec("_P")
_R = TypeVar("_R")

MOST = 128
"""So many boards are remembered: a line asks of its last few."""

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
