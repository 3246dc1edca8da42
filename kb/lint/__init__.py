"""Lint: the faults of a rulebook, found by reading it as a judge would. A module a kind of rule, word lists beside them."""

from collections.abc import Callable, Iterator

from headjudge.kb.clause import Problem
from headjudge.kb.lint.book import Book
from headjudge.kb.lint.characters import (
    doubled_character,
    lost_sign,
    no_full_stop,
    unpaired_mark,
    wrong_character,
)
from headjudge.kb.lint.definitions import defined_twice, never_used, same_meaning
from headjudge.kb.lint.lists import announced_list, counted_list
from headjudge.kb.lint.names import two_names
from headjudge.kb.lint.particles import lost_particle
from headjudge.kb.lint.references import citation_cycle, words_and_target
from headjudge.kb.lint.restated import stated_twice
from headjudge.kb.lint.undefined import never_defined
from headjudge.parser.rulebook import Rulebook

Rule = Callable[[Book], Iterator[Problem]]

RULES: tuple[Rule, ...] = (
    defined_twice,
    same_meaning,
    two_names,
    never_defined,
    never_used,
    words_and_target,
    citation_cycle,
    stated_twice,
    announced_list,
    counted_list,
    wrong_character,
    doubled_character,
    lost_particle,
    unpaired_mark,
    lost_sign,
    no_full_stop,
)
"""Every rule beside those of the parser (references, numbers, titles). Each reads a whole book."""

NAMES = (
    "dangling_reference",
    "ambiguous_reference",
    "range_across_parents",
    "unknown_title",
    "reference_words",
    "wrong_reference",
    "citation_cycle",
    "duplicate_number",
    "gap",
    "missing_parent",
    "out_of_order",
    "odd_number",
    "wrapped_number",
    "unnumbered_paragraph",
    "defined_twice",
    "defined_again",
    "two_names",
    "undefined_term",
    "never_used",
    "stated_twice",
    "missing_list",
    "counted_list",
    "wrong_character",
    "doubled_character",
    "lost_particle",
    "unpaired_mark",
    "lost_sign",
    "no_full_stop",
    "missing_citation",
    "stale_citation",
    "changed_citation",
)
"""What a problem may be called."""


def lint(rulebook: Rulebook, source: str) -> tuple[Problem, ...]:
    """Every problem of a rulebook, those that its parser met among them, in the order of the text."""
    book = Book(rulebook, source)
    found = [*rulebook.problems, *(problem for rule in RULES for problem in rule(book))]
    return tuple(sorted(found, key=lambda problem: (problem.line, problem.column, problem.rule)))
