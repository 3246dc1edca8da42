"""A whole rulebook, from its text to clauses with references and definitions."""

from dataclasses import dataclass

from headjudge.kb.clause import Clause, ClauseKey, Problem, Severity, Span, Status
from headjudge.parser.blocks import read_lines
from headjudge.parser.definitions import define
from headjudge.parser.dialect import Dialect, detect, dialect
from headjudge.parser.references import procedures, resolve
from headjudge.parser.tree import Tree


@dataclass(frozen=True, slots=True)
class Rulebook:
    """What a text says. `clauses` are in the book's order, the document itself first; `steps` are (step, next step)."""

    dialect: Dialect
    clauses: tuple[Clause, ...]
    steps: tuple[tuple[ClauseKey, ClauseKey], ...]
    problems: tuple[Problem, ...]
    characters: int
    unaccounted: int
    """How many characters of the text belong to no clause, or to several (0: nothing was dropped)."""


def parse_rulebook(text: str, dialect_name: str = "") -> Rulebook:
    """The rulebook that `text` is, in the named dialect or in the one that fits it best. No text fails to parse.

    >>> book = parse_rulebook("第1章 概要\\n1.1 人数\\n1.1.1 两名玩家对战（1.1）。")
    >>> [clause.key for clause in book.clauses], book.unaccounted
    (['', '1', '1.1', '1.1.1'], 0)
    """
    chosen = dialect(dialect_name) if dialect_name else detect(text)
    tree = Tree(chosen)
    clauses = [define(clause, chosen) for clause in resolve(tree.read(read_lines(text, chosen)), chosen)]
    return Rulebook(
        chosen,
        tuple(clauses),
        tuple(procedures(clauses, chosen.procedure_words)),
        (*tree.problems, *_reference_problems(clauses)),
        len(text),
        _unaccounted([span for clause in clauses for span in clause.spans], len(text)),
    )


def _unaccounted(spans: list[Span], length: int) -> int:
    """Characters that no span covers, plus those that several do."""
    at = missed = 0
    for span in sorted(spans):
        missed += abs(span.start - at)
        at = max(at, span.end)
    return missed + abs(length - at)


def _reference_problems(clauses: list[Clause]) -> list[Problem]:
    """Every reference that names no clause here, or more than one."""
    rules = {
        Status.DANGLING: ("dangling_reference", Severity.ERROR),
        Status.AMBIGUOUS: ("ambiguous_reference", Severity.WARNING),
    }
    out = []
    for clause in clauses:
        for reference in clause.references:
            if reference.status in rules:
                rule, severity = rules[reference.status]
                facts = (("reference", reference.text), ("candidates", ", ".join(reference.targets)))
                out.append(Problem(rule, severity, clause.key, clause.line, reference.start + 1, facts))
    return out
