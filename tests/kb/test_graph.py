"""Chains, loops and paths through the clauses of an edition."""

import sqlite3
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headjudge.kb.clause import Clause, ClauseKey, Reference, ReferenceKind
from headjudge.kb.database import connect
from headjudge.kb.editions import chosen_editions
from headjudge.kb.graph import Chain, Direction, EdgeKind, chain, load, loops, shortest_path
from headjudge.kb.lookup import find_one
from headjudge.kb.rows import by_row
from tests.kb.books import clause
from tests.kb.conftest import Library


def cites(*targets: str, flow: bool = False) -> list[Reference]:
    return [Reference(target, ReferenceKind.NUMBER, 0, 1, (ClauseKey(target),), flow=flow) for target in targets]


BOOK: list[Clause] = [
    clause("1", title="甲"),
    clause("1.1", "处理：", parent="1"),
    clause("1.1.1", "甲", parent="1.1", references=cites("2.1")),
    clause("1.1.2", "如果…，返回1.1.1", parent="1.1", references=cites("1.1.1", flow=True)),
    clause("1.1.3", "完", parent="1.1", references=cites("1.1.1", flow=True)),
    clause("2", title="乙"),
    clause("2.1", "见3。", parent="2", references=cites("3")),
    clause("3", "见4、2.1。", references=cites("4", "2.1")),
    clause("4", "“止”", defines=["止点"]),
    clause("5", "见1.1.2、止点", references=cites("1.1.2")),
    clause("6", "独"),
]
STEPS = (("1.1.1", "1.1.2"), ("1.1.2", "1.1.3"))


def nodes(found: Chain, way: Direction) -> list[tuple[str, int]]:
    return [(node.brief.key, node.depth) for node in found.nodes if node.way is way]


def edges(found: Chain, way: Direction) -> list[tuple[str, str, str]]:
    return [(edge.source, edge.target, edge.kind.value) for edge in found.edges if edge.way is way]


def test_a_chain_starts_from_the_clause_and_its_sub_clauses(library: Library) -> None:
    db = library(*BOOK, steps=STEPS)
    found = chain(db, find_one(db, "1.1"), depth=5)
    assert nodes(found, Direction.OUT) == [("2.1", 1), ("3", 2), ("4", 3)]
    assert nodes(found, Direction.IN) == [("5", 1)]
    assert edges(found, Direction.OUT) == [
        ("1.1.1", "2.1", "cites"),
        ("1.1.1", "1.1.2", "flow"),
        ("1.1.2", "1.1.1", "flow"),
        ("1.1.2", "1.1.3", "flow"),
        ("1.1.3", "1.1.1", "flow"),
        ("2.1", "3", "cites"),
        ("3", "4", "cites"),
        ("3", "2.1", "cites"),
    ]
    assert edges(found, Direction.IN) == [("5", "1.1.2", "cites")]
    assert {edge.holder for edge in found.edges if edge.source.startswith("1.1.")} == {"1.1"}
    assert found.cycles == (("1.1.1", "1.1.2", "1.1.1"), ("1.1.1", "1.1.2", "1.1.3", "1.1.1"))


DEPTHS = [(0, []), (1, [("2.1", 1)]), (2, [("2.1", 1), ("3", 2)])]


@pytest.mark.parametrize(("depth", "expected"), DEPTHS)
def test_a_chain_goes_so_far(library: Library, depth: int, expected: list[tuple[str, int]]) -> None:
    db = library(*BOOK, steps=STEPS)
    assert nodes(chain(db, find_one(db, "1.1"), direction=Direction.OUT, depth=depth), Direction.OUT) == expected


KINDS: list[tuple[str, EdgeKind, Direction, list[tuple[str, str, str]]]] = [
    ("1", EdgeKind.CONTAINS, Direction.OUT, [("1", "1.1", "contains"), *(("1.1", f"1.1.{n}", "contains") for n in (1, 2, 3))]),
    ("1.1.1", EdgeKind.CONTAINS, Direction.IN, [("1.1", "1.1.1", "contains"), ("1", "1.1", "contains")]),
    ("5", EdgeKind.TERMS, Direction.OUT, [("5", "4", "terms")]),
    ("4", EdgeKind.TERMS, Direction.IN, [("5", "4", "terms")]),
    (
        "1.1",
        EdgeKind.CITES,
        Direction.OUT,
        [
            ("1.1.1", "2.1", "cites"),
            ("1.1.2", "1.1.1", "cites"),
            ("1.1.3", "1.1.1", "cites"),
            ("2.1", "3", "cites"),
            ("3", "4", "cites"),
            ("3", "2.1", "cites"),
        ],
    ),
    ("6", EdgeKind.CITES, Direction.BOTH, []),
]


@pytest.mark.parametrize(("key", "kind", "way", "expected"), KINDS)
def test_a_chain_of_one_kind_of_edges(
    library: Library, key: str, kind: EdgeKind, way: Direction, expected: list[tuple[str, str, str]]
) -> None:
    db = library(*BOOK, steps=STEPS)
    found = chain(db, find_one(db, key), direction=way, depth=5, edges=[kind])
    assert [(edge.source, edge.target, edge.kind.value) for edge in found.edges] == expected
    assert found.cycles == ()


PATHS: list[tuple[str, str, list[str]]] = [
    ("1.1", "4", ["1.1", "1.1.1", "2.1", "3", "4"]),
    ("5", "1.1", ["5", "1.1.2"]),
    ("5", "4", ["5", "1.1.2", "1.1.1", "2.1", "3", "4"]),
    ("3", "2", ["3", "2.1"]),
    ("4", "1", []),
    ("6", "6", ["6"]),
]


@pytest.mark.parametrize(("start", "end", "expected"), PATHS)
def test_the_shortest_way_by_citations(library: Library, start: str, end: str, expected: list[str]) -> None:
    db = library(*BOOK, steps=STEPS)
    found, links = shortest_path(db, find_one(db, start), find_one(db, end))
    assert [brief.key for brief in found] == expected
    assert [(link.source, link.target) for link in links] == list(pairwise(expected))


def test_no_way_leads_to_another_edition(library: Library) -> None:
    one, other = library(*BOOK), library(clause("9", "甲"))
    brief = find_one(other, "9")._replace(row=10**6)
    assert shortest_path(one, find_one(one, "5"), brief) == ((), ())


def test_the_check_timing_of_the_palworld_edition(knowledge: sqlite3.Connection) -> None:
    found = chain(knowledge, find_one(knowledge, "palworld:10.5.3"))
    assert ("10.5.3.1", "10.5.3.2", "10.5.3.1") in found.cycles
    assert ("10.5.3.1", "10.5.3.2", "flow") in edges(found, Direction.OUT)
    assert ("10.5.3.2", "10.5.3.1", "flow") in edges(found, Direction.OUT)


def test_a_clause_whose_sub_clauses_cite(knowledge: sqlite3.Connection) -> None:
    found = chain(knowledge, find_one(knowledge, "palworld:11.2.2"), direction=Direction.OUT, edges=[EdgeKind.CITES])
    assert ("11.2.2.2", "2.10", "cites") in edges(found, Direction.OUT)
    assert {edge.holder for edge in found.edges if edge.source == "11.2.2.2"} == {"11.2.2"}


def test_no_loop_of_citations_in_the_palworld_edition(knowledge: sqlite3.Connection) -> None:
    (edition,) = chosen_editions(knowledge, "palworld")
    graph = load(knowledge, edition.row)
    flows = {(a, b) for a, b, data in graph.edges(data=True) if data["kind"] is EdgeKind.FLOW}
    cited: nx.DiGraph[int] = nx.DiGraph(
        (a, b) for a, b, data in graph.edges(data=True) if data["kind"] is EdgeKind.CITES and (a, b) not in flows
    )
    assert nx.is_directed_acyclic_graph(cited)
    assert len(loops(graph)) > 1


@given(st.data())
@settings(max_examples=15, deadline=None)
def test_a_chain_reaches_what_can_be_reached(shipped_database: Path, data: st.DataObject) -> None:
    """Against networkx: the clauses of a chain and all below them are those that citations and sub-clauses lead to."""
    with closing(connect(shipped_database)) as db:
        (edition,) = chosen_editions(db, "palworld")
        rows = [row for (row,) in db.execute("SELECT id FROM clauses WHERE edition = ? AND depth > 0", (edition.row,))]
        start = by_row(db, [data.draw(st.sampled_from(rows))])
        (brief,) = start.values()
        graph = load(db, edition.row)
        found = chain(db, brief, direction=Direction.OUT, depth=99, edges=[EdgeKind.CITES])
        below = joined(graph, EdgeKind.CONTAINS)
        covered = {row for node in found.nodes for row in (node.brief.row, *nx.descendants(below, node.brief.row))}
        assert covered == {brief.row, *nx.descendants(joined(graph, EdgeKind.CONTAINS, EdgeKind.CITES), brief.row)}


def joined(graph: "nx.MultiDiGraph[int]", *kinds: EdgeKind) -> "nx.DiGraph[int]":
    found: nx.DiGraph[int] = nx.DiGraph((a, b) for a, b, data in graph.edges(data=True) if data["kind"] in kinds)
    found.add_nodes_from(graph)
    return found
