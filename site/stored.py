"""An edition as the knowledge base holds it: plain rows, read in a handful of queries, so that no page asks it again."""

import sqlite3
from collections.abc import Sequence
from typing import Any

from headjudge.kb.lookup import EditionRecord
from headjudge.parser.named import NamedTuple

Row = tuple[Any, ...]
Mentioned = tuple[int, str, str, str]
"""A clause, and of the defined terms in its text three lists of numbers: which, where they start, and where they end."""


class Stored(NamedTuple):
    """The rows of an edition. They are plain tuples, in the book's order: compared and kept as they are (`faces.py`), and made
    into more only where something asks for it (`book.py`)."""

    clauses: Sequence[Row]
    """row, key, number, kind, title, text, depth, and the row of the clause above (None for the document, which is the first)."""
    references: Sequence[Row]
    """clause, mention, text, kind, status, flow, in_title, start, end, target: a row for each clause that one leads to."""
    terms: Sequence[tuple[int, str]]
    """row and word, in the order of first definition."""
    definitions: Sequence[tuple[int, int, str]]
    """term, clause and style, in the order of the clauses."""
    steps: Sequence[tuple[int, int]]
    """The procedure goes on from one clause to the other."""


def stored(db: sqlite3.Connection, edition: EditionRecord) -> Stored:
    """The rows of that edition, but for its mentions."""
    rows = edition.first, edition.last
    clauses = db.execute(
        "SELECT id, key, number, kind, title, text, depth, parent FROM clauses WHERE id BETWEEN ? AND ? ORDER BY id", rows
    ).fetchall()
    references = db.execute(
        """SELECT r.clause, r.mention, r.text, r.kind, r.status, r.flow, r.in_title, r.start, r."end", r.target
           FROM refs r WHERE r.clause BETWEEN ? AND ?
           ORDER BY r.clause, r.in_title DESC, r.start, r.mention, r.target""",
        rows,
    ).fetchall()
    terms = db.execute("SELECT id, word FROM terms WHERE edition = ? ORDER BY id", (edition.row,)).fetchall()
    definitions = db.execute(
        """SELECT d.term, d.clause, d.style FROM definitions d JOIN terms t ON t.id = d.term WHERE t.edition = ?
           ORDER BY d.clause, d.term""",
        (edition.row,),
    ).fetchall()
    steps = db.execute("SELECT clause, next FROM steps WHERE clause BETWEEN ? AND ?", rows).fetchall()
    return Stored(clauses, references, terms, definitions, steps)


def mentions(db: sqlite3.Connection, edition: EditionRecord) -> list[Mentioned]:
    """The mentions of that edition, in the order of the clauses. Tens of thousands of numbers come in a single row: SQLite puts
    them together without Python."""
    found = db.execute(
        """SELECT group_concat(clause), group_concat(terms, ';'), group_concat(starts, ';'), group_concat(ends, ';') FROM (
               SELECT clause, group_concat(term) AS terms, group_concat(start) AS starts, group_concat("end") AS ends
               FROM mentions WHERE clause BETWEEN ? AND ? GROUP BY clause ORDER BY clause)""",
        (edition.first, edition.last),
    ).fetchone()
    if found == (None,) * 4:
        return []
    clauses, *numbers = found
    return [*zip(map(int, clauses.split(",")), *(column.split(";") for column in numbers), strict=True)]
