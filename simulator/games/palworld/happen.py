"""Events happen: what each does to the board, as far as it can be done (1.3.2)."""

from headjudge.simulator.games.palworld import amounts, moving, underway  # noqa: F401  # each has its events happen
from headjudge.simulator.games.palworld.board import Board
from headjudge.simulator.games.palworld.event_table import HAPPEN
from headjudge.simulator.games.palworld.restrictions import event_forbidden


def happen(board: Board, event: object, before: Board) -> Board:
    """The board once an event has happened; the same board if it cannot happen or changes nothing (1.3.2)."""
    if event_forbidden(before, event):
        return board
    return HAPPEN[type(event)](board, event, before)
