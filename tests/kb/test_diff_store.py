"""Editions compared in the knowledge base: what was stored is what was parsed, and old numbers lead on."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from headjudge.kb import store
from headjudge.kb.clause import ClauseKey
from headjudge.kb.diff import diff
from headjudge.kb.diff_store import came_from, diff_editions, led_to, read_clauses, record_changes, record_game, recorded
from headjudge.kb.edition_rows import add_edition
from headjudge.kb.shipped import shipped
from headjudge.parser.rulebook import parse_rulebook
from tests.kb.books import source_of

OLD = """第1章 牌库
1.1 牌库至少有40张卡牌。
1.2 洗切牌库的步骤如下（1.1）：
• 各玩家把牌库分成几叠。
• 对手切牌。
1.3 牌库是非公开区域。玩家不能查看其中的卡牌。
1.4 牌库用完的玩家败北。
第2章 手牌
2.1 起手抽取5张卡牌（1.2）。
2.2 手牌上限为8张。
"""

NEW = """第1章 牌库
1.1 牌库放置在据点旁边。
1.2 牌库至少有60张卡牌。
1.3 洗切牌库的步骤如下（1.2）：
• 各玩家把牌库分成几叠。
• 对手切牌。
1.4 牌库是非公开区域。
1.5 玩家不能查看其中的卡牌。
第2章 手牌
2.1 起手抽取5张卡牌（1.3）。
2.2 手牌上限为8张。
"""


@pytest.fixture
def db(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A knowledge base with both editions, in which nothing is recorded yet: 1 is the old one."""
    file = tmp_path / "kb.db"
    with store.writing(file, file) as written:
        for name, text in (("1", OLD), ("2", NEW)):
            add_edition(written, source_of(text, name), parse_rulebook(text, "dotted"))
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("DELETE FROM changes")
        yield connection


def test_stored_editions_differ_like_the_parsed_ones(db: sqlite3.Connection) -> None:
    parsed = diff(parse_rulebook(OLD, "dotted").clauses, parse_rulebook(NEW, "dotted").clauses)
    stored = diff_editions(db, 1, 2)
    assert stored.alignment == parsed.alignment
    assert stored.became == parsed.became
    assert [edit.runs for edit in stored.rules.edited] == [edit.runs for edit in parsed.rules.edited]


@pytest.mark.parametrize(("old", "new"), [(1, 2), (2, 1), (1, 1)])
def test_what_was_recorded_is_read_back(db: sqlite3.Connection, old: int, new: int) -> None:
    found = record_changes(db, old, new)
    read = recorded(db, old, new)
    assert (read is None) == (old == new)
    assert read is None or sorted(read.links) == sorted(found.alignment.links)
    assert diff_editions(db, old, new) == found


def test_recording_again_changes_nothing(db: sqlite3.Connection) -> None:
    rows = "SELECT * FROM changes ORDER BY rowid"
    record_changes(db, 1, 2)
    first = db.execute(rows).fetchall()
    record_changes(db, 1, 2)
    assert db.execute(rows).fetchall() == first != []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("1.1", ["1.2"]),  # edited and renumbered
        ("1.2", ["1.3"]),
        ("1.2/1", ["1.3/1"]),  # follows its parent
        ("1.3", ["1.4", "1.5"]),  # split
        ("1.4", []),  # removed
        ("2", ["2"]),
        ("2.2", ["2.2"]),
        ("9.9", []),  # there is no such clause
    ],
)
def test_an_old_number_leads_to_the_new_ones(db: sqlite3.Connection, old: str, new: list[str]) -> None:
    record_changes(db, 1, 2)
    assert list(led_to(db, 1, 2, ClauseKey(old))) == new
    assert all(old in came_from(db, 1, 2, ClauseKey(key)) for key in new)


def test_an_added_clause_comes_from_nowhere(db: sqlite3.Connection) -> None:
    record_changes(db, 1, 2)
    assert came_from(db, 1, 2, ClauseKey("1.1")) == ()


def test_a_game_leads_every_edition_to_the_one_that_answers(db: sqlite3.Connection) -> None:
    db.execute("UPDATE editions SET rank = 3 - id")
    record_game(db, "small")
    assert db.execute("SELECT DISTINCT old, new FROM changes").fetchall() == [(1, 2)]
    lineage = {(edition, key): line for edition, key, line in db.execute("SELECT edition, key, lineage FROM clauses")}
    assert lineage[1, "1.2"] == lineage[2, "1.3"] == "small:1.3"
    assert lineage[1, "1.4"] == "small@1:1.4"  # removed
    assert [line for (edition, _), line in lineage.items() if edition == 2 and line.startswith("small@")] == []


def test_own_and_imported_texts_are_not_editions_of_each_other(db: sqlite3.Connection) -> None:
    db.execute("UPDATE editions SET rank = id, own = id - 1")
    record_game(db, "small")
    assert db.execute("SELECT count(*) FROM changes").fetchone() == (0,)


def test_an_edition_taken_out_takes_its_changes_along(db: sqlite3.Connection) -> None:
    record_changes(db, 1, 2)
    db.execute("DELETE FROM editions WHERE id = 1")
    assert db.execute("SELECT count(*) FROM changes").fetchone() == (0,)


def pin(text: str) -> str:
    return sha256("".join(text.split()).encode()).hexdigest()


# (clause, the words it was cited by, whether the ruling is affected)
CITATIONS = [
    ("1.1", "牌库至少有40张卡牌。", True),  # the old words
    ("1.1", "牌库放置在据点旁边。", False),  # written for the new edition
    ("1.1", "", True),  # nobody knows
    ("2.2", "手牌上限为8张。", False),  # unchanged
    ("1.4", "牌库用完的玩家败北。", True),  # removed
    ("1.5", "玩家不能查看其中的卡牌。", False),  # only in the new edition
]


@pytest.mark.parametrize(("key", "quote", "affected"), CITATIONS)
def test_a_ruling_is_affected_by_the_words_it_rests_on(db: sqlite3.Connection, key: str, quote: str, affected: bool) -> None:
    db.execute("INSERT INTO rulings (id, game, name, title, source, text) VALUES (1, 'small', 'r', '', '', '')")
    row = (1, "", "small", "", key, pin(quote) if quote else "")
    db.execute("INSERT INTO citations (ruling, code, game, edition, key, quote_sha256) VALUES (?, ?, ?, ?, ?, ?)", row)
    found = diff_editions(db, 1, 2).affected_rulings
    assert [(ruling.ruling, [citation.key for citation in ruling.citations]) for ruling in found] == [("r", [key])] * affected


def test_shipped_clauses_are_read_as_they_were_parsed(knowledge: sqlite3.Connection) -> None:
    """All but the places in the source, which a comparison does not need, and the candidates of ambiguous references."""
    (edition,) = knowledge.execute("SELECT id FROM editions WHERE game = 'palworld'").fetchone()
    text = next(source.text for source in shipped() if source.edition.game == "palworld")
    for stored, parsed in zip(read_clauses(knowledge, edition), parse_rulebook(text).clauses, strict=True):
        assert (stored.key, stored.kind, stored.title, stored.text, stored.parent) == (
            parsed.key,
            parsed.kind,
            parsed.title,
            parsed.text,
            parsed.parent,
        )
        assert (stored.number, stored.depth, stored.synthetic) == (parsed.number, parsed.depth, parsed.synthetic)
        assert sorted(stored.references, key=lambda r: r.start) == sorted(parsed.references, key=lambda r: r.start)
        assert set(stored.definitions) == set(parsed.definitions)


def test_importing_a_newer_edition_leads_the_old_numbers_to_it(small: Path) -> None:
    """`1.2` of the older text is `1.3` now."""
    for name, text in (("1", OLD), ("2", NEW)):
        store.import_edition(small, source_of(text, name, effective=f"202{name}"))
    with closing(sqlite3.connect(small)) as db:
        ids = dict(db.execute("SELECT name, id FROM editions WHERE NOT own").fetchall())
        assert led_to(db, ids["1"], ids["2"], ClauseKey("1.2")) == ("1.3",)
