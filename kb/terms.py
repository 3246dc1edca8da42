"""The defined words of a rulebook and where it uses them: the longest word wins, no clause links to its own definition."""

import re
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from headjudge.kb.clause import Clause, HeadjudgeError
from headjudge.kb.fold import fold
from headjudge.kb.lookup import Brief, briefs, chosen_editions
from headjudge.kb.search import variants


class UnknownTerm(HeadjudgeError):
    """No installed rulebook defines that word; the facts name the nearest defined ones."""


class Mention(NamedTuple):
    """A defined word in a clause's text (offsets into it)."""

    word: str
    start: int
    end: int


class Vocabulary:
    """The words that the clauses define. `words` are in the order of their first definition."""

    def __init__(self, clauses: Iterable[Clause]) -> None:
        self.words = list(dict.fromkeys(definition.term for clause in clauses for definition in clause.definitions))
        self._pattern = re.compile(_trie_pattern(self.words)) if self.words else None

    def mentions(self, clause: Clause) -> Iterator[Mention]:
        """Every use of a defined word in the clause's text that is not part of a reference and not defined by it."""
        if self._pattern is None:
            return
        own = {definition.term for definition in clause.definitions}
        taken = [(r.start, r.end) for r in clause.references if not r.in_title]
        for found in self._pattern.finditer(clause.text):
            inside = any(start < found.end() and found.start() < end for start, end in taken)
            if found[0] not in own and not inside:
                yield Mention(found[0], found.start(), found.end())


def _trie_pattern(words: Iterable[str]) -> str:
    """A regular expression that matches the longest of the words at a place, in time that does not grow with their number.

    >>> re.findall(_trie_pattern(["检查", "检查时点", "时点"]), "检查时点和检查，时点")
    ['检查时点', '检查', '时点']
    """
    trie: dict[str, dict] = {}  # type: ignore[type-arg]  # a recursive alias would need a class
    for word in words:
        node = trie
        for char in word:
            node = node.setdefault(char, {})
        node[""] = {}
    return _expression(trie)


def _expression(trie: dict[str, dict]) -> str:  # type: ignore[type-arg]
    branches = [re.escape(char) + _expression(rest) for char, rest in trie.items() if char]
    if not branches:
        return ""
    joined = branches[0] if len(branches) == 1 else "(?:" + "|".join(branches) + ")"
    if "" in trie:
        return f"(?:{joined})?"
    return joined


@dataclass(frozen=True, slots=True)
class TermView:
    """A defined word: which clauses define it (and by which form of words), which words mean the same, where it is used."""

    term: str
    game: str
    defined_by: tuple[tuple[Brief, str], ...]
    synonyms: tuple[str, ...]
    used_in: tuple[Brief, ...]


def term(db: sqlite3.Connection, word: str, game: str = "", edition: str = "") -> list[TermView]:
    """What each game says of the word (itself or one it is a synonym of). Raises UnknownTerm with the nearest words."""
    table = variants(db, word)
    wanted = fold(word.strip(), table)
    views = []
    known: list[str] = []
    for chosen in chosen_editions(db, game, edition):
        rows = db.execute("SELECT id, word FROM terms WHERE edition = ? ORDER BY id", (chosen.row,)).fetchall()
        synonyms = db.execute("SELECT word, term FROM synonyms WHERE game IN ('', ?)", (chosen.game,)).fetchall()
        known.extend(name for _, name in rows)
        names = {wanted, *(name for name in _same(wanted, synonyms))}
        for row, name in rows:
            if fold(name, {}) in names:
                views.append(_view(db, row, name, chosen.game, tuple(sorted(_same(name, synonyms) - {name}))))
    if not views:
        raise UnknownTerm("unknown_term", word=word, near=", ".join(nearest_words(wanted, known)))
    return views


def _same(word: str, synonyms: list[tuple[str, str]]) -> set[str]:
    """The words that mean the same as `word`, by the rows (word, term)."""
    heads = {head for other, head in synonyms if word in (other, head)}
    return heads | {other for other, head in synonyms if head in heads}


def _view(db: sqlite3.Connection, row: int, name: str, game: str, synonyms: tuple[str, ...]) -> TermView:
    styles = dict(db.execute("SELECT clause, style FROM definitions WHERE term = ?", (row,)).fetchall())
    defined = briefs(db, "WHERE c.id IN (SELECT clause FROM definitions WHERE term = ?) ORDER BY c.id", (row,))
    used = briefs(db, "WHERE c.id IN (SELECT clause FROM mentions WHERE term = ?) ORDER BY c.id", (row,))
    # a sentence that defines says more than a heading
    ordered = sorted(defined, key=lambda brief: (styles[brief.row] == "title", brief.row))
    return TermView(name, game, tuple((brief, styles[brief.row]) for brief in ordered), synonyms, tuple(used))


def nearest_words(word: str, known: Iterable[str], limit: int = 5) -> list[str]:
    """The known words most like `word`: those that contain it or are contained first, then by likeness.

    >>> nearest_words("检查时段", ["检查时点", "行动时点", "牌库"], 2)
    ['检查时点', '行动时点']
    """
    from difflib import SequenceMatcher

    def likeness(other: str) -> float:
        whole = 1.0 if word and (word in other or other in word) else 0.0
        return whole + SequenceMatcher(None, word, other, autojunk=False).ratio()

    ranked = sorted(dict.fromkeys(known), key=likeness, reverse=True)
    return [other for other in ranked[:limit] if likeness(other) > 0.3]
