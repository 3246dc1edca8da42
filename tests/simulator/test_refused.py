"""An action that is refused names the clauses by which it is illegal."""

import pytest

from headjudge.parser.ruling import parse_ruling
from headjudge.simulator.run import run
from headjudge.simulator.verdict import Outcome

REFUSED = {
    "an ability of a card in hand": (
        "甲 灵魂 3 手牌 灯灵(帕鲁 500/1 费用 0 「[①]抽1张牌。」) ; 甲 使用 灯灵 能力 1",
        {"10.3.5"},
    ),
    "an ability that a card does not have": (
        "甲 灵魂 3 据点 灯灵(帕鲁 500/1 「[①]抽1张牌。」) ; 甲 使用 灯灵 能力 2",
        {"8.3.1"},
    ),
    "souls for an ability": (
        "甲 灵魂 1 横置灵魂 4 据点 灯灵(帕鲁 500/1 「[②]抽1张牌。」) ; 甲 使用 灯灵",
        {"5.12.2", "10.4.2.2", "10.4.3"},
    ),
    "souls for a card": (
        "甲 灵魂 1 横置灵魂 4 手牌 灯灵(帕鲁 500/1 费用 2) ; 甲 使用 灯灵",
        {"2.7.1", "10.4.2.2", "10.4.3"},
    ),
    "a cost of two acts, the second of which cannot be paid": (
        "甲 灵魂 3 手牌 普通 据点 灯灵(帕鲁 500/1 「[②，丢弃2张手牌]抽1张牌。」) ; 甲 使用 灯灵",
        {"10.4.2.2"},
    ),
    "an ability that has to be used": (
        "甲 据点 汲水(帕鲁 200/1 「【攻击时】抽1张牌。」) ; 甲 以 汲水 攻击 乙 ; 在 10.5.3.2 甲 不使用 汲水",
        {"10.8.3.1"},
    ),
    "an event in the middle of an ability": (
        "卡 泉水 事件 费用 0 「获得1点生命。」 ; 甲 手牌 泉水 据点 灯灵(帕鲁 500/1 「[横置此卡]选择1只帕鲁，将其放逐。」) ; "
        "甲 使用 灯灵 ; 在 10.9.1 甲 使用 泉水",
        {"10.5.2", "10.6.2.4.3"},
    ),
    "an attack in the middle of an event": (
        "卡 泉水 事件 费用 0 「选择1只帕鲁，将其放逐。」 ; 甲 手牌 泉水 据点 灯灵(帕鲁 500/1) ; "
        "甲 使用 泉水 ; 在 10.9.1 甲 以 灯灵 攻击 乙",
        {"10.5.2", "10.6.2.4.2"},
    ),
    "妨碍 in the base": (
        "甲 据点 疾风(帕鲁 500/1) ; 乙 灵魂 1 据点 绊藤(帕鲁 100/1 妨碍) 横置 手牌 空 ; "
        "甲 以 疾风 攻击 乙 ; 在 9.5.2 乙 使用 绊藤",
        {"5.10.2", "10.3.4"},
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_the_clauses_are_named(case: str) -> None:
    text, wanted = REFUSED[case]
    verdict = run(parse_ruling(f"甲 回合玩家 主要阶段 牌库 普通×9 ; {text} 不合法 因 {' '.join(sorted(wanted))}"))
    assert (verdict.verdict, verdict.unmodelled) == (Outcome.TRUE, ())
