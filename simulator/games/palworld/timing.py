"""10.5: check timing and action timing."""

from headjudge.parser.named import NamedTuple
from headjudge.simulator.citing import apart, cite
from headjudge.simulator.games.palworld.actions import main_actions, may_pass, quick_actions
from headjudge.simulator.games.palworld.board import Board, Waiting, other
from headjudge.simulator.games.palworld.book import definition, procedure, reminder, step
from headjudge.simulator.games.palworld.choice import Choice
from headjudge.simulator.games.palworld.rule_processing import due
from headjudge.simulator.games.palworld.waiting import waiting_options
from headjudge.simulator.moves import Answer, Call, Choose, Goto, Option, Return
from headjudge.simulator.state import Frame

procedure("10.5.3", "10.5.4")


class Timing(NamedTuple):
    """Whose action timing it is, and by which clause it was given."""

    player: int
    clause: str


@definition("10.5.1.1")
def anything_due(board: Board) -> bool:
    """Whether a check timing would have anything to do now."""
    return bool(board.waiting or apart(lambda: due(board))[0])


def _waits(board: Board, player: int) -> tuple[Waiting, ...]:
    return tuple(waiting for waiting in board.waiting if waiting.origin.controller == player)


@step("10.5.3.1", when=lambda board, _frame: due(board))
def rules_first(_board: Board, _frame: Frame) -> Answer:
    """All rule processing that is due, at once; and again while any is."""
    return Call("11.1.2.3"), Goto("10.5.3.1")


@step("10.5.3.2", when=lambda board, _frame: _waits(board, board.turn))
@reminder("10.8.1", "10.8.3.1")
def turn_player_uses_one(board: Board, _frame: Frame) -> Answer:
    """The turn player uses one waiting ability, of several whichever they like; then rule processing comes first again."""
    cite("10.8.1")
    return Choose(board.turn, waiting_options(board, _waits(board, board.turn)))


@step("10.5.3.3", when=lambda board, _frame: _waits(board, other(board.turn)))
def other_player_uses_one(board: Board, _frame: Frame) -> Answer:
    """Only when the turn player's wait no more does the other player use one."""
    return Choose(other(board.turn), waiting_options(board, _waits(board, other(board.turn))))


@step("10.5.3.4")
def check_timing_ends(_board: Board, _frame: Frame) -> Answer:
    """Nothing is left to do."""
    return Return()


@step("10.5.4.1")
@reminder("10.5.2")
def check_before_action(_board: Board, _frame: Frame) -> Answer:
    """A check timing comes first."""
    cite("10.5.2")
    return Call("10.5.3")


@step("10.5.4.2")
def player_acts(board: Board, frame: Frame) -> Answer:
    """The player takes an action, and then has the timing again; or does nothing."""
    timing = frame.locals
    assert isinstance(timing, Timing)
    if timing.clause == "7.5.2":
        actions = main_actions(board, timing.player)
        stop = may_pass(board, timing.player, actions)
    else:
        actions, stop = quick_actions(board, timing.player), True
    options = [Option(label, (call, Goto("10.5.4.1"))) for label, call in actions]
    if stop:
        options.append(Option(Choice("pass"), (Goto("10.5.4.3"),)))
    return Choose(timing.player, tuple(options))


@step("10.5.4.3")
def action_timing_ends(_board: Board, _frame: Frame) -> Answer:
    """The player did nothing: the phase or step goes on."""
    return Return()
