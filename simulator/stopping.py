"""A line run again as far as one of its steps."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from headjudge.simulator.explorer import Direction, Progress, Refusal, Start, Watcher, Way
from headjudge.simulator.game import Game
from headjudge.simulator.machine import Decision, Doubt, Horizon, Pause
from headjudge.simulator.state import Board, ObjectId, State
from headjudge.simulator.unmodelled import NotModelledError


@dataclass(slots=True)
class Stopping:
    """The direction of a line, which ends just before it comes to a clause for the n-th time."""

    game: Game
    direction: Direction
    clause: str
    visit: int
    arrived: bool = False
    progress: Progress = None
    """The progress of the line where it stopped."""
    _visits: int = field(default=0, init=False)

    def ways(self, decision: Decision, progress: Progress) -> Sequence[Way] | Refusal:
        """As the line's own direction."""
        return self.direction.ways(decision, progress)

    def horizon(self, progress: Progress) -> Horizon:
        """The step, or where the line ends anyway."""
        own = self.direction.horizon(progress)
        positions = frozenset((self.clause,)) | (own.positions if own is not None else frozenset())

        def reached(state: State) -> bool:
            if state.stack[-1].position == self.clause and self._is_run(state):
                self._visits += 1
                self.arrived = self._visits == self.visit
            ends = own is not None and state.stack[-1].position in own.positions and own.reached(state)
            return self.arrived or ends

        return Horizon(positions, reached, from_start=True)

    def looks_at_lone(self, progress: Progress) -> bool:
        """As the line's own direction."""
        return self.direction.looks_at_lone(progress)

    def interject(self, state: State, progress: Progress) -> Start:
        """As the line's own direction."""
        return self.direction.interject(state, progress)

    def marked(self, board: Board) -> Sequence[ObjectId]:
        """As the line's own direction."""
        return self.direction.marked(board)

    def watcher(self) -> Watcher:
        """The line's own watcher; where the line stops, its progress is kept."""
        return _Keeping(self.direction.watcher(), self)

    def _is_run(self, state: State) -> bool:
        """Whether the step is carried out here: not passed over, nor put off until chance has decided something."""
        step = self.game.bindings.steps[self.clause]
        frame = state.stack[-1]
        frame = frame if step.thereby else frame._replace(result=None)
        try:
            if step.when is not None and not step.when(state.board, frame):
                return False
            step.run(state.board, frame)
        except (Doubt, NotModelledError):
            return False
        return True


class _Keeping:
    """A watcher whose findings are kept where the line stops."""

    def __init__(self, own: Watcher, stopping: Stopping) -> None:
        self._own = own
        self._stopping = stopping
        self.step = own.step
        self.passed = own.passed
        self.happened = own.happened
        self.came_to_nothing = own.came_to_nothing
        self.chose = own.chose

    def advance(self, progress: Progress, pause: Pause) -> Progress:
        """The progress after the run."""
        found = self._own.advance(progress, pause)
        if self._stopping.arrived:
            self._stopping.progress = found
        return found
