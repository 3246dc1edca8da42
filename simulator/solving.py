"""What follows from a graph: loops (13.1), what holds at every end or at some, and what a player can force."""

from collections.abc import Callable, Iterator

from headjudge.parser.named import NamedTuple
from headjudge.simulator.explorer import End, Graph


class Loops(NamedTuple):
    """The loops of a graph, as sets of nodes: those that nobody can leave, and those that somebody can."""

    endless: tuple[frozenset[int], ...]
    leavable: tuple[frozenset[int], ...]


def components(graph: Graph) -> Iterator[list[int]]:
    """The strongly connected components of the graph (Tarjan's algorithm, without recursion), those behind others first."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    on_stack: set[int] = set()
    stack: list[int] = []
    for root in range(len(graph.nodes)):
        if root in index:
            continue
        work = [(root, 0)]
        while work:
            node, place = work.pop()
            if place == 0:
                index[node] = low[node] = len(index)
                stack.append(node)
                on_stack.add(node)
            targets = [target for _, target in graph.nodes[node].edges]
            for at in range(place, len(targets)):
                target = targets[at]
                if target not in index:
                    work += [(node, at + 1), (target, 0)]
                    break
                if target in on_stack:
                    low[node] = min(low[node], index[target])
            else:
                if low[node] == index[node]:
                    found = []
                    while True:
                        member = stack.pop()
                        on_stack.discard(member)
                        found.append(member)
                        if member == node:
                            break
                    yield found
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])


def loops(graph: Graph) -> Loops:
    """Every loop: a component with a cycle. One without an edge out of it can be stopped by nobody (13.1.1.1)."""
    endless: list[frozenset[int]] = []
    leavable: list[frozenset[int]] = []
    for found in components(graph):
        members = frozenset(found)
        inside = any(target in members for node in members for _, target in graph.nodes[node].edges)
        if inside and not any(graph.nodes[node].open for node in members):
            leaves = any(target not in members for node in members for _, target in graph.nodes[node].edges)
            (leavable if leaves else endless).append(members)
    return Loops(tuple(endless), tuple(leavable))


def can_force(graph: Graph, player: int, wanted: Callable[[End], bool]) -> bool | None:
    """Whether the player can bring about a wanted end whatever chance and the other do; None if that cannot be told.

    A fixpoint: a node is won if it is a wanted end, if the player has a way to a won node, or if every way of the other
    leads to one. Who could stay in a loop for ever must leave it some time (13.1.1.2): a loop from which every way that
    the other has leads back into it or to a won node is won too.
    """
    won = _won(graph, player, wanted, unknown=False)
    if 0 in won:
        return True
    return None if 0 in _won(graph, player, wanted, unknown=True) else False


def _won(graph: Graph, player: int, wanted: Callable[[End], bool], *, unknown: bool) -> set[int]:
    """The nodes that are won if every node that was not followed is (`unknown`), or is not."""
    won = {number for number, end in graph.ends if wanted(end)}
    if unknown:
        won |= {number for number, node in enumerate(graph.nodes) if node.open}
    while True:
        before = len(won)
        changed = True
        while changed:
            changed = False
            for number, node in enumerate(graph.nodes):
                if number in won or not node.edges or node.open:
                    continue
                ways = [target in won for _, target in node.edges]
                if any(ways) if node.player == player else all(ways):
                    won.add(number)
                    changed = True
        won |= _left_in_the_end(graph, player, won)
        if len(won) == before:
            return won


def _left_in_the_end(graph: Graph, player: int, won: set[int]) -> set[int]:
    """Nodes not won in which the other player can only go round in loops, and in the end must leave them to a won node.

    The largest set such that every way of the other stays in it or is won, the player has a way that does, and from each
    of its nodes a won node can be reached without leaving it: nobody may stay in a loop that somebody can leave.
    """
    region = {number for number, node in enumerate(graph.nodes) if number not in won and node.edges and not node.open}
    while True:
        kept = {number for number in region if _stays(graph, number, player, region | won)}
        kept = _reaching(graph, kept, won)
        if kept == region:
            return region
        region = kept


def _stays(graph: Graph, number: int, player: int, inside: set[int]) -> bool:
    node = graph.nodes[number]
    ways = [target in inside for _, target in node.edges]
    return any(ways) if node.player == player else all(ways)


def _reaching(graph: Graph, region: set[int], won: set[int]) -> set[int]:
    """The nodes of a region from which a won node can be reached within it."""
    found = {number for number in region if any(target in won for _, target in graph.nodes[number].edges)}
    while True:
        more = {n for n in region - found if any(target in found for _, target in graph.nodes[n].edges)}
        if not more:
            return found
        found |= more
