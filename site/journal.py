"""A file of records, each of them whole or not there at all: to a large one whose contents change little is added, and only
seldom is it written anew."""

import marshal
import os
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from headjudge.parser.named import NamedTuple
from headjudge.parser.whole import write_file

_LENGTH, _CHECK = 8, 4
"""Bytes before each record: how long it is, and a checksum of it."""
_ORDER: Final = "little"


class Journal(NamedTuple):
    """What a file holds: plain data, in the order in which it was added. `first` are the bytes of the first record, and `length`
    those of all; both are 0 if nothing can be added to it, for not all of it is whole."""

    records: list[Any]
    first: int = 0
    length: int = 0


def read_journal(file: Path) -> Journal:
    """The records up to the first that is not whole. Raises OSError."""
    whole = memoryview(file.read_bytes())
    records: list[Any] = []
    first = at = 0
    while at < len(whole):
        begins = at + _LENGTH + _CHECK
        data = whole[begins : begins + int.from_bytes(whole[at : at + _LENGTH], _ORDER)]
        if whole[at:begins] != _head(data):
            return Journal(records)
        try:
            records.append(marshal.loads(data))  # noqa: S302 - as it was written
        except (ValueError, EOFError, TypeError):
            return Journal(records)  # of another version of Python
        at = begins + len(data)
        first = first or at
    return Journal(records, first, at)


def begin_journal(file: Path, record: Any) -> None:
    """Writes the file anew, with that record alone. Raises OSError."""
    write_file(file, _record(record))


def add_to_journal(file: Path, journal: Journal, record: Any) -> bool:
    """Adds a record to the file from which the journal was read, and says whether it did: only if it still is as long. Raises
    OSError."""
    if not journal.length:
        return False
    with file.open("r+b") as opened:
        if os.fstat(opened.fileno()).st_size != journal.length:  # another process was here
            return False
        opened.seek(journal.length)
        opened.write(_record(record))
    return True


def _record(record: Any) -> bytes:
    data = marshal.dumps(record)
    return _head(data) + data


def _head(data: bytes | memoryview) -> bytes:
    return len(data).to_bytes(_LENGTH, _ORDER) + crc32(data).to_bytes(_CHECK, _ORDER)
