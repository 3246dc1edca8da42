"""The words of a card's text that a rulebook explains: its keywords by their formulas, or the rarer of its defined words."""

import re
import sqlite3
from collections.abc import Iterable, Iterator

from headjudge.kb.cards import CardRecord
from headjudge.kb.editions import chosen_editions
from headjudge.kb.errors import HeadjudgeError
from headjudge.kb.records import Brief
from headjudge.kb.rows import briefs
from headjudge.kb.terms import term
from headjudge.parser.named import NamedTuple

_COMMON = 0.03
"""A defined word that more of the clauses use (card, player, turn) explains nothing on a card."""


class ExplainedWord(NamedTuple):
    """A word of a card, and the clause that says what it means."""

    word: str
    clause: Brief


def explained_words(db: sqlite3.Connection, card: CardRecord, keywords: Iterable[str] | None) -> Iterator[ExplainedWord]:
    """The clauses of these keywords; None: nobody knows the card's keywords, and the rarer defined words of its text are taken.
    Nothing for a game without a rulebook."""
    try:
        edition = chosen_editions(db, card.game)[0]
    except HeadjudgeError:
        return
    if keywords is None:
        keywords = _rare_words(db, card.text, edition.row, edition.clauses)
    for word in keywords:
        formulas = briefs(db, "WHERE c.edition = ? AND c.text GLOB ? ORDER BY c.id", (edition.row, f"*“*{word}*”意味着“*"))
        exact = [one for one in formulas if re.search(rf"“【?{re.escape(word)}】?\s*(?:（[^（）]*）)?\s*”意味着", one.text)]
        if exact:
            yield ExplainedWord(word, exact[0])
            continue
        try:
            defined = [clause for view in term(db, word, card.game) for clause, _ in view.defined_by]
        except HeadjudgeError:
            continue
        if defined:
            yield ExplainedWord(word, defined[0])


def _rare_words(db: sqlite3.Connection, text: str, edition: int, clauses: int) -> list[str]:
    rows = db.execute(
        """SELECT t.word, (SELECT count(*) FROM mentions m WHERE m.term = t.id) FROM terms t
           WHERE t.edition = ?1 AND instr(?2, t.word) AND length(t.word) > 1 ORDER BY length(t.word) DESC, t.id""",
        (edition, text),
    )
    rare = [word for word, uses in rows if uses <= _COMMON * clauses]
    return sorted((w for w in rare if not any(w in other and w != other for other in rare)), key=text.find)
