"""An edition as the knowledge base holds it: plain rows, read in a handful of queries, so that no page asks it again."""

import sqlite3
from collections.abc import Sequence
from typing import Any

from headjudge.kb.lookup import EditionRecord
from headjudge.parser.named import NamedTuple

Row = tuple[Any, ...]
Mentioned = tuple[str, str, str, str, str]
"""Of the defined terms in the texts of some clauses lists of numbers, in the book's order: the clauses that have some, and how
many in each; of each of them which term it is, where it starts, and where it ends."""


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


def mentions(db: sqlite3.Connection, first: int, last: int) -> Mentioned:
    """The mentions in the clauses with the rows from `first` to `last`. There are tens of thousands in a rulebook: SQLite puts
    their numbers together without Python."""
    found: tuple[str | None, ...] = db.execute(
        """SELECT clauses, many, terms, starts, ends
           FROM (SELECT group_concat(clause) AS clauses, group_concat(many) AS many
                 FROM (SELECT clause, COUNT(*) AS many FROM mentions WHERE clause BETWEEN :first AND :last
                       GROUP BY clause ORDER BY clause)),
                (SELECT group_concat(term) AS terms, group_concat(start) AS starts, group_concat("end") AS ends
                 FROM (SELECT term, start, "end" FROM mentions WHERE clause BETWEEN :first AND :last ORDER BY clause, start))""",
        {"first": first, "last": last},  # one query: what it gives belongs together whoever writes meanwhile
    ).fetchone()
    clauses, many, terms, starts, ends = (column or "" for column in found)
    return clauses, many, terms, starts, ends
