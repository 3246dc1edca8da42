"""What a terminal shows: colour, trees, progress, and Chinese broken where it may be; and what a pipe never loads."""

import os
import pty
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from headjudge.cli.characters import breaks, shorten, width
from headjudge.kb.phrase import is_control, visible
from tests.cli.conftest import environment

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def on_terminal(*arguments: str, db: Path, columns: int = 80, **env: str) -> str:
    """What judge draws on a terminal of that width, standard error included."""
    ours, its = pty.openpty()
    wanted = {**environment(db), "TERM": "xterm-256color", "COLUMNS": str(columns), "LINES": "40", **env}
    with subprocess.Popen(
        [sys.executable, "-m", "headjudge.cli", *arguments], stdout=its, stderr=its, stdin=its, env=wanted
    ) as run:
        os.close(its)
        drawn = b""
        while True:
            try:
                some = os.read(ours, 65536)
            except OSError:  # the other side is closed
                break
            if not some:
                break
            drawn += some
        assert run.wait(timeout=60) == 0, drawn.decode()
    os.close(ours)
    return drawn.decode().replace("\r\n", "\n")


def test_colours_and_hanging_lines(palworld: Path) -> None:
    drawn = on_terminal("show", "10.5.3", db=palworld, columns=60)
    assert "\x1b[1;36m10.5.3.1\x1b[0m" in drawn
    lines = _COLOUR.sub("", drawn).split("\n")
    assert max(width(line) for line in lines) <= 60
    first = next(number for number, line in enumerate(lines) if line.startswith("  10.5.3.1  "))
    assert lines[first + 1].startswith(" " * 12), "the text hangs behind its number"
    assert not any(line.strip()[:1] in "，。、）" for line in lines if line.strip())


def test_no_colour_where_none_is_wanted(palworld: Path) -> None:
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]", on_terminal("show", "10.5.3", db=palworld, NO_COLOR="1"))


def test_trees(palworld: Path) -> None:
    lines = _COLOUR.sub("", on_terminal("chain", "11.2.2", db=palworld, columns=70)).split("\n")
    assert any(line.startswith("│   ├── 11.2.2.2 → 2.10  幸运图标") for line in lines)
    assert any(line.startswith("│   │   └── 2.10.1 → 11.2.2.2  see above") for line in lines)
    assert max(width(line) for line in lines) <= 70
    assert any(line.endswith("…") for line in lines), "one line a clause"


def test_hits_are_marked(palworld: Path) -> None:
    assert "\x1b[1;33m检查时点\x1b[0m" in on_terminal("search", "檢查時點", "--limit", "1", db=palworld)


def test_progress_of_a_build_is_drawn_and_gone(tmp_path: Path) -> None:
    drawn = on_terminal("show", "10.5.3.4", db=tmp_path / "kb.db")
    assert "palworld@2026-07" in drawn.split("第10章")[0]
    assert "\x1b[2K" in drawn, "the bar is wiped away"


def test_editions_stand_side_by_side_if_there_is_room(own: Path, tmp_path: Path) -> None:
    file = tmp_path / "rules.txt"
    file.write_text("第10章 结算\n10.5 时点\n10.5.3 官方的句子。\n", "utf-8")
    on_terminal("import", str(file), "--game", "palworld", "--edition", "official", db=own)
    wide = _COLOUR.sub("", on_terminal("show", "10.5.3", "--editions", "all", db=own, columns=120))
    assert any("官方的句子" in line and "如果发生检查时点" in line for line in wide.split("\n"))
    narrow = _COLOUR.sub("", on_terminal("show", "10.5.3", "--editions", "all", db=own, columns=40))
    assert not any("官方的句子" in line and "如果发生检查时点" in line for line in narrow.split("\n"))
    assert narrow.index("官方的句子") < narrow.index("如果发生检查时点")


def test_imported_control_characters_do_not_reach_the_terminal(own: Path, tmp_path: Path) -> None:
    file = tmp_path / "rules.txt"
    file.write_text(
        "第1章 概要\n1.1 人数\n1.1.1 红\x1b]0;title\x07\x9b31m字\u202e。\n1.1.2 [bold]不是标记[/bold] :smile:\n", "utf-8"
    )
    drawn = on_terminal("import", str(file), "--game", "mygame", "--edition", "1", db=own)
    drawn += on_terminal("show", "mygame:1.1", db=own) + on_terminal(
        "chain", "mygame:1.1.1", "--edges", "contains,cites,terms", db=own
    )
    left = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", drawn)
    assert [char for char in left if char not in "\n\r" and is_control(char)] == []
    assert "[bold]不是标记[/bold] :smile:" in drawn


# Modules that cost tens of milliseconds each.
HEAVY = {"rich", "typer", "pydantic", "networkx", "lark", "jinja2", "sqlite_utils", "opencc", "filelock", "tomllib", "json"}
# (arguments, what of these they may load)
LOADS = [
    ("show 10.5.3", set()),
    ("10.5", set()),
    ("检查时点", set()),
    ("search 返回", {"json"} - {"json"}),
    ("show 10.5.3 --all", {"typer"}),
    ("show 10.5.3 --json", {"typer", "json"}),
    ("search 返回 --limit 3", {"typer"}),
    ("show 10.99", {"tomllib"}),
    ("chain 11.2.2", {"networkx", "json"}),
]


@pytest.mark.parametrize(("line", "allowed"), LOADS, ids=[line for line, _ in LOADS])
def test_a_pipe_loads_no_more_than_it_needs(palworld: Path, line: str, allowed: set[str]) -> None:
    assert heavy(palworld, *line.split()) <= allowed


def test_an_import_compiles_no_grammar_twice(own: Path) -> None:
    """Nor does it need what only a whole build does."""
    file = own.parent / "rules.txt"
    file.write_text("第1章 概要\n1.1 人数\n1.1.1 两名玩家对战（1.1）。\n", "utf-8")
    first, second = (heavy(own, "import", str(file), "--game", "mygame", "--edition", edition) for edition in "12")
    assert first - second == {"lark"}
    assert second == {"typer", "filelock", "tomllib", "json"}


def heavy(database: Path, *arguments: str) -> set[str]:
    """What of the heavy modules a command loads."""
    code = "import sys; from headjudge.cli.main import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    ended = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        check=True,
        env=environment(database),
        text=True,
        encoding="utf-8",
    )
    return {name.partition(".")[0] for name in ended.stderr.split("\n")[-2].split()} & HEAVY


# (text, cells, lines)
WRAPPED = [
    ("检查时点", 8, ["检查时点"]),
    ("检查时点", 7, ["检查时", "点"]),
    ("检查，时点。", 6, ["检查，", "时点。"]),
    ("检查时，点。", 6, ["检查", "时，", "点。"]),
    ("（检查）时点", 5, ["（检", "查）", "时点"]),
    ("返回10.5.3.1。", 10, ["返回", "10.5.3.1。"]),
    ("Rule 10.5 says so", 9, ["Rule 10.5 ", "says so"]),
    ("a" * 10, 4, ["aaaa", "aaaa", "aa"]),
    ("。。。。", 2, ["。", "。", "。", "。"]),
    ("", 5, [""]),
]


@pytest.mark.parametrize(("text", "cells", "lines"), WRAPPED, ids=[f"{text}-{cells}" for text, cells, _ in WRAPPED])
def test_line_breaks(text: str, cells: int, lines: list[str]) -> None:
    places = [0, *breaks(text, cells), len(text)]
    assert [text[a:b] for a, b in pairwise(places)] == lines


def test_widths() -> None:
    assert [width(text) for text in ("abc", "检查", "①", "é", "e\u0301", "“”")] == [3, 4, 1, 1, 1, 2]
    assert [shorten("检查时点", cells) for cells in (8, 7, 6, 1)] == ["检查时点", "检查时…", "检查…", "…"]
    assert visible("a\tb\r\nc\x00\ud800") == "a b\nc\\x00\\ud800"
