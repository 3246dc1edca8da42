"""The rulebooks are read by another process, while this one imports what makes pages of them: each takes as long as the other."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial

from headjudge.kb.collector import without_collector
from headjudge.kb.database import connect, database_of
from headjudge.kb.editions import Reader, games
from headjudge.kb.records import EditionRecord
from headjudge.kb.workers import aside_in_turn
from headjudge.site.packed import Packed, packed
from headjudge.site.stored import mentions, stored

Read = Callable[[EditionRecord], Packed]
"""Gives an edition of the knowledge base."""


@contextmanager
def reading(db: sqlite3.Connection) -> Iterator[Read]:
    """Gives what to ask for the editions that answer for their games, in the order of the games; any other is read when it is
    asked for."""
    many = sum(edition.clauses for edition in _published(db))
    with aside_in_turn(partial(_editions, db, os.getpid()), many=many) as told:

        def read(edition: EditionRecord) -> Packed:
            was, found = next(told, (None, None))
            return found if found and was == edition else read_edition(db, edition)

        yield read


def read_edition(db: sqlite3.Connection, edition: EditionRecord) -> Packed:
    """That edition, read here and now."""
    return packed(edition, stored(db, edition), partial(mentions, db))


def _published(db: sqlite3.Connection) -> list[EditionRecord]:
    return [game.editions[0] for game in games(db)]


def _editions(db: sqlite3.Connection, process: int) -> Iterator[tuple[EditionRecord, Packed]]:
    """The editions, in another process than that one by a connection of its own: two must not use the same."""
    file = database_of(db)
    if file is None or os.getpid() == process:
        yield from _of(db)
        return
    with closing(connect(file)) as own:
        own.language = db.language if isinstance(db, Reader) else ""
        yield from _of(own)


def _of(db: sqlite3.Connection) -> Iterator[tuple[EditionRecord, Packed]]:
    with without_collector():
        for edition in _published(db):
            yield edition, read_edition(db, edition)
