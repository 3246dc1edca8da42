"""The machine: runs a state from step to step until somebody has to decide, the horizon is reached or the game is over."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from headjudge.parser.named import NamedTuple
from headjudge.simulator.citing import take
from headjudge.simulator.game import Game
from headjudge.simulator.moves import (
    Answer,
    Call,
    Choose,
    Commit,
    Do,
    Event,
    Finish,
    Goto,
    Let,
    Move,
    Option,
    Recall,
    Return,
    Unwind,
)
from headjudge.simulator.state import Board, Frame, Player, State

LONE_LIMIT = 50
"""So many choices without an alternative in one run, and each becomes a decision: what repeats for ever must show."""


class Doubt(Exception):
    """Raised by a step that asks something which nobody knows; once it is decided (one of `options`) the step runs again."""

    def __init__(self, player: Player, options: tuple[Option, ...]) -> None:
        super().__init__(player)
        self.player = player
        self.options = options


class Decision(NamedTuple):
    """A choice is open. `state` is from before the step that asks, `resumed` is how its procedure goes on."""

    state: State
    clause: str
    player: Player
    options: tuple[Option, ...]
    resumed: Frame

    def take(self, option: Option) -> State:
        """The state once the player has chosen an option."""
        return State(self.state.board, (*self.state.stack[:-1], self.resumed._replace(moves=option.moves)))


class Over(NamedTuple):
    """The game has ended."""

    state: State


class Reached(NamedTuple):
    """The horizon has been reached, before the step at which it lies."""

    state: State


class Exhausted(NamedTuple):
    """The machine gave up: too many steps without a decision."""

    state: State


Pause: TypeAlias = Decision | Over | Reached | Exhausted


class Recorder(Protocol):
    """What wants to know of everything that the machine does."""

    def step(self, clause: str, depth: int, cited: tuple[str, ...]) -> None:
        """A step ran, or an interrupt was called for."""

    def passed(self, clause: str, depth: int, cited: tuple[str, ...]) -> None:
        """A step was looked at and passed over, because what it asks for was not so."""

    def happened(self, before: Board, events: tuple[Event, ...], cited: tuple[str, ...], depth: int) -> None:
        """Events were done, at the same time, by the last step at that depth; `cited` is what doing and noticing them
        rested on."""

    def came_to_nothing(self, events: tuple[Event, ...], depth: int) -> None:
        """Events of the batch that is being done could not happen, or changed nothing."""

    def chose(self, clause: str, player: Player, option: Option, depth: int) -> None:
        """A choice without an alternative was taken."""


@dataclass(frozen=True, slots=True)
class Horizon:
    """Where a run ends: at one of these positions, if `reached` agrees; where it begins only if `from_start`."""

    positions: frozenset[str]
    reached: Callable[[State], bool]
    from_start: bool = False


class Machine:
    """Runs one game. Holds nothing between runs but what it was made with, and how many clauses it has come to."""

    def __init__(self, game: Game, recorder: Recorder | None = None) -> None:
        self.game = game
        self.recorder = recorder
        self.steps_run = 0
        self._steps = game.bindings.steps
        self._interrupts = game.bindings.interrupts

    def run(self, state: State, horizon: Horizon | None = None, *, at_once: bool = True, lone: bool = False) -> Pause:
        """Runs until a pause. Unless `at_once`, the horizon does not count where the run begins. With `lone`, a choice
        without an alternative is a decision too: a script may have something to say of it."""
        board, stack = state
        after, past = self.game.after, self.game.past
        suspended = board.world.suspended
        taken = 0
        take()
        for count in range(self.game.patience):
            if not stack:
                return Over(State(board, stack))
            frame = stack[-1]
            if frame.moves:
                rest = (*stack[:-1], frame._replace(moves=frame.moves[1:]))
                board, stack = self._make(board, rest, frame.moves[0])
                continue
            clause = frame.position
            if not clause:
                board, stack = self._pop(board, stack, None)
                continue
            if (
                horizon is not None
                and clause in horizon.positions
                and (at_once or count > 0 or horizon.from_start)
                and horizon.reached(State(board, stack))
            ):
                return Reached(State(board, stack))
            step = self._steps[clause]
            self.steps_run += 1
            if frame.result is not None and not step.thereby:
                frame = frame._replace(result=None)
                stack = (*stack[:-1], frame)
            try:
                if suspended and clause in suspended:
                    stack = (*stack[:-1], frame._replace(position=past[frame.procedure][clause]))
                    continue
                if step.when is not None and not step.when(board, frame):
                    stack = (*stack[:-1], frame._replace(position=past[frame.procedure][clause]))
                    cited = take()
                    if self.recorder is not None:
                        self.recorder.passed(clause, len(stack), cited)
                    continue
                answer = _moves(step.run(board, frame))
            except Doubt as doubt:
                take()
                again = Recall(frame.result)  # what the step is to read must not give way to what chance has decided
                options = tuple(Option(option.label, (*option.moves, again)) for option in doubt.options)
                return Decision(State(board, stack), clause, doubt.player, options, frame)
            resumed = Frame(frame.procedure, after[frame.procedure][clause], frame.locals)
            if answer and type(answer[0]) is Choose:
                assert len(answer) == 1, f"{clause}: a choice stands alone"
                choice = answer[0]
                assert choice.options, f"{clause}: a choice from nothing"
                if lone or len(choice.options) > 1 or taken >= LONE_LIMIT:
                    if self.recorder is None:
                        take()
                    else:
                        self.recorder.step(clause, len(stack), take())
                    return Decision(State(board, stack), clause, choice.player, choice.options, resumed)
                taken += 1
                only = choice.options[0]
                if self.recorder is not None:
                    self.recorder.step(clause, len(stack), take())
                    self.recorder.chose(clause, choice.player, only, len(stack))
                stack = (*stack[:-1], resumed._replace(moves=only.moves))
                continue
            if self.recorder is None:
                take()
            else:
                self.recorder.step(clause, len(stack), take())
            if not answer:
                stack = (*stack[:-1], resumed)
            elif len(answer) == 1:
                board, stack = self._make(board, (*stack[:-1], resumed), answer[0])
            else:
                board, stack = self._make(board, (*stack[:-1], resumed._replace(moves=answer[1:])), answer[0])
        return Exhausted(State(board, stack))

    def _make(self, board: Board, stack: tuple[Frame, ...], move: Move) -> tuple[Board, tuple[Frame, ...]]:
        """Makes one Move of the frame on top."""
        frame = stack[-1]
        match move:
            case Do():
                settled = self.game.replaced(board, move)
                if settled is not None:
                    return board, (*stack, self._frame(settled))
                return self._commit(board, stack, move)
            case Call():
                return board, (*stack, self._frame(move))
            case Goto(clause):
                return board, (*stack[:-1], frame._replace(position=clause))
            case Let(remembered):
                return board, (*stack[:-1], frame._replace(locals=remembered))
            case Recall(result):
                return board, (*stack[:-1], frame._replace(result=result))
            case Return(value):
                return self._pop(board, stack, value)
            case Commit(events):
                return self._commit(board, stack, events)
            case Unwind(procedure, clause):
                depth = max(index for index, below in enumerate(stack) if below.procedure == procedure)
                return board, (*stack[:depth], Frame(procedure, clause, stack[depth].locals))
            case Finish():
                return board, ()
            case Choose():
                raise AssertionError("a choice is the only Move of its step")

    def _frame(self, call: Call) -> Frame:
        return Frame(*self.game.entry[call.clause], call.locals)

    def _pop(self, board: Board, stack: tuple[Frame, ...], value: object) -> tuple[Board, tuple[Frame, ...]]:
        if len(stack) == 1:
            return board, ()
        stack = stack[:-1]
        if value is not None:  # an interrupt returns nothing: what the interrupted step is to read must stay
            stack = (*stack[:-1], stack[-1]._replace(result=value))
        return self._interrupted(board, stack)

    def _commit(self, board: Board, stack: tuple[Frame, ...], events: tuple[Event, ...]) -> tuple[Board, tuple[Frame, ...]]:
        """Applies a batch, lets abilities notice it, and hands what was really done to the next step."""
        before, apply = board, self.game.apply
        done = []
        for event in events:
            changed = apply(board, event, before)
            if changed is not board:
                board = changed
                done.append(event)
        if done:
            board = self.game.react(before, board, done)
        if self.recorder is not None:
            if len(done) < len(events):
                self.recorder.came_to_nothing(tuple(event for event in events if event not in done), len(stack))
            self.recorder.happened(before, tuple(done), take(), len(stack))
        stack = (*stack[:-1], stack[-1]._replace(result=tuple(done)))
        return self._interrupted(board, stack)

    def _interrupted(self, board: Board, stack: tuple[Frame, ...]) -> tuple[Board, tuple[Frame, ...]]:
        """Makes the first interrupt that is called for; the next is looked for after its first batch."""
        for clause, called_for in self._interrupts:
            if clause in board.world.suspended:
                continue
            move = called_for(board, stack)
            if move is not None:
                if self.recorder is not None:
                    self.recorder.step(clause, len(stack), take())
                return self._make(board, stack, move)
        return board, stack


def _moves(answer: Answer) -> tuple[Move, ...]:
    if answer is None:
        return ()
    # a Do and every named tuple of Moves are tuples themselves: only a bare tuple is several Moves
    return answer if type(answer) is tuple else (answer,)  # type: ignore[return-value]
