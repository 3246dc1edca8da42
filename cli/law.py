"""The rulebook that games are run by, from the knowledge base: it has been read there already."""

from headjudge.cli.knowledge import opened
from headjudge.cli.request import Request
from headjudge.simulator.games.palworld.law import Law, law_in


def law(request: Request) -> Law:
    """The shipped edition of the game, as the knowledge base has it."""
    with opened(request) as db:
        return law_in(db)
