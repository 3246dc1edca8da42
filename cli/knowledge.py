"""The knowledge base of a request: opened for reading, built on first use, rebuilt once if it breaks under a query."""

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from headjudge.cli.messages import message
from headjudge.cli.request import Language, Request
from headjudge.kb.database import Health, LockedKnowledgeBase, is_locked, open_knowledge_base
from headjudge.kb.editions import Reader
from headjudge.kb.errors import HeadjudgeError


class BrokenWhileReading(HeadjudgeError):
    """The file opened well, and a query met damage in it."""


@contextmanager
def opened(request: Request) -> Iterator[sqlite3.Connection]:
    """A connection for reading. Raises BrokenWhileReading if a query in its body meets damage, and what opening raises."""
    connection = _connection(request)
    connection.language = request.language
    try:
        yield connection
    except (sqlite3.ProgrammingError, sqlite3.InterfaceError):
        raise  # a fault of ours, not of the file
    except sqlite3.DatabaseError as error:
        if is_locked(error):
            raise LockedKnowledgeBase("locked_database", path=str(request.database)) from error
        raise BrokenWhileReading("damaged_database", path=str(request.database), reason=str(error)) from error
    finally:
        connection.close()


def _connection(request: Request) -> Reader:
    if not request.database.exists() and sys.stderr.isatty():
        from headjudge.cli.progress import bar  # rich, on a terminal only

        with bar() as progress:
            return open_knowledge_base(request.database, progress).connection
    connection, was = open_knowledge_base(request.database)
    if was is Health.DAMAGED:
        _say_rebuilt(request)
    elif was is Health.UNRENEWED:
        _say_unrenewed(str(request.database), request.language)
    return connection


@cache
def _say_unrenewed(path: str, language: Language) -> None:
    """Once, however often the file is opened for one answer."""
    print(message("unrenewed", {"path": path}, language), file=sys.stderr)


def rebuild(request: Request) -> None:
    """Builds the damaged knowledge base anew; the damaged file is kept beside it, and standard error says so."""
    from headjudge.kb.store import build  # the parser takes 100 ms to import

    build(request.database, keep_damaged=True)
    _say_rebuilt(request)


def _say_rebuilt(request: Request) -> None:
    kept = request.database.with_name(f"{request.database.name}.damaged")
    print(message("rebuilt_damaged", {"kept": kept}, request.language), file=sys.stderr)
