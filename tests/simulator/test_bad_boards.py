"""Boards that cannot be, names that are nowhere and numbers without end: a precise error or `unknown`."""

import pytest

from headjudge.kb.clause import HeadjudgeError
from headjudge.parser.ruling import parse_ruling
from headjudge.simulator.explorer import Limits
from headjudge.simulator.run import run
from headjudge.simulator.verdict import Outcome

IMPOSSIBLE = {
    "甲 灵魂 1000000": "too_many_souls",
    "甲 灵魂 5 灵魂牌库 灵魂×6": "too_many_souls",
    "甲 牌库 普通×51": "too_many_cards",
    "甲 牌库 普通×30 墓地 普通×21": "too_many_cards",
    "甲 手牌 急救(事件 「抽1张牌。」) 横置": "orientation_outside_base",
    "甲 据点 急救(事件 「抽1张牌。」)": "kind_not_in_base",
    "甲 在 9.5.2 据点 疾风(帕鲁 500/1)": "attack_missing",
    "甲 抽牌阶段 据点 疾风(帕鲁 500/1) ; 战斗 疾风 对 乙": "attack_out_of_place",
    "甲 回合玩家 ; 乙 据点 疾风(帕鲁 500/1) ; 战斗 疾风 对 甲": "attacker_not_of_turn_player",
    "甲 回合玩家 据点 疾风(帕鲁 500/1) ; 战斗 疾风 对 甲": "attack_on_oneself",
    "甲 在 2.1.1": "clause_without_step",
    "甲 据点 长枪(装备 费用 1) 伤害 100": "damage_not_borne",
    "甲 手牌 疾风(帕鲁 500/1) 伤害 100": "damage_not_borne",
    "回合 1 ; 甲 先手玩家 ; 乙 回合玩家": "turn_of_other_player",
    "回合 4 ; 甲 先手玩家 回合玩家": "turn_of_other_player",
    "甲 据点 任意 1 自 普通、幸运": "fill_any_unusable",
    "甲 手牌 任意 3 自 普通、幸运": "fill_any_too_many",
    "卡 快马 帕鲁 300/1 ; 甲 据点 疾风(帕鲁 500/1) ; 甲 以 快马 攻击 乙": "card_not_on_table",
    "甲 据点 疾风(帕鲁 500/1) ; 甲 以 疾风#2 攻击 乙": "card_not_on_table",
    "甲 据点 疾风(帕鲁 500/1) 伤害 100, 疾风 伤害 200 ; 甲 以 疾风 攻击 乙": "action_ambiguous",
}


@pytest.mark.parametrize("text", IMPOSSIBLE)
def test_what_cannot_be_is_named(text: str) -> None:
    with pytest.raises(HeadjudgeError) as raised:
        run(parse_ruling(text))
    assert raised.value.code == IMPOSSIBLE[text]


def verdict(text: str, limits: Limits | None = None) -> Outcome:
    """The verdict on a ruling in one line."""
    return run(parse_ruling(text), limits=limits).verdict


ATTACKED = (
    "卡 烟幕 事件 费用 0 「【迅捷】使对手的攻击失败。」 ; 甲 据点 疾风(帕鲁 500/1) 手牌 空 ; "
    "乙 生命 1 牌库 普通×3 手牌 {hand} ; 甲 以 疾风 攻击 乙 ; "
)


def test_a_hidden_hand_is_every_hand_listed() -> None:
    assert verdict(ATTACKED.format(hand="任意 1 自 烟幕、普通") + "则 甲 能迫使 乙 败北") is Outcome.FALSE
    assert verdict(ATTACKED.format(hand="任意 1 自 烟幕、普通") + "则 乙 能迫使 未结束") is Outcome.FALSE
    assert verdict(ATTACKED.format(hand="任意 2 自 烟幕、普通") + "则 乙 能迫使 未结束") is Outcome.TRUE
    assert verdict(ATTACKED.format(hand="? 候选 普通") + "则 乙 败北") is Outcome.TRUE


def test_twenty_equal_cards_are_twenty_one_hands_not_a_million() -> None:
    text = "卡 石墙 建筑物 费用 9 500 ; 甲 手牌 任意 自 石墙×20 ; 则 甲 手牌 ≤ 20 ; 则 可能 甲 手牌 = 7 ; 则 不可能 甲 手牌 = 21"
    assert verdict(text) is Outcome.TRUE


def test_cards_that_are_not_used_are_not_used() -> None:
    assert verdict(ATTACKED.format(hand="不使用 烟幕") + "则 乙 败北") is Outcome.TRUE
    assert verdict(ATTACKED.format(hand="烟幕") + "则 乙 败北") is Outcome.FALSE


WHEEL = (
    "甲 据点 转轮(建筑物 500 「当你获得素材时，你可以获得1个素材。」) 手牌 事务(事件 费用 0 「获得1个素材。」) ; 甲 使用 事务 ; "
)


@pytest.mark.parametrize(("expected", "outcome"), [
    ("可能 甲 素材 = 9", Outcome.TRUE),
    ("甲 素材 ≤ 8", Outcome.FALSE),
    ("不可能 甲 素材 = 40", Outcome.FALSE),
    ("甲 能迫使 甲 素材 ≥ 30", Outcome.TRUE),
    ("甲 素材 ≥ 1", Outcome.TRUE),
])  # fmt: skip
def test_a_loop_may_be_left_after_any_number_of_rounds(expected: str, outcome: Outcome) -> None:
    assert verdict(f"{WHEEL}则 {expected}") is outcome


ROUNDS = {  # a loop, and what so many rounds of it come to
    "a resource": (
        "甲 据点 转轮(建筑物 500 「当你获得素材时，你可以获得1个素材。」) 手牌 事务(事件 费用 0 「获得1个素材。」) ; "
        "甲 使用 事务 ; 甲 宣告 次数 {n} ; 则 甲 素材 = {more}"
    ),
    "life": (
        "甲 生命 100 据点 泉(建筑物 500 「当你获得生命时，你可以获得1点生命。」) 手牌 圣水(事件 费用 0 「获得1点生命。」) ; "
        "甲 使用 圣水 ; 甲 宣告 次数 {n} ; 则 甲 生命 = {life}"
    ),
    "power": (
        "甲 据点 鼓手(帕鲁 300/1 「当你获得素材时，可以获得1个素材，直到回合结束，此卡的战斗力+100。」) "
        "手牌 事务(事件 费用 0 「获得1个素材。」) ; 甲 使用 事务 ; 甲 宣告 次数 {n} ; 则 鼓手 战斗力 = {power}"
    ),
    "both players": (
        "甲 据点 磨坊(建筑物 500 「[公开你的手牌]获得1个素材，对手获得2点生命。」) 手牌 普通 ; "
        "甲 使用 磨坊 次数 {n} ; 则 甲 素材 = {n} 且 乙 生命 = {others}"
    ),
}  # fmt: skip


@pytest.mark.parametrize("number", [1, 2, 7, 60, 1_000_000])
@pytest.mark.parametrize("loop", ROUNDS)
def test_rounds_that_only_add_are_counted(loop: str, number: int) -> None:
    numbers = {"more": number + 1, "life": 101 + number, "power": 300 + 100 * number, "others": 10 + 2 * number}
    assert verdict(ROUNDS[loop].format(n=number, **numbers), Limits(200, 20.0)) is Outcome.TRUE


@pytest.mark.parametrize(("first", "second"), [(3, 5), (5, 3), (700_000, 900_000), (900_000, 5)])
def test_the_least_number_declared_is_counted(first: int, second: int) -> None:
    """The player who begins the loop declares after the other, whose ability comes first (13.1.1.2)."""
    text = (
        "甲 据点 水车(建筑物 500 「当对手获得食材时，你可以获得1个素材。」) 手牌 事务(事件 费用 0 「获得1个素材。」) ; "
        "乙 据点 风车(建筑物 500 「当对手获得素材时，你可以获得1个食材。」) ; "
        f"甲 使用 事务 ; 乙 宣告 次数 {first} ; 甲 宣告 次数 {second} ; 则 甲 素材 = {1 + min(first, second)}"
    )
    assert verdict(text, Limits(200, 20.0)) is Outcome.TRUE


UNCOUNTED = {  # what keeps a million rounds from being counted
    "a card reads the number": (
        "甲 据点 转轮(建筑物 500 「当你获得素材时，你可以获得1个素材。」), "
        "秤(帕鲁 100/1 「【永】此卡的战斗力变为你的素材的数量。」) 手牌 事务(事件 费用 0 「获得1个素材。」) ; "
        "甲 使用 事务 ; 甲 宣告 次数 {n} ; 则 秤 战斗力 = {more}"
    ),
    "a question reads it on the way": f"{WHEEL}甲 宣告 次数 {{n}} ; 则 曾 甲 素材 = 4",
    "the other player chooses in each round": (
        "甲 据点 转轮(建筑物 500 「当你获得素材时，你可以获得1个素材。」), "
        "磨(建筑物 500 「当你获得素材时，对手可以获得1个素材。」) 手牌 事务(事件 费用 0 「获得1个素材。」) ; "
        "甲 使用 事务 ; 甲 宣告 次数 {n} ; 则 甲 素材 = {more}"
    ),
}  # fmt: skip


@pytest.mark.parametrize("why", UNCOUNTED)
def test_rounds_that_cannot_be_counted_are_unknown_at_once(why: str) -> None:
    found = run(parse_ruling(UNCOUNTED[why].format(n=1_000_000, more=1_000_001)), limits=Limits(2_000, 20.0))
    assert (found.verdict, found.unmodelled) == (Outcome.UNKNOWN, ("13.1.1.2: ×1000000",))
    assert verdict(UNCOUNTED[why].format(n=5, more=6)) is Outcome.TRUE


def test_drawing_more_than_there_is_takes_no_time() -> None:
    assert verdict("甲 手牌 大抽(事件 费用 0 「抽1000000张牌。」) ; 甲 使用 大抽 ; 则 甲 败北") is Outcome.TRUE


REST = " 牌库 普通×5 ; 乙 手牌 空 牌库 普通×5 ; "
ODD_TEXTS = {  # hostile or odd card text, as the rulebook has it
    "a choice from nothing": (
        "甲 手牌 空招(事件 费用 0 「选择1只你的墓地中的帕鲁，使其登场。抽1张牌。」)" + REST + "甲 使用 空招 ; 则 甲 手牌 = 1"
    ),
    "no option of those listed": (
        "甲 手牌 无择(事件 费用 0 「从以下选择0项：①抽1张牌。②抽2张牌。」)" + REST + "甲 使用 无择 ; 则 甲 手牌 = 0"
    ),
    "more options than are listed": (
        "甲 手牌 全择(事件 费用 0 「从以下选择9项：①获得1个素材。②获得2个素材。」)" + REST + "甲 使用 全择 ; 则 甲 素材 = 3"
    ),
    "a cost that eats its source": (
        "甲 据点 自食(帕鲁 300/1 「[将此卡放置到墓地]此卡的战斗力+300，站立此卡，抽1张牌。」) 手牌 空"
        + REST + "甲 使用 自食 ; 则 甲 手牌 = 1 且 自食 在 墓地"
    ),
    "an X that nothing keeps down": (
        "甲 手牌 任数(事件 费用 0 「获得X个素材。」)" + REST + "甲 使用 任数 X 2 ; 则 甲 素材 = 2"
    ),
    "a large X": "甲 手牌 任数(事件 费用 0 「获得X个素材。」)" + REST + "甲 使用 任数 X 500 ; 则 甲 素材 = 500",
    "who cannot lose": (
        "甲 生命 1 手牌 自伤(事件 费用 0 「失去3点生命。」) 据点 神像(建筑物 500 「【永】你不会败北。」)"
        + REST + "甲 使用 自伤 ; 则 未结束"
    ),
    "what cannot die": (
        "甲 手牌 巨石(事件 费用 0 「选择1只帕鲁，给予900伤害。」) 据点 不朽(帕鲁 300/1 「【永】此卡不能被放置到墓地。」)"
        + REST + "甲 使用 巨石 ; 则 不朽 在 据点 且 不朽 伤害 = 900"
    ),
    "none times as much": (
        "甲 据点 空仓(建筑物 500 「【永】你获得素材时，作为替代获得0倍的素材。」) 手牌 采石(事件 费用 0 「获得3个素材。」)"
        + REST + "甲 使用 采石 ; 则 甲 素材 = 0"
    ),
    "colours that turn in a circle": (
        "甲 据点 子(帕鲁 100/1 「【永】你的其他帕鲁变为红色。」), 丑(帕鲁 100/1 「【永】你的红色帕鲁变为蓝色。」), "
        "寅(帕鲁 100/1 「【永】你的蓝色帕鲁变为红色。」)" + REST + "则 子 战斗力 = 100"
    ),
}  # fmt: skip


@pytest.mark.parametrize("text", ODD_TEXTS)
def test_odd_texts_do_what_the_rulebook_says(text: str) -> None:
    assert verdict(ODD_TEXTS[text]) is Outcome.TRUE


NAMED = {  # what cannot be modelled, and how it is named
    "甲 手牌 断(事件 费用 0 「选择1只帕鲁，其获得〈抽1张牌。」) ; 甲 使用 断": "选择1只帕鲁，其获得〈抽1张牌。",
    "甲 据点 怪(帕鲁 300/1 「【永】疾飞500」) ; 甲 以 怪 攻击 乙": "疾飞500",
    "甲 手牌 任数(事件 费用 0 「获得X个素材。」) ; 甲 使用 任数 ; 则 可能 甲 素材 = 500": "X ≥ 30",
    "甲 手牌 史(事件 费用 0 「如果你的帕鲁在对手的回合中登场过，抽1张牌。」) ; 甲 使用 史": "对手的回合中有过你的帕鲁登场",
}


@pytest.mark.parametrize("text", NAMED)
def test_what_is_not_modelled_is_named_in_words(text: str) -> None:
    found = run(parse_ruling(text))
    assert (found.verdict, found.unmodelled) == (Outcome.UNKNOWN, (NAMED[text],))


IN_FORCE = "甲 回合玩家 主要阶段 据点 疾风(帕鲁 500/2), 弱者(帕鲁 500/1), 石墙(建筑物 500) ; 甲 效果 {effect} ; 则 {expected}"
EFFECTS_ON_CARDS = [  # an effect already in force, and what comes of it
    ("「该帕鲁的战斗力-300」 对 弱者", "弱者 战斗力 = 200 且 疾风 战斗力 = 500"),
    ("「该帕鲁的战斗力-300」 对 弱者 自 疾风 直到 回合结束", "弱者 战斗力 = 200 且 疾风 战斗力 = 500"),
    ("「此卡的战斗力-300」 对 弱者、疾风", "弱者 战斗力 = 200 且 疾风 战斗力 = 200"),
    ("「此卡的战斗力-300」 对 弱者、疾风 自 石墙", "弱者 战斗力 = 200 且 疾风 战斗力 = 200"),
    ("「此卡的战斗力-300」 自 弱者", "弱者 战斗力 = 200 且 疾风 战斗力 = 500"),
    ("「战斗力+X。X为此卡的打击力。」 对 弱者、疾风", "弱者 战斗力 = 501 且 疾风 战斗力 = 502"),
    ("「战斗力+X。X为此卡的打击力。」 对 弱者 自 疾风", "弱者 战斗力 = 502 且 疾风 战斗力 = 500"),
    ("「该帕鲁不能攻击」 对 弱者 自 石墙", "不合法 甲 以 弱者 攻击 乙"),
    ("「该帕鲁不能攻击」 对 弱者 自 石墙", "合法 甲 以 疾风 攻击 乙"),
    ("「该帕鲁获得挑衅」 对 弱者 自 石墙", "弱者 有 挑衅 且 石墙 没有 挑衅"),
    ("「你的所有帕鲁战斗力+300」 自 石墙", "弱者 战斗力 = 800 且 疾风 战斗力 = 800"),
]


@pytest.mark.parametrize(("effect", "expected"), EFFECTS_ON_CARDS)
def test_an_effect_in_force_is_on_the_cards_listed(effect: str, expected: str) -> None:
    assert verdict(IN_FORCE.format(effect=effect, expected=expected)) is Outcome.TRUE


@pytest.mark.parametrize(("effect", "code"), [
    ("「该帕鲁的战斗力-300」", "effect_on_nothing"),
    ("「你的所有帕鲁战斗力+300」 对 弱者", "effect_names_its_cards"),
    ("「该帕鲁的战斗力-300」 对 乙", "effect_on_player"),
])  # fmt: skip
def test_what_an_effect_is_on_is_said_once(effect: str, code: str) -> None:
    with pytest.raises(HeadjudgeError) as raised:
        run(parse_ruling(IN_FORCE.format(effect=effect, expected="弱者 在 据点")))
    assert raised.value.code == code


FURNACE = "甲 回合玩家 主要阶段 素材 {held} 据点 熔炉(建筑物 500 「[消耗X个素材]获得X个食材。」) ; 甲 使用 熔炉"


@pytest.mark.parametrize("number", [0, 1, 59, 60, 61, 1000, 999_999_999])
def test_any_number_may_be_x_that_can_be_paid(number: int) -> None:
    use = FURNACE.format(held=number)
    assert verdict(f"{use} X {number} ; 则 甲 食材 = {number} 且 甲 素材 = 0") is Outcome.TRUE
    assert verdict(f"{use} ; 甲 选择 X {number} ; 则 甲 食材 = {number}") is Outcome.TRUE
    assert verdict(f"{use} X {min(number + 1, 999_999_999)} 不合法 因 10.4.2.2") is (
        Outcome.TRUE if number < 999_999_999 else Outcome.FALSE
    )
    assert verdict(f"{use} X -1 不合法 因 1.3.5") is Outcome.TRUE


def test_what_one_line_shows_is_so_whatever_was_not_tried() -> None:
    """So many X can be paid that not all of them are tried."""
    use = FURNACE.format(held=1000)
    assert verdict(f"{use} ; 则 可能 甲 食材 = 20") is Outcome.TRUE
    assert verdict(f"{use} ; 则 可能 甲 食材 = 900") is Outcome.UNKNOWN
    assert verdict(f"{use} ; 则 可能 甲 食材 = 20 ; 甲 食材 ≥ 0") is Outcome.UNKNOWN
    assert verdict(f"{use} ; 则 不可能 甲 食材 = 20") is Outcome.FALSE
