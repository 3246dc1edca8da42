"""How alike two clauses are by their words: the share of word pairs that both have, rare ones counting more."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import log
from typing import TypeAlias

from headjudge.kb.diff_book import Book

Shingle: TypeAlias = str | tuple[str, str]
"""Two words that follow each other, or a Latin word or figure alone (one Chinese character says too little)."""

_RARE = 24
"""A shingle that more of the clauses looked through have does not lead to candidates."""

_HEADING = 6
"""A clause of fewer words is a heading: what stands right below it counts as its own."""

_CANDIDATES = 16


def shingles(words: tuple[str, ...]) -> Iterator[Shingle]:
    """The shingles of a clause's words.

    >>> sorted(map(str, shingles(("抽", "2", "张"))))
    ["('2', '张')", "('抽', '2')", '2']
    """
    yield from pairwise(words)
    for word in words:
        if len(word) > 1 or (word.isascii() and word.isalnum()):
            yield word


class Likeness:
    """Compares the clauses of two books that have no counterpart. Prepared once, for the places given."""

    def __init__(self, old: Book, new: Book, olds: Iterable[int], news: Iterable[int]) -> None:
        self.old = {place: _read(old, place) for place in olds}
        self.new = {place: _read(new, place) for place in news}
        wanted: set[Shingle] = set().union(*self.old.values(), *self.new.values())
        frequency: Counter[Shingle] = Counter()
        for book in (old, new):
            for words in book.words:
                frequency.update(wanted.intersection(shingles(words)))
        clauses = len(old) + len(new)
        self._weight = {shingle: log(1 + clauses / frequency[shingle]) for shingle in wanted}
        self._of_old = {place: self.weight(said) for place, said in self.old.items()}
        self._of_new = {place: self.weight(said) for place, said in self.new.items()}
        self._index = index(self.new)
        self._candidates: dict[int, list[int]] = {}

    def weight(self, said: Iterable[Shingle]) -> float:
        """How much the shingles say together."""
        return sum(self._weight[shingle] for shingle in said)

    def alike(self, old: int, new: int) -> float:
        """From 0 (nothing in common) to 1 (the same words)."""
        whole = self._of_old[old] + self._of_new[new]
        return 2 * self.weight(self.old[old] & self.new[new]) / whole if whole else 0.0

    def candidates(self, old: int) -> list[int]:
        """The new places most worth comparing with an old one."""
        if old not in self._candidates:
            self._candidates[old] = candidates(self.old[old], self._index)
        return self._candidates[old]


def _read(book: Book, place: int) -> frozenset[Shingle]:
    said = set(shingles(book.words[place]))
    if len(book.words[place]) < _HEADING:
        for child in book.children[place]:
            said.update(shingles(book.words[child]))
    return frozenset(said)


def index(places: Mapping[int, frozenset[Shingle]]) -> dict[Shingle, list[int]]:
    """The places of each shingle."""
    out: dict[Shingle, list[int]] = {}
    for place, said in places.items():
        for shingle in said:
            out.setdefault(shingle, []).append(place)
    return out


def candidates(said: Iterable[Shingle], places: Mapping[Shingle, Sequence[int]]) -> list[int]:
    """The places of an index that share the most rare shingles with what is said."""
    shared: Counter[int] = Counter()
    for shingle in said:
        if len(there := places.get(shingle, ())) <= _RARE:
            shared.update(there)
    # sets have no order: equal counts must not come out differently each time
    return [place for place, _ in sorted(shared.items(), key=lambda item: (-item[1], item[0]))[:_CANDIDATES]]
