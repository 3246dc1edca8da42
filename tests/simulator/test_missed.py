"""A step that was missed: how the tables differ, and where the lines part."""

import pytest

from headjudge.parser.ruling import parse_ruling
from headjudge.simulator.games.palworld.differing import Difference
from headjudge.simulator.missed import Missed, Slip, WrongSlip, missed
from headjudge.simulator.run import Run

N = "手牌 空 牌库 普通×5"
STRIKE = f"甲 据点 疾风(帕鲁 500/2) {N} ; 乙 {N} ; 甲 以 疾风 攻击 乙"
BLOWS = f"甲 据点 疾风(帕鲁 500/1) {N} ; 乙 据点 盾兵(帕鲁 300/1) 横置 {N} ; 甲 以 疾风 攻击 盾兵"
AVENGED = f"甲 据点 疾风(帕鲁 500/1) {N} ; 乙 据点 盾兵(帕鲁 300/1 同归于尽) 横置 {N} ; 甲 以 疾风 攻击 盾兵"
CROWDED = f"甲 灵魂 5 据点 帕鲁一×5(帕鲁 100/1) 手牌 狐(帕鲁 100/1 费用 1) 牌库 普通×5 ; 乙 {N} ; 甲 使用 狐"
CRAFT = "甲 灵魂 5 手牌 空 牌库 普通×5 据点 工匠(帕鲁 200/1 「[②]抽2张牌。」) ; 甲 使用 工匠 能力 1"
TURN = "回合 3 ; 甲 回合玩家 抽牌阶段 在 7.3.3 手牌 空 牌库 普通×9 ; 至 7.5.2"
TWO = (
    "甲 手牌 空 牌库 普通×5 据点 鼓手(帕鲁 200/1 「你的帕鲁攻击时，获得1个素材。」), 疾风(帕鲁 500/1) ; "
    "乙 牌库 普通×5 ; 甲 以 疾风 攻击 乙"
)


def slipped(ruling: str, slip: Slip) -> Missed:
    run = Run(parse_ruling(ruling))
    return missed(run, run.verdict().end, slip)


# (ruling, what was missed, the step at which the lines part, (what differs, of whom) -> as played, as it should be)
DIFFERS = [
    (STRIKE, Slip("9.6.3.3.2", much=1), "9.6.3.3.2", {("life", 1): (9, 8), ("graveyard", 1): (1, 2)}),
    (STRIKE, Slip("9.6.3.3.2"), "9.6.3.3.2", {("life", 1): (10, 8), ("deck", 1): (5, 3)}),
    (STRIKE, Slip("11.2.1"), "9.6.3.3.2", {("life", 1): (10, 8), ("damage", 1): (2, 0)}),
    (STRIKE, Slip("11.2.2.1", 2), "11.2.2.1", {("graveyard", 1): (1, 2)}),
    (BLOWS, Slip("11.4.1"), "10.5.3.1", {("graveyard", 1): (0, 1)}),
    (AVENGED, Slip("10.5.3.3"), "10.5.3.3", {("graveyard", 0): (0, 1)}),
    (AVENGED, Slip("10.8.3"), "10.8.3", {("graveyard", 0): (0, 1)}),
    (AVENGED, Slip("12.12.2"), "10.8.3", {("graveyard", 0): (0, 1)}),
    (CROWDED, Slip("11.5.1"), "10.5.3.1", {("graveyard", 0): (0, 1)}),
    (CRAFT, Slip("5.12.2", much=1), "10.4.2", {("souls", 0): (4, 3), ("rested_souls", 0): (1, 2)}),
    (CRAFT, Slip("10.9.1"), "10.9.1", {("hand", 0): (0, 2)}),
    (CRAFT, Slip("5.7.2", much=2), "5.7.2", {("hand", 0): (3, 2), ("deck", 0): (2, 3)}),
    (TURN, Slip("7.3.3", much=2), "7.3.3", {("hand", 0): (2, 1), ("deck", 0): (7, 8)}),
    (TURN, Slip("5.7.1", much=3), "5.7.1", {("hand", 0): (3, 1)}),
    (TURN, Slip("7.4.2"), "7.4.2", {("souls", 0): (0, 2)}),
    (TWO, Slip("10.5.3.2"), "10.5.3.2", {("素材", 0): (0, 1)}),
]


@pytest.mark.parametrize(("ruling", "slip", "at", "differences"), DIFFERS, ids=[f"{slip}" for _, slip, *_ in DIFFERS])
def test_differs(ruling: str, slip: Slip, at: str, differences: dict[tuple[str, int], tuple[int, int]]) -> None:
    found = slipped(ruling, slip)
    told = {(one.kind, one.subject): (one.first, one.second) for one in found.differences if isinstance(one, Difference)}
    assert found.at.clause == at
    assert differences.items() <= told.items()


def test_what_the_next_check_makes_good_makes_no_difference() -> None:
    assert slipped(BLOWS, Slip("9.6.4")).differences == ()


def test_the_line_that_was_played_shows_how_often_a_step_was_done() -> None:
    found = slipped(TURN, Slip("5.7.1", much=2))
    assert [sum(line.clause == "5.7.1" and bool(line.events) for line in lines) for lines in (found.played, found.right)] == [
        2,
        1,
    ]


# (ruling, what was missed, code of the error)
WRONG = [
    (BLOWS, Slip("11.5.2"), "missed_not_in_line"),
    (BLOWS, Slip("9.6.3.1", 2), "missed_not_so_often"),
    (BLOWS, Slip("9.6.3.1", much=5), "missed_which_amount"),
    (CRAFT, Slip("10.6.2.2"), "missed_does_nothing"),
    (BLOWS, Slip("11.4.1", much=2), "missed_without_amount"),
    (TURN, Slip("7.3.3", much=1000), "missed_too_often"),
    (CRAFT, Slip("10.6.2.1"), "missed_structural"),
]


@pytest.mark.parametrize(("ruling", "slip", "code"), WRONG, ids=[code for *_, code in WRONG])
def test_wrong(ruling: str, slip: Slip, code: str) -> None:
    with pytest.raises(WrongSlip) as caught:
        slipped(ruling, slip)
    assert caught.value.code == code
