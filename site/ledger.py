"""What the last build into a folder wrote and what each file was made from, kept in the cache: what is still so stays."""

import json
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from headjudge.site.faces import Digests, Faces, changed
from headjudge.site.folder import MANIFEST, Written
from headjudge.site.library import Volume
from headjudge.site.shelf import shelve

EVERYTHING = "*"
"""What a file rests on that has something of every clause."""
_FEW = 8
"""Of so many changes each is looked for by itself."""


class Origin(NamedTuple):
    """What a file was made from: the clauses of a rulebook (`Atlas.rests_on`; '' if it is made from no single one), and the mark
    of whatever else."""

    book: str
    rests_on: str
    also: str


_NOTHING: Mapping[str, Any] = MappingProxyType({})
_UNTOLD = Origin("", "", "")
"""That of a file which is made each time."""


class Ledger(NamedTuple):
    """A build: its files, what they were made from, the rulebooks by their folders, and the program that made it (`program`)."""

    files: Mapping[str, Written] = _NOTHING
    origins: Mapping[str, Origin] = _NOTHING
    books: Mapping[str, Faces] = _NOTHING
    made_by: str = ""


class Standing:
    """Which files of the last build would be made just as they are. Those which are `gone` are not there any more, or are not as
    they were written."""

    def __init__(self, ledger: Ledger, gone: set[str], volumes: tuple[Volume, ...], now: Ledger) -> None:
        books = now.books
        self._same_program = ledger.made_by == now.made_by
        self.files = {path: written for path, written in ledger.files.items() if path not in gone} if gone else ledger.files
        self._origins = ledger.origins
        self._first = {volume.atlas.folder: volume.book.root.row for volume in volumes}
        self._changed = {
            folder: changed(ledger.books[folder], books[folder], book)
            for book, folder in ((volume.book, volume.atlas.folder) for volume in volumes)
            if folder in ledger.books
        }
        self._touched = {path for folder, found in self._changed.items() if found for path in _resting_on(ledger, folder, found)}

    def origin(self, path: str, book: str, also: str) -> Origin | None:
        """What the file was made from, if it would be made from just that again."""
        origin = self._origins.get(path)
        if origin is None or path not in self.files or (origin.book, origin.also) != (book, also):
            return None
        return None if self._changed.get(book) is None or path in self._touched else origin

    def family(self, book: str, also: str) -> dict[str, Origin]:
        """Those of the files made from clauses of that rulebook and from that which would be made from just that again."""
        if self._changed.get(book) is None:
            return {}
        return {
            path: origin
            for path, origin in self._origins.items()
            if origin[2] == also and origin[0] == book and path in self.files and path not in self._touched
        }

    def as_before(self, path: str, origin: Origin) -> Origin | None:
        """That origin, if a file that is made from no single rulebook would be made from just that again."""
        return origin if self._same_program and path in self.files and self._origins.get(path) == origin else None

    def said(self, path: str, book: str, also: str) -> set[int] | None:
        """The rows of the clauses of which a file says something else now; None if nothing is known of the file."""
        origin, others = self._origins.get(path), self._changed.get(book)
        if origin is None or others is None or path not in self.files or (origin.book, origin.also) != (book, also):
            return None
        first = self._first[book]
        return {first + int(one) for one in others if one.isdecimal()}


def _resting_on(ledger: Ledger, book: str, changed: frozenset[str]) -> Iterator[str]:
    """The files that rest on what has changed in a rulebook."""
    if len(changed) > _FEW:
        yield from (
            path
            for path, (of, rests_on, _) in ledger.origins.items()
            if of == book and not (rests_on != EVERYTHING and changed.isdisjoint(rests_on.split(" ")))
        )
        return
    for one in (EVERYTHING, *changed):
        yield from [
            path
            for path, (of, rests_on, _) in ledger.origins.items()
            if one in rests_on and of == book and one in rests_on.split(" ")
        ]


def read_ledger(cache: Path | None, out: Path) -> Ledger:
    """What is known of the site in that folder; nothing if it is not the one that was written last."""
    if cache is None:
        return Ledger()
    try:
        mark = _mark(out)
        kept = json.loads(_file(cache, out).read_text("utf-8"))
        if kept["manifest"] != mark:
            return Ledger()
        paths, *written = (_column(kept[name]) for name in ("path", "mark", "size", "changed"))
        origins = map(Origin, *(_column(kept[name]) for name in ("book", "rests_on", "also")))
        return Ledger(
            dict(zip(paths, map(Written, *written), strict=True)),
            {path: origin for path, origin in zip(paths, origins, strict=True) if origin != _UNTOLD},
            {name: _faces(*book) for name, book in kept["books"].items()},
            kept["made_by"],
        )
    except (OSError, ValueError, KeyError, TypeError):
        return Ledger()  # missing, damaged, or of another version: everything is made


def write_ledger(cache: Path, out: Path, ledger: Ledger) -> None:
    """Keeps it for the next build."""
    origins = [ledger.origins.get(path, _UNTOLD) for path in ledger.files]
    data = {
        "manifest": _mark(out),
        "made_by": ledger.made_by,
        "path": "\n".join(ledger.files),
        **dict(zip(("mark", "size", "changed"), _columns(ledger.files.values()), strict=True)),
        **dict(zip(("book", "rests_on", "also"), _columns(origins), strict=True)),
        "books": {
            name: [frame, *("\n".join(one) for digests in told for one in digests)]
            for name, (frame, *told) in ledger.books.items()
        },
    }
    shelve(_file(cache, out), data)


def _faces(frame: str, *columns: str) -> Faces:
    told = [*map(_column, columns)]
    return Faces(frame, *map(Digests, told[::2], told[1::2]))


def _columns(rows: Iterable[tuple[object, ...]]) -> Iterator[object]:
    """Facts of thousands of files: a text with a line for each is read and written in no time, thousands of texts are not."""
    for column in zip(*rows, strict=True):
        yield column if isinstance(column[0], int) else "\n".join(map(str, column))


def _column(kept: Any) -> list[Any]:
    return kept.split("\n") if isinstance(kept, str) else kept


def _file(cache: Path, out: Path) -> Path:
    return cache / f"site-{sha256(os.fsencode(out.resolve())).hexdigest()[:16]}.json"


def _mark(out: Path) -> str:
    return sha256((out / MANIFEST).read_bytes()).hexdigest()


def gone_from(out: Path, files: Mapping[str, Written]) -> set[str]:
    """Those of the files which are not there any more, or which someone has written since."""
    return {path for path, written in files.items() if not _stands(f"{out}/{path}", written)}


def _stands(file: str, written: Written) -> bool:
    try:
        there = os.lstat(file)
    except OSError:
        return False
    return (there.st_size, there.st_mtime_ns) == written[1:] and stat.S_ISREG(there.st_mode)
