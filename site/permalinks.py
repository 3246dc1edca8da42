"""A small page for each clause: its lasting address, its words, what it rests on and what rests on it; and that for machines."""

import json
from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import Any

from headjudge.kb.lookup import Brief
from headjudge.kb.redirects import Redirect
from headjudge.site.chain import Chains
from headjudge.site.clause_records import ClauseRecords
from headjudge.site.clause_rulings import clause_rulings
from headjudge.site.clause_writer import ClauseWriter
from headjudge.site.contexts import PermalinkPage
from headjudge.site.editions import led_elsewhere
from headjudge.site.library import ByClause, Deferred, Families, Family, Files, Library, Volume, Wanted
from headjudge.site.passage import json_of

GAMES = "clauses.json"
"""The list of all rulebooks, for machines."""


def permalinks(volume: Volume, library: Library) -> Families:
    """The pages of all clauses of a rulebook, and the files with the same for machines."""
    book, atlas, _ = volume
    records = ClauseRecords(volume)
    yield f"{atlas.folder}/clauses.json", ByClause(atlas, book.clauses, records.record, partial(_around_records, volume))
    led = led_elsewhere(library.db, book.edition)
    yield f"{atlas.folder}/c", Family(atlas, partial(_of_clauses, volume, library, records, led), repr(led) if led else "")


def _of_clauses(
    volume: Volume, library: Library, records: ClauseRecords, led: dict[str, Redirect], wanted: Wanted
) -> Iterator[tuple[str, Deferred]]:
    book, atlas, _ = volume

    @cache
    def writer() -> ClauseWriter:
        return ClauseWriter(volume, Chains(book), clause_rulings(volume, library), led)

    def page(brief: Brief) -> PermalinkPage:
        return writer().page(brief)

    clauses: Sequence[Brief] = book.clauses
    if wanted.few is not None:
        names = {path.rpartition(".")[0] for path in wanted.few}
        clauses = [brief for brief in clauses if atlas.own(brief, "") in names]
    for brief in clauses:
        for ending, make in ((".html", page), (".json", records.line)):
            path = atlas.own(brief, ending)
            if path in wanted:
                yield path, Deferred(atlas, partial(make, brief), place=brief.row)


def _around_records(volume: Volume) -> tuple[str, str]:
    about = json_of(_about(volume)).removesuffix("}")
    return f'{about},"clauses":[', "]}"


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
