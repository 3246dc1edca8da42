"""Many small rows into a table."""

import sqlite3
from collections.abc import Iterable
from itertools import chain, islice

_VALUES = 999
"""Values of one statement: SQLite builds may allow no more."""


def insert(db: sqlite3.Connection, table: str, rows: Iterable[tuple[object, ...]]) -> None:
    """Inserts the rows, which have a value for each column. Many are put into one statement: with one row each, most of the time
    goes into beginning and ending statements.
    """
    left = iter(rows)
    first = next(left, None)
    if first is None:
        return
    one = f"({', '.join('?' * len(first))})"
    many = _VALUES // len(first)
    whole = f"INSERT INTO {table} VALUES {', '.join([one] * many)}"
    batch = [first, *islice(left, many - 1)]
    while len(batch) == many:
        db.execute(whole, list(chain.from_iterable(batch)))
        batch = list(islice(left, many))
    db.executemany(f"INSERT INTO {table} VALUES {one}", batch)
