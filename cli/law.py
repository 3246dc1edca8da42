"""The rulebook that games are run by, from the knowledge base: it has been read there already."""

from headjudge.cli.knowledge import opened
from headjudge.cli.request import Request
from headjudge.kb.clause import Clause, ClauseKey, Kind
from headjudge.kb.editions import editions
from headjudge.kb.rows import briefs
from headjudge.simulator.games.palworld.book import BOOK
from headjudge.simulator.games.palworld.law import EDITION, Law, law_of, shipped_law


def law(request: Request) -> Law:
    """The shipped edition of the game, as the knowledge base has it."""
    with opened(request) as db:
        row = next((e.row for e in editions(db) if (e.game, e.name, e.own) == (BOOK.game, EDITION, True)), None)
        if row is None:
            return shipped_law()
        clauses = [
            Clause(ClauseKey(one.key), Kind(one.kind), one.number, one.title, one.text, parent=None, depth=one.depth, spans=())
            for one in briefs(db, "WHERE c.edition = ? ORDER BY c.id", (row,))
        ]
    return law_of(clauses, EDITION)
