"""The rulebook that the game runs by: its clauses, the keywords that it explains, and what it bids the bindings check."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files

from headjudge.kb.clause import Clause
from headjudge.parser.keywords import Keywords, keywords_of
from headjudge.parser.rulebook import parse_rulebook
from headjudge.simulator.game import check
from headjudge.simulator.games.palworld.book import BOOK

EDITION = "2026-07"
DIALECT = "dotted"


@dataclass(frozen=True, slots=True, eq=False)
class Law:
    """One edition, ready to run by."""

    edition: str
    clauses: Mapping[str, Clause]
    keywords: Keywords

    def keyword_clauses(self, word: str) -> tuple[str, ...]:
        """The clauses on which a keyword's meaning rests, those of the keywords in its own formula included."""
        found: list[str] = []
        words = [word]
        while words:
            formula = self.keywords.formulas.get(words.pop())
            if formula is not None and formula.clause not in found:
                found.append(formula.clause)
                words += [other for other in self.keywords.formulas if f"【{other}】" in formula.body]
        return tuple(found)


def read_law(text: str, edition: str, dialect: str = DIALECT) -> Law:
    """The law that a rulebook's text is. Raises an error if it lacks a clause that the game is bound to."""
    return law_of(parse_rulebook(text, dialect).clauses, edition)


def law_of(clauses: Sequence[Clause], edition: str) -> Law:
    """The law that these clauses are, however they were come by. Raises an error if the game is bound to one that is missing."""
    by_number = {str(clause.key): clause for clause in clauses}
    check(BOOK, by_number)
    return Law(edition, by_number, keywords_of(clauses))


@cache
def shipped_law() -> Law:
    """The shipped edition."""
    text = (files("headjudge.rules_text") / "palworld" / f"{EDITION}.txt").read_text("utf-8")
    return read_law(text, EDITION)


def pin(clause: Clause) -> str:
    """The hash of a clause's wording, by which a binding notices that the rulebook changed under it."""
    return sha256("".join(clause.text.split()).encode()).hexdigest()[:12]
