"""Search in the words of each game: the clauses that say what is asked for, but call it otherwise."""

import sqlite3
from collections.abc import Mapping, Sequence
from heapq import nsmallest
from itertools import islice, zip_longest

from headjudge.kb.editions import chosen_editions
from headjudge.kb.fold import fold, match, words
from headjudge.kb.search import LONGEST, RANKED, Hit, Results, hits_of, variants

MOST = 12
"""So many ways to say one word of a query are enough; more come from words made to be looked for."""

_LONGEST_NAME = 4
"""Words of the longest English name (`information of a card`)."""

_SAID = """SELECT rowid, rank / (rank - 1.0) - 1.0 FROM (SELECT rowid, bm25(clauses_fts, 4.0, 1.0) AS rank
    FROM clauses_fts WHERE clauses_fts MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid LIMIT ?)"""
"""Below every clause that has the words themselves: their scores are 0 and more."""


def search_synonyms(db: sqlite3.Connection, query: str, game: str = "", edition: str = "", *, limit: int = 20) -> Results:
    """The clauses that contain every word of `query`, at least one of them by a synonym of their game; `Hit.instead` says which.
    A game that has the words themselves is left out: what `search` finds there is all. Raises what `chosen_editions` raises."""
    asked = words(query, variants(db, query)) if len(query) <= LONGEST else []
    if not asked:
        return Results(query, 0, ())
    folded = _names(db, asked)
    scores: dict[int, float] = {}
    readings: dict[int, list[list[str]]] = {}
    places: list[list[int]] = []
    for chosen in chosen_editions(db, game, edition):
        said = [[word, *_otherwise(db, word, chosen.game)] for word in folded]
        if all(len(ways) == 1 for ways in said) or _says(db, match(folded), (chosen.first, chosen.last)):
            continue
        either = " AND ".join("(" + " OR ".join(match([way]) for way in ways) + ")" for ways in said)
        expression = f"({either}) NOT ({match(folded)})"
        found: dict[int, float] = dict(db.execute(_SAID, (expression, chosen.first, chosen.last, RANKED)).fetchall())
        scores.update(found)
        places.append(nsmallest(limit, found, key=lambda row: (-found[row], row)))
        readings.update(dict.fromkeys(found, said))
    best = _some_of_each(places, scores, limit)
    shown = list(dict.fromkeys(way for row in best for ways in readings[row] for way in ways))
    hits = hits_of(db, best, shown, scores)
    return Results(query, len(scores), tuple(_marked(db, hit, readings[hit.brief.row]) for hit in hits))


def _names(db: sqlite3.Connection, asked: Sequence[str]) -> list[str]:
    """The words, those that are together one English name being one (`check` and `timing`)."""
    named = {word for (word,) in db.execute("SELECT DISTINCT word FROM synonyms WHERE word GLOB '*[a-z] [a-z]*'")}
    found: list[str] = []
    at = 0
    while at < len(asked):
        ends = (end for end in range(min(len(asked), at + _LONGEST_NAME), at + 1, -1))
        end = next((end for end in ends if " ".join(asked[at:end]).removesuffix("s") in named), at + 1)
        found.append(" ".join(asked[at:end]))
        at = end
    return found


def _says(db: sqlite3.Connection, expression: str, rows: tuple[int, int]) -> bool:
    """Whether a game has the words as they were asked for: then they are its own, and nothing stands for them."""
    asked = "SELECT 1 FROM clauses_fts WHERE clauses_fts MATCH ? AND rowid BETWEEN ? AND ? LIMIT 1"
    return db.execute(asked, (expression, *rows)).fetchone() is not None


def _some_of_each(ranked: Sequence[Sequence[int]], scores: Mapping[int, float], limit: int) -> list[int]:
    """The best rows of every game in turn, as many as fit, in the order of their scores.

    >>> _some_of_each([[1, 2, 3], [7], []], {1: -0.1, 2: -0.2, 3: -0.3, 7: -0.9}, 3)
    [1, 2, 7]
    """
    turns = (row for turn in zip_longest(*ranked) for row in turn if row is not None)
    return sorted(islice(turns, limit), key=lambda row: (-scores[row], row))


def _otherwise(db: sqlite3.Connection, word: str, game: str) -> list[str]:
    """What the game says for a word of the query: its terms for that word, or for one of two characters and more inside it. An
    English word may be in the plural."""
    if word.isascii():
        english = "SELECT term FROM synonyms WHERE game IN ('', ?) AND word IN (?, ?) ORDER BY word, term"
        return list(dict.fromkeys(term for (term,) in db.execute(english, (game, word, word.removesuffix("s")))))[:MOST]
    rows = db.execute(
        "SELECT word, term FROM synonyms WHERE game IN ('', ?1) AND instr(?2, word) ORDER BY word, term", (game, word)
    )
    ways = [word.replace(other, term) for other, term in rows if other == word or len(other) > 1]
    return list(dict.fromkeys(way for way in ways if way != word))[:MOST]


def _marked(db: sqlite3.Connection, hit: Hit, said: Sequence[Sequence[str]]) -> Hit:
    """The hit with the words that it has instead of those asked for."""
    text = f"{hit.brief.title}\n{hit.brief.text}"
    folded = fold(text, variants(db, text))
    return hit._replace(instead=tuple((word, way) for word, *ways in said if word not in folded for way in ways if way in folded))
