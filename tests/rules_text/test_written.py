"""The written rulings that ship quote real words of their edition, pinned as they are now.

`HEADJUDGE_WRITE_PINS=1 pytest tests/rules_text` writes the pins anew: first read every ruling that it names.
"""

import os
import re
from collections import Counter
from importlib.resources import as_file, files
from pathlib import Path

import pytest

from headjudge.kb.pin import LENGTH, pin
from headjudge.kb.written import WrittenRuling, read_written, shipped_written, stale
from tests.rules_text.conftest import Clauses

RULINGS = [ruling for ruling, _ in shipped_written()]
EACH = pytest.mark.parametrize("ruling", RULINGS, ids=[f"{ruling.game}-{ruling.name}" for ruling in RULINGS])


def test_every_game_that_is_not_simulated_has_its_ten() -> None:
    counts = Counter(ruling.game for ruling in RULINGS)
    assert all(counts[game] >= 10 for game in ("pact", "vanguard", "zx"))


def test_no_two_rulings_are_called_alike() -> None:
    assert len({ruling.title for ruling in RULINGS}) == len(RULINGS)
    assert len({(ruling.game, ruling.name) for ruling in RULINGS}) == len(RULINGS)


@EACH
def test_a_ruling_stands_in_the_folder_of_its_game(ruling: WrittenRuling) -> None:
    assert (files("headjudge.rules_text") / ruling.game / "written" / f"{ruling.name}.toml").is_file()
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", ruling.name)
    assert ruling.office == "headjudge rules desk"


@EACH
def test_every_quote_stands_in_its_clause(ruling: WrittenRuling, clauses: Clauses) -> None:
    book = clauses[f"{ruling.game}@{ruling.edition}"]
    wrong = [(reason.clause, reason.quote) for reason in ruling.reasons if reason.quote not in book[reason.clause].text]
    assert wrong == []


@EACH
def test_question_and_answer_are_sentences(ruling: WrittenRuling) -> None:
    assert ruling.question.endswith("？")
    assert ruling.answer.endswith("。")
    assert all(reason.why.endswith("。") for reason in ruling.reasons)


@EACH
def test_no_clause_has_changed_since(ruling: WrittenRuling, clauses: Clauses) -> None:
    book = clauses[f"{ruling.game}@{ruling.edition}"]
    if os.environ.get("HEADJUDGE_WRITE_PINS"):
        _write_pins(ruling, {reason.clause: pin(book[reason.clause].text)[:LENGTH] for reason in ruling.reasons})
        return
    assert [reason.clause for reason in stale(ruling, {key: clause.text for key, clause in book.items()})] == []


def test_the_ruling_shown_in_the_documentation_ships() -> None:
    page = (Path(__file__).parents[2] / "docs" / "across-games.md").read_text("utf-8")
    (block,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    shown = read_written(block, "shown")
    (shipped,) = [ruling for ruling in RULINGS if ruling.title == shown.title]
    assert (shown.question, shown.answer, shown.office) == (shipped.question, shipped.answer, shipped.office)
    assert [reason._replace(pin="") for reason in shown.reasons] == [reason._replace(pin="") for reason in shipped.reasons[:1]]


def _write_pins(ruling: WrittenRuling, pins: dict[str, str]) -> None:
    with as_file(files("headjudge.rules_text") / ruling.game / "written" / f"{ruling.name}.toml") as path:
        text = path.read_text("utf-8")
        for reason in ruling.reasons:
            entry = re.compile(rf'(clause = "{re.escape(reason.clause)}"\n(?:(?!pin).*\n)*pin = ")\w+"')
            text = entry.sub(rf'\g<1>{pins[reason.clause]}"', text)
        path.write_text(text, "utf-8")
