"""The cards that the user handed in, looked up by number, part of a number or of a name: plain SQL, nothing else imported."""

import re
import sqlite3

from headjudge.kb.fold import fold
from headjudge.kb.search import variants
from headjudge.parser.named import NamedTuple

MOST = 200
"""So many cards are listed; who means so many has named none."""


class CardRecord(NamedTuple):
    """A card as its latest file has it. `facts` are its other columns: (property, heading, words), the property '' where the
    heading means nothing to headjudge."""

    row: int
    game: str
    number: str
    name: str
    text: str
    facts: tuple[tuple[str, str, str], ...]
    file: str
    line: int
    read_on: str

    @property
    def id(self) -> str:
        """What the card is called outside: its number, else its name."""
        return self.number or self.name


class FileRecord(NamedTuple):
    """A card file that was read, and how many of the current cards are from it."""

    game: str
    file: str
    read_on: str
    cards: int


_COLUMNS = "id, game, number, name, text, facts, file, line, read_on"


def fold_number(number: str) -> str:
    """A card's number in one width and case, without blanks.

    >>> fold_number(" ｂp01－074 ")
    'BP01-074'
    """
    return re.sub(r"[‐-―−]", "-", fold(number, {}).replace(" ", "")).upper()


def find_cards(db: sqlite3.Connection, words: str, game: str = "", *, whole: bool = False) -> list[CardRecord]:
    """The cards that the words name; those that they fit best alone: a whole number, a whole name or main name, the end of a
    number (074), a part of a name (each word of it), a part of a number. `whole`: the last two do not count.
    """
    number = fold_number(words)
    parts = [part for word in words.split() if (part := fold(word, variants(db, word)).replace(" ", ""))]
    if not number or len(number) > MOST:
        return []
    name = "".join(parts)
    ways = [("c.folded = ?2", number), ("c.id IN (SELECT card FROM card_names WHERE folded = ?2)", name)]
    if number.isalnum():
        ways.append(("c.folded GLOB '*[^0-9A-Z]' || ?2", number))
    if not whole:
        each = " AND ".join(f"instr(n.folded, ?{place})" for place in range(2, len(parts) + 2))
        named = f"c.id IN (SELECT n.card FROM card_names n WHERE {each})"
        ways += [(named, ""), ("instr(c.folded, ?2)", number)]
    for condition, value in ways:
        given = [value] if value else parts
        found = _cards(
            db, f"WHERE ?1 IN ('', c.game) AND c.current AND {condition} ORDER BY c.game, c.folded, c.id", game, *given
        )
        if found:
            return found
    return []


def card_at(db: sqlite3.Connection, row: int) -> CardRecord:
    """The card of that row."""
    return _cards(db, "WHERE c.id = ?1", row)[0]


def names_of(db: sqlite3.Connection, card: CardRecord) -> list[str]:
    """The card's names in all languages of its file, folded."""
    return [name for (name,) in db.execute("SELECT folded FROM card_names WHERE card = ?", (card.row,))]


def nearest_cards(db: sqlite3.Connection, words: str, game: str = "", limit: int = 5) -> list[CardRecord]:
    """The cards whose number or name is most like the words."""
    from difflib import SequenceMatcher  # only if nothing was found

    number, name = fold_number(words)[:40], fold(words, variants(db, words)).replace(" ", "")[:40]
    likeness: dict[int, float] = {}
    rows = db.execute(
        """SELECT c.id, c.folded, n.folded FROM cards c JOIN card_names n ON n.card = c.id
           WHERE ?1 IN ('', c.game) AND c.current""",
        (game,),
    )
    of_number, of_name = SequenceMatcher(None, "", number), SequenceMatcher(None, "", name)
    for row, its_number, its_name in rows:
        of_number.set_seq1(its_number)
        of_name.set_seq1(its_name)
        best = max((matcher.ratio() for matcher in (of_number, of_name) if matcher.real_quick_ratio() > 0.4), default=0.0)
        likeness[row] = max(best, likeness.get(row, 0.0))
    best_rows = sorted((row for row in likeness if likeness[row] > 0.4), key=lambda row: (-likeness[row], row))[:limit]
    return [card_at(db, row) for row in best_rows]


def earlier(db: sqlite3.Connection, card: CardRecord) -> list[CardRecord]:
    """The same card in the files (or rows) that the current one replaces, the latest first."""
    condition = "WHERE c.game = ?1 AND c.folded = ?2 AND (?2 <> '' OR c.name = ?3) AND NOT c.current ORDER BY c.id DESC"
    return _cards(db, condition, card.game, fold_number(card.number), card.name)


def card_files(db: sqlite3.Connection, game: str = "") -> list[FileRecord]:
    """The card files read so far, the latest first."""
    rows = db.execute(
        """SELECT game, file, read_on, total(current) FROM cards WHERE ?1 IN ('', game)
           GROUP BY game, file ORDER BY max(id) DESC""",
        (game,),
    )
    return [FileRecord(game, file, read_on, int(cards)) for game, file, read_on, cards in rows]


def known_numbers(db: sqlite3.Connection, game: str, *, other_than: str) -> frozenset[str]:
    """The numbers (folded) of the game's cards that are known from other files than that one."""
    rows = db.execute("SELECT DISTINCT folded FROM cards WHERE game = ? AND file <> ? AND folded <> ''", (game, other_than))
    return frozenset(number for (number,) in rows)


def _cards(db: sqlite3.Connection, where: str, *parameters: object) -> list[CardRecord]:
    import json  # 10 ms, and most clauses are looked up without any card

    rows = db.execute(f"SELECT {_COLUMNS} FROM cards c {where} LIMIT {MOST}", parameters).fetchall()
    return [CardRecord(*row)._replace(facts=tuple(tuple(fact) for fact in json.loads(row[5]))) for row in rows]
