"""Every production of the grammar has a meaning."""

from lark import Tree

from headjudge.parser.card_acts import Segments
from headjudge.parser.card_grammar import grammar


def test_every_production_has_a_meaning() -> None:
    rules = {rule.alias or rule.origin.name for rule in grammar().rules if not rule.origin.name.startswith("_")}
    known = {name for name in rules if not name.startswith(("__", "frames{"))}
    reader = Segments()
    silent = {
        name for name in known
        if not hasattr(Segments, name) and isinstance(reader.__default__(name, [None], None), Tree)
    }  # fmt: skip
    assert not silent
