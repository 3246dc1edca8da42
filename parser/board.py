"""The table as values: players, cards, boards, and where the game stands."""

from dataclasses import field
from enum import StrEnum
from typing import NewType

from headjudge.kb.clause import ClauseKey
from headjudge.parser.named import NamedTuple
from headjudge.parser.values import dataclass

Word = NewType("Word", str)
"""A word of the game in one spelling whatever the language of the ruling: an identifier of `ruling_words.toml`."""

CardName = NewType("CardName", str)
"""A card by the name that the ruling gives it: its declared name, or the id or name by which a card file knows it."""


class Player(StrEnum):
    """A player: 甲 and 乙, in English A and B. Whose turn it is, and who went first, is in Position."""

    A = "A"
    B = "B"


class Place(NamedTuple):
    """Where in the ruling a value is written, counted from 1; line 0 is nowhere (a value made by a program)."""

    line: int = 0
    column: int = 0


NOWHERE = Place()

Numbers = tuple[tuple[Word, int], ...]
"""Numbers by what they measure, in the order written: `(("power", 500), ("strike", 1))`."""


@dataclass(frozen=True, slots=True)
class Card:
    """What is printed on a card.

    `stock` marks the cards that every ruling may name without describing them: `plain` (普通: a card without abilities
    or icons) and `lucky` (幸运: the same with the icon that stops damage); the game says what these are.
    `file` is set on a card that came from a card file; it is not written out again.
    """

    name: CardName
    kind: Word | None = None
    numbers: Numbers = ()
    """Printed numbers: power, strike, cost. `500/1` is power and strike; a structure's durability is its power."""
    traits: tuple[tuple[Word, Word], ...] = ()
    """Other printed properties, as (what, value): ("colour", "red"), ("element", "fire"), ("icon", "lucky")."""
    keywords: tuple[str, ...] = ()
    """Keyword abilities as written, a number included: `挑衅`, `勇敢300`."""
    text: tuple[str, ...] = ()
    """Card text, an ability a line."""
    number: str = ""
    """The collector's number, of a card from a file."""
    stock: Word | None = None
    file: str = ""
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class CardRef:
    """A card on the table: `盾兵`, `乙的盾兵`, `盾兵#2` (the second of that name in the order listed, players together,
    or of that player's if `player` is given).

    Later arrivals of that name (drawn, put into play) are found by the simulator; several that fit make it ambiguous.
    """

    name: CardName
    player: Player | None = None
    index: int | None = None
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class AbilityRef:
    """An ability of a card, by its place on the card from 1; None is its only one."""

    card: CardRef
    number: int | None = None


class Fill(StrEnum):
    """How the cards listed for a zone fill it."""

    LISTED = "listed"
    """Exactly these, in this order (of a deck: the top first; of a base: the earliest arrival first)."""
    SHUFFLED = "shuffled"
    """Exactly these, in an order that chance decides when it matters."""
    ANY = "any"
    """Some of these, whichever an adversary likes; `Contents.size` says how many, None any number."""
    UNUSED = "unused"
    """These or unknown cards, which their player does not use."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A card (or `count` of them) in a zone, and the state in which it lies there."""

    card: CardName | None
    """None is an unknown card, `?`: it may be any, and is never played unless `candidates` lists what it may be."""
    count: int = 1
    orientation: Word | None = None
    """`standing` or `rested`; None leaves it to the zone (4.3.2.3 of Palworld: standing)."""
    face: Word | None = None
    """`open` or `hidden`, if not the zone's own."""
    numbers: Numbers = ()
    """Numbers that it bears: damage, counters."""
    flags: tuple[Word, ...] = ()
    """What happened to it this turn, sorted: `attacked`, `assigned`, `deployed`."""
    used: tuple[tuple[int, int], ...] = ()
    """Uses of limited abilities this turn: (place of the ability on the card from 1, times)."""
    owner: Player | None = None
    """If not the player in whose zone it lies."""
    together: bool = False
    """Arrived at the same time as the card listed before it; the copies of a count arrived one after another."""
    candidates: tuple[CardName, ...] = ()
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Contents:
    """One zone of one player. An empty `cards` with Fill.LISTED is an empty zone, said to be so."""

    zone: Word
    cards: tuple[Placement, ...]
    fill: Fill = Fill.LISTED
    size: int | None = None
    place: Place = field(default=NOWHERE, compare=False)

    @property
    def total(self) -> int:
        """How many cards are listed."""
        return sum(card.count for card in self.cards)


@dataclass(frozen=True, slots=True)
class PlayerBoard:
    """What a player has. `used` are limits used up this turn, by the clause that sets the limit: (clause, times)."""

    player: Player
    zones: tuple[Contents, ...] = ()
    """Listed zones, each once. What an unlisted one holds is told by `assumptions`."""
    numbers: Numbers = ()
    """Life, damage, resources, limits. `souls` and `rested_souls` count soul cards without listing them."""
    used: tuple[tuple[ClauseKey, int], ...] = ()
    place: Place = field(default=NOWHERE, compare=False)

    def zone(self, word: Word) -> Contents | None:
        """The listed zone of that word."""
        return next((contents for contents in self.zones if contents.zone == word), None)


@dataclass(frozen=True, slots=True)
class Point:
    """A moment of the game: a clause of a procedure, or a word for it (`main_phase`, `turn_end`). One of the two is set."""

    clause: ClauseKey | None = None
    word: Word | None = None


@dataclass(frozen=True, slots=True)
class Position:
    """Where the game stands when the ruling begins. What is None is not said: the game takes its usual case, and says so."""

    turn: Player | None = None
    starter: Player | None = None
    """The player who went first."""
    turn_number: int | None = None
    """The turn's number in the game, both players' counted: 1 is the starter's first, 2 the other player's first."""
    phase: Word | None = None
    clause: ClauseKey | None = None
    """The clause about to be executed, within the phase."""
    states: tuple[Word, ...] = ()
    """Named states of the whole game: `night`."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """An ability that has triggered and waits to be used, `count` times."""

    ability: AbilityRef
    count: int = 1
    controller: Player | None = None
    """If not the controller of the card."""
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class EffectInForce:
    """A continuous effect created earlier; the order of `Scenario.effects` is that of their time stamps.

    `text` is card text, duration included. `on` are the cards that it applies to, where the text says "that card".
    """

    text: str
    controller: Player
    source: CardRef | None = None
    on: tuple[CardRef | Player, ...] = ()
    until: Point | None = None
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Attack:
    """The attack under way: who attacks what now, and what it was declared on if a blocker stepped in."""

    attacker: CardRef
    target: "CardRef | Player"
    declared: "CardRef | Player | None" = None
    place: Place = field(default=NOWHERE, compare=False)
