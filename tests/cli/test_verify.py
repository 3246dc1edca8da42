"""`judge verify`: which rulings fail, and why; and what is recorded of the shipped ones against a run of them."""

import json
import shutil
from pathlib import Path

import pytest

from headjudge.cli import record
from headjudge.cli.verdicts.checking import check
from headjudge.kb.scenarios import recorded
from headjudge.simulator.answers.processes import WORTH_SHARING
from headjudge.simulator.answers.ruling import shipped_rulings
from tests.cli.conftest import Judge

STRIKE = "甲 据点 疾风(帕鲁 500/1)\n乙 生命 1 牌库 普通×3\n做\n  甲 以 疾风 攻击 乙\n则\n  乙 {}\n"
HOLDS, FAILS = STRIKE.format("败北"), STRIKE.format("胜利")
UNKNOWN = "甲 据点 怪(帕鲁 500/1 「让对手跳一支舞。」)\n做\n  甲 以 怪 攻击 乙\n则\n  乙 生命 = 9\n"
BROKEN = "甲 据点 疾风\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Rulings of every outcome, in folders."""
    for name, text in (("a/holds", HOLDS), ("a/b/fails", FAILS), ("a/b/unknown", UNKNOWN), ("broken", BROKEN)):
        path = tmp_path / f"{name}.ruling"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    (tmp_path / "a" / "notes.txt").write_text("甲", "utf-8")
    return tmp_path


def test_what_failed_is_named_with_the_reason(judge: Judge, palworld: Path, folder: Path) -> None:
    ended = judge("--lang", "zh", "verify", str(folder), "--json", db=palworld)
    data = json.loads(ended.out)
    assert (ended.code, set(data)) == (1, {"total", "passed", "failed", "unknown", "seconds"})
    assert (data["total"], data["passed"]) == (4, 1)
    assert {one["name"]: one["why"].splitlines()[0] for one in data["failed"]} == {
        "fails": "不成立：“乙 胜利”不是结果（设：双方不使用未列出的手牌；甲的牌库是20张未知的卡牌；甲是回合玩家）。",
        "broken": "第 1 行第 6 列：没有名为“疾风”的卡牌。",
    }
    assert [one["name"] for one in data["unknown"]] == ["unknown"]
    out = judge("--lang", "zh", "verify", str(folder), db=palworld).out
    assert f"✗  {folder / 'broken.ruling'}" in out
    assert "4 个裁定：1 个成立，2 个不成立，1 个不能判定。" in out


def test_one_file_that_holds(judge: Judge, palworld: Path, folder: Path) -> None:
    ended = judge("--lang", "en", "verify", str(folder / "a" / "holds.ruling"), db=palworld)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("1 ruling: 1 holds. ")


def test_nothing_to_verify(judge: Judge, palworld: Path, tmp_path: Path) -> None:
    ended = judge("verify", str(tmp_path), "--lang", "en", db=palworld)
    assert ended.code == 1
    assert "No rulings" in ended.err
    missing = judge("verify", str(tmp_path / "nowhere.ruling"), "--lang", "en", db=palworld)
    assert missing.code == 2
    assert "nowhere.ruling cannot be read" in missing.err


def test_many_come_out_as_few_do(folder: Path) -> None:
    """On several processors, if there are, the results are the same, and in the order of the files."""
    few = sorted(folder.rglob("*.ruling"))
    many = [path for number in range(WORTH_SHARING // len(few) + 1) for path in _copies(few, folder / f"copy{number}")]
    assert len(many) >= WORTH_SHARING
    one_by_one, shared = check(few, "zh").checked, check(many, "zh").checked
    assert [one.file for one in shared] == [str(path) for path in many]
    for start in range(0, len(many), len(few)):
        found = shared[start : start + len(few)]
        assert [one._replace(file="") for one in found] == [one._replace(file="") for one in one_by_one]


def _copies(paths: list[Path], to: Path) -> list[Path]:
    to.mkdir()
    return [Path(shutil.copy(path, to)) for path in paths]


def test_the_record(judge: Judge, palworld: Path) -> None:
    """Every shipped ruling is recorded, and shown with the clauses that it cites or executes."""
    kept = list(recorded("palworld"))
    assert [entry.name for entry in kept] == [path.stem for path in shipped_rulings("palworld")]
    data = json.loads(judge("show", "9.6.3.1", "--json", db=palworld).out)
    listed = {ruling["name"]: (ruling["executes"], ruling["cites"]) for ruling in data["rulings"]}
    assert listed["b01-pals-trade-blows"] == (True, True)
    assert {name for name, (executes, _) in listed.items() if executes} == {
        entry.name for entry in kept if "9.6.3.1" in entry.executed
    }
    assert {name for name, (_, cites) in listed.items() if cites} == {
        entry.name for entry in kept if "9.6.3.1" in dict(entry.cited)
    }


def test_what_is_recorded_of_a_ruling_that_fails(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "shipped_rulings", lambda _game: sorted(folder.rglob("*.ruling")))
    (entry,) = record.entries("palworld")
    assert entry.name == "holds"
    assert {"9.6.3.3.2", "11.3.1"} <= set(entry.executed)
