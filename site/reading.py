"""The rulebooks are read by another process, while this one imports what makes pages of them: each takes as long as the other."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache, partial
from typing import Any

from headjudge.kb.collector import without_collector
from headjudge.kb.database import connect, database_of
from headjudge.kb.editions import Reader, games
from headjudge.kb.records import EditionRecord
from headjudge.kb.workers import aside_in_turn
from headjudge.site.packed import Packed, Written, packed, packed_mentions
from headjudge.site.stored import mentions, stored

Read = Callable[[EditionRecord], Packed]
"""Gives an edition of the knowledge base."""


@contextmanager
def reading(db: sqlite3.Connection) -> Iterator[Read]:
    """Gives what to ask for the editions that answer for their games, in the order of the games; any other is read when it is
    asked for."""
    many = sum(edition.clauses for edition in _published(db))
    with aside_in_turn(partial(_editions, db), many=many) as told:
        yield _asking(db, told)


def _asking(db: sqlite3.Connection, told: Iterator[tuple[EditionRecord, Any]]) -> Read:
    def next_of(edition: EditionRecord, here: Callable[[sqlite3.Connection, EditionRecord], Any]) -> Any:
        was, found = next(told, (None, None))
        return found if was == edition else here(db, edition)

    before: list[Callable[[], object]] = []

    def read(edition: EditionRecord) -> Packed:
        for ask in before:
            ask()  # it is told before the next edition
        frame, shares, rest = next_of(edition, _clauses)
        later = cache(partial(next_of, edition, _mentions))
        before[:] = [later]
        return Packed(frame, shares, rest, later)

    return read


def read_edition(db: sqlite3.Connection, edition: EditionRecord) -> Packed:
    """That edition, read here and now."""
    return Packed(*_clauses(db, edition), cache(partial(_mentions, db, edition)))


def _published(db: sqlite3.Connection) -> list[EditionRecord]:
    return [game.editions[0] for game in games(db)]


def _editions(db: sqlite3.Connection) -> Iterator[tuple[EditionRecord, Any]]:
    """The editions, by a connection of its own: two processes must not use the same."""
    file = database_of(db)
    if file is None:
        yield from _of(db)
        return
    with closing(connect(file)) as own:
        own.language = db.language if isinstance(db, Reader) else ""
        yield from _of(own)


def _of(db: sqlite3.Connection) -> Iterator[tuple[EditionRecord, Any]]:
    """Of each edition its clauses first, with which much can be done until its mentions are read."""
    with without_collector():
        for edition in _published(db):
            yield edition, _clauses(db, edition)
            yield edition, _mentions(db, edition)


def _clauses(db: sqlite3.Connection, edition: EditionRecord) -> tuple[bytes, Written, bytes]:
    return packed(edition, stored(db, edition))


def _mentions(db: sqlite3.Connection, edition: EditionRecord) -> Written:
    return packed_mentions(edition, mentions(db, edition))
