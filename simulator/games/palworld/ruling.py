"""A ruling as a direction for the explorer: script, horizon, and what to watch for."""

from collections.abc import Hashable, Sequence
from dataclasses import replace

from headjudge.parser import scenario as sc
from headjudge.simulator.explorer import Graph, Refusal, Start, Way, onward
from headjudge.simulator.game import Game
from headjudge.simulator.games.palworld.board import Board
from headjudge.simulator.games.palworld.director import Progress, Script, counted, timing_of
from headjudge.simulator.games.palworld.events import Surrender
from headjudge.simulator.games.palworld.naming import now
from headjudge.simulator.games.palworld.questions import LineWatcher, Questions
from headjudge.simulator.games.palworld.table import POINTS, SEATS, TableError, step_at
from headjudge.simulator.games.palworld.timing import Timing
from headjudge.simulator.machine import Decision, Horizon
from headjudge.simulator.moves import Commit
from headjudge.simulator.state import ObjectId, State


class Started:
    """Reads the progress of a line, which the kernel hands on without knowing it."""

    @staticmethod
    def of(progress: object) -> Progress:
        """The progress as the ruling's own."""
        assert isinstance(progress, Progress)
        return progress


class RulingDirection:
    """Steers the lines of one ruling. `executed` collects every clause that any line executes."""

    def __init__(self, scenario: sc.Scenario, script: Script, questions: Questions) -> None:
        self.scenario = scenario
        self.script = script
        self.questions = questions
        self.executed: set[str] = set()
        self.passed_over: set[str] = set()
        self._until = _until(scenario.horizon)
        self._horizons: dict[tuple[bool, str], Horizon | None] = {}

    def ways(self, decision: Decision, progress: object) -> Sequence[Way] | Refusal:
        """The scripted option, or all."""
        return self.script.ways(decision, Started.of(progress))

    def looks_at_lone(self, progress: object) -> bool:
        """As long as the script has something left to do."""
        return self.script.looks_at_lone(Started.of(progress))

    def interject(self, state: State, progress: Hashable) -> Start:
        """A scripted surrender is carried out at once, in the middle of anything (1.2.3); rounds of a loop that have been
        declared and need not be played are counted."""
        state, started = counted(state, Started.of(progress))
        if started.done < len(self.scenario.actions) and state.stack:
            action = self.scenario.actions[started.done]
            if action.verb == "surrender" and action.at is None:
                top = state.stack[-1]
                moves = (Commit((Surrender(SEATS[action.player]),)), *top.moves)
                return State(state.board, (*state.stack[:-1], top._replace(moves=moves))), started._replace(done=started.done + 1)
        return state, started

    def marked(self, board: Board) -> Sequence[ObjectId]:
        """The cards that expectations or later actions name, as they are now."""
        return tuple(now(board, thing) for thing in self.questions.asked)

    def watcher(self) -> LineWatcher:
        """What notes the clauses, orders and moments that are asked about."""
        return LineWatcher(self.questions, self.executed, self.passed_over)

    def horizon(self, progress: object) -> Horizon | None:
        """The named point; or, the script done, the next time the action timing of the last action is given again."""
        if self._until is not None:
            return self._until
        if self.scenario.horizon is not None:
            return None
        started = Started.of(progress)
        if self.script.has_more(started):
            return None
        return _given_again(started.level)

    def unscripted(self, decision: Decision, progress: object) -> Progress:
        """Unless a scripted action has said so, the line ends when the action timing in which it is done is given again."""
        started, timing = Started.of(progress), timing_of(decision.state)
        return started._replace(level=started.level or (timing.clause if timing is not None else ""))

    def replay(self, game: Game, start: Start, graph: Graph, node: int) -> Start:
        """The state and the progress of a line at a node."""
        state, progress = start
        path = graph.path(node)
        for number in range(len(path) + 1):
            pause, progress = onward(game, self, (state, progress), at_once=number > 0)
            if number == len(path):
                return pause.state, progress
            assert isinstance(pause, Decision)
            ways = self.ways(pause, progress)
            assert not isinstance(ways, Refusal)
            state, progress = pause.take(ways[path[number]].option), ways[path[number]].progress
        raise AssertionError(node)


def _until(point: sc.Point | None) -> Horizon | None:
    if point is None or point.word == "game_end":
        return None
    if point.clause is not None:
        position = step_at(str(point.clause))[1]
    elif point.word in POINTS:
        position = POINTS[str(point.word)]
    else:
        raise TableError("position_unusable", position=point.word)
    if point.word == "draw_phase":
        position = "7.3.2"
    return Horizon(frozenset((position,)), lambda _state: True, from_start=point.clause is not None)


def _given_again(level: str) -> Horizon:
    """An action timing of that level, or of an outer one, is given."""

    def reached(state: State) -> bool:
        timing = state.stack[-1].locals
        return isinstance(timing, Timing) and (not level or timing.clause in (level, "7.5.2"))

    return Horizon(frozenset(("10.5.4.2",)), reached)


def restarted(state: State, suspended: frozenset[str]) -> State:
    """The same state in a world in which clauses are suspended."""
    if not suspended:
        return state
    board: Board = state.board
    return State(board._replace(world=replace(board.world, suspended=suspended)), state.stack)
