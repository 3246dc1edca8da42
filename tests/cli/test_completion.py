"""Shell completion, asked as the shells ask."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from headjudge.kb.user_files import UserFile, What, keep_user_file
from headjudge.kb.user_rows import add_user_rows
from tests.cli.conftest import environment

# (what is typed, what is proposed among others, what is not)
TYPED = [
    ("judge ", {"show", "chain", "import", "site"}, {"look"}),
    ("judge sh", {"show"}, {"search"}),
    ("judge site ", {"build", "serve"}, {"show"}),
    ("judge show 10.5.3", {"10.5.3", "10.5.3.1"}, {"10.5.4"}),
    ("judge 10.5.3.", {"10.5.3.1", "10.5.3.4"}, {"10.5.3"}),
    ("judge show palworld:10.5.3.", {"palworld:10.5.3.1"}, set()),
    ("judge chain 11.2.", {"11.2.2"}, set()),
    ("judge path 11.2.1 2.10", {"2.10", "2.10.1"}, set()),
    ("judge term 检查", {"检查时点"}, set()),
    ("judge 检查", {"检查时点"}, set()),
    ("judge chain 10.5.3 --direction ", {"in", "out", "both"}, set()),
    ("judge chain 10.5.3 --edges cites,", {"cites,terms"}, set()),
    ("judge chain 10.5.3 --form", {"--format"}, set()),
    ("judge -g pal", {"palworld"}, set()),
    ("judge search --lang ", {"zh", "en"}, set()),
    ("judge show 99", set(), {"9.9"}),
    ("judge compare l", {"loops", "layers", "last-information"}, {"damage"}),
    ("judge compare 循", {"循环"}, set()),
    ("judge compare 10.5.3.", {"10.5.3.1"}, set()),
]


def proposed(typed: str, database: Path, **env: str) -> list[str]:
    words = typed.split(" ")
    asked = {"COMP_WORDS": typed, "COMP_CWORD": str(len(words) - 1), "_JUDGE_COMPLETE": "complete_bash", **env}
    command = [sys.executable, "-m", "headjudge.cli"]
    ended = subprocess.run(
        command, capture_output=True, env=environment(database) | asked, text=True, encoding="utf-8", check=False
    )
    assert ended.stderr == ""
    return ended.stdout.split()


@pytest.mark.parametrize(("typed", "wanted", "unwanted"), TYPED, ids=[typed for typed, *_ in TYPED])
def test_proposals(palworld: Path, typed: str, wanted: set[str], unwanted: set[str]) -> None:
    found = proposed(typed, palworld)
    assert wanted <= set(found)
    assert not unwanted & set(found)
    assert len(found) == len(set(found))


def test_it_never_builds_and_never_complains(tmp_path: Path) -> None:
    assert proposed("judge show 10.5", tmp_path / "none.db") == []
    assert not (tmp_path / "none.db").exists()
    (tmp_path / "notes.db").write_text("notes", "utf-8")
    assert proposed("judge show 10.5", tmp_path / "notes.db") == []


def test_zsh_and_fish_are_answered_too(palworld: Path) -> None:
    typed = {"_TYPER_COMPLETE_ARGS": "judge show 10.5.3", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    for shell in ("zsh", "fish"):
        assert any(
            "10.5.3.1" in line for line in proposed("judge show 10.5.3", palworld, _JUDGE_COMPLETE=f"complete_{shell}", **typed)
        )


# (what is typed, exit code, what is printed, on which stream, where it is installed)
SHELLS = [
    ("--install-completion bash", 0, "judge", "stdout", "bash"),
    ("--install-completion=zsh", 0, "judge", "stdout", ".zfunc"),
    ("--install-completion fish", 0, "judge", "stdout", "fish"),
    ("--show-completion fish", 0, "_JUDGE_COMPLETE", "stdout", ""),
    ("--install-completion nosuch --lang en", 2, "bash, zsh, fish, powershell, pwsh", "stderr", ""),
    ("--show-completion nosuch --lang zh", 2, "nosuch", "stderr", ""),
]


@pytest.mark.parametrize(("typed", "code", "printed", "stream", "where"), SHELLS, ids=[typed for typed, *_ in SHELLS])
def test_the_shell_that_is_named(
    palworld: Path, tmp_path: Path, typed: str, code: int, printed: str, stream: str, where: str
) -> None:
    env = environment(palworld) | {"HOME": str(tmp_path), "SHELL": "/bin/bash"}
    command = [sys.executable, "-m", "headjudge.cli", *typed.split()]
    ended = subprocess.run(command, capture_output=True, env=env, text=True, encoding="utf-8", check=False)
    assert ended.returncode == code
    assert printed in getattr(ended, stream)
    assert "Traceback" not in ended.stderr
    installed = [path for path in tmp_path.rglob("*") if path.is_file() and "_JUDGE_COMPLETE" in path.read_text("utf-8")]
    assert [where in str(path.relative_to(tmp_path)) for path in installed] == [True] * bool(where)


def test_cards_are_proposed_by_number_and_name(own: Path, tmp_path: Path) -> None:
    kept = UserFile(What.CARDS, "palworld", "x.tsv", "id\tname\ttext\nT-074\t微澜\t\nT-075\t夜莺\t\n")
    keep_user_file(own, kept)
    add_cards_to(own)
    assert proposed("judge card T-07", own) == ["T-074", "T-075"]
    assert proposed("judge card 夜", own) == ["夜莺"]


def add_cards_to(database: Path) -> None:
    """What is kept beside the file into its tables, without a build."""
    connection = sqlite3.connect(database)
    add_user_rows(connection, database)
    connection.commit()
    connection.close()
