"""Two editions of a rulebook laid against each other by structure and text, not by number: what became of each clause."""

from collections.abc import Sequence

from headjudge.kb.clause import Clause
from headjudge.kb.diff_book import NOWHERE, Book, Links
from headjudge.kb.diff_exact import Exact
from headjudge.kb.diff_likeness import Likeness
from headjudge.kb.diff_pieces import Pieces
from headjudge.kb.diff_records import Alignment, Link
from headjudge.kb.diff_siblings import EDITED, RESTATED, join_alike, join_siblings

_SAID_ALIKE = 0.3
"""Share of equal clauses below which two books with the same numbers are two wordings of one edition."""

_SAME_NUMBERS = 0.6


def align(old: Sequence[Clause], new: Sequence[Clause]) -> Alignment:
    """What became of each clause, whatever its number.

    Equal words come first, with references read as what they point at; then likeness, then what was split or merged, then
    place. Two wordings of one edition (own and official) are told apart from two editions, and go by number.
    """
    links = Links(Book(old), Book(new))
    exact = Exact(links)
    exact.join()
    likeness = _likeness(links)
    parts = Pieces(links, likeness)
    restated = _restated(links)
    before = NOWHERE
    while before != links.count:
        before = links.count
        if not restated:
            join_alike(links, likeness)
            parts.find()
        join_siblings(links, likeness, RESTATED if restated else EDITED)
        exact.join_in_context()
    if restated:
        join_alike(links, likeness)
    parts.find()
    return _alignment(links, parts)


def align_by_number(old: Sequence[Clause], new: Sequence[Clause]) -> Alignment:
    """The clauses of the same number, whatever they say; what has no number is aligned below its numbered clause."""
    links = Links(Book(old), Book(new))
    for key, place in links.old.place.items():
        there = links.new.place.get(key, NOWHERE)
        if there != NOWHERE and links.old.labels[place] and links.new.labels[there] and links.free(place, there):
            links.join(place, there)
    links.close(*([place for place, name in enumerate(book.labels) if name] for book in (links.old, links.new)))
    exact = Exact(links)
    exact.join_in_context()
    join_siblings(links, _likeness(links), EDITED)
    exact.join_in_context()
    return _alignment(links)


def _likeness(links: Links) -> Likeness:
    return Likeness(links.old, links.new, links.free_old(range(len(links.old))), links.free_new(range(len(links.new))))


def _restated(links: Links) -> bool:
    fewer = min(len(links.old), len(links.new))
    common = len(links.old.place.keys() & links.new.place.keys())
    return links.count < _SAID_ALIKE * fewer and common >= _SAME_NUMBERS * max(len(links.old), len(links.new))


def _alignment(links: Links, parts: Pieces | None = None) -> Alignment:
    old, new = links.old.clauses, links.new.clauses
    split, merged = (parts.split, parts.merged) if parts else ({}, {})
    first = {some[0]: whole for whole, some in merged.items()}
    in_merged = {place for some in merged.values() for place in some}
    in_split = {place for some in split.values() for place in some}
    out = []
    for place, clause in enumerate(old):
        if place in first:
            out.append(Link(tuple(old[part].key for part in merged[first[place]]), (new[first[place]].key,)))
        elif place not in in_merged:
            there = links.new_of[place]
            led = split.get(place, () if there < 0 else (there,))
            out.append(Link((clause.key,), tuple(new[part].key for part in led)))
    added = [place for place, there in enumerate(links.old_of) if there < 0 and place not in in_split and place not in merged]
    return Alignment((*out, *(Link((), (new[place].key,)) for place in added)))
