"""Events happen to cards: they move, are shown, and turn, as far as they can (1.3.2)."""

from typing import TypeAlias

from headjudge.simulator.citing import cite
from headjudge.simulator.games.palworld import events as ev
from headjudge.simulator.games.palworld.board import (
    PUBLIC,
    Board,
    Departed,
    Item,
    Seat,
    Thing,
    Where,
    ZoneName,
    change,
    find,
    found,
    in_base,
    renewed,
    seat,
    with_zone,
    with_zones,
)
from headjudge.simulator.games.palworld.book import definition, reminder
from headjudge.simulator.games.palworld.event_table import happens
from headjudge.simulator.games.palworld.meaning import printed
from headjudge.simulator.games.palworld.view import last_known
from headjudge.simulator.state import ObjectId, made

# Cards move ------------------------------------------------------------------------------------------------------------


@happens(ev.Move)
@reminder("5.15.1", "4.1.4", "4.2.1", "4.1.2.1", "5.4.1", "4.3.2.3")
def _move(board: Board, event: ev.Move, before: Board) -> Board:
    """A card leaves one zone for another, where it is a new card; within a base, or within a deck, it stays the same."""
    where = find(board, event.thing)
    if where is None:
        return board
    if where.zone == event.to and where.player == event.player and event.to != "deck":
        return board
    if where.zone == event.to:  # 4.1.4: no new card; between two bases the book leaves it open, and its effects follow it
        if where.player != event.player:
            cite("4.1.4")
        seats = _put(_taken(board.seats, where), where.thing, event.to, event.player, bottom=event.bottom)
        return board._replace(seats=seats)
    thing = _new(board, where.thing, before, rested=event.rested)
    _cite_new_card(board, where.thing)
    if (where.zone in PUBLIC) != (event.to in PUBLIC):
        cite("4.1.2.1", "4.2.1")
    if event.to == "base":
        cite("5.15.1", *(() if event.rested else ("4.3.2.3",)))
    seats = _carried(board.seats, where, thing, event)
    found(seats, made(Where, (event.player, event.to, thing)))
    return renewed(board, seats, _last(board, before, where, thing.id))


@reminder("4.1.4", "4.4.4", "10.10.2")
def _cite_new_card(board: Board, old: Thing) -> None:
    """Cites that a card is a new one, where the old one bore something that the new one does not."""
    affected = board.effects and any(old.id in members for going in board.effects for _, members in going.origin.roles)
    fights = board.battle is not None and old.id in (board.battle.attacker, board.battle.target)
    if old.damage:
        cite("4.4.4")
    if affected:
        cite("10.10.2")
    awaited = board.delayed and any(old.id in members for entry in board.delayed for _, members in entry.origin.roles)
    if affected or awaited or fights or old.damage or old.used:
        cite("4.1.4")


_Seats: TypeAlias = tuple[Seat, Seat]


def _carried(seats: _Seats, where: Where, thing: Thing, event: ev.Move) -> _Seats:
    """The seats once a card has left its zone and lies, a new card, where an event puts it."""
    player, zone, old = where
    if player != event.player or "deck" in (zone, event.to):
        return _put(_taken(seats, where), thing, event.to, event.player, bottom=event.bottom)
    mine = seats[player]
    lying: tuple[Thing, ...] = getattr(mine, zone)
    index = lying.index(old)
    changed = with_zones(mine, zone, lying[:index] + lying[index + 1 :], event.to, (*getattr(mine, event.to), thing))
    return _reseated(seats, player, changed)


def _taken(seats: _Seats, where: Where) -> _Seats:
    """The seats without a card; the rest of a shuffled deck stays shuffled."""
    mine = seats[where.player]
    lying: tuple[Thing, ...] = getattr(mine, where.zone)
    index = lying.index(where.thing)
    mine = with_zone(mine, where.zone, lying[:index] + lying[index + 1 :])
    if where.zone == "deck" and mine.bag[1]:
        start, stop = mine.bag
        mine = mine._replace(bag=(start - (index < start), stop - (index < stop)))
    return _reseated(seats, where.player, mine)


def _put(seats: _Seats, thing: Thing, to: ZoneName, player: int, *, bottom: bool = False) -> _Seats:
    """The seats with a card in a zone: the last of it, but on top of a deck."""
    mine = seats[player]
    lying: tuple[Thing, ...] = getattr(mine, to)
    on_top = to == "deck" and not bottom
    mine = with_zone(mine, to, (thing, *lying) if on_top else (*lying, thing))
    if on_top and mine.bag[1]:
        start, stop = mine.bag
        mine = mine._replace(bag=(start + 1, stop + 1))
    return _reseated(seats, player, mine)


def _reseated(seats: _Seats, player: int, mine: Seat) -> _Seats:
    return (mine, seats[1]) if player == 0 else (seats[0], mine)


def _new(board: Board, thing: Thing, before: Board, *, rested: bool = False) -> Thing:
    """The new card that a card becomes in another zone: nothing sticks to it (4.1.4), but what is known of it stays."""
    return made(Thing, (ObjectId(board.next_id), thing.card, thing.owner, rested, 0, before.clock, (), thing.known))


def _last(board: Board, before: Board, where: Where, now: ObjectId) -> Departed:
    """What is last known of a card that left, as it was before anything of the same batch happened."""
    original = where if board is before else find(before, where.thing.id) or where
    features = last_known(before, original) if original.zone == "base" else printed(original.thing)
    return made(Departed, (original.thing, features, original.player, original.zone, now))


@happens(ev.PutOnTop)
@reminder("4.11.1", "4.11.2", "10.6.2.1.2")
def _put_on_top(board: Board, event: ev.PutOnTop, before: Board) -> Board:
    """A card leaves its zone for the resolution zone, an ability comes there as a virtual card; each lies on the others."""
    cite("4.11.1", *(("4.11.2",) if board.resolution else ()))
    item = ObjectId(board.next_id)
    if event.thing is None:
        on_top = Item(item, event.origin, None, event.ability)
        return board._replace(resolution=(*board.resolution, on_top), next_id=board.next_id + 1)
    where = find(board, event.thing)
    if where is None:
        return board
    thing = where.thing._replace(id=item, rested=False, damage=0, used=())
    on_top = Item(item, event.origin._replace(source=item), thing, event.ability)
    return board._replace(
        seats=_taken(board.seats, where),
        departed=(*board.departed, _last(board, before, where, item)),
        resolution=(*board.resolution, on_top),
        next_id=board.next_id + 1,
    )


@happens(ev.TakeOff)
def _take_off(board: Board, event: ev.TakeOff, _before: Board) -> Board:
    return board._replace(resolution=tuple(item for item in board.resolution if item.id != event.item))


@happens(ev.Resolve)
def _resolve(board: Board, event: ev.Resolve, before: Board) -> Board:
    item = next((item for item in board.resolution if item.id == event.item), None)
    if item is None or item.thing is None:
        return board
    thing = _new(board, item.thing, before)
    record = Departed(item.thing, printed(item.thing), item.origin.controller, "hand", thing.id)
    if event.to == "base":
        cite("5.15.1", "4.3.2.3", "4.4.1")
    return board._replace(
        seats=_put(board.seats, thing, event.to, event.player),
        departed=(*board.departed, record),
        resolution=tuple(other for other in board.resolution if other.id != event.item),
        next_id=board.next_id + 1,
    )


@happens(ev.Vanish)
def _vanish(board: Board, event: ev.Vanish, _before: Board) -> Board:
    for thing in event.things:
        where = find(board, thing)
        if where is not None:
            board = board._replace(seats=_taken(board.seats, where))
    return board


# Cards are shown and shuffled ------------------------------------------------------------------------------------------


@happens(ev.Reveal)
def _reveal(board: Board, event: ev.Reveal, _before: Board) -> Board:
    return board._replace() if event.things else board


@happens(ev.LookAt)
def _look_at(board: Board, event: ev.LookAt, _before: Board) -> Board:
    return board._replace() if event.things else board


@happens(ev.Learn)
def _learn(board: Board, event: ev.Learn, _before: Board) -> Board:
    where = find(board, event.thing)
    if where is None:
        return board
    return change(board, where, known=tuple(sorted((*where.thing.known, (event.about, event.value)))))


@happens(ev.Shuffle)
@reminder("5.6.1.1")
@definition("5.6.1")
def _shuffle(board: Board, event: ev.Shuffle, _before: Board) -> Board:
    """The deck's order becomes random: from here on it is a bag, from which chance draws when the order matters."""
    deck = board.seats[event.player].deck
    if len(deck) < 2:
        cite("5.6.1.1")
        return board._replace()
    return seat(board, event.player, bag=(0, len(deck)))


@happens(ev.Arrange)
def _arrange(board: Board, event: ev.Arrange, _before: Board) -> Board:
    """Chance has decided which card of the shuffled part of a deck lies on top of that part."""
    mine = board.seats[event.player]
    start, stop = mine.bag
    drawn = next(thing for thing in mine.deck if thing.id == event.thing)
    rest = tuple(thing for thing in mine.deck[start:] if thing.id != event.thing)
    return seat(board, event.player, deck=(*mine.deck[:start], drawn, *rest), bag=(start + 1, stop))


# Cards turn ------------------------------------------------------------------------------------------------------------


@happens(ev.Stand)
@definition("5.2.1")
def _stand(board: Board, event: ev.Stand, _before: Board) -> Board:
    return _turn(board, event.thing, rested=False)


@happens(ev.Rest)
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
