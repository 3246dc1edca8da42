"""Counterparts among clauses whose words differ: by likeness across the book, and by place below the same parent."""

from bisect import bisect_left
from collections.abc import Iterable

from headjudge.kb.diff_book import NOWHERE, Links
from headjudge.kb.diff_exact import ENOUGH
from headjudge.kb.diff_likeness import Likeness
from headjudge.parser.named import NamedTuple

_AT_HOME = 0.5
"""Likeness by which a clause is recognised below the same parent, whatever its number."""

_ABROAD = 0.65
"""Likeness by which a clause is recognised elsewhere: the formula of another keyword is about half alike."""

_LABEL, _REFERENCES, _NEIGHBOUR, _PARENT = 0.1, 0.1, 0.05, 0.1
"""What the same number, the same references, each same neighbour, the same parent add to the likeness."""


class Floors(NamedTuple):
    """What likeness and place must come to below the same parent: of a clause, and of one too short to be alike."""

    clause: float
    short: float


EDITED = Floors(0.3, 0.15)
"""Between editions: another rule under an old number (label and both neighbours, 0.2) is a new rule."""

RESTATED = Floors(0.05, 0.05)
"""Between two wordings of one edition the number is enough."""


def join_alike(links: Links, likeness: Likeness) -> None:
    """Joins the clauses that are most alike, wherever they stand; among equals those with the nearer place."""
    found = []
    for old in links.free_old(range(len(links.old))):
        for new in likeness.candidates(old):
            if links.free(old, new):
                alike = likeness.alike(old, new)
                at_home = _same_parent(links, old, new)
                short = min(len(links.old.words[old]), len(links.new.words[new])) < ENOUGH
                if alike >= (_AT_HOME if at_home else _ABROAD) and (at_home or not short):
                    found.append((alike + _PARENT * at_home + _place(links, old, new), old, new))
    for _, old, new in sorted(found, key=lambda pair: (-pair[0], pair[1], pair[2])):
        if links.free(old, new):
            links.join(old, new)


def _same_parent(links: Links, old: int, new: int) -> bool:
    """Whether the nearest counterparts above are the same: a level put in between is no other place."""
    above_old, above_new = links.old.parent[old], links.new.parent[new]
    while above_old != NOWHERE and links.new_of[above_old] < 0:
        above_old = links.old.parent[above_old]
    while above_new != NOWHERE and links.old_of[above_new] < 0:
        above_new = links.new.parent[above_new]
    return links.image(above_old) == above_new


def _place(links: Links, old: int, new: int) -> float:
    label = links.old.labels[old]
    same_label = bool(label) and label == links.new.labels[new]
    return _LABEL * same_label + _REFERENCES * links.references_agree(old, new) + _NEIGHBOUR * links.neighbours(old, new)


def join_siblings(links: Links, likeness: Likeness, floors: Floors) -> None:
    """Joins what is left below each pair of parents: by title, then so that the order is kept and the sum of likeness and
    place is greatest."""
    for parent, other in list(links.parents()):
        olds, news = links.free_old(links.old.children[parent]), links.free_new(links.new.children[other])
        if olds and news:
            _join_titles(links, olds, news)
            _join_in_order(links, _weighed(links, likeness, floors, links.free_old(olds), links.free_new(news)))


def _join_titles(links: Links, olds: list[int], news: list[int]) -> None:
    titles: dict[str, tuple[list[int], list[int]]] = {}
    for side, (book, places) in enumerate(((links.old, olds), (links.new, news))):
        for place in places:
            if title := book.clauses[place].title.strip():
                titles.setdefault(title, ([], []))[side].append(place)
    for ours, theirs in titles.values():
        if len(ours) == len(theirs) == 1 and links.free(ours[0], theirs[0]):
            links.join(ours[0], theirs[0])


class _Pair(NamedTuple):
    old: int
    new: int
    score: float


def _weighed(links: Links, likeness: Likeness, floors: Floors, olds: list[int], news: list[int]) -> list[_Pair]:
    """The pairs worth joining, in the order of both books: each old sibling with those like it, of its number, of its place."""
    labelled = {links.new.labels[new]: new for new in news if links.new.labels[new]}
    here = frozenset(news)
    out = []
    for rank, old in enumerate(olds):
        some = set(here.intersection(likeness.candidates(old)))
        some.update(news[rank : rank + 1])
        if (named := labelled.get(links.old.labels[old])) is not None:
            some.add(named)
        for new in some:
            if links.free(old, new):
                short = max(len(links.old.words[old]), len(links.new.words[new])) < ENOUGH
                floor = floors.short if short else floors.clause
                score = likeness.alike(old, new) + _place(links, old, new) - floor
                if score > 0:
                    out.append(_Pair(old, new, score))
    return sorted(out, key=lambda pair: (pair.old, -pair.new))


def _join_in_order(links: Links, pairs: Iterable[_Pair]) -> None:
    """Joins the heaviest of the rising sequences of pairs."""
    ends: list[int] = []  # new places, rising; for each the heaviest sequence that ends there, as far as it pays:
    best: list[tuple[float, int]] = []  # its weight, rising too, and its last step
    steps: list[tuple[_Pair, int]] = []  # a pair, and the step before it
    for pair in pairs:
        at = bisect_left(ends, pair.new)
        weight, before = best[at - 1] if at else (0.0, NOWHERE)
        reached = weight + pair.score
        if at < len(ends) and ends[at] == pair.new and best[at][0] >= reached:
            continue
        beaten = at
        while beaten < len(ends) and best[beaten][0] <= reached:
            beaten += 1
        ends[at:beaten] = [pair.new]
        best[at:beaten] = [(reached, len(steps))]
        steps.append((pair, before))
    step = best[-1][1] if best else NOWHERE
    while step != NOWHERE:
        pair, step = steps[step]
        links.join(pair.old, pair.new)
