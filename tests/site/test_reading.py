"""The rulebooks come from another process as they would be read here."""

import os
import shutil
import sqlite3
from collections import ChainMap, Counter
from contextlib import closing
from pathlib import Path

import pytest

from headjudge.kb import workers
from headjudge.kb.database import connect
from headjudge.kb.editions import games
from headjudge.kb.records import EditionRecord
from headjudge.site import reading as reader
from headjudge.site.book import Mentions
from headjudge.site.packed import Packed, how_many, unpacked
from headjudge.site.reading import read_edition, reading
from headjudge.site.stored import stored
from tests.site.test_rebuild import edit


def published(db: sqlite3.Connection) -> list[EditionRecord]:
    return [game.editions[0] for game in games(db)]


def read_here(db: sqlite3.Connection) -> list[Packed]:
    return [read_edition(db, edition) for edition in published(db)]


def shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "WORTH_SHARING", 1)
    monkeypatch.setattr(workers, "processors", lambda: 2)


@pytest.mark.parametrize("processors", [1, 2])
def test_what_is_read_is_the_same(shipped_database: Path, monkeypatch: pytest.MonkeyPatch, processors: int) -> None:
    monkeypatch.setattr(workers, "processors", lambda: processors)
    with closing(connect(shipped_database)) as db, reading(db) as read:
        assert [*map(read, published(db))] == read_here(db)


def test_what_was_packed_is_unpacked_the_same(shipped_database: Path) -> None:
    with closing(connect(shipped_database)) as db:
        for edition in published(db):
            found = read_edition(db, edition)
            assert unpacked(found) == stored(db, edition)
            rows = db.execute(
                'SELECT clause, term, start, "end" FROM mentions WHERE clause BETWEEN ? AND ? ORDER BY clause, start',
                (edition.first, edition.last),
            ).fetchall()
            told = Mentions(edition, found.mentions)
            assert [(clause, *mention) for clause, some in told.everywhere() for mention in some] == rows
            assert {clause: [*told.of(clause)] for clause, *_ in rows} == dict(told.everywhere())
            assert dict(ChainMap(*map(how_many, found.mentions))) == Counter(clause for clause, *_ in rows)


def test_another_process_reads(shipped_database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared(monkeypatch)
    here = os.getpid()

    def told(db: sqlite3.Connection, edition: EditionRecord) -> Packed:
        assert os.getpid() != here
        return read_edition(db, edition)

    monkeypatch.setattr(reader, "read_edition", told)
    with closing(connect(shipped_database)) as db, reading(db) as read:
        assert [*map(read, published(db))] == read_here(db)


def test_one_that_dies_is_replaced(shipped_database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared(monkeypatch)
    here = os.getpid()

    def told(db: sqlite3.Connection, edition: EditionRecord) -> Packed:
        if os.getpid() != here and edition.game == "palworld":
            os._exit(9)
        return read_edition(db, edition)

    monkeypatch.setattr(reader, "read_edition", told)
    with closing(connect(shipped_database)) as db, reading(db) as read:
        assert [*map(read, published(db))] == read_here(db)


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
        assert [first, *later] == read_here(db)


def test_a_knowledge_base_in_memory_is_read(shipped_database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared(monkeypatch)
    with closing(connect(shipped_database)) as file, closing(sqlite3.connect(":memory:")) as db:
        file.backup(db)
        with reading(db) as read:
            assert [*map(read, published(db))] == read_here(file)


def test_one_process_reads_what_its_connection_sees(shipped_database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also what is not written yet."""
    monkeypatch.setattr(workers, "processors", lambda: 1)
    monkeypatch.delattr(reader, "connect")
    with closing(connect(shipped_database)) as db, reading(db) as read:
        assert [*map(read, published(db))] == read_here(db)


def test_a_reader_of_another_language_has_that_one(hostile_database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared(monkeypatch)
    with closing(connect(hostile_database)) as db:
        db.language = "en"
        with reading(db) as read:
            assert [*map(read, published(db))] == read_here(db)
