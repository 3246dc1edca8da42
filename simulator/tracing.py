"""Recorders: what a run notes of itself - every step for a trace, or only what questions ask."""

from collections.abc import Callable, Sequence

from headjudge.simulator.explorer import Direction, Graph, Refusal
from headjudge.simulator.game import Game
from headjudge.simulator.machine import Decision, Machine
from headjudge.simulator.moves import Event, Option
from headjudge.simulator.state import Board, Player, State
from headjudge.simulator.unmodelled import NotModelledError
from headjudge.simulator.verdict import TraceLine


class TraceRecorder:
    """Writes down every step, as lines of a trace."""

    def __init__(self, wording: Callable[[str], str]) -> None:
        self.wording = wording
        self.lines: list[TraceLine] = []
        self.depth = 0

    def step(self, clause: str, depth: int, cited: tuple[str, ...]) -> None:
        """A step ran."""
        self.depth = depth
        self.lines.append(TraceLine(clause, depth, self.wording(clause), (), cited))

    def happened(self, _before: Board, events: tuple[Event, ...], cited: tuple[str, ...]) -> None:
        """What happened belongs to the step before; a later batch of the same step gets a line of its own."""
        if not events and not cited:
            return
        last = self.lines[-1] if self.lines else TraceLine("", 0, "", (), ())
        if self.lines and not last.events:
            self.lines[-1] = last._replace(events=events, rests_on=tuple(dict.fromkeys((*last.rests_on, *cited))))
        else:
            self.lines.append(TraceLine(last.clause, last.depth, last.quote, events, cited))

    def chose(self, clause: str, player: Player, option: Option, depth: int) -> None:
        """A choice without an alternative."""
        self.decide(clause, player, option, 0, depth)

    def decide(self, clause: str, player: Player, option: Option, alternatives: int, depth: int) -> None:
        """A player chose."""
        last = self.lines[-1] if self.lines else None
        if last is not None and last.clause == clause and last.choice is None and not last.events:
            self.lines[-1] = last._replace(choice=(player, option.label), alternatives=alternatives)
        else:
            line = TraceLine(clause, depth, self.wording(clause), (), (), (player, option.label), alternatives)
            self.lines.append(line)


def trace(
    game: Game,
    direction: Direction,
    start: tuple[State, object],
    graph: Graph,
    node: int,
    wording: Callable[[str], str],
) -> tuple[TraceLine, ...]:
    """The line from the start to a node, replayed step by step; quiet check timings are folded into one line each."""
    recorder = TraceRecorder(wording)
    state, progress = start
    path = graph.path(node)
    for number in range(len(path) + 1):
        machine = Machine(game, recorder)
        watcher = direction.watcher()
        try:
            Machine(game, watcher).run(state, direction.horizon(progress), at_once=number > 0)
            pause = machine.run(state, direction.horizon(progress), at_once=number > 0)
        except NotModelledError:
            break
        progress = watcher.advance(progress, pause)
        if not isinstance(pause, Decision) or number == len(path):
            break
        ways = direction.ways(pause, progress)
        assert not isinstance(ways, Refusal)
        way = ways[path[number]]
        recorder.decide(pause.clause, pause.player, way.option, len(pause.options) - 1, len(pause.state.stack))
        state, progress = pause.take(way.option), way.progress
    return fold(recorder.lines)


def fold(lines: Sequence[TraceLine]) -> tuple[TraceLine, ...]:
    """The lines without those of a called procedure that did nothing but end, such as a check timing with nothing to do."""
    out: list[TraceLine] = []
    for place, line in enumerate(lines):
        nothing = not line.events and line.choice is None and not line.rests_on
        before = lines[place - 1] if place else None
        after = lines[place + 1] if place + 1 < len(lines) else None
        called = before is not None and line.depth > before.depth
        alone = called and (after is None or after.depth < line.depth)
        if not (nothing and alone):
            out.append(line)
    return tuple(out)
