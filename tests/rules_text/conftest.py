"""The shipped editions, parsed once."""

from collections.abc import Mapping

import pytest

from headjudge.kb.clause import Clause
from headjudge.kb.shipped import shipped
from headjudge.parser.rulebook import parse_rulebook

Clauses = Mapping[str, Mapping[str, Clause]]
"""By edition (`palworld@2026-07`) and key."""


@pytest.fixture(scope="session")
def clauses() -> Clauses:
    """Every clause of every shipped edition."""
    return {
        f"{source.edition.game}@{source.edition.name}": {
            clause.key: clause for clause in parse_rulebook(source.text, source.dialect).clauses
        }
        for source in shipped()
    }
