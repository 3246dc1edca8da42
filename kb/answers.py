"""Published answers that the user imported: of a card, on a clause, by number or by words; the newest first."""

import re
import sqlite3
from collections.abc import Collection

from headjudge.kb.cards import find_cards
from headjudge.kb.errors import HeadjudgeError
from headjudge.kb.fold import fold
from headjudge.kb.search import variants
from headjudge.parser.named import NamedTuple


class UnknownAnswer(HeadjudgeError):
    """No imported answer has that number, or those words in it."""


class Disagreement(NamedTuple):
    """An answer says of one thing otherwise than a clause does: the kind of word in which they differ, and both phrases."""

    key: str
    kind: str
    said: str
    written: str


class AnswerRecord(NamedTuple):
    """A question with its answer, as it was published. `current` is false for one that was answered anew since."""

    row: int
    game: str
    name: str
    date: str
    source: str
    question: str
    answer: str
    file: str
    line: int
    current: bool


class AnswerView(NamedTuple):
    """An answer with the cards that it names (number or name) and those that no card file has, the clauses it is joined to with
    how, where it may disagree with the rulebook,
    the rulings made after it, and what was answered before."""

    record: AnswerRecord
    cards: tuple[str, ...]
    unknown_cards: tuple[str, ...]
    clauses: tuple[tuple[str, str], ...]
    disagreements: tuple[Disagreement, ...]
    rulings: tuple[str, ...]
    before: tuple[AnswerRecord, ...]


_COLUMNS = "a.id, a.game, a.name, a.date, a.source, a.question, a.answer, a.file, a.line, a.current"
_NEWEST = "ORDER BY a.date DESC, a.id"


def answers(db: sqlite3.Connection, game: str = "", words: str = "") -> list[AnswerRecord]:
    """The current answers of a game or of all, those that have every word in them, the newest first."""
    found = _answers(db, f"WHERE a.current AND ?1 IN ('', a.game) {_NEWEST}", game)
    wanted = [part for word in words.split() if (part := _folded(db, word))]
    return [one for one in found if all(part in _folded(db, f"{one.question}\n{one.answer}") for part in wanted)]


def answers_on_card(db: sqlite3.Connection, card: int) -> list[AnswerRecord]:
    """The current answers that name the card of that row."""
    return _answers(db, f"WHERE a.id IN (SELECT answer FROM answer_cards WHERE card = ?1) {_NEWEST}", card)


def answers_on_clause(db: sqlite3.Connection, game: str, key: str) -> list[AnswerRecord]:
    """The current answers that are joined to the clause of that number."""
    return _answers(db, f"WHERE a.id IN (SELECT answer FROM answer_clauses WHERE game = ?1 AND key = ?2) {_NEWEST}", game, key)


def find_answers(db: sqlite3.Connection, name: str, game: str = "") -> list[AnswerRecord]:
    """The current answers of that number (71, Q71, 问71), else those with these words in them. Raises UnknownAnswer with the
    nearest numbers."""
    figures = re.sub(r"^(?:q|問|问|第|no\.?|#)\s*(?=\d)|[号號]$", "", name.strip(), flags=re.IGNORECASE)
    condition = f"WHERE a.current AND ?1 IN ('', a.game) AND upper(a.name) IN (upper(?2), upper(?3)) {_NEWEST}"
    found = _answers(db, condition, game, name.strip(), figures) or (answers(db, game, name) if name.strip() else [])
    if not found:
        from difflib import get_close_matches  # only if nothing was found

        known = [one.name for one in answers(db, game)]
        near = get_close_matches(figures, known, n=5, cutoff=0.4)
        raise UnknownAnswer("unknown_answer" if known else "no_answers", words=name, near=", ".join(near))
    return found


def view_answer(db: sqlite3.Connection, record: AnswerRecord) -> AnswerView:
    """The answer with all that it is joined to."""
    cards = db.execute(
        """SELECT iif(c.number <> '', c.number, c.name) FROM answer_cards l JOIN cards c ON c.id = l.card
           WHERE l.answer = ? ORDER BY c.id""",
        (record.row,),
    )
    clauses = db.execute("SELECT key, how FROM answer_clauses WHERE answer = ? ORDER BY place", (record.row,))
    before = _answers(
        db,
        f"WHERE a.game = ?1 AND a.name = ?2 AND a.source = ?3 AND NOT a.current AND a.id <> ?4 {_NEWEST}",
        record.game,
        record.name,
        record.source,
        record.row,
    )
    return AnswerView(
        record,
        tuple(card for (card,) in cards),
        tuple(_unknown_cards(db, record)),
        tuple((key, how) for key, how in clauses),
        tuple(disagreements_of(db, record)),
        tuple(_rulings_after(db, record)),
        tuple(before),
    )


def imported_at(db: sqlite3.Connection, game: str, file: str, names: Collection[str]) -> list[AnswerRecord]:
    """The current answers of these numbers that were handed in with that file."""
    found = _answers(db, "WHERE a.current AND a.game = ?1 AND a.file = ?2 ORDER BY a.line", game, file)
    return [one for one in found if one.name in names]


def _unknown_cards(db: sqlite3.Connection, record: AnswerRecord) -> list[str]:
    """What stands in its column for cards and is the number or name of no card."""
    (written,) = db.execute("SELECT cards FROM answers WHERE id = ?", (record.row,)).fetchone()
    named = [part for part in re.split(r"[|｜/、，,;；\n]+|\s+(?=[A-Za-z0-9]+-)", written) if part.strip()]
    return [part.strip() for part in named if not find_cards(db, part, record.game, whole=True)]


def _rulings_after(db: sqlite3.Connection, record: AnswerRecord) -> list[str]:
    """The rulings whose source is an answer of that number, as far as both rest on a clause."""
    rows = db.execute(
        """SELECT DISTINCT r.name, r.source FROM rulings r JOIN citations c ON c.ruling = r.id
           JOIN answer_clauses a ON a.game = c.game AND a.key = c.key
           WHERE a.answer = ?1 AND r.game = ?2 AND instr(r.source, ?3) ORDER BY r.name""",
        (record.row, record.game, record.name),
    )
    return [name for name, source in rows if re.search(rf"(?<!\d){re.escape(record.name)}$", source)]


def disagreements_of(db: sqlite3.Connection, record: AnswerRecord) -> list[Disagreement]:
    """Where the answer may disagree with the rulebook."""
    rows = db.execute("SELECT key, kind, said, written FROM disagreements WHERE answer = ? ORDER BY rowid", (record.row,))
    return [Disagreement(*row) for row in rows]


def _folded(db: sqlite3.Connection, words: str) -> str:
    return fold(words, variants(db, words)).replace(" ", "")


def _answers(db: sqlite3.Connection, where: str, *parameters: object) -> list[AnswerRecord]:
    rows = db.execute(f"SELECT {_COLUMNS} FROM answers a {where}", parameters)
    return [AnswerRecord(*row)._replace(current=bool(row[-1])) for row in rows]
