"""The script of a ruling on the lines that are explored: which option is the scripted decision, and when one is refused."""

from collections.abc import Callable, Mapping, Sequence

from headjudge.parser import scenario as sc
from headjudge.parser.named import NamedTuple
from headjudge.simulator.citing import apart
from headjudge.simulator.explorer import Refusal, Way
from headjudge.simulator.game import Game
from headjudge.simulator.games.palworld import refusals
from headjudge.simulator.games.palworld.board import Board, Target
from headjudge.simulator.games.palworld.choice import Choice
from headjudge.simulator.games.palworld.events import Surrender
from headjudge.simulator.games.palworld.fitting import are_named, fits
from headjudge.simulator.games.palworld.naming import Names, things_named
from headjudge.simulator.games.palworld.repeating import (
    MOST_ROUNDS,
    TRIED_ROUNDS,
    Pace,
    Repeats,
    Rounds,
    played,
    skippable,
    unsteady,
)
from headjudge.simulator.games.palworld.setup import faults_of
from headjudge.simulator.games.palworld.table import SEATS, TableError, step_at
from headjudge.simulator.games.palworld.timing import Timing
from headjudge.simulator.games.palworld.use import x_beyond
from headjudge.simulator.machine import Decision
from headjudge.simulator.moves import Commit, Option
from headjudge.simulator.state import CHANCE, ObjectId, Player, State
from headjudge.simulator.unmodelled import NotModelledError

_ANSWERED_AT_ONCE = frozenset(("surrender", "pass", "attack", "block", "choose", "discard", "assign", "butcher"))
"""Decisions that are one choice: the cards named with them answer no later one."""

_AT_ACTION_TIMING = frozenset(("attack", "use", "draw", "pass"))
"""What a player does with an action timing: not offered there, it is illegal there."""


_ANSWERED_BY: Mapping[str, set[str]] = {
    "choose": {"choose", "mode", "x", "souls", "keep", "times"},
    "use": {"trigger", "decline", "pay"},
    "pay": {"pay", "x"},
    "discard": {"choose"},
    "assign": {"choose"},
    "butcher": {"choose"},
    "name": {"declare"},
    "mulligan": {"redraw"},
}
"""The choices that a verb answers: one that is expected to be illegal is refused at the first of them."""


class Progress(NamedTuple):
    """How far the script of a line is, and what its questions have noted of the line so far."""

    done: int = 0
    """How many scripted actions have been taken."""
    level: str = ""
    """The clause of the action timing in which the last one was taken."""
    used: int = 0
    """How many of the cards named by the last action (`on`) its later choices have used up."""
    settled: tuple[str, ...] = ()
    """Which numbers given with the last action (X, mode, way to pay) have been put to use."""
    missed: tuple[str, ...] = ()
    """What the choices rest on to which the next action of the script could have been the answer, and was not."""
    repeats: tuple[Repeats | None, Repeats | None] = (None, None)
    """What each player is repeating, or has repeated as often as declared (13.1.1.2)."""
    run: frozenset[str] = frozenset()
    ever: tuple[bool, ...] = ()
    always: tuple[bool, ...] = ()
    orders: tuple[int, ...] = ()
    counts: tuple[int, ...] = ()


class Script:
    """The scripted actions of a ruling, matched with the decisions of a line."""

    def __init__(self, game: Game, actions: Sequence[sc.Action], names: Names, pace: Callable[[State], Pace]) -> None:
        self.game = game
        self.pace = pace
        self.actions = actions
        self.names = names
        self._check_names()
        self.actions_at = {index: step_at(_clause(action.at))[1] for index, action in enumerate(actions) if action.at is not None}

    def _check_names(self) -> None:
        """Raises an error if a card that does or suffers something is nowhere on the table."""
        for action in self.actions:
            for ref in (*action.by, *action.on):
                if isinstance(ref, sc.CardRef) and action.verb != "name":
                    found = self.names.get(str(ref.name), ())
                    if not found or not 1 <= (ref.index or 1) <= len(found):
                        named = f"{ref.name}#{ref.index}" if found else ref.name
                        raise TableError("card_not_on_table", card=named, line=ref.place.line, column=ref.place.column)

    def has_more(self, progress: Progress) -> bool:
        """Whether the script of a line has anything left to do."""
        if progress.done < len(self.actions):
            return True
        return any(going is not None and going.left and self.actions[going.action].verb == "use" for going in progress.repeats)

    def looks_at_lone(self, progress: Progress) -> bool:
        """Whether choices without an alternative matter: the script may name them, or a number that is not among them."""
        given = self.actions[progress.done - 1].on if progress.done else ()
        return self.has_more(progress) or any(isinstance(item, sc.Setting) for item in given)

    def ways(self, decision: Decision, progress: Progress) -> Sequence[Way] | Refusal:
        """The scripted option, if the script decides here; else all."""
        follow_up = self._follow_up(decision, progress)
        if follow_up is not None:
            return follow_up
        repeated = self._repeated(decision, progress)
        if repeated is not None:
            return repeated
        if progress.done < len(self.actions):
            found = self._scripted(decision, progress, self.actions[progress.done])
            if found is not None:
                return found
            progress = self._noted(decision, progress, self.actions[progress.done])
        options = self._not_barred(decision, progress)
        if len(options) > 1:
            first, second = progress.repeats
            progress = progress._replace(repeats=(unsteady(first), unsteady(second)))
        return [Way(option, progress) for option in options]

    def _noted(self, decision: Decision, progress: Progress, action: sc.Action) -> Progress:
        """Remembers a choice that the next action of the script could have answered, in case it never can."""
        verbs = {_label(option).verb for option in decision.options}
        if SEATS[action.player] != decision.player or not verbs & _ANSWERED_BY.get(str(action.verb), set()):
            return progress
        return progress._replace(missed=self._rests_on(decision))

    # Actions done a number of times (13.1.1.2) ---------------------------------------------------------------------------

    def _repeated(self, decision: Decision, progress: Progress) -> Sequence[Way] | Refusal | None:
        """An action declared to be done a number of times is done again; then what can be stopped is stopped."""
        if decision.player == CHANCE or (going := progress.repeats[decision.player]) is None or going.again:
            return None
        action = self.actions[going.action]
        fitting = [option for option in decision.options if fits(decision.state.board, self.names, _label(option), action)]
        if not fitting:
            due = going.left and action.verb == "use" and decision.clause == "10.5.4.2"
            return Refusal(going.action, self._why_not(decision, action, timing_of(decision.state))) if due else None
        if going.left:
            return self._next_round(decision, progress, going, fitting)
        same = self.game.canonical(decision.state) == going.began
        ended = _repeating(progress, decision.player, going._replace(again=True) if same else None)
        stops = [option for option in decision.options if _label(option).verb in _STOPS]
        if stops:
            return [Way(stops[0], ended)]
        return self.ways(decision, ended)

    def _next_round(self, decision: Decision, progress: Progress, going: Repeats, fitting: Sequence[Option]) -> Sequence[Way]:
        """The action once more; but for the last round all that is left of it at once, if each round is to the last as this
        one to the one before and nothing is asked about what happens on the way."""
        action = self.actions[going.action]
        pace = self.pace(decision.state)
        player = decision.player
        others = progress.repeats[1 - player]
        rounds = min(left.left for left in (going, others) if left is not None) - 1
        asked = progress.ever or progress.always or progress.orders or progress.counts
        if rounds > 0 and not asked and going.pace is not None and skippable(going.pace, pace):
            skipped = Rounds(going.pace, pace, rounds)
            counted = going._replace(left=going.left - rounds - 1, skipped=skipped, pace=None)
            further = _repeating(progress, player, counted)
            if others is not None:
                further = _repeating(further, 1 - player, others._replace(left=others.left - rounds, pace=None))
            return [
                Way(way.option._replace(label=Choice("rounds", number=rounds + 1)), way.progress)
                for way in self._one(decision, fitting, further, action)
            ]
        tried = TRIED_ROUNDS if going.pace is not None else 1  # where others choose as well, rounds only branch out
        if rounds > MOST_ROUNDS and (_times(action) or 0) - going.left >= tried:
            raise NotModelledError(f"13.1.1.2: ×{_times(action)}")
        further = _repeating(progress, player, going._replace(left=going.left - 1, pace=pace))
        return self._one(decision, fitting, further, action)

    def _not_barred(self, decision: Decision, progress: Progress) -> Sequence[Option]:
        """The options without an action that has been repeated and has led back to this very state (13.1.1.2.1)."""
        barred = self._barred(decision, progress)
        return [option for option in decision.options if option not in barred] if barred else decision.options

    def _barred(self, decision: Decision, progress: Progress) -> list[Option]:
        going = None if decision.player == CHANCE else progress.repeats[decision.player]
        if going is None or not going.again or self.game.canonical(decision.state) != going.began:
            return []
        action = self.actions[going.action]
        return [option for option in decision.options if fits(decision.state.board, self.names, _label(option), action)]

    # Choices that an earlier action has already answered ------------------------------------------------------------------

    def _follow_up(self, decision: Decision, progress: Progress) -> Sequence[Way] | Refusal | None:
        """X, mode, way to pay and targets named with the action that is being carried out."""
        if not progress.done:
            return None
        action = self.actions[progress.done - 1]
        if action.verb in _ANSWERED_AT_ONCE or SEATS[action.player] != decision.player:
            return None
        settings = {str(item.word): item.value for item in action.on if isinstance(item, sc.Setting)}
        verbs = {_label(option).verb for option in decision.options}
        for verb, word in (("x", "x"), ("mode", "mode"), ("pay", "payment")):
            if verb in verbs and word in settings and verb not in progress.settled:
                fitting = [
                    option
                    for option in decision.options
                    if _label(option).number == settings[word] and _label(option).verb == verb
                ]
                fitting = fitting or (_large_x(decision, settings[word]) if verb == "x" else [])
                if not fitting:
                    return Refusal(progress.done - 1, self._rests_on(decision))
                return [Way(option, progress._replace(settled=(*progress.settled, verb))) for option in fitting]
        if "choose" in verbs:
            wanted = [item for item in action.on if isinstance(item, sc.CardRef)]
            if action.verb == "use" and not action.by:
                wanted = wanted[1:]  # the first is what is used
            if progress.used < len(wanted):
                for size in range(len(wanted) - progress.used, 0, -1):
                    refs = wanted[progress.used : progress.used + size]
                    fitting = [
                        option
                        for option in decision.options
                        if are_named(decision.state.board, self.names, _label(option).things, refs)
                    ]
                    if fitting:
                        return self._one(decision, fitting, progress._replace(used=progress.used + size), refs[0])
                if not _is_cost(decision):
                    return Refusal(progress.done - 1, self._rests_on(decision))
        return None

    # The next action of the script ------------------------------------------------------------------------------------------

    def _scripted(self, decision: Decision, progress: Progress, action: sc.Action) -> Sequence[Way] | Refusal | None:
        timing = timing_of(decision.state)
        player = SEATS[action.player]
        if action.verb == "surrender":
            option = Option(Choice("surrender", (player,)), (Commit((Surrender(player),)),))
            return [Way(option, self._taken(progress, timing))]
        here = self.actions_at.get(progress.done)
        if here is not None and not _is_at(decision, here):
            return None
        if decision.player == CHANCE:
            return None
        if decision.player != player:
            out_of_turn = here is not None and decision.clause == "10.5.4.2" and action.verb in _AT_ACTION_TIMING
            return Refusal(progress.done, self._why_not(decision, action, timing)) if out_of_turn else None
        verbs = {_label(option).verb for option in decision.options}
        if action.verb == "attack" and "battle" in verbs:
            battle = [option for option in decision.options if _label(option).verb == "battle"]
            return [Way(battle[0], progress)]
        fitting = [option for option in decision.options if fits(decision.state.board, self.names, _label(option), action)]
        if not fitting and "x" in verbs and "x" in _ANSWERED_BY.get(str(action.verb), set()):
            fitting = [option for number in _numbers(action) for option in _large_x(decision, number)]
        if fitting and fitting == self._barred(decision, progress):
            return Refusal(progress.done, (*LOOPS, "13.1.1.2.1"))
        if fitting:
            taken = self._taken(progress, timing)
            times = _times(action)
            if times is None:
                return self._one(decision, fitting, taken, action)
            began = Repeats(progress.done, max(0, times - 1), self.game.canonical(decision.state), pace=self.pace(decision.state))
            taken = _repeating(taken._replace(run=taken.run | frozenset(LOOPS)), player, began)
            stops = [option for option in decision.options if _label(option).verb in _STOPS]
            if times == 0 and stops:
                return [Way(stops[0], taken)]
            return self._one(decision, fitting, taken, action)
        if progress.missed and decision.clause == "10.5.4.2" and timing is not None and timing.clause == "7.5.2":
            return Refusal(progress.done, progress.missed)  # the choice is past: nobody acts before it is answered
        acts = action.verb in _AT_ACTION_TIMING and not action.negated
        if here is not None and acts and decision.clause not in _WHERE_ONE_ACTS:
            return Refusal(progress.done, _in_the_middle(decision))
        if self._must_fit(decision, action, verbs) or (
            action.illegal is not None and verbs & _ANSWERED_BY.get(str(action.verb), set())
        ):
            return Refusal(progress.done, self._why_not(decision, action, timing))
        return None

    def _must_fit(self, decision: Decision, action: sc.Action, verbs: set[str]) -> bool:
        """Whether an action that is not offered here is refused here, and not left for a later choice."""
        if decision.clause == "10.5.4.2":
            timing = timing_of(decision.state)
            if timing is not None and timing.clause == "9.5.2":
                return action.verb in ("use", "pass")
            return action.verb in _AT_ACTION_TIMING
        if action.verb == "show_deck":
            return "show_deck" in verbs
        return (action.verb == "attack" and "attack" in verbs) or (action.verb == "block" and "no_block" in verbs)

    @staticmethod
    def _taken(progress: Progress, timing: Timing | None) -> Progress:
        level = timing.clause if timing is not None else "7.5.2"
        return progress._replace(done=progress.done + 1, level=level, used=0, settled=(), missed=())

    def _one(
        self, decision: Decision, fitting: Sequence[Option], progress: Progress, said: sc.Action | sc.CardRef
    ) -> Sequence[Way]:
        """The option meant; several are fine only if they come to the same."""
        if len(fitting) > 1:
            different = {self.game.canonical(decision.take(option)): option for option in fitting}
            fitting = list(different.values())
        if len(fitting) > 1:
            raise TableError("action_ambiguous", line=said.place.line, column=said.place.column, options=len(fitting))
        return [Way(fitting[0], progress)]

    def _why_not(self, decision: Decision, action: sc.Action, timing: Timing | None) -> tuple[str, ...]:
        board = decision.state.board
        refs = [item for item in action.on if isinstance(item, sc.CardRef)]
        players = [SEATS[item] for item in action.on if isinstance(item, sc.Player)]
        player = SEATS[action.player]
        match action.verb:
            case "attack":
                attacker = self._first(board, action.by)
                target: Target | None = self._first(board, refs) if refs else next(iter(players), None)
                if decision.player != player or player != board.turn:
                    return ("9.2.2.1", "8.1.1")
                return refusals.attack(board, attacker, target)
            case "block":
                return refusals.block(board, self._first(board, (*action.by, *refs)))
            case "use" if decision.clause not in ("10.5.4.2", "9.5.2"):
                return self._rests_on(decision)
            case "use":
                thing = self._first(board, action.by or refs, in_hand_of=player)
                number = next((item.value for item in action.on if isinstance(item, sc.Setting) and item.word == "ability"), None)
                return refusals.use(board, timing, player, thing, number) if thing is not None else ("8.2.1",)
            case "draw":
                return refusals.soul_draw(board, player)
            case "show_deck":
                return (*dict.fromkeys(fault.clause for fault in faults_of(board, player)), "6.1.1")
            case "pass":
                return ("7.5.2.1",)
            case _:
                return self._rests_on(decision)

    def _rests_on(self, decision: Decision) -> tuple[str, ...]:
        """The clauses by which the options of a choice are what they are."""
        step = self.game.bindings.steps[decision.clause]
        _, cited = apart(lambda: step.run(decision.state.board, decision.state.stack[-1]))
        return (decision.clause, *cited)

    def _first(self, board: Board, refs: Sequence[sc.CardRef], in_hand_of: Player | None = None) -> ObjectId | None:
        """The first card named; of several copies one in that player's hand, if any lies there."""
        for ref in refs:
            named = list(things_named(board, self.names, ref))
            mine = {card.id for card in board.seats[in_hand_of].hand} if in_hand_of is not None else frozenset()
            if named:
                return next((thing for thing in named if thing in mine), named[0])
        return None


LOOPS = ("13.1.1", "13.1.1.2")
_STOPS = frozenset(("no", "stop", "not_pay", "decline"))


def _numbers(action: sc.Action) -> list[int]:
    """The numbers that an action names for an X, with or without the letter."""
    return [
        item.value for item in action.on if isinstance(item, sc.Amount) or (isinstance(item, sc.Setting) and item.word == "x")
    ]


def _large_x(decision: Decision, number: int) -> list[Option]:
    """The choice of an X that is larger than those listed, if there can be a larger one and it can be paid."""
    if all(_label(option).verb != "x_beyond" for option in decision.options):
        return []
    named = x_beyond(decision.state.board, decision.state.stack[-1], number)
    return [] if named is None else [named]


def _times(action: sc.Action) -> int | None:
    """How many times an action is declared to be done, if it is."""
    return next((item.value for item in action.on if isinstance(item, sc.Setting) and item.word == "times"), None)


def counted(state: State, progress: Progress) -> tuple[State, Progress]:
    """The state once rounds that need not be played have been."""
    for player, going in enumerate(progress.repeats):
        if going is not None and going.skipped is not None:
            state = state._replace(board=played(state.board, going.skipped))
            progress = _repeating(progress, player, going._replace(skipped=None, pace=None))
    return state, progress


def _repeating(progress: Progress, player: int, repeats: Repeats | None) -> Progress:
    first, second = progress.repeats
    return progress._replace(repeats=(repeats, second) if player == 0 else (first, repeats), used=0)


_WHERE_ONE_ACTS = frozenset(("10.5.4.2", "9.3.1"))
"""Where the next action is decided on; anywhere else something is still being carried out."""


def _is_cost(decision: Decision) -> bool:
    """Whether a choice belongs to the paying of a cost."""
    return any(frame.procedure == "10.4.2" for frame in decision.state.stack)


def _in_the_middle(decision: Decision) -> tuple[str, ...]:
    """Why nobody can act while a card or an ability is being carried out: nobody has an action timing (10.5.2)."""
    resolving = decision.state.board.resolution
    kind = () if not resolving else ("10.6.2.4.2",) if resolving[-1].thing is not None else ("10.6.2.4.3",)
    return ("10.5.2", decision.clause, *kind, "10.6.2.4")


def _label(option: Option) -> Choice:
    return option.label if isinstance(option.label, Choice) else Choice(type(option.label).__name__)


def timing_of(state: State) -> Timing | None:
    """The innermost action timing that is under way."""
    return next((frame.locals for frame in reversed(state.stack) if isinstance(frame.locals, Timing)), None)


def _clause(point: sc.Point) -> str:
    from headjudge.simulator.games.palworld.table import POINTS

    if point.clause is not None:
        return str(point.clause)
    if point.word not in POINTS:
        raise TableError("position_unusable", position=point.word)
    return POINTS[str(point.word)]


def _is_at(decision: Decision, clause: str) -> bool:
    timing = timing_of(decision.state)
    if decision.clause == clause or (decision.clause == "10.5.4.2" and timing is not None and timing.clause == clause):
        return True
    section = ".".join(clause.split(".")[:2])
    where = timing.clause if decision.clause == "10.5.4.2" and timing is not None else decision.clause
    return where.startswith(f"{section}.") and clause in _SECTION_STARTS


_SECTION_STARTS = frozenset(("7.2.1", "7.3.1", "7.4.1", "7.5.1", "7.6.1", "9.3.1", "9.4.1", "9.5.1", "9.6.1", "9.7.1"))
