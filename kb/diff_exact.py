"""Counterparts whose words are the same: whole branches first, then single clauses, then what only its context tells apart.

The order is that of GumTree (Falleri et al., "Fine-grained and accurate source code differencing", 2014): equal branches from
the top down, then parents by their children.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from headjudge.kb.clause import Kind
from headjudge.kb.diff_book import NOWHERE, Book, Copies, Links, alike
from headjudge.parser.named import NamedTuple

ENOUGH = 6
"""Words by which a clause may be recognised wherever it went; a shorter one (`无`) only below the same parent."""

_MANY = 10_000
"""So many pairs of copies of one text are weighed; of more the first goes with the first."""


_ITSELF = -2
"""Stands for a clause in its own references: of twins that each name both of them, one names itself first, the other last."""

_ROUNDS = 4
"""How far around a clause its place is looked at, in references and levels."""


class _Prints(NamedTuple):
    """Numbers of a book's clauses that are equal, within and between the books, where the clauses are."""

    place: list[int]
    """The same branch, and the same around it: above it, in what it refers to, in what refers to it."""
    branch: list[int]
    """The same with everything below, in whatever order."""
    told: list[int]
    """The same words, and the same words in what they refer to."""
    words: list[int]


class _Level(NamedTuple):
    """One kind of print in both books."""

    old: list[int]
    new: list[int]
    whole: bool
    """Whether clauses of one print have the same below them."""


class _Printer:
    """Makes the prints of several books: what is equal has one number."""

    def __init__(self) -> None:
        self._numbers: dict[object, int] = {}

    def _number(self, *facts: object) -> int:
        return self._numbers.setdefault(facts, len(self._numbers))

    def prints(self, book: Book) -> _Prints:
        """The prints of a book."""
        number = self._number
        places = range(len(book))
        words = [number(book.family(place), book.words[place]) for place in places]
        there = [*words, NOWHERE]  # NOWHERE is -1
        told = [number(words[place], _named(book, place, there)) for place in places]
        branch = list(told)
        for place in reversed(places):
            if book.children[place]:
                branch[place] = number(told[place], *sorted(branch[child] for child in book.children[place]))
        return _Prints(self._around(book, branch), branch, told, words)

    def _around(self, book: Book, branch: list[int]) -> list[int]:
        """The branch prints refined by what lies around, as colours of a graph are (Weisfeiler and Leman)."""
        cited_by: list[list[tuple[int, int]]] = [[] for _ in branch]
        for place, names in enumerate(book.targets):
            for rank, to in enumerate(chain(*names)):
                if to != NOWHERE:
                    cited_by[to].append((place, rank))
        now = branch
        for _ in range(_ROUNDS):
            there = [*now, NOWHERE]
            now = [
                self._number(
                    there[place],
                    there[book.parent[place]],
                    _named(book, place, there),
                    tuple(sorted((there[other], rank) for other, rank in cited_by[place])),
                    tuple(sorted(there[child] for child in book.children[place])),
                )
                for place in range(len(now))
            ]
        return now


def _named(book: Book, place: int, prints: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The prints of what a clause refers to."""
    return tuple(tuple(_ITSELF if to == place else prints[to] for to in named) for named in book.targets[place])


class Exact:
    """Joins clauses whose words are the same."""

    def __init__(self, links: Links) -> None:
        self.links = links
        printer = _Printer()
        old, new = printer.prints(links.old), printer.prints(links.new)
        self.levels = [_Level(one, other, place < 2) for place, (one, other) in enumerate(zip(old, new, strict=True))]

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
        """Joins children below their parents and parents by their children, as long as there are any to join."""
        before = NOWHERE
        while before != self.links.count:
            before = self.links.count
            self._join_children(copies=False)
            self._join_parents()
            self._join_children(copies=True)

    def _join_children(self, *, copies: bool) -> None:
        """Joins clauses of the same words below counterparts, from the top down; copies of one text only if asked to."""
        links = self.links
        waiting = list(links.parents())
        while waiting:
            one, other = waiting.pop()
            for level in self.levels:
                olds, news = links.free_old(links.old.children[one]), links.free_new(links.new.children[other])
                for group in alike(olds, news, level.old, level.new) if olds and news else ():
                    if copies or len(group[0]) == len(group[1]) == 1:
                        self._join_group(group, level)
                        waiting += ((old, links.new_of[old]) for old in group[0] if links.new_of[old] >= 0)

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
        """Joins two clauses, with all below them if that is the same, and with what they refer to as far as it is."""
        book, other_book = self.links.old, self.links.new
        waiting = [(old, new)]
        while waiting:
            one, other = waiting.pop()
            if not self.links.free(one, other):
                continue
            self.links.join(one, other)
            named = zip(chain(*book.targets[one]), chain(*other_book.targets[other]), strict=False)
            waiting += [pair for pair in named if NOWHERE not in pair and level.old[pair[0]] == level.new[pair[1]]]
            if level.whole:  # last in, first out: what lies below comes before what is only referred to
                ours = sorted(book.children[one], key=level.old.__getitem__)
                theirs = sorted(other_book.children[other], key=level.new.__getitem__)
                waiting += zip(ours, theirs, strict=True)

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
