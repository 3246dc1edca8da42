"""The words that lint reads a text in."""

import pytest

from headjudge.kb.lint.lexicon import Lexicon, compounds, easily_confused, listed, word_set

CUTS = [
    ((), "玩家从牌库抽1张卡。", "玩家 从 牌 库 抽 1 张 卡 。"),
    (("牌库", "检查时点"), "在检查时点，公开牌库顶的卡。", "在 检查时点 ， 公开 牌库 顶 的 卡 。"),
    ((), "PM的X点伤害", "PM 的 X 点 伤害"),
    ((), "", ""),
]


@pytest.mark.parametrize(("terms", "text", "words"), CUTS)
def test_cut(terms: tuple[str, ...], text: str, words: str) -> None:
    cut = list(Lexicon(terms).cut(text))
    assert " ".join(word.text for word in cut) == words
    assert "".join(word.text for word in cut) == text
    assert all(text[word.start : word.end] == word.text for word in cut)


def test_compounds_are_what_the_texts_make_words() -> None:
    texts = ["支付璃晶。", "获得璃晶，", "璃晶的颜色", "抽一张", "一张"]
    assert compounds(Lexicon(), texts) >= {"璃晶"}
    assert not compounds(Lexicon(), ["其与牌", "其中", "与此"]) & {"其与"}


@pytest.mark.parametrize(
    ("one", "other", "alike"), [("里", "理", True), ("锁", "所", True), ("末", "未", True), ("红", "蓝", False)]
)
def test_easily_confused(one: str, other: str, alike: bool) -> None:
    assert easily_confused(one, other) is alike
    assert easily_confused(other, one) is alike


@pytest.mark.parametrize("name", ["trade", "free", "plain", "heads"])
def test_word_lists_have_each_word_once(name: str) -> None:
    assert len(listed(f"{name}.zh.txt")) == len(word_set(name))
    assert all(word == word.strip() and " " not in word for word in word_set(name))


@pytest.mark.parametrize("name", ["synonyms", "heads_alike"])
def test_rows_have_several_words_each_once(name: str) -> None:
    rows = [line.split(" ") for line in listed(f"{name}.zh.txt")]
    assert all(len(row) > 1 and len(set(row)) == len(row) for row in rows)


def test_a_word_has_one_meaning() -> None:
    words = [word for line in listed("synonyms.zh.txt") for word in line.split(" ")]
    assert sorted(words) == sorted(set(words))
