"""`judge fmt`: one canonical form, written in place or to a pipe; comments and meaning are kept."""

import json
from pathlib import Path

import pytest

from headjudge.cli.commands.fmt import language_of
from headjudge.parser.ruling import parse_ruling
from headjudge.simulator.answers.ruling import shipped_rulings
from tests.cli.conftest import Judge

LOOSE = """# 开头的注释
甲 回合玩家 主要阶段 据点 疾风(帕鲁 500/1) 横置   // 行末的注释
乙 生命 1;做 甲 以 疾风 攻击 乙 不合法 依据 9.2.2.1
"""
NEAT = """# 开头的注释

甲 回合玩家 主要阶段
  据点
    疾风  帕鲁 500/1 横置  // 行末的注释

乙
  生命 1

做
  甲 以 疾风 攻击 乙  不合法 因 9.2.2.1
"""


def test_in_place(judge: Judge, tmp_path: Path, palworld: Path) -> None:
    file = tmp_path / "one.ruling"
    file.write_text(LOOSE, "utf-8")
    file.chmod(0o640)
    checked = judge("--lang", "zh", "fmt", "--check", str(tmp_path), db=palworld)
    assert (checked.code, file.read_text("utf-8")) == (1, LOOSE), "nothing is written"
    assert str(file) in checked.out
    ended = judge("--lang", "zh", "fmt", str(file), db=palworld)
    assert (ended.code, file.read_text("utf-8"), file.stat().st_mode & 0o777) == (0, NEAT, 0o640)
    assert "1 个裁定，整理了 1 个。" in ended.out
    again = judge("fmt", str(file), "--check", "--json", db=palworld)
    assert (again.code, json.loads(again.out)) == (0, {"files": [{"file": str(file), "changed": False}], "changed": 0})
    assert [path.name for path in tmp_path.iterdir()] == ["one.ruling"]


def test_a_link_keeps_leading_to_the_file(judge: Judge, tmp_path: Path, palworld: Path) -> None:
    file, link = tmp_path / "one.ruling", tmp_path / "link.ruling"
    file.write_text(LOOSE, "utf-8")
    link.symlink_to(file)
    assert judge("fmt", str(link), db=palworld).code == 0
    assert link.is_symlink()
    assert file.read_text("utf-8") == NEAT


def test_a_pipe(judge: Judge, palworld: Path) -> None:
    ended = judge("fmt", "-", stdin=LOOSE.encode(), db=palworld)
    assert (ended.code, ended.out, ended.err) == (0, NEAT, "")
    assert judge("fmt", "-", "--check", stdin=LOOSE.encode(), db=palworld).code == 1
    assert judge("fmt", "-", "--check", stdin=NEAT.encode(), db=palworld).code == 0
    alone = judge("fmt", "-", "x.ruling", "--lang", "en", stdin=b"", db=palworld)
    assert alone.code == 2
    assert "stands alone" in alone.err


def test_other_language(judge: Judge, palworld: Path) -> None:
    ended = judge("fmt", "-", "--to", "en", stdin=LOOSE.encode(), db=palworld)
    assert "  A attack B with 疾风  illegal because 9.2.2.1" in ended.out.splitlines()
    assert parse_ruling(ended.out) == parse_ruling(LOOSE)
    assert judge("fmt", "-", stdin=ended.out.encode(), db=palworld).out == ended.out, "English stays English"
    assert judge("fmt", "-", "--to", "fr", stdin=b"", db=palworld).code == 2


def test_what_cannot_be_read_is_left_alone(judge: Judge, tmp_path: Path, palworld: Path) -> None:
    file = tmp_path / "one.ruling"
    file.write_text("甲 据店 疾风(帕鲁 500/1)\n", "utf-8")
    ended = judge("--lang", "zh", "fmt", str(file), db=palworld)
    assert (ended.code, file.read_text("utf-8")) == (2, "甲 据店 疾风(帕鲁 500/1)\n")
    assert "据点" in ended.err


@pytest.mark.parametrize(("words", "language"), [
    ("A base Gale(pal 500/1) ; A attack B with Gale", "en"),
    ("甲 据点 Gale(帕鲁 500/1) ; 甲 以 Gale 攻击 乙", "zh"),
    ("ruling Title\ngame palworld\n甲 生命 3", "zh"),
    ("", "zh"),
])  # fmt: skip
def test_language_of(words: str, language: str) -> None:
    assert language_of(words) == language


def test_shipped_rulings_are_neat(judge: Judge, palworld: Path) -> None:
    folders = sorted({str(path.parent) for path in shipped_rulings()})
    ended = judge("fmt", "--check", *folders, db=palworld)
    assert (ended.code, ended.err) == (0, ""), ended.out
