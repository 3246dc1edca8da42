"""Canonical keys: two states have the same key only if they have the same future (ids renamed, order that means nothing gone)."""

import marshal
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from hashlib import blake2b
from typing import Any

from headjudge.simulator.games.palworld.board import Board, Card, Departed, Thing, World
from headjudge.simulator.state import ObjectId, State

_TREES: dict[object, int] = {}
_TREE_BY_ID: dict[int, tuple[object, int]] = {}
_CLASSES: dict[type, int] = {}


def canonical(state: State, marked: Sequence[ObjectId] = ()) -> bytes:
    """The key of a state. What no one refers to has no id in it; what is gone is in it only if referred to.

    `marked` are things that a question asks about: which of several equal ones they are tells states apart too.
    """
    board, stack = state
    hints = _hints(board, (stack, tuple(marked)))
    names = _names(board, hints)
    ranks = _ranks(board)
    code = _Encoder(names, ranks)
    key: Any = (
        board.turn, board.starter, board.opening, board.phase.name, board.states, board.lost, board.won, board.drawn,
        tuple(_seat(code, board, player) for player in (0, 1)),
        code(board.battle),
        tuple(code(going) for going in board.effects),
        tuple(sorted((code(entry) for entry in board.waiting), key=_sortable)),
        tuple(sorted((code(entry) for entry in board.delayed), key=_sortable)),
        tuple(code(item) for item in board.resolution),
        tuple(sorted((code(entry) for entry in board.met), key=_sortable)),
        tuple(sorted((code(entry) for entry in board.deeds), key=_sortable)),
        tuple(sorted((_gone(code, gone) for gone in board.departed if int(gone.thing.id) in hints), key=_sortable)),
        tuple(code(frame) for frame in stack),
        tuple(code(thing) for thing in marked),
    )  # fmt: skip
    return blake2b(marshal.dumps(key, 2), digest_size=16).digest()


def _sortable(encoded: Any) -> bytes:
    return marshal.dumps(encoded, 2)


def _seat(code: "_Encoder", board: Board, player: int) -> object:
    mine = board.seats[player]
    start, stop = mine.bag
    deck = _pile(code, mine.deck)
    if stop:
        deck[start:stop] = sorted(deck[start:stop], key=_sortable)
    return (
        mine.life, mine.damage, mine.soul_deck, mine.standing_souls, mine.rested_souls, mine.resources, mine.soul_limit,
        mine.pal_limit, mine.soul_increment, mine.drew_for_souls, mine.redrew, mine.redraws, start, stop, tuple(deck),
        tuple(sorted(_pile(code, mine.hand), key=_sortable)),
        tuple(sorted(_pile(code, mine.graveyard), key=_sortable)),
        tuple(sorted(_pile(code, mine.exile), key=_sortable)),
        tuple(sorted((_standing(code, thing) for thing in mine.base), key=_sortable)),
    )  # fmt: skip


_PILES: dict[int, tuple[tuple[Thing, ...], frozenset[int], list[object]]] = {}


def _pile(code: "_Encoder", things: tuple[Thing, ...]) -> list[object]:
    """The cards of a zone where only their identity matters; a zone to which nothing refers is encoded once."""
    if not things:
        return []
    found = _PILES.get(id(things))
    if found is None or found[0] is not things:
        if len(_PILES) > 4096:
            _PILES.clear()
        plain = [_lying(_NOBODY, thing) for thing in things]
        found = _PILES[id(things)] = (things, frozenset(int(thing.id) for thing in things), plain)  # holds the id
    if found[1].isdisjoint(code.names):
        return list(found[2])
    return [_lying(code, thing) for thing in things]


def _lying(code: "_Encoder", thing: Thing) -> object:
    """A card where only its identity matters."""
    name = code.names.get(int(thing.id))
    if name is None and not thing.known:
        return (thing.card.serial, thing.owner)
    return (thing.card.serial, thing.owner, name, code(thing.known))


def _standing(code: "_Encoder", thing: Thing) -> object:
    used = tuple(sorted(((code(ability), times) for ability, times in thing.used), key=_sortable))
    return (
        thing.card.serial, thing.owner, thing.rested, thing.damage, code.ranks[thing.arrived], used, code(thing.known),
        code.names.get(int(thing.id)),
    )  # fmt: skip


def _gone(code: "_Encoder", gone: Departed) -> object:
    known = (gone.thing.card.serial, gone.thing.owner, gone.thing.rested, gone.thing.damage, gone.controller, gone.zone)
    return (*known, code(gone.features), code(gone.thing.id), code.names.get(int(gone.now)))


def _ranks(board: Board) -> Mapping[int, int]:
    """Time stamps in order, densely: what came together shares a rank."""
    stamps = {thing.arrived for seat in board.seats for thing in seat.base}
    stamps.update(going.stamp for going in board.effects)
    stamps.update(entry.stamp for entry in board.delayed)
    return {stamp: rank for rank, stamp in enumerate(sorted(stamps))}


def _hints(board: Board, stack: object) -> dict[int, list[object]]:
    """For every id that anything refers to, from where: enough to tell most things apart before they have names."""
    hints: dict[int, list[object]] = {}
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
    _collect(stack, "stack", hints)
    gone = {int(record.thing.id): record for record in board.departed}
    for number in list(hints):  # what a departed card became matters as far as somebody remembers the card
        if number in gone:
            hints.setdefault(int(gone[number].now), []).append(("became", tuple(map(repr, hints[number]))))
    return hints


def _collect(value: object, tag: object, hints: dict[int, list[object]]) -> None:
    if type(value) is ObjectId:
        hints.setdefault(int(value), []).append(tag)
    elif isinstance(value, tuple):
        for index, part in enumerate(value):
            if isinstance(part, tuple | ObjectId):
                _collect(part, (tag, index), hints)


def _names(board: Board, hints: Mapping[int, list[object]]) -> dict[int, int]:
    """New names for the ids that are referred to, given out in an order that does not depend on the old ones."""
    order: list[tuple[str, int]] = []
    for player in (0, 1):
        mine = board.seats[player]
        for name in ("base", "hand", "graveyard", "exile", "deck"):
            things: Iterable[Thing] = getattr(mine, name)
            for place, thing in enumerate(things):
                if int(thing.id) in hints:
                    at = place if name == "deck" else 0
                    look = (player, name, at, thing.card.serial, thing.rested, thing.damage, thing.arrived, thing.owner)
                    order.append((repr((look, sorted(map(repr, hints[int(thing.id)])))), int(thing.id)))
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
        if kind is ObjectId:
            return ("#", self.names.get(int(value), -1))  # type: ignore[call-overload]  # an ObjectId is an int
        if value is None or kind in (int, str, bool, bytes):
            return value
        if kind is tuple:
            assert isinstance(value, tuple)
            return tuple(map(self, value))
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
            return (tag, *map(self, value))
        if isinstance(value, Card):
            return ("C", value.serial)
        if isinstance(value, World):
            return None
        if isinstance(value, Enum):
            return ("E", kind.__name__, value.name)
        return ("t", _tree(value))


_NOBODY = _Encoder({}, {})
