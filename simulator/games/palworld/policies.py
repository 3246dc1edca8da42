"""Readings where the book is silent: `policies.toml` has both, the one taken and why; a step that needs one cites it."""

import tomllib
from collections.abc import Mapping
from functools import cache

from headjudge.kb.clause import HeadjudgeError
from headjudge.parser.packaged import files
from headjudge.simulator.citing import cite
from headjudge.simulator.games.palworld.board import Board
from headjudge.simulator.policy import Policy


@cache
def policies() -> Mapping[str, Policy]:
    """Every numbered policy by its id, in the file's order."""
    data = tomllib.loads((files("headjudge.rules_text") / "palworld" / "policies.toml").read_text("utf-8"))
    found = {}
    for name, entry in data.items():
        readings = {key: (words["zh"], words["en"]) for key, words in entry["readings"].items()}
        question, why = entry["question"], entry["why"]
        found[name] = Policy(
            name, tuple(entry["clauses"]), (question["zh"], question["en"]), readings, entry["taken"], (why["zh"], why["en"])
        )
        if entry["taken"] not in readings:
            raise HeadjudgeError("policy_without_reading", policy=name, reading=entry["taken"])
    return found


HAND_WITHOUT_ICON = "hand-ability-without-icon"
"""In which zone an ability is valid whose keyword shows no icon and whose cost discards its own card."""

OWN_COST = "own-cost-of-use"
"""In which zone an ability is valid that changes the cost of using its own card, and shows no icon."""


def policy(board: Board, name: str) -> str:
    """The reading that this game takes; cited as `policy:<id>`."""
    cite(f"policy:{name}")
    return board.world.policies.get(name) or policies()[name].taken


def checked(chosen: Mapping[str, str]) -> Mapping[str, str]:
    """The overriding readings, all of them known; raises an error that names what is not."""
    for name, reading in chosen.items():
        if name not in policies():
            raise HeadjudgeError("policy_unknown", policy=name, known=", ".join(policies()))
        if reading not in policies()[name].readings:
            raise HeadjudgeError("reading_unknown", policy=name, reading=reading, known=", ".join(policies()[name].readings))
    return chosen
