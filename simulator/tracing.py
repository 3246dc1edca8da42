"""Recorders: what a run notes of itself - every step for a trace, or only what questions ask."""

from collections.abc import Callable, Iterator, Sequence

from headjudge.simulator.explorer import Direction, Graph, Refusal, onward
from headjudge.simulator.game import Game
from headjudge.simulator.machine import Decision, Pause
from headjudge.simulator.moves import Event, Option
from headjudge.simulator.state import Board, Player, State
from headjudge.simulator.unmodelled import NotModelledError
from headjudge.simulator.verdict import Offer, TraceLine


class TraceRecorder:
    """Writes down every step, as lines of a trace."""

    def __init__(self, wording: Callable[[str], str]) -> None:
        self.wording = wording
        self.lines: list[TraceLine] = []
        self.depth = 0
        self._visits: dict[str, int] = {}
        self._before: dict[int, Board] = {}
        """The board from before a line, if anything happened on it."""

    def step(self, clause: str, depth: int, cited: tuple[str, ...]) -> None:
        """A step ran."""
        self.depth = depth
        visit = self._visits[clause] = self._visits.get(clause, 0) + 1
        self.lines.append(TraceLine(clause, depth, self.wording(clause), (), cited, visit=visit))

    def passed(self, clause: str, depth: int, _cited: tuple[str, ...]) -> None:
        """A step was passed over: its wording says why."""
        self.lines.append(TraceLine(clause, depth, self.wording(clause), (), (), passed=True))

    def happened(self, before: Board, events: tuple[Event, ...], cited: tuple[str, ...], depth: int) -> None:
        """What happened belongs to the step that did it, on its own line if nothing was called since, else on a new one."""
        if not events and not cited:
            return
        mine = next((line for line in reversed(self.lines) if line.depth == depth and not line.passed), None)
        if mine is not None and mine is self.lines[-1] and not mine.events:
            self.lines[-1] = mine._replace(events=events, rests_on=tuple(dict.fromkeys((*mine.rests_on, *cited))))
        elif mine is not None:
            self.lines.append(TraceLine(mine.clause, depth, mine.quote, events, cited, visit=mine.visit))
        else:
            self.lines.append(TraceLine("", depth, "", events, cited))
        self._before.setdefault(len(self.lines) - 1, before)

    def came_to_nothing(self, events: tuple[Event, ...], depth: int) -> None:
        """What came to nothing stands with the step that was to do it."""
        for place in range(len(self.lines) - 1, -1, -1):
            line = self.lines[place]
            if line.depth == depth and not line.passed:
                self.lines[place] = line._replace(nothing=(*line.nothing, *events))
                return

    def chose(self, clause: str, player: Player, option: Option, depth: int) -> None:
        """A choice without an alternative."""
        self.decide(clause, player, option, 0, depth)

    def decide(self, clause: str, player: Player, option: Option, alternatives: int, depth: int) -> None:
        """A player chose."""
        last = self.lines[-1] if self.lines else None
        if last is not None and last.clause == clause and last.choice is None and not last.events:
            self.lines[-1] = last._replace(choice=(player, option.label), alternatives=alternatives)
        else:
            visit = self._visits.get(clause, 0)
            line = TraceLine(clause, depth, self.wording(clause), (), (), (player, option.label), alternatives, visit=visit)
            self.lines.append(line)

    def finished(self, board: Board) -> tuple[TraceLine, ...]:
        """The lines, each with the board after it; given is the board after the last."""
        out: list[TraceLine] = []
        for number in reversed(range(len(self.lines))):
            out.append(self.lines[number]._replace(board=board))
            board = self._before.get(number, board)
        return tuple(reversed(out))


def replayed(
    game: Game,
    direction: Direction,
    start: tuple[State, object],
    graph: Graph,
    node: int,
    recorder: TraceRecorder | None = None,
) -> Iterator[tuple[State, Pause | None]]:
    """The line from the start to a node run again: the state from which each piece of it begins, and the pause to which it
    leads (None if it comes to something that is not modelled)."""
    state, progress = start
    path = graph.path(node)
    for number in range(len(path) + 1):
        try:
            pause, progress = onward(game, direction, (state, progress), at_once=number > 0, recorder=recorder)
        except NotModelledError:
            yield state, None
            return
        yield state, pause
        if not isinstance(pause, Decision) or number == len(path):
            return
        ways = direction.ways(pause, progress)
        assert not isinstance(ways, Refusal)
        way = ways[path[number]]
        if recorder is not None:
            recorder.decide(pause.clause, pause.player, way.option, len(pause.options) - 1, len(pause.state.stack))
        state, progress = pause.take(way.option), way.progress


def trace(
    game: Game,
    direction: Direction,
    start: tuple[State, object],
    graph: Graph,
    node: int,
    wording: Callable[[str], str],
    *,
    whole: bool = False,
    begun: TraceRecorder | None = None,
) -> tuple[TraceLine, ...]:
    """The line from the start to a node, replayed step by step, behind what has `begun` it. Unless the `whole` is wanted, quiet
    check timings are folded into one line each."""
    recorder = begun or TraceRecorder(wording)
    board: Board = start[0].board
    for state, pause in replayed(game, direction, start, graph, node, recorder):
        board = (state if pause is None else pause.state).board
    lines = recorder.finished(board)
    return lines if whole else fold(lines)


def offered(game: Game, direction: Direction, start: tuple[State, object], graph: Graph, node: int) -> Offer | None:
    """What can be chosen at a node; nothing where no decision is open."""
    *_, (_, pause) = replayed(game, direction, start, graph, node)
    if not isinstance(pause, Decision):
        return None
    return Offer(pause.clause, pause.player, tuple(option.label for option in pause.options), pause.state.board)


def fold(lines: Sequence[TraceLine]) -> tuple[TraceLine, ...]:
    """The lines without those of a called procedure that did nothing but end, such as a check timing with nothing to do."""
    out: list[TraceLine] = []
    quiet = list(_quiet(lines))
    for place, line in enumerate(lines):
        if not any(start <= place < stop for start, stop in quiet):
            out.append(line)
    return tuple(out)


def _quiet(lines: Sequence[TraceLine]) -> Iterator[tuple[int, int]]:
    """The runs of lines, deeper than the line before, in which nothing happened and nobody chose."""
    for place in range(1, len(lines)):
        if lines[place].depth <= lines[place - 1].depth:
            continue
        stop = place
        while stop < len(lines) and lines[stop].depth >= lines[place].depth:
            line = lines[stop]
            if line.events or line.choice is not None or line.rests_on:
                break
            stop += 1
        else:
            yield place, stop
            continue
        if lines[stop].depth < lines[place].depth:
            yield place, stop
