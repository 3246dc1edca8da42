"""The rulebook that the game runs by, checked against what is bound to it."""

import sqlite3
from collections.abc import Sequence
from functools import cache

from headjudge.kb.clause import Clause, ClauseKey, Kind
from headjudge.kb.editions import editions
from headjudge.kb.rows import briefs
from headjudge.parser.keywords import keywords_of
from headjudge.parser.packaged import files
from headjudge.simulator.game import check
from headjudge.simulator.games.palworld.book import BOOK
from headjudge.simulator.law import Law, pin

__all__ = ["DIALECT", "EDITION", "Law", "law_in", "law_of", "pin", "read_law", "shipped_law"]

EDITION = "2026-07"
DIALECT = "dotted"


def read_law(text: str, edition: str, dialect: str = DIALECT) -> Law:
    """The law that a rulebook's text is. Raises an error if it lacks a clause that the game is bound to."""
    from headjudge.parser.rulebook import parse_rulebook  # a law out of the knowledge base does not need it

    return law_of(parse_rulebook(text, dialect).clauses, edition)


def law_of(clauses: Sequence[Clause], edition: str) -> Law:
    """The law that these clauses are, however they were come by. Raises an error if the game is bound to one that is missing."""
    by_number = {str(clause.key): clause for clause in clauses}
    check(BOOK, by_number)
    return Law(edition, by_number, keywords_of(clauses))


def law_in(db: sqlite3.Connection) -> Law:
    """The shipped edition as a knowledge base has it, where it has been read already; read now if it is not there."""
    row = next((e.row for e in editions(db) if (e.game, e.name, e.own) == (BOOK.game, EDITION, True)), None)
    if row is None:
        return shipped_law()
    clauses = [
        Clause(ClauseKey(one.key), Kind(one.kind), one.number, one.title, one.text, parent=None, depth=one.depth, spans=())
        for one in briefs(db, "WHERE c.edition = ? ORDER BY c.id", (row,))
    ]
    return law_of(clauses, EDITION)


@cache
def shipped_law() -> Law:
    """The shipped edition."""
    text = (files("headjudge.rules_text") / "palworld" / f"{EDITION}.txt").read_text("utf-8")
    return read_law(text, EDITION)
