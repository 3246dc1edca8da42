"""`judge search`: the clauses that contain all of the words, and those that say them in their game's own words."""

import sqlite3
from collections.abc import Iterator
from typing import Any

from headjudge.cli.answer import BLANK, Answer, Block, Exit, Line, Note, heading, text
from headjudge.cli.clauses import marked, names, way_to
from headjudge.cli.knowledge import opened
from headjudge.cli.labels import label
from headjudge.cli.mistakes import UsageMistake
from headjudge.cli.request import Language, Request
from headjudge.kb import lookup
from headjudge.kb.editions import chosen_editions
from headjudge.kb.search import Hit, Results
from headjudge.kb.search import search as find
from headjudge.kb.search_synonyms import search_synonyms as find_otherwise
from headjudge.parser.named import NamedTuple

SHARE = 4
"""One of so many hits at least is kept for synonyms."""

LIMIT = 20
"""How many hits are shown unless more are asked for."""


class Found(NamedTuple):
    """What has the words themselves, and what says them otherwise."""

    exact: Results
    otherwise: Results

    @property
    def hits(self) -> tuple[Hit, ...]:
        """The exact hits first."""
        return (*self.exact.hits, *self.otherwise.hits)

    @property
    def total(self) -> int:
        """How many clauses there are of either kind."""
        return self.exact.total + self.otherwise.total


def search(
    request: Request,
    words: list[str],
    limit: int = LIMIT,
    exact: bool = False,  # noqa: FBT001, FBT002 - the option's name
) -> Answer:
    """The best hits for all of the words, then (unless `exact`) those by synonyms; nothing found comes with the terms that are
    most like the words."""
    query = " ".join(words)
    if limit < 1:
        raise UsageMistake("bad_value", name="--limit", value=limit, known="1, 2, 3 …", command="judge search")
    with opened(request) as db:
        found = _found(db, query, request.game, limit, exact=exact)
        if not found.total and not exact:
            found = _taken_apart(db, query, request.game, limit) or found
        notes = _notes(db, query, found, request)
    code = Exit.DONE if found.total else Exit.EMPTY
    return Answer(lambda: _data(query, found), lambda: _blocks(found, request.language), code, notes)


def _taken_apart(db: sqlite3.Connection, query: str, game: str, limit: int) -> Found | None:
    """What the words of the query find one by one, where they are nowhere written together."""
    from headjudge.kb.search_split import split_queries  # only if nothing was found

    tried = (_found(db, parts, game, limit, exact=False) for parts in split_queries(db, query, game))
    return next((found for found in tried if found.total), None)


def _notes(db: sqlite3.Connection, query: str, found: Found, request: Request) -> tuple[Note, ...]:
    """What there is to say beside the hits: how the query was taken apart, or that there are none."""
    if found.total:
        apart = found.exact.query != query
        split = (Note("words_taken_apart", {"query": query, "words": found.exact.query}),) if apart else ()
        return (*split, *_numbers(db, query, request))
    if numbers := _numbers(db, query, request):
        return Note("nothing_found", {"query": query, "near": ""}), *numbers
    nothing = Note("nothing_found", {"query": query, "near": ", ".join(_near(db, query, request))})
    languages = dict.fromkeys(edition.language for edition in chosen_editions(db, request.game))
    if query.isascii() and any(map(str.isalpha, query)) and "en" not in languages:
        return nothing, Note("other_language", {"languages": ", ".join(languages), "query": query})
    return (nothing,)


def _numbers(db: sqlite3.Connection, query: str, request: Request) -> tuple[Note, ...]:
    """Search looks into the texts; whoever typed the number of a clause is told how to read that clause."""
    address = lookup.read_address(query)
    if not lookup.fold_number(address.key) or not lookup.find(db, address._replace(game=address.game or request.game)):
        return ()
    return (Note("number_of_clause", {"key": query if address.game else address.key}),)


def _found(db: sqlite3.Connection, query: str, game: str, limit: int, *, exact: bool) -> Found:
    """At most `limit` hits. Where there are both kinds, a quarter is kept for synonyms: the words of one game must not hide what
    the others say."""
    results = find(db, query, game, limit=limit)
    if exact:
        return Found(results, Results(query, 0, ()))
    otherwise = find_otherwise(db, query, game, limit=max(limit - len(results.hits), limit // SHARE))
    return Found(results._replace(hits=results.hits[: limit - len(otherwise.hits)]), otherwise)


def _near(db: sqlite3.Connection, query: str, request: Request) -> list[str]:
    from headjudge.kb.terms import UnknownTerm, term  # only if nothing was found

    try:
        term(db, query, request.game)
    except UnknownTerm as error:
        return [word for word in str(error.facts["near"]).split(", ") if word]
    return []


def _blocks(found: Found, language: Language) -> Iterator[Block]:
    if not found.hits:
        return
    shown, total = len(found.exact.hits), found.exact.total
    count = "hits_at_least" if not found.exact.exact else "hits" if shown == total else "hits_first"
    counts = [label(count, language, total=total, shown=shown)]
    if found.otherwise.total:
        counts.append(label("synonym_hits", language, total=found.otherwise.total))
    yield heading("  ·  ".join((found.exact.query, *counts)))
    labels = names([hit.brief for hit in found.hits], language)
    for name, hit in zip(labels, found.hits, strict=True):
        yield BLANK
        yield Line(marked(hit.snippet, hit.found, "found"), name)
        if hit.instead:
            yield text("、".join(f"{word} = {own}" for word, own in hit.instead), "dim", indent=1)
        if hit.path:
            yield text(way_to(hit.path, language), "dim", indent=1)


def _data(query: str, found: Found) -> dict[str, Any]:
    return {
        "query": query,
        "searched": found.exact.query,
        "total": found.total,
        "exact": found.exact.total,
        "hits": [_hit(hit) for hit in found.hits],
    }


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
        "synonyms": [{"word": word, "found": own} for word, own in hit.instead],
    }
