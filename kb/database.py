"""Opening a knowledge base: the fast way when it is whole and fresh, a build when it is missing, stale or damaged."""

import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from enum import StrEnum
from pathlib import Path

from headjudge.kb.editions import Reader
from headjudge.kb.errors import HeadjudgeError
from headjudge.kb.stamp import fingerprint, stamp
from headjudge.parser.named import NamedTuple

APPLICATION_ID = 0x486A6467
"""`Hjdg`: what tells our files from other SQLite files."""

SCHEMA_VERSION = 7
"""Goes up with every change of schema.sql."""

PATIENCE = 5.0
"""Seconds to wait for a program that keeps the file locked."""

_MAGIC = b"SQLite format 3\0"
_HEADER = 100
"""Bytes; an SQLite file has at least a whole page."""

Progress = Callable[[str, int, int], None]
"""Called with what is being done (an edition's name), how many steps are done, and how many there are."""


_tellers: list[Callable[[Path], None]] = []
"""Whom to tell that another process's work is waited for."""


def tell_of_waiting(tell: Callable[[Path], None]) -> None:
    """Names what is called, with the knowledge base's place, when a writer has to wait for another one."""
    _tellers[:] = [tell]


def waiting_for(database: Path) -> None:
    """Says that another process is writing the knowledge base, and that it is waited for."""
    for tell in _tellers:
        tell(database)


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
    OLDER = "older"  # stale, and with other tables: it cannot answer
    DAMAGED = "damaged"
    UNRENEWED = "unrenewed"  # stale, and it could not be built anew: it answers as it is


class Opened(NamedTuple):
    """A connection for reading, and what the file was before. UNRENEWED: the answers are those of an older text."""

    connection: Reader
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
    except (UnwritableKnowledgeBase, LockedKnowledgeBase):
        if health is not Health.STALE:
            raise
        health = Health.UNRENEWED
    return Opened(connect(database), health)


def connect(database: Path) -> Reader:
    """A read-only connection to an existing file."""
    connection = sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True, timeout=PATIENCE, factory=Reader)
    connection.execute("PRAGMA query_only = 1")
    return connection


def database_of(connection: sqlite3.Connection) -> Path | None:
    """The file that the connection reads; None if that is in memory."""
    file: str = next(file for _, schema, file in connection.execute("PRAGMA database_list") if schema == "main")
    return Path(file) if file else None


def examine(database: Path, package: str = "") -> Health:
    """The state of the file; `package` are the `package_looks`, where they are known.

    Raises NotAKnowledgeBase, NewerKnowledgeBase, LockedKnowledgeBase, UnwritableKnowledgeBase.
    """
    try:
        looks = database.stat()
        if not stat.S_ISREG(looks.st_mode):  # a folder, a pipe (opening it would wait for ever), a device
            raise NotAKnowledgeBase("not_a_knowledge_base", path=str(database))
        with database.open("rb") as file:
            header = file.read(_HEADER)
    except FileNotFoundError:
        return Health.MISSING
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or str(error)
        raise UnwritableKnowledgeBase("unreadable_database", path=str(database), reason=reason) from error
    if not header:
        return Health.MISSING
    if len(header) < _HEADER and header.startswith(_MAGIC):
        return Health.DAMAGED  # whoever wrote it, nothing is left in it
    if not header.startswith(_MAGIC) or int.from_bytes(header[68:72], "big") != APPLICATION_ID:
        raise NotAKnowledgeBase("not_a_knowledge_base", path=str(database))
    version = int.from_bytes(header[60:64], "big")
    if version > SCHEMA_VERSION:
        raise NewerKnowledgeBase("newer_database", path=str(database), version=version, known=SCHEMA_VERSION)
    page_size = int.from_bytes(header[16:18], "big")
    if looks.st_size < (65536 if page_size == 1 else page_size) * int.from_bytes(header[28:32], "big"):
        return Health.DAMAGED
    return _freshness(database, package) if version == SCHEMA_VERSION else Health.OLDER


def _freshness(database: Path, package: str) -> Health:
    try:
        with closing(connect(database)) as connection:
            built_from = dict(connection.execute("SELECT name, value FROM meta"))
    except sqlite3.OperationalError as error:
        if is_locked(error):
            raise LockedKnowledgeBase("locked_database", path=str(database)) from error
        return Health.DAMAGED
    except sqlite3.DatabaseError:
        return Health.DAMAGED
    # the same files may look otherwise: read them only then ('' says that they changed while they were looked at)
    looks = fingerprint(database, package)
    if built_from.get("looks") == (looks or None) or built_from.get("stamp") == (stamp(database) or None):
        return Health.FRESH
    return Health.STALE


def is_locked(error: sqlite3.Error) -> bool:
    """Whether another program's lock is what went wrong."""
    return _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file itself is broken."""
    return _code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def is_disk(error: sqlite3.Error) -> bool:
    """Whether the disk did not take what was written."""
    return _code(error) in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)


def _code(error: sqlite3.Error) -> int:
    """The primary result code; 0 if the error is not SQLite's own."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
