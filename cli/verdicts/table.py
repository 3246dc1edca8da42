"""The table as it lies: what each player has, in a few lines."""

from collections.abc import Iterator

from headjudge.cli.answer import Block, text
from headjudge.simulator.citing import apart
from headjudge.simulator.games.palworld.board import PAL, Board, Thing, Where
from headjudge.simulator.games.palworld.telling import Teller
from headjudge.simulator.games.palworld.view import is_kind, power, strike

_SHOWN = ("graveyard", "exile")


def table(board: Board, teller: Teller) -> Iterator[Block]:
    """Both players' numbers and open zones."""
    for player in (0, 1):
        seat = board.seats[player]
        words = teller.numbers(board, player)
        yield text(words, "heading" if player == board.turn else "", label=teller.player(player))
        if seat.base:
            yield text("  ".join(_card(board, player, thing, teller) for thing in seat.base), label=teller.zone("base"), indent=1)
        for zone in _SHOWN:
            things: tuple[Thing, ...] = getattr(seat, zone)
            if things:
                yield text(teller.things(thing.id for thing in things), label=teller.zone(zone), indent=1)
    if board.resolution:
        items = [teller.item(item, board) for item in board.resolution]
        yield text("  ".join(items), label=teller.zone("resolution"))
    if board.waiting:
        yield text("  ".join(teller.waiting(entry, board) for entry in board.waiting))


def _card(board: Board, player: int, thing: Thing, teller: Teller) -> str:
    """A card of a base with its numbers as they are now."""
    numbers, _ = apart(lambda: (power(board, thing.id), strike(board, thing.id)))
    pal, _ = apart(lambda: is_kind(board, Where(player, "base", thing), PAL))
    figures = f"{numbers[0]}/{numbers[1]}" if pal else str(numbers[0])
    return teller.lying(thing, figures)
