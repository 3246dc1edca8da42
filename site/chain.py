"""The chain of a clause, as a page can show it: what it rests on and what rests on it, two steps far, and the loops it is in.

The same links as `judge chain` follows (`kb/graph.py`), read from a book in memory: a site has a chain for each of its clauses,
and does not wait for networkx.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from operator import itemgetter

from headjudge.kb.lookup import Brief
from headjudge.parser.named import NamedTuple
from headjudge.site.book import Book
from headjudge.site.stored import Row

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


_found = partial(tuple.__new__, Found)
"""Makes one, sooner than by its name: a rulebook has a hundred thousand."""


class Chain(NamedTuple):
    """What was found around a clause. The lists are in the order of discovery (what is one step away comes before what is two),
    and say how many links they leave out."""

    row: int
    rests_on: Sequence[Found]
    rested_on_by: Sequence[Found]
    more: tuple[int, int]
    flow: Sequence[Link]
    """How the procedure goes on from the clause, from what is below it, and from the clauses of its loops."""
    loops: Sequence[tuple[int, ...]]
    """Those that pass through the clause or what is below it; first and last are the same."""

    def __bool__(self) -> bool:
        return bool(self.rests_on or self.rested_on_by or self.flow)


class Chains:
    """The links of a book, ready to be followed from any clause."""

    def __init__(self, book: Book) -> None:
        self._last = _LastBelow(book.children)
        links = _links_of(book)
        self._out = _Side(links, 0, self._last)
        self._in = _Side(links, 1, self._last)
        self._flow = [link for link in links if link.flow]
        self.flows = bool(self._flow)
        """Whether there is a procedure in the book."""
        self._stations = [link.source for link in self._flow]
        self._loops = tuple(_loops(self._flow))
        self._through: defaultdict[int, list[int]] = defaultdict(list)
        for place, loop in enumerate(self._loops):
            for row in loop[:-1]:
                self._through[row].append(place)
        self._looping = sorted(self._through)

    def around(self, row: int) -> Chain:
        """The chain of the clause with that row, and of everything below it."""
        last = self._last[row]
        flow: Sequence[Link] = self._flow[bisect_left(self._stations, row) : bisect_right(self._stations, last)]
        loops: Sequence[tuple[int, ...]] = ()
        looping = self._looping[bisect_left(self._looping, row) : bisect_right(self._looping, last)]
        if looping:
            loops = [self._loops[place] for place in sorted({place for below in looping for place in self._through[below]})]
            elsewhere = {station for loop in loops for station in loop}
            flow = [link for link in self._flow if row <= link.source <= last or link.source in elsewhere]
        (rests_on, more_on), (rested_on_by, more_by) = self._out.follow(row), self._in.follow(row)
        return Chain(row, rests_on, rested_on_by, (more_on, more_by), flow, loops)

    def within(self, row: int, other: int) -> bool:
        """Whether the other clause is that one or lies below it."""
        return row <= other <= self._last[row]


class _Side:
    """The links of a book by one of their ends (0: the clause that names, 1: the one that is named)."""

    def __init__(self, links: Sequence[Link], near: int, last: dict[int, int]) -> None:
        self._links = sorted(links, key=itemgetter(near, 1 - near))
        self._ends = [link[near] for link in self._links]
        self._far = 1 - near
        self._last = last
        self._followed: dict[int, tuple[Sequence[Link], int]] = {}

    def follow(self, root: int) -> tuple[Sequence[Found], int]:
        """What is found from a clause in two steps, and how many links from it are not followed."""
        links, more = self._of(root)
        if not links:
            return (), 0
        last, far = self._last, self._far
        seen = {*range(root, last[root] + 1)}
        near: list[int] = []
        found: list[Found] = []
        for link in links:
            other = link[far]
            if other not in seen:
                seen.add(other)
                near.append(other)
                found.append(_found((other, 1, link, root)))
        for holder in near:
            if last[holder] > holder:
                seen.update(range(holder, last[holder] + 1))
            for link in self._of(holder)[0]:
                other = link[far]
                if other not in seen:
                    seen.add(other)
                    found.append(_found((other, 2, link, holder)))
        return found, more

    def _of(self, holder: int) -> tuple[Sequence[Link], int]:
        """The links that are followed of a clause with all below it, and how many are not."""
        found = self._followed.get(holder)
        if found is None:
            first = bisect_left(self._ends, holder)
            many = bisect_right(self._ends, self._last[holder], first) - first
            links = self._links[first : first + min(many, _FOLLOWED)] if many else ()
            found = self._followed[holder] = links, max(0, many - _FOLLOWED)
        return found


def links_in(references: Sequence[Row]) -> set[tuple[int, int, bool]]:
    """The links of references, as they are stored; a jump of the procedure is not a citation too."""
    jumps = {(row[0], row[-1]) for row in references if row[5]}
    pairs = {(row[0], row[-1]) for row in references if row[-1] is not None}
    return {(*pair, pair in jumps) for pair in pairs}


def _links_of(book: Book) -> list[Link]:
    """Every link of the book once, in its order. What leads elsewhere is none of it."""
    rows = book.stored
    links = {link for link in links_in(rows.references) if book.edition.first <= link[1] <= book.edition.last}
    return [*map(partial(tuple.__new__, Link), sorted(links.union((source, target, True) for source, target in rows.steps)))]


class _LastBelow(dict[int, int]):
    """The last clause below each: they follow it in the book's order, without a gap."""

    def __init__(self, children: Mapping[int, Sequence[Brief]]) -> None:
        super().__init__()
        self._children = children

    def __missing__(self, row: int) -> int:
        way = [row]
        while below := self._children.get(way[-1]):
            way.append(below[-1].row)
        self.update(dict.fromkeys(way, way[-1]))
        return way[-1]


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
