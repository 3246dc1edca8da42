"""Canonical keys: two states have the same key only if they have the same future (ids renamed, order that means nothing gone)."""

import marshal
from collections.abc import Mapping, Sequence
from enum import Enum
from hashlib import blake2b
from typing import Any

from headjudge.parser.named import NamedTuple
from headjudge.simulator.games.palworld.board import Board, Card, Departed, Seat, Thing, World
from headjudge.simulator.state import Frame, ObjectId, State

_TREES: dict[object, int] = {}
_TREE_BY_ID: dict[int, tuple[object, int]] = {}
_CLASSES: dict[type, int] = {}
_STAMPLESS: dict[type, int] = {}
"""The classes of named tuples without a time stamp."""


def canonical(state: State, marked: Sequence[ObjectId] = ()) -> bytes:
    """The key of a state. What no one refers to has no id in it; what is gone is in it only if referred to.

    `marked` are things that a question asks about: which of several equal ones they are tells states apart too.
    """
    board, stack = state
    hints = _hints(board, stack, marked)
    code = _Encoder(_names(board, hints), _ranks(board))
    key: Any = (
        board.turn, board.starter, board.opening, board.phase.name, board.states, board.lost, board.won, board.drawn,
        _seat(code, board.seats[0]),
        _seat(code, board.seats[1]),
        code(board.battle),
        code(board.effects),
        _heap(code, board.waiting),
        _heap(code, board.delayed),
        code(board.resolution),
        _heap(code, board.met),
        _heap(code, board.deeds),
        sorted([_packed(_gone(code, gone)) for gone in board.departed if gone.thing.id in hints]) if hints else (),
        [_frame(code, frame) for frame in stack],
        code(tuple(marked)),
    )  # fmt: skip
    return blake2b(_packed(key), digest_size=16).digest()


def _packed(encoded: Any) -> bytes:
    return marshal.dumps(encoded, 2)


def _heap(code: "_Encoder", entries: tuple[object, ...]) -> object:
    """Entries whose order means nothing."""
    return sorted([_packed(code(entry)) for entry in entries]) if entries else ()


def _seat(code: "_Encoder", mine: Seat) -> object:
    start, stop = mine.bag
    return (
        mine.life, mine.damage, mine.soul_deck, mine.standing_souls, mine.rested_souls, mine.resources, mine.soul_limit,
        mine.pal_limit, mine.soul_increment, mine.drew_for_souls, mine.redrew, mine.redraws, start, stop,
        _shuffled(code, mine.deck, start, stop) if stop else _pile(code, mine.deck, ordered=True),
        _pile(code, mine.hand, ordered=False),
        _pile(code, mine.graveyard, ordered=False),
        _pile(code, mine.exile, ordered=False),
        sorted([_packed(_standing(code, thing)) for thing in mine.base]),
    )  # fmt: skip


class _Pile(NamedTuple):
    """The cards of a zone, their ids, and what the zone is in a key as long as nothing refers to any of them."""

    things: tuple[Thing, ...]
    ids: frozenset[int]
    plain: bytes


_PILES: dict[tuple[int, bool], _Pile] = {}


def _known_pile(things: tuple[Thing, ...], *, ordered: bool) -> _Pile:
    found = _PILES.get((id(things), ordered))
    if found is None or found.things is not things:
        if len(_PILES) > 4096:
            _PILES.clear()
        if any(thing.known for thing in things):
            plain = [_lying(_NOBODY, thing) for thing in things]
            packed = _packed(plain if ordered else sorted(map(_packed, plain)))
        else:
            numbers = [2 * thing.card.serial + thing.owner for thing in things]
            packed = _packed(numbers if ordered else sorted(numbers))
        found = _PILES[id(things), ordered] = _Pile(things, frozenset([thing.id for thing in things]), packed)  # holds the id
    return found


def _pile(code: "_Encoder", things: tuple[Thing, ...], *, ordered: bool) -> object:
    """The cards of a zone where only their identity matters; a zone to which nothing refers is encoded once."""
    if not things:
        return ()
    found = _PILES.get((id(things), ordered))
    if found is None or found.things is not things:
        found = _known_pile(things, ordered=ordered)
    if found.ids.isdisjoint(code.names):
        return found.plain
    encoded = [_lying(code, thing) for thing in things]
    return encoded if ordered else sorted(map(_packed, encoded))


def _shuffled(code: "_Encoder", deck: tuple[Thing, ...], start: int, stop: int) -> object:
    """A deck of which a part is in no order yet."""
    packed = [_packed(_lying(code, thing)) for thing in deck]
    packed[start:stop] = sorted(packed[start:stop])
    return packed


def _lying(code: "_Encoder", thing: Thing) -> object:
    """A card where only its identity matters."""
    name = code.names.get(thing.id)
    if name is None and not thing.known:
        return (thing.card.serial, thing.owner)
    return (thing.card.serial, thing.owner, name, code(thing.known))


def _standing(code: "_Encoder", thing: Thing) -> object:
    used = sorted([_packed((code(ability), times)) for ability, times in thing.used]) if thing.used else ()
    return (
        thing.card.serial, thing.owner, thing.rested, thing.damage, code.ranks[thing.arrived], used,
        code(thing.known) if thing.known else (), code.names.get(thing.id),
    )  # fmt: skip


_FRAMES: dict[int, tuple[Frame, bytes | None]] = {}


def _idless(frame: Frame) -> bytes | None:
    """What a frame is in a key, if nothing in it refers to anything on the board: it stays the same as long as it lies there."""
    found = _FRAMES.get(id(frame))
    if found is None or found[0] is not frame:
        if len(_FRAMES) > 4096:
            _FRAMES.clear()
        asked = _Asked()
        encoded = _Encoder(asked, asked)(frame)
        found = _FRAMES[id(frame)] = (frame, None if asked.once else _packed(encoded))  # holds the id
    return found[1]


def _frame(code: "_Encoder", frame: Frame) -> object:
    packed = _idless(frame)
    return code(frame) if packed is None else packed


class _Asked(dict[int, int]):
    """Names nothing, and remembers whether it was asked to: whether ids or time stamps stand in a value."""

    once = False

    def get(self, _number: int, default: Any = None) -> Any:
        self.once = True
        return default


def _gone(code: "_Encoder", gone: Departed) -> object:
    known = (gone.thing.card.serial, gone.thing.owner, gone.thing.rested, gone.thing.damage, gone.controller, gone.zone)
    return (*known, code(gone.features), code(gone.thing.id), code.names.get(gone.now))


def _ranks(board: Board) -> Mapping[int, int]:
    """Time stamps in order, densely: what came together shares a rank."""
    stamps = {thing.arrived for seat in board.seats for thing in seat.base}
    stamps.update(going.stamp for going in board.effects)
    stamps.update(entry.stamp for entry in board.delayed)
    return {stamp: rank for rank, stamp in enumerate(sorted(stamps))}


_Hints = dict[int, list[object]]


def _hints(board: Board, stack: tuple[Frame, ...], marked: Sequence[ObjectId]) -> _Hints:
    """For every id that anything refers to, from where: enough to tell most things apart before they have names."""
    hints: _Hints = {}
    if board.battle is not None:
        _collect(board.battle, "battle", hints)
    for index, going in enumerate(board.effects):
        _collect(going.origin, ("effect", index), hints)
        _collect(going.effect, ("effect", index), hints)
    for entry in board.waiting:
        _collect((entry.origin, entry.follow), ("waiting", _tree(entry.ability), entry.times), hints)
    for entry_ in board.delayed:
        _collect(entry_.origin, ("delayed", _tree(entry_.ability)), hints)
    for index, item in enumerate(board.resolution):
        _collect((item.id, item.origin), ("item", index), hints)
    if board.met:
        _collect(board.met, "met", hints)
    if board.deeds:
        _collect(board.deeds, "deeds", hints)
    for index, frame in enumerate(stack):
        if _idless(frame) is None:
            _collect(frame, ("stack", index), hints)
    if marked:
        _collect(tuple(marked), "marked", hints)
    if not hints:
        return hints
    gone = {record.thing.id: record for record in board.departed}
    for number in list(hints):  # what a departed card became matters as far as somebody remembers the card
        record = gone.get(ObjectId(number))
        if record is not None:
            hints.setdefault(int(record.now), []).append(("became", tuple(map(repr, hints[number]))))
    return hints


def _collect(value: tuple[object, ...] | object, tag: object, hints: _Hints) -> None:
    if type(value) is ObjectId:
        hints.setdefault(int(value), []).append(tag)
    elif isinstance(value, tuple):
        for index, part in enumerate(value):
            if isinstance(part, tuple | ObjectId):
                _collect(part, (tag, index), hints)


def _names(board: Board, hints: _Hints) -> dict[int, int]:
    """New names for the ids that are referred to, given out in an order that does not depend on the old ones."""
    if not hints:
        return {}
    order: list[tuple[str, int]] = []
    for player, mine in enumerate(board.seats):
        for name, things in (
            ("base", mine.base), ("hand", mine.hand), ("graveyard", mine.graveyard), ("exile", mine.exile), ("deck", mine.deck)
        ):  # fmt: skip
            in_order = name == "deck"
            if not things or (name != "base" and _known_pile(things, ordered=in_order).ids.isdisjoint(hints)):
                continue
            for place, thing in enumerate(things):
                if thing.id in hints:
                    at = place if in_order else 0
                    look = (player, name, at, thing.card.serial, thing.rested, thing.damage, thing.arrived, thing.owner)
                    order.append((repr((look, sorted(map(repr, hints[thing.id])))), int(thing.id)))
    present = {number for _, number in order}
    order += [(repr(("~", sorted(map(repr, hints[number])))), number) for number in hints if number not in present]
    return {number: index for index, (_, number) in enumerate(sorted(order))}


def _tree(value: object) -> int:
    """A number for a piece of card text: the same for equal ones, other ones for others."""
    found = _TREE_BY_ID.get(id(value))
    if found is not None and found[0] is value:
        return found[1]
    number = _TREES.setdefault((type(value), value), len(_TREES))
    if len(_TREE_BY_ID) > 50_000:
        _TREE_BY_ID.clear()
    _TREE_BY_ID[id(value)] = (value, number)  # holding the value keeps its id from being given to another
    return number


class _Encoder:
    """Turns values into plain ones for `marshal`, ids renamed, time stamps ranked, every class told apart."""

    def __init__(self, names: Mapping[int, int], ranks: Mapping[int, int]) -> None:
        self.names = names
        self.ranks = ranks

    def __call__(self, value: object) -> object:
        kind = type(value)
        if kind in _PLAIN:
            return value
        if isinstance(value, ObjectId):
            return ("#", self.names.get(value, -1))
        if kind is tuple:
            return tuple(map(self, value)) if value else value  # type: ignore[call-overload]  # a tuple, as just asked
        tag = _STAMPLESS.get(kind)
        if tag is not None:
            return (tag, *map(self, value))  # type: ignore[call-overload]  # a named tuple, as was found before
        if isinstance(value, Thing):
            return ("T", value.card.serial, value.owner, value.rested, value.damage, self(value.known), self(value.id))
        if isinstance(value, tuple):
            fields = value._fields if hasattr(value, "_fields") else ()
            tag = _CLASSES.setdefault(kind, len(_CLASSES))
            if "stamp" in fields:
                plain = [
                    self.ranks.get(part, -1) if name == "stamp" else self(part) for name, part in zip(fields, value, strict=True)
                ]
                return (tag, *plain)
            _STAMPLESS[kind] = tag
            return (tag, *map(self, value))
        if isinstance(value, Card):
            return ("C", value.serial)
        if isinstance(value, World):
            return None
        if isinstance(value, Enum):
            return ("E", kind.__name__, value.name)
        return ("t", _tree(value))


_PLAIN = frozenset((int, str, bool, bytes, type(None)))
_NOBODY = _Encoder({}, {})
