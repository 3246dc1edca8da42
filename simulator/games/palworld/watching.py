"""10.8.1: which automatic abilities are valid where their cards lie, by what they watch for."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from headjudge.parser import effects as fx
from headjudge.parser.effect_terms import Deed, Event, Stretch, This, Zone
from headjudge.parser.named import NamedTuple
from headjudge.simulator.citing import apart, cite_all
from headjudge.simulator.games.palworld.board import (
    PUBLIC,
    Board,
    Card,
    CardAbility,
    Origin,
    Thing,
    Where,
    World,
    ZoneName,
    both,
    find,
    zone,
)
from headjudge.simulator.games.palworld.events import Move
from headjudge.simulator.games.palworld.happening import ZONE_OF, deeds_of_a_move
from headjudge.simulator.games.palworld.meaning import printed
from headjudge.simulator.games.palworld.validity import is_valid_in
from headjudge.simulator.games.palworld.view import abilities_known
from headjudge.simulator.once import OnceFor, once_each
from headjudge.simulator.state import ObjectId, made

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
    simply: bool = False
    """Whether it has a single trigger, which asks for a deed of its own card, at most from where to where, and nothing else."""


def watching(board: Board, watched: Watched, subject: ObjectId | None = None) -> list[Holder]:
    """Every automatic ability that watches for such a thing and is valid where its card lies: those in bases first, the turn
    player's before the other's. Of a deed, those are left out that watch their own card alone if it is not the `subject`."""
    found: list[Holder] = []
    known, watch = abilities_known(board), _WATCH[board.world][watched]
    where = None if subject is None or not watch.only_themselves else find(board, subject)
    if known is not printed:
        for player in both(board):
            for thing in board.seats[player].base:
                has = known(thing)
                found += _holders(board, Where(player, "base", thing), _in_base(has.abilities, has.void, watched), subject)
        if where is not None and where.zone == "base":
            where = None
    elif "base" in watch.others:
        found += _printed_in(board, "base", watched, subject)
    if where is not None and where.zone in watch.only_themselves:
        found += _holders(board, where, _ON_CARD[where.zone][watched][where.thing.card], subject)
    for name in _ELSEWHERE:
        if name in watch.others:
            found += _printed_in(board, name, watched, subject)
    return found


def deeds_watched(before: Board, after: Board, card: Card) -> frozenset[Deed]:
    """The deeds of a card that any ability could notice: those of its own that it watches for, and all that others watch for."""
    world = after.world
    if after.delayed or (
        world.abilities_change and (abilities_known(before) is not printed or abilities_known(after) is not printed)
    ):
        return world.trigger_deeds
    return _DEEDS_WATCHED[world][card]


class OfItself(NamedTuple):
    """The abilities of a card that trigger by one deed of a move of that card."""

    cited: tuple[str, ...]
    """The clauses by which its abilities are valid where it lies, or not."""
    abilities: tuple[CardAbility, ...]


def of_itself(before: Board, after: Board, where: Where, move: Move) -> tuple[OfItself, ...] | None:
    """What a move of a card triggers, deed by deed, if nothing can notice it but abilities of its own that ask for nothing but
    from where to where it goes; None if something else might."""
    world = after.world
    if after.delayed or (
        world.abilities_change and (abilities_known(before) is not printed or abilities_known(after) is not printed)
    ):
        return None
    return _OF_ITSELF[world][where.thing.card, where.zone, move.to, move.deeds]


def _printed_in(board: Board, name: ZoneName, watched: Watched, subject: ObjectId | None) -> Iterator[Holder]:
    """The abilities printed on the cards in one kind of zone."""
    on_card = _ON_CARD[name][watched]
    for player in both(board):
        for thing in zone(board, player, name):
            watches = on_card[thing.card]
            if watches is not None:
                yield from _holders(board, Where(player, name, thing), watches, subject)


def _holders(board: Board, where: Where, watches: "_Watches | None", subject: ObjectId | None) -> Sequence[Holder]:
    player, name, thing = where
    if watches is None or (not watches.others and thing.id != subject):
        return ()
    if watches.cited:
        cite_all(watches.cited)
    origin, in_base = made(Origin, (player, thing.id, ())), thing if name == "base" else None
    return [
        made(Holder, (board, origin, one.held, one.triggers, in_base, one.simply))
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
    simply: bool


class _Watches(NamedTuple):
    """Those abilities of a card that watch for one thing where it lies, and the clauses by which its abilities are valid there,
    or not."""

    watchers: tuple[_Watcher, ...]
    others: bool
    """Whether any of them watches more than its own card, or would if it were valid there."""
    cited: tuple[str, ...]


_ELSEWHERE: tuple[ZoneName, ...] = ("hand", "graveyard", "exile")
_ByWatched: TypeAlias = OnceFor[Watched, _Watches | None]


def _by_watched(abilities: tuple[CardAbility, ...], name: ZoneName) -> _ByWatched:
    """What of these abilities of a card in such a zone watches for a thing; None if nothing does, nor would elsewhere."""
    return OnceFor(lambda watched: _watches(abilities, name, watched))


def _watches(abilities: tuple[CardAbility, ...], name: ZoneName, watched: Watched) -> _Watches | None:
    concerned = []
    for held in abilities:
        if isinstance(held.ability, fx.Automatic):
            triggers = tuple(one for one in single_triggers(held.ability) if _watched_by(one) is watched)
            if triggers:
                simply = len(triggers) == 1 and asks_where_alone(triggers[0])
                concerned.append(_Watcher(held, triggers, all(map(_is_of_itself, triggers)), simply))
    if not concerned:
        return None
    watchers, cited = apart(lambda: tuple([one for one in concerned if is_valid_in(one.held.ability, name)]))
    return _Watches(watchers, not all(one.itself_alone for one in concerned), cited) if watchers or cited else None


def _in_base(abilities: tuple[CardAbility, ...], void: tuple[CardAbility, ...], watched: Watched) -> _Watches | None:
    """What watches for such a thing of a card in a base that has these abilities, some of which may be void (10.3.2)."""
    if void:
        return _watches(tuple(held for held in abilities if held not in void), "base", watched)
    return _all_in_base(abilities)[watched]


@once_each
def _all_in_base(abilities: tuple[CardAbility, ...]) -> _ByWatched:
    return _by_watched(abilities, "base")


def _printed_on_cards(name: ZoneName) -> OnceFor[Watched, OnceFor[Card, _Watches | None]]:
    def on_cards(watched: Watched) -> OnceFor[Card, _Watches | None]:
        return OnceFor(lambda card: _watches(card.abilities, name, watched))

    return OnceFor(on_cards)


_ON_CARD: Mapping[ZoneName, OnceFor[Watched, OnceFor[Card, _Watches | None]]] = {
    name: _printed_on_cards(name) for name in ("base", *_ELSEWHERE)
}
"""What is printed on cards that watches for a thing, by where they lie: asked of every card there after every event."""


class _Watch(NamedTuple):
    """From which zones the cards of a game watch for a thing, or would if they were valid there (10.3.5)."""

    others: frozenset[ZoneName]
    """Those in which some card watches what others do."""
    only_themselves: frozenset[ZoneName]
    """Those in which cards watch, each, their own doings alone: no other card there has to be looked at."""


def _watch_of(world: World) -> OnceFor[Watched, _Watch]:
    def watch(watched: Watched) -> _Watch:
        kinds: dict[bool, set[ZoneName]] = {True: set(), False: set()}
        for name, on_card in _ON_CARD.items():
            watches = [one for card in world.cards if (one := on_card[watched][card]) is not None]
            if watches:
                kinds[any(one.others for one in watches)].add(name)
        return _Watch(frozenset(kinds[True]), frozenset(kinds[False]))

    return OnceFor(watch)


_WATCH: OnceFor[World, OnceFor[Watched, _Watch]] = OnceFor(_watch_of)


def _deeds_watched_in(world: World) -> OnceFor[Card, frozenset[Deed]]:
    others = frozenset(deed for deed in world.trigger_deeds if _WATCH[world][deed].others)

    def of_card(card: Card) -> frozenset[Deed]:
        automatic = [held.ability for held in card.abilities if isinstance(held.ability, fx.Automatic)]
        triggers = [one for ability in automatic for one in single_triggers(ability)]
        return others | {one.event.deed for one in triggers if isinstance(one, fx.When)}

    return OnceFor(of_card)


_DEEDS_WATCHED: OnceFor[World, OnceFor[Card, frozenset[Deed]]] = OnceFor(_deeds_watched_in)


_Moved: TypeAlias = tuple[Card, ZoneName, ZoneName, tuple[Deed, ...]]
"""A card, from where it goes to where, and what that is called besides."""


def _of_itself_in(world: World) -> OnceFor[_Moved, tuple[OfItself, ...] | None]:
    watch, deeds_watched_of = _WATCH[world], _DEEDS_WATCHED[world]

    def triggered(moved: _Moved) -> tuple[OfItself, ...] | None:
        card, origin, destination, said = moved
        if origin == destination:  # it may be the same card there (4.1.4)
            return None
        seen_in = origin if origin == "base" else destination  # what leaves a base is seen as it lay there
        found = []
        for deed in deeds_of_a_move(origin, destination, said, deeds_watched_of[card]):
            if watch[deed].others:
                return None
            watches = _ON_CARD[seen_in][deed][card] if seen_in in PUBLIC else None
            if watches is not None:
                if not all(one.simply for one in watches.watchers):
                    return None
                fitting = [
                    one.held for one in watches.watchers if goes_so(one.triggers[0], ZONE_OF[origin], ZONE_OF[destination])
                ]
                found.append(OfItself(watches.cited, tuple(fitting)))
        return tuple(found)

    return OnceFor(triggered)


_OF_ITSELF: OnceFor[World, OnceFor[_Moved, tuple[OfItself, ...] | None]] = OnceFor(_of_itself_in)


def goes_so(trigger: Single, origin: Zone | None, destination: Zone | None) -> bool:
    """Whether a trigger that asks at most from where to where a card goes (`asks_where_alone`) is met by going so."""
    assert isinstance(trigger, fx.When)
    return trigger.event.origin in (None, origin) and trigger.event.destination in (None, destination)


def _is_of_itself(trigger: Single) -> bool:
    """Whether a trigger asks what its own card does. Of damage, this card may be what deals it for another."""
    return isinstance(trigger, fx.When) and isinstance(trigger.event.subject, This) and trigger.event.deed is not Deed.DAMAGE


@once_each
def asks_where_alone(trigger: Single) -> bool:
    """Whether a trigger names a deed of its own card, and at most from where to where that goes (此卡登场时)."""
    if not _is_of_itself(trigger) or not isinstance(trigger, fx.When) or trigger.condition is not None:
        return False
    words = trigger.event
    return words == Event(words.deed, subject=words.subject, origin=words.origin, destination=words.destination)
