"""Written rulings: read with care, kept with their citations, and told when the words they rest on have changed."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from headjudge.kb import store, written
from headjudge.kb.clause import HeadjudgeError
from headjudge.kb.database import connect
from headjudge.kb.edition_rows import add_edition
from headjudge.kb.lookup import find_one, view
from headjudge.kb.pin import pin
from headjudge.kb.rulings import UnknownRuling, find_rulings, rulings
from headjudge.kb.written import BadRuling, read_written, stale
from tests.kb.books import DOCUMENT, Book, clause, source_of

DRAW, LOSE = "抽1张牌。", "没有牌的玩家败北。"
TEXT = f"""
game = "small"
edition = "1"
title = "抽最后一张"
question = "抽了最后一张牌，输了吗？"
answer = "输了。"
decided = 2026-11-29
office = "headjudge rules desk"

[[reasons]]
clause = "1.1"
quote = "抽1张"
why = "抽的是最后一张。"
pin = "{pin(DRAW)[:16]}"

[[reasons]]
clause = "1.2"
quote = "败北"
why = "牌库空了。"
pin = "{pin(LOSE)[:16]}"
"""


def test_read() -> None:
    ruling = read_written(TEXT, "last-card")
    assert (ruling.name, ruling.title, ruling.decided.isoformat()) == ("last-card", "抽最后一张", "2026-11-29")
    assert [(reason.clause, reason.quote) for reason in ruling.reasons] == [("1.1", "抽1张"), ("1.2", "败北")]


# (what is spoiled, by what, the field that the error names)
SPOILED = [
    ('title = "抽最后一张"', "", "title"),
    ('answer = "输了。"', 'answer = " "', "answer"),
    ('answer = "输了。"', "answer = 3", "answer"),
    ("decided = 2026-11-29", 'decided = "today"', "decided"),
    ('quote = "败北"', "", "quote"),
    ("[[reasons]]", "[[because]]", "reasons"),
    ('clause = "1.1"', "", "clause"),
]


@pytest.mark.parametrize(("old", "new", "field"), SPOILED)
def test_what_is_missing_is_named(old: str, new: str, field: str) -> None:
    assert old in TEXT
    with pytest.raises(BadRuling) as caught:
        read_written(TEXT.replace(old, new), "spoiled")
    assert (caught.value.code, caught.value.facts) == ("written_ruling_lacks", {"ruling": "spoiled", "field": field})


@pytest.mark.parametrize("text", ["game =", "[[", "\x00"])
def test_what_is_no_toml_is_named(text: str) -> None:
    with pytest.raises(HeadjudgeError) as caught:
        read_written(text, "broken")
    assert caught.value.code == "written_ruling_unreadable"


# (the clauses now, the clauses of the reasons that no longer hold)
TEXTS: list[tuple[dict[str, str], list[str]]] = [
    ({"1.1": DRAW, "1.2": LOSE}, []),
    ({"1.1": " 抽1张牌。\n", "1.2": LOSE}, []),
    ({"1.1": "抽2张牌。", "1.2": LOSE}, ["1.1"]),
    ({"1.1": DRAW, "1.3": LOSE}, ["1.2"]),
    ({}, ["1.1", "1.2"]),
]


@pytest.mark.parametrize(("texts", "wanted"), TEXTS)
def test_stale(texts: dict[str, str], wanted: list[str]) -> None:
    assert [reason.clause for reason in stale(read_written(TEXT, "last-card"), texts)] == wanted


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> sqlite3.Connection:
    """A knowledge base of two clauses with the ruling, and with one of a game that is not there."""
    texts = [TEXT, TEXT.replace('game = "small"', 'game = "other"')]
    monkeypatch.setattr(written, "shipped_written", lambda: ((read_written(text, "last-card"), text) for text in texts))
    database = tmp_path / "kb.db"
    with store.writing(database, database) as db:
        add_edition(db, source_of(""), Book((DOCUMENT, clause("1.1", DRAW), clause("1.2", LOSE))))
        written.add_written(db)
    return connect(database)


def test_kept(kept: sqlite3.Connection) -> None:
    with closing(kept):
        (ruling,) = rulings(kept)
        assert (ruling.game, ruling.name, ruling.written, ruling.clauses) == ("small", "last-card", True, ("1.1", "1.2"))
        assert ruling.source == "headjudge rules desk, 2026-11-29"
        assert find_rulings(kept, "last-card") == find_rulings(kept, "抽最后一张", "small") == [ruling]
        (listed,) = view(kept, find_one(kept, "1.2")).rulings
        assert (listed.name, listed.title, listed.executes) == ("last-card", "抽最后一张", False)


def test_a_clause_that_gives_two_reasons_is_cited_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    twice = TEXT + TEXT[TEXT.index("[[reasons]]") :].replace("抽1张", "抽").replace("败北", "玩家")
    monkeypatch.setattr(written, "shipped_written", lambda: [(read_written(twice, "last-card"), twice)])
    database = tmp_path / "kb.db"
    with store.writing(database, database) as db:
        add_edition(db, source_of(""), Book((DOCUMENT, clause("1.1", DRAW), clause("1.2", LOSE))))
        written.add_written(db)
    with closing(connect(database)) as db:
        assert len(read_written(twice, "last-card").reasons) == 4
        assert [key for (key,) in db.execute("SELECT key FROM citations ORDER BY rowid")] == ["1.1", "1.2"]


# (asked, the nearest names)
UNKNOWN = [("last", "last-card"), ("lost-card", "last-card"), ("别的", "")]


@pytest.mark.parametrize(("name", "near"), UNKNOWN)
def test_an_unknown_ruling_comes_with_the_nearest(kept: sqlite3.Connection, name: str, near: str) -> None:
    with closing(kept), pytest.raises(UnknownRuling) as caught:
        find_rulings(kept, name)
    assert caught.value.facts == {"ruling": name, "near": near}
