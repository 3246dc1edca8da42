"""A rulebook as the rules of lint read it: its clauses, their words, and where each of them stands in the source."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import accumulate

from headjudge.kb.clause import Clause, ClauseKey, Definition, Kind, Problem, Role, Severity, Status
from headjudge.kb.lint.lexicon import Lexicon, Word, compounds, is_han, listed, synonym, synonyms
from headjudge.parser.rulebook import Rulebook
from headjudge.parser.targets import fold_title

_SILENT = (Kind.CONTENTS, Kind.DOCUMENT)
_HEADED = (Kind.CHAPTER, Kind.SECTION, Kind.CLAUSE)


class Book:
    """One rulebook with its source. What costs time is worked out once."""

    def __init__(self, rulebook: Rulebook, source: str) -> None:
        self.clauses = tuple(clause for clause in rulebook.clauses if clause.kind not in _SILENT)
        self.by_key: Mapping[ClauseKey, Clause] = {clause.key: clause for clause in rulebook.clauses}
        self.problems = rulebook.problems
        self.steps = rulebook.steps
        self._source = source
        self._placed: tuple[tuple[ClauseKey, bool], list[tuple[int, int]], list[int]] = ((ClauseKey(""), False), [], [])

    # Structure --------------------------------------------------------------------------------------------------

    @cached_property
    def rules(self) -> tuple[Clause, ...]:
        """The clauses that say what holds: examples and legends do not."""
        return tuple(clause for clause in self.clauses if clause.kind not in (Kind.EXAMPLE, Kind.LEGEND))

    @cached_property
    def children(self) -> Mapping[ClauseKey | None, tuple[Clause, ...]]:
        """The clauses directly below each."""
        below: dict[ClauseKey | None, list[Clause]] = {}
        for clause in self.clauses:
            below.setdefault(clause.parent, []).append(clause)
        return {key: tuple(clauses) for key, clauses in below.items()}

    def above(self, clause: Clause) -> Iterator[Clause]:
        """The clauses above one, the nearest first; the document itself is none."""
        while clause.parent:
            clause = self.by_key[clause.parent]
            yield clause

    def below(self, clause: Clause) -> tuple[Clause, ...]:
        """The clauses directly below one."""
        return self.children.get(clause.key, ())

    def heading(self, clause: Clause) -> str:
        """The title of a clause, or the nearest one above it."""
        return next((around.title for around in (clause, *self.above(clause)) if around.title), "")

    def section(self, clause: Clause) -> ClauseKey:
        """The section that a clause belongs to (itself, or the nearest one above; else its chapter)."""
        return self._sections[clause.key]

    def know_each_other(self, one: Clause, other: Clause) -> bool:
        """Whether one of two clauses cites the other, or the clauses beside or above it."""
        return self._knows(one, other) or self._knows(other, one)

    def _knows(self, clause: Clause, other: Clause) -> bool:
        near = {other.key, *(c.key for c in self.above(other)), *(c.key for c in self.children[other.parent])}
        return any(not near.isdisjoint(reference.targets) for reference in clause.references)

    @cached_property
    def _sections(self) -> Mapping[ClauseKey, ClauseKey]:
        sections: dict[ClauseKey, ClauseKey] = {}
        for clause in self.clauses:  # a parent comes first
            own = clause.kind is Kind.SECTION or not clause.parent
            sections[clause.key] = clause.key if own or clause.parent is None else sections[clause.parent]
        return sections

    @cached_property
    def in_section(self) -> Mapping[ClauseKey, tuple[Clause, ...]]:
        """The rules that belong to each section."""
        found: dict[ClauseKey, list[Clause]] = {}
        for clause in self.rules:
            found.setdefault(self.section(clause), []).append(clause)
        return {key: tuple(clauses) for key, clauses in found.items()}

    @cached_property
    def in_procedures(self) -> frozenset[ClauseKey]:
        """The clauses that are steps of a procedure."""
        return frozenset(key for pair in self.steps for key in pair)

    @cached_property
    def is_chinese(self) -> bool:
        """Whether the text is Chinese: many rules know only its words."""
        letters = [char for char in self._source if char.isalpha()]
        return sum(map(is_han, letters)) * 2 > len(letters)

    # Words ------------------------------------------------------------------------------------------------------

    @cached_property
    def definitions(self) -> Mapping[str, tuple[tuple[Clause, Definition], ...]]:
        """Every defined word with the clauses that define it."""
        found: dict[str, list[tuple[Clause, Definition]]] = {}
        for clause in self.clauses:
            for definition in clause.definitions:
                found.setdefault(definition.term, []).append((clause, definition))
        return {term: tuple(places) for term, places in found.items()}

    @cached_property
    def terms(self) -> frozenset[str]:
        """The defined words, one for all that mean the same."""
        return frozenset(map(synonym, self.definitions))

    @cached_property
    def headings(self) -> str:
        """All titles, one a line."""
        return "\n".join(clause.title for clause in self.clauses if clause.kind in _HEADED)

    @cached_property
    def titles(self) -> frozenset[str]:
        """Every title."""
        return frozenset(self.headings.split("\n"))

    @cached_property
    def titled(self) -> Mapping[str, tuple[Clause, ...]]:
        """The sections with each title, spelling aside."""
        found: dict[str, list[Clause]] = {}
        for clause in self.clauses:
            if clause.title and clause.kind in (Kind.CHAPTER, Kind.SECTION):
                found.setdefault(fold_title(clause.title), []).append(clause)
        return {title: tuple(clauses) for title, clauses in found.items()}

    @cached_property
    def elsewhere(self) -> frozenset[str]:
        """The words by which the book names what another document says."""
        return frozenset(r.text for clause in self.clauses for r in clause.references if r.status is Status.EXTERNAL)

    @cached_property
    def unknown_titles(self) -> frozenset[str]:
        """The titles that the text names and no heading has."""
        return frozenset(
            fact.strip("“”「」『』\"'") for problem in self.problems for name, fact in problem.facts if name == "title"
        )

    @cached_property
    def lexicon(self) -> Lexicon:
        """The words of the language, of the trade, and of this book: its terms, and the compounds that it keeps using."""
        words = (*listed("trade.zh.txt"), *synonyms())
        found = compounds(Lexicon(self.definitions, words), (f"{c.title}\n{c.text}" for c in self.clauses))
        return Lexicon(self.definitions, words, found)

    @cached_property
    def plain_lexicon(self) -> Lexicon:
        """The words of the language and of the trade alone: what the book's own terms are made of."""
        return Lexicon(words=(*listed("trade.zh.txt"), *synonyms()))

    @cached_property
    def _cut(self) -> Mapping[ClauseKey, tuple[Word, ...]]:
        return {clause.key: tuple(self.lexicon.cut(clause.text)) for clause in self.clauses}

    def words(self, clause: Clause) -> tuple[Word, ...]:
        """The text of a clause, cut into words."""
        return self._cut[clause.key]

    @cached_property
    def frequency(self) -> Counter[str]:
        """How often each word is used."""
        return Counter(word.text for words in self._cut.values() for word in words)

    # Places -----------------------------------------------------------------------------------------------------

    def problem(
        self, rule: str, severity: Severity, clause: Clause, at: int = 0, *, in_title: bool = False, **facts: object
    ) -> Problem:
        """The problem at an offset into a clause's text (or title)."""
        line, column = self._place(clause, at, in_title=in_title)
        return Problem(rule, severity, clause.key, line, column, tuple((name, str(fact)) for name, fact in facts.items()))

    def _place(self, clause: Clause, at: int, *, in_title: bool) -> tuple[int, int]:
        """Line and column of that offset: characters that are not blank are the same here and in the source."""
        if self._placed[0] != (clause.key, in_title):  # several problems of one clause come together
            role = Role.TITLE if in_title else Role.TEXT
            printed = [
                (span.line, span.column + place)
                for span in clause.spans
                if span.role is role
                for place, char in enumerate(self._source[span.start : span.end])
                if not char.isspace()
            ]
            words = clause.title if in_title else clause.text
            before = [0, *accumulate(not char.isspace() for char in words)]
            self._placed = (clause.key, in_title), printed, before
        _, printed, before = self._placed
        place = before[min(at, len(before) - 1)]
        first = clause.spans[0]
        return printed[place] if place < len(printed) else (first.line, first.column)
