"""The keywords of the shipped Palworld edition."""

from importlib.resources import files

import pytest

from headjudge.parser.keywords import Keywords, keywords_of
from headjudge.parser.rulebook import parse_rulebook


@pytest.fixture(scope="session")
def rulebook() -> str:
    """The text of the shipped Palworld edition."""
    return (files("headjudge.rules_text") / "palworld" / "2026-07.txt").read_text("utf-8")


@pytest.fixture(scope="session")
def keywords(rulebook: str) -> Keywords:
    """What its clauses say that keywords mean."""
    return keywords_of(parse_rulebook(rulebook).clauses)
