"""The explorer: the graph of everything that can still be chosen, from a state forward, every state once.

A node is a decision or an end. What a question asks about a line and not about its end (clauses run through, orders,
moments) is the *progress* of the line: it belongs to the node, so that every question is answered at the ends.
"""

import time
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from headjudge.parser.named import NamedTuple
from headjudge.simulator.game import Game
from headjudge.simulator.machine import LONE_LIMIT, Decision, Exhausted, Horizon, Machine, Over, Pause, Reached, Recorder
from headjudge.simulator.moves import Option
from headjudge.simulator.state import Board, ObjectId, Player, State
from headjudge.simulator.unmodelled import NotModelledError

Progress = Hashable
Start = tuple[State, Progress]


class EndKind(StrEnum):
    """How a line ends."""

    HORIZON = "horizon"
    OVER = "over"
    ILLEGAL = "illegal"
    UNMODELLED = "unmodelled"
    EXHAUSTED = "exhausted"
    UNFINISHED = "unfinished"


class Way(NamedTuple):
    """One option of a decision that is followed, and the progress of the line once it has been taken."""

    option: Option
    progress: Progress


class Refusal(NamedTuple):
    """What was to be done cannot be done here: which scripted action, and the clauses that forbid it."""

    action: int
    clauses: tuple[str, ...]


class Direction(Protocol):
    """What steers and watches the lines: the script of a ruling, and what its questions ask."""

    def ways(self, decision: Decision, progress: Progress) -> Sequence[Way] | Refusal:
        """The options to follow: one that is scripted, or all that are open."""

    def horizon(self, progress: Progress) -> Horizon | None:
        """Where a line with that progress ends."""

    def looks_at_lone(self, progress: Progress) -> bool:
        """Whether choices without an alternative are to be shown as well: a script may name them, or refuse them."""

    def interject(self, state: State, progress: Progress) -> Start:
        """The state and progress with what may be done at any time, and is to be done now, put before everything else."""

    def marked(self, board: Board) -> Sequence[ObjectId]:
        """The things by name that later questions are about, as they are now."""

    def watcher(self) -> "Watcher":
        """What notes, during one run, what the questions ask about the line."""


class Watcher(Recorder, Protocol):
    """A recorder that adds what happened in one run to the progress of the line."""

    def advance(self, progress: Progress, pause: Pause) -> Progress:
        """The progress after the run."""


class End(NamedTuple):
    """Where a line ended. `facts` are what the direction's judge said of it."""

    kind: EndKind
    facts: Hashable


@dataclass(slots=True)
class Node:
    """A state of the graph. `came` is how it was reached first: (node, number of the way), None for the root."""

    player: Player | None
    came: tuple[int, int] | None
    edges: list[tuple[Hashable, int]] = field(default_factory=list)
    end: End | None = None
    open: bool = False
    """Whether its ways were not followed because a limit was reached."""


@dataclass(slots=True)
class Graph:
    """What the explorer found. `nodes[0]` is the root; `complete` says that no limit cut anything off."""

    nodes: list[Node]
    complete: bool
    seconds: float
    merged_growth: bool = False
    """Whether states that differ only in numbers that grow and that nothing reads were taken for the same."""

    @property
    def ends(self) -> Iterator[tuple[int, End]]:
        """Every end, with its node."""
        return ((number, node.end) for number, node in enumerate(self.nodes) if node.end is not None)

    def path(self, node: int) -> tuple[int, ...]:
        """The numbers of the ways that lead from the root to a node."""
        taken: list[int] = []
        while (came := self.nodes[node].came) is not None:
            taken.append(came[1])
            node = came[0]
        return tuple(reversed(taken))


class Limits(NamedTuple):
    """How far to explore."""

    nodes: int = 20_000
    seconds: float = 20.0


class Growth(NamedTuple):
    """A state without the numbers that may grow unread, and those numbers."""

    key: Hashable
    numbers: tuple[int, ...]


Judge = Callable[[State, Progress, EndKind, object], Hashable]


@dataclass(slots=True)
class Explorer:
    """Explores one question. `judge` says at each end what the questions are about, so that its board can be forgotten."""

    game: Game
    direction: Direction
    judge: Judge
    limits: Limits = field(default_factory=Limits)
    growth: Callable[[State], Growth] | None = None
    last_first: bool = False
    """Whether to explore the newest node first; what is found does not depend on it."""
    graph: Graph = field(init=False)
    _known: dict[Hashable, int] = field(init=False, default_factory=dict)
    """The node of each state met, by its key, and of each end."""
    _grown: dict[int, Growth] = field(init=False, default_factory=dict)
    _waiting: deque[tuple[int, Decision, Progress]] = field(init=False, default_factory=deque)

    def explore(self, start: State, progress: Progress) -> Graph:
        """The whole graph from a state, or as much of it as the limits allow."""
        began = time.perf_counter()
        self.graph = graph = Graph([], complete=True, seconds=0.0)
        for memory in (self._known, self._grown, self._waiting):
            memory.clear()
        root = self._arrive(start, progress, None)
        assert root == 0
        while self._waiting:
            if len(graph.nodes) > self.limits.nodes or time.perf_counter() - began > self.limits.seconds:
                graph.complete = False
                for number, _, _ in self._waiting:
                    graph.nodes[number].open = True
                break
            self._follow(*(self._waiting.pop() if self.last_first else self._waiting.popleft()))
        graph.seconds = time.perf_counter() - began
        return graph

    def forget_frontier(self) -> None:
        """Lets go of the states whose ways were not followed."""
        self._waiting.clear()

    def _follow(self, number: int, decision: Decision, progress: Progress) -> None:
        node = self.graph.nodes[number]
        try:
            ways = self.direction.ways(decision, progress)
        except NotModelledError as lack:
            node.end = End(EndKind.UNMODELLED, self.judge(decision.state, progress, EndKind.UNMODELLED, lack.words))
            return
        if isinstance(ways, Refusal):
            node.end = End(EndKind.ILLEGAL, self.judge(decision.state, progress, EndKind.ILLEGAL, ways))
            return
        for index, way in enumerate(ways):
            target = self._arrive(decision.take(way.option), way.progress, (number, index))
            node.edges.append((way.option.label, target))

    def _arrive(self, state: State, progress: Progress, came: tuple[int, int] | None) -> int:
        """Runs on from a state; the number of the node at which it pauses, a new one unless it was there before."""
        try:
            pause, progress = onward(self.game, self.direction, (state, progress), at_once=came is not None)
        except NotModelledError as lack:
            facts = self.judge(state, progress, EndKind.UNMODELLED, lack.words)
            return self._new(Node(None, came, end=End(EndKind.UNMODELLED, facts)))
        kind = _END_KINDS.get(type(pause))
        if kind is not None:
            end = End(kind, self.judge(pause.state, progress, kind, None))
            if end not in self._known:
                self._known[end] = self._new(Node(None, came, end=end))
            return self._known[end]
        assert isinstance(pause, Decision)
        key = (self.game.canonical(pause.state, self.direction.marked(pause.state.board)), progress)
        if key in self._known:
            return self._known[key]
        growth = None
        if self.growth is not None:
            growth = self.growth(pause.state)
            same = self._grown_from(growth, came, progress)
            if same is not None:
                self.graph.merged_growth = True
                return same
        number = self._known[key] = self._new(Node(pause.player, came))
        if growth is not None:
            self._grown[number] = Growth((growth.key, progress), growth.numbers)
        self._waiting.append((number, pause, progress))
        return number

    def _new(self, node: Node) -> int:
        self.graph.nodes.append(node)
        return len(self.graph.nodes) - 1

    def _grown_from(self, growth: Growth, came: tuple[int, int] | None, progress: Progress) -> int | None:
        """A state on the way here that differs only in numbers that have grown since."""
        wanted = (growth.key, progress)
        while came is not None:
            earlier = self._grown.get(came[0])
            if earlier is not None and earlier.key == wanted and _has_grown(earlier.numbers, growth.numbers):
                return came[0]
            came = self.graph.nodes[came[0]].came
        return None


def onward(
    game: Game, direction: Direction, start: Start, *, at_once: bool, recorder: Recorder | None = None
) -> tuple[Pause, Progress]:
    """Runs a line on to its next node: over every choice that has no alternative, but past none that a script refuses."""
    state, progress = start
    for taken in range(LONE_LIMIT + 1):
        state, progress = direction.interject(state, progress)
        lone = direction.looks_at_lone(progress)
        horizon = direction.horizon(progress)
        if recorder is not None:
            Machine(game, recorder).run(state, horizon, at_once=at_once, lone=lone)
        watcher = direction.watcher()
        pause = Machine(game, watcher).run(state, horizon, at_once=at_once, lone=lone)
        progress = watcher.advance(progress, pause)
        if not (lone and isinstance(pause, Decision) and len(pause.options) == 1) or taken == LONE_LIMIT:
            break
        ways = direction.ways(pause, progress)
        if isinstance(ways, Refusal):
            break
        if recorder is not None:
            recorder.chose(pause.clause, pause.player, ways[0].option, len(pause.state.stack))
        state, progress, at_once = pause.take(ways[0].option), ways[0].progress, True
    return pause, progress


def _has_grown(then: tuple[int, ...], now: tuple[int, ...]) -> bool:
    return then != now and all(after >= before for before, after in zip(then, now, strict=True))


_END_KINDS: dict[type, EndKind] = {Over: EndKind.OVER, Reached: EndKind.HORIZON, Exhausted: EndKind.EXHAUSTED}
