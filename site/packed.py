"""An edition in bytes: as the process that reads it hands it over, and as what is known of a site keeps it to compare with."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from itertools import chain
from marshal import dumps, loads
from operator import itemgetter
from typing import Any

from headjudge.parser.named import NamedTuple
from headjudge.site.stored import Row, Stored

TOGETHER = 64


class Packed(NamedTuple):
    """An edition. `frame` tells apart what any of its pages may show: which clauses there are and how they lie, the terms, the
    procedure. `shares` are its clauses, so many at a time (`Share`): mostly nothing in them is new, and they are compared as they
    are. `rest` is what else is stored."""

    frame: str
    shares: Sequence[bytes]
    rest: bytes


class Share(NamedTuple):
    """The rows of clauses that stand beside each other, of their references, and of the terms in them."""

    clauses: Sequence[Row]
    references: Sequence[Row]
    mentions: Sequence[Row]


def packed(rows: Stored) -> Packed:
    """That edition in bytes; the same rows give the same."""
    return Packed(digest([*_frame(rows)]), [_written((*share,)) for share in _shares(rows)], _written(_rest(rows)))


def unpacked(edition: Packed) -> Stored:
    """Its rows."""
    clauses, references, mentions = ([*chain.from_iterable(rows)] for rows in zip(*map(share_of, edition.shares), strict=True))
    terms, definitions, steps = loads(edition.rest)  # noqa: S302 - as it was packed
    return Stored(clauses, references, terms, definitions, steps, mentions)


def share_of(written: bytes) -> Share:
    """The share that was written so."""
    return Share(*loads(written))  # noqa: S302 - as it was packed


def digest(facts: Any) -> str:
    """A short digest of plain data."""
    return blake2b(_written(facts), digest_size=8).hexdigest()


def _written(facts: Any) -> bytes:
    """Plain data, the same in the same bytes: there are no references (version 2) to what stands elsewhere."""
    return dumps(facts, 2)


def _frame(rows: Stored) -> Iterator[object]:
    yield [[*map(itemgetter(column), rows.clauses)] for column in (0, 1, 3, -1)]  # row, key, kind, the row above
    yield rows.terms, rows.definitions
    yield rows.steps, [row for row in rows.references if row[5]]  # a loop may lie anywhere


def _rest(rows: Stored) -> tuple[object, ...]:
    return rows.terms, rows.definitions, rows.steps


def _shares(rows: Stored) -> Iterator[Share]:
    references, mentions = _from_row(rows.references), _from_row(rows.mentions)
    for start in range(0, len(rows.clauses), TOGETHER):
        following = rows.clauses[start + TOGETHER][0] if start + TOGETHER < len(rows.clauses) else None
        yield Share(rows.clauses[start : start + TOGETHER], references(following), mentions(following))


def _from_row(rows: Sequence[Row]) -> Callable[[int | None], Sequence[Row]]:
    """Gives the rows of the clauses up to the one with that row (None: of all that are left), each once."""
    at = 0

    def up_to(row: int | None) -> Sequence[Row]:
        nonlocal at
        start, at = at, len(rows) if row is None else bisect_left(rows, row, at, key=itemgetter(0))
        return rows[start:at]

    return up_to
