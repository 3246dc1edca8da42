"""Published answers joined to the cards that they name and to the clauses that they name or speak of."""

import re
import sqlite3
from typing import NamedTuple

from headjudge.kb.card_rows import folded
from headjudge.kb.cards import fold_number

_SEPARATORS = re.compile(r"[|｜/、，,;；\s]+")
_CARD_NUMBER = re.compile(r"[A-Z0-9]{1,8}(?:-[A-Z0-9]{1,6})+")
_NAME_PARTS = re.compile(r"[\s　]+")
_SHORTEST = 3
"""Characters of a part of a name (a nickname, the main name) that is looked for in a text."""


class _Asked(NamedTuple):
    row: int
    game: str
    said: str
    cards: str
    clauses: str


def link_answers(db: sqlite3.Connection) -> None:
    """Joins every current answer."""
    rows = db.execute("SELECT id, game, question || char(10) || answer, cards, clauses FROM answers WHERE current")
    asked = [_Asked(*row) for row in rows]
    for game in sorted({one.game for one in asked}):
        _link_cards(db, game, [one for one in asked if one.game == game])


def _link_cards(db: sqlite3.Connection, game: str, asked: list[_Asked]) -> None:
    numbers: dict[str, list[int]] = {}
    names: dict[str, set[int]] = {}
    for card, number, name in db.execute("SELECT id, folded, name FROM cards WHERE game = ? AND current", (game,)):
        numbers.setdefault(number, []).append(card)
        for part in {name, *(part for part in _NAME_PARTS.split(name) if len(part) >= _SHORTEST)}:
            names.setdefault(folded(part), set()).add(card)
    names.pop("", None)
    longest = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    in_text = re.compile(longest) if longest else None
    for one in asked:
        cards = {card for written in _SEPARATORS.split(one.cards) for card in numbers.get(fold_number(written), ())}
        for found in _CARD_NUMBER.findall(fold_number(one.said)):
            cards.update(numbers.get(found, ()))
        if in_text:
            for found in in_text.findall(folded(f"{one.cards}\n{one.said}")):
                cards |= names[found]
        db.executemany("INSERT INTO answer_cards (answer, card) VALUES (?, ?)", [(one.row, card) for card in sorted(cards)])
