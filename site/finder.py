"""What the search box of the site searches in: every clause as it is read and as it is compared (`kb/fold.py`)."""

import sqlite3
from collections.abc import Mapping

from headjudge.kb.fold import fold
from headjudge.kb.lookup import Brief
from headjudge.site.atlas import Atlas, href
from headjudge.site.book import Book
from headjudge.site.casebook import Casebook
from headjudge.site.library import Library, Volume
from headjudge.site.passage import json_of, label, visible

LIBRARY = "library.js"
"""The file that says which rulebooks there are, and how traditional characters are simplified; at the root of the site."""


def variants(db: sqlite3.Connection) -> dict[str, str]:
    """The simplified form of every traditional character that search folds."""
    return dict(db.execute("SELECT traditional, simplified FROM variants ORDER BY traditional"))


def library_script(library: Library) -> str:
    """The script that hands the search box the paths of the indexes, and the characters: two strings, one for one."""
    table = library.variants
    about = {
        "indexes": [volume.atlas.index for volume in library.volumes],
        "traditional": "".join(table),
        "simplified": "".join(table.values()),
    }
    return f"headjudge.library({json_of(about)});\n"


def index_script(volume: Volume, library: Library) -> str:
    """The script that hands a rulebook to the search box.

    `pages` are [href from the rulebook's folder, name]. `clauses` are, the document first and then in the book's order, [page,
    how far before it its parent stands, anchor, label ('' if it is the anchor), title, text, folded title and folded text (0 if
    they are the same), key (left out if it is the anchor)]. `terms` are [word, folded, href, [[clause, whether by its title]]],
    and `rulings` [title, folded, href]; `order` is the rulebook's place in the knowledge base, by which equals are put in order.
    """
    book, atlas = volume.book, volume.atlas
    table = library.variants
    firsts = sorted(one.book.edition.first for one in library.volumes)
    places = {brief.row: place for place, brief in enumerate((book.root, *book.clauses))}
    pages: dict[str, int] = {}
    names: list[list[str]] = []
    clauses: list[list[object]] = []
    for brief in (book.root, *book.clauses):
        path = atlas.path(brief)
        if path not in pages:
            pages[path] = len(pages)
            names.append([href(path, atlas.contents), _name(atlas.page_of(brief))])
        parent = book.parents.get(brief.row)
        up = places[brief.row] - places[parent.row] if parent else 0
        clauses.append([pages[path], up, *_clause(brief, book, atlas, table)])
    index = {
        "id": book.game.game,
        "edition": book.edition.name,
        "order": firsts.index(book.edition.first),
        "game": volume.edition.game,
        "pages": names,
        "clauses": clauses,
        "terms": _terms(book, atlas, places, table),
        "rulings": _rulings(library.cases[book.game.game], atlas, table),
        "synonyms": _synonyms(library.db, book.game.game),
    }
    return f"headjudge.index({json_of(atlas.folder)}, {json_of(index)});\n"


def _clause(brief: Brief, book: Book, atlas: Atlas, table: Mapping[str, str]) -> list[object]:
    title, text = (visible(" ".join(words.split())) for words in (brief.title, brief.text))
    folded = [fold(words, table) for words in (brief.title, brief.text)]
    compared = [0 if one == shown else one for one, shown in zip(folded, (title, text), strict=True)]
    if brief is book.root:
        return ["", "", title, text, *compared, ""]
    anchor, shown = atlas.anchor(brief), label(brief)
    key = [] if brief.key == anchor else [brief.key]
    return [anchor, "" if shown == anchor else shown, title, text, *compared, *key]


def _terms(book: Book, atlas: Atlas, places: Mapping[int, int], table: Mapping[str, str]) -> list[list[object]]:
    return [
        [
            visible(term.word),
            fold(term.word, table),
            href(atlas.term_path(term), atlas.contents),
            [[places[brief.row], 0] for brief in term.sentences] + [[places[brief.row], 1] for brief in term.headings],
        ]
        for term in book.terms.values()
    ]


def _rulings(cases: Casebook, atlas: Atlas, table: Mapping[str, str]) -> list[list[str]]:
    titled = ((ruling.title or name, cases.paths[name]) for name, ruling in cases.rulings.items())
    return [[visible(title), fold(title, table), href(path, atlas.contents)] for title, path in titled]


def _synonyms(db: sqlite3.Connection, game: str) -> list[list[str]]:
    """What stands for what in that game: rows (word, the game's term)."""
    rows = db.execute("SELECT word, term FROM synonyms WHERE game IN ('', ?) ORDER BY word, term", (game,))
    return [list(row) for row in rows]


def _name(page: Brief) -> str:
    return visible(" ".join(f"{page.number} {page.title}".split()))
