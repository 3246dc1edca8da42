"""Chapter 7: the flow of a turn."""

from headjudge.parser.effect_terms import Edge, Stretch
from headjudge.simulator.citing import cite
from headjudge.simulator.games.palworld.board import Board, zone
from headjudge.simulator.games.palworld.book import procedure, reminder, step
from headjudge.simulator.games.palworld.events import (
    EndTurn,
    Expire,
    GainSouls,
    HealAll,
    Occur,
    Stand,
    StandSouls,
)
from headjudge.simulator.games.palworld.player_numbers import soul_increment
from headjudge.simulator.games.palworld.timing import Timing, anything_due
from headjudge.simulator.games.palworld.triggers import unmet_ends
from headjudge.simulator.moves import Answer, Call, Do, Goto
from headjudge.simulator.state import Frame

procedure("7", "5.7.1")


@step("7.1.2")
def turn_begins(_board: Board, _frame: Frame) -> Answer:
    """The turn player goes through the phases, from the reset phase on."""
    return Goto("7.2.1")


@step("7.2.1")
def all_stand(board: Board, _frame: Frame) -> Answer:
    """The turn player stands every card of the base and of the soul zone."""
    cards = (Stand(thing.id) for thing in zone(board, board.turn, "base"))
    return Do(*cards, StandSouls(board.turn, board.seats[board.turn].rested_souls))


@step("7.2.2")
def turn_start_occurs(board: Board, _frame: Frame) -> Answer:
    """ "At the start of the turn", of the reset phase and, once, of the game."""
    opening = (Occur(Edge.START, Stretch.GAME),) if board.opening else ()
    return Do(*opening, Occur(Edge.START, Stretch.TURN), Occur(Edge.START, Stretch.RESET_PHASE))


@step("7.2.3")
def reset_phase_check(_board: Board, _frame: Frame) -> Answer:
    """A check timing."""
    return Call("10.5.3")


@step("7.3.1", when=lambda board, _frame: board.opening and board.turn == board.starter)
def first_player_skips_drawing(_board: Board, _frame: Frame) -> Answer:
    """The first player has no draw phase in the first turn."""
    return Goto("7.4.1")


@step("7.3.2")
def draw_phase_starts(_board: Board, _frame: Frame) -> Answer:
    """ "At the start of the draw phase", and a check timing."""
    return Do(Occur(Edge.START, Stretch.DRAW_PHASE)), Call("10.5.3")


@step("7.3.3")
def turn_player_draws(board: Board, _frame: Frame) -> Answer:
    """The turn player draws a card."""
    return Call("5.7.1", board.turn)


@step("7.3.4")
def draw_phase_check(_board: Board, _frame: Frame) -> Answer:
    """A check timing."""
    return Call("10.5.3")


@step("7.4.1")
def soul_phase_starts(_board: Board, _frame: Frame) -> Answer:
    """ "At the start of the soul phase", and a check timing."""
    return Do(Occur(Edge.START, Stretch.SOUL_PHASE)), Call("10.5.3")


@step("7.4.2")
def souls_increase(board: Board, _frame: Frame) -> Answer:
    """The turn player adds as many soul cards as the increment says."""
    return Do(GainSouls(board.turn, soul_increment(board, board.turn)))


@step("7.4.2.2", when=lambda board, _frame: board.seats[board.turn].soul_deck == 0)
def soul_deck_runs_out(_board: Board, _frame: Frame) -> Answer:
    """A soul deck with too few cards gave all that it had; nothing more is owed."""
    return None


@step("7.4.3")
def soul_phase_check(_board: Board, _frame: Frame) -> Answer:
    """A check timing."""
    return Call("10.5.3")


@step("7.5.1")
def main_phase_starts(_board: Board, _frame: Frame) -> Answer:
    """ "At the start of the main phase", and a check timing."""
    return Do(Occur(Edge.START, Stretch.MAIN_PHASE)), Call("10.5.3")


@step("7.5.2")
def turn_player_acts(board: Board, _frame: Frame) -> Answer:
    """The turn player has an action timing."""
    return Call("10.5.4", Timing(board.turn, "7.5.2"))


@step("7.5.3")
def main_phase_ends(_board: Board, _frame: Frame) -> Answer:
    """No further action: on to the end phase."""
    return Goto("7.6.1")


@step("7.6.1")
def turn_end_occurs(_board: Board, _frame: Frame) -> Answer:
    """ "At the end of the turn", for the abilities for which it has not been this turn."""
    return Do(Occur(Edge.START, Stretch.END_PHASE), Occur(Edge.END, Stretch.TURN))


@step("7.6.2")
def end_phase_check(_board: Board, _frame: Frame) -> Answer:
    """A check timing."""
    return Call("10.5.3")


@step("7.6.3")
def damage_is_cleared(_board: Board, _frame: Frame) -> Answer:
    """All Pals and structures recover."""
    return Do(HealAll())


@step("7.6.4")
def turn_effects_end(_board: Board, _frame: Frame) -> Answer:
    """Effects "until the end of the turn" end."""
    return Do(Expire(Stretch.TURN))


@step("7.6.5")
@reminder("7.1.1")
def turn_ends(board: Board, _frame: Frame) -> Answer:
    """If nothing is left to do the turn is over and the other player's begins; else the end phase repeats."""
    if anything_due(board) or unmet_ends(board, Stretch.TURN):
        return Goto("7.6.1")
    cite("7.1.1")
    return Do(EndTurn()), Goto("7.2.1")
