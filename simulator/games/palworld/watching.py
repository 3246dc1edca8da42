"""10.8.1: which automatic abilities are valid where their cards lie, by what they watch for."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeAlias

from headjudge.parser import effects as fx
from headjudge.parser.effect_terms import Deed, Stretch
from headjudge.simulator.games.palworld.board import Board, CardAbility, Origin, Thing, ZoneName, both, zone
from headjudge.simulator.games.palworld.meaning import printed
from headjudge.simulator.games.palworld.validity import is_valid_in
from headjudge.simulator.games.palworld.view import abilities_known
from headjudge.simulator.once import once_each
from headjudge.simulator.state import ObjectId

Watched: TypeAlias = Deed | Stretch | None
"""A deed, a stretch of time that begins or ends, or (None) a state."""
Single: TypeAlias = fx.When | fx.At | fx.WhenState


class Holder(NamedTuple):
    """An automatic ability and whose it is, on the board on which it is asked whether it triggers."""

    board: Board
    origin: Origin
    held: CardAbility
    card: Thing | None = None
    """The card in a base that has it."""


def watching(board: Board, watched: Watched) -> list[Holder]:
    """Every automatic ability that watches for such a thing and is valid where its card lies: those in bases first, the turn
    player's before the other's."""
    found = []
    known = abilities_known(board)
    for player in both(board):
        for thing in board.seats[player].base:
            if known is printed and not thing.card.abilities:
                continue
            has = known(thing)
            if has.abilities:
                its_own = _watching_despite(has.abilities, has.void) if has.void else _in_base(has.abilities)
                if watched in its_own:
                    found += [Holder(board, Origin(player, thing.id), held, thing) for held in its_own[watched]]
    for name, in_zone in _ELSEWHERE.items():
        for player in (0, 1):
            lying = zone(board, player, name)
            if lying:
                found += [Holder(board, Origin(player, thing), held) for thing, held in in_zone(lying).get(watched, ())]
    return found


def automatic(held: CardAbility) -> fx.Automatic:
    """An ability that is known to be automatic."""
    assert isinstance(held.ability, fx.Automatic)
    return held.ability


def single_triggers(ability: fx.Automatic) -> tuple[Single, ...]:
    """The triggers of an ability, each by itself."""
    trigger = ability.trigger
    return trigger.triggers if isinstance(trigger, fx.AnyTrigger) else (trigger,)


def _watched_by(trigger: Single) -> Watched:
    match trigger:
        case fx.When():
            return trigger.event.deed
        case fx.At():
            return trigger.moment.period.stretch
        case fx.WhenState():
            return None


_Watching: TypeAlias = Mapping[Watched, tuple[CardAbility, ...]]


def _by_watched(abilities: Iterable[CardAbility], name: ZoneName) -> _Watching:
    found: dict[Watched, tuple[CardAbility, ...]] = {}
    for held in abilities:
        if is_valid_in(held.ability, name) and isinstance(held.ability, fx.Automatic):
            for watched in dict.fromkeys(map(_watched_by, single_triggers(held.ability))):
                found[watched] = (*found.get(watched, ()), held)
    return found


@once_each
def _in_base(abilities: tuple[CardAbility, ...]) -> _Watching:
    return _by_watched(abilities, "base")


def _watching_despite(abilities: tuple[CardAbility, ...], void: tuple[CardAbility, ...]) -> _Watching:
    """The same of a card some of whose abilities are void (10.3.2)."""
    return _by_watched((held for held in abilities if held not in void), "base")


_WatchingThings: TypeAlias = Mapping[Watched, tuple[tuple[ObjectId, CardAbility], ...]]


@once_each
def _in_hand(lying: tuple[Thing, ...]) -> _WatchingThings:
    return _of_things(lying, "hand")


@once_each
def _in_graveyard(lying: tuple[Thing, ...]) -> _WatchingThings:
    return _of_things(lying, "graveyard")


_ELSEWHERE: Mapping[ZoneName, Callable[[tuple[Thing, ...]], _WatchingThings]] = {"hand": _in_hand, "graveyard": _in_graveyard}


def _of_things(lying: tuple[Thing, ...], name: ZoneName) -> _WatchingThings:
    found: dict[Watched, tuple[tuple[ObjectId, CardAbility], ...]] = {}
    for thing in lying:
        for watched, held in _by_watched(printed(thing).abilities, name).items():
            found[watched] = (*found.get(watched, ()), *((thing.id, one) for one in held))
    return found
