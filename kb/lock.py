"""The one writer of a knowledge base: its lock, and the scratch file that takes the old file's place when it is finished.

The lock file stays behind, empty: to remove it would let two writers hold two locks of one name. A crash frees the lock with
its process; the scratch file that it leaves is thrown away by the next writer.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from headjudge.kb.database import LockedKnowledgeBase, UnwritableKnowledgeBase, waiting_for
from headjudge.parser.named import NamedTuple

WAIT = 60.0
"""Seconds to wait for another process that is writing the same knowledge base."""

SILENT = 1.0
"""Seconds of them in which nothing is said: most writers are done by then."""


class Identity(NamedTuple):
    """Which file it is: a file that was replaced has another."""

    device: int
    file: int
    changed: int


def identity(path: Path) -> Identity | None:
    """None if there is no such file."""
    try:
        looks = path.stat()
    except OSError:
        return None
    return Identity(looks.st_dev, looks.st_ino, looks.st_mtime_ns)


@contextmanager
def scratch(database: Path) -> Iterator[Path]:
    """A place for a new file beside the database, for one writer at a time; gone afterwards, whatever happens.

    Raises LockedKnowledgeBase or UnwritableKnowledgeBase.
    """
    from filelock import FileLock, Timeout  # only writers need it: a site is made by readers

    part = database.with_name(f".{database.name}.part")
    place = database.with_name(f"{database.name}.lock")
    lock = FileLock(place, timeout=min(SILENT, WAIT))
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        place.touch()  # filelock waits for a folder that takes no files as it waits for a writer
        try:
            lock.acquire()
        except Timeout:
            waiting_for(database)
            lock.acquire(timeout=max(0.0, WAIT - SILENT))
        part.unlink(missing_ok=True)
        part.touch()
    except Timeout as error:
        raise LockedKnowledgeBase("locked_database", path=str(database)) from error
    except OSError as error:
        lock.release()
        raise unwritable(database, error) from error
    try:
        if _is_protected(database):
            raise UnwritableKnowledgeBase("protected_database", path=str(database))
        yield part
    finally:
        try:
            part.unlink(missing_ok=True)
        finally:
            lock.release()


def _is_protected(database: Path) -> bool:
    """Whether the file says that it is not to be written. Only its folder would be asked when another file takes its place."""
    try:
        return not database.stat().st_mode & 0o222 or not os.access(database, os.W_OK)
    except OSError:
        return False


def take_place(part: Path, database: Path, *, keep_old: bool) -> None:
    """Puts the finished file in the place of the old one, which is kept as `<name>.damaged` or thrown away.

    Raises UnwritableKnowledgeBase.
    """
    try:
        with part.open("rb+") as file:
            os.fsync(file.fileno())  # a power cut must not leave the new name with an unwritten file
        if keep_old and database.exists():
            database.replace(database.with_name(f"{database.name}.damaged"))
        part.replace(database)
    except OSError as error:
        raise unwritable(database, error) from error


def unwritable(database: Path, error: Exception) -> UnwritableKnowledgeBase:
    """The error for a folder that does not let us write (full, read-only, not a folder)."""
    reason = getattr(error, "strerror", None) or str(error)
    return UnwritableKnowledgeBase("unwritable_database", path=str(database), reason=reason)
