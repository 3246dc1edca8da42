"""`judge search`: the clauses that contain all of the words."""

from collections.abc import Iterator
from typing import Any

from headjudge.cli.answer import BLANK, Answer, Block, Exit, Line, Note, heading, text
from headjudge.cli.clauses import marked, names, way_to
from headjudge.cli.knowledge import opened
from headjudge.cli.labels import label
from headjudge.cli.request import Language, Request
from headjudge.kb.search import Hit, Results
from headjudge.kb.search import search as find

LIMIT = 20
"""How many hits are shown unless more are asked for."""


def search(request: Request, words: list[str], limit: int = LIMIT) -> Answer:
    """The best hits for all of the words; nothing found comes with the terms that are most like them."""
    query = " ".join(words)
    with opened(request) as db:
        results = find(db, query, request.game, limit=max(limit, 0))
        near = [] if results.total else _near(db, query, request)
    notes = () if results.total else (Note("nothing_found", {"query": query, "near": ", ".join(near)}),)
    code = Exit.DONE if results.total else Exit.EMPTY
    return Answer(lambda: _data(results), lambda: _blocks(results, request.language), code, notes)


def _near(db: Any, query: str, request: Request) -> list[str]:
    from headjudge.kb.terms import UnknownTerm, term  # only if nothing was found

    try:
        term(db, query, request.game)
    except UnknownTerm as error:
        return str(error.facts["near"]).split(", ")
    return []


def _blocks(results: Results, language: Language) -> Iterator[Block]:
    if not results.hits:
        return
    shown = len(results.hits)
    count = "hits_at_least" if not results.exact else "hits" if shown == results.total else "hits_first"
    yield heading(f"{results.query}  ·  {label(count, language, total=results.total, shown=shown)}")
    labels = names([hit.brief for hit in results.hits], language)
    for name, hit in zip(labels, results.hits, strict=True):
        yield BLANK
        yield Line(marked(hit.snippet, hit.found, "found"), name)
        if hit.path:
            yield text(way_to(hit.path, language), "dim", indent=1)


def _data(results: Results) -> dict[str, Any]:
    return {"query": results.query, "total": results.total, "hits": [_hit(hit) for hit in results.hits]}


def _hit(hit: Hit) -> dict[str, Any]:
    from headjudge.cli import data  # json is not imported for text

    return {
        "id": hit.brief.id,
        "number": hit.brief.number,
        "title": hit.brief.title,
        "snippet": hit.snippet,
        "found": [list(place) for place in hit.found],
        "path": data.briefs(hit.path),
        "score": hit.score,
    }
