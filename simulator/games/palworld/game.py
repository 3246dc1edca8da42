"""The game as the kernel runs it: every chapter's bindings laid out and checked against the rulebook."""

from functools import cache

from headjudge.simulator.game import Game, lay_out
from headjudge.simulator.games.palworld import (  # noqa: F401  # each binds its clauses when imported
    actions,
    acts,
    battle,
    drawing,
    instructions,
    rule_processing,
    setup,
    supposing,
    timing,
    turn,
    use,
    waiting,
)
from headjudge.simulator.games.palworld.book import BOOK
from headjudge.simulator.games.palworld.canonical import canonical
from headjudge.simulator.games.palworld.happen import happen
from headjudge.simulator.games.palworld.replacement import replaced
from headjudge.simulator.games.palworld.triggers import react


@cache
def palworld() -> Game:
    """The Palworld game."""
    entry, after, past = lay_out(BOOK)
    return Game("palworld", BOOK, entry, after, past, happen, react, replaced, canonical)
