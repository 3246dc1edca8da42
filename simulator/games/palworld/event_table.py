"""Which function makes each kind of event happen."""

from collections.abc import Callable
from typing import Any, TypeAlias

from headjudge.simulator.games.palworld.board import Board

Happen: TypeAlias = Callable[[Board, Any, Board], Board]
"""Takes the board, the event, and the board from before everything that happens at the same time."""
HAPPEN: dict[type, Happen] = {}


def happens(kind: type) -> Callable[[Happen], Happen]:
    """Has the function make events of a kind happen; the same board comes back where one cannot, or changes nothing."""

    def bind(function: Happen) -> Happen:
        HAPPEN[kind] = function
        return function

    return bind
