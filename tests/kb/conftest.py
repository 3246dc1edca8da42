"""Small knowledge bases made for a test, from texts or from clauses."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from headjudge.kb import store
from headjudge.kb.clause import Clause, ClauseKey
from headjudge.kb.database import connect
from tests.kb.books import DOCUMENT, SMALL, Book, save, source_of

Library = Callable[..., sqlite3.Connection]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """Makes a knowledge base of one edition that has the given clauses below its document."""
    opened: list[sqlite3.Connection] = []

    def make(*clauses: Clause, steps: tuple[tuple[str, str], ...] = ()) -> sqlite3.Connection:
        database = tmp_path / f"{len(opened)}.db"
        pairs = tuple((ClauseKey(a), ClauseKey(b)) for a, b in steps)
        save(database, (source_of(""), Book((DOCUMENT, *clauses), pairs)))
        opened.append(connect(database))
        return opened[-1]

    yield make
    for connection in opened:
        connection.close()


@pytest.fixture
def only_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """As though the package shipped nothing but the small rulebook: a build takes no time."""
    monkeypatch.setattr(store, "shipped", lambda: iter([source_of(SMALL, own=True)]))


@pytest.fixture(scope="session")
def small_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The knowledge base of the small rulebook: to be copied."""
    database = tmp_path_factory.mktemp("small") / "kb.db"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "shipped", lambda: iter([source_of(SMALL, own=True)]))
        store.build(database)
    return database


@pytest.fixture
def small(only_small: None, small_file: Path, tmp_path: Path) -> Path:
    """A fresh knowledge base of the small rulebook, to be spoiled."""
    database = tmp_path / "kb.db"
    database.write_bytes(small_file.read_bytes())
    return database


@pytest.fixture
def read(small: Path) -> Callable[[str], list[tuple[object, ...]]]:
    """What a query finds in that knowledge base now."""

    def rows(query: str) -> list[tuple[object, ...]]:
        with closing(connect(small)) as connection:
            return connection.execute(query).fetchall()

    return rows
