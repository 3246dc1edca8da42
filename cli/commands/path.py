"""`judge path`: the fewest citations that lead from one clause to another."""

from collections.abc import Iterator
from typing import Any

from headjudge.cli.answer import Answer, Block, Exit, Note, Run
from headjudge.cli.clauses import line
from headjudge.cli.commands.show import find
from headjudge.cli.knowledge import opened
from headjudge.cli.labels import label
from headjudge.cli.request import Language, Request
from headjudge.kb.errors import HeadjudgeError
from headjudge.kb.graph import ChainEdge, EdgeKind, shortest_path
from headjudge.kb.lookup import Brief


class DifferentEditions(HeadjudgeError):
    """The two clauses are not of one edition: no citation leads from one rulebook into another."""


def path(request: Request, start: str, end: str) -> Answer:
    """The way from `start` (or a clause below it) to `end` (or one below it)."""
    with opened(request) as db:
        first = find(db, start, request.game)
        last = find(db, end, request.game or first.game)
        if (first.game, first.edition) != (last.game, last.edition):
            edition = f"{first.game}@{first.edition}"
            raise DifferentEditions("different_editions", start=first.id, end=last.id, edition=edition)
        nodes, edges = shortest_path(db, first, last)
        back = () if nodes else shortest_path(db, last, first)[0]
    # what one can type again: a number alone may be another game's
    names = {"start": _as_typed(start, first, request), "end": _as_typed(end, last, request)}
    notes = () if nodes else (Note("no_path_but_back" if back else "no_path", names),)
    code = Exit.DONE if nodes else Exit.EMPTY
    return Answer(lambda: _data(nodes, edges), lambda: _blocks(nodes, edges, request.language), code, notes)


def _as_typed(words: str, clause: Brief, request: Request) -> str:
    return f"{clause.game}:{clause.key}" if ":" in words or request.game else clause.key


def _blocks(nodes: tuple[Brief, ...], edges: tuple[ChainEdge, ...], language: Language) -> Iterator[Block]:
    for at, clause in enumerate(nodes):
        entry = line(clause, language, indent=at, cut=False)
        if at and edges[at - 1].kind is EdgeKind.CONTAINS:
            entry = entry._replace(runs=(Run(label("kind", language, kind=label("contains", language)), "dim"), *entry.runs))
        yield entry._replace(label=f"→ {entry.label}") if at else entry


def _data(nodes: tuple[Brief, ...], edges: tuple[ChainEdge, ...]) -> dict[str, Any]:
    from headjudge.cli import data  # json is not imported for text

    ids = {clause.key: clause.id for clause in nodes}
    return {
        "nodes": data.briefs(nodes),
        "edges": [
            {"source": ids[edge.source], "target": ids[edge.target], "kind": edge.kind.value, "text": edge.text} for edge in edges
        ],
    }
