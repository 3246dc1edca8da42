"""4.1.2: what a hidden zone may hold, as far as a ruling leaves it to an adversary: every case is tried."""

from collections.abc import Iterator, Sequence

from headjudge.parser.named import NamedTuple
from headjudge.simulator.games.palworld.board import Board, find
from headjudge.simulator.games.palworld.book import procedure, step
from headjudge.simulator.games.palworld.choice import Choice
from headjudge.simulator.games.palworld.events import Vanish
from headjudge.simulator.games.palworld.selecting import from_groups
from headjudge.simulator.moves import Answer, Choose, Do, Goto, Let, Option, Return
from headjudge.simulator.state import CHANCE, Frame, ObjectId
from headjudge.simulator.unmodelled import NotModelledError

procedure("4.1.2")
CASE_LIMIT = 2000
"""So many cases, and trying them all is given up."""


class Supposal(NamedTuple):
    """Cards of which so many are really there, nobody but their player knows which."""

    things: tuple[ObjectId, ...]
    least: int
    most: int


@step("4.1.2")
def hidden_cards_are_supposed(board: Board, frame: Frame) -> Answer:
    """One case after the other: which of the cards that may be there are there. Chance stands for the adversary, so that
    nobody can force what holds in some of the cases only."""
    supposals = frame.locals
    if not isinstance(supposals, tuple) or not supposals:
        return Return()
    first, rest = supposals[0], supposals[1:]
    options: list[Option] = []
    for there in _cases(board, first):
        if len(options) == CASE_LIMIT:
            raise NotModelledError(f"> {CASE_LIMIT}")
        absent = tuple(thing for thing in first.things if thing not in there)
        options.append(Option(Choice("suppose", there), (Do(Vanish(absent)), Let(rest), Goto("4.1.2"))))
    return Choose(CHANCE, tuple(options))


def _cases(board: Board, supposal: Supposal) -> Iterator[tuple[ObjectId, ...]]:
    """Every set of cards that may be there; equal cards count once."""
    alike: dict[int, list[ObjectId]] = {}
    for thing in supposal.things:
        where = find(board, thing)
        assert where is not None
        alike.setdefault(where.thing.card.serial, []).append(thing)
    for size in range(supposal.least, supposal.most + 1):
        yield from from_groups(list(alike.values()), size)


def start_with(supposals: Sequence[Supposal]) -> tuple[Frame, ...]:
    """What has to be settled before the ruling begins."""
    return (Frame("4.1.2", "4.1.2", tuple(supposals)),) if supposals else ()
