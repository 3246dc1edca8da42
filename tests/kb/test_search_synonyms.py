"""Search by synonyms: what says the query in the game's own words, and nothing that has the query's."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headjudge.kb import store
from headjudge.kb.database import connect
from headjudge.kb.edition_rows import add_edition
from headjudge.kb.search import search
from headjudge.kb.search_synonyms import search_synonyms
from tests.kb.books import DOCUMENT, Book, clause, source_of

TEXTS = {
    "a": ["横置该卡牌。", "横置或翻面。", "站立的帕鲁攻击。", "抽1张牌。", "墓地与牌库。"],
    "b": ["休眠状态的卡片。", "将其变为重启状态，然后攻击。", "休息是休眠的别称。", "从废弃区选择。", "不相干。"],
}
SYNONYMS = [
    ("a", "休眠", "横置"),
    ("a", "重启状态", "站立"),
    ("a", "竖置", "站立"),
    ("a", "摸", "抽"),
    ("a", "摸牌", "抽"),
    ("b", "横置", "休眠"),
    ("b", "站立", "重启状态"),
    ("b", "竖置", "重启状态"),
    ("b", "墓地", "废弃区"),
]
# (query, game, the clauses found by a synonym with what each has instead)
FOUND: list[tuple[str, str, dict[str, list[tuple[str, str]]]]] = [
    ("休眠", "", {"a:1.1": [("休眠", "横置")], "a:1.2": [("休眠", "横置")]}),
    ("横置", "", {"b:1.1": [("横置", "休眠")], "b:1.3": [("横置", "休眠")]}),
    ("竖置", "", {"a:1.3": [("竖置", "站立")], "b:1.2": [("竖置", "重启状态")]}),
    ("竖置", "b", {"b:1.2": [("竖置", "重启状态")]}),
    ("竖置 攻击", "", {"a:1.3": [("竖置", "站立")], "b:1.2": [("竖置", "重启状态")]}),
    ("竖置的帕鲁", "", {"a:1.3": [("竖置的帕鲁", "站立的帕鲁")]}),
    ("豎置", "a", {"a:1.3": [("竖置", "站立")]}),
    ("摸", "", {"a:1.4": [("摸", "抽")]}),
    ("摸牌", "a", {"a:1.4": [("摸牌", "抽")]}),
    ("摸1张", "a", {}),  # a word of one character counts by itself only
    ("墓地", "", {"b:1.4": [("墓地", "废弃区")]}),
    ("不相干", "", {}),
    ("", "", {}),
    ('横置" OR "', "", {}),
]


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    """Two games that call the same things otherwise."""
    database = tmp_path_factory.mktemp("two") / "kb.db"
    with store.writing(database, database) as db:
        for game, texts in TEXTS.items():
            clauses = (clause(f"1.{count}", text) for count, text in enumerate(texts, 1))
            add_edition(db, source_of("", game=game), Book((DOCUMENT, *clauses)))
        db.executemany("INSERT INTO synonyms (game, word, term) VALUES (?, ?, ?)", SYNONYMS)
    with closing(connect(database)) as connection:
        yield connection


@pytest.mark.parametrize(("query", "game", "wanted"), FOUND, ids=[f"{query} {game}" for query, game, _ in FOUND])
def test_found(two: sqlite3.Connection, query: str, game: str, wanted: dict[str, list[tuple[str, str]]]) -> None:
    results = search_synonyms(two, query, game)
    assert {f"{hit.brief.game}:{hit.brief.key}": list(hit.instead) for hit in results.hits} == wanted
    assert results.total == len(wanted)
    assert all(hit.score < 0 for hit in results.hits), "below what has the words themselves"


def test_the_word_that_stands_instead_is_marked(two: sqlite3.Connection) -> None:
    (hit,) = search_synonyms(two, "墓地", "b").hits
    assert [hit.snippet[start:end] for start, end in hit.found] == ["废弃区"]


def test_a_limit_leaves_the_total(two: sqlite3.Connection) -> None:
    results = search_synonyms(two, "竖置", limit=1)
    assert (len(results.hits), results.total) == (1, 2)
    assert search_synonyms(two, "竖置", limit=0).hits == ()


def test_a_long_query_finds_nothing(two: sqlite3.Connection) -> None:
    assert search_synonyms(two, "竖置" * 1000).total == 0


WORDS = st.lists(st.sampled_from(["横置", "竖置", "休眠", "站立", "攻击", "墓地", "卡", "重启状态"]), min_size=1, max_size=2)


@settings(max_examples=60, deadline=None)
@given(WORDS)
def test_exact_hits_and_synonyms_part_what_there_is(two: sqlite3.Connection, words: list[str]) -> None:
    """Against a plain reading of the texts: every word itself, or every word by itself or what the game calls it."""
    query = " ".join(words)
    exact = {(hit.brief.game, hit.brief.text) for hit in search(two, query).hits}
    otherwise = {(hit.brief.game, hit.brief.text) for hit in search_synonyms(two, query).hits}
    every = [(game, text) for game, texts in TEXTS.items() for text in texts]
    ways = {
        (game, word): [word, *(term for other, old, term in SYNONYMS if (other, old) == (game, word))]
        for game in TEXTS
        for word in words
    }
    assert exact == {(game, text) for game, text in every if all(word in text for word in words)}
    either = {(game, text) for game, text in every if all(any(way in text for way in ways[game, word]) for word in words)}
    speakers = {game for game, _ in exact}  # a game that has the words needs no others for them
    assert otherwise == {(game, text) for game, text in either if game not in speakers}
