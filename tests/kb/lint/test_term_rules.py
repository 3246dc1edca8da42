"""What lint says of terms and names, each rule on a book that has its fault."""

import pytest

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
    "figures and what everything is called are no likeness": (
        "1.1.1 “预见”是指查看自己牌库顶的1张卡牌。\n1.2 二\n1.2.1 “预见”是指将手牌中的1张卡牌公开给对手。",
        [("defined_twice", "1.2.1", "1.1.1")],
    ),
    "another figure": (
        "1.1.1 “预见”是指查看自己牌库顶的3张卡牌。\n1.2 二\n1.2.1 “预见”是指查看自己牌库顶的4张卡牌。",
        [("defined_twice", "1.2.1", "1.1.1")],
    ),
    "the same figure": (
        "1.1.1 “预见”是指查看自己牌库顶的3张卡牌。\n1.2 二\n1.2.1 “预见”是指玩家查看自己的牌库顶的3张卡牌。",
        [("defined_again", "1.2.1", "1.1.1")],
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
