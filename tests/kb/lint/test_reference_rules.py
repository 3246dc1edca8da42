"""What lint says of references and of the titles they give, each rule on a book that has its fault."""

import pytest

from tests.kb.lint.reading import of

HEAD = "第1章 概要\n1.1 一\n"

BOOK = """第1章 概要
1.1 准备步骤
1.1.1 每名玩家拥有名为“疲劳”的数值信息。
1.1.2 卡组有40张卡牌。
1.2 攻击宣告步骤
1.2.1 玩家宣告攻击。
1.3 其他
"""
REFERENCES = {
    "in another order": ("1.3.1 进入宣告攻击步骤（1.2）。", [("宣告攻击步骤", "1.2")]),
    "another section": ("1.3.1 进入战斗步骤（1.1）。", [("战斗步骤", "1.1")]),
    "a step for a phase, and another one": ("1.3.1 进入防守阶段（1.2）。", [("防守阶段", "1.2")]),
    "a title behind the number": ("1.3.1 依照规则（1.2 防守宣告步骤）处理。", [("防守宣告步骤", "1.2")]),
    "a title in brackets": ("1.3.1 依照规则（见1.1【防守】）处理。", [("防守", "1.1")]),
    "a word for something near": ("1.3.1 在构筑牌库（1.1.2）时，参照名称。", [("牌库", "1.1.2")]),
    "right": ("1.3.1 进入攻击宣告步骤（1.2）。依照规则（1.2 攻击宣告步骤）处理。从准备步骤（1.1）开始。", []),
    "a whole sentence": ("1.3.1 玩家可以攻击（1.2.1）。如果不能攻击（1.2），游戏继续。", []),
    "a thing of its own": ("1.3.1 准备40张卡牌（1.1.2）。", []),
}


@pytest.mark.parametrize(("text", "expected"), REFERENCES.values(), ids=REFERENCES)
def test_reference_and_title(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(facts["said"], facts["target"]) for _, facts in of("reference_words", BOOK + text)] == expected


HUNDREDS = """1. Basics

100. General

100.1. Golden Rule

100.1a A card wins over a rule.

101. Turn Structure

101.1. A turn has steps. {}
"""
ENGLISH_TITLES = {
    "of a section": ('See rule 101, "Turn Structure."', []),
    "of a clause that is only a title": ('(See rule 100.1, "Golden Rule," for details.)', []),
    "of another section": ('See rule 100, "Turn Structure."', [("Turn Structure", "100")]),
    "cut short": ("See section 101, “Turns”.", [("Turns", "101")]),
}


@pytest.mark.parametrize(("said", "expected"), ENGLISH_TITLES.values(), ids=ENGLISH_TITLES)
def test_reference_and_english_title(said: str, expected: list[tuple[str, str]]) -> None:
    found = of("reference_words", HUNDREDS.format(said))
    assert [(facts["said"], facts["target"]) for _, facts in found] == expected


WRONG = {
    "no word in common": ("1.3.1 如果随从的力量为0，该随从被放逐（1.2.1）。", [("1.2.1", "")]),
    "where a section has the title": ("1.3.1 在准备步骤结束时，双方洗切卡组（1.2.1）。", [("1.2.1", "1.1")]),
    "a word in common": ("1.3.1 如果玩家不能攻击，游戏继续（1.2.1）。", []),
    "a word of a term": ("1.3.1 攻击目标由对手选择（1.2.1）。", []),
    "where the reader is sent": ("1.3.1 如果随从的力量为0，返回1.2.1。", []),
    "a pointer behind the sentence": ("1.3.1 玩家可以攻击随从。（详见1.2.1）", []),
}


@pytest.mark.parametrize(("text", "expected"), WRONG.values(), ids=WRONG)
def test_references_to_what_says_nothing_of_it(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(facts["target"], facts["fits"]) for _, facts in of("wrong_reference", BOOK + text)] == expected


WRONG_ENGLISH = {
    "no word in common": ("Discarded tokens leave the library (see rule 100.1).", ["100.1"]),
    "another form of a word": ("Overruled tokens stay in the library (see rule 100.1).", []),
    "too few words": ("Shuffle (see rule 100.1).", []),
}


@pytest.mark.parametrize(("said", "targets"), WRONG_ENGLISH.values(), ids=WRONG_ENGLISH)
def test_english_references_to_what_says_nothing_of_it(said: str, targets: list[str]) -> None:
    text = HUNDREDS.format("Turns alternate.") + f"\n101.2. {said}\n"
    assert [facts["target"] for _, facts in of("wrong_reference", text)] == targets


CYCLES = {
    "two": ("1.1.1 依照规则（1.2.1）。\n1.2 二\n1.2.1 依照规则（1.1.1）。", ["1.1.1 → 1.2.1 → 1.1.1"]),
    "three": (
        "1.1.1 依照规则（1.2.1）。\n1.2 二\n1.2.1 依照规则（1.3.1）。\n1.3 三\n1.3.1 依照规则（1.1.1）。",
        ["1.1.1 → 1.2.1 → 1.3.1 → 1.1.1"],
    ),
    "a loop of a procedure": ("1.1.1 执行以下处理：\n1.1.1.1 进入1.1.1.2。\n1.1.1.2 返回1.1.1.1。", []),
    "a chain": ("1.1.1 依照规则（1.2.1）。\n1.2 二\n1.2.1 依照规则（1.3.1）。\n1.3 三\n1.3.1 抽牌。", []),
}


@pytest.mark.parametrize(("text", "circles"), CYCLES.values(), ids=CYCLES)
def test_citation_cycles(text: str, circles: list[str]) -> None:
    assert [facts["circle"] for _, facts in of("citation_cycle", HEAD + text)] == circles


POINTERS = {
    "to another section": ("见2.2", [("单挑", "2.2")]),
    "to the section": ("见2.1", []),
    "for the rules": ("根据2.2", []),
}


@pytest.mark.parametrize(("said", "expected"), POINTERS.values(), ids=POINTERS)
def test_a_pointer_to_the_topic_of_its_clause(said: str, expected: list[tuple[str, str]]) -> None:
    text = (
        f"第一章 回合\n\n1.1【流程】\n\n• 1.1.1 单挑\n\n  武将比较武力（{said}）。\n\n"
        "第二章 战斗\n\n2.1【单挑】\n\n• 2.1.1 武力\n\n  武力较高的获胜。\n\n2.2【攻城】\n\n• 2.2.1 城池\n\n  武将可以攻城。\n"
    )
    assert [(facts["said"], facts["target"]) for _, facts in of("reference_words", text)] == expected
