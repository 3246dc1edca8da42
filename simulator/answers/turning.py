"""What a verdict turns on, with the words of the clauses."""

from typing import Any

from headjudge.parser.named import NamedTuple
from headjudge.parser.ruling_vocabulary import Language
from headjudge.simulator.answers.running import Answered
from headjudge.simulator.answers.sentence import statement
from headjudge.simulator.answers.steps import teller_of
from headjudge.simulator.decisive import Decisive
from headjudge.simulator.telling import ToldDifference


class Turned(NamedTuple):
    """A clause with its words, the verdict without it, and the expectations that then come out otherwise."""

    clause: str
    quote: str
    changes_to: str
    expectations: tuple[str, ...]
    differences: tuple[ToldDifference, ...]
    """Of a ruling that expects nothing: how the table would lie (first) and how it lies (second)."""


def turned(answered: Answered, found: Decisive, language: Language) -> tuple[Turned, ...]:
    """The clauses on which the verdict turns."""
    known, judged = answered.law.clauses, answered.verdict.expectations
    start = answered.verdict.start
    teller = teller_of(answered.verdict.trace, start, language, game=answered.game)
    return tuple(
        Turned(
            one.clause,
            " ".join((known[one.clause].text or known[one.clause].title).split()),
            one.changes_to.value,
            tuple(statement(judged[number], language) for number in one.flipped),
            tuple(teller.differences(one.differences, start)),
        )
        for one in found.decisive
    )


def data(answered: Answered, found: Decisive, language: Language) -> dict[str, Any]:
    """All of it as data."""
    return {
        "decisive": [
            {
                "clause": entry.clause,
                "quote": entry.quote,
                "changes_to": entry.changes_to,
                "expectations": list(entry.expectations),
                "differences": [{"what": one.what, "without": one.first, "with": one.second} for one in entry.differences],
            }
            for entry in turned(answered, found, language)
        ],
        "structural": list(found.structural),
        "indifferent": list(found.indifferent),
        "inseparable": list(found.inseparable),
    }
