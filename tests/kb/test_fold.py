"""Folding, and the tokens that make search exact."""

import sqlite3
import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge.kb.fold import all_variants, fold, match, tokens, words

VARIANTS = all_variants()

ALIKE = [
    ("檢查時點", "检查时点"),
    ("１０．５", "10.5"),
    ("１０. ５ ", "10.5"),
    ("（攻击）", "(攻击)"),
    ("ＡＴＫ Up", "atk up"),
    ("Straße", "STRASSE"),
    ("Rule \t\n Book", "rule book"),
    ("检查 　时点", "检查时点"),
    ("Café au lait", "CAFE\u0301 AU LAIT"),
    ("ﾌﾞﾛｯｸ", "ブロック"),
    ("㍿", "株式会社"),
    ("薴", "苎"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_what_a_reader_means_alike_folds_alike(one: str, other: str) -> None:
    assert fold(one, VARIANTS) == fold(other, VARIANTS)


APART = [("检查", "检察"), ("rule book", "rulebook"), ("красная карта", "краснаякарта"), ("10.5", "105"), ("é", "e")]


@pytest.mark.parametrize(("one", "other"), APART)
def test_what_a_reader_tells_apart_stays_apart(one: str, other: str) -> None:
    assert fold(one, VARIANTS) != fold(other, VARIANTS)


@given(st.text())
def test_folded_text_is_folded_for_good(text: str) -> None:
    once = fold(text, VARIANTS)
    assert once == once.strip()
    assert fold(once, VARIANTS) == once


def test_every_character_has_a_token_of_its_own() -> None:
    """What the index cannot hold (signs, controls) is replaced by what no folded text has."""
    every = "\n".join(chr(code) for code in range(0x30000) if not 0xD800 <= code < 0xE000)
    folded = sorted(set(fold(every, VARIANTS)))
    indexed = [token[0] for token in tokens("".join(folded)).split(" ")]
    assert len(set(indexed)) == len(folded) > 100_000
    assert not {token for char, token in zip(folded, indexed, strict=True) if token != char} & set(folded)


@given(st.text(max_size=30))
def test_tokens_are_whole_for_the_index(text: str) -> None:
    """The tokenizer splits nothing further: there are as many tokens as characters."""
    folded = fold(text, VARIANTS)
    db = sqlite3.connect(":memory:")
    db.execute("CREATE VIRTUAL TABLE t USING fts5(text, tokenize='ascii')")
    db.execute("CREATE VIRTUAL TABLE v USING fts5vocab(t, 'instance')")
    db.execute("INSERT INTO t VALUES (?)", (tokens(folded),))
    assert db.execute("SELECT count(*) FROM v").fetchone() == (len(folded),)
    db.close()


def test_marks_without_end_are_folded_in_order_and_in_time() -> None:
    """Thirty at a time: a hundred thousand at once would take a minute to put in order."""
    marks = "\u0301\u0327"
    assert fold("e" + marks, {}) == "\u0229\u0301"
    folded = fold("e" + marks * 100_000, {})
    assert folded.startswith("\u0229" + "\u0327" * 14 + "\u0301" * 15 + "\u034f")
    assert fold("说" + marks * 100_000 + "明", {}).count("\u034f") == 200_000 // 30


QUERIES: list[tuple[str, list[str]]] = [
    ("", []),
    (" \u3000\t", []),
    ("伤害 战斗", ["伤害", "战斗"]),
    ("伤害 傷害", ["伤害"]),
    ('"a" OR b*', ['"a"', "or", "b*"]),
    ("\udc80", ["\ufffd"]),
]


@pytest.mark.parametrize(("query", "expected"), QUERIES)
def test_words_of_a_query(query: str, expected: list[str]) -> None:
    assert words(query, VARIANTS) == expected


@given(st.lists(st.text(min_size=1, max_size=6).map(lambda text: fold(text, {})).filter(bool), min_size=1, max_size=4))
def test_an_expression_is_valid_whatever_the_words(folded: list[str]) -> None:
    db = sqlite3.connect(":memory:")
    db.execute("CREATE VIRTUAL TABLE t USING fts5(text, tokenize='ascii')")
    db.execute("SELECT * FROM t WHERE t MATCH ?", (match(folded),)).fetchall()
    db.close()


def test_variants_are_one_character_for_one_and_final() -> None:
    assert len(VARIANTS) > 3000
    for old, new in VARIANTS.items():
        assert len(old) == len(new) == 1
        assert new not in VARIANTS
        assert unicodedata.normalize("NFKC", new) == new


@given(st.text(max_size=20))
def test_tokens_are_pairs_of_neighbours(text: str) -> None:
    folded = fold(text, VARIANTS)
    pairs = tokens(folded).split(" ") if folded else []
    assert len(pairs) == len(folded)
    assert all(one[1:] == other[0] for one, other in pairwise(pairs))
    assert [pair[0] for pair in pairs] == [tokens(char) for char in folded]
