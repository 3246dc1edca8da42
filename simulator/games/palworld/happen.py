"""Events happen: what each does to the board, as far as it can be done (1.3.2)."""

from collections.abc import Callable
from typing import Any

from headjudge.parser.effect_terms import Edge, Stretch
from headjudge.simulator.citing import cite
from headjudge.simulator.games.palworld import events as ev
from headjudge.simulator.games.palworld.board import (
    PAL,
    PUBLIC,
    STRUCTURE,
    Board,
    Departed,
    Item,
    Seat,
    Thing,
    Where,
    ZoneName,
    change,
    find,
    held,
    in_base,
    other,
    seat,
    zone,
)
from headjudge.simulator.games.palworld.book import definition, reminder
from headjudge.simulator.games.palworld.durations import phase_begins
from headjudge.simulator.games.palworld.meaning import printed
from headjudge.simulator.games.palworld.queue import queued
from headjudge.simulator.games.palworld.restrictions import event_forbidden
from headjudge.simulator.games.palworld.view import features_of, is_kind
from headjudge.simulator.state import ObjectId

_Happen = Callable[[Board, Any, Board], Board]
_HAPPEN: dict[type, _Happen] = {}


def happen(board: Board, event: object, before: Board) -> Board:
    """The board once an event has happened; the same board if it cannot happen or changes nothing (1.3.2)."""
    if event_forbidden(before, event):
        return board
    return _HAPPEN[type(event)](board, event, before)


def _event(kind: type) -> Callable[[_Happen], _Happen]:
    def bind(function: _Happen) -> _Happen:
        _HAPPEN[kind] = function
        return function

    return bind


# Cards move --------------------------------------------------------------------------------------------------------


@_event(ev.Move)
@reminder("5.15.1", "4.1.4", "4.2.1", "4.1.2.1", "5.4.1", "4.3.2.3")
def _move(board: Board, event: ev.Move, before: Board) -> Board:
    """A card leaves one zone for another, where it is a new card; within a base, or within a deck, it stays the same."""
    where = find(board, event.thing)
    if where is None:
        return board
    if where.zone == event.to and where.player == event.player and event.to != "deck":
        return board
    board = _taken(board, where)
    if where.zone == event.to:  # 4.1.4: no new card; between two bases the book leaves it open, and its effects follow it
        if where.player != event.player:
            cite("4.1.4")
        return _put(board, where.thing, event.to, event.player, bottom=event.bottom)
    thing, board = _new(board, where.thing, before, rested=event.rested)
    board = board._replace(departed=(*board.departed, _last(before, where, thing.id)))
    _cite_new_card(board, where.thing)
    if (where.zone in PUBLIC) != (event.to in PUBLIC):
        cite("4.1.2.1", "4.2.1")
    if event.to == "base":
        cite("5.15.1", *(() if event.rested else ("4.3.2.3",)))
    return _put(board, thing, event.to, event.player, bottom=event.bottom)


@reminder("4.1.4", "4.4.4", "10.10.2")
def _cite_new_card(board: Board, old: Thing) -> None:
    """Cites that a card is a new one, where the old one bore something that the new one does not."""
    affected = any(old.id in members for going in board.effects for _, members in going.origin.roles)
    fights = board.battle is not None and old.id in (board.battle.attacker, board.battle.target)
    if old.damage:
        cite("4.4.4")
    if affected:
        cite("10.10.2")
    awaited = any(old.id in members for entry in board.delayed for _, members in entry.origin.roles)
    if affected or awaited or fights or old.damage or old.used:
        cite("4.1.4")


def _taken(board: Board, where: Where) -> Board:
    """The board without a card; the rest of a shuffled deck stays shuffled."""
    lying = zone(board, where.player, where.zone)
    rest = tuple(thing for thing in lying if thing.id != where.thing.id)
    if where.zone == "deck":
        start, stop = board.seats[where.player].bag
        index = lying.index(where.thing)
        bag = (start - (index < start), stop - (index < stop))
        return seat(board, where.player, deck=rest, bag=bag if stop else (0, 0))
    return seat(board, where.player, **{where.zone: rest})


def _new(board: Board, thing: Thing, before: Board, *, rested: bool = False) -> tuple[Thing, Board]:
    """The new card that a card becomes in another zone: nothing sticks to it (4.1.4), but what is known of it stays."""
    fresh = Thing(ObjectId(board.next_id), thing.card, thing.owner, rested, arrived=before.clock, known=thing.known)
    return fresh, board._replace(next_id=board.next_id + 1)


def _put(board: Board, thing: Thing, to: ZoneName, player: int, *, bottom: bool = False) -> Board:
    lying = zone(board, player, to)
    if to == "deck" and not bottom:
        start, stop = board.seats[player].bag
        return seat(board, player, deck=(thing, *lying), bag=(start + 1, stop + 1) if stop else (0, 0))
    return seat(board, player, **{to: (*lying, thing)})


def _last(before: Board, where: Where, now: ObjectId) -> Departed:
    """What is last known of a card that left, as it was before anything of the same batch happened."""
    original = find(before, where.thing.id) or where
    features = features_of(before, original.thing) if original.zone == "base" else printed(original.thing)
    return Departed(original.thing, features, original.player, original.zone, now)


@_event(ev.PutOnTop)
@reminder("4.11.1", "4.11.2", "10.6.2.1.2")
def _put_on_top(board: Board, event: ev.PutOnTop, before: Board) -> Board:
    """A card leaves its zone for the resolution zone, an ability comes there as a virtual card; each lies on the others."""
    cite("4.11.1", *(("4.11.2",) if board.resolution else ()))
    item = ObjectId(board.next_id)
    board = board._replace(next_id=board.next_id + 1)
    thing = None
    if event.thing is not None:
        where = find(board, event.thing)
        if where is None:
            return board
        board = _taken(board, where)
        thing = where.thing._replace(id=item, rested=False, damage=0, used=())
        board = board._replace(departed=(*board.departed, _last(before, where, item)))
    origin = event.origin if thing is None else event.origin._replace(source=item)
    return board._replace(resolution=(*board.resolution, Item(item, origin, thing, event.ability)))


@_event(ev.TakeOff)
def _take_off(board: Board, event: ev.TakeOff, _before: Board) -> Board:
    return board._replace(resolution=tuple(item for item in board.resolution if item.id != event.item))


@_event(ev.Resolve)
def _resolve(board: Board, event: ev.Resolve, before: Board) -> Board:
    item = next((item for item in board.resolution if item.id == event.item), None)
    if item is None or item.thing is None:
        return board
    board = board._replace(resolution=tuple(other for other in board.resolution if other.id != event.item))
    thing, board = _new(board, item.thing, before)
    record = Departed(item.thing, printed(item.thing), item.origin.controller, "hand", thing.id)
    board = board._replace(departed=(*board.departed, record))
    if event.to == "base":
        cite("5.15.1", "4.3.2.3", "4.4.1")
    return _put(board, thing, event.to, event.player)


# Cards and souls turn -----------------------------------------------------------------------------------------------


@_event(ev.Stand)
@definition("5.2.1")
def _stand(board: Board, event: ev.Stand, _before: Board) -> Board:
    return _turn(board, event.thing, rested=False)


@_event(ev.Rest)
def _rest(board: Board, event: ev.Rest, _before: Board) -> Board:
    cite("5.2.1")
    return _turn(board, event.thing, rested=True)


@reminder("1.3.2.1", "4.3.2")
def _turn(board: Board, thing: ObjectId, *, rested: bool) -> Board:
    """A card turns; one that lies so already does not turn again."""
    where = in_base(board, thing)
    if where is None:
        return board
    if where.thing.rested == rested:
        cite("1.3.2.1")
        return board
    return change(board, where, rested=rested)


@_event(ev.GainSouls)
@reminder("7.4.2.2", "4.8.1", "4.9.1", "13.2.3")
def _gain_souls(board: Board, event: ev.GainSouls, _before: Board) -> Board:
    """Soul cards come from the soul deck to the soul zone, as many as there are."""
    mine = board.seats[event.player]
    moved = min(event.amount, mine.soul_deck)
    if moved <= 0:
        return board
    cite("4.8.1", "4.9.1", "13.2.3")
    if moved < event.amount:
        cite("1.3.2")
    if event.rested:
        return seat(board, event.player, soul_deck=mine.soul_deck - moved, rested_souls=mine.rested_souls + moved)
    return seat(board, event.player, soul_deck=mine.soul_deck - moved, standing_souls=mine.standing_souls + moved)


@_event(ev.RestSouls)
def _rest_souls(board: Board, event: ev.RestSouls, _before: Board) -> Board:
    mine = board.seats[event.player]
    paid = min(event.amount, mine.standing_souls)
    if paid <= 0:
        return board
    return seat(board, event.player, standing_souls=mine.standing_souls - paid, rested_souls=mine.rested_souls + paid)


@_event(ev.StandSouls)
def _stand_souls(board: Board, event: ev.StandSouls, _before: Board) -> Board:
    mine = board.seats[event.player]
    stood = min(event.amount, mine.rested_souls)
    if stood <= 0:
        return board
    return seat(board, event.player, standing_souls=mine.standing_souls + stood, rested_souls=mine.rested_souls - stood)


# Numbers change -----------------------------------------------------------------------------------------------------


@_event(ev.Damage)
@reminder("5.14.2", "1.3.2.2", "4.4.4", "3.2.2", "3.2.2.1")
def _damage(board: Board, event: ev.Damage, _before: Board) -> Board:
    """Damage is added to what a Pal, a structure or a player has taken; none is dealt if its amount is 0 or less."""
    if event.amount <= 0:
        cite("1.3.2.2")
        return board
    if not isinstance(event.target, ObjectId):
        cite("5.14.2", "3.2.2.1")
        return seat(board, event.target, damage=board.seats[event.target].damage + event.amount)
    where = in_base(board, event.target)
    if where is None or not (is_kind(board, where, PAL) or is_kind(board, where, STRUCTURE)):
        return board
    _to_card(event)
    return change(board, where, damage=where.thing.damage + event.amount)


@definition("5.14.1")
def _to_card(event: ev.Damage) -> int:
    """What damage adds to the damage that a Pal or structure has taken."""
    return event.amount


@_event(ev.HealAll)
def _heal_all(board: Board, _done: ev.HealAll, _before: Board) -> Board:
    for player in (0, 1):
        base = board.seats[player].base
        if any(thing.damage for thing in base):
            board = seat(board, player, base=tuple(thing._replace(damage=0) if thing.damage else thing for thing in base))
    return board


@_event(ev.SetDamage)
def _set_damage(board: Board, event: ev.SetDamage, _before: Board) -> Board:
    return seat(board, event.player, damage=event.amount) if board.seats[event.player].damage != event.amount else board


@_event(ev.ChangeLife)
@reminder("3.2.1.1", "3.2.1.2")
def _change_life(board: Board, event: ev.ChangeLife, _before: Board) -> Board:
    """Life goes up or down without a limit either way."""
    life = board.seats[event.player].life + event.amount
    if life > 10 and event.amount > 0:
        cite("3.2.1.1")
    if life < 0:
        cite("3.2.1.2")
    return seat(board, event.player, life=life) if event.amount else board


@_event(ev.ChangeResource)
@reminder("3.3.3.1", "3.3.2", "3.3.1.2")
def _change_resource(board: Board, event: ev.ChangeResource, _before: Board) -> Board:
    """A holding goes up or down, never below 0."""
    cite("3.3.2")
    now = held(board, event.player, event.resource)
    then = now + event.amount
    if then < 0:
        cite("3.3.3.1")
        then = 0
    if then == now:
        return board
    rest = {name: amount for name, amount in board.seats[event.player].resources if name != event.resource}
    rest[event.resource] = then
    if len(rest) > 1:
        cite("3.3.1.2")
    return seat(board, event.player, resources=tuple(sorted((name, amount) for name, amount in rest.items() if amount)))


# Battle --------------------------------------------------------------------------------------------------------------


@_event(ev.Declare)
def _declare(board: Board, event: ev.Declare, _before: Board) -> Board:
    return board._replace(battle=event.battle)


@_event(ev.Attacks)
def _attacks(board: Board, _done: ev.Attacks, _before: Board) -> Board:
    return board if board.battle is None else board._replace(battle=board.battle._replace(attacking=True))


@_event(ev.Blocks)
def _blocks(board: Board, event: ev.Blocks, _before: Board) -> Board:
    if board.battle is None or in_base(board, event.blocker) is None:
        return board
    return board._replace(battle=board.battle._replace(target=event.blocker, blocker=event.blocker))


@_event(ev.Opposes)
def _opposes(board: Board, _done: ev.Opposes, _before: Board) -> Board:
    return board if board.battle is None else board._replace(battle=board.battle._replace(opponents=True))


@_event(ev.AttackFails)
def _attack_fails(board: Board, _done: ev.AttackFails, _before: Board) -> Board:
    if board.battle is None or not board.battle.attacking:
        return board
    return board._replace(battle=board.battle._replace(failed=True))


@_event(ev.StopsAttacking)
def _stops_attacking(board: Board, _done: ev.StopsAttacking, _before: Board) -> Board:
    if board.battle is None or not board.battle.attacking:
        return board
    return board._replace(battle=board.battle._replace(attacking=False))


@_event(ev.EndBattle)
def _end_battle(board: Board, _done: ev.EndBattle, _before: Board) -> Board:
    met = tuple(entry for entry in board.met if entry[2] is not Stretch.BATTLE)
    return board._replace(battle=None, met=met)


@_event(ev.Assigned)
def _assigned(board: Board, _done: ev.Assigned, _before: Board) -> Board:
    return board._replace()  # another board that is the same: nothing changes, and yet it has happened


# Effects, abilities and time -----------------------------------------------------------------------------------------


@_event(ev.Become)
@definition("5.3.2")
def _become(board: Board, event: ev.Become, _before: Board) -> Board:
    if event.state in board.states:
        cite("1.3.2.1")
        return board
    return board._replace(states=(*board.states, event.state))


@_event(ev.Begin)
def _begin(board: Board, event: ev.Begin, _before: Board) -> Board:
    return board._replace(effects=(*board.effects, event.effect))


@_event(ev.EndEffect)
def _end_effect(board: Board, event: ev.EndEffect, _before: Board) -> Board:
    if event.effect not in board.effects:
        return board
    place = board.effects.index(event.effect)
    return board._replace(effects=(*board.effects[:place], *board.effects[place + 1 :]))


@_event(ev.Expire)
def _expire(board: Board, event: ev.Expire, _before: Board) -> Board:
    """Effects whose time is up end; those that last until a later end of the kind come one nearer to it."""
    kept = []
    for going in board.effects:
        expiry = going.expiry
        ends_here = expiry.edge is Edge.END and not expiry.during and expiry.stretch is event.stretch
        if not ends_here or expiry.player not in (None, board.turn):
            kept.append(going)
        elif expiry.skip:
            kept.append(going._replace(expiry=expiry._replace(skip=expiry.skip - 1)))
    return board._replace(effects=tuple(kept)) if tuple(kept) != board.effects else board


@_event(ev.Wait)
def _wait(board: Board, event: ev.Wait, _before: Board) -> Board:
    return board._replace(waiting=(*board.waiting, event.waiting))


@_event(ev.Unwait)
def _unwait(board: Board, event: ev.Unwait, _before: Board) -> Board:
    waiting = list(board.waiting)
    for index, entry in enumerate(waiting):
        if entry._replace(times=1) == event.waiting._replace(times=1):
            if entry.times > 1:
                waiting[index] = entry._replace(times=entry.times - 1)
            else:
                del waiting[index]
            return board._replace(waiting=tuple(waiting))
    return board


@_event(ev.Vanish)
def _vanish(board: Board, event: ev.Vanish, _before: Board) -> Board:
    for thing in event.things:
        where = find(board, thing)
        if where is not None:
            board = _taken(board, where)
    return board


@_event(ev.WaitTimes)
def _wait_times(board: Board, event: ev.WaitTimes, _before: Board) -> Board:
    rest = list(board.waiting)
    rest.remove(event.waiting)
    return board._replace(waiting=queued(rest, event.waiting._replace(times=event.times, ways=())))


@_event(ev.Delay)
def _delay(board: Board, event: ev.Delay, _before: Board) -> Board:
    return board._replace(delayed=(*board.delayed, event.delayed))


@_event(ev.CountUse)
def _count_use(board: Board, event: ev.CountUse, _before: Board) -> Board:
    where = find(board, event.thing)
    if where is None:
        return board
    times = dict(where.thing.used)
    times[event.ability] = times.get(event.ability, 0) + 1
    return change(board, where, used=tuple(times.items()))


@_event(ev.Used)
def _used(board: Board, _done: ev.Used, _before: Board) -> Board:
    return board._replace()


@_event(ev.SoulDraw)
def _soul_draw(board: Board, event: ev.SoulDraw, _before: Board) -> Board:
    return seat(board, event.player, drew_for_souls=True)


@_event(ev.Reveal)
def _reveal(board: Board, event: ev.Reveal, _before: Board) -> Board:
    return board._replace() if event.things else board


@_event(ev.LookAt)
def _look_at(board: Board, event: ev.LookAt, _before: Board) -> Board:
    return board._replace() if event.things else board


@_event(ev.Learn)
def _learn(board: Board, event: ev.Learn, _before: Board) -> Board:
    where = find(board, event.thing)
    if where is None:
        return board
    return change(board, where, known=tuple(sorted((*where.thing.known, (event.about, event.value)))))


@_event(ev.Shuffle)
@reminder("5.6.1.1")
@definition("5.6.1")
def _shuffle(board: Board, event: ev.Shuffle, _before: Board) -> Board:
    """The deck's order becomes random: from here on it is a bag, from which chance draws when the order matters."""
    deck = board.seats[event.player].deck
    if len(deck) < 2:
        cite("5.6.1.1")
        return board._replace()
    return seat(board, event.player, bag=(0, len(deck)))


@_event(ev.Arrange)
def _arrange(board: Board, event: ev.Arrange, _before: Board) -> Board:
    """Chance has decided which card of the shuffled part of a deck lies on top of that part."""
    mine = board.seats[event.player]
    start, stop = mine.bag
    drawn = next(thing for thing in mine.deck if thing.id == event.thing)
    rest = tuple(thing for thing in mine.deck[start:] if thing.id != event.thing)
    return seat(board, event.player, deck=(*mine.deck[:start], drawn, *rest), bag=(start + 1, stop))


@_event(ev.Occur)
def _occur(board: Board, event: ev.Occur, _before: Board) -> Board:
    """A stretch begins or ends. Once its phase is over, an effect for that phase only has had its time."""
    if event.edge is Edge.START and event.stretch.name.endswith("_PHASE") and event.stretch is not board.phase:
        board = phase_begins(board, event.stretch, board.turn)
    return board._replace()


@_event(ev.EndTurn)
def _end_turn(board: Board, _done: ev.EndTurn, _before: Board) -> Board:
    """The other player becomes the turn player; what counts within a turn starts anew."""
    seats = []
    for player in (0, 1):
        mine: Seat = board.seats[player]
        base = tuple(thing._replace(used=()) if thing.used else thing for thing in mine.base)
        seats.append(mine._replace(base=base, drew_for_souls=False))
    kept = tuple(done._replace(old=True) for done in board.deeds if done.deed in board.world.never_forgotten)
    board = board._replace(seats=(seats[0], seats[1]), turn=other(board.turn), opening=False, deeds=kept, met=())
    return phase_begins(board, Stretch.RESET_PHASE, other(board.turn))


# Winning, losing, setting up --------------------------------------------------------------------------------------------


@_event(ev.Lose)
def _lose(board: Board, event: ev.Lose, _before: Board) -> Board:
    return board if event.player in board.lost else board._replace(lost=tuple(sorted((*board.lost, event.player))))


@_event(ev.Surrender)
@reminder("1.2.3", "1.2.3.1")
def _surrender(board: Board, event: ev.Surrender, _before: Board) -> Board:
    """Who surrenders has lost, whatever any card says."""
    cite("1.2.3", "1.2.3.1")
    return board._replace(lost=tuple(sorted({*board.lost, event.player})))


@_event(ev.Win)
def _win(board: Board, event: ev.Win, _before: Board) -> Board:
    return board if event.player in board.won else board._replace(won=tuple(sorted((*board.won, event.player))))


@_event(ev.BecomeStarter)
def _become_starter(board: Board, event: ev.BecomeStarter, _before: Board) -> Board:
    return board._replace(starter=event.player, turn=event.player)


@_event(ev.SetLife)
def _set_life(board: Board, event: ev.SetLife, _before: Board) -> Board:
    return seat(board, event.player, life=event.life)


@_event(ev.ClearResources)
def _clear_resources(board: Board, event: ev.ClearResources, _before: Board) -> Board:
    return seat(board, event.player, resources=())


@_event(ev.FillSoulDeck)
def _fill_soul_deck(board: Board, event: ev.FillSoulDeck, _before: Board) -> Board:
    limit = board.seats[event.player].soul_limit
    return seat(board, event.player, soul_deck=limit, standing_souls=0, rested_souls=0)


@_event(ev.Redraw)
def _redraw(board: Board, event: ev.Redraw, _before: Board) -> Board:
    return seat(board, event.player, redraws=not event.done, redrew=True)


@_event(ev.BeginGame)
def _begin_game(board: Board, _done: ev.BeginGame, _before: Board) -> Board:
    return board._replace(turn=board.starter, opening=True, phase=Stretch.RESET_PHASE)
