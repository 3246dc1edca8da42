"""What the search box of the site searches in: every clause as it is read and as it is compared (`kb/fold.py`)."""

import json
import sqlite3
from collections import defaultdict

from headjudge.kb.fold import fold
from headjudge.kb.lookup import Brief
from headjudge.site.atlas import Atlas, href
from headjudge.site.book import Book
from headjudge.site.contexts import Words
from headjudge.site.passage import label, visible

VARIANTS = "variants.js"
"""The file with the traditional characters and their simplified forms, at the root of the site."""


def variants(db: sqlite3.Connection) -> dict[str, str]:
    """The simplified form of every traditional character that search folds."""
    return dict(db.execute("SELECT traditional, simplified FROM variants ORDER BY traditional"))


def variants_script(table: dict[str, str]) -> str:
    """The script that hands the table to the search box: two strings, character for character."""
    return f"headjudge.variants({_json(''.join(table))}, {_json(''.join(table.values()))});\n"


def index_script(book: Book, atlas: Atlas, game: Words, table: dict[str, str]) -> str:
    """The script that hands a rulebook to the search box.

    `pages` are [href from the rulebook's folder, name]; `clauses` are [page, anchor, label ('' if it is the anchor), title, text,
    folded title, folded text] in the book's order; `terms` lead from a folded term to the clauses that define it and whether
    they do so by their title.
    """
    pages: dict[str, int] = {}
    names: list[list[str]] = []
    clauses: list[list[object]] = []
    places: dict[int, int] = {}
    for brief in book.clauses:
        path = atlas.path(brief)
        if path not in pages:
            pages[path] = len(pages)
            names.append([href(path, atlas.contents), _name(atlas.page_of(brief))])
        title, text = (visible(" ".join(words.split())) for words in (brief.title, brief.text))
        anchor, shown = atlas.anchor(brief), label(brief)
        folded = [fold(visible(words), table) for words in (brief.title, brief.text)]
        places[brief.row] = len(clauses)
        clauses.append([pages[path], anchor, "" if shown == anchor else shown, title, text, *folded])
    index = {"game": game, "pages": names, "clauses": clauses, "terms": _terms(book, places, table)}
    return f"headjudge.index({_json(atlas.folder)}, {_json(index)});\n"


def _terms(book: Book, places: dict[int, int], table: dict[str, str]) -> dict[str, list[list[int]]]:
    terms: defaultdict[str, list[list[int]]] = defaultdict(list)
    for term in book.terms.values():
        word = fold(visible(term.word), table)
        terms[word] += [[places[brief.row], 0] for brief in term.sentences] + [[places[brief.row], 1] for brief in term.headings]
    return terms


def _name(page: Brief) -> str:
    return visible(" ".join(f"{page.number} {page.title}".split()))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
