"""The editions in our own words: no slip, and no fault that is not the rulebook's."""

import pytest

from headjudge.kb.lint import NAMES, lint
from headjudge.kb.shipped import Source, shipped
from headjudge.parser.rulebook import parse_rulebook

SLIPS = {
    "wrong_character",
    "doubled_character",
    "unpaired_mark",
    "missing_list",
    "counted_list",
    "citation_cycle",
    "reference_words",
    "wrong_reference",
}
SLIPS |= {
    "dangling_reference",
    "ambiguous_reference",
    "duplicate_number",
    "out_of_order",
    "missing_parent",
    "range_across_parents",
}


@pytest.mark.parametrize("source", list(shipped()), ids=lambda source: source.edition.game)
def test_no_slips(source: Source) -> None:
    problems = lint(parse_rulebook(source.text, source.dialect), source.text)
    assert [(p.rule, p.key, p.facts) for p in problems if p.rule in SLIPS] == []
    assert {p.rule for p in problems} <= set(NAMES)
