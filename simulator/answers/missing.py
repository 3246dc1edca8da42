"""A step that was missed, in words: what was asked, where the lines part, and how the tables differ now."""

import re
from collections.abc import Sequence
from typing import Any

from headjudge.parser.named import NamedTuple
from headjudge.parser.ruling_vocabulary import Language
from headjudge.simulator.answers.running import Answered
from headjudge.simulator.answers.sentence import statement
from headjudge.simulator.answers.steps import Step, steps, teller_of
from headjudge.simulator.answers.words import say
from headjudge.simulator.missed import Missed, Slip, WrongSlip
from headjudge.simulator.telling import ToldDifference

_SLIP = re.compile(r"(?P<step>\d+(?:\.\d+)+|\d+)(?:#(?P<nth>\d+))?(?:\s*[:：]\s*(?P<much>\d+))?")
_LONGEST = 9
"""Digits of a number that means something."""


class Asked(NamedTuple):
    """What `--missed` says: a clause or the number of a printed step, which time, and how much of it was done."""

    step: str
    nth: int = 1
    much: int | None = None

    @property
    def number(self) -> int | None:
        """The number of a printed step."""
        return None if "." in self.step else int(self.step)


def read_slip(words: str) -> Asked:
    """What the words ask. Raises WrongSlip.

    >>> read_slip("6"), read_slip("10.5.3.2#2"), read_slip("5.12.2: 1")
    (Asked(step='6', nth=1, much=None), Asked(step='10.5.3.2', nth=2, much=None), Asked(step='5.12.2', nth=1, much=1))
    """
    match = _SLIP.fullmatch(words.strip())
    if match is None or any(len(part) > _LONGEST for part in re.findall(r"\d+", words)):
        raise WrongSlip("missed_unreadable", words=words)
    return Asked(match["step"], int(match["nth"] or 1), None if match["much"] is None else int(match["much"]))


def slip_of(asked: Asked, told: Sequence[Step]) -> Slip:
    """The step that is meant, of the steps as they are printed. Raises WrongSlip."""
    if asked.number is None:
        return Slip(asked.step, asked.nth, None, asked.much)
    if not 1 <= asked.number <= len(told):
        raise WrongSlip("missed_no_step", step=asked.number, steps=len(told))
    step = told[asked.number - 1]
    return Slip(step.clause, 1, step.visit, asked.much)


class Told(NamedTuple):
    """What came of it, in words."""

    sentence: str
    clause: str
    step: str
    """The step at which the lines part."""
    quote: str
    differences: tuple[ToldDifference, ...]
    played: tuple[Step, ...]
    right: tuple[Step, ...]
    expectations: tuple[tuple[str, bool | None, bool | None], ...]
    """Each that comes out otherwise, as it was played and as it should be."""


def told(answered: Answered, found: Missed, language: Language) -> Told:
    """The answer in words."""
    start = answered.verdict.start
    teller = teller_of((*found.common, *found.right, *found.played), start, language, game=answered.game)
    differences = tuple(teller.differences(found.differences, found.parted))
    facts = {"clause": found.clause, "at": found.at.clause, "nth": found.at.visit if found.at.visit > 1 else ""}
    if found.much is not None:
        how = say("missed_much", language, **facts, much=found.much[0], right=found.much[1])
    else:
        how = say("missed_watching" if found.watching else "missed_step", language, **facts)
    judged = zip(answered.verdict.expectations, found.results, strict=True)
    changed = tuple((statement(one, language), played, right) for one, (played, right) in judged if played != right)
    name = "missed_differs" if differences else "missed_same"
    everything = steps((*found.common, *found.right), start, language, answered.game)
    played = steps((*found.common, *found.played), start, language, answered.game)
    return Told(
        say(name, language, how=how, at=found.at.clause, count=len(differences)),
        found.clause,
        found.at.clause,
        found.at.quote,
        differences,
        played[len(found.common) :],
        everything[len(found.common) :],
        changed,
    )


def data(told: Told) -> dict[str, Any]:
    """The answer as data."""
    return {
        "sentence": told.sentence,
        "step": told.step,
        "clause": told.clause,
        "parts_at": told.step,
        "quote": told.quote,
        "differences": [{"what": one.what, "as_played": one.first, "as_it_should_be": one.second} for one in told.differences],
        "expectations": [
            {"text": text, "as_played": played, "as_it_should_be": right} for text, played, right in told.expectations
        ],
    }
