"""How long effects last: from the words of a card to an end on the table, and the ends that come with a phase."""

from headjudge.parser.card_print import print_words
from headjudge.parser.effect_durations import Duration, During, ForGame, Until, While
from headjudge.parser.effect_terms import Condition, Edge, Period, Side, Stretch, Which
from headjudge.simulator.games.palworld.board import Board, Expiry, InForce, other
from headjudge.simulator.unmodelled import NotModelledError

_PHASES = frozenset(stretch for stretch in Stretch if stretch.name.endswith("_PHASE"))


def expiry(board: Board, you: int, duration: Duration) -> tuple[Expiry, Condition | None]:
    """When an effect ends that is set going now by an ability of `you`."""
    match duration:
        case ForGame():
            return Expiry(), None
        case While(condition):
            return Expiry(), condition
        case Until(moment):
            period = moment.period
            if period.stretch is Stretch.BATTLE:
                return Expiry(Edge.END, Stretch.BATTLE), None
            if period.stretch is not Stretch.TURN:
                raise NotModelledError(print_words(duration))
            player, skip = _whose(board, you, period)
            if moment.edge is Edge.START:
                return Expiry(Edge.START, Stretch.TURN, player, 0), None
            return Expiry(Edge.END, Stretch.TURN, player, skip), None
        case During(period):
            if period.stretch in (Stretch.TURN, Stretch.BATTLE, Stretch.GAME) and period.which is not Which.NEXT:
                return Expiry(Edge.END, period.stretch), None
            if period.stretch not in _PHASES and period.stretch is not Stretch.TURN:
                raise NotModelledError(print_words(duration))
            player, _ = _whose(board, you, period)
            now = board.phase is period.stretch and player in (None, board.turn) and period.which is Which.THIS
            return Expiry(Edge.END, period.stretch, player, 0 if now else 1, during=True), None
    raise NotModelledError(print_words(duration))


def _whose(board: Board, you: int, period: Period) -> tuple[int | None, int]:
    """Whose turn a period means (None: whoever's it is), and how many of that player's turn ends come before it."""
    if period.whose not in (Side.YOU, Side.OPPONENT):
        return None, 1 if period.which is Which.NEXT else 0
    player = you if period.whose is Side.YOU else other(you)
    return player, 1 if period.which is Which.NEXT and board.turn == player else 0


def phase_begins(board: Board, phase: Stretch, ended_turn: int) -> Board:
    """The board in a new phase: effects for the phase that has ended are over, those for this one have come into force."""
    kept: list[InForce] = []
    for going in board.effects:
        ends = going.expiry
        new_turn = phase is Stretch.RESET_PHASE
        over = new_turn if ends.stretch is Stretch.TURN else ends.stretch is board.phase
        begins = new_turn if ends.stretch is Stretch.TURN else ends.stretch is phase
        if ends.during and ends.skip == 0 and over and ends.player in (None, ended_turn):
            continue
        if ends.during and ends.skip and begins and ends.player in (None, board.turn):
            kept.append(going._replace(expiry=ends._replace(skip=ends.skip - 1)))
            continue
        if new_turn and ends.edge is Edge.START and ends.stretch is Stretch.TURN and ends.player in (None, board.turn):
            continue
        kept.append(going)
    return board._replace(phase=phase, effects=tuple(kept))
