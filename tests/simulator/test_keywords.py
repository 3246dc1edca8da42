"""Keywords are what the rulebook's clauses say: edit the clause, and the game changes."""

from importlib.resources import files

import pytest

from headjudge.kb.clause import HeadjudgeError
from headjudge.parser.ruling import parse_ruling
from headjudge.simulator.games.palworld.law import EDITION, read_law
from headjudge.simulator.run import run
from headjudge.simulator.verdict import Outcome

N = "手牌 空 牌库 普通×10"
BRAVE = f"甲 据点 疾风(帕鲁 500/1 勇敢300) {N} ; 乙 据点 石墙(建筑物 900) {N} ; 甲 以 疾风 攻击 石墙"
NIGHT = f"夜晚 ; 甲 据点 夜枭(帕鲁 400/1 夜行性) {N} ; 乙 {N} ; 至 7.5.2"


def rulebook(*edits: tuple[str, str]) -> str:
    text = (files("headjudge.rules_text") / "palworld" / f"{EDITION}.txt").read_text("utf-8")
    for old, new in edits:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize(
    ("scenario", "edits", "power"),
    [
        (f"{BRAVE} ; 则 疾风 战斗力 = 800", (), 800),
        (
            f"{BRAVE} ; 则 疾风 战斗力 = 1100",
            (("此卡的战斗力+（数值），直到回合结束", "此卡的战斗力+600，直到回合结束"),),
            1100,
        ),
        (f"{NIGHT} ; 则 夜枭 战斗力 = 700", (), 700),
        (f"{NIGHT} ; 则 夜枭 战斗力 = 900", (("如果是夜晚，使此卡的战斗力+300", "如果是夜晚，使此卡的战斗力+500"),), 900),
    ],
)
def test_an_edited_clause_changes_the_game(scenario: str, edits: tuple[tuple[str, str], ...], power: int) -> None:
    verdict = run(parse_ruling(scenario), law=read_law(rulebook(*edits), "edited"))
    if verdict.unmodelled:
        pytest.skip(f"the card-text grammar does not read {verdict.unmodelled}")
    assert verdict.verdict is Outcome.TRUE


def test_a_rulebook_that_lacks_a_bound_clause_is_refused() -> None:
    with pytest.raises(HeadjudgeError) as caught:
        read_law(rulebook(("9.6.3.1 如果攻击目标为帕鲁", "9.6.3.7 如果攻击目标为帕鲁")), "edited")
    assert caught.value.code == "clauses_missing"
    assert "9.6.3.1" in str(caught.value.facts["clauses"])
