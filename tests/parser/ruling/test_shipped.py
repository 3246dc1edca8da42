"""The shipped rulings: readable, in the canonical form, and citing clauses that exist."""

import re
from pathlib import Path

import pytest

from headjudge.parser.ruling import format_scenario, read_ruling
from headjudge.parser.scenario import Not, Permitted, RunsThrough

FOLDER = Path(__file__).parents[3] / "rules_text" / "palworld"
RULINGS = sorted((FOLDER / "rulings").glob("*.ruling"))
CLAUSES = frozenset(re.findall(r"^(\d+(?:\.\d+)+) ", (FOLDER / "2026-07.txt").read_text("utf-8"), re.MULTILINE))


@pytest.mark.parametrize("path", RULINGS, ids=lambda path: path.stem)
def test_ruling(path: Path) -> None:
    scenario = read_ruling(path)
    assert format_scenario(scenario) == path.read_text("utf-8")
    assert scenario.about.game == "palworld"
    cited = {citation.clause for expectation in scenario.expectations for citation in expectation.because}
    cited |= {citation.clause for action in scenario.actions if action.illegal for citation in action.illegal.because}
    for expectation in scenario.expectations:
        inner = expectation.condition.condition if isinstance(expectation.condition, Not) else expectation.condition
        cited |= {inner.clause} if isinstance(inner, RunsThrough) else set()
    assert cited <= CLAUSES
    assert cited or any(isinstance(e.condition, Permitted) for e in scenario.expectations) or path.stem.startswith("q23")


def test_every_board_case_is_there() -> None:
    assert {int(path.stem[1:3]) for path in RULINGS if path.stem.startswith("b")} >= set(range(1, 21))
    assert len({path.stem[:3] for path in RULINGS if path.stem.startswith("q")}) >= 15
