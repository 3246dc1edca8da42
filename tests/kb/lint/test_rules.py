"""Each rule on small rulebooks of our own: what it must find, and what is like it and no fault."""

import pytest

from headjudge.kb.clause import Severity
from headjudge.kb.lint import lint
from headjudge.parser.rulebook import parse_rulebook
from tests.kb.lint.reading import found, of

HEAD = "第1章 概要\n1.1 一\n"

SAID = "1.1.1 如果玩家的牌库中没有卡牌，则该玩家每抽1张牌，失去1点生命。\n1.2 二\n"
STATED_TWICE = {
    "in other words": (f"{SAID}1.2.1 当玩家的牌库中没有卡牌时，该玩家每抽1张牌，就失去1点生命。", ["1.2.1"]),
    "another figure": (f"{SAID}1.2.1 当玩家的牌库中没有卡牌时，该玩家每抽2张牌，失去3点生命。", []),
    "the contrary": (f"{SAID}1.2.1 当玩家的牌库中没有卡牌时，该玩家每抽1张牌，不失去1点生命。", []),
    "a pointer to it": (f"{SAID}1.2.1 当玩家的牌库中没有卡牌时，该玩家抽牌时失去生命（1.1.1）。", []),
    "of another thing": (
        "1.1.1 “迷雾”是指第一种卡牌。\n1.1.2 “荒原”是指第二种卡牌。\n"
        "1.1.3 迷雾进入战场时，控制它的玩家可以从牌库抽1张牌。\n1.2 二\n1.2.1 荒原进入战场时，控制它的玩家可以从牌库抽1张牌。",
        [],
    ),
}


TOPIC = """第一章 总则

1.1【行动】

• 1.1.1 目标丢失处理

  结算某个效果时，如果所选择的目标已经离开，则跳过对该目标的影响，继续结算剩余部分。

1.2【效果】

"""
AS_SAID = "如无特殊说明，从区域之间移动的卡牌只能是控制者自己的卡牌"
STATED_TWICE |= {
    "a sentence word for word": (
        f"1.1.1 支付费用时，横置随从。{AS_SAID}。\n1.2 二\n1.2.1 使用事件时，丢弃手牌。{AS_SAID}。然后抽牌。",
        ["1.2.1"],
    ),
    "an English sentence word for word": (
        "1.1.1 Pay for it. A player may use an ability of a unit they control any time they have priority.\n"
        "1.2 二\n1.2.1 A player may use an ability of a unit they control any time they have priority. Then draw.",
        ["1.2.1"],
    ),
    "a short English sentence word for word": ("1.1.1 Pay for it. Draw a card.\n1.2 二\n1.2.1 Draw a card. Then attack.", []),
    "a short sentence word for word": ("1.1.1 玩家抽1张牌。横置随从。\n1.2 二\n1.2.1 玩家抽1张牌。丢弃手牌，然后攻击。", []),
    "a pointer word for word": (
        "1.1.1 横置随从。玩家依照规则（1.2.2）执行一次完整的冒险流程处理。\n1.2 二\n1.2.1 丢弃手牌。"
        "玩家依照规则（1.2.2）执行一次完整的冒险流程处理。\n1.2.2 抽牌。",
        [],
    ),
    "part of a longer rule": (
        "1.1.1 拥有飞行能力的随从位于后排时，玩家可以宣告它是否攻击。宣告之后，它成为可以攻击的随从。\n"
        "1.2 飞行\n1.2.1 拥有飞行能力的随从可以在后排攻击。",
        ["1.2.1"],
    ),
    "several at once, decided again for a thing": (
        "1.1.1 当多名玩家同时执行处理时，由回合玩家首先执行该处理。\n"
        "1.2 伤害处理\n1.2.1 当多名玩家承受的伤害为1以上时，首先执行回合玩家的伤害处理。",
        ["1.2.1"],
    ),
    "several at once, decided otherwise": (
        "1.1.1 当多名玩家同时执行处理时，由回合玩家首先执行该处理。\n"
        "1.2 伤害处理\n1.2.1 当多名玩家承受的伤害为1以上时，全部随从横置，游戏结束。",
        [],
    ),
}
ON_ONE_TOPIC = {
    "in other words": (
        "• 1.2.1 目标无效处理\n\n  结算效果时，如果选择的目标失去效力，跳过这一部分，剩余部分仍然有效，费用照常支付。",
        ["1.2.1"],
    ),
    "on another topic": (
        "• 1.2.1 伤害数值\n\n  结算效果时，如果选择的目标失去效力，跳过这一部分，剩余部分仍然有效，费用照常支付。",
        [],
    ),
}


UNDER_ONE_TITLE = {
    "the topic of one of the sections": ("中毒", "随从中毒", ["1.2.1"]),
    "the topic of neither": ("毒素", "随从中毒", []),
}


@pytest.mark.parametrize(("topic", "title", "keys"), UNDER_ONE_TITLE.values(), ids=UNDER_ONE_TITLE)
def test_stated_twice_under_one_title(topic: str, title: str, keys: list[str]) -> None:
    text = (
        f"第一章 总则\n\n1.1【{topic}】\n\n• 1.1.1 {title}\n\n  随从在【回合结束时】，被消灭。\n\n"
        f"1.2【剧毒】\n\n• 1.2.1 {title}\n\n  【回合结束时】，战场中的随从都将被消灭。检测的次序按照流程。\n"
    )
    assert [key for key, _ in of("stated_twice", text)] == keys


@pytest.mark.parametrize(("text", "keys"), ON_ONE_TOPIC.values(), ids=ON_ONE_TOPIC)
def test_stated_twice_under_titles_on_one_topic(text: str, keys: list[str]) -> None:
    assert [key for key, _ in of("stated_twice", TOPIC + text)] == keys


@pytest.mark.parametrize(("text", "keys"), STATED_TWICE.values(), ids=STATED_TWICE)
def test_stated_twice(text: str, keys: list[str]) -> None:
    assert [key for key, _ in of("stated_twice", HEAD + text)] == keys


LISTS = {
    "nothing follows": ("1.1.1 玩家选择以下一项：\n1.2 二\n1.2.1 抽牌。", ["1.1.1"]),
    "the next clause is no list": ("1.1.1 玩家选择以下一项：\n1.1.2 抽牌。", ["1.1.1"]),
    "the end of the book": ("1.1.1 玩家依次：", ["1.1.1"]),
    "clauses below": ("1.1.1 玩家选择以下一项：\n1.1.1.1 抽牌。\n1.1.1.2 攻击。", []),
    "items": ("1.1.1 玩家选择以下一项：\n• 抽牌。\n• 攻击。", []),
}


@pytest.mark.parametrize(("text", "keys"), LISTS.values(), ids=LISTS)
def test_announced_lists(text: str, keys: list[str]) -> None:
    assert [key for key, _ in of("missing_list", HEAD + text)] == keys


FLAT = """第一章 总则

1.1【流程】

• 1.1.1 回合流程

  ---→ 准备阶段

  ---→ 抽1张牌。

  ---→ 战斗阶段

  ---→ 攻击之后，你可以选择一项：

  ---→ 结束阶段

  ---→ 执行以下动作：

  ---→ 移动

  ---→ 探索
"""


def test_a_flat_list_goes_on_with_its_own_headings() -> None:
    assert [key for key, _ in of("missing_list", FLAT)] == ["1.1.1/4"]


COUNTED = {
    "too few": ("1.1.1 效果分为三种：单次效果、持续效果。", [("3", "2")]),
    "too many": ("1.1.1 区域有2种：牌库、手牌和战场。", [("2", "3")]),
    "right": ("1.1.1 效果分为三种：单次效果、持续效果、替代效果。", []),
    "too few in English": ("1.1.1 There are three kinds of cards: units and spells.", [("3", "2")]),
    "right in English": ("1.1.1 A turn has three phases, in this order: draw, main, and end.", []),
    "another measure": ("1.1.1 回合分为四个阶段：准备阶段、战斗阶段、结束阶段。", [("4", "3")]),
    "joined by a word that names have, too": ("1.1.1 数值有三个部分：基础值、永久值与临时值。", []),
    "with a note": ("1.1.1 动作有两种：抽牌（从牌库、墓地）、攻击。", []),
}


@pytest.mark.parametrize(("text", "expected"), COUNTED.values(), ids=COUNTED)
def test_counted_lists(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(facts["count"], facts["found"]) for _, facts in of("counted_list", HEAD + text)] == expected


CHARACTERS = {
    "sounds the same": ("1.1.1 进行处理。处理之后，结束处理。\n1.1.2 进行处里。", [("1.1.2", "处里", "处理")]),
    "looks the same": ("1.1.1 横置自己的卡牌。自己抽牌。自己攻击。\n1.1.2 横置自已的卡牌。", [("1.1.2", "自已", "自己")]),
    "a word, but not that one": (
        "1.1.1 “途经”是指穿过战区。\n1.1.2 随从途经战区。随从途经的战区。途经时，横置。\n1.1.3 随从途径的战区。",
        [("1.1.3", "途径", "途经")],
    ),
    "a word of another kind in the same company": (
        "1.1.1 支付版面上标注的资源。\n1.1.2 版面标注的资源不返还。\n"
        "1.1.3 以版面上标准的资源使用卡牌。\n1.1.4 以回合玩家的视角为标准。",
        [("1.1.3", "标准", "标注")],
    ),
    "free characters that meet": ("1.1.1 玩家可以使用卡牌。使用之后，使用者横置。\n1.1.2 在任何时用完卡牌，游戏结束。", []),
    "Japanese among Chinese": ("1.1.1 随从的力量増加1点。\n1.1.2 力量增加。", [("1.1.1", "増", "增")]),
    "traditional among simplified": ("1.1.1 随从的力量增加1點。\n1.1.2 力量增加。", [("1.1.1", "點", "点")]),
    "the original in brackets": ("1.1.1 力量增加（増加）。「増幅」《増員》登场。\n1.1.2 カードの増加。", []),
    "a slip in any text": (
        "1.1.1 部份随从横置。\n1.1.2 随从已不再其所属区域中。",
        [("1.1.1", "部份", "部分"), ("1.1.2", "不再其", "不在其")],
    ),
    "no slip": ("1.1.1 部分随从不再横置。其所属区域不变。", []),
    "as common as the other": ("1.1.1 使用卡牌。使用能力。使用事件。\n1.1.2 适用效果。适用规则。适用能力。", []),
}


def test_lost_particles() -> None:
    clauses = "".join(f"1.1.{number} 玩家抽牌的场合，攻击。\n" for number in range(1, 41))
    text = f"{HEAD}{clauses}1.1.41 玩家选择卡牌场合，攻击。\n1.1.42 这种场合，抽牌。\n"
    assert of("lost_particle", text) == [("1.1.41", {"particle": "的", "word": "场合"})]
    assert of("lost_particle", text.replace("抽牌的场合", "抽牌场合")) == []


SIGNS = {
    "lost": ("1.1.1 费用中的标识表示将卡牌横置。", ["1.1.1"]),
    "at the start": ("1.1.1 抽牌。图标表示该卡牌可以抽牌。", ["1.1.1"]),
    "lost in English": ("1.1.1 Draw a card. The symbol represents power.", ["1.1.1"]),
    "shown": ("1.1.1 费用中的【横】标识表示将卡牌横置。“★”图标表示抽牌。", []),
    "told by its place": ("1.1.1 卡牌左下方的图标代表抽牌。", []),
}


@pytest.mark.parametrize(("text", "keys"), SIGNS.values(), ids=SIGNS)
def test_lost_signs(text: str, keys: list[str]) -> None:
    assert [key for key, _ in of("lost_sign", HEAD + text)] == keys


@pytest.mark.parametrize(("text", "expected"), CHARACTERS.values(), ids=CHARACTERS)
def test_wrong_characters(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert [(key, facts["word"], facts["right"]) for key, facts in of("wrong_character", HEAD + text)] == expected


MARKS = {
    "a bracket": ("unpaired_mark", "1.1.1 玩家（回合玩家抽牌。", ["1.1.1"]),
    "a quotation mark": ("unpaired_mark", "1.1.1 力量-1”的效果。", ["1.1.1"]),
    "pairs in pairs": ("unpaired_mark", "1.1.1 玩家（“甲”和“乙（丙）”）抽牌。", []),
    "a step": ("unpaired_mark", "1.1.1 Do a) and b).", []),
    "a particle": ("doubled_character", "1.1.1 玩家在在回合开始时抽牌。", ["1.1.1"]),
    "the first character of a word": (
        "doubled_character",
        "1.1.1 主公抽牌。主公攻击。主公横置。\n1.1.2 归主主公所有。",
        ["1.1.2"],
    ),
    "the last character of a word": (
        "doubled_character",
        "1.1.1 卡牌抽出。卡牌攻击。卡牌横置。\n1.1.2 将卡牌牌横置。",
        ["1.1.2"],
    ),
    "two words that meet": ("doubled_character", "1.1.1 卡牌抽出。卡牌攻击。卡牌横置。\n1.1.2 将卡牌牌面朝上。", []),
    "a word that only joins": ("doubled_character", "1.1.1 玩家可以可以抽牌。如果如果不能，攻击。", ["1.1.1"]),
    "an article": ("doubled_character", "1.1.1 The player draws the the card.", ["1.1.1"]),
    "a word that may be doubled": ("doubled_character", "1.1.1 看看卡牌。人人抽牌。", []),
}


@pytest.mark.parametrize(("rule", "text", "keys"), MARKS.values(), ids=MARKS)
def test_marks(rule: str, text: str, keys: list[str]) -> None:
    assert [key for key, _ in of(rule, HEAD + text)] == keys


def test_full_stops_where_they_are_usual() -> None:
    clauses = "".join(f"1.1.{number} 玩家抽牌，然后攻击。\n" for number in range(1, 30))
    assert [key for key, _ in of("no_full_stop", f"{HEAD}{clauses}1.1.30 玩家抽牌，然后攻击")] == ["1.1.30"]
    assert of("no_full_stop", f"{HEAD}{clauses.replace('。', '')}1.1.30 玩家抽牌，然后攻击") == []
    short = "1.1.1 玩家抽牌，然后攻击。\n1.1.2 玩家可以改变其他玩家作出的选择\n1.1.3 没有句号"
    assert [key for key, _ in of("no_full_stop", HEAD + short)] == ["1.1.2"]


FAULTY = """第1章 概要
1.1 一
1.1.1 见1.9.9。
1.1.1 重复。
1.1.4 遵守统一的“基本轮换规则”。范围是1.1.1～2.1.3。
第2章 其他
2.1 二
2.1.3 抽牌。
"""


def test_what_the_parser_reports_is_reported() -> None:
    severity = {finding.rule: finding.severity for finding in found(FAULTY)}
    assert {"dangling_reference", "duplicate_number", "gap", "unknown_title", "range_across_parents"} <= severity.keys()
    assert severity["dangling_reference"] is severity["duplicate_number"] is Severity.ERROR


def test_problems_have_their_place() -> None:
    text = "第1章 概要\n1.1 一\n1.1.1 玩家进行处理。处理之后，\n结束处理。\n1.1.2  玩家进行处里。\n"
    (problem,) = [p for p in lint(parse_rulebook(text), text) if p.rule == "wrong_character"]
    assert text.split("\n")[problem.line - 1][problem.column - 1 :].startswith("处里")


def test_a_clean_book_has_no_problems() -> None:
    text = (
        "第1章 概要\n1.1 牌库\n1.1.1 “牌库”是指放置卡牌的区域。\n1.1.2 玩家从牌库抽1张卡牌（1.2.1）。\n"
        "1.2 抽牌\n1.2.1 当有“抽牌”的指示时，玩家将牌库顶的卡牌加入手牌。\n1.2.2 如果牌库中没有卡牌，不抽牌。\n"
    )
    assert found(text) == []


ENGLISH = """1. Overview
1.1. Terms
1.1.1. A "charm" means a card that is attached to a unit.
1.1.2. A "charm" means a token that a player keeps.
1.2. Turn
1.2.1. The active player may do one of the following:
1.3. Combat
1.3.1. Units with a charm fight (see 1.2, "Battle").
1.3.2. The unit deals damage (see 1.3.3).
1.3.3. Damage is marked (see 1.3.2).
"""


def test_english() -> None:
    assert [(f.rule, f.key) for f in found(ENGLISH)] == [
        ("defined_twice", "1.1.2"),
        ("missing_list", "1.2.1"),
        ("reference_words", "1.3.1"),
        ("citation_cycle", "1.3.2"),
    ]
