"""A step that was missed: the line as it was played without it, or with too much or too little of it, and as it should be.

A step is missed once: what it does and calls for is not done, and the procedure goes on as the book says. A clause that keeps
watch (a rule, an interrupt, a condition, a definition) has no place of its own in the line: it is missed from its first use on.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from headjudge.kb.clause import HeadjudgeError
from headjudge.parser.named import NamedTuple
from headjudge.simulator.bindings import BindingKind
from headjudge.simulator.explorer import EndKind, Explorer, Graph, Progress, Refusal, Start
from headjudge.simulator.game import below
from headjudge.simulator.machine import Decision, Doubt, Horizon, Machine, Pause, Reached
from headjudge.simulator.moves import Call, Choose, Commit, Do, Event, Finish, Goto, Let, Move, Recall, Return, Unwind
from headjudge.simulator.play import Facts
from headjudge.simulator.run import Run
from headjudge.simulator.state import Board, Frame, State
from headjudge.simulator.stopping import Stopping
from headjudge.simulator.tracing import TraceRecorder, fold, replayed, trace
from headjudge.simulator.unmodelled import NotModelledError
from headjudge.simulator.verdict import TraceLine

_TIMES = 60
"""Nobody does a step more often by mistake."""

_WATCHING = frozenset((BindingKind.RULE, BindingKind.INTERRUPT, BindingKind.CONDITION))


class Slip(NamedTuple):
    """What was missed: the n-th of the steps at a clause that do something, or the one in which the line comes to its clause
    for the `visit`-th time; and how much of it was done."""

    clause: str
    nth: int = 1
    visit: int | None = None
    much: int | None = None
    """So much was done instead of what should have been; None if nothing was."""


class WrongSlip(HeadjudgeError):
    """There is no such step in the line, or it cannot be missed."""


@dataclass(frozen=True, slots=True)
class Missed:
    """Both lines, from the step at which they part."""

    clause: str
    """The clause that was missed, as asked for."""
    at: TraceLine
    """The step of the right line at which they part."""
    common: tuple[TraceLine, ...]
    """The right line up to there."""
    played: tuple[TraceLine, ...]
    """How it went on, as it was played."""
    right: tuple[TraceLine, ...]
    """How it should have gone on."""
    watching: bool
    """Whether the clause was missed from there on, and not only once."""
    much: tuple[int, int] | None
    """How much was done, and how much should have been."""
    parted: Board
    boards: tuple[Board, Board]
    """The tables at the ends: as it was played, and as it should be."""
    differences: tuple[object, ...]
    results: tuple[tuple[bool | None, bool | None], ...]
    """What became of each expectation's condition in either line."""


def missed(run: Run, node: int, slip: Slip) -> Missed:
    """The line of a ruling to that end, played wrongly and as it should be. Raises WrongSlip."""
    lines = run.steps_to(node)
    watching = not _is_step(run, slip.clause)
    at = _found(lines, slip, watching=watching)
    if watching and slip.much is not None:
        raise WrongSlip("missed_without_amount", clause=slip.clause)
    if watching:
        at = max(place for place in range(at + 1) if _is_step(run, lines[place].clause) and not lines[place].passed)
    own = below(lines[at].clause, slip.clause)
    for place in (at,) if own or watching else (at, *_around(lines, at)):
        try:
            return _missed_at(run, node, slip, _Place(lines, place, watching))
        except (AssertionError, LookupError, TypeError, ValueError):
            continue  # a later step asks for what this one leaves for it: the one that called for it may have been missed
    raise WrongSlip("missed_structural", clause=slip.clause)


class _Place(NamedTuple):
    lines: tuple[TraceLine, ...]
    at: int
    watching: bool


def _missed_at(run: Run, node: int, slip: Slip, place: _Place) -> Missed:
    """Both lines, if it was that step of the line that was missed. Raises all manner of errors if a later one needs it."""
    line = place.lines[place.at]
    recorder = TraceRecorder(run.wording)
    state, progress = _before(run, node, line)
    much = None
    if place.watching:
        start: Start = (run.play.without(state, frozenset((slip.clause,))), progress)
    else:
        start, much = _played(run, (state, progress), line, slip.much, recorder)
    return _compared(run, node, _Fork(slip, place.lines, place.at, place.watching, much, recorder), state.board, start)


def _around(lines: Sequence[TraceLine], at: int) -> Iterator[int]:
    """The steps that called for a step, the nearest first."""
    depth = lines[at].depth
    for place in range(at - 1, -1, -1):
        if lines[place].depth < depth and not lines[place].passed:
            depth = lines[place].depth
            yield place


class _Fork(NamedTuple):
    slip: Slip
    lines: tuple[TraceLine, ...]
    at: int
    watching: bool
    much: tuple[int, int] | None
    recorder: TraceRecorder
    """What has been written down of the line as it was played, up to where it is explored."""


def _compared(run: Run, node: int, fork: _Fork, parted: Board, start: Start) -> Missed:
    explorer = Explorer(run.game, run.direction, run.play.judge, run.limits, run.play.growth)
    graph = explorer.explore(*start)
    wanted = [label for _, label in (line.choice for line in fork.lines[fork.at :] if line.choice is not None)]
    end = _like(graph, wanted)
    ending = graph.nodes[end].end
    if ending is None or ending.kind in (EndKind.EXHAUSTED, EndKind.UNMODELLED):
        raise WrongSlip("missed_structural", clause=fork.slip.clause)
    played = trace(run.game, run.direction, start, graph, end, run.wording, whole=True, begun=fork.recorder)
    boards = (played[-1].board if played else start[0].board, fork.lines[-1].board)
    facts, right = ending.facts, run.graph.nodes[node].end
    assert isinstance(facts, Facts)
    assert right is not None
    assert isinstance(right.facts, Facts)
    return Missed(
        clause=fork.slip.clause,
        at=fork.lines[fork.at],
        common=fork.lines[: fork.at],
        played=fold(played),
        right=fold(fork.lines[fork.at :]),
        watching=fork.watching,
        much=fork.much,
        parted=parted,
        boards=boards,
        differences=run.play.differences(*boards, parted),
        results=tuple(zip(facts.results, right.facts.results, strict=True)),
    )


# Which step ------------------------------------------------------------------------------------------------------------------


def _found(lines: Sequence[TraceLine], slip: Slip, *, watching: bool) -> int:
    """The place, in the whole line, of the step that is meant. Raises WrongSlip."""
    if slip.visit is not None:
        return next(place for place, line in enumerate(lines) if (line.clause, line.visit) == (slip.clause, slip.visit))
    own = _visits(lines, lambda line: below(line.clause, slip.clause))
    cited = _visits(lines, lambda line: any(below(clause, slip.clause) for clause in line.rests_on))
    # where a player chose, a clause may be cited for what he may choose; where something is done, for what is done
    done = _visits(lines, lambda line: bool(line.events) and any(below(clause, slip.clause) for clause in line.rests_on))
    places = (cited or own) if watching else (own or done or cited)
    if not places:
        there = any(below(clause, slip.clause) for line in lines for clause in (line.clause, *line.rests_on))
        raise WrongSlip("missed_does_nothing" if there else "missed_not_in_line", clause=slip.clause)
    if not 1 <= slip.nth <= len(places):
        raise WrongSlip("missed_not_so_often", clause=slip.clause, times=len(places))
    return places[slip.nth - 1]


def _visits(lines: Sequence[TraceLine], asked: Callable[[TraceLine], bool]) -> list[int]:
    """The places at which steps begin that did, chose or called for something, each once."""
    found: dict[tuple[str, int], int] = {}
    for place, line in enumerate(lines):
        calls = place + 1 < len(lines) and lines[place + 1].depth > line.depth
        if not line.passed and asked(line) and (line.events or line.choice is not None or calls):
            found.setdefault((line.clause, line.visit), place)
    return list(found.values())


def _is_step(run: Run, clause: str) -> bool:
    """Whether a clause has a place of its own in a line, or only words of its own for what a step does."""
    own = {bound.kind for bound in run.game.bindings.bound if bound.clause == clause}
    if own & (_WATCHING | {BindingKind.STEP}):
        return BindingKind.STEP in own
    kinds = {bound.kind for bound in run.game.bindings.bound if below(bound.clause, clause)}
    return BindingKind.STEP in kinds or not kinds & _WATCHING


# The line as it was played ----------------------------------------------------------------------------------------------------


def _before(run: Run, node: int, line: TraceLine) -> Start:
    """The right line just before that step."""
    stop = Stopping(run.game, run.direction, line.clause, line.visit)
    begun = (run.start, run.questions.start())
    for _, pause in replayed(run.game, stop, begun, run.graph, node):
        if isinstance(pause, Reached) and stop.arrived:
            return pause.state, stop.progress
    raise AssertionError(line.clause)


def _played(
    run: Run, start: Start, line: TraceLine, much: int | None, recorder: TraceRecorder
) -> tuple[Start, tuple[int, int] | None]:
    """The state in which the step has been missed, and how much of it was done instead of how much."""
    state, progress = start
    frame = state.stack[-1]
    answer = run.game.bindings.steps[frame.position].run(state.board, frame)
    moves: tuple[Move, ...] = answer if type(answer) is tuple else () if answer is None else (answer,)  # type: ignore[assignment]
    if moves and isinstance(moves[0], Choose):
        moves, progress = _chosen(run, start, line)
    amounts = {event.amount for event in _events(moves) if isinstance(getattr(event, "amount", None), int)}  # type: ignore[attr-defined]
    if much is not None and len(amounts) > 1:
        raise WrongSlip("missed_which_amount", clause=line.clause, amounts=", ".join(map(str, sorted(amounts))))
    resumed = Frame(frame.procedure, run.game.after[frame.procedure][frame.position], frame.locals)
    if much is not None and amounts:
        recorder.step(line.clause, line.depth, ())
        return (_with(state, resumed, _measured(moves, much)), progress), (much, *amounts)
    if not any(isinstance(move, Do | Call | Commit | Finish) for move in moves):
        raise WrongSlip("missed_does_nothing", clause=line.clause)
    if much:
        if much > _TIMES:
            raise WrongSlip("missed_too_often", clause=line.clause, most=_TIMES)
        return (_repeated(run, state, much - 1, recorder), start[1]), (much, 1)
    moves = _forgotten(run, state.board, frame, moves)
    if not any(isinstance(move, Goto | Return | Unwind | Let) for move in moves):
        resumed = resumed._replace(position=run.game.past[frame.procedure][frame.position])
    return (_with(state, resumed, moves), progress), None if much is None else (0, 1)


def _with(state: State, resumed: Frame, moves: tuple[Move, ...]) -> State:
    return State(state.board, (*state.stack[:-1], resumed._replace(moves=moves)))


def _chosen(run: Run, start: Start, line: TraceLine) -> tuple[tuple[Move, ...], Progress]:
    """The moves of what is chosen at a step in the right line, and the progress of the line then."""
    pause: Pause = Machine(run.game).run(start[0], lone=True)
    assert isinstance(pause, Decision)
    label = line.choice[1] if line.choice is not None else None
    ways = run.direction.ways(pause, start[1])
    assert not isinstance(ways, Refusal)
    taken = next((way for way in ways if way.option.label == label), ways[0])
    return taken.option.moves, taken.progress


def _events(moves: Sequence[Move]) -> Iterator[Event]:
    for move in moves:
        if isinstance(move, Do):
            yield from move
        elif isinstance(move, Commit):
            yield from move.events


def _measured(moves: Sequence[Move], much: int) -> tuple[Move, ...]:
    """The moves with so much of what is measured in them."""
    return tuple(
        Do(*(event._replace(amount=much) if hasattr(event, "amount") else event for event in move))  # type: ignore[attr-defined]
        if isinstance(move, Do)
        else move
        for move in moves
    )


def _forgotten(run: Run, board: Board, frame: Frame, moves: Sequence[Move]) -> tuple[Move, ...]:
    """The moves without what they do: book-keeping remains, and where the procedure goes on."""
    remembers = any(isinstance(move, Let) for move in moves)
    kept: list[Move] = []
    for move in moves:
        match move:
            case Do() | Commit():
                kept.append(Do(*filter(run.play.is_book_keeping, _events((move,)))))
            case Call(clause, given):
                kept += _book_keeping_of(run, board, Frame(*run.game.entry[clause], given))
            case Goto(clause) if clause == frame.position and not remembers:
                pass  # it comes back only to do what was forgotten
            case Goto() | Let() | Return() | Recall() | Unwind():
                kept.append(move)
    return tuple(kept)


def _book_keeping_of(run: Run, board: Board, called: Frame) -> list[Move]:
    """What stays of a procedure that was never begun: that an ability waits no more, for one."""
    try:
        answer = run.game.bindings.steps[called.position].run(board, called)
    except (Doubt, NotModelledError):
        return []
    moves: Sequence[Move] = answer if type(answer) is tuple else () if answer is None else (answer,)  # type: ignore[assignment]
    return [Do(*filter(run.play.is_book_keeping, move)) for move in moves if isinstance(move, Do)]


def _repeated(run: Run, state: State, times: int, recorder: TraceRecorder) -> State:
    """The state in which the step is still to come, and has been done so many times already."""
    depth = len(state.stack)
    frame = state.stack[-1]
    for _ in range(times):
        answer = run.game.bindings.steps[frame.position].run(state.board, state.stack[-1])
        moves: Sequence[Move] = answer if type(answer) is tuple else (answer,)  # type: ignore[assignment]
        doing = tuple(move for move in moves if isinstance(move, Do | Call | Commit))
        again = Horizon(frozenset((frame.position,)), lambda reached: len(reached.stack) == depth)
        recorder.step(frame.position, depth, ())
        pause: Pause = Machine(run.game, recorder).run(_with(state, frame, doing), again)
        while isinstance(pause, Decision):
            recorder.decide(pause.clause, pause.player, pause.options[0], len(pause.options) - 1, len(pause.state.stack))
            pause = Machine(run.game, recorder).run(pause.take(pause.options[0]), again)
        if not isinstance(pause, Reached):
            break
        state = pause.state
    return state


def _like(graph: Graph, wanted: list[object]) -> int:
    """The end of the line on which the same is chosen as far as it can be."""
    node, seen = 0, {0}
    while graph.nodes[node].end is None and graph.nodes[node].edges:
        edges = graph.nodes[node].edges
        ways = [(label, target) for label, target in edges if target not in seen] or edges[:1]
        label, target = next(((label, target) for label, target in ways if label in wanted), ways[0])
        if target in seen:
            break
        if label in wanted:
            wanted = wanted[wanted.index(label) + 1 :]
        seen.add(target)
        node = target
    return node
