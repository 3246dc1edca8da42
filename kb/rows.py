"""Clauses as they lie in the database: a constant condition in, their briefs out."""

import sqlite3
from collections.abc import Iterable

from headjudge.kb.records import Brief

_COLUMNS = """c.id, e.game || '@' || e.name || ':' || c.key, e.game, e.name, c.key, c.number, c.kind, c.title, c.text, c.depth
    FROM clauses c CROSS JOIN editions e ON e.id = c.edition"""
"""CROSS: the clauses are found first. The other way round, all clauses of an edition would be read and sorted for one of them."""


def briefs(db: sqlite3.Connection, where: str, parameters: Iterable[object] = ()) -> list[Brief]:
    """The clauses that satisfy a constant SQL condition over `clauses c` (which it should find through an index) and their
    `editions e`."""
    return [*map(Brief._make, db.execute(f"SELECT {_COLUMNS} {where}", tuple(parameters)))]


def by_row(db: sqlite3.Connection, rows: Iterable[int]) -> dict[int, Brief]:
    """The clauses of these rows."""
    wanted = sorted(set(rows))
    found: dict[int, Brief] = {}
    for start in range(0, len(wanted), 500):  # SQLite builds may allow no more than 999 values
        some = wanted[start : start + 500]
        marks = ",".join("?" * len(some))
        found.update((brief.row, brief) for brief in briefs(db, f"WHERE c.id IN ({marks})", some))
    return found


def children(db: sqlite3.Connection, parent: int) -> list[Brief]:
    """The clauses right under that one, in the book's order."""
    return briefs(db, "WHERE c.parent = ? ORDER BY c.id", (parent,))


def top(db: sqlite3.Connection, edition: int) -> list[Brief]:
    """The top of an edition's tree, in the book's order."""
    document = "SELECT first_clause FROM editions WHERE id = ?"
    return briefs(db, f"WHERE c.parent = ({document}) ORDER BY c.id", (edition,))
