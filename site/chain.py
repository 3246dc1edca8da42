"""The chain of a clause, as a page can show it: what it rests on and what rests on it, two steps far, and the loops it is in.

The same links as `judge chain` follows (`kb/graph.py`), read from a book in memory: a site has a chain for each of its clauses,
and does not wait for networkx.
"""

import sqlite3
from bisect import bisect_left, bisect_right
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from headjudge.parser.values import dataclass
from headjudge.site.book import Book

_FOLLOWED = 40
"""How many links of a clause (with all below it) a chain follows at most; a chapter has hundreds."""


class Link(NamedTuple):
    """One clause names another (or the procedure goes on there: `flow`); both by their rows."""

    source: int
    target: int
    flow: bool


class Found(NamedTuple):
    """A clause of a chain. `link` led to it, `holder` is the clause of the chain that the other end of the link belongs to."""

    row: int
    depth: int
    link: Link
    holder: int


@dataclass(frozen=True, slots=True)
class Chain:
    """What was found around a clause. The lists are in the order of discovery, and say how many links they leave out."""

    row: int
    rests_on: tuple[Found, ...]
    rested_on_by: tuple[Found, ...]
    more: tuple[int, int]
    flow: tuple[Link, ...]
    """How the procedure goes on from the clause, from what is below it, and from the clauses of its loops."""
    loops: tuple[tuple[int, ...], ...]
    """Those that pass through the clause or what is below it; first and last are the same."""

    def __bool__(self) -> bool:
        return bool(self.rests_on or self.rested_on_by or self.flow)


class Chains:
    """The links of a book, ready to be followed from any clause."""

    def __init__(self, book: Book, db: sqlite3.Connection) -> None:
        self._last = _last_below(book)
        links = self._out = links_of(book, db)
        self._sources = [link.source for link in self._out]
        self._in = sorted(links, key=lambda link: (link.target, link.source))
        self._targets = [link.target for link in self._in]
        self._beside: dict[tuple[int, bool], tuple[list[Link], int]] = {}
        self._flow: defaultdict[int, list[Link]] = defaultdict(list)
        for link in links:
            if link.flow:
                self._flow[link.source].append(link)
        self._loops = tuple(_loops(link for link in links if link.flow))
        self._through: defaultdict[int, list[int]] = defaultdict(list)
        for place, loop in enumerate(self._loops):
            for row in loop[:-1]:
                self._through[row].append(place)

    def around(self, row: int) -> Chain:
        """The chain of the clause with that row, and of everything below it."""
        last = self._last[row]
        loops = [
            self._loops[place] for place in sorted({p for below in self._rows_in_loops(row, last) for p in self._through[below]})
        ]
        stations = sorted({*range(row, last + 1), *chain.from_iterable(loops)}) if loops else range(row, last + 1)
        flow = [link for station in stations if station in self._flow for link in self._flow[station]] if self._flow else []
        out, more_out = self._follow(row, outward=True)
        into, more_in = self._follow(row, outward=False)
        return Chain(row, tuple(out), tuple(into), (more_out, more_in), tuple(flow), tuple(loops))

    def within(self, row: int, other: int) -> bool:
        """Whether the other clause is that one or lies below it."""
        return row <= other <= self._last[row]

    def _rows_in_loops(self, row: int, last: int) -> list[int]:
        return [below for below in range(row, last + 1) if below in self._through] if self._through else []

    def _from(self, first: int, last: int) -> list[Link]:
        return self._out[bisect_left(self._sources, first) : bisect_right(self._sources, last)]

    def _to(self, first: int, last: int) -> list[Link]:
        return self._in[bisect_left(self._targets, first) : bisect_right(self._targets, last)]

    def _followed(self, holder: int, *, outward: bool) -> tuple[list[Link], int]:
        """The links that are followed of a clause with all below it, and how many are not."""
        found = self._beside.get((holder, outward))
        if found is None:
            links = (self._from if outward else self._to)(holder, self._last[holder])
            found = self._beside[holder, outward] = links[:_FOLLOWED], max(0, len(links) - _FOLLOWED)
        return found

    def _follow(self, root: int, *, outward: bool) -> tuple[list[Found], int]:
        links, more = self._followed(root, outward=outward)
        if not links:
            return [], 0
        found: list[Found] = []
        seen: set[int] = set()
        level = [root]
        for depth in (1, 2):
            following: list[int] = []
            for holder in level:
                seen.update(range(holder, self._last[holder] + 1))
                for link in self._followed(holder, outward=outward)[0]:
                    other = link[1] if outward else link[0]
                    if other not in seen:
                        seen.add(other)
                        following.append(other)
                        found.append(Found(other, depth, link, holder))
            level = following
        return found, more


def links_of(book: Book, db: sqlite3.Connection) -> list[Link]:
    """Every link of the book once, in its order."""
    return list(dict.fromkeys(sorted(_links(book, db))))


def _last_below(book: Book) -> dict[int, int]:
    """The last clause below each: they follow it in the book's order, without a gap."""
    last: dict[int, int] = {}
    for brief in reversed((book.root, *book.clauses)):
        last.setdefault(brief.row, brief.row)
        if brief.row in book.parents:
            above = book.parents[brief.row].row
            last[above] = max(last.get(above, above), last[brief.row])
    return last


def _links(book: Book, db: sqlite3.Connection) -> Iterator[Link]:
    """Every link; a jump of the procedure is not a citation too."""
    for row, records in book.references.items():
        jumps = {target.row for record in records if record.flow for target in record.targets}
        for target in {target.row for record in records for target in record.targets}:
            yield Link(row, target, target in jumps)
    steps = db.execute("SELECT clause, next FROM steps WHERE clause BETWEEN ? AND ?", (book.edition.first, book.edition.last))
    yield from (Link(source, target, flow=True) for source, target in steps)


def _loops(flow: Iterable[Link]) -> Iterator[tuple[int, ...]]:
    """For every jump back, the shortest way from where it leads to where it stands, and back."""
    onward: defaultdict[int, list[int]] = defaultdict(list)
    links = list(flow)
    for link in links:
        onward[link.source].append(link.target)
    for link in links:
        if link.target <= link.source:
            way = _shortest(onward, link.target, link.source)
            if way:
                yield (*way, link.target)


def _shortest(onward: dict[int, list[int]], start: int, end: int) -> tuple[int, ...]:
    before: dict[int, int] = {start: start}
    waiting = deque([start])
    while waiting and end not in before:
        row = waiting.popleft()
        for following in onward.get(row, ()):
            if following not in before:
                before[following] = row
                waiting.append(following)
    if end not in before:
        return ()
    way = [end]
    while way[-1] != start:
        way.append(before[way[-1]])
    return tuple(reversed(way))
