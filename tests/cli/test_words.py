"""The words of the interface: help that works, and a message in both languages for every error there is."""

import re
import shlex
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from headjudge.cli.commandline import COMMANDS
from headjudge.cli.help import examples
from headjudge.cli.messages import entry as words_of
from headjudge.cli.messages import message, messages
from headjudge.simulator.games.palworld.law import EDITION
from tests.cli.conftest import Judge

ROOT = Path(str(files("headjudge")))
_FACT = re.compile(r"\{(\w+)(?::typed|:[^{}|]*\|[^{}|]*)?\}")
# the facts that count something; limits that are many are none
_COUNTS = {
    *("count", "total", "passed", "failed", "unknown", "changed", "numbered", "unnumbered", "references", "targets"),
    *("tables", "rows", "pages", "bytes", "seconds", "cells", "steps", "options", "limit"),
}
_ONE_OF_MANY = re.compile(
    r"(?<![\w.])1 (?!\w+ (?:is|belongs)\b|does\b|holds\b|is\b)(?:(?:[a-z]+ )?[a-z]+s\b|(?:are|do|hold|belong)\b)"
)
_HAN = re.compile(r"[\u4e00-\u9fff]")
_TO_BE_WRITTEN = re.compile(r"“[^”]*”|\{judge\}.*")
# How errors are made: Subclass("code", …), Note("code", …), message("code", …), source.error(Subclass, "code", …), and
# Problem and Fault rules. A Choice and a Word are none.
_CODE = re.compile(
    r'(?:(?!Fault|Problem|Choice|Word)[A-Z]\w+|message|_say|_refuse|error)\(\s*(?:[A-Z]\w+,\s*)?"([a-z]+(?:_[a-z]+)+)"'
)
_RULE = re.compile(r'(?<!: )"([a-z_]+)",\s*Severity\.')
_PARTS = ("kb", "site", "cli", "parser", "simulator")
# What has no words here: the problems that lint finds are told by their rules.
_ELSEWHERE = re.compile(r"kb/lint/")
# Faults of ours, which show when a game is loaded: every test of the simulator would meet them.
_OURS = {"clause_bound_twice", "step_outside_procedure", "policy_without_reading"}


def sources() -> list[Path]:
    found = [path for part in _PARTS for path in sorted((ROOT / part).rglob("*.py"))]
    return [path for path in found if not _ELSEWHERE.search(path.as_posix())]


def codes() -> set[str]:
    texts = [path.read_text("utf-8") for path in sources()]
    return {code for words in texts for code in _CODE.findall(words)} | {
        f"rule_{rule}" for words in texts for rule in _RULE.findall(words)
    }


def test_every_error_has_words() -> None:
    found = codes()
    assert {"unknown_clause", "binary_file", "rule_gap", "site_out_not_ours"} <= found, "the search for codes works"
    assert {"ruling_unexpected", "ruling_count", "kind_not_in_base", "policy_unknown"} <= found, "in rulings, too"
    assert sorted(found - messages().keys() - _OURS) == []


@pytest.mark.parametrize("code", sorted(messages()))
def test_both_languages_say_the_same(code: str) -> None:
    entry = messages()[code]
    assert words_of(code) == entry, "found without reading the whole file"
    assert set(entry) == {"zh", "en"}
    # a fact may be there in both languages: zone_zh and zone_en
    told = [sorted({fact.removesuffix(f"_{language}") for fact in _FACT.findall(entry[language])}) for language in ("zh", "en")]
    assert told[0] == told[1]
    assert _HAN.search(entry["zh"])
    assert not _HAN.search(_TO_BE_WRITTEN.sub("", entry["en"])), "Chinese stands in English messages only as what one is to write"
    facts = dict.fromkeys(_FACT.findall(entry["zh"] + entry["en"]), "X")
    for words in (message(code, facts, "zh"), message(code, facts, "en"), message(code, dict.fromkeys(facts, ""), "en")):
        assert words
        assert not re.search(r"[\[\]{}]{2}|\?\?", words)


@pytest.mark.parametrize("code", sorted(messages()))
def test_one_is_not_many(code: str) -> None:
    facts = {fact: 1 if fact in _COUNTS else "X" for fact in _FACT.findall(messages()[code]["en"])}
    assert not _ONE_OF_MANY.search(message(code, facts, "en"))


@pytest.mark.parametrize("name", COMMANDS)
def test_help_describes_everything(judge: Judge, name: str) -> None:
    told = {language: judge(*name.split(), "--help", "--lang", language) for language in ("zh", "en")}
    assert all(ended.code == 0 and not ended.err for ended in told.values())
    assert _HAN.search(told["zh"].out)
    assert f"judge {name}" in told["en"].out
    assert "Examples" in told["en"].out
    described = [line for line in told["en"].out.splitlines() if line.startswith("  ") and not line.startswith("  judge")]
    assert described
    assert all(re.match(r"  \S.*?\s{2,}\S", line) for line in described), described
    assert judge(*name.split(), "-h", "--lang", "en") == told["en"]


def test_help_lists_every_command(judge: Judge) -> None:
    out = judge("--help").out
    assert [name for name in COMMANDS if f"judge {name}" not in out] == []
    assert judge("--help").code == 0


def test_no_text_of_the_help_is_unused() -> None:
    texts = tomllib.loads((files("headjudge.cli") / "help.toml").read_text("utf-8"))
    assert set(texts["commands"]) == set(COMMANDS)
    assert all(entry["examples"] for entry in texts["commands"].values())


@pytest.mark.parametrize("line", [line for line in examples() if "serve" not in line and line != "judge verify"])
def test_examples_work(judge: Judge, own: Path, tiny: Path, shipped: Path, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(own.parent)
    Path("rules.txt").write_text("第1章 概要\n1.1 人数\n1.1.1 两名玩家对战。\n", "utf-8")
    Path("my.ruling").write_text("甲\n  据点\n    疾风  帕鲁 500/1\n\n则\n  疾风 在 据点\n", "utf-8")
    rulebook = files("headjudge.rules_text") / "palworld" / f"{EDITION}.txt"
    Path("new-rules.txt").write_text(rulebook.read_text("utf-8"), "utf-8")
    program, *arguments = shlex.split(line)
    if arguments[0] == "diff":  # its editions are imported first
        for edition, text in (("1", "1.1 抽1张牌。\n"), ("2", "1.1 抽2张牌。\n")):
            Path("rules.txt").write_text(text, "utf-8")
            judge("import", "rules.txt", "--game", "mygame", "--edition", edition, db=own)
    if arguments[0] in ("card", "cards", "answers"):
        hand_in(judge, own, arguments)
    spoiled = dict.fromkeys(("import", "diff", "card", "cards", "answers"), own)
    ended = judge(*arguments, db=({"export": tiny, "site": tiny} | spoiled).get(arguments[0], shipped))
    assert program == "judge"
    if arguments[0] == "lint" and not ended.out:  # of a text without faults there is nothing to answer, and a note says so
        assert (ended.code, ended.err) == (0, "No problems found.\n")
        return
    assert (ended.code, ended.err) == (0, "")
    assert ended.out


def hand_in(judge: Judge, own: Path, arguments: list[str]) -> None:
    """The files that the examples of cards and answers speak of, handed in where an example looks up what is in them."""
    Path("cards.tsv").write_text("id\tname\ttext\nX-074\t疾风 小狐\t勇敢300\n", "utf-8")
    Path("answers.csv").write_text("id,date,question,answer\n7,2026-07-30,何时放置到墓地？,伤害大于战斗力时。\n", "utf-8")
    if arguments == ["cards"] or arguments[0] == "card":
        judge("cards", "cards.tsv", "-g", "palworld", db=own)
    if arguments[0] == "answers" and arguments[1] != "import":
        judge("answers", "import", "answers.csv", "-g", "palworld", db=own)
