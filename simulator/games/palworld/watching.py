"""10.8.1: which automatic abilities are valid where their cards lie, by what they watch for."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from headjudge.parser import effects as fx
from headjudge.parser.effect_terms import Deed, Stretch, This
from headjudge.simulator.citing import apart, cite_all
from headjudge.simulator.games.palworld.board import Board, Card, CardAbility, Origin, Thing, Where, ZoneName, both, zone
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
    only_printed, on_card = known is printed, _ON_CARD["base"][watched]
    for player in both(board):
        for thing in board.seats[player].base:
            if only_printed:
                watches = on_card[thing.card]
            else:
                has = known(thing)
                watches = _in_base(has.abilities, has.void, watched)
            if watches is not None:
                found += _holders(board, Where(player, "base", thing), watches, subject)
    for name in _ELSEWHERE:
        on_card = _ON_CARD[name][watched]
        for player in (0, 1):
            for thing in zone(board, player, name):
                watches = on_card[thing.card]
                if watches is not None:
                    found += _holders(board, Where(player, name, thing), watches, subject)
    return found


def _holders(board: Board, where: Where, watches: "_Watches", subject: ObjectId | None) -> Sequence[Holder]:
    if watches.cited:
        cite_all(watches.cited)
    thing = where.thing
    if not watches.others and thing.id != subject:
        return ()
    origin, in_base = Origin(where.player, thing.id), thing if where.zone == "base" else None
    return [
        Holder(board, origin, one.held, one.triggers, in_base)
        for one in watches.watchers
        if not one.itself_alone or thing.id == subject
    ]


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


class _Watches(NamedTuple):
    """Those abilities of a card that watch for one thing where it lies, and the clauses by which its abilities are valid there,
    or not."""

    watchers: tuple[_Watcher, ...]
    others: bool
    """Whether any of them watches more than its own card."""
    cited: tuple[str, ...]


_ELSEWHERE: tuple[ZoneName, ...] = ("hand", "graveyard")
_ByWatched: TypeAlias = Mapping[Watched, tuple[_Watcher, ...]]


def _watches(found: _ByWatched, cited: tuple[str, ...], watched: Watched) -> _Watches | None:
    """What watches for such a thing; None if nothing does, nor is cited."""
    watchers = found.get(watched, ())
    if not watchers and not cited:
        return None
    return _Watches(watchers, not all(one.itself_alone for one in watchers), cited)


def _in_base(abilities: tuple[CardAbility, ...], void: tuple[CardAbility, ...], watched: Watched) -> _Watches | None:
    """What watches for such a thing of a card in a base that has these abilities, some of which may be void (10.3.2)."""
    if void:
        kept = tuple(held for held in abilities if held not in void)
        return _watches(*apart(lambda: _by_watched(kept, "base")), watched)
    return _watches(*_all_in_base(abilities), watched)


@once_each
def _all_in_base(abilities: tuple[CardAbility, ...]) -> tuple[_ByWatched, tuple[str, ...]]:
    return apart(lambda: _by_watched(abilities, "base"))


def _printed_on_cards(name: ZoneName) -> OnceFor[Watched, OnceFor[Card, _Watches | None]]:
    def on_cards(watched: Watched) -> OnceFor[Card, _Watches | None]:
        return OnceFor(lambda card: _watches(*apart(lambda: _by_watched(card.abilities, name)), watched))

    return OnceFor(on_cards)


_ON_CARD: Mapping[ZoneName, OnceFor[Watched, OnceFor[Card, _Watches | None]]] = {
    name: _printed_on_cards(name) for name in ("base", *_ELSEWHERE)
}
"""What is printed on cards that watches for a thing, by where they lie: asked of every card there after every event."""


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
