"""The cards of a ruling by name, wherever they are by now."""

from collections.abc import Iterator, Mapping

from headjudge.parser import scenario as sc
from headjudge.simulator.games.palworld.board import Board, find
from headjudge.simulator.games.palworld.table import SEATS
from headjudge.simulator.state import ObjectId

Names = Mapping[str, tuple[tuple[int, ObjectId], ...]]
"""The cards laid out under each name, each with the player who has it."""


def now(board: Board, thing: ObjectId) -> ObjectId:
    """What a card is by now, followed from zone to zone."""
    while find(board, thing) is None and not any(item.id == thing for item in board.resolution):
        became = next((gone.now for gone in board.departed if gone.thing.id == thing), None)
        if became is None:
            return thing
        thing = became
    return thing


def things_named(board: Board, names: Names, ref: sc.CardRef) -> Iterator[ObjectId]:
    """The things that a name means on a board: the cards laid out under it, wherever they are now, and later arrivals."""
    listed = [thing for player, thing in names.get(str(ref.name), ()) if ref.player is None or SEATS[ref.player] == player]
    if ref.index is not None:
        if 1 <= ref.index <= len(listed):
            yield now(board, listed[ref.index - 1])
        return
    yield from (now(board, thing) for thing in listed)
