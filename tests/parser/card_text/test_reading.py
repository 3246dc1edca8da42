"""Card texts and what they mean, written in canonical words (`readings.txt`)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from headjudge.parser.card_print import print_ability
from headjudge.parser.card_text import read_card_text
from headjudge.parser.effect_tree import unmodelled
from headjudge.parser.effects import AbilityText, Keyword, Unmodelled
from headjudge.parser.keywords import Keywords


def readings() -> Iterator[tuple[str, str]]:
    """The pairs of the file: a text, and the same in canonical words."""
    lines = (Path(__file__).parent / "readings.txt").read_text("utf-8").splitlines()
    texts = [line for line in lines if line and not line.startswith("#")]
    for printed, canonical in zip(texts[::2], texts[1::2], strict=True):
        assert canonical.startswith("    ")
        assert not printed.startswith(" ")
        yield printed, canonical.strip()


@pytest.mark.parametrize(("printed", "canonical"), list(readings()))
def test_reading(printed: str, canonical: str, keywords: Keywords) -> None:
    (found,) = read_card_text(printed, keywords.formulas)
    assert not unmodelled(found.ability)
    assert print_ability(found.ability) == canonical
    (again,) = read_card_text(canonical, keywords.formulas)
    assert again.ability == found.ability


UNREAD = [  # what is printed, and the words of it that are not modelled
    ("【自】胆小", ["【自】胆小"]),  # a keyword that no formula explains
    ("【自】此卡跳舞时，抽1张牌。", ["【自】此卡跳舞时，抽1张牌。"]),  # a trigger that cannot be read: the whole ability
    ("【起】[跳舞]抽1张牌。", ["【起】[跳舞]抽1张牌。"]),  # a cost likewise
    ("【起】[②]抽1张牌。你跳舞。获得1点生命。", ["你跳舞"]),  # one sentence of an effect
    ("【永】此卡的战斗力+300。此卡跳舞。", ["此卡跳舞"]),
    ("【自】抽1张牌。", ["【自】抽1张牌。"]),  # automatic, and nothing triggers it
    ("【怪】抽1张牌。", ["【怪】抽1张牌。"]),
    ("【起】[②抽1张牌。", ["【起】[②抽1张牌。"]),  # brackets that nothing closes
    ("选择1只帕鲁，其获得〈【自】此卡攻击时，抽1张牌。", ["选择1只帕鲁，其获得〈【自】此卡攻击时，抽1张牌。"]),
    ("抽1张牌）", ["抽1张牌）"]),
    ("抽X张牌。X为X加上1。", ["抽X张牌。X为X加上1。"]),  # explained by itself
    ("选择1只帕鲁，给予其〈〉内的能力。", ["选择1只帕鲁，给予其〈〉内的能力。"]),  # and no 〈…〉 follows
    ("抽1张牌。否则，获得1点生命。", ["否则，获得1点生命"]),  # nothing to be otherwise than
    ("选择1只2张帕鲁。", ["选择1只2张帕鲁。"]),
    ("将其放置到墓地。", ["将其放置到墓地。"]),  # nothing came before that 其 could be
    # other cards came before that nothing remembers: 其 is not this card
    ("【自】此卡登场时，对1只对手的帕鲁造成100伤害。该帕鲁直到回合结束战斗力-100。", ["该帕鲁直到回合结束战斗力-100"]),
    ("【自】此卡登场时，对手的所有帕鲁直到回合结束战斗力-100。将其横置。", ["将其横置"]),
    ("【自】此卡登场时，对手的所有帕鲁直到回合结束不能攻击。其战斗力-100。", ["其战斗力-100"]),
    ("【起】[横置此卡]将所有帕鲁返回手牌。每返回1只，其拥有者失去1点生命。", ["每返回1只，其拥有者失去1点生命"]),  # whose?
    ("每有1只帕鲁，此卡的战斗力+300/打击力+1。", ["每有1只帕鲁，此卡的战斗力+300/打击力+1。"]),
    ("从以下选择1项。", ["从以下选择1项。"]),  # and nothing is listed
    ("【永】此卡下一次被放置到墓地时，作为替代，将其放逐。", ["此卡下一次被放置到墓地时，作为替代，将其放逐"]),  # from when on?
    ("抽1张牌（1回合1次）。", ["抽1张牌（1回合1次）。"]),  # brackets that say more than a reminder does
    ("选择至多1只帕鲁（费用4以下），将其横置。", ["选择至多1只帕鲁（费用4以下），将其横置。"]),
    ("", []),
]


@pytest.mark.parametrize(("printed", "words"), UNREAD)
def test_what_is_not_read_is_shown(printed: str, words: list[str], keywords: Keywords) -> None:
    abilities = read_card_text(printed, keywords.formulas)
    lost = [part for one in abilities for part in unmodelled(one.ability)]
    assert [part.words.removesuffix("。") for part in lost] == [one.removesuffix("。") for one in words]
    for part in lost:
        assert printed[part.place.start : part.place.end] == part.words


def test_abilities_of_a_text(keywords: Keywords) -> None:
    text = "【永】挑衅（说明）、隐密。\r\n【起】[②]抽1张牌。【自】勇敢300\n从以下选择1项。\n・洗牌\n・抽1张牌\n"
    found = read_card_text(text, keywords.formulas)
    assert "".join(one.words for one in found) == text
    assert [print_ability(one.ability) for one in found] == [
        "挑衅", "隐密", "【起】[②]抽1张牌。", "勇敢300", "从〈洗牌。〉或〈抽1张牌。〉中选择1项。",
    ]  # fmt: skip
    assert [text[one.place.start : one.place.end] for one in found] == [one.words for one in found]


def test_a_literal_line_break_of_a_table(keywords: Keywords) -> None:
    found = read_card_text("【永】挑衅\\n【自】勇敢300", keywords.formulas)
    assert [type(one.ability) for one in found] == [Keyword, Keyword]
    assert [one.words for one in found] == ["【永】挑衅\\n", "【自】勇敢300"]


def test_without_a_rulebook_no_word_is_a_keyword() -> None:
    (found,) = read_card_text("【自】勇敢300", ())
    assert isinstance(found, AbilityText)
    assert isinstance(found.ability, Unmodelled)
