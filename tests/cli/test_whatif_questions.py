"""`judge whatif --decisive`, `--missed`, why not, `judge compare-editions`, and rulings by name."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from headjudge.simulator.games.palworld.law import EDITION, shipped_law
from tests.cli.conftest import Judge

N = "手牌 空 牌库 普通×5"


def battle(mine: str, theirs: str, expected: str, more: str = N) -> str:
    return f"甲 据点 疾风(帕鲁 {mine}) {more} ; 乙 据点 盾兵(帕鲁 {theirs}) 横置 {N} ; 甲 以 疾风 攻击 盾兵 ; 则 {expected}"


def drums(text: str, more: str, expected: str) -> str:
    """Two Pals are deployed beside a drummer, who has an ability to notice it, with three souls."""
    cards = f"据点 鼓手(帕鲁 500/1 「{text}」) 手牌 狐(帕鲁 100/1 费用 0) 狼(帕鲁 100/1 费用 0) 灵魂 3 牌库 普通×5"
    return " ; ".join(part for part in (f"甲 {cards}", "甲 使用 狐", more, f"则 {expected}") if part)


USED = {"10.8.3": "“使用鼓手的能力”，就会如此"}
PAID = {"10.6.2.3.1": "“以第1种方式支付费用”，就会如此"}

# (ruling, clause -> words of its reason)
WHY_NOT = [
    (battle("500/1", "800/1", "盾兵 在 墓地"), {"11.4.1": "盾兵的伤害500小于战斗力800"}),
    (battle("0/1", "300/1", "盾兵 在 墓地"), {"11.4.1": "没有受到伤害", "9.6.3.1": "9.6.3.1.1"}),
    (battle("500/1", "300/1", "盾兵 在 据点"), {"11.1.2.4": "盾兵：乙的据点 → 乙的墓地"}),
    (battle("500/1", "300/1", "疾风 站立"), {"9.3.2": "疾风横置"}),
    (battle("500/1", "300/1", "不 经过 11.4.1"), {"11.4.1": "执行了它"}),
    (battle("500/1", "300/1", "经过 11.5.2"), {"11.5.2": "没有执行它"}),
    (battle("500/1 「此卡攻击建筑物时，抽1张牌。」", "300/1", "甲 手牌 = 1"), {"10.8.2": "疾风攻击盾兵"}),
    (
        battle("500/1", "300/1", "甲 手牌 = 2", "手牌 狐(帕鲁 100/1 「你的帕鲁攻击时，抽1张牌。」) 牌库 普通×5"),
        {"10.3.5": "该卡在手牌"},
    ),
    (battle("500/1 「此卡攻击时，如果你的手牌有3张以上，抽1张牌。」", "300/1", "甲 手牌 = 1"), {"10.9.1": "不满足其中的条件"}),
    (
        f"甲 据点 疾风(帕鲁 500/1) {N} ; 乙 生命 2 手牌 空 牌库 幸运 普通×5 ; 甲 以 疾风 攻击 乙 ; 则 乙 生命 = 1",
        {"11.2.2.2": "若没有这一条"},
    ),
    (
        f"甲 据点 疾风(帕鲁 500/1) {N} ; 乙 生命 2 {N} ; 甲 以 疾风 攻击 乙 ; 则 乙 败北",
        {"11.3.1": "乙的生命是1", "11.3.2": "乙的牌库是4"},
    ),
    (
        f"甲 据点 疾风(帕鲁 500/1) {N} ; 乙 生命 2 {N} ; 甲 以 疾风 攻击 乙 ; 则 不可能 乙 生命 = 1",
        {"11.2.2.3": "到这一步就如此"},
    ),
    (f"甲 据点 疾风(帕鲁 500/1) 横置 {N} ; 乙 {N} ; 甲 以 疾风 攻击 乙", {"9.2.2.1": "疾风 甲的据点（500/1 横置）"}),
    ("甲 灵魂 2 手牌 狐(帕鲁 100/1 费用 3) 牌库 普通×5 ; 甲 使用 狐", dict.fromkeys(("10.4.2.2", "2.7.1", "10.4.3"), "费用 3")),
    # an ability that triggered and was not used, or whose cost was not paid
    (
        drums("【1回合1次】当你的帕鲁登场时，抽1张牌。", "甲 使用 鼓手 ; 甲 使用 狼", "甲 手牌 = 2"),
        {"10.8.3.2": "已使用到次数上限", "10.6.2.1": "到这一步为止"},
    ),
    (drums("【1回合1次】当你的帕鲁登场时，获得1个素材。", "甲 不 使用 鼓手", "甲 素材 = 1"), {"10.7.3": "选择不使用", **USED}),
    (drums("【自】[②]当你的帕鲁登场时，获得1个素材。", "甲 不 支付", "甲 素材 = 1"), {"10.8.3.1.1": "没有支付", **PAID}),
    (
        drums("【自】[④]当你的帕鲁登场时，获得1个素材。", "", "甲 素材 = 1"),
        {"10.4.2.2": "不能支付它的费用", "10.6.2.3": "没有这一条"},
    ),
    # a limit that is used up, a cost that is too high, an action that was not taken
    (
        f"甲 灵魂 3 据点 矿场(建筑物 500 「【1回合1次】[①]获得1个素材。」) {N} ; 甲 使用 矿场 ; 则 甲 素材 = 2",
        {"10.7.2": "不能使用"},
    ),
    (
        "甲 灵魂 1 手牌 狐(帕鲁 100/1 费用 3) 牌库 普通×5 ; 则 狐 在 据点",
        dict.fromkeys(("10.4.2.2", "2.7.1", "10.4.3"), "费用 3"),
    ),
    ("甲 灵魂 3 手牌 狐(帕鲁 100/1 费用 3) 牌库 普通×5 ; 则 狐 在 据点", {"8.2.1": "接着“使用狐”，就会如此"}),
    (f"甲 据点 疾风(帕鲁 500/1) {N} ; 乙 生命 3 {N} ; 则 乙 生命 = 2", {"8.4.1": "接着“进行战斗”，就会如此"}),
    # a choice made otherwise, by the script or on one of the lines
    (
        f"甲 据点 鼓手(帕鲁 500/1 「此卡攻击时，选择1只对手的帕鲁，将其返回手牌。」) {N} ; "
        f"乙 据点 猫(帕鲁 100/1) 横置 狗(帕鲁 100/1) 横置 {N} ; 甲 以 鼓手 攻击 乙 ; 甲 选择 猫 ; 则 狗 在 手牌",
        {"10.9.1": "“选择狗”，就会如此（经过中是“选择猫”）"},
    ),
    (
        f"甲 据点 疾风(帕鲁 500/1) {N} ; 乙 据点 盾兵(帕鲁 300/1) {N} ; 甲 以 疾风 攻击 乙 ; 则 盾兵 在 墓地",
        {"11.4.1": "没有受到伤害", "9.4.2": "乙若在此“以盾兵阻挡”"},
    ),
]


@pytest.mark.parametrize(("ruling", "reasons"), WHY_NOT, ids=[ruling for ruling, _ in WHY_NOT])
def test_why_not(judge: Judge, palworld: Path, ruling: str, reasons: dict[str, str]) -> None:
    found = answer(judge, palworld, "whatif", ruling)["why_not"]
    said = {one["clause"]: one["reason"] for one in found}
    assert said.keys() == reasons.keys() | ({"9.3.1"} if "9.2.2.1" in reasons else set())
    assert all(words in said[clause] for clause, words in reasons.items())
    assert all(one["quote"] == shipped_law().clauses[one["clause"]].text for one in found)


def test_why_not_stands_in_the_text(judge: Judge, palworld: Path) -> None:
    out = judge("--lang", "en", "whatif", battle("500/1", "800/1", "盾兵 在 墓地"), db=palworld).out
    assert "盾兵: damage 500 is below power 800" in out
    assert "Why not" not in judge("--lang", "en", "whatif", battle("500/1", "300/1", "盾兵 在 墓地"), db=palworld).out


def test_decisive(judge: Judge, palworld: Path) -> None:
    found = answer(judge, palworld, "whatif", battle("500/1", "300/1", "盾兵 在 墓地"), "--decisive")
    (lethal,) = (one for one in found["decisive"] if one["clause"] == "11.4.1")
    assert (lethal["quote"], lethal["changes_to"]) == (shipped_law().clauses["11.4.1"].text, "false")
    assert lethal["expectations"] == ["盾兵 在 墓地"]
    assert "9.3.1" in found["structural"]
    out = judge("--lang", "zh", "whatif", battle("500/1", "300/1", "盾兵 在 墓地"), "--decisive", "--brief", db=palworld).out
    assert "若没有它：不成立；“盾兵 在 墓地”结果相反" in out


def test_missed(judge: Judge, palworld: Path) -> None:
    ruling = battle("500/1", "300/1", "盾兵 在 墓地")
    found = answer(judge, palworld, "whatif", ruling, "--missed", "9.6.3.1")["missed"]
    assert (found["step"], found["clause"], found["parts_at"]) == ("9.6.3.1", "9.6.3.1", "9.6.3.1")
    assert {"what": "盾兵", "as_played": "乙的据点（300/1 横置）", "as_it_should_be": "乙的墓地"} in found["differences"]
    assert found["expectations"] == [{"text": "盾兵 在 墓地", "as_played": False, "as_it_should_be": True}]


def test_missed_by_the_number_of_the_step(judge: Judge, palworld: Path) -> None:
    ruling = battle("500/1", "300/1", "盾兵 在 墓地")
    shown = judge("--lang", "zh", "whatif", ruling, db=palworld).out
    (number,) = (line.split(".")[0].strip() for line in shown.splitlines() if ".  9.6.3.1  " in line)
    by_number, by_clause = (answer(judge, palworld, "whatif", ruling, "--missed", step) for step in (number, "9.6.3.1"))
    assert by_number == by_clause


@pytest.mark.parametrize("step", ["", "x", "99", "9.6.3.1#4", "9.6.3.1: 5", "9.6.3.1:", "1.1", "-1", "9" * 30, "9.6.3.1#0"])
def test_no_such_step(judge: Judge, palworld: Path, step: str) -> None:
    ended = judge("--lang", "zh", "whatif", battle("500/1", "300/1", "盾兵 在 墓地"), f"--missed={step}", db=palworld)
    if not step:  # nothing was missed
        assert ended.code == 0
        return
    assert (ended.code, ended.out) == (2, "")
    assert "fault of its own" not in ended.err


@pytest.fixture
def edited(tmp_path: Path) -> Path:
    text = (files("headjudge.rules_text") / "palworld" / f"{EDITION}.txt").read_text("utf-8")
    path = tmp_path / "edited.txt"
    path.write_text(text.replace("此卡的战斗力+（数值），直到回合结束", "此卡的战斗力+600，直到回合结束"), "utf-8")
    return path


def test_compare_editions(judge: Judge, palworld: Path, edited: Path) -> None:
    found = answer(judge, palworld, "compare-editions", "clause-12.6-brave", EDITION, str(edited), code=1)
    assert found["ruling"] == "clause-12.6-brave"
    assert [(one["edition"], one["verdict"]) for one in found["editions"]] == [
        (f"palworld@{EDITION}", "true"),
        (str(edited), "false"),
    ]
    assert [(one["old"], one["new"], one["followed"]) for one in found["changed_clauses"]] == [("12.6.2", "12.6.2", True)]
    assert found["parts_at"]["clause"] == "10.5.3.2"
    assert any(one["what"] == "疾风" for one in found["differences"])


def test_editions_that_agree(judge: Judge, palworld: Path, edited: Path) -> None:
    found = answer(judge, palworld, "compare-editions", "b01-pals-trade-blows", EDITION, str(edited))
    assert (found["same_verdict"], found["changed_clauses"], found["parts_at"], found["differences"]) == (True, [], None, [])


# (arguments, words of the message)
WRONG = [
    (("whatif", "nosuch"), "没有名为“nosuch”的裁定"),
    (("whatif", "b09-take-down"), "b09-take-down-together"),
    (("whatif", "q99"), "q97-"),
    (("whatif", "both-choose-from-hand"), "judge ruling both-choose-from-hand"),
    (("whatif", ""), "裁定是空的"),
    (("whatif", "b09-take-down-together", "-g", "pact"), "palworld"),
    (("compare-editions", "b09-take-down-together", EDITION, EDITION), EDITION),
    (("compare-editions", "b09-take-down-together", EDITION, "1999"), "1999"),
    (("compare-editions", "b09-take-down-together", EDITION, "nosuch.txt"), "nosuch.txt"),
    (("search", "抽牌", "--limit", "0"), "1, 2, 3"),
    (("抽牌", "--limit", "-1"), "1, 2, 3"),
]


@pytest.mark.parametrize(("arguments", "words"), WRONG, ids=[" ".join(arguments) for arguments, _ in WRONG])
def test_wrong(judge: Judge, palworld: Path, arguments: tuple[str, ...], words: str) -> None:
    ended = judge("--lang", "zh", *arguments, db=palworld)
    assert (ended.code, ended.out) == (2, "")
    assert words in ended.err


def test_the_one_box_knows_rulings(judge: Judge, palworld: Path) -> None:
    assert judge("both-choose-from-hand", db=palworld) == judge("ruling", "both-choose-from-hand", db=palworld)


def test_whose_words_are_quoted(judge: Judge, palworld: Path) -> None:
    out = judge("--lang", "en", "whatif", "b09-take-down-together", db=palworld).out
    assert f"Clauses are quoted from palworld@{EDITION} (own words, not the official text)" in out.splitlines()[-1]


def answer(judge: Judge, db: Path, *arguments: str, code: int | None = None) -> dict[str, Any]:
    ended = judge("--lang", "zh", *arguments, "--json", db=db)
    assert ended.err == ""
    if code is not None:
        assert ended.code == code
    found: dict[str, Any] = json.loads(ended.out)
    return found
