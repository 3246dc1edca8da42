"""Each rule on small rulebooks of our own: what it must find, and what is like it and no fault."""

import pytest

from headjudge.kb.clause import Severity
from headjudge.kb.lint import lint
from headjudge.parser.rulebook import parse_rulebook
from tests.kb.lint.reading import found, of

HEAD = "第1章 概要\n1.1 一\n"

DEFINED_TWICE = {
    "one word in the place of another": (
        "1.1.1 “警告”是指对轻微违规的处罚。\n1.2 二\n1.2.1 “警告”是指对严重违规的处罚。",
        [("defined_twice", "1.2.1", "1.1.1")],
    ),
    "in another section": (
        "1.1.1 “能量”是指玩家用来支付费用的资源。\n1.2 二\n1.2.1 “能量”是指随从受到的伤害的总数。",
        [("defined_twice", "1.2.1", "1.1.1")],
    ),
    "side by side": (
        "1.1.1 “猎手”是指可以攻击的随从。\n1.1.2 “猎手”是指本回合打出的卡牌。",
        [("defined_twice", "1.1.2", "1.1.1")],
    ),
    "the same again": (
        "1.1.1 “猎手”是指可以攻击的随从。\n1.2 二\n1.2.1 “猎手”是指可以攻击的随从。",
        [("defined_again", "1.2.1", "1.1.1")],
    ),
    "between marks": (
        "1.1.1 “专心”是指只能在主要阶段启动。\n1.2 二\n1.2.1 «专心→只能在主要阶段启动»",
        [("defined_again", "1.2.1", "1.1.1")],
    ),
    "who is meant in a case": (
        '1.1.1 "Active player" means the player whose turn it is.\n'
        '1.1.2 Any rule that refers to an "active player" refers to each player of the team.',
        [],
    ),
    "other forms of one name": (
        '1.1.1 "Thirst N" means "draw N cards."\n1.1.2 "Thirst X" means "discard as many cards as you like."',
        [],
    ),
    "for some things only": ("1.1.1 “来源”是指产生效果的卡牌。\n1.1.2 伤害的“来源”是指造成它的随从。", []),
    "a reminder that cites": ("1.1.1 “猎手”是指可以攻击的随从。\n1.2 二\n1.2.1 “猎手”是指另一种卡牌（1.1.1）。", []),
    "once": ("1.1.1 “猎手”是指可以攻击的随从。\n1.2 二\n1.2.1 猎手可以攻击。", []),
}


@pytest.mark.parametrize(("text", "expected"), DEFINED_TWICE.values(), ids=DEFINED_TWICE)
def test_defined_twice(text: str, expected: list[tuple[str, str, str]]) -> None:
    findings = [f for f in found(HEAD + text) if f.rule.startswith("defined_")]
    assert [(f.rule, f.key, f.facts["other"]) for f in findings] == expected


LABELS = """第一章 总则

1.1【标签】

• 1.1.1 状态列表

[眩晕] ---> 眩晕状态的随从，不能攻击或防守。

[冰封] ---> 冰封状态的随从，不能攻击或防守。

[虚弱] ---> 虚弱状态的随从，不能攻击。

• 1.1.2 冰封

  【冰封】的随从被【眩晕】时，不受影响。【影遁】的随从不能被攻击。

• 1.1.3 轮换规则

  轮换3流程：
"""


def test_labels_that_mean_the_same() -> None:
    assert of("two_names", LABELS) == [("1.1.1/2", {"word": "冰封", "main": "眩晕", "where": "1.1.1/1"})]


def test_bracketed_keyword_without_definition() -> None:
    assert of("undefined_term", LABELS) == [("1.1.2", {"term": "影遁", "where": ""})]


TWO_NAMES = {
    "words that mean the same": (
        "1.1.1 玩家可以丢弃手牌。丢弃的卡牌不返还。\n1.1.2 玩家舍弃1张卡牌。",
        [("1.1.2", "舍弃", "丢弃")],
    ),
    "told apart by the book": ("1.1.1 玩家可以丢弃手牌。丢弃的卡牌不返还。\n1.1.2 丢弃或舍弃的卡牌不返还。", []),
    "another head": ("1.1.1 在献祭步骤中，造成伤害。\n1.2 献祭步骤\n1.2.1 献祭阶段结束。", [("1.2.1", "献祭阶段", "献祭步骤")]),
    "a longer zone": ("1.1.1 “灵能区”是指放置灵能的区域。\n1.1.2 卡牌进入灵能放置区。", [("1.1.2", "灵能放置区", "灵能区")]),
    "a longer zone beside one that no clause defines": (
        "1.1.1 灵能放置到灵能区。\n1.1.2 灵能区没有上限。\n1.1.3 玩家移除灵能放置区的1点灵能。",
        [("1.1.3", "灵能放置区", "灵能区")],
    ),
    "a shorter word for a card": (
        "1.1.1 “灵能卡牌”是指表示灵能的卡牌。\n1.1.2 使用灵能卡牌。\n1.1.3 移除灵能卡。",
        [("1.1.3", "灵能卡", "灵能卡牌")],
    ),
    "this card": ("1.1.1 使用那张卡牌。那张卡牌横置。\n1.1.2 那张卡牌返回。那张卡牌攻击。那张卡牌防守。\n1.1.3 那张卡攻击。", []),
    "a verb beside that of a title": (
        "1.1.1 玩家使用事件。\n1.1.2 使用之后，横置。使用时抽牌。\n1.1.3 玩家施放事件。",
        [("1.1.3", "施放", "使用")],
    ),
    "a usual verb beside that of the book": ("1.1.1 施放法术。施放之后，横置。施放时抽牌。\n1.1.2 玩家使用法术。", []),
    "another order": (
        "1.1.1 进入宣告防守步骤。\n1.2 防守宣告步骤\n1.2.1 玩家宣告防守。",
        [("1.1.1", "宣告防守步骤", "防守宣告步骤")],
    ),
    "one character": (
        "1.1.1 “幻影卡牌”是虚拟的。\n1.1.2 幻象卡牌不能攻击，幻象卡牌不能防守。",
        [("1.1.2", "幻象卡牌", "幻影卡牌")],
    ),
    "a short form that the book introduces": (
        "1.1.1 玩家扮演“时空主宰”（简称 TM）。\n1.1.2 “权威主宰”是指其回合的玩家。\n1.1.3 权威主宰抽牌。权威TM攻击。",
        [("1.1.3", "权威TM", "权威主宰")],
    ),
    "a longer form in a row of terms": (
        "1.1.1 随从分为异兽和璃界旅者。\n1.1.2 璃界旅者可以攻击。璃界旅者横置。\n"
        "第2章 种类\n2.1 异兽\n2.1.1 异兽抽牌。\n2.2 旅者\n2.2.1 旅者防守。",
        [("1.1.1", "璃界旅者", "旅者"), ("1.1.2", "璃界旅者", "旅者")],
    ),
    "a principle cut short": (
        "1.1.1 依照“先进后出”的原则。\n1.1.2 依照“先进入后退出”的原则。\n1.1.3 依照“先进后出”的原则。",
        [("1.1.2", "先进入后退出", "先进后出")],
    ),
    "two heads of two things": ("1.1.1 “手牌区”是指放置手牌的区域。\n1.1.2 “手牌库”是指放置备用手牌的区域。", []),
    "a term with its words apart": (
        "1.1.1 “启动能力”是指由玩家使用的能力。\n1.1.2 对手不能启动随从的能力。\n1.1.3 玩家使用启动能力。",
        [("1.1.2", "启动随从的能力", "启动能力")],
    ),
    "in a row where a term stands elsewhere": (
        "1.1.1 “行动”是指随从所做的事。\n1.1.2 一个能力、流程、行动、动作结束。\n1.1.3 所有的能力、流程、行为、动作会结束。",
        [("1.1.3", "行为", "行动")],
    ),
    "in a row that has another member": (
        "1.1.1 “行动”是指随从所做的事。\n1.1.2 一个能力、流程、行动、动作结束。\n1.1.3 所有的能力、步骤、行为、动作会结束。",
        [],
    ),
    "a name cut short": (
        "1.1.1 翻开地形牌。\n1.1.2 地形牌横置。地形牌不能攻击。\n1.1.3 失去地形牌。放置地形牌。\n1.1.4 使用卡组中的地牌。",
        [("1.1.4", "地牌", "地形牌")],
    ),
    "a character that ends another word": (
        "1.1.1 翻开地形牌。\n1.1.2 地形牌横置。地形牌不能攻击。\n1.1.3 失去地形牌。\n1.1.4 随从缓慢地牌。使用陆地牌。",
        [],
    ),
    "where the other name is explained": ("1.1.1 “拥有者”是指卡牌的所有者。\n1.1.2 拥有者可以确认卡牌。", []),
}


@pytest.mark.parametrize(("text", "expected"), TWO_NAMES.values(), ids=TWO_NAMES)
def test_two_names(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert [(key, facts["word"], facts["main"]) for key, facts in of("two_names", HEAD + text)] == expected


def test_a_name_that_is_everywhere_is_reported_once() -> None:
    clauses = "".join(f"1.1.{number} 玩家得到1张卡牌。卡牌背面朝上。\n" for number in range(1, 9))
    clauses += "".join(f"1.2.{number} 玩家得到1张卡片。\n" for number in range(1, 7))
    (finding,) = of("two_names", HEAD + clauses.replace("1.2.1", "1.2 二\n1.2.1"))
    assert finding == ("1.2.1", {"word": "卡片", "main": "卡牌", "where": "1.2.2, 1.2.3, 1.2.4, 1.2.5, 1.2.6"})


UNDEFINED = {
    "a zone": ("1.1.1 将卡牌移动到暗影区。\n1.1.2 暗影区的卡牌不能攻击。", [("1.1.1", "暗影区", "1.1.2")]),
    "a counted thing of no dictionary": (
        "1.1.1 支付3枚璃晶。\n1.1.2 获得1枚璃晶。\n1.1.3 失去璃晶时，游戏结束。",
        [("1.1.1", "璃晶", "1.1.2, 1.1.3")],
    ),
    "a state beside another": (
        "1.1.1 将其作为“正在攻击”的随从处理。\n1.1.2 如果它是正在防守的随从，将其横置。",
        [("1.1.2", "正在防守", "")],
    ),
    "defined by a sentence": ("1.1.1 暗影区是放置随从的区域。\n1.1.2 将卡牌移动到暗影区。", []),
    "introduced in a list": ("1.1.1 区域分为“暗影区”和“光明区”。\n1.1.2 将卡牌移动到暗影区。卡牌离开光明区。", []),
    "a heading": ("1.1.1 将卡牌移动到暗影区。\n1.2 暗影区\n1.2.1 其中的卡牌背面朝上。", []),
    "only said which": ("1.1.1 将卡牌移动到指定区。\n1.1.2 指定区不能更改。", []),
    "the name of a card": ("1.1.1 使用「暗影水晶」时，「暗影水晶」横置。", []),
    "a thing that is counted": ("1.1.1 玩家使用一个完整的月影礼盒。", [("1.1.1", "月影礼盒", "")]),
    "a coined name of a place": ("1.1.1 随从放置在其自身的消灭领域。", [("1.1.1", "消灭领域", "")]),
    "where something is moved": ("1.1.1 玩家移动领域。", []),
    "two that share a head": (
        "1.1.1 颜色为多色或万能水晶时，玩家选择颜色。",
        [("1.1.1", "多色水晶", ""), ("1.1.1", "万能水晶", "")],
    ),
    "one that shares a head with a term": ("1.1.1 随从的信息或横置状态。\n1.2 横置状态\n1.2.1 横置状态的随从不能攻击。", []),
    "a place of three characters of no dictionary": (
        "1.1.1 卡牌移动到暝存区。\n1.1.2 从暝存区移除。\n1.1.3 暝存区的卡牌背面朝上。",
        [("1.1.1", "暝存区", "1.1.2, 1.1.3")],
    ),
    "a zone with a usual name": (
        "1.1.1 放置到触发区。\n1.1.2 触发区的卡牌横置。离开触发区。\n1.1.3 触发区没有卡牌时，抽牌。确认触发区。",
        [("1.1.1", "触发区", "1.1.2, 1.1.3")],
    ),
    "a place of persons": (
        "1.1.1 先导者攻击。先导者横置。\n1.1.2 放置到先导者圆阵。\n1.1.3 先导者圆阵的随从。",
        [("1.1.2", "先导者圆阵", "1.1.3")],
    ),
    "beside another in brackets": (
        "1.1.1 卡牌放置到暗影区（或幽光区）。\n1.1.2 从暗影区移除。",
        [("1.1.1", "暗影区", "1.1.2"), ("1.1.1", "幽光区", "")],
    ),
    "explained in brackets": ("1.1.1 卡牌放置到暗影区（放置随从的区域）。\n1.1.2 从暗影区移除。", []),
    "a part of a longer name, and alone": (
        "1.1.1 不进行暗影区超限结算。\n1.1.2 不进行致死伤害结算，致死伤害结算结束。\n"
        "1.1.3 卡牌放置到暗影区。\n1.1.4 不进行玩家伤害结算，玩家伤害结算结束。",
        [
            ("1.1.1", "暗影区", "1.1.3"),
            ("1.1.1", "暗影区超限结算", ""),
            ("1.1.2", "致死伤害结算", ""),
            ("1.1.4", "玩家伤害结算", ""),
        ],
    ),
}


@pytest.mark.parametrize(("text", "expected"), UNDEFINED.values(), ids=UNDEFINED)
def test_undefined_terms(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert [(key, facts["term"], facts["where"]) for key, facts in of("undefined_term", HEAD + text)] == expected


NEVER_USED = {
    "said nowhere else": ("1.1.1 “残影”是指离开的随从。\n1.1.2 玩家抽牌。", ["1.1.1"]),
    "what something becomes": ("1.1.1 翻开的第一张卡牌将成为你的旅途起点。\n1.1.2 玩家抽牌。", ["1.1.1"]),
    "what something becomes, told later": ("1.1.1 翻开的卡牌将成为你的旅途起点。\n1.1.2 旅途起点不能移动。", []),
    "with other quotation marks": (
        "1.1.1 This is called the \"intervening 'if' clause\" rule.\n1.1.2 An intervening “if” clause is checked twice.",
        [],
    ),
    "a short name": ("1.1.1 玩家在【防御阶段结束时】（可简称为防御时机）抽牌。\n1.1.2 玩家抽牌。", ["1.1.1"]),
    "a short name that is used": ("1.1.1 玩家在【防御阶段结束时】（可简称为防御时机）抽牌。\n1.1.2 防御时机之后攻击。", []),
    "what a card is called": ("1.1.1 卡牌名称为“残影”时，玩家抽牌。\n1.1.2 玩家抽牌。", []),
    "an instruction in quotes": ("1.1.1 有“献祭随从”指示时，玩家选择一个随从。\n1.1.2 玩家抽牌。", []),
    "used in another clause": ("1.1.1 “残影”是指离开的随从。\n1.1.2 残影不能攻击。", []),
    "a section of its own, for cards": ("1.1.1 玩家抽牌。\n1.2 残影\n1.2.1 “残影”是指离开的随从。", []),
}


@pytest.mark.parametrize(("text", "keys"), NEVER_USED.values(), ids=NEVER_USED)
def test_never_used(text: str, keys: list[str]) -> None:
    assert [key for key, _ in of("never_used", HEAD + text)] == keys


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
