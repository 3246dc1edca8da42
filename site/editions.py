"""The editions of a game: where the pages about them are, and where old numbers lead."""

import sqlite3

from headjudge.kb.lookup import EditionRecord
from headjudge.kb.redirects import Redirect
from headjudge.site.contexts import Room
from headjudge.site.library import Deferred, Files, Library, Page, Volume
from headjudge.site.names import Names, file_stem

PLACE = "editions"


def editions_room(folder: str) -> Room:
    """The entry of the navigation."""
    return Room(PLACE, f"{folder}/editions.html")


def compared_with(volume: Volume) -> dict[EditionRecord, str]:
    """The editions that the one shown is compared with (own wordings with own ones, imported with imported), each with the page
    of what changed."""
    shown = volume.book.edition
    stems = Names()
    others = [other for other in volume.book.game.editions if other.row != shown.row and other.own == shown.own]
    between = {other: f"{file_stem(other.name)}..{file_stem(shown.name)}" for other in others}
    return {other: f"{volume.atlas.folder}/diff/{stems.take(stem)}.html" for other, stem in between.items()}


def editions_of(volume: Volume, library: Library) -> Files:
    """The list of editions, what changed between them, and the pages of numbers that are no more."""
    book, atlas, _ = volume
    diffs = compared_with(volume)

    def listed() -> Page:
        from headjudge.site.edition_pages import editions_page  # takes a while, and most builds need none of them

        return editions_page(volume, diffs)

    yield editions_room(atlas.folder).path, Deferred(atlas, listed, repr((book.game.editions, diffs)))
    for old, path in diffs.items():
        from headjudge.site.edition_pages import diff_page

        yield path, diff_page(volume, library, old, path)
    known = {brief.key: brief for brief in book.clauses}
    for redirect in led_elsewhere(library.db, book.edition).values():
        if redirect.key not in known:
            from headjudge.site.edition_pages import gone_page

            page = atlas.gone(redirect.key)
            yield page, gone_page(volume, redirect, known, page)


def led_elsewhere(db: sqlite3.Connection, shown: EditionRecord) -> dict[str, Redirect]:
    """The numbers that meant another clause in an older edition (of several, in the newest)."""
    rows = db.execute(
        """SELECT c.old_key, o.name, c.new_key FROM changes c JOIN editions o ON o.id = c.old
           WHERE c.new = ? AND c.old_key IS NOT NULL ORDER BY o.rank, c.rowid""",
        (shown.row,),
    )
    found: dict[tuple[str, str], list[str]] = {}
    for key, edition, now in rows:
        keys = found.setdefault((key, edition), [])
        if now is not None and now not in keys:
            keys.append(now)
    out: dict[str, Redirect] = {}
    for (key, edition), keys in found.items():
        if keys != [key]:
            out.setdefault(key, Redirect(edition, key, tuple(keys)))
    return out
