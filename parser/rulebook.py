"""A whole rulebook, from its text to clauses with references and definitions."""

from collections.abc import Mapping
from itertools import groupby

from headjudge.kb.clause import Clause, ClauseKey, Definition, Problem, Reference, Role
from headjudge.parser.blocks import read_lines
from headjudge.parser.definitions import definitions
from headjudge.parser.dialect import Dialect, detect, dialect
from headjudge.parser.named import NamedTuple
from headjudge.parser.references import Fault, Resolver, procedures
from headjudge.parser.script import is_traditional, simplified
from headjudge.parser.tree import Tree


class Rulebook(NamedTuple):
    """What a text says. `clauses` are in the book's order, the document itself first; `steps` are (step, next step)."""

    dialect: Dialect
    clauses: tuple[Clause, ...]
    steps: tuple[tuple[ClauseKey, ClauseKey], ...]
    problems: tuple[Problem, ...]
    characters: int
    unaccounted: int
    """How many characters of the text belong to no clause, or to several (0: nothing was dropped)."""


class Printed(NamedTuple):
    """A text cut into its clauses, which do not know yet what they refer to and define."""

    text: str
    dialect: Dialect
    clauses: tuple[Clause, ...]
    problems: tuple[Problem, ...]


class Links(NamedTuple):
    """What the clauses of a rulebook refer to and define, by their places in the book, and the faults of their references."""

    references: Mapping[int, tuple[Reference, ...]]
    definitions: Mapping[int, tuple[Definition, ...]]
    problems: tuple[Problem, ...]


def parse_rulebook(text: str, dialect_name: str = "") -> Rulebook:
    """The rulebook that `text` is, in the named dialect or in the one that fits it best. No text fails to parse.

    >>> book = parse_rulebook("第1章 概要\\n1.1 人数\\n1.1.1 两名玩家对战（1.1）。")
    >>> [clause.key for clause in book.clauses], book.unaccounted
    (['', '1', '1.1', '1.1.1'], 0)
    """
    printed = read_clauses(text, dialect_name)
    return linked(printed, find_links(printed))


def read_clauses(text: str, dialect_name: str = "") -> Printed:
    """The first half of `parse_rulebook`: all that stands in the knowledge base but the links, which may be found meanwhile."""
    chosen = dialect(dialect_name) if dialect_name else detect(text)
    tree = Tree(chosen)
    clauses = tuple(tree.read(read_lines(text, chosen)))
    return Printed(text, chosen, clauses, tuple(tree.problems))


def find_links(printed: Printed) -> Links:
    """What refers to what, and which words are defined where."""
    traditional = is_traditional(printed.text)
    clauses = tuple(map(_simplified, printed.clauses)) if traditional else printed.clauses
    resolver = Resolver(clauses, printed.dialect)
    cited = {place: found for place, clause in enumerate(clauses) if (found := resolver.references(clause))}
    defined = {place: words for place, clause in enumerate(clauses) if (words := definitions(clause, printed.dialect))}
    if traditional:
        cited = {place: _cited_as_printed(printed.clauses[place], found) for place, found in cited.items()}
        defined = {place: _defined_as_printed(printed.clauses[place], words) for place, words in defined.items()}
    return Links(cited, defined, tuple(_reference_problems(resolver.faults, printed.text)))


def _simplified(clause: Clause) -> Clause:
    return clause._replace(number=simplified(clause.number), title=simplified(clause.title), text=simplified(clause.text))


def _cited_as_printed(clause: Clause, references: tuple[Reference, ...]) -> tuple[Reference, ...]:
    """The references with the words that the clause has, from those of its simplified form."""
    return tuple(
        reference._replace(text=(clause.title if reference.in_title else clause.text)[reference.start : reference.end])
        for reference in references
    )


def _defined_as_printed(clause: Clause, words: tuple[Definition, ...]) -> tuple[Definition, ...]:
    """The definitions with the words that the clause has, from those of its simplified form."""
    printed = f"{clause.title}\n{clause.text}"
    simple = simplified(printed)
    starts = [simple.find(word.term) for word in words]
    return tuple(
        word._replace(term=printed[at : at + len(word.term)]) if at >= 0 else word for word, at in zip(words, starts, strict=True)
    )


def linked(printed: Printed, links: Links) -> Rulebook:
    """The whole rulebook."""
    clauses = list(printed.clauses)
    for place in links.references.keys() | links.definitions.keys():
        cited, defined = links.references.get(place, ()), links.definitions.get(place, ())
        clauses[place] = clauses[place]._replace(references=cited, definitions=defined)
    length = len(printed.text)
    return Rulebook(
        printed.dialect,
        tuple(clauses),
        tuple(procedures(clauses, printed.dialect.procedure_words)),
        printed.problems + links.problems,
        length,
        _unaccounted(printed.clauses, length),
    )


def _unaccounted(clauses: tuple[Clause, ...], length: int) -> int:
    """Characters that no span covers, plus those that several do."""
    at = missed = 0
    for start, end in sorted((span.start, span.end) for clause in clauses for span in clause.spans):
        missed += abs(start - at)
        at = max(at, end)
    return missed + abs(length - at)


def _reference_problems(faults: list[Fault], source: str) -> list[Problem]:
    """The faults as problems, each at its place in the source."""
    out = []
    for clause, group in groupby(faults, key=lambda fault: fault.clause):
        together = list(group)
        for fault, (line, column) in zip(together, _places(together, source), strict=True):
            out.append(Problem(fault.rule, fault.severity, clause.key, line, column, fault.facts))
    return out


def _places(faults: list[Fault], source: str) -> list[tuple[int, int]]:
    """Line and column of each fault of one clause. A clause's words are its printed characters without what is blank
    around them, so that the characters before a place are counted without white space."""
    clause = faults[0].clause
    places: dict[tuple[bool, int], tuple[int, int]] = {}
    for in_title, role, words in ((True, Role.TITLE, clause.title), (False, Role.TEXT, clause.text)):
        wanted = sorted({fault.start for fault in faults if fault.in_title is in_title}, reverse=True)
        printed = (
            (span.line, span.column + place)
            for span in clause.spans
            if span.role is role
            for place, char in enumerate(source[span.start : span.end])
            if not char.isspace()
        )
        for at, char in enumerate(words):
            here = next(printed, None) if not char.isspace() else None
            while wanted and wanted[-1] <= at and here is not None:
                places[in_title, wanted.pop()] = here
            if not wanted:
                break
    first = clause.spans[0]
    return [places.get((fault.in_title, fault.start), (first.line, first.column)) for fault in faults]
