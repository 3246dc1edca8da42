"""Opening a knowledge base: the fast way when it is whole and fresh, a build when it is missing, stale or damaged."""

import sqlite3
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from headjudge.kb.clause import HeadjudgeError
from headjudge.kb.shipped import imported_stamp, stamp

APPLICATION_ID = 0x486A6467
"""`Hjdg`: what tells our files from other SQLite files."""

SCHEMA_VERSION = 1

Progress = Callable[[str, int, int], None]
"""Called with what is being done (an edition's name), how many steps are done, and how many there are."""


class NotAKnowledgeBase(HeadjudgeError):
    """The file is something else: it is never overwritten."""


class NewerKnowledgeBase(HeadjudgeError):
    """A later version of headjudge wrote the file."""


class LockedKnowledgeBase(HeadjudgeError):
    """Another program keeps the file locked."""


class UnwritableKnowledgeBase(HeadjudgeError):
    """The file must be built, and its folder cannot be written."""


class DamagedKnowledgeBase(HeadjudgeError):
    """The file is ours and broken (truncated, overwritten)."""


class Health(StrEnum):
    """What a file at the place of a knowledge base is."""

    FRESH = "fresh"
    MISSING = "missing"
    STALE = "stale"
    DAMAGED = "damaged"


class Opened(NamedTuple):
    """A connection for reading, and what had to be done to get it."""

    connection: sqlite3.Connection
    was: Health


def open_knowledge_base(database: Path, progress: Progress | None = None) -> Opened:
    """A read-only connection to the knowledge base at that place, built first if need be. A damaged file is kept beside it
    as `<name>.damaged`.

    Raises NotAKnowledgeBase, NewerKnowledgeBase, LockedKnowledgeBase or UnwritableKnowledgeBase.
    """
    health = examine(database)
    if health is Health.FRESH:
        return Opened(connect(database), health)
    from headjudge.kb.store import build

    try:
        build(database, progress, keep_damaged=health is Health.DAMAGED)
    except UnwritableKnowledgeBase:
        if health is not Health.STALE:
            raise
    return Opened(connect(database), health)


def connect(database: Path) -> sqlite3.Connection:
    """A read-only connection to an existing file."""
    connection = sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True, timeout=5)
    connection.execute("PRAGMA query_only = 1")
    return connection


def examine(database: Path) -> Health:
    """The state of the file. Raises NotAKnowledgeBase, NewerKnowledgeBase, LockedKnowledgeBase."""
    try:
        with database.open("rb") as file:
            header = file.read(100)
            size = file.seek(0, 2)
    except FileNotFoundError:
        return Health.MISSING
    except IsADirectoryError as error:
        raise NotAKnowledgeBase("not_a_knowledge_base", path=str(database)) from error
    except OSError as error:
        raise UnwritableKnowledgeBase("unreadable_database", path=str(database), reason=error.strerror or str(error)) from error
    if not header:
        return Health.MISSING
    if not header.startswith(b"SQLite format 3\0") or int.from_bytes(header[68:72], "big") != APPLICATION_ID:
        raise NotAKnowledgeBase("not_a_knowledge_base", path=str(database))
    version = int.from_bytes(header[60:64], "big")
    if version > SCHEMA_VERSION:
        raise NewerKnowledgeBase("newer_database", path=str(database), version=version, known=SCHEMA_VERSION)
    if version < SCHEMA_VERSION:
        return Health.STALE
    page_size = int.from_bytes(header[16:18], "big")
    if size < (65536 if page_size == 1 else page_size) * int.from_bytes(header[28:32], "big"):
        return Health.DAMAGED
    return _freshness(database)


def _freshness(database: Path) -> Health:
    try:
        connection = connect(database)
        try:
            built_from = dict(connection.execute("SELECT name, value FROM meta"))
        finally:
            connection.close()
    except sqlite3.OperationalError as error:
        if "locked" in str(error) or "busy" in str(error):
            raise LockedKnowledgeBase("locked_database", path=str(database)) from error
        return Health.DAMAGED
    except sqlite3.DatabaseError:
        return Health.DAMAGED
    fresh = built_from.get("shipped") == stamp() and built_from.get("imported") == imported_stamp(database)
    return Health.FRESH if fresh else Health.STALE
