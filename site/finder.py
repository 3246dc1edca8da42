"""What the search box of the site searches in: every clause as it is read and as it is compared (`kb/fold.py`)."""

import sqlite3
from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from operator import itemgetter

from headjudge.kb.fold import fold
from headjudge.kb.lookup import Brief
from headjudge.site.atlas import Atlas, href
from headjudge.site.book import Book
from headjudge.site.library import ByClause, Files, Library, Standalone, Volume
from headjudge.site.passage import json_of, label, visible

LIBRARY = "library.js"
"""The file that says which rulebooks there are, and how traditional characters are simplified; at the root of the site."""


def variants(db: sqlite3.Connection) -> dict[str, str]:
    """The simplified form of every traditional character that search folds."""
    query = "SELECT group_concat(traditional, ''), group_concat(simplified, '') FROM variants"  # one row: a character each
    traditional, simplified = db.execute(query).fetchone()
    return dict(sorted(zip(traditional or "", simplified or "", strict=True)))


def library_script(library: Library) -> Standalone:
    """The script that hands the search box the paths of the indexes, and the characters: two strings, one for one."""
    table = library.variants
    about = {
        "indexes": [volume.atlas.index for volume in library.volumes],
        "traditional": "".join(table),
        "simplified": "".join(table.values()),
    }
    return Standalone(lambda: f"headjudge.library({json_of(about)});\n", repr(about))


def index_of(volume: Volume, library: Library) -> Files:
    """The script that hands a rulebook to the search box."""
    book, atlas, _ = volume
    cases, lines = library.cases[book.game.game], Lines(volume, library.variants)
    titled = [(ruling.title or name, cases.paths[name]) for name, ruling in cases.rulings.items()]
    table = ["".join(library.variants), "".join(library.variants.values())]
    outside = _order(book, library), titled, _synonyms(library.db, book.game.game)
    yield (
        atlas.index,
        ByClause(
            atlas,
            (book.root, *book.clauses),
            lines.line,
            partial(_around, volume, library.variants, lines, *outside),
            also=repr((table, outside)),
            named=[book.root.row, *(page.row for page in atlas.pages)],
        ),
    )


def _order(book: Book, library: Library) -> int:
    """The rulebook's place in the knowledge base."""
    return sorted(one.book.edition.first for one in library.volumes).index(book.edition.first)


def _around(
    volume: Volume,
    table: Mapping[str, str],
    lines: "Lines",
    order: int,
    titled: Sequence[tuple[str, str]],
    synonyms: Sequence[Sequence[str]],
) -> tuple[str, str]:
    """What the script says before the clauses and after them."""
    book, atlas, edition = volume
    before = {
        "id": book.game.game,
        "edition": book.edition.name,
        "order": order,
        "game": edition.game,
        "pages": lines.pages(),
    }
    after = {
        "terms": _terms(book, atlas, table),
        "rulings": [[visible(title), fold(title, table), href(path, atlas.contents)] for title, path in titled],
        "synonyms": synonyms,
    }
    start, end = json_of(before).removesuffix("}"), json_of(after).removeprefix("{")
    return f'headjudge.index({json_of(atlas.folder)}, {start},"clauses":[', f"],{end});"


class Lines:
    """The script's lines.

    `pages` are [href from the rulebook's folder, name]. `clauses` are, the document first and then in the book's order, [page,
    how far before it its parent stands, anchor, label ('' if it is the anchor), title, text, folded title and folded text (0 if
    they are the same, 1 if the script folds them itself), key (left out if it is the anchor)]. `terms` are [word, folded, href,
    [[clause, whether by its title]]], and `rulings` [title, folded, href]; `order` is the rulebook's place in the knowledge base,
    by which equals are put in order.
    """

    def __init__(self, volume: Volume, table: Mapping[str, str]) -> None:
        self._volume = volume
        self._table = table

    @cached_property
    def _pages(self) -> dict[str, tuple[int, Brief]]:
        """The files with clauses, each with its place among them and the clause whose page it is."""
        book, atlas, _ = self._volume
        firsts = [(page.row, atlas.path(page), page) for page in (book.root, *atlas.pages)]
        firsts += [(cut.first.row, cut.path, page) for _, _, page in firsts for cut in atlas.sheets(page)[1:]]
        return {path: (place, page) for place, (_, path, page) in enumerate(sorted(firsts, key=itemgetter(0)))}

    def pages(self) -> list[list[str]]:
        """The files with clauses, by their ways and names."""
        contents = self._volume.atlas.contents
        return [[href(path, contents), _name(page)] for path, (_, page) in self._pages.items()]

    def line(self, brief: Brief) -> str:
        """The clause."""
        book, atlas, _ = self._volume
        parent = book.parents.get(brief.row)
        up = brief.row - parent.row if parent else 0
        words = ",".join(map(_json, _clause(brief, book, atlas, self._table)))
        return f"[{self._pages[atlas.path(brief)][0]},{up},{words}]"


def _json(value: str | int) -> str:
    return json_of(value) if isinstance(value, str) else str(value)


def _compared(words: str, shown: str, table: Mapping[str, str]) -> str | int:
    """What is compared. A text in plain letters would stand in the index twice, and a script folds it as fast as it reads it."""
    if shown.isascii():
        return 1 if shown else 0
    folded = fold(words, table)
    return 0 if folded == shown else folded


def _clause(brief: Brief, book: Book, atlas: Atlas, table: Mapping[str, str]) -> list[str | int]:
    title, text = visible(" ".join(brief.title.split())), visible(" ".join(brief.text.split()))
    compared = _compared(brief.title, title, table), _compared(brief.text, text, table)
    if brief is book.root:
        return ["", "", title, text, *compared, ""]
    anchor, shown = atlas.anchor(brief), label(brief)
    key = [] if brief.key == anchor else [brief.key]
    return [anchor, "" if shown == anchor else shown, title, text, *compared, *key]


def _terms(book: Book, atlas: Atlas, table: Mapping[str, str]) -> list[list[object]]:
    places = {brief.row: place for place, brief in enumerate((book.root, *book.clauses))}
    return [
        [
            visible(term.word),
            fold(term.word, table),
            href(atlas.term_path(term), atlas.contents),
            [[places[brief.row], 0] for brief in term.sentences] + [[places[brief.row], 1] for brief in term.headings],
        ]
        for term in book.terms.values()
    ]


def _synonyms(db: sqlite3.Connection, game: str) -> list[list[str]]:
    """What stands for what in that game: rows (word, the game's term)."""
    rows = db.execute("SELECT word, term FROM synonyms WHERE game IN ('', ?) ORDER BY word, term", (game,))
    return [list(row) for row in rows]


def _name(page: Brief) -> str:
    return visible(" ".join(f"{page.number} {page.title}".split()))
