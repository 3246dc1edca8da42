"""No text fails to be read, and no character of it is lost."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headjudge.parser.card_print import print_ability
from headjudge.parser.card_text import read_card_text
from headjudge.parser.card_words import words
from headjudge.parser.effect_tree import unmodelled
from headjudge.parser.effects import AbilityText

KEYWORDS = ("勇敢", "登场时", "夜行性")
SIGNS = [*"。，、；（）()[]［］〈〉《》「」【】【自】【永】【起】・\n+-/◇①③XY10２", "\\n", "〈〉内的能力"]
VERBS = [
    "选择",
    "抽",
    "将",
    "其",
    "你",
    "的",
    "时",
    "当",
    "如果",
    "直到",
    "可以",
    "作为替代",
    "放置到",
    "攻击",
    "被",
    "过",
    "否则",
    "每有",
]
VOCABULARY = [*words().same, *words().same.values(), *KEYWORDS, *SIGNS, *VERBS, *(w for c in words().classes.values() for w in c)]


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60))
def test_arbitrary_characters(text: str) -> None:
    nothing_is_lost(text, read_card_text(text, KEYWORDS))


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(VOCABULARY), max_size=25).map("".join))
def test_words_of_cards_in_any_order(text: str) -> None:
    found = read_card_text(text, KEYWORDS)
    nothing_is_lost(text, found)
    for one in found:
        hash(one.ability)
        print_ability(one.ability)


HOSTILE = {
    "one long sentence": "选择1只帕鲁并" * 14_000,
    "many sentences": "选择1只帕鲁，给予700伤害。" * 7_000,
    "many lines": "【自】此卡攻击时，抽1张牌。\n" * 6_000,
    "many labels in a line": "抽1张牌。【自】" * 11_000,
    "opening brackets": "〈" * 100_000,
    "round brackets": "（" * 50_000 + "）" * 50_000,
    "nested grants": "选择1只帕鲁，其获得〈" * 5_000 + "抽1张牌" + "〉" * 5_000,
    "costs": "[②]或" * 20_000 + "抽1张牌",
    "bullets": "从以下选择1项。\n" + "・抽1张牌\n" * 15_000,
    "letters": "抽X张牌。" + "X为Y加上Y。Y为X加上X。" * 5_000,
    "keywords": "【永】" + "夜行性、" * 25_000 + "夜行性",
    "figures": "抽" + "9" * 100_000 + "张牌",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text(name: str) -> None:
    text = HOSTILE[name]
    start = time.process_time()
    nothing_is_lost(text, read_card_text(text, KEYWORDS))
    assert time.process_time() - start < 20


def nothing_is_lost(text: str, found: tuple[AbilityText, ...]) -> None:
    """The words of the abilities are the text; what is not modelled is a part of it."""
    assert "".join(one.words for one in found) == text
    for one in found:
        assert text[one.place.start : one.place.end] == one.words
        for part in unmodelled(one.ability):
            assert text[part.place.start : part.place.end] == part.words
