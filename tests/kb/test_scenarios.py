"""Shipped rulings in the knowledge base, and the record of what they execute."""

import sqlite3
from importlib.resources import files

import pytest

from headjudge.kb.clause import ClauseKey
from headjudge.kb.scenarios import Recorded, add_scenarios, citations, recorded, written
from headjudge.parser.ruling import parse_ruling

SCHEMA = (files("headjudge.kb") / "schema.sql").read_text("utf-8")


@pytest.fixture
def db() -> sqlite3.Connection:
    """An empty knowledge base of two games, of which one has rulings."""
    connection = sqlite3.connect(":memory:")
    connection.executescript(SCHEMA)
    connection.execute("PRAGMA foreign_keys = ON")
    connection.executemany("INSERT INTO games VALUES (?, '', '')", [("palworld",), ("nogame",)])
    return connection


def test_rows(db: sqlite3.Connection) -> None:
    add_scenarios(db)
    names = sorted(
        entry.name.removesuffix(".ruling") for entry in (files("headjudge.rules_text") / "palworld" / "rulings").iterdir()
    )
    assert [name for (name,) in db.execute("SELECT name FROM rulings ORDER BY name")] == names
    (title, source, text, written_one) = db.execute(
        "SELECT title, source, text, written FROM rulings WHERE name = 'b03-player-damage'"
    ).fetchone()
    assert (title, source, written_one) == ("打击力2命中玩家：逐张判定后失去2点生命", "B3", 0)
    cited = [
        key
        for (key,) in db.execute(
            "SELECT c.key FROM citations c JOIN rulings r ON r.id = c.ruling WHERE r.name = 'b03-player-damage' ORDER BY c.rowid"
        )
    ]
    assert cited == list(citations(parse_ruling(text)))
    assert cited[:3] == ["11.2.2.1", "9.6.3.3.2", "11.1.2.1"]


def test_runs_are_those_recorded(db: sqlite3.Connection) -> None:
    add_scenarios(db)
    rows: dict[str, set[str]] = {}
    for name, key in db.execute("SELECT r.name, u.key FROM runs u JOIN rulings r ON r.id = u.ruling"):
        rows.setdefault(name, set()).add(key)
    assert rows == {entry.name: set(entry.executed) for entry in recorded("palworld") if entry.executed}
    pins = dict(db.execute("SELECT DISTINCT key, quote_sha256 FROM citations WHERE quote_sha256 <> ''"))
    assert len(pins) > 100
    assert all(len(pin) >= 12 for pin in pins.values())


def test_citations_of_a_ruling() -> None:
    scenario = parse_ruling("甲 据点 疾风(帕鲁 500/1) ; 则 甲 生命 = 10 因 9.3.2 11.2.2.1-11.2.2.2 ; 甲 生命 = 10 因 9.3.2 7.1")
    assert citations(scenario) == ("9.3.2", "11.2.2.1", "11.2.2.2", "7.1")
    refused = parse_ruling("甲 据点 疾风(帕鲁 500/1) ; 甲 以 疾风 攻击 乙 不合法 因 12.10.2")
    assert citations(refused) == ("12.10.2",)


def test_the_file_reads_back_as_it_was_written(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [
        Recorded("a", (ClauseKey("1.1"), ClauseKey("1.2")), ((ClauseKey("1.1"), "0f"),)),
        Recorded("b", (), ()),
    ]

    class Folder:
        def __truediv__(self, name: str) -> "Folder":
            return self

        def is_file(self) -> bool:
            return True

        def read_text(self, _encoding: str) -> str:
            return written(entries)

    monkeypatch.setattr("headjudge.kb.scenarios.files", lambda _package: Folder())
    assert list(recorded("any")) == entries


def test_a_game_without_rulings_has_no_record() -> None:
    assert list(recorded("nogame")) == []
