"""Numbers that may grow for ever without anything reading them (13.1): what to leave out when states are compared."""

from collections.abc import Callable

from headjudge.parser import effect_terms as terms
from headjudge.parser import effects as fx
from headjudge.parser.effect_tree import walk
from headjudge.simulator.explorer import Growth
from headjudge.simulator.games.palworld.board import Board, Seat
from headjudge.simulator.games.palworld.canonical import canonical
from headjudge.simulator.state import State


def growth_of(board: Board) -> Callable[[State], Growth] | None:
    """How to compare states without the numbers that no card in the game reads; None if every number is read."""
    nodes = [node for card in board.world.cards for held in card.abilities for node in walk(held.ability)]
    read = {node.resource for node in nodes if isinstance(node, terms.Held | fx.Consume)}
    read |= {name for node in nodes if isinstance(node, fx.LoseResource) for name in node.resources}
    life_is_read = any(isinstance(node, terms.Life) for node in nodes)
    gains = any(isinstance(node, fx.GainLife | fx.GainResource) for node in nodes)
    if not gains:
        return None

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
        return Growth(canonical(State(state.board._replace(seats=(first, second)), state.stack)), (*one, *two))

    return growth
