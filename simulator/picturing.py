"""What a game supplies so that its tables can be drawn: boards as data. Who draws them knows games by this alone
(`registry.picturing`)."""

from collections.abc import Callable
from dataclasses import dataclass

from headjudge.simulator.pictures import Phrase, Piece
from headjudge.simulator.state import Board
from headjudge.simulator.telling import Teller

Tellers = tuple[Teller, Teller]
"""Who tells of a line, in Chinese and in English."""


@dataclass(frozen=True, slots=True, eq=False)
class Picturing:
    """How a game's tables are drawn."""

    slots: tuple[str, ...]
    """The places on a table, in which one piece each stands."""
    pieces: Callable[[Board, Tellers], list[Piece]]
    """What lies in each of them."""


def both(tellers: Tellers, say: Callable[..., str], *about: object) -> Phrase:
    """What each of the tellers says about something."""
    zh, en = tellers
    return {"zh": say(zh, *about), "en": say(en, *about)}
