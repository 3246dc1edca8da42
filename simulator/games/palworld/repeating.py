"""13.1.1.2: an action that is declared to be done so often. Rounds that only add to numbers which nothing reads are counted,
not played."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator

from headjudge.parser import effect_terms as terms
from headjudge.parser import effects as fx
from headjudge.parser.effect_tree import rewrite
from headjudge.parser.named import NamedTuple
from headjudge.simulator.games.palworld.board import Board, InForce
from headjudge.simulator.games.palworld.canonical import canonical
from headjudge.simulator.games.palworld.growth import growth_of
from headjudge.simulator.state import State

MOST_ROUNDS = 10_000
"""So many rounds can be played one by one within the time of an answer."""
TRIED_ROUNDS = 100
"""By then rounds that only add to numbers have shown it: life is read until no damage can exhaust it (`growth`)."""


class Pace(NamedTuple):
    """A state in which a round begins: without the numbers that nothing reads, and those numbers."""

    key: Hashable
    lives: tuple[int, ...]
    resources: tuple[tuple[tuple[str, int], ...], ...]
    effects: tuple[tuple[InForce, int], ...]
    """How often each effect is in force, its time stamp left out."""


class Rounds(NamedTuple):
    """Rounds that need not be played: what one of them adds is the difference of two states in which one began."""

    first: Pace
    second: Pace
    number: int


class Repeats(NamedTuple):
    """A scripted action that is repeated: which one, how many times are left, and the state in which it began."""

    action: int
    left: int
    began: bytes
    again: bool = False
    """Whether the state was the same when it ended: then it cannot be done again there (13.1.1.2.1)."""
    pace: Pace | None = None
    """The state in which the last round began; None if anything could have been chosen otherwise since."""
    skipped: Rounds | None = None
    """Rounds that have been declared and need not be played, until the board has been told of them."""


def unsteady(repeats: Repeats | None) -> Repeats | None:
    """What is repeated, once something could have been chosen otherwise: the next round need not be like this one."""
    return repeats if repeats is None else repeats._replace(pace=None)


def pace_of(board: Board) -> Callable[[State], Pace]:
    """How to note the state in which a round begins."""
    growth = growth_of(board)

    def pace(state: State) -> Pace:
        seats = state.board.seats
        alike = Counter(going._replace(stamp=0) for going in state.board.effects)
        return Pace(
            canonical(state) if growth is None else growth(state).key,
            tuple(seat.life for seat in seats),
            tuple(seat.resources for seat in seats),
            tuple(alike.items()),
        )

    return pace


def skippable(first: Pace, second: Pace) -> bool:
    """Whether a round that led from the one state to the other would add the same again, however often."""
    return first.key == second.key and all(added >= 0 and (not added or adds(going)) for going, added in _added(first, second))


def _added(first: Pace, second: Pace) -> Iterator[tuple[InForce, int]]:
    before = dict(first.effects)
    return ((going, number - before.get(going, 0)) for going, number in second.effects)


def adds(going: InForce) -> bool:
    """Whether an effect only adds a figure to numbers: n of it are one that adds n times as much."""
    effect = going.effect
    return isinstance(effect, fx.Modify) and all(
        isinstance(change, fx.ChangeStat)
        and isinstance(change.amount, terms.Number)
        and change.floor is None
        and change.operation in (terms.Operation.ADD, terms.Operation.SUBTRACT)
        for change in effect.changes
    )


def played(board: Board, rounds: Rounds) -> Board:
    """The board once the rounds have been played."""
    seats = []
    for seat, life, later, held, holding in zip(
        board.seats, rounds.first.lives, rounds.second.lives, rounds.first.resources, rounds.second.resources, strict=True
    ):
        before = dict(held)
        gained = {name: amount - before.get(name, 0) for name, amount in holding}
        resources = tuple((name, amount + rounds.number * gained.get(name, 0)) for name, amount in seat.resources)
        seats.append(seat._replace(life=seat.life + rounds.number * (later - life), resources=resources))
    effects = list(board.effects)
    for going, added in _added(rounds.first, rounds.second):
        if added:
            latest = max(one.stamp for one in board.effects if one._replace(stamp=0) == going)
            effects.append(_times(going, added * rounds.number)._replace(stamp=latest))
    return board._replace(seats=(seats[0], seats[1]), effects=tuple(effects))


def _times(going: InForce, number: int) -> InForce:
    """One effect that adds as much as so many of it."""

    def more(node: object) -> object:
        return terms.Number(node.value * number) if isinstance(node, terms.Number) else node

    assert isinstance(going.effect, fx.Modify)
    changes = tuple(rewrite(change, more) for change in going.effect.changes)
    return going._replace(effect=fx.Modify(going.effect.cards, changes))
