"""Everything that can happen or be chosen has words in both languages, and every shipped ruling is told with them."""

import ast
import inspect
import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from headjudge.cli.plain import plain
from headjudge.cli.record import entry_of
from headjudge.cli.verdicts.page import Wish, blocks
from headjudge.cli.verdicts.words import texts
from headjudge.kb.scenarios import citations, recorded
from headjudge.simulator.answers.data import data
from headjudge.simulator.answers.overrides import Overrides
from headjudge.simulator.answers.ruling import read, shipped_rulings
from headjudge.simulator.answers.running import How, answered, started
from headjudge.simulator.games.palworld import events
from headjudge.simulator.games.palworld.law import shipped_law

TELLING = tomllib.loads((files("headjudge.rules_text") / "palworld" / "telling.toml").read_text("utf-8"))
SOURCES = sorted((Path(str(files("headjudge"))) / "simulator" / "games" / "palworld").glob("*.py"))
_FACT = re.compile(r"\{(\w+)\}")
_HAN = re.compile(r"[\u4e00-\u9fff]")


def verbs() -> set[str]:
    """The verbs of every `Choice("verb", …)` in the game."""
    calls = [node for path in SOURCES for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
    named = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "Choice" and call.args]
    return {
        call.args[0].value for call in named if isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str)
    }


def test_every_event_and_choice_has_words() -> None:
    kinds = {name for name, kind in inspect.getmembers(events, inspect.isclass) if kind.__module__ == events.__name__}
    assert len(kinds) > 40
    assert kinds - TELLING["events"].keys() == set()
    assert len(verbs()) > 25
    assert verbs() - TELLING["choices"].keys() == set()


ENTRIES = [(section, name, entry) for section, table in TELLING.items() for name, entry in table.items()]
ENTRIES += [("verdicts", name, entry) for name, entry in texts().items()]


@pytest.mark.parametrize(("section", "name", "entry"), ENTRIES, ids=[f"{section}-{name}" for section, name, _ in ENTRIES])
def test_both_languages_say_the_same(section: str, name: str, entry: dict[str, str]) -> None:
    assert set(entry) == {"zh", "en"}
    assert sorted(set(_FACT.findall(entry["zh"]))) == sorted(set(_FACT.findall(entry["en"])))
    assert not _HAN.search(entry["en"])


RECORDED = {entry.name: entry for entry in recorded("palworld")}


@pytest.mark.parametrize("path", list(shipped_rulings()), ids=lambda path: path.stem)
def test_shipped_rulings_are_told_and_recorded(path: Path) -> None:
    """What is recorded is what a run executes: `python -m headjudge.cli.record` writes it anew."""
    ruling = read(path)
    told = answered(ruling, started(ruling, "", How(shipped_law())), Overrides(), others=False)
    now = entry_of(path.stem, told.verdict.executed, citations(told.scenario))
    assert RECORDED.get(path.stem, now) == now  # that every one is recorded is a test of `judge verify`
    for language, end in (("zh", "。"), ("en", ".")):
        out = plain(blocks(told, language, Wish(full=True, clauses=True)))  # type: ignore[arg-type]  # the two languages
        assert out.split("\n", 1)[0].endswith(end)
        assert not re.search(r"\{\w*\}|\bNone\b|<\w+ ", out)
        clauses = [step["clause"] for step in data(told, language)["trace"]]  # type: ignore[arg-type]
        assert set(clauses) <= shipped_law().clauses.keys()
