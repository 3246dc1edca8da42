"""Published answers joined to the cards that they name and to the clauses that they name or speak of."""

import re
import sqlite3
from collections.abc import Collection, Iterator, Sequence

from headjudge.kb.address import fold_number as fold_clause_number
from headjudge.kb.card_rows import folded
from headjudge.kb.cards import fold_number
from headjudge.kb.claims import ClaimReader, Kind
from headjudge.kb.disagreements import Compared, Difference, Passage, Rulebook
from headjudge.parser.named import NamedTuple

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
    books = rulebooks(db, game, "".join(one.said for one in asked[:50]))
    if not books:
        return
    keys = db.execute("SELECT DISTINCT c.key FROM clauses c JOIN editions e ON e.id = c.edition WHERE e.game = ?", (game,))
    known = {key for (key,) in keys if key}  # the document has none
    for one in asked:
        differences, same = compared(books, one.question, one.answer)
        db.executemany(
            "INSERT INTO disagreements (answer, game, key, kind, said, written) VALUES (?, ?, ?, ?, ?, ?)",
            [(one.row, game, found.key, found.kind.value, found.said, found.written) for found in differences],
        )
        how: dict[str, str] = {}
        for told_by, found_keys in (
            ("number", _named(one, known)),
            ("check", (found.key for found in differences)),
            ("same", same),
            ("words", _like(books[0], one.said)),
        ):
            for key in found_keys:
                how.setdefault(key, told_by)
        db.executemany(
            "INSERT INTO answer_clauses (answer, game, key, how, place) VALUES (?, ?, ?, ?, ?)",
            [(one.row, game, key, told_by, place) for place, (key, told_by) in enumerate(how.items())],
        )


def rulebooks(db: sqlite3.Connection, game: str, words: str) -> list[Rulebook]:
    """The game's rulebook as claims: the edition that answers (of those in the language of these words), and the shipped one,
    which says the same in other words."""
    chinese = sum("\u4e00" <= char <= "\u9fff" for char in words) * 4 > len(words)
    rows = db.execute(
        "SELECT id, own FROM editions WHERE game = ? ORDER BY (language = 'zh') <> ?, rank", (game, int(chinese))
    ).fetchall()
    chosen = [*rows[:1], *(row for row in rows[1:] if row[1])][:2]
    return [_rulebook(db, game, row) for row, _ in chosen]


def _rulebook(db: sqlite3.Connection, game: str, edition: int) -> Rulebook:
    titles: dict[int | None, str] = {}
    passages = []
    rows = db.execute("SELECT id, key, title, text, parent FROM clauses WHERE edition = ? ORDER BY id", (edition,))
    for row, key, title, text, parent in rows:
        titles[row] = f"{titles.get(parent, '')} {title}".strip()
        if text:
            passages.append(Passage(key, text, titles[row]))
    terms = [word for (word,) in db.execute("SELECT word FROM terms WHERE edition = ?", (edition,))]
    spelled = dict(db.execute("SELECT word, term FROM synonyms WHERE game IN ('', ?)", (game,)))
    return Rulebook(passages, ClaimReader(terms, spelled))


def compared(books: Sequence[Rulebook], question: str, answer: str) -> Compared:
    """The answer held against several wordings of one rulebook: what it shares with any of them is no disagreement, and a
    clause is quoted from the first that differs."""
    each = [book.compare(question, answer) for book in books]
    same = list(dict.fromkeys(key for one in each for key in one.agreeing))
    differing: dict[tuple[str, Kind], Difference] = {}
    for one in each:
        elsewhere = {key for other in each if other is not one for key in other.agreeing}
        for difference in one.differences:
            if difference.key not in elsewhere:
                differing.setdefault((difference.key, difference.kind), difference)
    return Compared(list(differing.values()), same)


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
