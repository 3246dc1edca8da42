"""Clauses looked up by number: plain SQL over bound parameters, nothing else imported, so that answers come at once."""

import sqlite3
import unicodedata
from collections.abc import Sequence

from headjudge.kb.address import Address, fold_number, numbers_in, read_address
from headjudge.kb.editions import UnknownEdition, UnknownGame, chosen_editions, editions, games
from headjudge.kb.errors import HeadjudgeError
from headjudge.kb.near import nearest, parts
from headjudge.kb.records import (
    Brief,
    ClauseView,
    EditionRecord,
    GameRecord,
    MentionRecord,
    ReferenceRecord,
    RulingRecord,
)
from headjudge.kb.rows import briefs, by_row, children, top

__all__ = [
    "Address",
    "Brief",
    "ClauseView",
    "EditionRecord",
    "GameRecord",
    "MentionRecord",
    "ReferenceRecord",
    "RulingRecord",
    "SeveralGames",
    "UnknownClause",
    "UnknownEdition",
    "UnknownGame",
    "below",
    "briefs",
    "chapters",
    "chosen_editions",
    "find",
    "find_one",
    "fold_number",
    "games",
    "mentions",
    "nearest",
    "numbers_in",
    "parts",
    "path",
    "paths",
    "read_address",
    "references",
    "sides",
    "view",
]


class UnknownClause(HeadjudgeError):
    """No installed rulebook has a clause of that number; the facts name the nearest real ones."""


class SeveralGames(HeadjudgeError):
    """The number exists in several games, and none was chosen."""


def find(db: sqlite3.Connection, address: Address) -> list[Brief]:
    """The clauses with exactly that key, one for each game that has it (preferred edition, or the one named)."""
    found = []
    for edition in chosen_editions(db, address.game, address.edition):
        if address.key:  # the document has none
            found.extend(
                briefs(db, "WHERE c.edition = ? AND c.key = ?", (edition.row, address.key)) or _item(db, edition.row, address.key)
            )
    return found


def _item(db: sqlite3.Connection, edition: int, key: str) -> list[Brief]:
    """The step or item that a number names with a mark behind it, however that is printed: 1.2b, 3/(一), 1.2/(b)/(1)."""
    number, *marks = key.split("/")
    if not marks and key[-1:].isalpha() and key[-2:-1].isdecimal():
        number, marks = key[:-1], [key[-1]]
    if not marks or not number[:1].isdecimal():
        return []
    wanted = [_mark(mark) for mark in marks]
    below = db.execute(
        "SELECT key FROM clauses WHERE edition = ? AND key > ? || '/' AND key < ? || '0'", (edition, number, number)
    )
    keys = [row[0] for row in below if [_mark(mark) for mark in row[0].split("/")[1:]] == wanted]
    return briefs(db, "WHERE c.edition = ? AND c.key = ?", (edition, keys[0])) if len(keys) == 1 else []


def _mark(printed: str) -> str:
    """The mark of an item without what stands around it: （一） and (一) are one, as are ① and 1)."""
    return unicodedata.normalize("NFKC", printed).casefold().strip("(). ")


def find_one(db: sqlite3.Connection, words: str, game: str = "") -> Brief:
    """The one clause that `words` name. Raises UnknownClause (with the nearest numbers) or SeveralGames."""
    address = read_address(words)
    if not address.game:
        address = address._replace(game=game)
    found = find(db, address)
    if not found:
        near = ", ".join(nearest(db, address))
        raise UnknownClause("unknown_clause", clause=address.key, near=near, game=address.game)
    if len(found) > 1:
        games_with = [brief.game for brief in found]
        raise SeveralGames("several_games", clause=address.key, games=", ".join(games_with), first=games_with[0])
    return found[0]


def chapters(db: sqlite3.Connection, edition: EditionRecord) -> list[Brief]:
    """The top of an edition's tree, in the book's order."""
    return top(db, edition.row)


def below(db: sqlite3.Connection, brief: Brief) -> list[Brief]:
    """Everything under a clause, in the book's order."""
    return briefs(
        db,
        """WHERE c.id IN (WITH RECURSIVE under(id) AS (SELECT id FROM clauses WHERE parent = ?
           UNION ALL SELECT clauses.id FROM clauses JOIN under ON clauses.parent = under.id) SELECT id FROM under)
           ORDER BY c.id""",
        (brief.row,),
    )


def path(db: sqlite3.Connection, row: int) -> tuple[Brief, ...]:
    """The clauses above that one, the chapter first; the document itself is left out."""
    return paths(db, (row,))[row]


def paths(db: sqlite3.Connection, rows: Sequence[int]) -> dict[int, tuple[Brief, ...]]:
    """The paths of several clauses at once."""
    links: list[tuple[int, int]] = []
    for start in range(0, len(rows), 500):  # SQLite builds may allow no more than 999 values
        some = rows[start : start + 500]
        climb = f"""WITH RECURSIVE above(below, id) AS (
            SELECT id, parent FROM clauses WHERE id IN ({",".join("?" * len(some))})
            UNION ALL SELECT above.below, clauses.parent FROM above JOIN clauses ON clauses.id = above.id)
            SELECT below, id FROM above WHERE id IS NOT NULL ORDER BY below, id"""
        links += db.execute(climb, tuple(some))
    briefs_above = by_row(db, (above for _, above in links))
    found: dict[int, tuple[Brief, ...]] = dict.fromkeys(rows, ())
    for below_it, above in links:  # what stands above a clause stands before it in the book
        if briefs_above[above].depth:
            found[below_it] = (*found[below_it], briefs_above[above])
    return found


def view(db: sqlite3.Connection, brief: Brief) -> ClauseView:
    """A clause with all that the knowledge base knows around it."""
    row = brief.row
    edition = next(e for e in editions(db) if e.first <= row <= e.last)
    before = briefs(db, "WHERE c.id < ? AND c.id >= ? AND NOT c.synthetic ORDER BY c.id DESC LIMIT 1", (row, edition.first))
    after = briefs(db, "WHERE c.id > ? AND c.id <= ? AND NOT c.synthetic ORDER BY c.id LIMIT 1", (row, edition.last))
    return ClauseView(
        brief=brief,
        path=path(db, row),
        children=tuple(children(db, row)),
        references=tuple(references(db, row)),
        cited_by=tuple(_cited_by(db, row)),
        mentions=tuple(mentions(db, row)),
        defines=tuple(_defines(db, row)),
        rulings=tuple(_rulings(db, brief)),
        previous=before[0] if before else None,
        next=after[0] if after else None,
        edition=edition,
    )


def references(db: sqlite3.Connection, row: int) -> list[ReferenceRecord]:
    """The references that a clause makes, in the order of its words."""
    rows = db.execute(
        """SELECT mention, text, kind, status, flow, in_title, start, "end", target FROM refs
           WHERE clause = ? ORDER BY in_title DESC, start, target""",
        (row,),
    ).fetchall()
    targets = by_row(db, (target for *_, target in rows if target is not None))
    out: dict[int, ReferenceRecord] = {}
    for mention, text, kind, status, flow, in_title, start, end, target in rows:
        before = out[mention].targets if mention in out else ()
        named = (*before, targets[target]) if target is not None else before
        out[mention] = ReferenceRecord(text, kind, status, bool(flow), bool(in_title), start, end, named)
    return list(out.values())


def mentions(db: sqlite3.Connection, row: int) -> list[MentionRecord]:
    """The defined terms in a clause's text, in the order of its words."""
    defined: dict[int, tuple[str, ...]] = {}
    definitions = db.execute(
        """SELECT d.term, c.key FROM definitions d JOIN clauses c ON c.id = d.clause
           WHERE d.term IN (SELECT term FROM mentions WHERE clause = ?) ORDER BY c.id""",
        (row,),
    )
    for term, key in definitions:
        defined[term] = (*defined.get(term, ()), key)
    rows = db.execute(
        """SELECT t.id, t.word, m.start, m."end" FROM mentions m JOIN terms t ON t.id = m.term
           WHERE m.clause = ? ORDER BY m.start""",
        (row,),
    )
    return [MentionRecord(word, start, end, defined.get(term, ())) for term, word, start, end in rows]


def _cited_by(db: sqlite3.Connection, row: int) -> list[Brief]:
    condition = "WHERE c.id IN (SELECT clause FROM refs WHERE target = ?1 AND clause <> ?1) ORDER BY c.id"
    return briefs(db, condition, (row,))


def _defines(db: sqlite3.Connection, row: int) -> list[str]:
    rows = db.execute("SELECT t.word FROM definitions d JOIN terms t ON t.id = d.term WHERE d.clause = ? ORDER BY t.id", (row,))
    return [word for (word,) in rows]


def _rulings(db: sqlite3.Connection, brief: Brief) -> list[RulingRecord]:
    """The rulings that cite the clause or one of its steps, items and examples (`3.0/④` of `3.0`), then those that execute it."""
    rows = db.execute(
        """SELECT r.name, r.title, EXISTS (SELECT 1 FROM runs WHERE ruling = r.id AND key = ?2),
             r.id IN (SELECT ruling FROM citations WHERE ruling IS NOT NULL AND game = ?1
               AND (key = ?2 OR key > ?2 || '/' AND key < ?2 || '0')) AS cites
           FROM rulings r WHERE r.game = ?1 AND (cites OR r.id IN (SELECT ruling FROM runs WHERE key = ?2))
           ORDER BY NOT cites, r.name""",  # 0 is the sign after /
        (brief.game, brief.key),
    )
    return [RulingRecord(name, title, bool(executes), bool(cites)) for name, title, executes, cites in rows]


def is_answered(db: sqlite3.Connection, brief: Brief) -> bool:
    """Whether any published answer is joined to the number."""
    words = "SELECT EXISTS (SELECT 1 FROM answer_clauses WHERE game = ? AND key = ?)"
    return bool(db.execute(words, (brief.game, brief.key)).fetchone()[0])


def sides(db: sqlite3.Connection, brief: Brief) -> list[Brief]:
    """The clause of the same number in every edition of its game, the preferred edition first."""
    condition = "WHERE c.edition IN (SELECT id FROM editions WHERE game = ?) AND c.key = ? ORDER BY e.rank"
    return briefs(db, condition, (brief.game, brief.key))
