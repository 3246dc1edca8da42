"""10.8.1: which automatic abilities are valid where their cards lie, by what they watch for."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from headjudge.parser import effects as fx
from headjudge.parser.effect_terms import Deed, Stretch, This
from headjudge.simulator.citing import apart, cite_all
from headjudge.simulator.games.palworld.board import Board, Card, CardAbility, Origin, Thing, ZoneName, both
from headjudge.simulator.games.palworld.meaning import printed
from headjudge.simulator.games.palworld.validity import is_valid_in
from headjudge.simulator.games.palworld.view import abilities_known
from headjudge.simulator.once import OnceFor, once_each
from headjudge.simulator.state import ObjectId

Watched: TypeAlias = Deed | Stretch | None
"""A deed, a stretch of time that begins or ends, or (None) a state."""
Single: TypeAlias = fx.When | fx.At | fx.WhenState


class Holder(NamedTuple):
    """An automatic ability and whose it is, on the board on which it is asked whether it triggers."""

    board: Board
    origin: Origin
    held: CardAbility
    triggers: tuple[Single, ...]
    """Those of its triggers that watch for what is asked."""
    card: Thing | None = None
    """The card in a base that has it."""


def watching(board: Board, watched: Watched, subject: ObjectId | None = None) -> list[Holder]:
    """Every automatic ability that watches for such a thing and is valid where its card lies: those in bases first, the turn
    player's before the other's. Of a deed, those are left out that watch their own card alone if it is not the `subject`."""
    found: list[Holder] = []
    known = abilities_known(board)
    only_printed, on_card = known is printed, _ON_CARD[watched]
    for player in both(board):
        for thing in board.seats[player].base:
            if only_printed:
                watches = on_card[thing.card]
            else:
                has = known(thing)
                watches = _watches(has.abilities, has.void, watched)
            if watches is None:
                continue
            if watches.cited:
                cite_all(watches.cited)
            if watches.others or thing.id == subject:
                origin = Origin(player, thing.id)
                found += [
                    Holder(board, origin, one.held, one.triggers, thing)
                    for one in watches.watchers
                    if not one.itself_alone or thing.id == subject
                ]
    for player, seat in enumerate(board.seats):
        if seat.hand and (in_hand := _in_hand(seat.hand)):
            found += [Holder(board, Origin(player, thing), one.held, one.triggers) for thing, one in in_hand.get(watched, ())]
    for player, seat in enumerate(board.seats):
        if seat.graveyard and (buried := _in_graveyard(seat.graveyard)):
            found += [Holder(board, Origin(player, thing), one.held, one.triggers) for thing, one in buried.get(watched, ())]
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


# By card --------------------------------------------------------------------------------------------------------------------


class _Watcher(NamedTuple):
    """An automatic ability, by one kind of what it watches for."""

    held: CardAbility
    triggers: tuple[Single, ...]
    """Those of its triggers that watch for that."""
    itself_alone: bool
    """Whether it can trigger only by what its own card does (as most do: nothing has to be read of them for other cards)."""


_ByWatched: TypeAlias = Mapping[Watched, tuple[_Watcher, ...]]


class _Watches(NamedTuple):
    """Those of the abilities of a card in a base that watch for one thing, and the clauses by which its abilities are valid."""

    watchers: tuple[_Watcher, ...]
    others: bool
    """Whether any of them watches more than its own card."""
    cited: tuple[str, ...]


def _watches(abilities: tuple[CardAbility, ...], void: tuple[CardAbility, ...], watched: Watched) -> _Watches | None:
    """What watches for such a thing among the abilities of a card in a base; None if nothing does, nor is cited."""
    if void:  # 10.3.2
        found, cited = apart(lambda: _by_watched((held for held in abilities if held not in void), "base"))
    else:
        found, cited = _in_base(abilities)
    watchers = found.get(watched, ())
    if not watchers and not cited:
        return None
    return _Watches(watchers, not all(one.itself_alone for one in watchers), cited)


@once_each
def _in_base(abilities: tuple[CardAbility, ...]) -> tuple[_ByWatched, tuple[str, ...]]:
    return apart(lambda: _by_watched(abilities, "base"))


def _on_card(watched: Watched) -> OnceFor[Card, _Watches | None]:
    return OnceFor(lambda card: _watches(card.abilities, (), watched))


_ON_CARD: OnceFor[Watched, OnceFor[Card, _Watches | None]] = OnceFor(_on_card)
"""What is printed on a card that watches for a thing, in a base: asked of every card there after every event."""


def _by_watched(abilities: Iterable[CardAbility], name: ZoneName) -> _ByWatched:
    found: dict[Watched, tuple[_Watcher, ...]] = {}
    for held in abilities:
        if is_valid_in(held.ability, name) and isinstance(held.ability, fx.Automatic):
            singles = single_triggers(held.ability)
            for watched in dict.fromkeys(map(_watched_by, singles)):
                concerned = tuple(one for one in singles if _watched_by(one) is watched)
                watcher = _Watcher(held, concerned, all(map(_is_of_itself, concerned)))
                found[watched] = (*found.get(watched, ()), watcher)
    return found


def _is_of_itself(trigger: Single) -> bool:
    """Whether a trigger asks what its own card does. Of damage, this card may be what deals it for another."""
    return isinstance(trigger, fx.When) and isinstance(trigger.event.subject, This) and trigger.event.deed is not Deed.DAMAGE


# Elsewhere ------------------------------------------------------------------------------------------------------------------

_WatchingThings: TypeAlias = Mapping[Watched, tuple[tuple[ObjectId, _Watcher], ...]]


@once_each
def _in_hand(lying: tuple[Thing, ...]) -> _WatchingThings:
    return _of_things(lying, _ON_CARD_IN_HAND)


@once_each
def _in_graveyard(lying: tuple[Thing, ...]) -> _WatchingThings:
    return _of_things(lying, _ON_CARD_IN_GRAVEYARD)


def _printed_in(name: ZoneName) -> OnceFor[Card, tuple[_ByWatched, tuple[str, ...]]]:
    return OnceFor(lambda card: apart(lambda: _by_watched(card.abilities, name)))


_ON_CARD_IN_HAND, _ON_CARD_IN_GRAVEYARD = _printed_in("hand"), _printed_in("graveyard")


def _of_things(lying: tuple[Thing, ...], on_card: OnceFor[Card, tuple[_ByWatched, tuple[str, ...]]]) -> _WatchingThings:
    found: dict[Watched, tuple[tuple[ObjectId, _Watcher], ...]] = {}
    for thing in lying:
        by_watched, cited = on_card[thing.card]
        if cited:
            cite_all(cited)
        if by_watched:
            for watched, watchers in by_watched.items():
                found[watched] = (*found.get(watched, ()), *((thing.id, one) for one in watchers))
    return found
