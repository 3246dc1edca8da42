"""Every branch of a ruling that was run, as a tree: each state of the graph once, where it was reached first."""

from dataclasses import dataclass, field

from headjudge.simulator.explorer import EndKind, Refusal, Start, onward
from headjudge.simulator.machine import Decision
from headjudge.simulator.play import Facts
from headjudge.simulator.run import Run
from headjudge.simulator.state import Board
from headjudge.simulator.unmodelled import NotModelledError


@dataclass(slots=True)
class Branch:
    """A state: who decides what there (at a clause, on a board), or how the line ends.

    A way leads to another branch; to the number of one that stands elsewhere, if that state had been reached before; or
    nowhere, if it was not followed.
    """

    number: int
    board: Board
    player: int | None = None
    clause: str = ""
    ways: list[tuple[object, "Branch | int | None"]] = field(default_factory=list)
    end: EndKind | None = None
    facts: Facts | None = None


@dataclass(frozen=True, slots=True)
class Branches:
    """The tree, how many states are in it, and whether there were more than were wanted."""

    root: Branch
    states: int
    cut: bool


def branches(run: Run, most: int) -> Branches:
    """The branches of a ruling whose verdict has been given, of so many states at most."""
    start: Start = (run.start, run.questions.start())
    root = Branch(0, run.start.board)
    waiting: list[tuple[Branch, Start]] = [(root, start)]
    states, cut = 1, False
    while waiting:
        branch, (state, progress) = waiting.pop(0)
        node = run.graph.nodes[branch.number]
        if node.end is not None and isinstance(node.end.facts, Facts):
            branch.end, branch.facts = node.end.kind, node.end.facts
        try:
            pause, progress = onward(run.game, run.direction, (state, progress), at_once=branch is not root)
        except NotModelledError:
            continue
        branch.board = pause.state.board
        if not isinstance(pause, Decision):
            continue
        branch.player, branch.clause = pause.player, pause.clause
        ways = run.direction.ways(pause, progress)
        if isinstance(ways, Refusal) or branch.end is not None:
            continue
        targets: list[int | None] = [target for _, target in node.edges]
        targets = targets or [None] * len(ways)
        for index, (way, target) in enumerate(zip(ways, targets, strict=True)):
            if target is None or run.graph.nodes[target].came != (branch.number, index):
                branch.ways.append((way.option.label, target))
            elif states >= most:
                branch.ways.append((way.option.label, None))
                cut = True
            else:
                states += 1
                below = Branch(target, pause.state.board)
                branch.ways.append((way.option.label, below))
                waiting.append((below, (pause.take(way.option), way.progress)))
    return Branches(root, states, cut)
