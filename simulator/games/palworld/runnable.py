"""What of an ability that was read the game has no way to do: told beforehand, without a board to do it on."""

from typing import get_args

from headjudge.parser import effects as fx
from headjudge.parser.card_print import print_ability
from headjudge.parser.effect_terms import Cards, Role, Selection, Those, Zone
from headjudge.parser.effect_tree import unmodelled, walk
from headjudge.simulator.games.palworld.acts import can_do
from headjudge.simulator.games.palworld.board import ZONE_NAMES
from headjudge.simulator.games.palworld.souls import are_souls, from_the_soul_deck, mixes_souls

_BY_THE_SCRIPT = (
    fx.If,
    fx.May,
    fx.Repeat,
    fx.Modes,
    fx.Choose,
    fx.RevealUntil,
    fx.Declare,
    fx.Lasting,
    fx.Delayed,
    fx.AlteredEvent,
)
"""The acts that only say how others are done, or what a player decides (`instructions.py`, `replacement.py`)."""


def not_run(ability: fx.Ability) -> tuple[str, ...]:
    """The acts that the game cannot do, in the words of card text."""
    found = [act for act in walk(ability) if isinstance(act, get_args(fx.Action)) and not _can(act)]
    return tuple(dict.fromkeys(print_ability(fx.Instructions((act,))) for act in found))


def _can(act: object) -> bool:
    if isinstance(act, fx.Unmodelled) or unmodelled(act):
        return True  # not read: told elsewhere
    if any(isinstance(part, Cards) and mixes_souls(part) for part in walk(act)):
        return False
    if isinstance(act, fx.Move) and act.zone not in ZONE_NAMES:
        return from_the_soul_deck(act) is not None or (act.zone is Zone.SOUL_DECK and _are_souls(act.things))
    if isinstance(act, fx.Choose) and sum(are_souls(one.cards) for one in (act.selection, *act.also)) > 1:
        return False
    return isinstance(act, _BY_THE_SCRIPT) or can_do(act)


def _are_souls(things: object) -> bool:
    """Whether an act is done to cards of a soul zone, or to those chosen, who may be."""
    cards = things.cards if isinstance(things, Selection) else things
    return are_souls(cards) if isinstance(cards, Cards) else things == Those(Role.CHOSEN)
