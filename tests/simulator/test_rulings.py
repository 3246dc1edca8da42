"""The shipped rulings come out as they say."""

from pathlib import Path

import pytest

import headjudge.rules_text
from headjudge.parser.ruling import read_ruling
from headjudge.simulator.run import run
from headjudge.simulator.verdict import Outcome

RULINGS = sorted((Path(headjudge.rules_text.__file__).parent / "palworld" / "rulings").glob("*.ruling"))


@pytest.mark.parametrize("path", RULINGS, ids=[path.stem for path in RULINGS])
def test_ruling(path: Path) -> None:
    verdict = run(read_ruling(path))
    wrong = [(judged.expectation, judged.holds, judged.missing) for judged in verdict.expectations if judged.holds is not True]
    assert (verdict.verdict, wrong, verdict.unmodelled) == (Outcome.TRUE, [], ())
    assert verdict.complete
