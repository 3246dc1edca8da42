"""What a simulated game says of its rulebook, as data that can be kept: the class of each clause, what it is bound to, and the
readings taken where the book is silent."""

from collections import defaultdict

from headjudge.simulator.coverage import classes
from headjudge.simulator.pictures import Phrase
from headjudge.simulator.registry import simulated
from headjudge.site.records import GameRecord


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
            key: {"kind": entry.kind.value, "reason": _phrase(entry.reason), "pin": entry.pin, "bound": bound[key]}
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
            for name, entry in supplied.policies().items()
        },
    }


def _phrase(words: tuple[str, str]) -> Phrase:
    zh, en = words
    return {"zh": zh, "en": en}
