"""Decks, whose order nobody knows: what lies on top, and what chance decides when that matters."""

from headjudge.simulator.games.palworld.board import Board
from headjudge.simulator.games.palworld.events import Arrange
from headjudge.simulator.machine import Doubt
from headjudge.simulator.moves import Do, Option
from headjudge.simulator.state import CHANCE, ObjectId


def top(board: Board, player: int, number: int) -> tuple[ObjectId, ...]:
    """The topmost cards of a deck, as many as there are up to `number`; raises a Doubt while chance has to decide one."""
    mine = board.seats[player]
    start, stop = mine.bag
    number = min(number, len(mine.deck))
    if stop and start < number:
        loose = mine.deck[start:stop]
        kinds = {(thing.card.serial, thing.known, thing.owner): thing.id for thing in reversed(loose)}
        if len(kinds) > 1:
            options = tuple(Option(Arrange(player, thing), (Do(Arrange(player, thing)),)) for thing in sorted(kinds.values()))
            raise Doubt(CHANCE, options)
    return tuple(thing.id for thing in mine.deck[:number])


def bottom(board: Board, player: int, number: int) -> tuple[ObjectId, ...]:
    """The bottommost cards of a deck, the lowest first."""
    mine = board.seats[player]
    if mine.bag[1] == len(mine.deck) and mine.bag[1] - mine.bag[0] > 1:
        top(board, player, len(mine.deck))
    return tuple(thing.id for thing in reversed(mine.deck[-number:])) if number else ()
