"""The rulebook that games are run by, from the knowledge base: it has been read there already."""

from headjudge.cli.knowledge import opened
from headjudge.cli.request import Request
from headjudge.kb.editions import editions
from headjudge.parser.named import NamedTuple
from headjudge.simulator.law import Law
from headjudge.simulator.registry import names, simulated


def law(request: Request) -> Law:
    """The shipped edition of the game, or of the only one that can be run, as the knowledge base has it."""
    return laws(request).shipped


class Laws(NamedTuple):
    """The edition that a game is run by, and the official one that has been imported beside it ("" if none has been)."""

    shipped: Law
    official: str


def laws(request: Request) -> Laws:
    """Both at once: to open the knowledge base is to look at every file that it was built from."""
    game = simulated(request.game if request.game in names() else "")
    with opened(request) as db:
        official = next((f"{one.game}@{one.name}" for one in editions(db) if one.game == game.name and not one.own), "")
        return Laws(game.law_in(db), official)
