"""The defined words of the installed rulebooks: which clauses define them, what means the same, where they are used."""

import sqlite3
from collections.abc import Iterable, Sequence

from headjudge.kb.editions import chosen_editions
from headjudge.kb.errors import HeadjudgeError
from headjudge.kb.fold import fold
from headjudge.kb.records import Brief
from headjudge.kb.rows import briefs
from headjudge.kb.search import variants
from headjudge.parser.named import NamedTuple

_ALIKE = 0.5
"""How like another a word must be to have been meant (difflib's ratio)."""


class UnknownTerm(HeadjudgeError):
    """No installed rulebook defines that word; the facts name the nearest defined ones."""


class TermView(NamedTuple):
    """A defined word: which clauses define it (and by which form of words), which words mean the same, where it is used."""

    term: str
    game: str
    defined_by: tuple[tuple[Brief, str], ...]
    synonyms: tuple[str, ...]
    used_in: tuple[Brief, ...]


def term(db: sqlite3.Connection, word: str, game: str = "", edition: str = "") -> list[TermView]:
    """What each game says of the word (itself or one it is a synonym of). Raises UnknownTerm with the nearest words."""
    wanted = fold(word, variants(db, word))
    views = []
    editions = chosen_editions(db, game, edition)
    for chosen in editions:
        synonyms = db.execute("SELECT word, term FROM synonyms WHERE game IN ('', ?)", (chosen.game,)).fetchall()
        for folded in sorted({wanted, *_same(wanted, synonyms)}):
            rows = db.execute("SELECT id, word FROM terms WHERE edition = ? AND folded = ? ORDER BY id", (chosen.row, folded))
            for row, name in rows.fetchall():
                views.append(_view(db, row, name, chosen.game, _shown(_same(folded, synonyms) - {folded})))
    if not views:
        known = [name for e in editions for (name,) in db.execute("SELECT word FROM terms WHERE edition = ?", (e.row,))]
        raise UnknownTerm("unknown_term", word=word, near=", ".join(nearest_words(wanted, known)))
    return views


def _same(word: str, synonyms: Sequence[tuple[str, str]]) -> set[str]:
    """The words that mean the same as `word`, by the rows (word, term)."""
    heads = {head for other, head in synonyms if word in (other, head)}
    return heads | {other for other, head in synonyms if head in heads}


def _shown(words: Iterable[str]) -> tuple[str, ...]:
    """Words that mean the same, the English ones last."""
    return tuple(sorted(words, key=lambda word: (word.isascii(), word)))


def _view(db: sqlite3.Connection, row: int, name: str, game: str, synonyms: tuple[str, ...]) -> TermView:
    styles = dict(db.execute("SELECT clause, style FROM definitions WHERE term = ?", (row,)).fetchall())
    defined = briefs(db, "WHERE c.id IN (SELECT clause FROM definitions WHERE term = ?) ORDER BY c.id", (row,))
    used = briefs(db, "WHERE c.id IN (SELECT clause FROM mentions WHERE term = ?) ORDER BY c.id", (row,))
    # a sentence that defines says more than a heading
    ordered = sorted(defined, key=lambda brief: (styles[brief.row] == "title", brief.row))
    return TermView(name, game, tuple((brief, styles[brief.row]) for brief in ordered), synonyms, tuple(used))


def nearest_words(word: str, known: Iterable[str], limit: int = 5) -> list[str]:
    """The known words most like `word`: those that contain it or are contained first, then by likeness. A word that has but one
    character in common with it is no nearer than any other.

    >>> nearest_words("检查时段", ["行动时点", "检查时点", "检查", "牌库"])
    ['检查', '检查时点']
    >>> nearest_words("天气预报", ["预兆", "天赋", "天气"]), nearest_words("triger", ["trigger", "deck"])
    (['天气'], ['trigger'])
    """
    from difflib import SequenceMatcher

    asked = word[:100]
    matcher = SequenceMatcher(None, "", asked, autojunk=False)  # it keeps what it learns of the second sequence
    pairs = {asked[at : at + 2] for at in range(len(asked) - 1)}
    likeness: dict[str, float] = {}
    for other in known:
        if any(pair in other for pair in pairs) or (asked and asked in other):
            matcher.set_seq1(other)
            likeness[other] = (1.0 if asked in other or other in asked else 0.0) + matcher.ratio()
    ranked = sorted(likeness, key=lambda other: -likeness[other])
    return [other for other in ranked[:limit] if likeness[other] >= _ALIKE]
