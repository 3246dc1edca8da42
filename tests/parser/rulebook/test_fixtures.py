"""Rulebooks of every style, with the tree, the references and the problems that must come out of them."""

from pathlib import Path

import pytest

from headjudge.kb.clause import Severity
from headjudge.parser.decode import read_text
from headjudge.parser.rulebook import Rulebook, parse_rulebook
from tests.parser.rulebook.printed import printed

RULEBOOKS = Path(__file__).resolve().parents[2] / "rulebooks"
GOOD = sorted((RULEBOOKS / "good").glob("*.txt"))
BAD = sorted((RULEBOOKS / "bad").glob("*.txt"))


def parsed(path: Path) -> Rulebook:
    """The rulebook of a fixture; `name@dialect.txt` forces a dialect."""
    return parse_rulebook(read_text(path), path.stem.partition("@")[2])


@pytest.mark.parametrize("path", [*GOOD, *BAD], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_rulebook_reads_as_expected(path: Path, request: pytest.FixtureRequest) -> None:
    expected, actual = path.with_suffix(".tree"), printed(parsed(path))
    if request.config.getoption("--regenerate"):
        expected.write_text(actual, "utf-8")
    assert actual == expected.read_text("utf-8")


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_good_rulebooks_have_no_faults(path: Path) -> None:
    assert [problem for problem in parsed(path).problems if problem.severity is not Severity.NOTE] == []


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_bad_rulebooks_have_faults(path: Path) -> None:
    assert parsed(path).problems != ()


@pytest.mark.parametrize("path", [*GOOD, *BAD], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_forced_dialect_reads_like_the_detected_one(path: Path) -> None:
    book = parsed(path)
    assert printed(parse_rulebook(read_text(path), book.dialect.name)) == printed(book)
