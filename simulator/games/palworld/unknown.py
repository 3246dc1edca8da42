"""Unknown cards: a clause that asks what one is makes chance decide just that, once, and the answer is kept."""

from headjudge.simulator.games.palworld.board import (
    EVENT,
    GEAR,
    LUCKY_PAL,
    NORMAL_PAL,
    PAL,
    STRUCTURE,
    Board,
    Thing,
)
from headjudge.simulator.games.palworld.events import Learn
from headjudge.simulator.machine import Doubt
from headjudge.simulator.moves import Do, Option
from headjudge.simulator.state import CHANCE
from headjudge.simulator.unmodelled import NotModelledError

_ANSWERS: dict[str, tuple[object, ...]] = {
    "lucky": (False, True),
    "kinds": ((PAL, NORMAL_PAL), (PAL, LUCKY_PAL), (STRUCTURE,), (GEAR,), (EVENT,)),
    "colors": ((), ("红",), ("蓝",), ("绿",), ("紫",)),
}


def known(thing: Thing, about: str) -> object:
    """What an unknown card is in one respect; raises a Doubt as long as that is open."""
    for name, value in thing.known:
        if name == about:
            return value
    if about not in _ANSWERS:
        raise NotModelledError(f"{about}?")
    raise Doubt(
        CHANCE, tuple(Option(Learn(thing.id, about, value), (Do(Learn(thing.id, about, value)),)) for value in _ANSWERS[about])
    )


def has_lucky_icon(_board: Board, thing: Thing) -> bool:
    """Whether a card bears the lucky icon (2.10.1)."""
    return bool(known(thing, "lucky")) if thing.card.unknown else thing.card.lucky
