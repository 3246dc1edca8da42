"""What is refused, where the caret stands, and which word is offered instead."""

import pytest

from headjudge.parser.ruling import ContradictionError, RulingError, RulingSyntaxError, UnknownCardError, parse_ruling

GALE = "甲 据点 疾风(帕鲁 500/1)\n"

SYNTAX = [
    # text, line, column, what was found, the nearest word
    ("甲 以 疾风 供击 乙", 1, 8, "供击", "攻击"),
    ("甲 据店 疾风", 1, 3, "据店", "据点"),
    ("甲\n  生命 十", 2, 6, "十", ""),
    ("做\n甲 以 攻击 阻挡", 2, 5, "攻击", '"攻击"'),
    ("甲 据点 疾风 帕鲁 500 石墙 建筑物 800", 1, 19, "建筑物", ""),
    (GALE + "则 甲 手牌 1", 2, 8, "1", ""),
    (GALE + "做 甲 以 疾风 attak 乙", 2, 10, "attak", "attack"),
    (GALE + "则\n  疾风 在 墓弟", 3, 8, "墓弟", "墓地"),
    ("A base Gale(pal 500/1 ; B life 1", 1, 23, ";", ""),
    ("则 乙 败北 因", 1, 9, "⏎", ""),
    ("乙 败北", 1, 3, "败北", ""),
    ("甲 据点 A(帕鲁 500/1)", 1, 6, "A", '"A"'),
    ("甲 据点 攻击 帕鲁 500/1", 1, 6, "攻击", '"攻击"'),
]


@pytest.mark.parametrize(("text", "line", "column", "found", "nearest"), SYNTAX)
def test_a_word_out_of_place(text: str, line: int, column: int, found: str, nearest: str) -> None:
    with pytest.raises(RulingSyntaxError) as caught:
        parse_ruling(text)
    facts = caught.value.facts
    assert (facts["line"], facts["column"], facts["found"], facts["nearest"]) == (line, column, found, nearest)


def test_the_error_speaks_the_readers_words() -> None:
    with pytest.raises(RulingSyntaxError) as caught:
        parse_ruling("甲 以 疾风 供击 乙")
    assert str(caught.value.facts["drawing"]).split("\n") == ["甲 以 疾风 供击 乙", "\u3000 \u3000 \u3000\u3000 ^"]
    assert str(caught.value.facts["expected_zh"]).startswith("行动（攻击、阻挡、使用 …）、")
    assert str(caught.value.facts["expected_en"]).startswith("an act (attack, block, use …), ")


REFUSED = [
    # text, class, code, line, column
    ("甲 据点 「x", RulingSyntaxError, "ruling_unclosed", 1, 6),
    ('甲 据点 "x', RulingSyntaxError, "ruling_unclosed", 1, 6),
    ("甲 生命 1234567890", RulingSyntaxError, "ruling_number_too_large", 1, 6),
    ("甲 据点 >", RulingSyntaxError, "ruling_unexpected", 1, 6),
    ("则 " + "(" * 30 + "乙 败北" + ")" * 30, RulingSyntaxError, "ruling_too_deep", 1, 23),
    ("game", RulingSyntaxError, "ruling_empty_head", 1, 1),
    ("policy x", RulingSyntaxError, "ruling_policy", 1, 1),
    ("cards ../x.tsv", RulingError, "ruling_no_card_files", 1, 1),
    (GALE + "则 急风 在 墓地", UnknownCardError, "ruling_unknown_card", 2, 3),
    ("乙 牌库 石墙×3", UnknownCardError, "ruling_unknown_card", 1, 6),
    (GALE + "乙 据点 疾风(帕鲁 600/1)", ContradictionError, "ruling_card_described_twice", 2, 6),
    ("甲 据点 疾风(帕鲁 500/1, 事件)", ContradictionError, "ruling_two_kinds", 1, 19),
    ("甲 据点 疾风(500/1)", ContradictionError, "ruling_card_without_kind", 1, 6),
    ("甲 据点 疾风(帕鲁 500/1 打击力 2)", ContradictionError, "ruling_said_twice", 1, 18),
    ("甲 据点 ?(帕鲁 500)", ContradictionError, "ruling_unknown_card_described", 1, 8),
    ("甲 据点 普通×0", ContradictionError, "ruling_count", 1, 6),
    ("甲 据点 普通 横置 站立", ContradictionError, "ruling_said_twice", 1, 12),
    ("甲 据点 普通 同时", ContradictionError, "ruling_together_with_nothing", 1, 6),
    ("甲 生命 1 生命 2", ContradictionError, "ruling_said_twice", 1, 8),
    ("甲 手牌 空\n手牌 普通", ContradictionError, "ruling_zone_twice", 2, 1),
    ("甲 手牌 空\n普通", ContradictionError, "ruling_card_outside_zone", 2, 1),
    ("甲\n  手牌\n乙 生命 1", ContradictionError, "ruling_zone_without_cards", 2, 3),
    ("生命 3", ContradictionError, "ruling_no_player", 1, 1),
    ("甲 回合玩家\n乙 回合玩家", ContradictionError, "ruling_said_twice", 2, 3),
    ("甲 主要阶段 结束阶段", ContradictionError, "ruling_said_twice", 1, 8),
    ("甲 手牌 任意 自 卡池", ContradictionError, "ruling_no_pool", 1, 3),
    ("做\n至 回合结束\n至 主要阶段", ContradictionError, "ruling_said_twice", 3, 1),
    (GALE + "做\n甲 以 疾风 攻击 乙 不合法\n甲 投降", ContradictionError, "ruling_after_illegal", 4, 1),
    ("做\n不合法 因 9.2.3", ContradictionError, "ruling_nothing_to_refuse", 2, 1),
    ("则 乙 败北 因 9.2.3-9.3.1", ContradictionError, "ruling_range", 1, 10),
    ("则 乙 败北 因 9.2.3-9.2.1", ContradictionError, "ruling_range", 1, 10),
]


@pytest.mark.parametrize(("text", "kind", "code", "line", "column"), REFUSED)
def test_refused_with_its_place(text: str, kind: type[RulingError], code: str, line: int, column: int) -> None:
    with pytest.raises(RulingError) as caught:
        parse_ruling(text)
    assert (type(caught.value), caught.value.code, *caught.value.place) == (kind, code, line, column)


def test_what_was_said_twice_is_named_in_both_languages() -> None:
    with pytest.raises(ContradictionError) as caught:
        parse_ruling("甲 生命 1 生命 2")
    assert (caught.value.facts["what_zh"], caught.value.facts["what_en"]) == ("生命", "life")


def test_a_mistyped_card_is_offered_the_right_one() -> None:
    with pytest.raises(UnknownCardError) as caught:
        parse_ruling(GALE + "则 急风 在 墓地")
    assert caught.value.facts["nearest"] == "疾风"


def test_hostile_sizes_end_soon() -> None:
    long = "甲 牌库 " + "普通 " * 20_000
    assert parse_ruling(long).boards[0].zones[0].total == 20_000
    with pytest.raises(RulingError):
        parse_ruling("则 " + "不 " * 100_000)
    with pytest.raises(RulingError):
        parse_ruling("「" * 100_000)
