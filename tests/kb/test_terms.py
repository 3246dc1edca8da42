"""Defined words: found by the longest, linked where they are used, asked for in any script."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge.kb.clause import ClauseKey, Reference, ReferenceKind
from headjudge.kb.database import connect
from headjudge.kb.edition_rows import add_edition
from headjudge.kb.lookup import find_one, mentions, view
from headjudge.kb.store import writing
from headjudge.kb.terms import UnknownTerm, nearest_words, term
from headjudge.kb.vocabulary import Vocabulary
from tests.kb.books import DOCUMENT, Book, clause, source_of
from tests.kb.conftest import Library

TEXTS: list[tuple[list[str], str, list[str]]] = [
    (["检查", "检查时点", "时点"], "检查时点和检查，时点", ["检查时点", "检查", "时点"]),
    (["检查时点", "时点规则"], "检查时点规则", ["检查时点"]),
    (["tap"], "tap, untap, taps, Tap; 可tap的", ["tap", "tap", "tap"]),
    (["Active Player", "player"], "The active player, a PLAYER, players", ["Active Player", "player"]),
    (["Tap", "tap"], "tap Tap", ["Tap", "Tap"]),
    (["A+B", "(x)", "a.c"], "A+B (x) abc a.c", ["A+B", "(x)", "a.c"]),
    (["1级", "级"], "11级 1级", ["级", "1级"]),
    (["straße", "ß"], "STRASSE Straße", ["straße"]),
    (["", "甲"], "甲", ["甲"]),
    ([], "甲", []),
]


@pytest.mark.parametrize(("known", "text", "expected"), TEXTS)
def test_the_longest_word_wins(known: list[str], text: str, expected: list[str]) -> None:
    found = list(Vocabulary(known).mentions(text))
    assert [mention.word for mention in found] == expected
    for mention in found:
        assert text[mention.start : mention.end].casefold() == mention.word.casefold()


ALPHABET = st.sampled_from("检查时点战斗")


@given(st.lists(st.text(ALPHABET, min_size=1, max_size=4), max_size=8), st.text(ALPHABET, max_size=30))
def test_words_are_found_as_a_list_from_long_to_short_finds_them(known: list[str], text: str) -> None:
    oracle = re.compile("|".join(sorted(map(re.escape, known), key=len, reverse=True)) or "(?!)")
    expected = [(found[0], *found.span()) for found in oracle.finditer(text)]
    assert [tuple(mention) for mention in Vocabulary(known).mentions(text)] == expected


@given(st.lists(st.text(max_size=5), max_size=6), st.text(max_size=40), st.data())
def test_no_mention_overlaps_another_or_what_is_taken(known: list[str], text: str, data: st.DataObject) -> None:
    starts = data.draw(st.lists(st.integers(0, len(text)), max_size=3))
    taken = [(start, start + 2) for start in starts]
    own = data.draw(st.lists(st.sampled_from(known), max_size=2)) if known else []
    end = 0
    for mention in Vocabulary(known).mentions(text, own, taken):
        assert end <= mention.start < mention.end
        assert not any(start < mention.end and mention.start < stop for start, stop in taken)
        assert mention.word.casefold() not in {word.casefold() for word in own}
        end = mention.end


def test_no_mention_inside_a_reference_and_none_of_what_is_defined_here(library: Library) -> None:
    title = "规则3.1“牌库”"
    reference = Reference(title, ReferenceKind.TITLE, 1, 1 + len(title), (ClauseKey("2"),))
    db = library(
        clause("1", "“牌库”是指牌库。", defines=["牌库"]),
        clause("2", f"见{title}，牌库。", title="牌库", references=[reference]),
    )
    assert mentions(db, find_one(db, "1").row) == []
    (mention,) = mentions(db, find_one(db, "2").row)
    assert (mention.start, mention.defined_by) == (2 + len(title), ("1",))


def test_a_word_defined_twice_is_one_term(library: Library) -> None:
    db = library(
        clause("1", title="牌库", defines=["牌库"]),
        clause("2", "“牌库”是指…", defines=["牌库"]),
        clause("3", "牌库、牌库。"),
        clause("4", "牌库。"),
    )
    (seen,) = term(db, "牌庫")
    assert [(brief.key, style) for brief, style in seen.defined_by] == [("2", "quoted"), ("1", "title")]
    assert [brief.key for brief in seen.used_in] == ["3", "4"]
    assert view(db, find_one(db, "2")).defines == ("牌库",)


ASKED = [
    ("牌库", "牌库"),
    (" 牌 库 ", "牌库"),
    ("牌庫", "牌库"),
    ("ACTIVE  player", "Active Player"),
    ("ＡＰ", "AP"),
    ("弃牌堆", "墓地"),
]


@pytest.mark.parametrize(("asked", "found"), ASKED)
def test_a_term_is_found_in_any_width_case_and_script(tmp_path: Path, asked: str, found: str) -> None:
    words = ["牌库", "Active Player", "AP", "墓地"]
    book = Book((DOCUMENT, *(clause(str(place), title=word, defines=[word]) for place, word in enumerate(words, 1))))
    with writing(tmp_path / "kb.db", tmp_path / "kb.db") as db:
        add_edition(db, source_of(""), book)
        db.execute("INSERT INTO synonyms (game, word, term) VALUES ('', '弃牌堆', '墓地')")
    with closing(connect(tmp_path / "kb.db")) as connection:
        (seen,) = term(connection, asked)
    assert seen.term == found
    assert seen.synonyms == (("弃牌堆",) if found == "墓地" else ())


def test_an_unknown_term_gets_the_nearest(library: Library) -> None:
    db = library(clause("1", title="检查时点", defines=["检查时点"]), clause("2", title="牌库", defines=["牌库"]))
    with pytest.raises(UnknownTerm) as caught:
        term(db, "检查时段")
    assert (caught.value.code, caught.value.facts["near"]) == ("unknown_term", "检查时点")


NEAREST: list[tuple[str, list[str], list[str]]] = [
    ("检查", ["检查时点", "检查型", "牌库"], ["检查型", "检查时点"]),
    ("灵魂放置区", ["灵魂区", "灵魂", "放逐区"], ["灵魂", "灵魂区"]),
    ("", ["甲"], []),
    ("甲", [], []),
    ("自动技能", ["自动能力", "能力", "灵魂"], ["自动能力"]),
    ("天气预报", ["天赋", "预备", "天气"], ["天气"]),
    ("处理", ["处于", "预处理", "里"], ["预处理"]),
    ("x" * 5000, ["xy", "甲"], []),
]


@pytest.mark.parametrize(("word", "known", "expected"), NEAREST)
def test_the_nearest_words(word: str, known: list[str], expected: list[str]) -> None:
    assert nearest_words(word, known) == expected


def test_terms_of_the_palworld_edition(knowledge: sqlite3.Connection) -> None:
    (seen,) = term(knowledge, "检查时点", "palworld")
    keys = [brief.key for brief, _ in seen.defined_by]
    assert "10.5" in keys
    assert len(seen.used_in) > 10
    for brief in seen.used_in:
        assert "检查时点" in brief.text
        assert brief.key not in keys
