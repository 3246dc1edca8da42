"""An edition in the knowledge base: its own row, what is odd about its text, its rank among the editions of its game."""

import hashlib
import json
import sqlite3
from collections.abc import Iterable
from typing import Protocol

from headjudge.kb.clause import Clause, ClauseKey, Problem
from headjudge.kb.clause_rows import add_clauses, add_links, forget, resolve, unchecked
from headjudge.kb.mention_rows import Uses, add_mentions, add_uses
from headjudge.kb.shipped import Source
from headjudge.parser.dialect import Dialect


class Parsed(Protocol):
    """A rulebook as the parser reads it. Its clauses may come one by one; a parent comes before what stands below it."""

    @property
    def dialect(self) -> Dialect: ...
    @property
    def clauses(self) -> Iterable[Clause]: ...
    @property
    def steps(self) -> Iterable[tuple[ClauseKey, ClauseKey]]: ...
    @property
    def problems(self) -> Iterable[Problem]: ...
    @property
    def characters(self) -> int: ...
    @property
    def unaccounted(self) -> int: ...


class Printed(Protocol):
    """What there is of a rulebook before its links are known."""

    @property
    def dialect(self) -> Dialect: ...
    @property
    def clauses(self) -> Iterable[Clause]: ...


class Found(Protocol):
    """What is known of it later: the rulebook with its links, then where its texts use the words that they define."""

    @property
    def rulebook(self) -> Parsed: ...
    @property
    def uses(self) -> Uses: ...


_GAME = """INSERT INTO games VALUES (?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET title_zh = excluded.title_zh, title_en = excluded.title_en"""
_EDITION = """INSERT INTO editions (game, name, language, title, own, effective, restates, dialect, source_sha256,
        source_characters, unaccounted, rank, numbered, first_clause, last_clause)
    VALUES (:game, :name, :language, :title, :own, :effective, :restates, :dialect, :sha256, 0, 0, 0, 0, :first, 0)"""
_LAST_OF = """UPDATE editions SET source_characters = ?, unaccounted = ?, last_clause = ?,
        numbered = (SELECT count(*) FROM clauses WHERE NOT synthetic AND id BETWEEN first_clause AND ?)
    WHERE id = ?"""


def add_edition(db: sqlite3.Connection, source: Source, rulebook: Parsed) -> None:
    """Stores a parsed rulebook: clauses with their spans, references, procedures, terms and problems, and the search index."""
    row, first = _begin(db, source, rulebook.dialect)
    with unchecked(db):
        last = add_clauses(db, rulebook.clauses, source.edition.game, row, first)
        resolve(db, rulebook.steps, row)
        add_mentions(db, row, first, last)
    _end(db, row, first, last, rulebook)


def add_edition_unlinked(db: sqlite3.Connection, source: Source, printed: Printed, found: Found) -> None:
    """The same of a rulebook whose links are found while its clauses are being written."""
    row, first = _begin(db, source, printed.dialect)
    with unchecked(db):
        last = add_clauses(db, printed.clauses, source.edition.game, row, first)
        add_links(db, found.rulebook.clauses, row, first)
        resolve(db, found.rulebook.steps, row)
        add_uses(db, row, first, found.uses)
    _end(db, row, first, last, found.rulebook)


def _begin(db: sqlite3.Connection, source: Source, dialect: Dialect) -> tuple[int, int]:
    """The row of the edition, and that of its first clause."""
    edition = source.edition
    db.execute(_GAME, (edition.game, *source.game_titles))
    (first,) = db.execute("SELECT coalesce(max(id), 0) + 1 FROM clauses").fetchone()
    record = {
        "game": edition.game,
        "name": edition.name,
        "language": edition.language,
        "title": edition.title,
        "own": edition.own,
        "effective": edition.effective,
        "restates": edition.restates,
        "dialect": dialect.name,
        "sha256": hashlib.sha256(source.text.encode("utf-8")).hexdigest(),
        "first": first,
    }
    row = db.execute(_EDITION, record).lastrowid
    assert row is not None
    return row, first


def _end(db: sqlite3.Connection, row: int, first: int, last: int, rulebook: Parsed) -> None:
    """Stores what is known only after the last clause was read."""
    db.executemany("INSERT INTO problems VALUES (?, ?, ?, ?, ?, ?, ?)", (_problem(row, one) for one in rulebook.problems))
    (roots,) = db.execute("SELECT count(*) FROM clauses WHERE parent IS NULL AND id BETWEEN ? AND ?", (first, last)).fetchone()
    assert roots == 1, "a parent comes before what stands below it"
    db.execute(_LAST_OF, (rulebook.characters, rulebook.unaccounted, last, last, row))


def _problem(edition: int, problem: Problem) -> tuple[object, ...]:
    facts = json.dumps(dict(problem.facts), ensure_ascii=False)
    return edition, problem.rule, str(problem.severity), problem.key or "", problem.line, problem.column, facts


def remove_edition(db: sqlite3.Connection, game: str, name: str) -> None:
    """Takes an edition out, with everything that belongs to it; nothing happens if there is none of that name."""
    chosen = "SELECT id, first_clause, last_clause FROM editions WHERE game = ? AND name = ?"
    for row, first, last in db.execute(chosen, (game, name)).fetchall():
        forget(db, first, last)
        _remove_the_deep(db, first, last)
        db.execute("DELETE FROM editions WHERE id = ?", (row,))


def _remove_the_deep(db: sqlite3.Connection, first: int, last: int) -> None:
    """A clause takes with it what stands below it, and SQLite goes no more than a thousand levels down in one statement: of a
    deeper text (nested items without end) the lowest levels are taken out before."""
    (deepest,) = db.execute("SELECT max(depth) FROM clauses WHERE id BETWEEN ? AND ?", (first, last)).fetchone()
    for depth in range((deepest or 0) - _LEVELS, 0, -_LEVELS):
        db.execute("DELETE FROM clauses WHERE depth > ? AND id BETWEEN ? AND ?", (depth, first, last))


_LEVELS = 50
"""How many levels of clauses are taken out together: each costs as much as there are under it in one statement."""

_RANKED = "SELECT row_number() OVER (PARTITION BY game ORDER BY own, effective DESC, name DESC), id FROM editions"


def rank_editions(db: sqlite3.Connection) -> None:
    """An imported official text answers first, then the newest."""
    db.executemany("UPDATE editions SET rank = ? WHERE id = ?", db.execute(_RANKED).fetchall())
    db.execute("DELETE FROM games WHERE id NOT IN (SELECT game FROM editions)")
