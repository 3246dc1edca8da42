"""`judge coverage`: its counts add up, and they only rise."""

import json
from pathlib import Path

import pytest

from headjudge.cli.commands import coverage as command
from headjudge.kb.scenarios import recorded
from headjudge.simulator.coverage import ClauseClass, bindings_of, classes
from headjudge.simulator.game import below
from tests.cli.conftest import Judge

KEYS = {"clauses", "executable", "bound", "executed", "definitional", "out_of_scope", "silent", "unclassified", "uncovered"}
EXECUTED = 318
"""Clauses that passing rulings executed when this was last raised: it is never lowered."""


def test_counts(judge: Judge, palworld: Path) -> None:
    ended = judge("coverage", "-g", "palworld", "--json", db=palworld)
    data = json.loads(ended.out)
    assert ended.code == 0
    assert set(data) >= KEYS
    assert data["clauses"] == sum(data[kind] for kind in ("executable", "definitional", "out_of_scope", "silent", "unclassified"))
    assert data["bound"] == data["executable"] - len(data["unbound"])
    assert data["executed"] == data["bound"] - len(data["uncovered"]) >= EXECUTED
    for name in ("executable", "bound", "executed"):
        assert sum(chapter[name] for chapter in data["chapters"]) == data[name]
    assert data["unclassified"] == 0


def test_the_lists_are_those_of_the_record(judge: Judge, palworld: Path) -> None:
    data = json.loads(judge("coverage", "--json", db=palworld).out)
    executed = {clause for entry in recorded("palworld") for clause in entry.executed}
    for clause in data["uncovered"]:
        assert not any(below(done, clause) for done in executed)
        assert bindings_of(clause)
    for clause in data["unbound"]:
        assert classes()[clause].kind is ClauseClass.EXECUTABLE
        assert not bindings_of(clause)


def test_text(judge: Judge, palworld: Path) -> None:
    lines = judge("--lang", "zh", "coverage", db=palworld).out.splitlines()
    data = json.loads(judge("coverage", "--json", db=palworld).out)
    total = next(line for line in lines if line.strip().startswith("合计"))
    assert total.split()[1:4] == [str(data[name]) for name in ("executable", "bound", "executed")]
    battle = next(chapter for chapter in data["chapters"] if chapter["number"] == "9")
    row = next(line for line in lines if line.strip().startswith("9  战斗"))
    assert row.split()[2:5] == [str(battle[name]) for name in ("executable", "bound", "executed")]
    assert any(line.startswith(f"已绑定但没有裁定执行 ({len(data['uncovered'])})") for line in lines) == bool(data["uncovered"])


def test_without_a_record_nothing_is_executed(judge: Judge, palworld: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "recorded", lambda _game: iter(()))
    data = json.loads(judge("coverage", "--json", db=palworld).out)
    assert (data["executed"], len(data["uncovered"])) == (0, data["bound"])


def test_a_game_that_is_not_run(judge: Judge, palworld: Path) -> None:
    ended = judge("coverage", "-g", "zx", "--lang", "en", db=palworld)
    assert (ended.code, ended.out) == (2, "")
    assert "zx cannot be run" in ended.err
