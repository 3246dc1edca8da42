"""What the words of a card's information say of it: kinds, colours, attributes, names (chapter 2, 5.20)."""

from collections.abc import Sequence
from typing import TypeAlias, assert_never

from headjudge.parser import effect_terms as terms
from headjudge.simulator.citing import cite
from headjudge.simulator.games.palworld.board import Features
from headjudge.simulator.games.palworld.book import definition, reminder

Worded: TypeAlias = terms.OfKind | terms.OfColor | terms.HasAttribute | terms.SuitsWork | terms.Named | terms.HasKeyword
"""Traits that a card has by the words of its information, whatever else is on the table."""
ASKED_OF_UNKNOWN: dict[type, str] = {
    terms.OfKind: "kinds", terms.OfColor: "colors", terms.HasAttribute: "attributes", terms.SuitsWork: "work",
    terms.Named: "names",
}  # fmt: skip
"""What such a trait asks of a card that nobody knows."""


@reminder("2.6.3", "2.1.5")
def is_worded(features: Features, trait: Worded) -> bool:
    """Whether a card with this information has the trait."""
    match trait:
        case terms.OfKind(word):
            return word in features.kinds
        case terms.OfColor("无色"):
            cite("2.6.3")
            return not features.colors
        case terms.OfColor(word):
            if not features.colors:
                cite("2.6.3")
            return word.removesuffix("色") in features.colors
        case terms.HasAttribute(word):
            return word in features.attributes
        case terms.SuitsWork(word):
            return word in features.work
        case terms.Named(part, name):
            if len(features.names) > 1:
                cite("2.1.5")
            return any(_is_named(own, part, name) for own in features.names)
        case terms.HasKeyword(word):
            return any(ability.keyword == word for ability in features.abilities)
        case _:
            assert_never(trait)


@definition("2.1.3.1")
def _parts(name: str) -> tuple[str, str]:
    """The sub name and the main name of a card whose name has both."""
    sub, dash, main = name.partition(" – ")
    return (sub, main) if dash else ("", "")


@reminder("2.1.3.2", "2.1.4")
def _is_named(name: str, part: terms.NamePart, wanted: str) -> bool:
    """Whether a card name, or the named part of it, is the one in 《》. A name without a dash has neither part."""
    cite("2.1.4")
    match part:
        case terms.NamePart.CONTAINS:
            return wanted in name
        case terms.NamePart.WHOLE:
            return name == wanted or wanted in _parts(name)
        case terms.NamePart.SUB | terms.NamePart.MAIN:
            sub, main = _parts(name)
            if not main and " " in name:  # card files write "sub main" with a plain space
                sub, _, main = name.partition(" ")
            if not main:
                cite("2.1.3.2")
                return False
            return wanted == (sub if part is terms.NamePart.SUB else main)
        case _:
            assert_never(part)


@reminder("5.20.1.1", "2.1.5")
@definition("5.20.1")
def same_name(one: Features, another: Features) -> bool:
    """Whether two cards have a card name in common; with several names one is enough (5.20.1.1)."""
    if len(one.names) > 1 or len(another.names) > 1:
        cite("5.20.1.1", "2.1.5")
    return bool(set(one.names) & set(another.names))


@definition("5.20.2")
def different_names(cards: Sequence[Features]) -> int:
    """How many of the cards, at most, have names that are all different."""

    def most(chosen: list[Features], rest: Sequence[Features]) -> int:
        if not rest:
            return len(chosen)
        without = most(chosen, rest[1:])
        if any(same_name(rest[0], taken) for taken in chosen):
            return without
        return max(without, most([*chosen, rest[0]], rest[1:]))

    distinct = list(dict.fromkeys(features.names for features in cards))
    return most([], [next(features for features in cards if features.names == names) for names in distinct])
