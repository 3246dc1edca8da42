"""What a verdict turns on: each clause suspended on its own."""

import pytest

from headjudge.parser.ruling import parse_ruling
from headjudge.simulator.decisive import decisive, prevented_by
from headjudge.simulator.run import Run
from headjudge.simulator.verdict import Outcome

N = "手牌 空 牌库 普通×5"
BLOWS = f"甲 据点 疾风(帕鲁 500/1) {N} ; 乙 据点 盾兵(帕鲁 300/1) 横置 {N} ; 甲 以 疾风 攻击 盾兵"
TAUNT = f"甲 据点 疾风(帕鲁 500/1) {N} ; 乙 据点 盾兵(帕鲁 300/1 挑衅) 横置 {N} ; 甲 以 疾风 攻击 乙 不合法 因 12.10.2"
LUCKY = f"甲 据点 疾风(帕鲁 500/3) {N} ; 乙 生命 10 手牌 空 牌库 普通 幸运 普通×5 ; 甲 以 疾风 攻击 乙"

# (ruling, clauses it turns on, structural clauses, clauses that make no difference)
TURNS_ON = [
    (f"{BLOWS} ; 则 盾兵 在 墓地 因 5.14.1", {"9.6.3.1", "11.4.1"}, {"9.3.1", "10.5.3.1"}, {"9.6.4", "9.3.2"}),
    (f"{BLOWS} ; 则 疾风 横置", {"9.3.2"}, {"9.3.1"}, {"9.6.3.1"}),
    (TAUNT, {"12.10.2", "12.10.2.1"}, set(), set()),
    (f"{LUCKY} ; 则 乙 生命 = 10", {"11.2.2.2"}, {"9.3.1"}, {"9.6.4"}),
    (f"{LUCKY} ; 则 乙 墓地 = 2", {"11.2.1", "11.2.2.2", "9.6.3.3.2"}, {"11.2.2.4"}, {"9.6.4"}),
    ("甲 灵魂 2 手牌 狐(帕鲁 100/1 费用 3) 牌库 普通×5 ; 甲 使用 狐 不合法", {"10.4.2.2"}, set(), set()),
    (
        f"甲 据点 疾风(帕鲁 500/1) {N} ; 乙 手牌 空 牌库 狐(帕鲁 100/1 「此卡被放置到墓地时，抽1张牌。」) 普通×5 ; "
        "甲 以 疾风 攻击 乙 ; 则 乙 手牌 = 0",
        {"10.3.5"},
        {"9.3.1"},
        {"9.6.1"},
    ),
    (BLOWS, {"9.3.2", "9.6.3.1", "11.4.1"}, {"9.3.1"}, {"9.6.1"}),
]


@pytest.mark.parametrize(("ruling", "turns_on", "structural", "indifferent"), TURNS_ON, ids=[ruling for ruling, *_ in TURNS_ON])
def test_turns_on(ruling: str, turns_on: set[str], structural: set[str], indifferent: set[str]) -> None:
    found = decisive(parse_ruling(ruling))
    clauses = {one.clause for one in found.decisive}
    assert turns_on <= clauses
    assert structural <= set(found.structural)
    assert indifferent <= set(found.indifferent)
    assert not clauses & (set(found.structural) | set(found.indifferent) | set(found.inseparable))


def test_what_a_clause_says_within_other_steps_is_not_called_indifferent() -> None:
    found = decisive(
        parse_ruling(
            "甲 据点 疾风(帕鲁 500/1) 手牌 旗手(帕鲁 200/1 「你的其他帕鲁的战斗力+300。」) ; 至 7.5.2 ; 则 疾风 战斗力 = 500"
        )
    )
    assert "10.3.5" not in found.indifferent


def test_the_clauses_that_a_ruling_cites_do_not_decide_it_by_being_cited() -> None:
    cited, bare = (decisive(parse_ruling(f"{BLOWS} ; 则 盾兵 在 墓地{because}")) for because in (" 因 9.3.2 9.6.1", ""))
    assert cited.decisive == bare.decisive


def test_what_comes_out_without_a_clause_is_told() -> None:
    (found,) = (one for one in decisive(parse_ruling(f"{BLOWS} ; 则 盾兵 在 墓地")).decisive if one.clause == "11.4.1")
    assert (found.changes_to, found.flipped) == (Outcome.FALSE, (0,))


def test_progress_is_told() -> None:
    seen: list[tuple[int, int]] = []
    decisive(parse_ruling(f"{BLOWS} ; 则 盾兵 在 墓地"), watch=lambda _clause, done, total: seen.append((done, total)))
    assert [done for done, _ in seen] == list(range(len(seen)))
    assert {total for _, total in seen} == {len(seen)}


# (ruling, what prevented its first expectation)
PREVENTED = [
    (f"{LUCKY} ; 则 乙 生命 = 7", ("11.2.2.2",)),
    (f"{BLOWS} ; 则 乙 生命 = 9", ()),
]


@pytest.mark.parametrize(("ruling", "clauses"), PREVENTED)
def test_prevented_by(ruling: str, clauses: tuple[str, ...]) -> None:
    run = Run(parse_ruling(ruling))
    assert prevented_by(run, run.verdict()) == (clauses,)
