"""Command lines that are wrong, in both languages: what is wrong, what is near, and where help is."""

import inspect
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from headjudge.cli.commandline import EACH_A_WORD, function_of
from tests.cli.conftest import Judge

# (arguments, what the message must contain in English, in Chinese)
MISTAKES = [
    ("show", ["judge show needs NUMBER", "judge show --help"], ["缺少 编号"]),
    ("path 1.1", ["needs END"], ["缺少 终点"]),
    ("show 10.5.3 --al", ["--al", "--all"], ["没有选项 --al", "--all"]),
    ("chain 10.5.3 --depht 3", ["--depth"], ["--depth"]),
    ("search x --limit", ["--limit needs a value"], ["--limit 后面要有一个值"]),
    ("search x --limit many", ["--limit cannot be “many”"], ["--limit 不能是“many”"]),
    ("chain 10.5.3 --direction up", ["“up”", "out, in, both"], ["“up”", "out, in, both"]),
    ("chain 10.5.3 --edges cites,flows", ["“flows”", "cites, flow, contains, terms"], ["“flows”"]),
    ("chain 10.5.3 --format svg", ["text, json, mermaid, dot"], ["text, json, mermaid, dot"]),
    ("path 1.1 1.2 1.3", ["Too many arguments: 1.3"], ["多余的内容：1.3"]),
    ("games palworld", ["Too many arguments: palworld"], ["多余的内容：palworld"]),
    ("site", ["judge site build", "judge site serve"], ["judge site build"]),
    ("search x --limit 0", ["--limit cannot be “0”"], ["--limit 不能是“0”"]),
    ("search x --limit -1", ["--limit cannot be “-1”"], ["--limit 不能是“-1”"]),
    ("检查 --limit 0", ["--limit cannot be “0”"], ["--limit 不能是“0”"]),
    ("import", ["needs FILE"], ["缺少 文件"]),
    ("import nowhere.txt", ["--game GAME --edition EDITION"], ["--game 游戏 --edition 版本"]),
    ("search -x", ["no option -x", "judge search -- -x"], ["没有选项 -x", "judge search -- -x"]),
    ("export -", ["Name a folder"], ["请写文件夹"]),
    ("site serve --port 99999", ["--port cannot be “99999”"], ["--port 不能是“99999”"]),
    ("chain 10.5.3 --depth 0", ["--depth cannot be “0”"], ["--depth 不能是“0”"]),
    ("export out -g palworld", ["no option -g"], ["没有选项 -g"]),
    ("foo --help", ["no command foo"], ["没有名为 foo 的命令"]),
]


@pytest.mark.parametrize(("line", "english", "chinese"), MISTAKES, ids=[line for line, *_ in MISTAKES])
def test_mistake(judge: Judge, line: str, english: list[str], chinese: list[str]) -> None:
    for language, wanted in (("en", english), ("zh", chinese)):
        ended = judge("--lang", language, *line.split())
        assert ended.code == 2, ended
        said = ended.err + (ended.out if line == "site" else "")
        assert [words for words in wanted if words not in said] == [], said
        assert not any(word in said for word in ("Traceback", "Error:", "Try '", "Usage: judge ["))


def test_an_unknown_language_is_named(judge: Judge) -> None:
    ended = judge("10.5.3", "--lang", "fr")
    assert ended.code == 2
    assert "zh, en" in ended.err


@pytest.mark.parametrize("command", ["", "show", "chain", "search", "term", "compare"])
@pytest.mark.parametrize("blank", ["", "  ", "\u3000"])
def test_nothing_is_not_to_be_found(judge: Judge, command: str, blank: str) -> None:
    for more in ((), ("--json",)):
        ended = judge(*command.split(), blank, *more, "--lang", "zh")
        assert (ended.code, ended.out) == (2, "")
        assert "要找什么" in ended.err
        assert f"judge {command}".strip() in ended.err


@pytest.mark.parametrize("command", ["", "show", "site build"])
def test_help_is_a_word_too(judge: Judge, command: str) -> None:
    asked, wanted = judge("help", *command.split(), "--lang", "en"), judge(*command.split(), "--help", "--lang", "en")
    assert (asked.code, asked.out) == (0, wanted.out)
    assert judge("help", "检查").err


# (what is typed, the clauses that are shown); a range that goes beyond the rulebook names the first number that is missing
LISTS = [
    ("10.5.3,10.5.4", ["10.5.3", "10.5.4"]),
    ("10.5.3，10.5.1、10.5.4", ["10.5.3", "10.5.1", "10.5.4"]),
    ("10.5.1-10.5.3", ["10.5.1", "10.5.2", "10.5.3"]),
    ("palworld:10.5.1至3", ["10.5.1", "10.5.2", "10.5.3"]),
    ("10,5,3", ["10.5.3"]),
    ("（10.5.3）", ["10.5.3"]),
]


@pytest.mark.parametrize("command", ["", "show"])
@pytest.mark.parametrize(("typed", "shown"), LISTS, ids=[typed for typed, _ in LISTS])
def test_lists_and_ranges_of_numbers(judge: Judge, command: str, typed: str, shown: list[str]) -> None:
    answered = json.loads(judge(*command.split(), typed, "--json", "-g", "palworld").out)
    assert [clause["id"].rpartition(":")[2] for clause in answered.get("clauses", [answered])] == shown


def test_a_range_beyond_the_rulebook_names_what_is_missing(judge: Judge) -> None:
    ended = judge("10.5.3-10.5.5", "-g", "palworld", "--lang", "en")
    assert (ended.code, ended.out) == (2, "")
    assert "no clause 10.5.5." in ended.err


# (what is searched, the clause that the note leads to; none for words)
NUMBERS = [("10.5", "judge 10.5"), ("10。5。3", "judge 10.5.3"), ("第10章", "judge 10"), ("99.9", ""), ("检查", "")]


@pytest.mark.parametrize(("typed", "advice"), NUMBERS, ids=[typed for typed, _ in NUMBERS])
def test_a_number_searched_leads_to_its_clause(judge: Judge, typed: str, advice: str) -> None:
    said = judge("search", typed, "-g", "palworld", "--lang", "en").err
    assert (f"To read the clause: {advice}" if advice else "") in said
    assert ("is the number of a clause" in said) == bool(advice)


def test_the_name_of_a_game_lists_its_chapters(judge: Judge) -> None:
    listed = json.loads(judge("palworld", "--json").out)
    assert [hit["number"] for hit in listed["hits"]] == [f"第{number}章" for number in range(1, 14)]


def test_what_is_proposed_can_be_typed(judge: Judge) -> None:
    assert "judge search 'a; b'" in judge("term", "a; b", "--lang", "en").err
    several = judge("show", "2.1", "--lang", "en").err
    assert "Say which: pact:2.1, or -g pact" in several


@pytest.mark.parametrize("command", sorted(EACH_A_WORD))
def test_a_command_called_with_nothing_but_words_takes_as_many(command: str) -> None:
    """Typer is left out of it, so that what it would ask for must be there."""
    _request, *parameters = inspect.signature(function_of(command), eval_str=True).parameters.values()
    needed = [parameter for parameter in parameters if parameter.default is parameter.empty]
    assert len(needed) == EACH_A_WORD[command]
    assert {parameter.annotation for parameter in needed} <= {str}


@pytest.mark.parametrize(("line", "code"), [("games", 0), ("show palworld:10.5.3", 0), ("show palworld:99.99", 2)])
def test_a_process_ends_with_all_that_it_says(line: str, code: int, shipped: Path) -> None:
    """It ends without giving back its memory, and what it printed into a pipe must have arrived."""
    environment = {**os.environ, "HEADJUDGE_DB": str(shipped), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-m", "headjudge.cli", *line.split()], capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == code
    assert (done.stdout if code == 0 else done.stderr).endswith("\n")
    assert len(done.stdout + done.stderr) > 20
