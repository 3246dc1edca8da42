"""What an event is called: the deeds that abilities and prohibitions speak of, and whether words mean one of them."""

from collections.abc import Iterable, Iterator
from functools import cache

from headjudge.parser.effect_terms import Deed, Event, Role, Side, Zone
from headjudge.parser.named import NamedTuple
from headjudge.simulator.citing import cite
from headjudge.simulator.games.palworld import events as ev
from headjudge.simulator.games.palworld.board import ZONE_NAMES, Board, Target, ZoneName, find
from headjudge.simulator.games.palworld.book import reminder
from headjudge.simulator.games.palworld.meaning import Context, controller, fits, players, things
from headjudge.simulator.games.palworld.policies import policy
from headjudge.simulator.state import ObjectId, made

ZONE_OF: dict[ZoneName, Zone] = {name: zone for zone, name in ZONE_NAMES.items()}


class Happening(NamedTuple):
    """Something that was, or is about to be, done: `by` whom, by or to which card (`subject`), to what (`target`)."""

    deed: Deed
    by: int | None = None
    subject: ObjectId | None = None
    target: Target | None = None
    origin: Zone | None = None
    destination: Zone | None = None
    battle: bool | None = None
    became: ObjectId | None = None
    """What a moved card is in its new zone."""
    resource: str | None = None
    source: ObjectId | None = None
    """The card whose effect does it, where that is neither subject nor target."""


def arrived(done: Happening, now: ObjectId) -> Happening:
    """What happened to a card, told of what it has become where it went."""
    deed, by, was, target, origin, destination, battle, _, resource, source = done
    return made(Happening, (deed, by, now, target, origin, destination, battle, was, resource, source))


_EVERY = frozenset(Deed)
_MAY_BE_CALLED: dict[type, frozenset[Deed]] = {
    ev.Resolve: frozenset((Deed.MOVE, Deed.DEPLOY)),
    ev.Stand: frozenset((Deed.STAND,)),
    ev.Rest: frozenset((Deed.REST,)),
    ev.Damage: frozenset((Deed.DAMAGE,)),
    ev.Attacks: frozenset((Deed.ATTACK,)),
    ev.Blocks: frozenset((Deed.BLOCK,)),
    ev.Assigned: frozenset((Deed.ASSIGN,)),
    ev.Used: frozenset((Deed.USE,)),
    ev.ChangeLife: frozenset((Deed.GAIN_LIFE, Deed.LOSE_LIFE)),
    ev.ChangeResource: frozenset((Deed.GAIN_RESOURCE, Deed.CONSUME)),
    ev.Shuffle: frozenset((Deed.SHUFFLE,)),
    ev.Reveal: frozenset((Deed.REVEAL,)),
    ev.Chosen: frozenset((Deed.CHOOSE,)),
    ev.GainSouls: frozenset((Deed.ADD_SOULS,)),
    ev.Lose: frozenset((Deed.LOSE_GAME,)),
    ev.Win: frozenset((Deed.WIN_GAME,)),
}
"""What each kind of event can be called; a move, besides what its event says."""


def happenings(board: Board, event: object, about: frozenset[Deed] = _EVERY) -> Iterable[Happening]:
    """What an event is called, on the board on which it is about to happen, as far as anybody asks (`about`)."""
    if isinstance(event, ev.Move):
        return _moves(board, event, about) if about else ()
    if not may_be_called(event, about):
        return ()
    return [done for done in _called(board, event) if done.deed in about]


def may_be_called(event: object, deeds: frozenset[Deed]) -> bool:
    """Whether an event could be called any of these, on whichever board it is about to happen."""
    if not deeds:
        return False
    if isinstance(event, ev.Move):
        return bool(deeds_of_a_move(None, event.to, event.deeds, deeds))
    return not _MAY_BE_CALLED.get(type(event), _NOTHING).isdisjoint(deeds)


_NOTHING: frozenset[Deed] = frozenset()


def _called(board: Board, event: object) -> Iterator[Happening]:
    match event:
        case ev.Resolve(item, to, player):
            entry = next(one for one in board.resolution if one.id == item)
            subject = entry.thing.id if entry.thing is not None else item
            zone = ZONE_OF[to]
            yield Happening(Deed.MOVE, entry.origin.controller, subject, None, Zone.RESOLUTION, zone)
            if to == "base":
                yield Happening(Deed.DEPLOY, player, subject, None, Zone.RESOLUTION, zone)
        case ev.Stand(thing, by, cause) | ev.Rest(thing, by, cause):
            deed = Deed.STAND if isinstance(event, ev.Stand) else Deed.REST
            yield Happening(deed, controller(board, thing) if by is None else by, thing, source=cause)
        case ev.Damage(target, _, source, battle):
            by = controller(board, source) if source is not None else None
            yield Happening(Deed.DAMAGE, by, source, target, battle=battle)
        case ev.Attacks(attacker, target):
            yield Happening(Deed.ATTACK, controller(board, attacker), attacker, target)
        case ev.Blocks(blocker):
            blocked = board.battle.attacker if board.battle else None
            yield Happening(Deed.BLOCK, controller(board, blocker), blocker, blocked)
        case ev.Assigned(pal, structure):
            yield Happening(Deed.ASSIGN, controller(board, pal), pal, structure)
        case ev.Used(item) if item.thing is not None:  # a card; an ability is used, too, but that is not using its card (10.6.1)
            yield Happening(Deed.USE, item.origin.controller, item.origin.source)
        case ev.ChangeLife(player, amount):
            yield Happening(Deed.GAIN_LIFE if amount > 0 else Deed.LOSE_LIFE, player)
        case ev.ChangeResource(player, resource, amount, consumed):
            if amount > 0:
                yield Happening(Deed.GAIN_RESOURCE, player, resource=resource)
            elif consumed:
                yield Happening(Deed.CONSUME, player, resource=resource)
        case ev.Shuffle(player):
            yield Happening(Deed.SHUFFLE, player)
        case ev.Reveal(shown, by):
            for thing in shown:
                yield Happening(Deed.REVEAL, by, thing)
        case ev.Chosen(chosen, by, source):
            for thing in chosen:
                yield Happening(Deed.CHOOSE, by, thing, source=source)
        case ev.GainSouls(player, amount) if amount > 0:
            yield Happening(Deed.ADD_SOULS, player)
        case ev.Lose(player):
            yield Happening(Deed.LOSE_GAME, player)
        case ev.Win(player):
            yield Happening(Deed.WIN_GAME, player)
        case _:
            return


def _moves(board: Board, event: ev.Move, about: frozenset[Deed]) -> Iterable[Happening]:
    """A card moves, and by that leaves its zone, enters a base, or whatever the event says that it is."""
    where = find(board, event.thing)
    if where is None:
        return ()
    by = where.player if event.by is None else event.by
    origin, destination = ZONE_OF[where.zone], ZONE_OF[event.to]
    rest = event.thing, None, origin, destination, None, None, None, event.source
    deeds = deeds_of_a_move(where.zone, event.to, event.deeds, about)
    return [made(Happening, (deed, event.player if deed is _DEPLOY else by, *rest)) for deed in deeds]


_DEPLOY = Deed.DEPLOY


@cache
def deeds_of_a_move(
    origin: ZoneName | None, destination: ZoneName, said: tuple[Deed, ...], about: frozenset[Deed]
) -> tuple[Deed, ...]:
    """What a move from one zone to another is called, besides what its event says; from None, what any move there may be."""
    enters, leaves = (Deed.DEPLOY,) if destination == "base" else (), (Deed.LEAVE,)
    called = (Deed.MOVE, *((*leaves, *enters) if origin != destination else ()), *said)
    return tuple(deed for deed in called if deed in about)


@reminder("9.6.3.4", "10.13.2", "10.13.3")
def means(ctx: Context, words: Event, done: Happening) -> bool:
    """Whether the words of a trigger, a prohibition or a replacement mean this happening."""
    if words.deed is done.deed is Deed.DAMAGE:
        if words.battle is not None:
            cite("9.6.3.4")
        if words.subject is not None and done.subject is not None:
            cite("10.13.3", *(() if done.battle else ("10.13.2",)))
        if words.by is not None and words.subject is None and not _is_by_a_player(ctx, done):
            return False
    return (
        words.deed is done.deed
        and (words.by is None or words.by is Side.ANY or done.by in players(ctx, words.by))
        and (words.resource is None or words.resource == done.resource)
        and (words.source is None or _is_meant(ctx, words.source, done.source))
        and (words.battle is None or words.battle == done.battle)
        and (words.origin is None or words.origin is done.origin)
        and (words.destination is None or words.destination is done.destination)
        and (words.subject is None or _is_meant(ctx, words.subject, done.subject))
        and (words.target is None or _is_target(ctx, words, done.target))
    )


def _is_by_a_player(ctx: Context, done: Happening) -> bool:
    """Whether damage is dealt by a player (你造成伤害时), who has dealt it if any: the controller of its source."""
    cite("10.13.3")
    return policy(ctx.board, "damage-by-a-player") == "any-source" or not done.battle


def _is_target(ctx: Context, words: Event, target: Target | None) -> bool:
    if target is None or words.target is None:
        return False
    if not isinstance(target, ObjectId):
        named = not hasattr(words.target, "any_of") and not hasattr(words.target, "role") and isinstance(words.target, Side)
        return named and target in players(ctx, words.target)  # type: ignore[arg-type]  # a Side, as just asked
    return not isinstance(words.target, Side) and _is_meant(ctx, words.target, target)


def _is_meant(ctx: Context, reference: object, thing: ObjectId | None) -> bool:
    from headjudge.parser.effect_terms import Cards, This, Those

    if thing is None:
        return False
    match reference:
        case This():
            return thing == ctx.origin.source
        case Those(role):
            return thing in things(ctx, Those(role)) or (role is Role.TRIGGER and thing == ctx.candidate)
        case Cards():
            if reference.holder is not None and controller(ctx.board, thing) not in players(ctx, reference.holder):
                return False
            if reference.others and thing == ctx.origin.source:
                return False
            return fits(ctx, thing, reference)
        case _:
            return False
