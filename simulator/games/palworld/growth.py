"""Numbers that may grow for ever without anything reading them (13.1): what to leave out when states are compared."""

from collections.abc import Callable, Iterable

from headjudge.parser import effect_terms as terms
from headjudge.parser import effects as fx
from headjudge.parser import scenario as sc
from headjudge.parser.effect_tree import walk
from headjudge.parser.named import NamedTuple
from headjudge.simulator.explorer import Growth
from headjudge.simulator.games.palworld.board import Board, InForce, Seat
from headjudge.simulator.games.palworld.canonical import canonical
from headjudge.simulator.state import State

MOST_DAMAGE = 50
"""More life than this saves nobody: a deck has 50 cards, and who has none left has lost."""


class Asked(NamedTuple):
    """How high the questions look: up to there a number is itself, beyond it no question tells two apart."""

    amount: int = 0
    """Of a player's life and resources."""
    power: int = 0
    strike: int = 0


NOTHING_ASKED = Asked()


def asked_of(conditions: Iterable[sc.Condition]) -> Asked:
    """How high the comparisons in some conditions look."""
    amount = power = strike = 0
    for atom in conditions:
        if isinstance(atom, sc.Compare):
            if isinstance(atom.left.subject, sc.Player):
                amount = max(amount, atom.right + 1)
            elif atom.left.word == "power":
                power = max(power, atom.right + 1)
            else:
                strike = max(strike, atom.right + 1)
    return Asked(amount, power, strike)


def growth_of(board: Board, asked: Asked = NOTHING_ASKED) -> Callable[[State], Growth] | None:
    """How to compare states without the numbers that no card in the game reads; None if every number is read."""
    nodes = [node for card in board.world.cards for held in card.abilities for node in walk(held.ability)]
    read = {node.resource for node in nodes if isinstance(node, terms.Held | fx.Consume)}
    read |= {name for node in nodes if isinstance(node, fx.LoseResource) for name in node.resources}
    life_is_read = any(isinstance(node, terms.Life) for node in nodes)
    numbers_read = any(isinstance(node, terms.StatOf | terms.StatIs | terms.Extreme) for node in nodes)
    if not any(isinstance(node, fx.GainLife | fx.GainResource | fx.Lasting) for node in nodes):
        return None
    powers = sum(card.power or 0 for card in board.world.cards)
    asked = Asked(asked.amount, max(asked.power, powers + 1), max(asked.strike, MOST_DAMAGE))

    def without_copies(board: Board) -> tuple[Board, tuple[int, ...]]:
        """Equal effects that add to a number count as one: nothing reads how much it is as long as nothing is hurt."""
        if numbers_read or board.battle is not None or any(thing.damage for seat in board.seats for thing in seat.base):
            return board, ()
        kept: dict[InForce, int] = {}
        for going in board.effects:
            kept[going._replace(stamp=0)] = kept.get(going._replace(stamp=0), 0) + 1
        told_apart = [going for going, number in kept.items() for _ in range(min(number, _copies(going, asked)))]
        return board._replace(effects=tuple(told_apart)), tuple(kept.values())

    def without(seat: Seat) -> tuple[Seat, tuple[int, ...]]:
        grown = tuple(amount for name, amount in seat.resources if name not in read)
        names = {name for name, _ in seat.resources if name not in read}
        numbers = (sum(grown), 0 if life_is_read else seat.life)
        most = max(1, asked.amount)
        kept = tuple((name, min(most, amount) if name in names else amount) for name, amount in seat.resources)
        # such a life is read by nothing but the check for 0 (11.3.1), which no damage brings it to
        life = min(max(most, MOST_DAMAGE), seat.life) if seat.life > 0 and not life_is_read else seat.life
        return seat._replace(resources=kept, life=life), numbers

    def growth(state: State) -> Growth:
        first, one = without(state.board.seats[0])
        second, two = without(state.board.seats[1])
        board, copies = without_copies(state.board._replace(seats=(first, second)))
        return Growth(canonical(State(board, state.stack)), (*one, *two, *copies))

    return growth


def _copies(going: InForce, asked: Asked) -> int:
    """How many copies of an effect may tell two states apart: as many as it takes to reach the highest figure asked for."""
    needed = 1
    for node in walk(going.effect):
        if isinstance(node, fx.ChangeStat) and isinstance(node.amount, terms.Number):
            highest = asked.strike if node.stat is terms.Stat.STRIKE else asked.power
            needed = max(needed, 1 + highest // max(1, node.amount.value))
    return needed
