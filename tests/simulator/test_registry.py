"""Kernel, answers, command line and site know games by name only."""

import ast
from pathlib import Path

import pytest

import headjudge.cli
import headjudge.simulator
import headjudge.site.build
from headjudge.kb.clause import HeadjudgeError
from headjudge.parser.ruling import parse_ruling
from headjudge.simulator.registry import names, simulated
from headjudge.simulator.run import run

SIMULATOR = Path(headjudge.simulator.__file__).parent
CLI, SITE = Path(headjudge.cli.__file__).parent, Path(headjudge.site.build.__file__).parent
WITHOUT_GAMES = sorted((*SIMULATOR.glob("*.py"), *SIMULATOR.glob("answers/*.py"), *CLI.rglob("*.py"), *SITE.glob("*.py")))


@pytest.mark.parametrize("module", WITHOUT_GAMES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_neither_kernel_nor_answers_nor_commands_nor_site_import_a_game(module: Path) -> None:
    imported = [
        f"{node.module}.{alias.name}" if isinstance(node, ast.ImportFrom) else alias.name
        for node in ast.walk(ast.parse(module.read_text("utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    ]
    assert [name for name in imported if name.startswith("headjudge.simulator.games.")] == []


def test_games_are_found_by_name() -> None:
    assert names() == ("palworld",)
    assert simulated() is simulated("palworld")


@pytest.mark.parametrize("name", ["magic", "../palworld", "palworld.board"])
def test_other_games_are_refused(name: str) -> None:
    with pytest.raises(HeadjudgeError) as caught:
        simulated(name)
    assert (caught.value.code, caught.value.facts["known"]) == ("game_not_simulated", "palworld")


def test_a_ruling_of_another_game_is_refused() -> None:
    with pytest.raises(HeadjudgeError, match="game_not_simulated"):
        run(parse_ruling("game magic\n甲 据点 疾风(帕鲁 500/1) ; 乙 牌库 普通×3"))
