"""The rulebooks come from another process as they would be read here."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from headjudge.kb import workers
from headjudge.kb.database import connect
from headjudge.kb.editions import games
from headjudge.kb.records import EditionRecord
from headjudge.site import reading as reader
from headjudge.site.packed import Packed, unpacked, unpacked_mentions
from headjudge.site.reading import read_edition, reading
from headjudge.site.stored import mentions, stored
from tests.site.test_rebuild import edit


def published(db: sqlite3.Connection) -> list[EditionRecord]:
    return [game.editions[0] for game in games(db)]


def whole(*editions: Packed) -> list[tuple[Any, ...]]:
    """Packed editions, to be compared."""
    return [(*edition[:-1], edition.mentions()) for edition in editions]


def read_here(db: sqlite3.Connection) -> list[tuple[Any, ...]]:
    return whole(*(read_edition(db, edition) for edition in published(db)))


def shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "WORTH_SHARING", 1)
    monkeypatch.setattr(workers, "processors", lambda: 2)


@pytest.mark.parametrize("processors", [1, 2])
def test_what_is_read_is_the_same(shipped_database: Path, monkeypatch: pytest.MonkeyPatch, processors: int) -> None:
    monkeypatch.setattr(workers, "processors", lambda: processors)
    with closing(connect(shipped_database)) as db, reading(db) as read:
        assert whole(*[read(edition) for edition in published(db)]) == read_here(db)


def test_mentions_may_be_asked_for_at_once_or_never(shipped_database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared(monkeypatch)
    with closing(connect(shipped_database)) as db:
        with reading(db) as read:
            assert [*map(whole, map(read, published(db)))] == [[one] for one in read_here(db)]
        with reading(db) as read:
            assert [read(edition)[:-1] for edition in published(db)] == [one[:-1] for one in read_here(db)]


def test_what_was_packed_is_unpacked_the_same(shipped_database: Path) -> None:
    with closing(connect(shipped_database)) as db:
        for edition in published(db):
            found = read_edition(db, edition)
            assert unpacked(found) == stored(db, edition)
            assert unpacked_mentions(found.mentions()) == mentions(db, edition)


STEPS = ("_clauses", "_mentions")
Step = Callable[[sqlite3.Connection, EditionRecord], Any]


@pytest.mark.parametrize("step", STEPS)
def test_another_process_reads(shipped_database: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    shared(monkeypatch)
    here = os.getpid()
    real: Step = getattr(reader, step)

    def told(db: sqlite3.Connection, edition: EditionRecord) -> Any:
        assert os.getpid() != here
        return real(db, edition)

    with closing(connect(shipped_database)) as db:
        expected = read_here(db)
        monkeypatch.setattr(reader, step, told)
        with reading(db) as read:
            assert whole(*[read(edition) for edition in published(db)]) == expected


@pytest.mark.parametrize("step", STEPS)
def test_one_that_dies_is_replaced(shipped_database: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    shared(monkeypatch)
    here = os.getpid()
    real: Step = getattr(reader, step)

    def told(db: sqlite3.Connection, edition: EditionRecord) -> Any:
        if os.getpid() != here and edition.game == "palworld":
            os._exit(9)
        return real(db, edition)

    monkeypatch.setattr(reader, step, told)
    with closing(connect(shipped_database)) as db, reading(db) as read:
        assert whole(*[read(edition) for edition in published(db)]) == read_here(db)


def test_an_error_of_the_knowledge_base_is_told(shipped_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With its code, by which damage is told from a lock."""
    shared(monkeypatch)
    database = tmp_path / "kb.db"
    shutil.copy(shipped_database, database)
    edit(database, "DROP TABLE steps")
    with closing(connect(database)) as db, reading(db) as read, pytest.raises(sqlite3.OperationalError) as raised:
        read(published(db)[0])
    assert raised.value.sqlite_errorcode == sqlite3.SQLITE_ERROR


def test_an_edition_that_came_meanwhile_is_read(shipped_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared(monkeypatch)
    database = tmp_path / "kb.db"
    shutil.copy(shipped_database, database)
    with closing(connect(database)) as db, reading(db) as read:
        first = read(published(db)[0])
        edit(database, "UPDATE editions SET effective = '2031-01-01' WHERE game = 'zx'")
        later = [read(edition) for edition in published(db)[1:]]
        assert whole(first, *later) == read_here(db)


def test_a_knowledge_base_in_memory_is_read(shipped_database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared(monkeypatch)
    with closing(connect(shipped_database)) as file, closing(sqlite3.connect(":memory:")) as db:
        file.backup(db)
        with reading(db) as read:
            assert whole(*[read(edition) for edition in published(db)]) == read_here(file)


def test_a_reader_of_another_language_has_that_one(hostile_database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared(monkeypatch)
    with closing(connect(hostile_database)) as db:
        db.language = "en"
        with reading(db) as read:
            assert whole(*[read(edition) for edition in published(db)]) == read_here(db)
