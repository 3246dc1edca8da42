"""The clause graph of an edition, and the chains and paths through it (networkx).

Edge kinds: *contains* (parent to sub-clause), *cites* (a reference), *flow* (a step's next step, `返回N`, `进入N`), *terms*
(a clause to the clauses that define a word it uses).
"""

import sqlite3
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import TypeAlias

import networkx as nx

from headjudge.kb.lookup import Brief, briefs

Graph: TypeAlias = "nx.MultiDiGraph[int]"


class Direction(StrEnum):
    """Which way a chain is followed: to what the clause rests on, to what rests on it, or both."""

    OUT = "out"
    IN = "in"
    BOTH = "both"


class EdgeKind(StrEnum):
    """What joins two clauses."""

    CITES = "cites"
    FLOW = "flow"
    CONTAINS = "contains"
    TERMS = "terms"


@dataclass(frozen=True, slots=True)
class ChainNode:
    """A clause of a chain; `depth` counts the steps from the root (0), and `way` says on which side of it the clause lies."""

    brief: Brief
    depth: int
    way: Direction


@dataclass(frozen=True, slots=True)
class ChainEdge:
    """One link of a chain. `source` is the clause in whose words the link stands, `holder` the node of the chain that it
    belongs to (itself or a clause above it); of an incoming chain `target` may be a sub-clause of the holder."""

    source: str
    target: str
    kind: EdgeKind
    text: str
    holder: str
    way: Direction


@dataclass(frozen=True, slots=True)
class Chain:
    """What was found from a clause: nodes in the order of their discovery, edges, and the loops of the procedure."""

    root: Brief
    nodes: tuple[ChainNode, ...]
    edges: tuple[ChainEdge, ...]
    cycles: tuple[tuple[str, ...], ...]


def load(db: sqlite3.Connection, edition: int) -> Graph:
    """The graph of an edition: nodes are clause rows with their `brief`; edges have `kind` and `text`."""
    graph: Graph = nx.MultiDiGraph()
    for brief in briefs(db, "WHERE c.edition = ? ORDER BY c.id", (edition,)):
        graph.add_node(brief.row, brief=brief)
    inside = "clause IN (SELECT id FROM clauses WHERE edition = ?)"
    below = """SELECT c.parent, c.id FROM clauses c JOIN clauses p ON p.id = c.parent
        WHERE c.edition = ? AND p.parent IS NOT NULL ORDER BY c.id"""  # the document itself is no clause
    for parent, child in db.execute(below, (edition,)):
        graph.add_edge(parent, child, kind=EdgeKind.CONTAINS, text="")
    rows = db.execute(
        f"SELECT clause, target, text, flow FROM refs WHERE {inside} AND target IS NOT NULL ORDER BY rowid", (edition,)
    )
    for source, target, text, flow in rows:
        graph.add_edge(source, target, kind=EdgeKind.CITES, text=text)
        if flow:
            graph.add_edge(source, target, kind=EdgeKind.FLOW, text=text)
    for source, target in db.execute(f"SELECT clause, next FROM steps WHERE {inside} ORDER BY clause", (edition,)):
        graph.add_edge(source, target, kind=EdgeKind.FLOW, text="")
    rows = db.execute(
        f"""SELECT DISTINCT m.clause, d.clause, t.word FROM mentions m JOIN terms t ON t.id = m.term
            JOIN definitions d ON d.term = m.term WHERE m.{inside} ORDER BY m.clause, d.clause""",
        (edition,),
    )
    for source, target, word in rows:
        graph.add_edge(source, target, kind=EdgeKind.TERMS, text=word)
    return graph


def _edition_of(db: sqlite3.Connection, brief: Brief) -> int:
    row: tuple[int] = db.execute("SELECT edition FROM clauses WHERE id = ?", (brief.row,)).fetchone()
    return row[0]


def _within(graph: Graph, node: int) -> list[int]:
    """The clause and everything below it, in the book's order."""
    out, waiting = [], [node]
    while waiting:
        current = waiting.pop()
        out.append(current)
        below = [child for _, child, data in graph.out_edges(current, data=True) if data["kind"] is EdgeKind.CONTAINS]
        waiting.extend(sorted(below, reverse=True))
    return out


def chain(
    db: sqlite3.Connection,
    brief: Brief,
    *,
    direction: Direction = Direction.BOTH,
    depth: int = 3,
    edges: Collection[EdgeKind] = (EdgeKind.CITES, EdgeKind.FLOW),
) -> Chain:
    """Everything that the clause and its sub-clauses rest on, everything that rests on them, up to `depth` steps away.

    A target is followed with its sub-clauses too, and only once. Loops of the procedure are those of the root's own steps and of
    the steps that the chain passes.
    """
    graph = load(db, _edition_of(db, brief))
    nodes = [ChainNode(brief, 0, Direction.BOTH)]
    found: dict[ChainEdge, None] = {}
    for way in (Direction.OUT, Direction.IN):
        if direction in (way, Direction.BOTH):
            _follow(graph, brief, way, depth, frozenset(edges), nodes, found)
    passed = {row for node in nodes if node.way is not Direction.IN for row in _within(graph, node.brief.row)}
    cycles = loops(graph.subgraph(passed)) if EdgeKind.FLOW in edges else []
    return Chain(brief, tuple(nodes), tuple(found), tuple(cycles))


def _follow(
    graph: Graph,
    root: Brief,
    way: Direction,
    depth: int,
    kinds: frozenset[EdgeKind],
    nodes: list[ChainNode],
    found: dict[ChainEdge, None],
) -> None:
    seen, followed, level = {root.row}, set[int](), [root.row]
    for distance in range(1, depth + 1):
        following: list[int] = []
        for holder in level:
            # sub-clauses that are to be shown as nodes speak for themselves
            apart = way is Direction.OUT and EdgeKind.CONTAINS in kinds
            own = [holder] if apart else _within(graph, holder)
            seen.update(own)  # a clause that was followed as part of another is not followed again
            new = [node for node in own if node not in followed]
            followed.update(new)
            for source, target, data in _links(graph, new, way, kinds):
                other = target if way is Direction.OUT else source
                if other in own and (way is Direction.IN or data["kind"] in (EdgeKind.CONTAINS, EdgeKind.TERMS)):
                    continue  # what its own clauses cite of one another, and its own steps, are shown once, on the way out
                edge = ChainEdge(_key(graph, source), _key(graph, target), data["kind"], data["text"], _key(graph, holder), way)
                found.setdefault(edge)
                if other not in seen:
                    seen.add(other)
                    following.append(other)
                    nodes.append(ChainNode(graph.nodes[other]["brief"], distance, way))
        level = following


def _links(
    graph: Graph, own: Iterable[int], way: Direction, kinds: frozenset[EdgeKind]
) -> Iterable[tuple[int, int, dict[str, EdgeKind]]]:
    """The links that leave (or reach) these clauses, a jump of the procedure once and not as a citation too."""
    for node in own:
        links = list(graph.out_edges(node, data=True) if way is Direction.OUT else graph.in_edges(node, data=True))
        jumps = {(a, b) for a, b, data in links if data["kind"] is EdgeKind.FLOW and data["text"]}
        for a, b, data in links:
            if data["kind"] not in kinds:
                continue
            said_as_jump = EdgeKind.FLOW in kinds and (a, b) in jumps
            if said_as_jump and not (data["kind"] is EdgeKind.FLOW and data["text"]):
                continue
            yield a, b, data


def _key(graph: Graph, node: int) -> str:
    brief: Brief = graph.nodes[node]["brief"]
    return brief.key


def loops(graph: Graph) -> list[tuple[str, ...]]:
    """The loops of the procedure: for every jump back, the shortest way from where it leads to where it stands, and back.

    The first and the last clause of each are the same (10.5.3.1, 10.5.3.2, 10.5.3.1).
    """
    flow: nx.DiGraph[int] = nx.DiGraph([(a, b) for a, b, data in graph.edges(data=True) if data["kind"] is EdgeKind.FLOW])
    out = []
    for source, target in sorted(flow.edges):
        if target <= source and nx.has_path(flow, target, source):
            way = nx.shortest_path(flow, target, source)
            out.append(tuple(_key(graph, node) for node in (*way, target)))
    return out


def shortest_path(db: sqlite3.Connection, start: Brief, end: Brief) -> tuple[tuple[Brief, ...], tuple[ChainEdge, ...]]:
    """The fewest citations that lead from a clause (or one of its sub-clauses) to another (or one of its); empty without any.

    Both clauses must be of one edition. The nodes include the sub-clauses in which the citations stand.
    """
    graph = load(db, _edition_of(db, start))
    if end.row not in graph:
        return (), ()
    # Citations count; going down to a sub-clause that cites costs next to nothing, and only the end may be reached from below.
    roads: nx.DiGraph[int] = nx.DiGraph()
    words: dict[tuple[int, int], tuple[EdgeKind, str]] = {}
    for a, b, data in graph.edges(data=True):
        if data["kind"] in (EdgeKind.CONTAINS, EdgeKind.CITES) and words.get((a, b), ("",))[0] is not EdgeKind.CITES:
            roads.add_edge(a, b, weight=1000 if data["kind"] is EdgeKind.CITES else 1)
            words[a, b] = (data["kind"], data["text"])
    goal = -1  # rows are positive
    roads.add_nodes_from((start.row, goal))
    for node in _within(graph, end.row):
        roads.add_edge(node, goal, weight=0)
    try:
        way = nx.shortest_path(roads, start.row, goal, weight="weight")[:-1]
    except nx.NetworkXNoPath:
        return (), ()
    edges = []
    for a, b in pairwise(way):
        kind, text = words[a, b]
        edges.append(ChainEdge(_key(graph, a), _key(graph, b), kind, text, _key(graph, a), Direction.OUT))
    return tuple(graph.nodes[node]["brief"] for node in way), tuple(edges)
