"""What an event is called: the deeds that abilities and prohibitions speak of, and whether words mean one of them."""

from collections.abc import Iterator
from typing import NamedTuple

from headjudge.parser.effect_terms import Deed, Event, Role, Side, Zone
from headjudge.simulator.citing import cite
from headjudge.simulator.games.palworld import events as ev
from headjudge.simulator.games.palworld.board import ZONE_NAMES, Board, Target, ZoneName, find
from headjudge.simulator.games.palworld.book import reminder
from headjudge.simulator.games.palworld.meaning import Context, controller, fits, players, things
from headjudge.simulator.state import ObjectId

_ZONE_OF: dict[ZoneName, Zone] = {name: zone for zone, name in ZONE_NAMES.items()}


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


def happenings(board: Board, event: object) -> Iterator[Happening]:
    """Everything that an event is called, on the board on which it is about to happen."""
    match event:
        case ev.Move():
            yield from _moves(board, event)
        case ev.Resolve(item, to, player):
            entry = next(one for one in board.resolution if one.id == item)
            subject = entry.thing.id if entry.thing is not None else item
            zone = _ZONE_OF[to]
            yield Happening(Deed.MOVE, entry.origin.controller, subject, None, Zone.RESOLUTION, zone)
            if to == "base":
                yield Happening(Deed.DEPLOY, player, subject, None, Zone.RESOLUTION, zone)
        case ev.Stand(thing):
            yield Happening(Deed.STAND, controller(board, thing), thing)
        case ev.Rest(thing):
            yield Happening(Deed.REST, controller(board, thing), thing)
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
        case ev.Used(item):
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
        case ev.Lose(player):
            yield Happening(Deed.LOSE_GAME, player)
        case ev.Win(player):
            yield Happening(Deed.WIN_GAME, player)
        case _:
            return


def _moves(board: Board, event: ev.Move) -> Iterator[Happening]:
    where = find(board, event.thing)
    if where is None:
        return
    origin, destination = _ZONE_OF[where.zone], _ZONE_OF[event.to]
    by = where.player if event.by is None else event.by
    moved = Happening(Deed.MOVE, by, event.thing, None, origin, destination, source=event.source)
    yield moved
    if where.zone != event.to:
        yield moved._replace(deed=Deed.LEAVE)
        if event.to == "base":
            yield moved._replace(deed=Deed.DEPLOY, by=event.player)
    for deed in event.deeds:
        yield moved._replace(deed=deed)


@reminder("9.6.3.4", "10.13.2", "10.13.3")
def means(ctx: Context, words: Event, done: Happening) -> bool:
    """Whether the words of a trigger, a prohibition or a replacement mean this happening."""
    if words.deed is done.deed is Deed.DAMAGE:
        if words.battle is not None:
            cite("9.6.3.4")
        if words.subject is not None and done.subject is not None:
            cite("10.13.3", *(() if done.battle else ("10.13.2",)))
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
