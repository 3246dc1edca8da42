"""What a simulated game says of its rulebook, as data that can be kept: the class of each clause, what it is bound to, and the
readings taken where the book is silent."""

from collections import defaultdict
from typing import TypedDict

from headjudge.simulator.coverage import classes
from headjudge.simulator.games.palworld.policies import policies
from headjudge.simulator.registry import simulated
from headjudge.site.tables import Phrase


class ClauseRecord(TypedDict):
    """A clause's class, the reason given for it, the pin of the wording that it was classified by, and the kinds of its
    bindings with the names of what they bind."""

    kind: str
    reason: str
    pin: str
    bound: list[tuple[str, str]]


class PolicyText(TypedDict):
    """A question that the book leaves open, the answers to it by name, the one taken and why."""

    clauses: list[str]
    question: Phrase
    readings: dict[str, Phrase]
    taken: str
    why: Phrase


class GameRecord(TypedDict):
    """All of it, by clause and by policy."""

    clauses: dict[str, ClauseRecord]
    policies: dict[str, PolicyText]


def game_record(game: str) -> GameRecord:
    """What the game of that name says of its rulebook."""
    supplied = simulated(game)
    bound: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for binding in supplied.bindings.bound:
        bound[binding.clause].append((binding.kind.value, binding.name))
    for word, formula in supplied.shipped_law().keywords.formulas.items():
        bound[str(formula.clause)].append(("definition", word))
    return {
        "clauses": {
            key: {"kind": entry.kind.value, "reason": entry.reason, "pin": entry.pin, "bound": bound[key]}
            for key, entry in classes(game).items()
        },
        "policies": {
            name: {
                "clauses": list(entry.clauses),
                "question": _phrase(entry.question),
                "readings": {reading: _phrase(words) for reading, words in entry.readings.items()},
                "taken": entry.taken,
                "why": _phrase(entry.why),
            }
            for name, entry in policies().items()
        },
    }


def _phrase(words: tuple[str, str]) -> Phrase:
    zh, en = words
    return {"zh": zh, "en": en}
