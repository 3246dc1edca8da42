"""10.8.1: which automatic abilities are valid where their cards lie, by what they watch for."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeAlias

from headjudge.parser import effects as fx
from headjudge.parser.effect_terms import Deed, Stretch, This
from headjudge.simulator.citing import apart, cite_all
from headjudge.simulator.games.palworld.board import Board, Card, CardAbility, Origin, Thing, ZoneName, both, zone
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
    for player in both(board):
        for thing in board.seats[player].base:
            if known is printed:
                watches = _PRINTED_IN_BASE[thing.card]
            else:
                has = known(thing)
                watches = _despite(has.abilities, has.void) if has.void else _in_base(has.abilities)
            if watches is not _NOTHING:
                if watches.cited:
                    cite_all(watches.cited)
                for one in watches.by_watched.get(watched, ()):
                    if not one.itself_alone or thing.id == subject:
                        found.append(Holder(board, Origin(player, thing.id), one.held, one.triggers, thing))
    for name, in_zone in _ELSEWHERE.items():
        for player in (0, 1):
            lying = zone(board, player, name)
            if lying and (by_watched := in_zone(lying)):
                for id_, one in by_watched.get(watched, ()):
                    found.append(Holder(board, Origin(player, id_), one.held, one.triggers))
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


class _Watches(NamedTuple):
    """What the abilities of a card watch for in a zone, and the clauses by which they are valid there, or not."""

    by_watched: Mapping[Watched, tuple[_Watcher, ...]]
    cited: tuple[str, ...] = ()


_NOTHING = _Watches({})


def _watches(abilities: Iterable[CardAbility], name: ZoneName) -> _Watches:
    found, cited = apart(lambda: _by_watched(abilities, name))
    return _Watches(found, cited) if found or cited else _NOTHING


def _by_watched(abilities: Iterable[CardAbility], name: ZoneName) -> dict[Watched, tuple[_Watcher, ...]]:
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


_PRINTED_IN_BASE: OnceFor[Card, _Watches] = OnceFor(lambda card: _watches(card.abilities, "base"))


@once_each
def _in_base(abilities: tuple[CardAbility, ...]) -> _Watches:
    return _watches(abilities, "base")


def _despite(abilities: tuple[CardAbility, ...], void: tuple[CardAbility, ...]) -> _Watches:
    """The same of a card some of whose abilities are void (10.3.2)."""
    return _watches((held for held in abilities if held not in void), "base")


_WatchingThings: TypeAlias = Mapping[Watched, tuple[tuple[ObjectId, _Watcher], ...]]


@once_each
def _in_hand(lying: tuple[Thing, ...]) -> _WatchingThings:
    return _of_things(lying, _PRINTED_IN_HAND)


@once_each
def _in_graveyard(lying: tuple[Thing, ...]) -> _WatchingThings:
    return _of_things(lying, _PRINTED_IN_GRAVEYARD)


_ELSEWHERE: Mapping[ZoneName, Callable[[tuple[Thing, ...]], _WatchingThings]] = {"hand": _in_hand, "graveyard": _in_graveyard}
_PRINTED_IN_HAND: OnceFor[Card, _Watches] = OnceFor(lambda card: _watches(card.abilities, "hand"))
_PRINTED_IN_GRAVEYARD: OnceFor[Card, _Watches] = OnceFor(lambda card: _watches(card.abilities, "graveyard"))


def _of_things(lying: tuple[Thing, ...], printed_on: OnceFor[Card, _Watches]) -> _WatchingThings:
    found: dict[Watched, tuple[tuple[ObjectId, _Watcher], ...]] = {}
    for thing in lying:
        watches = printed_on[thing.card]
        if watches is _NOTHING:
            continue
        cite_all(watches.cited)
        for watched, watchers in watches.by_watched.items():
            found[watched] = (*found.get(watched, ()), *((thing.id, one) for one in watchers))
    return found
