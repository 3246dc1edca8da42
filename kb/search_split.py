"""A query whose words stand in no clause as they were written together: taken apart into words that do."""

import re
import sqlite3
from collections.abc import Iterator, Sequence

from headjudge.kb.editions import chosen_editions
from headjudge.kb.fold import match, words
from headjudge.kb.search import variants
from headjudge.parser.named import NamedTuple

_LONGEST = 60
"""Characters of a query that is taken apart: a longer one is no question in a few words."""
_SHORTEST = 2
"""Characters of the shortest piece; a single character stands in too many clauses."""
_ASKING = re.compile("能不能|可不可以|是不是|会不会|有没有|要不要|怎么办|怎么样|怎么|怎样|如何|为什么|什么|是否|可以吗|吗|呢|？")
"""What makes a question of words, and stands in no rulebook."""
_JOINING = frozenset("的了着在是和与及或吗呢么，、。？！：；")
"""What may be left out between two pieces."""


class Piece(NamedTuple):
    """A part of a query: a defined term, or a run of characters that some clause contains."""

    word: str
    is_term: bool


def split_queries(db: sqlite3.Connection, query: str, game: str = "", edition: str = "") -> list[str]:
    """The query with spaces where its words come apart (`牌库没有卡牌` as `牌库 没有 卡牌`): all of its pieces, then its terms
    alone, as far as they are most of what was asked. Raises what `chosen_editions` raises."""
    folded = words(query, variants(db, query)) if len(query) <= _LONGEST else []
    asked = [part for word in folded for part in _ASKING.split(word) if part]
    editions = [(chosen.first, chosen.last) for chosen in chosen_editions(db, game, edition)]
    known = {word for (word,) in db.execute("SELECT folded FROM terms UNION SELECT word FROM synonyms")}
    pieces = list(dict.fromkeys(piece for word in asked for piece in _pieces(db, word, known, editions)))
    choices = [[piece.word for piece in some] for some in (pieces, [piece for piece in pieces if piece.is_term])]
    enough = [some for some in choices if len(some) > 1 and some != folded and 2 * sum(map(len, some)) >= sum(map(len, asked))]
    return list(dict.fromkeys(" ".join(some) for some in enough))


def _pieces(db: sqlite3.Connection, word: str, known: set[str], editions: Sequence[tuple[int, int]]) -> list[Piece]:
    """The pieces of one word: its defined terms, the longest first, and what is between them as far as it stands in a clause."""
    if word.isascii() or _stand(db, [word], editions):
        return [Piece(word, is_term=True)]
    pieces: list[Piece] = []
    between = ""
    at = 0
    while at < len(word):
        end = next((end for end in range(len(word), at + 1, -1) if word[at:end] in known), 0)
        if end:
            pieces += [*_told(db, between, editions), Piece(word[at:end], is_term=True)]
            between, at = "", end
        else:
            between, at = between + word[at], at + 1
    return [*pieces, *_told(db, between, editions)]


def _told(db: sqlite3.Connection, between: str, editions: Sequence[tuple[int, int]]) -> Iterator[Piece]:
    """The longest runs of what is no term that stand in a clause, from the left; single characters are left out."""
    at = 0
    while at < len(between):
        if between[at] in _JOINING:
            at += 1
            continue
        ends = range(len(between), at + _SHORTEST - 1, -1)
        end = next((end for end in ends if _stand(db, [between[at:end]], editions)), at + 1)
        if end - at >= _SHORTEST:
            yield Piece(between[at:end], is_term=False)
        at = end


def _stand(db: sqlite3.Connection, found: Sequence[str], editions: Sequence[tuple[int, int]]) -> bool:
    """Whether a clause contains all of the words."""
    asked = "SELECT 1 FROM clauses_fts WHERE clauses_fts MATCH ? AND rowid BETWEEN ? AND ? LIMIT 1"
    return any(db.execute(asked, (match(found), *rows)).fetchone() is not None for rows in editions)
