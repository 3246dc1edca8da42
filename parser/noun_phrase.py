"""One noun phrase of card text, put together of what was said in it: kinds of cards with their traits, whose, where, how many."""

from dataclasses import replace
from itertools import product
from typing import Any

from lark import Token

from headjudge.parser.card_segments import AtLeast, Noun, Unreadable
from headjudge.parser.card_words import words
from headjudge.parser.effect_terms import (
    AnyNumber,
    Cards,
    Description,
    Every,
    Exactly,
    Named,
    NamePart,
    OfKind,
    Property,
    Quantity,
    Total,
    Trait,
    UpTo,
    Zone,
)
from headjudge.parser.named import NamedTuple

OTHERS, ANY_KIND, DISTINCT = "others", "any kind", "distinct"
"""What a phrase may say in a word: not this card, whatever the traits of the first kind, of different names."""


class Both(NamedTuple):
    """Whose and where, said in one word (其手牌)."""

    marks: tuple[tuple[str, Any], ...]


class Each(NamedTuple):
    """Several traits said in one word (费用3~5)."""

    traits: tuple[Trait, ...]


def noun_phrase(items: list[Any]) -> Noun:
    """One noun phrase. Traits belong to the kind that follows them; those of the first kind count for the later ones
    that have none (`红色的帕鲁或建筑物`), unless they say 任意."""
    marks = dict[str, Any]()
    quantity: Quantity | AtLeast | None = None
    alternatives: list[Description] = []
    traits: list[Any] = []
    ways: list[list[Any]] = []  # 红色或蓝色的: each of them with the rest of the traits
    total: Total | None = None
    free = False
    for item in items:
        if isinstance(item, Token):
            if item.type == "ZONE":
                marks["zone"] = _once(marks, "zone", Zone(words().meanings["zones"][item]))
            kind = _kind_of(item)
            if alternatives and not traits and not free:
                traits = [trait for trait in alternatives[0].traits if not isinstance(trait, OfKind)]
            alternatives.extend(Description((*traits, *way, *kind)) for way in product(*ways))
            traits, ways, free = [], [], False
        elif isinstance(item, list):
            ways.append(item)
        elif isinstance(item, Each):
            traits.extend(item.traits)
        elif isinstance(item, Both):
            for name, value in item.marks:
                marks[name] = _once(marks, name, value)
        elif isinstance(item, tuple):
            marks[item[0]] = _once(marks, *item)
        elif isinstance(item, Exactly | UpTo | Every | AnyNumber | AtLeast):
            if quantity is not None:
                raise Unreadable
            quantity = item
        elif isinstance(item, Total):
            if total is not None:
                raise Unreadable
            total = item
        elif item is ANY_KIND:
            free = True
        elif isinstance(item, str):
            marks[item] = True
        else:
            traits.append(item)
    if traits or ways:
        raise Unreadable
    others, distinct = marks.pop(OTHERS, False), marks.pop(DISTINCT, False)
    cards = Cards(tuple(alternatives) or (Description(),), others=others, **marks)
    return Noun(cards, quantity, distinct, total, place_first=_says_place_first(items))


def _says_place_first(items: list[Any]) -> bool:
    first = next((item for item in items if isinstance(item, tuple | Exactly | UpTo | Every | AnyNumber)), None)
    return isinstance(first, tuple)


def in_one_place(parts: list[Any]) -> list[Any]:
    """The parts of an enumeration. A place said before the number of the first counts for those that say none
    (你墓地中的1只帕鲁与1张建筑物: both of them in your graveyard)."""
    first = parts[0]
    if not isinstance(first, Noun) or not first.place_first or not isinstance(first.quantity, Exactly | UpTo | AnyNumber):
        return parts
    place = first.cards
    found = [first]
    for part in parts[1:]:
        if isinstance(part, Noun) and part.quantity is not None and part.cards.among is None:
            own = part.cards
            if own.holder is None and own.zone is None:
                part = replace(part, cards=replace(own, holder=place.holder, zone=place.zone, among=place.among))
            elif own.holder is None and place.zone is not None:
                part = replace(part, cards=replace(own, holder=place.holder))
        found.append(part)
    return found


def _kind_of(head: Token) -> tuple[Property, ...]:
    """What the head of a noun phrase says; a name in 《》 is the card of that name (Palworld 2.1.4)."""
    if head.type == "NAME":
        return (Named(NamePart.WHOLE, head[1:-1]),)
    return (OfKind(str(head)),) if head.type in ("KIND", "SOUL") else ()


def _once(marks: dict[str, Any], name: str, value: Any) -> Any:
    if name in marks:
        raise Unreadable
    return value
