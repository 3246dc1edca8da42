"""The rulebook that a game runs by: its clauses, and the keywords that it explains."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from headjudge.kb.clause import Clause
from headjudge.parser.keywords import Keywords


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


def pin(clause: Clause) -> str:
    """The hash of a clause's wording, by which a binding notices that the rulebook changed under it."""
    return sha256("".join(clause.text.split()).encode()).hexdigest()[:12]
