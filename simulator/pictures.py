"""A table as data that can be kept and drawn without the game that it is of."""

from typing import TypedDict


class Phrase(TypedDict):
    """The same in the two languages."""

    zh: str
    en: str


class CardPicture(TypedDict):
    """A card as it lies, or several that look the same. `marks` name them, so that what changed can be marked."""

    marks: list[str]
    name: Phrase
    kind: str
    cost: int | None
    figures: str
    rested: bool
    damage: int
    keywords: list[str]
    times: int


class NumberPicture(TypedDict):
    """A number that a player has. `word` is a word of the interface, or '' where `name` says what it is."""

    mark: str
    word: str
    name: Phrase | None
    value: str


class Piece(TypedDict, total=False):
    """A part of a table: what is going on (`what` is `state`), a player's numbers (`numbers`), or a zone (its name)."""

    what: str
    player: int
    mark: str
    total: int
    more: int
    cards: list[CardPicture]
    numbers: list[NumberPicture]
    turn: Phrase
    phase: Phrase
    notes: list[tuple[str, Phrase]]
