"""Counterparts whose words are the same: whole branches first, then single clauses, then what only its context tells apart.

The order is that of GumTree (Falleri et al., "Fine-grained and accurate source code differencing", 2014): equal branches from
the top down, then parents by their children.
"""

from collections import Counter
from typing import NamedTuple

from headjudge.kb.clause import Kind
from headjudge.kb.diff_book import NOWHERE, Book, Copies, Links, alike

ENOUGH = 6
"""Words by which a clause may be recognised wherever it went; a shorter one (`无`) only below the same parent."""

_MANY = 10_000
"""So many pairs of copies of one text are weighed; of more the first goes with the first."""


class _Prints(NamedTuple):
    """Numbers of a book's clauses that are equal, within and between the books, where the clauses are."""

    branch: list[int]
    """The same with everything below."""
    told: list[int]
    """The same words, and the same words in what they refer to."""
    words: list[int]


class _Level(NamedTuple):
    """One kind of print in both books."""

    old: list[int]
    new: list[int]
    whole: bool
    """Whether the print is that of a branch."""


def _prints(book: Book, numbers: dict[object, int]) -> _Prints:
    def number(*facts: object) -> int:
        return numbers.setdefault(facts, len(numbers))

    places = range(len(book))
    words = [number(book.family(place), book.words[place]) for place in places]
    there = [*words, NOWHERE]  # NOWHERE is -1
    told = [number(words[place], tuple(tuple(there[to] for to in all_of) for all_of in book.targets[place])) for place in places]
    branch = list(told)
    for place in reversed(places):
        if book.children[place]:
            branch[place] = number(told[place], *(branch[child] for child in book.children[place]))
    return _Prints(branch, told, words)


class Exact:
    """Joins clauses whose words are the same."""

    def __init__(self, links: Links) -> None:
        self.links = links
        numbers: dict[object, int] = {}
        old, new = _prints(links.old, numbers), _prints(links.new, numbers)
        self.levels = [_Level(one, other, place == 0) for place, (one, other) in enumerate(zip(old, new, strict=True))]

    def join(self) -> None:
        """Joins every clause whose counterpart is beyond doubt, copies by their context, and the parents of those."""
        for kind in (Kind.DOCUMENT, Kind.CONTENTS):
            self._join_only(kind)
        for level in self.levels:
            for group in self._recognisable(level):
                if len(group[0]) == len(group[1]) == 1:
                    self._join_group(group, level)
        self.join_in_context()
        for level in self.levels:
            for group in self._recognisable(level):
                self._join_group(group, level)
        self.join_in_context()

    def join_in_context(self) -> None:
        """Joins parents by their children and children below their parents, as long as there are any to join."""
        links = self.links
        before = NOWHERE
        while before != links.count:
            before = links.count
            self._join_parents()
            for one, other in list(links.parents()):
                for level in self.levels:
                    olds, news = links.free_old(links.old.children[one]), links.free_new(links.new.children[other])
                    for group in alike(olds, news, level.old, level.new):
                        self._join_group(group, level)

    def _join_only(self, kind: Kind) -> None:
        olds = [place for place, clause in enumerate(self.links.old.clauses) if clause.kind is kind]
        news = [place for place, clause in enumerate(self.links.new.clauses) if clause.kind is kind]
        for old, new in zip(olds, news, strict=False):
            self.links.join(old, new)

    def _recognisable(self, level: _Level) -> list[Copies]:
        """The groups of what has no counterpart yet and says enough."""
        links = self.links
        size = (
            [links.old.size, links.new.size] if level.whole else [list(map(len, book.words)) for book in (links.old, links.new)]
        )
        olds = [place for place in links.free_old(range(len(links.old))) if size[0][place] >= ENOUGH]
        news = [place for place in links.free_new(range(len(links.new))) if size[1][place] >= ENOUGH]
        return alike(olds, news, level.old, level.new)

    def _join_group(self, group: Copies, level: _Level) -> None:
        """Joins copies of one text to the copies that have most in common with them, in the book's order where nothing has."""
        olds, news = group
        if len(olds) * len(news) > _MANY:
            pairs = list(zip(olds, news, strict=False))
        else:
            ranked = [(-self._agreement(o, n), abs(i - j), o, n) for i, o in enumerate(olds) for j, n in enumerate(news)]
            pairs = [(old, new) for _, _, old, new in sorted(ranked)]
        for old, new in pairs:
            if self.links.free(old, new):
                self._join(old, new, level)

    def _join(self, old: int, new: int, level: _Level) -> None:
        waiting = [(old, new)]
        while waiting:
            one, other = waiting.pop()
            if self.links.free(one, other):
                self.links.join(one, other)
            if level.whole:  # below one branch and its copy the same clauses stand in the same order
                waiting += zip(self.links.old.children[one], self.links.new.children[other], strict=True)

    def _agreement(self, old: int, new: int) -> float:
        links = self.links
        same_parent = links.image(links.old.parent[old]) == links.new.parent[new]
        same_label = links.old.labels[old] == links.new.labels[new]
        return 2 * same_parent + 2 * links.references_agree(old, new) + same_label + links.neighbours(old, new)

    def _join_parents(self) -> None:
        """Joins clauses most of whose children are counterparts, whatever their own words: a chapter is what it contains."""
        links = self.links
        old, new = links.old, links.new
        joined = True
        while joined:
            votes = Counter(
                (old.parent[place], new.parent[there])
                for place, there in enumerate(links.new_of)
                if there >= 0 and old.parent[place] != NOWHERE and new.parent[there] != NOWHERE
            )
            joined = False
            for (one, other), common in votes.most_common():
                if links.free(one, other) and self._most(one, other, common):
                    links.join(one, other)
                    joined = True

    def _most(self, one: int, other: int, common: int) -> bool:
        """Whether so many common children make parents: half of the larger, of the smaller where words or number agree.

        A single child that went elsewhere does not take a parent along that says something itself.
        """
        old, new = self.links.old, self.links.new
        smaller, larger = sorted((len(old.children[one]), len(new.children[other])))
        if old.words[one] == new.words[other] or old.labels[one] == new.labels[other]:
            return 2 * common >= smaller
        heading = max(len(old.words[one]), len(new.words[other])) < ENOUGH
        return 2 * common >= larger and (common > 1 or heading)
