"""The tables that have a row or more for each clause, and the search index: written as the clauses come, a batch at a time.

They are written with executemany: sqlite-utils looks at every value of a row to find out types, which takes four times as
long as the writing. Kinds and flags are written as plain texts and numbers: for each value of another type, a subclass even, the
driver looks for an adapter, which doubles the time. Keys are turned into rows by the database, not by a dict of all keys.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice

from headjudge.kb.clause import Clause, ClauseKey, Status
from headjudge.kb.fold import fold, tokens
from headjudge.kb.insert import insert

_BATCH = 1000
"""Clauses written at a time."""

_ROW = "(SELECT id FROM clauses WHERE edition = ? AND key = ?)"
_CLAUSE = f"INSERT INTO clauses VALUES (?, ?, ?, ?, ?, ?, ?, {_ROW}, ?, ?, ?)"
_SAID = """CREATE TEMP TABLE IF NOT EXISTS said (clause, mention, start, "end", in_title, text, kind, status, flow, target)"""
_REFS = """INSERT INTO refs SELECT clause, mention, start, "end", in_title, said.text, said.kind, status, flow, clauses.id
    FROM said LEFT JOIN clauses ON clauses.edition = ? AND clauses.key = said.target ORDER BY said.rowid"""
_STEPS = f"INSERT OR IGNORE INTO steps VALUES ({_ROW}, {_ROW})"
_TERM = "INSERT OR IGNORE INTO terms (edition, word, folded) VALUES (?, ?, ?)"
_DEFINITION = "INSERT OR IGNORE INTO definitions SELECT id, ?, ? FROM terms WHERE edition = ? AND word = ?"
_TEXTS = "SELECT id, title, text FROM clauses WHERE id > ? AND id <= ? ORDER BY id LIMIT ?"
_INDEX = "INSERT INTO clauses_fts (rowid, title, text) VALUES (?, ?, ?)"
_INDEX_TITLE = "INSERT INTO clauses_fts_titles (rowid, title) VALUES (?, ?)"
_FORGET_TITLE = "INSERT INTO clauses_fts_titles (clauses_fts_titles, rowid, title) VALUES ('delete', ?, ?)"
_FORGET = "INSERT INTO clauses_fts (clauses_fts, rowid, title, text) VALUES ('delete', ?, ?, ?)"


@contextmanager
def unchecked(db: sqlite3.Connection) -> Iterator[None]:
    """Foreign keys are not looked up row by row meanwhile: what is written here takes every key from the rows just written, and
    the look-ups took a quarter of the time."""
    db.commit()  # within a transaction the setting does nothing
    db.execute("PRAGMA foreign_keys = OFF")
    yield
    db.commit()
    db.execute("PRAGMA foreign_keys = ON")


def add_clauses(db: sqlite3.Connection, clauses: Iterable[Clause], game: str, edition: int, first: int) -> int:
    """Adds the clauses in the rows from `first`; the last row comes back. What they refer to waits for `resolve`."""
    table = dict(db.execute("SELECT traditional, simplified FROM variants"))
    write = db.executemany
    last = first - 1
    for batch in _batches(clauses, first):
        write(_CLAUSE, (_clause(row, edition, clause, game) for row, clause in batch))
        insert(db, "spans", ((row, *span[:-1], str(span.role)) for row, clause in batch for span in clause.spans))
        indexed = [(row, tokens(fold(c.title, table)), tokens(fold(c.text, table))) for row, c in batch]
        write(_INDEX, indexed)
        write(_INDEX_TITLE, ((row, title) for row, title, _ in indexed if title))
        _add_links(db, batch, edition, table)
        last = batch[-1][0]
    return last


def add_links(db: sqlite3.Connection, clauses: Iterable[Clause], edition: int, first: int) -> None:
    """Adds the links of clauses that were added, in the rows from `first`, before their links were known."""
    table = dict(db.execute("SELECT traditional, simplified FROM variants"))
    for batch in _batches(clauses, first):
        _add_links(db, batch, edition, table)


def _add_links(db: sqlite3.Connection, batch: Iterable[tuple[int, Clause]], edition: int, table: Mapping[str, str]) -> None:
    db.execute(_SAID)
    insert(db, "said", _said(batch))
    defined = [(row, d) for row, clause in batch for d in clause.definitions]
    db.executemany(_TERM, ((edition, d.term, fold(d.term, table)) for _, d in defined))
    db.executemany(_DEFINITION, ((row, d.style, edition, d.term) for row, d in defined))


def _batches(clauses: Iterable[Clause], first: int) -> Iterator[list[tuple[int, Clause]]]:
    """The clauses with their rows."""
    rows = enumerate(clauses, first)
    while batch := list(islice(rows, _BATCH)):
        yield batch


def _clause(row: int, edition: int, clause: Clause, game: str) -> tuple[object, ...]:
    return (
        row,
        edition,
        clause.key,
        clause.number,
        str(clause.kind),
        clause.title,
        clause.text,
        edition,
        clause.parent,
        clause.depth,
        int(clause.synthetic),
        f"{game}:{clause.key}",
    )


def _said(batch: Iterable[tuple[int, Clause]]) -> Iterator[tuple[object, ...]]:
    """One row for each target of each reference, which may stand further down in the book."""
    for row, clause in batch:
        for mention, reference in enumerate(clause.references):
            # the candidates of an ambiguous reference are problems, not links
            targets = reference.targets if reference.status is Status.RESOLVED else ()
            for target in targets or (None,):
                yield (
                    row,
                    mention,
                    reference.start,
                    reference.end,
                    int(reference.in_title),
                    reference.text,
                    str(reference.kind),
                    str(reference.status),
                    int(reference.flow),
                    target,
                )


def resolve(db: sqlite3.Connection, steps: Iterable[tuple[ClauseKey, ClauseKey]], edition: int) -> None:
    """References and procedures, once every clause has its row."""
    db.execute(_REFS, (edition,))
    db.execute("DELETE FROM said")
    db.executemany(_STEPS, ((edition, step, edition, following) for step, following in steps))


def forget(db: sqlite3.Connection, first: int, last: int) -> None:
    """Takes clauses out of the search index, which must be told what it forgets: it keeps no texts."""
    table = dict(db.execute("SELECT traditional, simplified FROM variants"))
    for batch in texts(db, first, last):
        indexed = [(row, tokens(fold(title, table)), tokens(fold(text, table))) for row, title, text in batch]
        db.executemany(_FORGET, indexed)
        db.executemany(_FORGET_TITLE, ((row, title) for row, title, _ in indexed if title))


def texts(db: sqlite3.Connection, first: int, last: int) -> Iterator[list[tuple[int, str, str]]]:
    """Row, title and text of the clauses in those rows, a batch at a time."""
    while batch := db.execute(_TEXTS, (first - 1, last, _BATCH)).fetchall():
        yield batch
        first = batch[-1][0] + 1
