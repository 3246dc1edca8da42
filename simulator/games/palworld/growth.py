"""Numbers that may grow for ever without anything reading them (13.1): what to leave out when states are compared."""

from collections.abc import Callable

from headjudge.parser import effect_terms as terms
from headjudge.parser import effects as fx
from headjudge.parser.effect_tree import walk
from headjudge.simulator.explorer import Growth
from headjudge.simulator.games.palworld.board import Board, InForce, Seat
from headjudge.simulator.games.palworld.canonical import canonical
from headjudge.simulator.state import State


def growth_of(board: Board) -> Callable[[State], Growth] | None:
    """How to compare states without the numbers that no card in the game reads; None if every number is read."""
    nodes = [node for card in board.world.cards for held in card.abilities for node in walk(held.ability)]
    read = {node.resource for node in nodes if isinstance(node, terms.Held | fx.Consume)}
    read |= {name for node in nodes if isinstance(node, fx.LoseResource) for name in node.resources}
    life_is_read = any(isinstance(node, terms.Life) for node in nodes)
    numbers_read = any(isinstance(node, terms.StatOf | terms.StatIs | terms.Extreme) for node in nodes)
    if not any(isinstance(node, fx.GainLife | fx.GainResource | fx.Lasting) for node in nodes):
        return None

    def without_copies(board: Board) -> tuple[Board, tuple[int, ...]]:
        """Equal effects that add to a number count as one: nothing reads how much it is as long as nothing is hurt."""
        if numbers_read or board.battle is not None or any(thing.damage for seat in board.seats for thing in seat.base):
            return board, ()
        kept: dict[InForce, int] = {}
        for going in board.effects:
            kept[going._replace(stamp=0)] = kept.get(going._replace(stamp=0), 0) + 1
        return board._replace(effects=tuple(kept)), tuple(kept.values())

    def without(seat: Seat) -> tuple[Seat, tuple[int, ...]]:
        grown = tuple(amount for name, amount in seat.resources if name not in read)
        names = {name for name, _ in seat.resources if name not in read}
        numbers = (sum(grown), 0 if life_is_read else seat.life)
        kept = tuple((name, 1 if name in names else amount) for name, amount in seat.resources)
        # a life above 0 is read by nothing but the check for 0 (11.3.1), which growing never meets
        life = 1 if seat.life > 0 and not life_is_read else seat.life
        return seat._replace(resources=kept, life=life), numbers

    def growth(state: State) -> Growth:
        first, one = without(state.board.seats[0])
        second, two = without(state.board.seats[1])
        board, copies = without_copies(state.board._replace(seats=(first, second)))
        return Growth(canonical(State(board, state.stack)), (*one, *two, *copies))

    return growth
