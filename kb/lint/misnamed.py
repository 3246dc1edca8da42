"""Names that stand once where another name otherwise stands: in a row of names, or cut short."""

import re
from collections.abc import Iterator
from itertools import pairwise

from headjudge.kb.clause import Clause, ClauseKey
from headjudge.kb.lint.book import Book
from headjudge.kb.lint.lexicon import Word, is_han, word_set
from headjudge.kb.lint.variant import Use, Variant
from headjudge.parser.named import NamedTuple

_ROW = re.compile(r"[\u4e00-\u9fff]{1,8}(?:、[\u4e00-\u9fff]{1,8}){3,}")
_LONG = 4
"""So many names of a row are compared: all but one must be the same."""
_SELDOM = 3
"""A name that is said more often is meant."""
_OFTEN = 5
"""A name that is said so often is known by the reader."""


class Row(NamedTuple):
    """Names side by side, with the place of each in a clause."""

    clause: Clause
    names: tuple[str, ...]
    places: tuple[int, ...]

    @property
    def ends(self) -> tuple[str, str]:
        """What the first name ends in and the last begins with: more words may stand before and behind a row."""
        return self.names[0][-2:], self.names[-1][:2]


def misplaced(book: Book) -> Iterator[Variant]:
    """`效果、流程、行为、动作` beside `效果、流程、行动、动作`: a name that no clause defines where a term otherwise stands."""
    known: dict[tuple[tuple[str, str], int, str], list[Row]] = {}
    rows = [row for clause in book.rules for row in _rows(clause)]
    for row in rows:
        for at in (1, 2):
            known.setdefault((row.ends, at, row.names[3 - at]), []).append(row)
    found: dict[tuple[str, str], dict[tuple[ClauseKey, int], Use]] = {}
    for row in rows:
        for at in (1, 2):
            word = row.names[at]
            terms = {other.names[at] for other in known[row.ends, at, row.names[3 - at]]} & book.definitions.keys()
            if len(terms) == 1 and word not in book.definitions and book.frequency[word] <= _SELDOM:
                use = Use(row.clause, row.places[at])
                found.setdefault((word, terms.pop()), {})[use.clause.key, use.at] = use
    for (word, main), uses in found.items():
        yield Variant(word, main, tuple(uses.values()))


def _rows(clause: Clause) -> Iterator[Row]:
    for match in _ROW.finditer(clause.text):
        names = match[0].split("、")
        starts = [match.start()]
        for name in names:
            starts.append(starts[-1] + len(name) + 1)
        for first in range(len(names) - _LONG + 1):
            yield Row(clause, tuple(names[first : first + _LONG]), tuple(starts[first : first + _LONG]))


def clipped(book: Book) -> Iterator[Variant]:
    """`地牌` for `地形牌`: the first character and the last word of a term, said once, where its first word is not."""
    short = {
        term[0] + parts[-1].text: term
        for term in (*book.definitions, *_names(book))
        if all(map(is_han, term)) and len(parts := [*book.plain_lexicon.cut(term)]) == 2 and len(parts[0].text) == 2
    }
    for clause in book.rules:
        words = ("", *(word.text for word in book.words(clause)))
        for place, (one, head) in enumerate(pairwise(book.words(clause))):
            said = one.text + head.text
            main = short.get(said) if len(one.text) == 1 else None
            if main is None or main in clause.text or book.lexicon.known(said) or _joins(words[place], one):
                continue
            if _times(book, said) == 1 and _times(book, main) >= _OFTEN:
                yield Variant(said, main, (Use(clause, one.start),))


def _names(book: Book) -> Iterator[str]:
    """The names of two words that the rules use: a modifier and one of the heads that names have."""
    heads = word_set("heads") | {"牌", "卡", "卡牌", "卡片"}
    plain = word_set("plain") | word_set("free")
    for clause in book.rules:
        for one, head in pairwise(book.words(clause)):
            if head.text in heads and len(one.text) == 2 and one.text not in plain and one.kind in "nvt":
                yield one.text + head.text


def _joins(before: str, one: Word) -> bool:
    """Whether the character belongs to the word before it, or to no name. Behind 的 stands no particle: 套牌中的地牌."""
    return one.kind in ("prcdmqkx" if before == "的" else "uprcdmqkx") or (
        before != "" and is_han(before[0]) and before not in word_set("free")
    )


def _times(book: Book, words: str) -> int:
    return sum(clause.text.count(words) for clause in book.rules)
