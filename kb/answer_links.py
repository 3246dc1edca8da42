"""Published answers joined to the cards that they name and to the clauses that they name or speak of."""

import re
import sqlite3
from collections.abc import Collection, Iterator
from typing import NamedTuple

from headjudge.kb.address import fold_number as fold_clause_number
from headjudge.kb.card_rows import folded
from headjudge.kb.cards import fold_number
from headjudge.kb.claims import ClaimReader
from headjudge.kb.disagreements import Passage, Rulebook

_SEPARATORS = re.compile(r"[|｜/、，,;；\s]+")
_CARD_NUMBER = re.compile(r"[A-Z0-9]{1,8}(?:-[A-Z0-9]{1,6})+")
_NAME_PARTS = re.compile(r"[\s　]+")
_SHORTEST = 3
"""Characters of a part of a name (a nickname, the main name) that is looked for in a text."""


_CLAUSE_NUMBER = re.compile(r"(?<![0-9A-Za-z.-])\d{1,3}(?:[.-]\d{1,3})+[a-z]?(?![\d.-]|\.\d)")
_PARTS_THAT_NAME = 3
"""A number of so many parts in a sentence is a clause's; 1.5 may be a figure."""
_LIKE, _NEARLY, _MOST = 0.3, 0.7, 3
"""An answer is joined by its words to clauses as like as this, and nearly as like as the likest; to so many at most."""


class _Asked(NamedTuple):
    row: int
    game: str
    question: str
    answer: str
    cards: str
    clauses: str

    @property
    def said(self) -> str:
        return f"{self.question}\n{self.answer}"


def link_answers(db: sqlite3.Connection) -> None:
    """Joins every current answer."""
    rows = db.execute("SELECT id, game, question, answer, cards, clauses FROM answers WHERE current")
    asked = [_Asked(*row) for row in rows]
    for game in sorted({one.game for one in asked}):
        of_game = [one for one in asked if one.game == game]
        _link_cards(db, game, of_game)
        _link_clauses(db, game, of_game)


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


def _link_clauses(db: sqlite3.Connection, game: str, asked: list[_Asked]) -> None:
    edition = _edition(db, game, "".join(one.said for one in asked[:50]))
    if edition is None:
        return
    rows = db.execute("SELECT id, key, title, text, parent FROM clauses WHERE edition = ? ORDER BY id", (edition,)).fetchall()
    titles: dict[int | None, str] = {}
    passages = []
    for row, key, title, text, parent in rows:
        titles[row] = f"{titles.get(parent, '')} {title}".strip()
        if text:
            passages.append(Passage(key, text, titles[row]))
    terms = [word for (word,) in db.execute("SELECT word FROM terms WHERE edition = ?", (edition,))]
    spelled = dict(db.execute("SELECT word, term FROM synonyms WHERE game IN ('', ?)", (game,)))
    book = Rulebook(passages, ClaimReader(terms, spelled))
    known = {key for _, key, *_ in rows if key}  # the document has none
    for one in asked:
        differences, same = book.compare(one.question, one.answer)
        db.executemany(
            "INSERT INTO disagreements (answer, game, key, kind, said, written) VALUES (?, ?, ?, ?, ?, ?)",
            [(one.row, game, found.key, found.kind.value, found.said, found.written) for found in differences],
        )
        how = dict.fromkeys(_named(one, known), "number")
        how = how | dict.fromkeys((found.key for found in differences if found.key not in how), "check")
        how = how | dict.fromkeys((key for key in same if key not in how), "same")
        how = how | dict.fromkeys((key for key in _like(book, one.said) if key not in how), "words")
        db.executemany(
            "INSERT INTO answer_clauses (answer, game, key, how, place) VALUES (?, ?, ?, ?, ?)",
            [(one.row, game, key, told_by, place) for place, (key, told_by) in enumerate(how.items())],
        )


def _edition(db: sqlite3.Connection, game: str, words: str) -> int | None:
    """The edition of the game that answers, of those in the language of these words if there is one."""
    chinese = sum("\u4e00" <= char <= "\u9fff" for char in words) * 4 > len(words)
    order = "ORDER BY (language = 'zh') <> ?, rank"
    row = db.execute(f"SELECT id FROM editions WHERE game = ? {order} LIMIT 1", (game, int(chinese))).fetchone()
    return row[0] if row else None


def _named(one: _Asked, known: Collection[str]) -> Iterator[str]:
    """The clauses whose numbers stand in the column for them, or in the text."""
    for written in _SEPARATORS.split(one.clauses):
        if (key := fold_clause_number(written)) in known:
            yield key
    for found in _CLAUSE_NUMBER.finditer(one.said):
        key = fold_clause_number(found[0])
        before = one.said[: found.start()].rstrip("第 （(")
        if key in known and (len(re.split("[.-]", key)) >= _PARTS_THAT_NAME or before.endswith(("规则", "条款", "条", "rule"))):
            yield key


def _like(book: Rulebook, words: str) -> list[str]:
    found = book.speaking_of_the_same(words)
    least = max(_LIKE, _NEARLY * found[0][1]) if found else _LIKE
    return [key for key, likeness in found[:_MOST] if likeness >= least]
