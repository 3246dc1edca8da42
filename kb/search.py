"""Full-text search: exact for words of one character and up, several words and-ed, the clause that defines first.

How well a text fits (BM25) is worked out for every match as long as they are few (`RANKED`). A word that more clauses have is
answered from the titles and definitions, then in the book's order: the time does not grow with the rulebook.
"""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from heapq import nsmallest

from headjudge.kb.editions import chosen_editions
from headjudge.kb.errors import HeadjudgeError
from headjudge.kb.fold import fold, match, tokens, words
from headjudge.kb.lookup import paths
from headjudge.kb.records import Brief, EditionRecord
from headjudge.kb.rows import by_row
from headjudge.kb.snippet import READ, snippet_of
from headjudge.parser.named import NamedTuple

RANKED = 5000
"""So many matches are counted and ranked; of more it is only said that there are at least so many."""

DEFINERS = 100
"""So many clauses that define one word are put first."""


LONGEST = 1000
"""Characters of a query: more of them take seconds and are no question."""


class LongQuery(HeadjudgeError):
    """The query is too long to be one (a file given by mistake)."""


class Hit(NamedTuple):
    """A clause that contains every word of the query. `found` are runs (start, end) of the snippet that match."""

    brief: Brief
    path: tuple[Brief, ...]
    snippet: str
    found: tuple[tuple[int, int], ...]
    score: float
    """Higher is better: 3 where the title is the query, 2 where a definition of it stands, 1 where a title contains it; plus
    a text rank below 1 (BM25, squashed; 0 if there were too many matches to rank). Below 0 where a synonym was found."""
    instead: tuple[tuple[str, str], ...] = ()
    """The words of the query that the clause says otherwise, each with the word that it has (`search_synonyms.py`)."""


class Results(NamedTuple):
    """The best hits, and how many clauses matched in all (`exact`), or at least."""

    query: str
    total: int
    hits: tuple[Hit, ...]
    exact: bool = True


def variants(db: sqlite3.Connection, text: str) -> dict[str, str]:
    """The simplified forms of the traditional characters in `text`."""
    wide = sorted({char for char in text if char > "\u2e7f" and not "\ud800" <= char <= "\udfff"})
    if len(wide) > 500:  # SQLite builds may allow no more than 999 values
        return dict(db.execute("SELECT traditional, simplified FROM variants"))
    marks = ",".join("?" * len(wide))
    return dict(db.execute(f"SELECT traditional, simplified FROM variants WHERE traditional IN ({marks})", wide)) if wide else {}


def search(db: sqlite3.Connection, query: str, game: str = "", edition: str = "", *, limit: int = 20) -> Results:
    """The clauses of the chosen editions whose title or text contains every word of `query`. Raises LongQuery, and what
    `chosen_editions` raises."""
    if len(query) > LONGEST:
        raise LongQuery("long_query", longest=LONGEST)
    table = variants(db, query)
    folded = words(query, table)
    if not folded:
        return Results(query, 0, ())
    whole = fold(query, table)
    most = max(limit, RANKED)
    ranks = _RANKED if _count(db, match(folded), most) <= most else _UNRANKED
    total, exact = 0, True
    scores: dict[int, float] = {}
    for chosen in chosen_editions(db, game, edition):
        found: dict[int, float] = dict(db.execute(ranks, (match(folded), chosen.first, chosen.last, most + 1)).fetchall())
        exact = exact and len(found) <= most
        total += min(len(found), most)
        for row, tier in _tiers(db, folded, whole, chosen, most).items():
            found[row] = found.get(row, 0.0) + tier
        scores.update(found)
    best = nsmallest(limit, scores, key=lambda row: (-scores[row], row))
    return Results(query, total, tuple(hits_of(db, best, folded, scores)), exact)


_WITHIN = "FROM clauses_fts WHERE clauses_fts MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid LIMIT ?"
_UNRANKED = f"SELECT rowid, 0.0 {_WITHIN}"
_TITLED = _UNRANKED.replace("clauses_fts", "clauses_fts_titles")
# bm25 is below 0, the lower the better
_RANKED = f"""SELECT rowid, rank / (rank - 1.0) FROM (SELECT rowid, bm25(clauses_fts, 4.0, 1.0) AS rank {_WITHIN})"""


def _count(db: sqlite3.Connection, expression: str, most: int) -> int:
    """How many clauses match, in whatever edition; it stops when there are more than `most`."""
    limited = "SELECT count(*) FROM (SELECT 1 FROM clauses_fts WHERE clauses_fts MATCH ? LIMIT ?)"
    row: tuple[int] = db.execute(limited, (expression, most + 1)).fetchone()
    return row[0]


def _tiers(db: sqlite3.Connection, folded: Sequence[str], whole: str, edition: EditionRecord, most: int) -> dict[int, float]:
    """What matches with more than its text: by a title that contains the words, by defining them, by being named so."""
    within = (edition.first, edition.last, most)
    tiers = {row: 1.0 for row, _ in db.execute(_TITLED, (match(folded), *within))}
    if not all(word in whole for word in folded):
        return tiers
    definitions = db.execute(
        """SELECT d.clause, max(d.style = 'title') FROM terms t JOIN definitions d ON d.term = t.id
           WHERE t.edition = ? AND t.folded = ? GROUP BY d.clause ORDER BY d.clause LIMIT ?""",
        (edition.row, whole, DEFINERS),
    ).fetchall()
    for row, by_title in definitions:
        # a definition may leave out what stands in brackets inside a title: such a clause does not contain the word
        if db.execute(_UNRANKED, (match(folded), row, row, 1)).fetchone():
            tiers[row] = 3.0 if by_title else 2.0
    # the last token of a text is a single character: the phrase of all tokens, from the start, is the whole title
    tiers.update((row, 3.0) for row, _ in db.execute(_TITLED, (f'^ "{tokens(whole)}"', *within)))
    return tiers


def hits_of(db: sqlite3.Connection, rows: Sequence[int], folded: Sequence[str], scores: Mapping[int, float]) -> Iterator[Hit]:
    """The clauses of these rows as hits, with the folded words marked."""
    briefs = by_row(db, rows)
    printed = variants(db, "".join(words for brief in briefs.values() for words in (brief.title, brief.text[:READ])))
    above = paths(db, rows)
    for row in rows:
        brief = briefs[row]
        snippet, found = max(
            (snippet_of(" ".join(words[:READ].split()), folded, printed) for words in (brief.title, brief.text) if words),
            key=lambda shown: len(shown[1]),
            default=("", ()),
        )
        yield Hit(brief, above[row], snippet, found, round(scores[row], 3))
