"""What else could have been chosen along a line, and would have brought about what was expected."""

from collections.abc import Iterator

from headjudge.parser.named import NamedTuple
from headjudge.simulator.explorer import EndKind, Explorer, Limits, Progress, Refusal, onward
from headjudge.simulator.machine import Decision, Machine, Reached
from headjudge.simulator.moves import Call, Option
from headjudge.simulator.play import Facts
from headjudge.simulator.run import Run
from headjudge.simulator.state import CHANCE, Board, Player, State
from headjudge.simulator.unmodelled import NotModelledError

_FEW_STATES = 60
"""For each choice that is tried."""
_STATES = 1500
"""For everything that is tried of one expectation."""
_ENOUGH = 3
"""More ways to bring it about tell a reader no more."""


class Otherwise(NamedTuple):
    """A choice that was not made, by its label and the clause by which it could have been, and what was chosen instead (None
    where the line ends and nothing was). `always`: whether it brings it about whatever is chosen later."""

    clause: str
    player: Player
    label: object
    instead: object
    board: Board
    always: bool


class _Fork(NamedTuple):
    """A decision of the line: how a line goes on that chooses otherwise there, and the option that was taken.

    `progress` is that of a line on which the other choice takes the place of what was chosen; then, where there is one, that of
    a line on which it comes before it: a scripted attack is still to come after a card has been used.
    """

    decision: Decision
    progress: tuple[Progress, ...]
    taken: Option | None


def otherwise(run: Run, expectation: int, node: int) -> tuple[Otherwise, ...]:
    """The choices that the line to a node did not make and that would, or could, bring about an expectation: a few, and those
    that only might if none surely would. The ruling's verdict must have been given."""
    found: list[Otherwise] = []
    trials = _Trials(run, expectation)
    for fork in reversed(list(_forks(run, node))):
        for option in fork.decision.options:
            if trials.states > _STATES or len({one.label for one in found if one.always}) >= _ENOUGH:
                break
            if fork.taken is None or option.label != fork.taken.label:
                holds = trials.results(fork, option)
                if True in holds:
                    found.append(_told(fork, option, always=holds == {True}))
    best: dict[object, Otherwise] = {}
    for one in [one for one in found if one.always] or found:
        best.setdefault((one.player, one.label), one)
    return tuple(best.values())[:_ENOUGH]


def _told(fork: _Fork, option: Option, *, always: bool) -> Otherwise:
    decision = fork.decision
    clause = next((move.clause for move in option.moves if isinstance(move, Call)), decision.clause)
    instead = None if fork.taken is None else fork.taken.label
    return Otherwise(clause, decision.player, option.label, instead, decision.state.board, always)


def _forks(run: Run, node: int) -> Iterator[_Fork]:
    """The decisions of a line at which somebody had a choice; the last where the ruling ends, and the game would go on."""
    state, progress = run.start, run.questions.start()
    path = run.graph.path(node)
    for number in range(len(path) + 1):
        try:
            pause, progress = onward(run.game, run.direction, (state, progress), at_once=number > 0)
        except NotModelledError:
            return
        if not isinstance(pause, Decision):
            break
        ways = run.direction.ways(pause, progress)
        if number == len(path) or isinstance(ways, Refusal):
            return
        way = ways[path[number]]
        if len(pause.options) > 1 and pause.player != CHANCE:
            before = run.direction.unscripted(pause, progress)
            yield _Fork(pause, tuple(dict.fromkeys((way.progress, before))), way.option)
        state, progress = pause.take(way.option), way.progress
    if isinstance(pause, Reached) and run.scenario.horizon is None:
        further = Machine(run.game).run(pause.state, lone=True)
        if isinstance(further, Decision):
            yield _Fork(further, (run.direction.unscripted(further, progress),), None)


class _Trials:
    """What comes of other choices, each explored a little way. `states` counts how many have been looked at."""

    def __init__(self, run: Run, expectation: int) -> None:
        self.run, self.expectation = run, expectation
        self.states = 0

    def results(self, fork: _Fork, option: Option) -> set[bool | None]:
        """How the expectation comes out on the lines that take another option, the script going on as far as it can."""
        does_something = any(isinstance(move, Call) for move in option.moves)
        for progress in fork.progress if does_something else fork.progress[:1]:
            found = set(self._ends(fork.decision.take(option), progress))
            if True in found:
                return found
        return set()

    def _ends(self, state: State, progress: Progress) -> Iterator[bool | None]:
        run = self.run
        limits = Limits(_FEW_STATES, run.limits.seconds)
        graph = Explorer(run.game, run.direction, run.play.judge, limits, run.play.growth).explore(state, progress)
        self.states += len(graph.nodes)
        if not graph.complete:
            yield None
        for _, end in graph.ends:
            facts = end.facts
            assert isinstance(facts, Facts)
            played = facts.done == len(run.scenario.actions) or end.kind is EndKind.OVER
            regular = end.kind in (EndKind.HORIZON, EndKind.OVER) and not facts.tainted
            yield facts.results[self.expectation] if played and regular else None
