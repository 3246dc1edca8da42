"""An edition in bytes: as the process that reads it hands it over, and as what is known of a site keeps it to compare with."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from marshal import dumps, loads
from operator import itemgetter
from typing import Any

from headjudge.kb.records import EditionRecord
from headjudge.parser.named import NamedTuple
from headjudge.site.stored import Mentioned, Row, Stored

_TOGETHER = 64

Shares = Sequence[bytes]
"""Rows in shares, each of them of so many clauses that stand beside each other: mostly nothing in them is new, and they are
compared as they are."""
Mention = tuple[int, int, int]
"""A defined term in a clause's text: its row, and offsets into the text."""


class Packed(NamedTuple):
    """An edition. `frame` is what any of its pages may show: which clauses there are and how they lie, the terms, the procedure.
    `shares` are the rows of its clauses and of their references (`Share`), `mentions` those of the terms in them, and `rest` what
    else is stored."""

    frame: bytes
    shares: Shares
    mentions: Shares
    rest: bytes


class Share(NamedTuple):
    """The rows of some clauses, and of their references."""

    clauses: Sequence[Row]
    references: Sequence[Row]


def packed(edition: EditionRecord, rows: Stored, mentions: Callable[[int, int], Mentioned]) -> Packed:
    """That edition, of which these are the rows, and of which `mentions` reads those of a run of its clauses. The same gives the
    same bytes."""
    shares = zip(_shared(edition, rows.clauses), _shared(edition, rows.references), strict=True)
    mentioned = (mentions(end - _TOGETHER, min(end - 1, edition.last)) for end in _ends(edition))
    rest = rows.terms, rows.definitions, rows.steps
    return Packed(_written([*_frame(rows)]), [*map(_written, shares)], [*map(_written, mentioned)], _written(rest))


def unpacked(edition: Packed) -> Stored:
    """Its rows but for its mentions."""
    clauses, references = zip(*map(loads, edition.shares), strict=True)
    terms, definitions, steps = loads(edition.rest)  # noqa: S302 - as it was packed
    return Stored([*chain.from_iterable(clauses)], [*chain.from_iterable(references)], terms, definitions, steps)


def share_of(written: bytes) -> Share:
    """The share that was written so."""
    return Share(*loads(written))  # noqa: S302 - as it was packed


def mentions_of(written: bytes) -> dict[int, list[Mention]]:
    """The same of a share of mentions, by the rows of the clauses that have some."""
    columns: Mentioned = loads(written)  # noqa: S302
    mentions = zip(*map(_numbers, columns[2:]), strict=True)
    return {clause: [*islice(mentions, many)] for clause, many in how_many(written).items()}


def how_many(written: bytes) -> dict[int, int]:
    """How many mentions the clauses in a share have that have some, by their rows: sooner told than which."""
    clauses, many, *_ = loads(written)  # noqa: S302
    return dict(zip(_numbers(clauses), _numbers(many), strict=True))


def _numbers(column: str) -> Iterator[int]:
    return map(int, column.split(",")) if column else iter(())


def share_with(edition: EditionRecord, row: int) -> int:
    """The place of the share in which the clause with that row is."""
    return (row - edition.first) // _TOGETHER


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
    for end in _ends(edition):
        start, at = at, bisect_left(rows, end, at, key=itemgetter(0))
        yield rows[start:at]


def _ends(edition: EditionRecord) -> range:
    """The rows that the shares end before."""
    return range(edition.first + _TOGETHER, edition.last + _TOGETHER + 1, _TOGETHER)
