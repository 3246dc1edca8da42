"""An edition in bytes: as the process that reads it hands it over, and as what is known of a site keeps it to compare with."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from marshal import dumps, loads
from operator import itemgetter
from typing import Any

from headjudge.kb.records import EditionRecord
from headjudge.parser.named import NamedTuple
from headjudge.site.stored import Mentioned, Row, Stored

_TOGETHER = 64

Written = Sequence[bytes]
"""Rows in shares, each of them of so many clauses that stand beside each other: mostly nothing in them is new, and they are
compared as they are."""


class Packed(NamedTuple):
    """An edition. `frame` is what any of its pages may show: which clauses there are and how they lie, the terms, the procedure.
    `shares` are the rows of its clauses and of their references (`Share`), `rest` what else is stored; `mentions` gives the rows
    of the terms in its clauses, which are the last to be read."""

    frame: bytes
    shares: Written
    rest: bytes
    mentions: Callable[[], Written]


class Share(NamedTuple):
    """The rows of some clauses, and of their references."""

    clauses: Sequence[Row]
    references: Sequence[Row]


def packed(edition: EditionRecord, rows: Stored) -> tuple[bytes, Written, bytes]:
    """What is packed of that edition but for its mentions; the same rows give the same bytes."""
    shares = zip(_shared(edition, rows.clauses), _shared(edition, rows.references), strict=True)
    rest = rows.terms, rows.definitions, rows.steps
    return _written([*_frame(rows)]), [*map(_written, shares)], _written(rest)


def packed_mentions(edition: EditionRecord, rows: Sequence[Mentioned]) -> Written:
    """The mentions of that edition."""
    return [*map(_written, _shared(edition, rows))]


def unpacked(edition: Packed) -> Stored:
    """Its rows but for its mentions."""
    clauses, references = zip(*map(loads, edition.shares), strict=True)
    terms, definitions, steps = loads(edition.rest)  # noqa: S302 - as it was packed
    return Stored([*chain.from_iterable(clauses)], [*chain.from_iterable(references)], terms, definitions, steps)


def unpacked_mentions(written: Written) -> list[Mentioned]:
    """The mentions that were written so."""
    return [*chain.from_iterable(map(loads, written))]


def share_of(written: bytes) -> Share:
    """The share that was written so."""
    return Share(*loads(written))  # noqa: S302 - as it was packed


def mentions_of(written: bytes) -> list[Mentioned]:
    """The same of a share of mentions."""
    found: list[Mentioned] = loads(written)  # noqa: S302
    return found


def _written(facts: Any) -> bytes:
    """Plain data, the same in the same bytes: there are no references (version 2) to what stands elsewhere."""
    return dumps(facts, 2)


def _frame(rows: Stored) -> Iterator[object]:
    yield [[*map(itemgetter(column), rows.clauses)] for column in (0, 1, 3, -1)]  # row, key, kind, the row above
    yield rows.terms, rows.definitions
    yield rows.steps, [row for row in rows.references if row[5]]  # a loop may lie anywhere


def _shared(edition: EditionRecord, rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    """The rows, which begin with that of their clause, in shares: which clause is in which does not depend on what there is of
    any."""
    at = 0
    for end in range(edition.first + _TOGETHER, edition.last + _TOGETHER + 1, _TOGETHER):
        start, at = at, bisect_left(rows, end, at, key=itemgetter(0))
        yield rows[start:at]
