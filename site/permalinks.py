"""A small page for each clause: its lasting address, its words, what it rests on and what rests on it; and that for machines."""

import json
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from headjudge.kb.lookup import Brief
from headjudge.site.chain import Chains
from headjudge.site.clause_records import ClauseRecords
from headjudge.site.clause_rulings import clause_rulings
from headjudge.site.clause_writer import ClauseWriter
from headjudge.site.contexts import PermalinkPage
from headjudge.site.editions import led_elsewhere
from headjudge.site.library import ByClause, Deferred, Files, Library, Volume
from headjudge.site.passage import json_of

GAMES = "clauses.json"
"""The list of all rulebooks, for machines."""


def permalinks(volume: Volume, library: Library) -> Files:
    """The pages of all clauses of a rulebook, and the files with the same for machines."""
    book, atlas, _ = volume
    led = led_elsewhere(library.db, book.edition)

    @cache
    def writer() -> ClauseWriter:
        return ClauseWriter(volume, Chains(book, library.db), clause_rulings(volume, library), led)

    records = ClauseRecords(volume)
    yield f"{atlas.folder}/clauses.json", ByClause(atlas, book.clauses, records.record, partial(_around_records, volume))
    for brief in book.clauses:
        also = repr(led[brief.key]) if brief.key in led else ""
        yield atlas.own(brief), Deferred(atlas, partial(_page, writer, brief), also, brief.row)
        yield atlas.own(brief, ".json"), Deferred(atlas, partial(records.line, brief), place=brief.row)


def _around_records(volume: Volume) -> tuple[str, str]:
    about = json_of(_about(volume)).removesuffix("}")
    return f'{about},"clauses":[', "]}"


def _page(writer: Callable[[], ClauseWriter], brief: Brief) -> PermalinkPage:
    return writer().page(brief)


def games_index(library: Library) -> Files:
    """The list of all rulebooks, for machines."""
    games = [{**_about(volume), "clauses": f"{volume.atlas.folder}/clauses.json"} for volume in library.volumes]
    yield GAMES, json.dumps({"games": games}, ensure_ascii=False, indent=1) + "\n"


def _about(volume: Volume) -> dict[str, Any]:
    record = volume.book.edition
    return {
        "game": record.game,
        "edition": record.name,
        "title": record.title,
        "language": record.language,
        "effective": record.effective,
        "own_wording": record.own,
        "restates": record.restates,
    }
