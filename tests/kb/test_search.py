"""Search: exactly the clauses that contain the words, the defining ones first."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headjudge.kb import search as searching
from headjudge.kb.database import connect
from headjudge.kb.fold import fold, words
from headjudge.kb.lookup import UnknownEdition, UnknownGame, chosen_editions
from headjudge.kb.search import LongQuery, search, variants
from headjudge.kb.snippet import READ
from tests.kb.books import DOCUMENT, Book, clause, save, source_of
from tests.kb.conftest import Library

ODD = [
    "平台(10.5.3)",
    "“Active Player” draws 2 cards; he's done.",
    "ACTIVE player",
    "café Café CAFE\u0301",
    "😀😀 和 👨‍👩‍👧 以及 🀄",
    "a OR b AND NOT c NEAR(d, 3) title:e* ^f {g}",
    "'; DROP TABLE clauses; --",
    '""" "" "',
    "%_\\%_ [a-z]* ?",
    "\x00\x01\x1b[31m\x7f",
    "\ue028\ue000\uf8ff\ufdd0\ufffe\U0010ffff",
    "1 000 1.000 １０００",
    "ﾌﾞﾛｯｸ ブロック ㍿ ｶﾞ",
    "İstanbul ıstanbul STRASSE straße ﬁne",
    "檢查時點 发發 乾干后後",
    "\u202e倒序\u2066文字\u2069",
    "العربية 한국어 русская карта",
    "  ",
    "",
    "一",
    "line one\nline two\n\n第三行",
]
"""Texts in which a search that takes signs for syntax, or spaces for nothing, goes wrong."""


@pytest.fixture(scope="module")
def everything(shipped_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    """The shipped rulebooks together with one of odd texts."""
    database = tmp_path_factory.mktemp("odd") / "kb.db"
    database.write_bytes(shipped_database.read_bytes())
    odd = [clause(f"1.{place}", text, parent="") for place, text in enumerate(ODD, 1)]
    titled = [clause(f"2.{place}", "", title=text, parent="") for place, text in enumerate(ODD, 1)]
    save(database.with_name("odd.db"), (source_of("", game="odd"), Book((DOCUMENT, *odd, *titled))))
    with closing(connect(database.with_name("odd.db"))) as connection:
        yield connection


Texts = dict[str, tuple[str, str]]


def folded_texts(db: sqlite3.Connection) -> Texts:
    """Folded title and text of every clause that search looks at."""
    table = dict(db.execute("SELECT traditional, simplified FROM variants"))
    found: Texts = {}
    for edition in chosen_editions(db):
        rows = db.execute("SELECT key, title, text FROM clauses WHERE edition = ?", (edition.row,))
        found.update((f"{edition.game}@{edition.name}:{key}", (fold(a, table), fold(b, table))) for key, a, b in rows)
    return found


def assert_exact(db: sqlite3.Connection, texts: Texts, query: str) -> None:
    folded = words(query, variants(db, query))
    expected = {name for name, parts in texts.items() if folded and all(any(word in part for part in parts) for word in folded)}
    results = search(db, query, limit=10**6)
    assert {hit.brief.id for hit in results.hits} == expected
    assert (results.total, results.exact) == (len(expected), True)


@pytest.fixture(scope="module")
def odd_texts(everything: sqlite3.Connection) -> Texts:
    return folded_texts(everything)


@pytest.fixture(scope="module")
def shipped_texts(shipped_database: Path) -> Texts:
    with closing(connect(shipped_database)) as connection:
        return folded_texts(connection)


SIGNS = st.sampled_from(sorted({char for text in ODD for char in text}))
ANY = st.characters(exclude_categories=())


@given(st.text(SIGNS | ANY, min_size=1, max_size=4))
@settings(max_examples=400)
def test_search_is_exact_for_any_signs(everything: sqlite3.Connection, odd_texts: Texts, query: str) -> None:
    assert_exact(everything, odd_texts, query)


@given(st.sampled_from([text for text in ODD if text]), st.data())
@settings(max_examples=200)
def test_what_stands_in_a_text_is_found(everything: sqlite3.Connection, odd_texts: Texts, text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    query = text[start : start + data.draw(st.integers(1, 4))]
    assert_exact(everything, odd_texts, query)


def pieces(texts: Texts) -> st.SearchStrategy[str]:
    """Runs of 1 to 4 characters of a rulebook."""
    long = sorted(part for parts in texts.values() for part in parts if len(part) > 4)
    return st.tuples(st.sampled_from(long), st.integers(0, 500), st.integers(1, 4)).map(
        lambda drawn: drawn[0][drawn[1] % len(drawn[0]) :][: drawn[2]]
    )


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_search_is_exact_in_the_shipped_rulebooks(shipped_database: Path, shipped_texts: Texts, data: st.DataObject) -> None:
    query = " ".join(data.draw(st.lists(pieces(shipped_texts), min_size=1, max_size=3)))
    with closing(connect(shipped_database)) as connection:
        assert_exact(connection, shipped_texts, query)


RANKS = [
    # the section of that name, then the sentence that defines, then a title that contains it, then the rest
    ("牌库", ["4.2", "4.1", "4.3", "1.1"]),
    ("牌庫", ["4.2", "4.1", "4.3", "1.1"]),
    ("牌 库", ["4.2", "4.1", "4.3", "1.1"]),
    ("战斗", ["9", "1.2"]),
    ("Active  PLAYER", ["5.1", "5.2"]),
    ("整备牌库", ["4.3"]),
]


@pytest.mark.parametrize(("query", "expected"), RANKS)
def test_titles_and_definitions_first(library: Library, query: str, expected: list[str]) -> None:
    db = library(
        clause("1.1", "牌库牌库牌库，牌库牌库牌库。"),
        clause("1.2", "战斗战斗。"),
        clause("4.1", "“牌库”是指卡牌的堆。", defines=["牌库"]),
        clause("4.2", title="牌库", defines=["牌库"]),
        clause("4.3", title="整备牌库", defines=["整备牌库"]),
        clause("9", title="战斗"),
        clause("5.1", "“Active Player” means you.", defines=["Active Player"]),
        clause("5.2", "An active player. The active, the player: active player."),
    )
    assert [hit.brief.key for hit in search(db, query).hits] == expected


def test_a_definition_that_does_not_contain_the_word_is_no_hit(library: Library) -> None:
    """A title's `（造成）` is left out of the term."""
    db = library(clause("5.1", title="受（到）伤", defines=["受伤"]), clause("5.2", "受伤。"))
    assert [hit.brief.key for hit in search(db, "受伤").hits] == ["5.2"]


def test_a_score_tells_the_tier(library: Library) -> None:
    rest = [clause(f"9.{place}", "无关。") for place in range(1, 20)]
    db = library(
        clause("1", title="伤害"), clause("2", title="伤害步骤"), clause("3", "伤害。"), clause("4", "不伤害任何人。"), *rest
    )
    hits = search(db, "伤害").hits
    assert [int(hit.score) for hit in hits] == [3, 1, 0, 0]
    assert hits[2].score > hits[3].score > 0


def test_more_matches_than_are_ranked(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are not counted to the end, and said so; titles and definitions still come first, then the book's order."""
    monkeypatch.setattr(searching, "RANKED", 10)
    rest = [clause(f"1.{place}", "抽牌" * (place % 7 + 1)) for place in range(1, 40)]
    late = [clause("2", title="抽牌步骤"), clause("3", "“抽牌”是指…", defines=["抽牌"]), clause("4", title="抽牌")]
    db = library(*rest, *late)
    results = search(db, "抽牌", limit=5)
    assert (results.total, results.exact) == (10, False)
    assert [hit.brief.key for hit in results.hits] == ["4", "3", "2", "1.1", "1.2"]
    assert search(db, "抽牌", limit=50).total == 42
    assert search(db, "抽牌", limit=50).exact


def test_each_game_answers_with_its_own_edition(tmp_path: Path) -> None:
    def book(words: str) -> Book:
        return Book((DOCUMENT, clause("1", words)))

    editions = [
        (source_of("", "2020", "a"), book("伤害甲")),
        (source_of("", "2021", "a", effective="2021-01-01"), book("伤害乙")),
        (source_of("", "1", "b"), book("伤害丙")),
    ]
    save(tmp_path / "kb.db", *editions)
    with closing(connect(tmp_path / "kb.db")) as db:

        def found(game: str = "", edition: str = "") -> list[str]:
            return sorted(hit.brief.text for hit in search(db, "伤害", game, edition).hits)

        assert found() == ["伤害丙", "伤害乙"]
        assert found("a") == found("A") == ["伤害乙"]
        assert found("a", "2020") == ["伤害甲"]
        assert search(db, "伤害").total == 2
        with pytest.raises(UnknownGame):
            found("c")
        with pytest.raises(UnknownEdition):
            found("b", "2020")


SNIPPETS: list[tuple[str, str, str, str, list[str]]] = [
    # title, text, query, snippet, what is marked
    ("", "发生检查时点。", "检查时点", "发生检查时点。", ["检查时点"]),
    ("", "發生檢查時點。", "检查时点", "發生檢查時點。", ["檢查時點"]),
    ("战斗", "没有标题的词：伤害。", "伤害", "没有标题的词：伤害。", ["伤害"]),
    ("伤害步骤", "无关。", "伤害", "伤害步骤", ["伤害"]),
    ("", "伤害，伤 害，伤害害", "伤害 害", "伤害，伤 害，伤害害", ["伤害", "伤 害", "伤害害"]),
    ("", "ＡＢＣ\n第二行", "abc 二", "ＡＢＣ 第二行", ["ＡＢＣ", "二"]),
    ("", "一" * 100 + "伤害" + "二" * 100, "伤害", "…" + "一" * 20 + "伤害" + "二" * 38 + "…", ["伤害"]),
]


@pytest.mark.parametrize(("title", "text", "query", "snippet", "marked"), SNIPPETS)
def test_snippets_show_what_was_found(
    library: Library, title: str, text: str, query: str, snippet: str, marked: list[str]
) -> None:
    (hit,) = search(library(clause("1", text, title)), query).hits
    assert hit.snippet == snippet
    assert [hit.snippet[start:end] for start, end in hit.found] == marked


def test_the_path_of_a_hit_leads_from_the_chapter(knowledge: sqlite3.Connection) -> None:
    hits = {hit.brief.key: hit for hit in search(knowledge, "检查时点", "palworld", limit=100).hits}
    assert [brief.key for brief in hits["10.5.4.1"].path] == ["10", "10.5", "10.5.4"]


def test_a_clause_of_a_hundred_thousand_characters(library: Library) -> None:
    db = library(clause("1", "一" * 300_000 + "伤害"), clause("2", "一二"))
    (hit,) = search(db, "伤害").hits
    assert (hit.brief.key, hit.found) == ("1", ())
    assert len(hit.snippet) <= READ
    assert search(db, "一一一").total == 1


def test_a_query_that_is_none(library: Library) -> None:
    db = library(clause("1", "伤害"))
    with pytest.raises(LongQuery) as caught:
        search(db, "伤" * 1001)
    assert (caught.value.code, caught.value.facts) == ("long_query", {"longest": 1000})
    assert search(db, " \u3000\n").total == 0
    assert search(db, " ".join(map(chr, range(0x4E00, 0x4E00 + 500)))).total == 0
