"""Every production of the grammar has a meaning."""

import pytest

from headjudge.parser.card_acts import Segments
from headjudge.parser.card_grammar import grammar

PRODUCTIONS = sorted(
    {rule.alias or str(rule.origin.name) for rule in grammar().rules if not rule.origin.name.startswith("_")}
    - {str(rule.origin.name) for rule in grammar().rules if rule.origin.name.startswith("frames{")}
)


@pytest.mark.parametrize("production", PRODUCTIONS)
def test_every_production_has_a_meaning(production: str) -> None:
    if not hasattr(Segments, production):
        Segments().__default__(production, [None], None)
