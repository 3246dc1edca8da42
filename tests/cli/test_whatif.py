"""`judge whatif`: rulings in words, from files, by name and from a pipe; the answer, its data, and what is wrong with them."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from headjudge.simulator.games.palworld.law import shipped_law
from tests.cli.conftest import Judge

DOCUMENTED = (Path(__file__).parents[2] / "docs" / "rulings.md").read_text("utf-8")
STRIKE = "甲 据点 疾风(帕鲁 500/1) ; 乙 生命 1 牌库 普通×3 ; 甲 以 疾风 攻击 乙"
CHOICE = "甲 据点 疾风(帕鲁 500/1) ; 乙 生命 1 据点 盾兵(帕鲁 300/1) 牌库 普通×3 ; 甲 以 疾风 攻击 乙"
KEYS = {"title", "verdict", "expectations", "outcomes", "trace", "states", "branches", "complete", "policies", "unmodelled"}
EXPECTATION = {"text", "quantifier", "holds", "clauses", "witness", "counterexample"}


@pytest.fixture
def ask(judge: Judge, palworld: Path) -> Any:
    """The data of an answer, with its exit code."""

    def data(*arguments: str, stdin: bytes = b"") -> tuple[dict[str, Any], int]:
        ended = judge("--lang", "zh", "whatif", *arguments, "--json", db=palworld, stdin=stdin)
        assert ended.err == ""
        found: dict[str, Any] = json.loads(ended.out)
        return found, ended.code

    return data


# (ruling, exit code, verdict, what was found of each expectation)
VERDICTS = [
    (f"{STRIKE} ; 则 乙 败北", 0, "true", ["always"]),
    (f"{STRIKE} ; 则 乙 胜利", 1, "false", ["never"]),
    (f"{STRIKE} ; 则 不可能 乙 败北", 1, "false", ["always"]),
    (f"{CHOICE} ; 则 乙 败北", 1, "false", ["sometimes"]),
    (f"{CHOICE} ; 则 可能 乙 败北", 0, "true", ["sometimes"]),
    (f"{CHOICE} ; 则 不可能 乙 败北", 1, "false", ["sometimes"]),
    (f"{CHOICE} ; 则 可能 甲 败北", 1, "false", ["never"]),
    (f"{CHOICE} ; 则 乙 能迫使 盾兵 在 墓地 ; 甲 能迫使 乙 败北", 1, "false", ["can_force", "cannot_force"]),
    (f"{STRIKE} ; 则 乙 败北 因 11.4.1", 1, "false", ["sometimes"]),
    (STRIKE, 0, "true", []),
    ("甲 据点 疾风(帕鲁 500/1) 横置 ; 甲 以 疾风 攻击 乙", 2, "illegal", []),
    ("甲 据点 疾风(帕鲁 500/1) 横置 ; 甲 以 疾风 攻击 乙 不合法 因 9.2.2.1", 0, "true", []),
    ("甲 据点 疾风(帕鲁 500/1) 横置 ; 甲 以 疾风 攻击 乙 不合法 因 12.10.2", 2, "illegal", []),
    (f"{STRIKE} 不合法", 1, "false", []),
    ("甲 据点 怪(帕鲁 500/1 「让对手跳一支舞。」) ; 甲 以 怪 攻击 乙 ; 则 乙 生命 = 9", 1, "unknown", ["unknown"]),
]


@pytest.mark.parametrize(("ruling", "code", "verdict", "found"), VERDICTS, ids=[ruling for ruling, *_ in VERDICTS])
def test_verdicts(ask: Any, ruling: str, code: int, verdict: str, found: list[str]) -> None:
    data, ended = ask(ruling)
    assert (ended, data["verdict"]) == (code, verdict)
    if "因 11.4.1" not in ruling:  # it comes out, but not that way: what was found of it is beside the point
        assert [one["found"] for one in data["expectations"]] == found


def test_the_contract(ask: Any) -> None:
    data, _ = ask("b09-take-down-together")
    assert data.keys() >= KEYS
    assert [set(one) >= EXPECTATION for one in data["expectations"]] == [True] * 3
    assert data["title"] == "同归于尽：战斗对手也被放置到墓地"
    assert data["expectations"][1]["clauses"] == ["9.4.3", "12.12.2", "10.8.4.1.2", "10.5.3.3", "10.8.7"]
    clauses = shipped_law().clauses
    for step in data["trace"]:
        assert {"clause", "quote", "events", "depth"} <= set(step)
        assert step["clause"] in clauses
        assert step["quote"] in (clauses[step["clause"]].text, clauses[step["clause"]].title)
        assert set(step["rests_on"]) <= set(clauses)
    told = [event for step in data["trace"] for event in step["events"]]
    assert told.index("毒蜂的【同归于尽】进入待机状态") < told.index("疾风：甲的据点 → 甲的墓地")
    assert {entry["id"] for entry in data["policies"]} == {"fighting", "leaving-card-sees-itself"}


def test_the_sentence_comes_first_with_its_assumptions(judge: Judge, palworld: Path) -> None:
    first = judge("--lang", "zh", "whatif", f"{STRIKE} ; 则 乙 败北", db=palworld).out.splitlines()[0]
    assert first == "成立：乙 败北（设：双方不使用未列出的手牌；甲的牌库是20张未知的卡牌；甲是回合玩家）。"
    first = judge(
        "--lang",
        "en",
        "whatif",
        "A base Gale(pal 500/1) hand empty deck plain×2 turn player ; B hand empty deck plain×2 ; expect never B wins",
        db=palworld,
    ).out.splitlines()[0]
    assert first == "It holds: never B wins."


def test_an_action_that_is_refused_on_some_lines_only_is_said(ask: Any) -> None:
    """The attack before it may leave no Pal that could attack."""
    text = (
        "甲 回合玩家 主要阶段 据点 疾风(帕鲁 500/1), 幼狐(帕鲁 100/1) ; 乙 据点 盾兵(帕鲁 300/1) 横置 "
        "手牌 陷阱(事件 费用 0 「【迅捷】选择1只对手的帕鲁，将其横置。」) ; 甲 以 疾风 攻击 盾兵 ; 甲 以 幼狐 攻击 乙 不合法"
    )
    data, _ = ask(text)
    assert data["sentence"].startswith("不成立：“甲 以 幼狐 攻击 乙”只在一部分情况下不合法")


def test_an_action_after_the_end_of_the_game_is_said_to_be_too_late(ask: Any) -> None:
    data, code = ask(f"{STRIKE} ; 甲 什么都不做 ; 则 乙 败北")
    assert (code, data["verdict"]) == (1, "false")
    assert "轮到第1行“甲 什么都不做”之前，游戏已经结束（1.2.1）" in data["sentence"]


def test_premises_and_open_cards_are_said(ask: Any) -> None:
    data, _ = ask(f"设 两位玩家都清醒\n{CHOICE}\n则 甲 能迫使 乙 败北")
    assert data["assumptions"][-2:] == ["两位玩家都清醒", "双方的暗牌视为公开"]
    assert all(words in data["sentence"] for words in data["assumptions"])


def test_text_of_an_answer(judge: Judge, palworld: Path) -> None:
    out = judge("--lang", "zh", "whatif", "b01-pals-trade-blows", db=palworld).out
    lines = out.splitlines()
    assert lines[0] == "成立：攻击横置的帕鲁时，双方同时互相造成伤害。"
    assert "  ✓  曾 石兵 伤害 = 500  9.6.3.1 5.14.1" in lines
    because = lines[lines.index("依据") :]
    assert f"  9.6.3.1  {shipped_law().clauses['9.6.3.1'].text}" in because
    step = next(number for number, line in enumerate(lines) if "9.6.3.1  如果攻击目标为帕鲁" in line and ". " in line)
    assert [line.strip() for line in lines[step + 1 : step + 3]] == ["→ 石兵受到500伤害", "→ 疾风受到300伤害（5.14.1）"]
    assert "经过" in lines


def test_how_much_is_told(judge: Judge, palworld: Path) -> None:
    told = {
        wish: judge("--lang", "zh", "whatif", "b01-pals-trade-blows", *wish.split(), db=palworld).out.splitlines()
        for wish in ("", "--brief", "--full", "--clauses")
    }
    assert "经过" not in told["--brief"]
    assert "依据" in told["--brief"]
    assert len(told[""]) < len(told["--full"])
    assert any(line.strip().endswith("不适用") for line in told["--full"])
    assert any("10.5.3.4" in line for line in told["--full"])
    assert not any("10.5.3.4" in line for line in told[""])
    wording = told["--clauses"][told["--clauses"].index("经过中的条款") :]
    assert any(line.split()[0] == "9.3.3" and line.endswith(shipped_law().clauses["9.3.3"].text) for line in wording[1:] if line)


def test_both_lines_begin_with_the_choice_that_parts_them(judge: Judge, palworld: Path) -> None:
    lines = judge("--lang", "zh", "whatif", f"{CHOICE} ; 则 可能 乙 败北", db=palworld).out.splitlines()
    one = lines.index("在 9.4.2 处分开：可以乙 败北")
    other = lines.index("在 9.4.2 处分开：也可以不“乙 败北”")
    assert (lines[one + 2].strip(), lines[other + 2].strip()) == ("→ 乙：不阻挡", "→ 乙：以盾兵阻挡")
    assert any("甲：以疾风攻击乙" in line for line in lines[:one]), "what both have in common is told before"
    assert any("乙败北" in line for line in lines[one:other])
    assert not any("乙败北" in line for line in lines[other:])


def test_an_illegal_action_names_its_clause_and_what_is_legal(judge: Judge, ask: Any, palworld: Path) -> None:
    ruling = "甲 据点 疾风(帕鲁 500/1) ; 乙 据点 山羊(帕鲁 300/1 挑衅) 横置、石墙(建筑物 400) ; 甲 以 疾风 攻击 石墙"
    data, code = ask(ruling)
    (refused,) = data["refused"]
    assert code == 2
    assert "12.10.2" in refused["clauses"]
    assert refused["legal"] == ["以疾风攻击山羊"]
    assert (refused["line"], refused["column"]) == (1, ruling.index("甲 以") + 1)
    out = judge("--lang", "zh", "whatif", ruling, db=palworld).out
    assert out.startswith("不合法：甲 以 疾风 攻击 石墙（第1行），依据 ")
    assert f"  12.10.2    {shipped_law().clauses['12.10.2'].text}" in out
    assert "此时可以：甲\n  以疾风攻击山羊\n" in out


def test_a_loop_is_told_once(judge: Judge, palworld: Path) -> None:
    lines = judge("--lang", "zh", "whatif", "b17-endless-loop-is-a-draw", db=palworld).out.splitlines()
    assert any("以上6步如此反复" in line for line in lines)
    assert len(lines) < 50


def test_what_is_not_modelled_is_shown_with_its_words(judge: Judge, palworld: Path) -> None:
    ruling = "甲 据点 怪(帕鲁 500/1 「让对手跳一支舞。」) ; 甲 以 怪 攻击 乙 ; 则 乙 生命 = 9"
    ended = judge("--lang", "zh", "whatif", ruling, db=palworld)
    assert ended.code == 1
    assert ended.out.startswith("不能判定：“乙 生命 = 9”；有未能模拟的内容")
    assert "未能模拟\n  让对手跳一支舞" in ended.out


def test_what_is_not_modelled_may_allow_what_is_refused(judge: Judge, palworld: Path) -> None:
    told = "甲 据点 怪(帕鲁 500/1 「{text}」) ; 乙 据点 石兵(帕鲁 300/1) ; 甲 以 怪 攻击 石兵"
    for text, may in (("此卡对站立的帕鲁的攻击是被允许的。", True), ("此卡攻击时，抽1张牌。", False)):
        first = judge("--lang", "zh", "whatif", told.format(text=text), db=palworld).out.splitlines()[0]
        assert first.startswith("不合法：甲 以 怪 攻击 石兵（第1行），依据 9.2.3 ")
        assert first.endswith("卡牌上有未能模拟的文字，可能另有规定。") == may


def test_a_limit_is_said(judge: Judge, ask: Any, palworld: Path) -> None:
    data, code = ask(f"{CHOICE} ; 则 乙 败北", "--states", "1")
    assert (code, data["verdict"], data["complete"]) == (1, "unknown", False)
    assert "探索到上限" in data["sentence"]
    for option in ("--states", "--seconds"):
        wrong = judge("--lang", "zh", "whatif", STRIKE, option, "0", db=palworld)
        assert wrong.code == 2
        assert f"{option} 不能是“0”" in wrong.err


# Readings where the book is silent ---------------------------------------------------------------------------------------

POLICY_FILE = 'date = 2026-08-01\noffice = "公开赛裁判长"\n[readings]\nleaving-card-sees-itself = "blind"\n'


def test_other_readings_are_tried(ask: Any, judge: Judge, palworld: Path) -> None:
    data, _ = ask("b09-take-down-together")
    (entry,) = [entry for entry in data["policies"] if entry["id"] == "leaving-card-sees-itself"]
    assert entry["taken"] == "sees"
    assert entry["others"] == [{"reading": "blind", "verdict": "false", "changes": True}]
    data, _ = ask("b11-too-many-pals")
    assert [entry["others"] for entry in data["policies"]] == [[{"reading": "turn-player", "verdict": "true", "changes": False}]]
    out = judge("--lang", "zh", "whatif", "b09-take-down-together", db=palworld).out
    assert "若采用“无效：离开后已不在据点”，结论改变：不成立。" in out


def test_a_head_judges_file_changes_the_reading(judge: Judge, ask: Any, palworld: Path, tmp_path: Path) -> None:
    file = tmp_path / "readings.toml"
    file.write_text(POLICY_FILE, "utf-8")
    data, code = ask("b09-take-down-together", "--policies", str(file))
    assert (code, data["verdict"]) == (1, "false")
    (taken,) = [entry for entry in data["policies"] if entry["id"] == "leaving-card-sees-itself"]
    assert taken["by"] == {"date": "2026-08-01", "office": "公开赛裁判长", "file": "readings.toml"}
    assert {one["clause"] for one in data["why_not"]} == {"10.3.5", "11.4.1"}, "reasons are looked for under the same readings"
    out = judge("--lang", "zh", "whatif", "b09-take-down-together", "--policies", str(file), db=palworld).out
    assert "采用：无效：离开后已不在据点（2026-08-01起，公开赛裁判长，readings.toml）。" in out
    ruling = tmp_path / "own.ruling"
    ruling.write_text("policy leaving-card-sees-itself = sees\n" + _shipped("b09-take-down-together"), "utf-8")
    assert ask(str(ruling), "--policies", str(file))[1] == 0, "the ruling's own reading goes before the file's"


def _shipped(name: str) -> str:
    from headjudge.simulator.answers.ruling import shipped_rulings

    return next(path for path in shipped_rulings() if path.stem == name).read_text("utf-8")


def test_the_documented_file(judge: Judge, palworld: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("readings.toml").write_text(re.findall(r"```toml\n(.*?)```", DOCUMENTED, re.DOTALL)[-1], "utf-8")
    command, shown = re.findall(r"```console\n\$ judge ([^\n]*--policies[^\n]*)\n(.*?)```", DOCUMENTED, re.DOTALL)[0]
    out = judge(*shlex.split(command), db=palworld).out
    parts = shown.split("…\n")
    assert len(parts) == 3
    assert all(part in out for part in parts)


# (file, what the message says, where)
BAD_POLICY_FILES = [
    ("[readings", "读不下去", "第 1 行第 10 列"),
    ("date = 2026-13-01\n", "读不下去", "第 1 行"),
    ('[readings]\nfighting = "battle-opponents"\n', "没有写日期", ""),
    ('\n date = "tomorrow"\n', "不是日期", "第 2 行第 2 列"),
    ("date = 2026-08-01\n[policies]\n", "不认识的项目：policies", "第 2 行第 2 列"),
    ("date = 2026-08-01\noffice = 7\n", "office 的值不对", "第 2 行第 1 列"),
    ('date = 2026-08-01\nreadings = "x"\n', "readings 的值不对", "第 2 行第 1 列"),
    ('date = 2026-08-01\n[readings]\nfight = "x"\n', "没有名为 fight 的读法问题", "第 3 行第 1 列"),
    ('date = 2026-08-01\n[readings]\n"fighting" = "x"\n', "fighting 没有 x 这种读法", "第 3 行第 2 列"),
    ("date = 2026-08-01\n[readings]\nfighting = 3\n", "fighting 的值不对", "第 3 行第 1 列"),
]


@pytest.mark.parametrize(("words", "said", "where"), BAD_POLICY_FILES, ids=[said for _, said, _ in BAD_POLICY_FILES])
def test_policy_files_that_are_wrong(judge: Judge, palworld: Path, tmp_path: Path, words: str, said: str, where: str) -> None:
    file = tmp_path / "readings.toml"
    file.write_text(words, "utf-8")
    ended = judge("--lang", "zh", "whatif", STRIKE, "--policies", str(file), db=palworld)
    assert (ended.code, ended.out) == (2, "")
    assert str(file) in ended.err
    assert said in ended.err
    assert where in ended.err


# Where rulings come from -----------------------------------------------------------------------------------------------------


def test_files_names_and_pipes(ask: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = _shipped("b01-pals-trade-blows")
    (tmp_path / "own.ruling").write_text(text, "utf-8")
    by_name = ask("b01-pals-trade-blows")[0]
    for data, code in (ask(str(tmp_path / "own.ruling")), ask("-", stdin=text.encode()), ask(text)):
        assert code == 0
        assert {**data, "seconds": 0} == {**by_name, "seconds": 0}
    monkeypatch.chdir(tmp_path)
    assert ask("own.ruling")[1] == 0


def test_card_files(judge: Judge, ask: Any, palworld: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    for folder in (tmp_path, tmp_path / "here"):
        (folder / "cards.tsv").write_text("id\tname\tkind\tpower\tstrike\nX-01\t疾风\t帕鲁\t500\t1\n", "utf-8")
    monkeypatch.chdir(tmp_path / "here")
    ruling = "卡表 {}\n甲 据点 疾风\n则 疾风 战斗力 = 500"
    assert ask(ruling.format("cards.tsv"))[1] == 0
    for outside in ("../cards.tsv", str(tmp_path / "cards.tsv"), "/etc/passwd"):
        for ended in (
            judge("--lang", "zh", "whatif", ruling.format(outside), db=palworld),
            judge("--lang", "zh", "whatif", "-", db=palworld, stdin=ruling.format(outside).encode()),
        ):
            assert (ended.code, ended.out) == (2, "")
            assert f"卡牌文件 {outside} 不在当前文件夹之内" in ended.err
    (tmp_path / "here" / "own.ruling").write_text(ruling.format("../cards.tsv"), "utf-8")
    assert ask("own.ruling")[1] == 0, "a ruling in a file may name files beside its folder"


# What is wrong with a ruling: (ruling, what the Chinese message must say, the English one) -----------------------------------

WRONG = [
    ("甲 据点 疾风(帕鲁 500/1) ; 甲 以 疾风 供击 乙", ["第 1 行第 28 列", "最接近的词：攻击"], ["Line 1, column 28", "attack"]),
    ('甲\n  据点\n    "疾风 帕鲁 500/1', ["第 3 行第 5 列", "没有对应的"], ["never closed"]),
    ("甲 据点 疾风", ["没有名为“疾风”的卡牌", "疾风(帕鲁 500/1)"], ["no card is named"]),
    ("甲 据点 疾风(帕鲁 500/1)、疾风(帕鲁 600/1)", ["内容与第 1 行不同"], ["otherwise"]),
    ("甲 据点 疾风(红色 500/1)", ["没有写种类"], ["kind"]),
    ("甲 据点 疾风(帕鲁 建筑物 500/1)", ["有两个种类", "建筑物"], ["two kinds", "structure"]),
    ("甲 据点 疾风(帕鲁 500/1 战斗力 3)", ["“战斗力”前面已经写过一次"], ["“power” has been said before"]),
    ("甲 据点 ?(帕鲁 500/1)", ["未知卡牌"], ["unknown card"]),
    ("甲 据点 疾风×0(帕鲁 500/1)", ["数量至少是 1"], ["at least 1"]),
    ("甲 据点 疾风(帕鲁 500/1) 据点 空", ["据点 已在第 1 行列出"], ["base was listed"]),
    ("甲 据点", ["据点 后面没有卡牌"], ["no cards follow base"]),
    ("甲 生命 9999999999", ["太大"], ["too large"]),
    ("policy fighting", ["政策要写成"], ["policy = reading"]),
    ("甲 投降 不合法 ; 甲 投降", ["不合法的行动之后"], ["after the illegal action"]),
    ("则 " + "不 " * 30 + "甲 胜利", ["嵌套太深"], ["too deep"]),
    ("则 甲 胜利 因 11.2.2.3-11.2.1.1", ["不是同一条之下的范围"], ["no range"]),
    ("甲 手牌 任意 自 卡池", ["没有列出卡池"], ["no pool"]),
    ("", ["裁定是空的"], ["is empty"]),
    ("甲 据点 疾风(帕鲁 500/1) 伤害 -3", ["第 1 行第 6 列", "“伤害”不能是 -3"], ["“damage” cannot be -3"]),
    ("甲 灵魂 -1", ["“灵魂”不能是 -1"], ["“souls” cannot be -1"]),
    ("甲 手牌 疾风(帕鲁 500/1) 横置", ["手牌中的卡牌没有站立和横置之分"], ["Cards in the hand"]),
    ("甲 据点 急救(事件)", ["“急救”的种类不能在据点中"], ["cannot lie in a base"]),
    ("甲 据点 疾风×2000(帕鲁 500/1)", ["不能有 2000 张"], ["at most 1000"]),
    ("甲 据点 疾风(帕鲁 500/1) 已用 能力 3", ["没有第 3 个能力"], ["no ability 3"]),
    ("甲 结算区 疾风(帕鲁 500/1)", ["不能使用区域“结算区”"], ["“resolution area”"]),
    ("甲 回合玩家 在 2.1.1", ["条款 2.1.1 不是程序中的一步"], ["2.1.1 is no step"]),
    ("甲 回合玩家 游戏结束", ["不能从“游戏结束”开始"], ["“game end”"]),
    ("甲 据点 疾风×2(帕鲁 500/1 「【自】此卡攻击时，抽1张牌。」) ; 待机 疾风", ["可以是 2 张卡牌", "疾风#2"], ["any of 2 cards"]),
    ("甲 据点 疾风(帕鲁 500/1) ; 待机 疾风", ["哪个自动能力"], ["Which automatic ability"]),
    ("甲 据点 疾风(帕鲁 500/1) ; 甲 效果 「抽1张牌。」 对 疾风", ["不是持续的效果"], ["no lasting effect"]),
    (
        "甲 据点 疾风(帕鲁 500/1) ; 甲 效果 「该帕鲁的战斗力+300」 对 疾风 直到 主要阶段",
        ["不能持续到“主要阶段”"],
        ["“main phase”"],
    ),
    ("甲 据点 疾风(帕鲁 500/1) ; 则 疾风 在 据点 因 99.9", ["没有条款 99.9", "第 1 行第 23 列"], ["no clause 99.9"]),
    ("甲 据点 疾风(帕鲁 500/1) ; 甲 以 疾风 攻击 乙 不合法 因 9.2.33", ["没有条款 9.2.33", "9.2.3"], ["no clause 9.2.33"]),
    ("game zx\n甲 投降", ["还不能模拟 zx", "palworld"], ["zx cannot be run"]),
    ("game palworld@1999\n甲 投降", ["palworld@1999", "palworld@2026-07"], ["palworld@2026-07"]),
    ("policy fights = x\n甲 投降", ["没有名为 fights"], ["no policy fights"]),
    ("nowhere.ruling", ["不能读取 nowhere.ruling"], ["nowhere.ruling cannot be read"]),
]


@pytest.mark.parametrize(("ruling", "chinese", "english"), WRONG, ids=[ruling[:40] for ruling, *_ in WRONG])
def test_what_is_wrong_is_said(judge: Judge, palworld: Path, ruling: str, chinese: list[str], english: list[str]) -> None:
    for language, wanted in (("zh", chinese), ("en", english)):
        ended = judge("--lang", language, "whatif", ruling, db=palworld)
        assert (ended.code, ended.out) == (2, "")
        assert [words for words in wanted if words not in ended.err] == [], ended.err
        assert not re.search(r"“\?”|\?[中的]| \?[.,:]", ended.err), "every fact is filled in"


def test_the_caret_stands_below_the_place(judge: Judge, palworld: Path) -> None:
    lines = judge("--lang", "zh", "whatif", "甲 据点 急救(事件)", db=palworld).err.splitlines()
    assert lines[1:3] == ["甲 据点 急救(事件)", "\u3000 \u3000\u3000 ^"]


def test_hostile_text_stays_text(judge: Judge, palworld: Path) -> None:
    for ruling in ("甲 据点 \x1b[31m红", "甲" * 100_000, "(" * 5000, "\u202e甲 据点 疾风(帕鲁 500/1)", "甲 据点 " + "疾" * 300):
        ended = judge("whatif", ruling, db=palworld)
        assert ended.code == 2
        assert "\x1b" not in ended.err
        assert "\u202e" not in ended.err
        assert "fault of its own" not in ended.err


def test_branches_are_drawn(judge: Judge, ask: Any, palworld: Path) -> None:
    out = judge("--lang", "zh", "whatif", f"{CHOICE} ; 则 可能 乙 败北", "--brief", "--tree", db=palworld).out
    assert out.splitlines()[-4:] == [
        "全部分支",
        "甲：进行战斗",
        "  乙：不阻挡  →  甲获胜 ✓",
        "  乙：以盾兵阻挡  →  游戏继续 ✗",
    ]
    data, _ = ask("b11-too-many-pals", "--tree")
    ways = data["tree"]["ways"][0]["to"]["ways"]
    assert len(ways) == 5
    assert sum(isinstance(way["to"], int) for way in ways) == 2, "states that are alike stand in the tree once"
    assert {way["choice"] for way in ways if isinstance(way["to"], dict)} < {way["choice"] for way in ways}
