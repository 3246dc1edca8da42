"""From parse tree to events: what happens, and with 不能, 必须 or 可以 a rule about it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from lark import Token

from headjudge.parser.card_conditions import Conditions
from headjudge.parser.card_nouns import DEEDS, any_token, reference
from headjudge.parser.card_segments import (
    AtLeast,
    Many,
    Noun,
    Pointer,
    Unreadable,
)
from headjudge.parser.effect_terms import (
    ControllerOf,
    Deed,
    Description,
    Event,
    Every,
    Exactly,
    Number,
    OfKind,
    OwnerOf,
    Relation,
    Role,
    Selection,
    Side,
    Those,
    Together,
    Top,
    Zone,
)
from headjudge.parser.effects import (
    Mode,
    Rule,
)

# Any: they stand where the finished tree has players and cards.
DOER: Any = Pointer.DOER
IT: Any = Pointer.IT

NEXT_TIME = object()
"""下一次 among the words of an event."""
_CONSTANTS: Mapping[str, Any] = {
    "next_time": NEXT_TIME,
    "cannot": Mode.CANNOT, "must": Mode.MUST, "may_do": Mode.MAY,
    "any_damage": None, "battle_damage": True, "other_damage": False,
}  # fmt: skip
_SAME = frozenset(("event", "rule"))


class Events(Conditions):
    """Events and rules. Among the children of each there may be a Mode, which makes a rule of the event."""

    def __default__(self, data: str, children: list[Any], meta: Any) -> Any:
        if data in _CONSTANTS:
            return _CONSTANTS[data]
        return children[0] if data in _SAME else super().__default__(data, children, meta)

    def destination(self, children: list[Any]) -> tuple[str, Any, Zone, bool]:
        player, zone, edge = children
        if edge is not None and zone is not Zone.DECK:
            raise Unreadable
        return "to", player, zone, edge is not None and edge.type == "BOTTOM"

    def origin(self, children: list[Any]) -> tuple[Any, Zone]:
        return children[0], children[1]

    event_origin = origin

    def active(self, children: list[Any]) -> Any:
        (actor, verb, target), mode = _parted(children)
        return _ruled(mode, Event(DEEDS[verb.type], **_actor(actor), target=fixed(target)))

    def fights(self, children: list[Any]) -> Any:
        (one, other, _verb), mode = _parted(children)
        return _ruled(mode, Event(Deed.FIGHT, subject=reference(one), target=fixed(other)))

    def intransitive(self, children: list[Any]) -> Any:
        (subject, verb), mode = _parted(children)
        return _ruled(mode, Event(DEEDS[verb.type], subject=_counted(subject)))

    def passive(self, children: list[Any]) -> Any:
        (subject, _by, whose, verb, target), mode = _parted(children)
        event = suffered(_counted(subject), DEEDS[verb.type], whose or {})
        return _ruled(mode, replace(event, target=fixed(target)) if target is not None else event)

    def passive_from(self, children: list[Any]) -> Any:
        (subject, origin, _by, whose, verb), mode = _parted(children)
        deed = DEEDS[verb.type]
        if origin[0] is not None or deed not in (Deed.DISCARD, Deed.EXILE):
            raise Unreadable
        return _ruled(mode, Event(deed, subject=_counted(subject), origin=origin[1], **(whose or {})))

    def enters_from(self, children: list[Any]) -> Any:
        (subject, origin, _deploy), mode = _parted(children)
        if origin[0] is not None:
            raise Unreadable
        return _ruled(mode, Event(Deed.DEPLOY, subject=_counted(subject), origin=origin[1]))

    def effect_does(self, children: list[Any]) -> Any:
        (source, verb, subject), mode = _parted(children)
        if DEEDS[verb.type] in (Deed.ATTACK, Deed.BLOCK, Deed.USE):
            raise Unreadable  # an effect does none of these
        return _ruled(mode, Event(DEEDS[verb.type], subject=reference(subject), source=reference(source)))

    def chosen_by_effect(self, children: list[Any]) -> Any:
        (subject, player), mode = _parted(children)
        return _ruled(mode, Event(Deed.CHOOSE, by=player, subject=reference(subject)))

    def many(self, children: list[Any]) -> Many:
        noun, number, relation = children
        if relation is not Relation.AT_LEAST:
            raise Unreadable
        return Many(noun.all_of_them, number)

    def moved(self, children: list[Any]) -> Any:
        (subject, _by, whose, origin, destination), mode = _parted(children)
        return _ruled(mode, replace(_zone_move(subject, origin, destination), **(whose or {})))

    def moved_from(self, children: list[Any]) -> Any:
        (subject, origin, _by, whose, destination), mode = _parted(children)
        return _ruled(mode, replace(_zone_move(subject, origin, destination), **(whose or {})))

    def attack_blocked(self, children: list[Any]) -> Any:
        (subject, _attack, _by, whose, _block), mode = _parted(children)
        return _ruled(mode, suffered(reference(subject), Deed.BLOCK, whose or {}))

    def moves(self, children: list[Any]) -> Any:
        (subject, origin, destination), mode = _parted(children)
        return _ruled(mode, _zone_move(subject, origin, destination))

    def leaves(self, children: list[Any]) -> Any:
        (subject, zone), mode = _parted(children)
        return _ruled(mode, Event(Deed.LEAVE, subject=_counted(subject), origin=zone))

    def means_do(self, children: list[Any]) -> Any:
        (player, subject, verb), mode = _parted(children)
        return _ruled(mode, Event(DEEDS[verb.type], by=player, subject=reference(subject)))

    def means_move(self, children: list[Any]) -> Any:
        (player, subject, destination), mode = _parted(children)
        return _ruled(mode, replace(_zone_move(subject, None, destination), by=player))

    def beats(self, children: list[Any]) -> Any:
        """The battle opponent goes there: a Pal, and the other player's in any case."""
        (_this, _battle, noun, destination), mode = _parted(children)
        plain = Description((OfKind("帕鲁"),)), Description()
        cards = noun.all_of_them
        if mode is not None or any(one not in plain for one in cards.any_of) or cards.holder not in (None, Side.OPPONENT):
            raise Unreadable
        return _zone_move(Those(Role.RIVAL), None, destination)

    def leaves_by(self, children: list[Any]) -> Any:
        (subject, whose, zone), mode = _parted(children)
        return _ruled(mode, Event(Deed.LEAVE, subject=_counted(subject), origin=zone, **whose))

    def does(self, children: list[Any]) -> Any:
        (player, verb, things, *target), mode = _parted(children)
        subject = _each(things)
        event = Event(DEEDS[verb.type], by=player, subject=subject, target=fixed(target[0]) if target else None)
        return _ruled(mode, event)

    def does_with(self, children: list[Any]) -> Any:
        (player, things, verb, target), mode = _parted(children)
        return _ruled(mode, Event(DEEDS[verb.type], by=player, subject=_each(things), target=fixed(target)))

    def draws(self, children: list[Any]) -> Any:
        return self._by_player(Deed.DRAW, children)

    def deals(self, children: list[Any]) -> Any:
        (source, target, battle), mode = _parted(children)
        return _ruled(mode, Event(Deed.DAMAGE, **_actor(source), target=fixed(target), battle=battle))

    def deals_attacking(self, children: list[Any]) -> Any:
        (source, _attack, target, battle), mode = _parted(children)
        if battle is False:
            raise Unreadable
        return _ruled(mode, Event(Deed.DAMAGE, **_actor(source), target=fixed(target), battle=True))

    def takes(self, children: list[Any]) -> Any:
        (target, battle), mode = _parted(children)
        return _ruled(mode, Event(Deed.DAMAGE, target=reference(target), battle=battle))

    def changes_life(self, children: list[Any]) -> Any:
        return self._by_player(Deed.GAIN_LIFE if any_token(children, "GAIN") else Deed.LOSE_LIFE, children)

    def life_goes_up(self, children: list[Any]) -> Any:
        return self._by_player(Deed.GAIN_LIFE, children)

    def life_goes_down(self, children: list[Any]) -> Any:
        return self._by_player(Deed.LOSE_LIFE, children)

    def adds_souls(self, children: list[Any]) -> Any:
        return self._by_player(Deed.ADD_SOULS, [child for child in children if not isinstance(child, Token)])

    def gains_resource(self, children: list[Any]) -> Any:
        return self._by_player(Deed.GAIN_RESOURCE, children, str(children[-1]))

    def consumes(self, children: list[Any]) -> Any:
        return self._by_player(Deed.CONSUME, children, str(children[-1]))

    def shuffles(self, children: list[Any]) -> Any:
        return self._by_player(Deed.SHUFFLE, children)

    def wins(self, children: list[Any]) -> Any:
        return self._by_player(Deed.WIN_GAME, children)

    def loses(self, children: list[Any]) -> Any:
        return self._by_player(Deed.LOSE_GAME, children)

    def targets(self, children: list[Any]) -> Any:
        (actor, *rest), mode = _parted(children)
        (target,) = [child for child in rest if not isinstance(child, Token)]
        return _ruled(mode, Event(Deed.ATTACK, **_actor(actor), target=reference(target)))

    @staticmethod
    def _by_player(deed: Deed, children: list[Any], resource: str | None = None) -> Any:
        (player, *_rest), mode = _parted(children)
        return _ruled(mode, Event(deed, by=player, resource=resource))


def settled(things: Any) -> Any:
    """Cards of which all are meant need no choice."""
    if isinstance(things, Selection) and isinstance(things.quantity, Every):
        return things.cards
    if isinstance(things, Together):
        return Together(tuple(settled(part) for part in things.parts))
    return things


def _parted(children: list[Any]) -> tuple[list[Any], Mode | None]:
    """The parts of an event, and the mode that stands among them."""
    mode = next((child for child in children if isinstance(child, Mode)), None)
    return [child for child in children if not isinstance(child, Mode) and child is not NEXT_TIME], mode


def _ruled(mode: Mode | None, event: Event) -> Event | Rule:
    for name in ("subject", "target"):
        many: Any = getattr(event, name)
        if isinstance(many, Many):
            if mode is not None:
                raise Unreadable  # 1只以上的帕鲁不能…: how many of them may is not said
            changes: dict[str, Any] = {name: many.cards, "at_least": many.number}
            event = replace(event, **changes)
    return event if mode is None else Rule(mode, event)


def _counted(said: Any) -> Any:
    """The cards of an event; with 1只以上 they are one event together."""
    if isinstance(said, Noun) and isinstance(said.quantity, AtLeast):
        return Many(said.cards, said.quantity.amount)
    return said if isinstance(said, Many) else reference(said)


def _actor(actor: Any) -> dict[str, Any]:
    if isinstance(actor, Side | ControllerOf | OwnerOf) or actor is Pointer.SELF:
        return {"by": actor}
    return {"subject": reference(actor)}


def fixed(target: Any) -> Any:
    """Cards or a player among whom nothing is left to choose."""
    found = settled(target)
    if isinstance(found, Selection | Together | Top):
        raise Unreadable
    return found


def _each(things: Any) -> Any:
    """The cards of an event: 你使用1张事件时 is each one."""
    if isinstance(things, Selection) and things.quantity == Exactly(Number(1)):
        return things.cards
    return fixed(things)


def suffered(subject: Any, deed: Deed, whose: dict[str, Any]) -> Event:
    """What is done to the subject: attacked or blocked it is the target, anything else has it done as a card."""
    if deed in (Deed.ATTACK, Deed.BLOCK):
        return Event(deed, by=whose.get("by"), subject=whose.get("source"), target=subject)
    return Event(deed, subject=subject, **whose)


def _zone_move(subject: Any, origin: Any, destination: Any) -> Event:
    _to, whose, zone, bottom = destination
    if whose is not None or bottom or (origin is not None and origin[0] is not None):
        raise Unreadable
    return Event(Deed.MOVE, subject=_counted(subject), origin=origin[1] if origin else None, destination=zone)
