"""The rulebook that games are run by, from the knowledge base: it has been read there already."""

from headjudge.cli.knowledge import opened
from headjudge.cli.request import Request
from headjudge.simulator.law import Law
from headjudge.simulator.registry import names, simulated


def law(request: Request) -> Law:
    """The shipped edition of the game, or of the only one that can be run, as the knowledge base has it."""
    game = request.game if request.game in names() else ""
    with opened(request) as db:
        return simulated(game).law_in(db)
