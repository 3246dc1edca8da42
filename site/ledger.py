"""What the last build into a folder wrote and what each file was made from, kept in the cache: what is still so stays."""

import json
import os
import stat
from collections.abc import Callable, Iterator, Mapping
from dataclasses import astuple, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from headjudge.site.faces import Faces, changed
from headjudge.site.folder import MANIFEST, Written
from headjudge.site.library import Volume
from headjudge.site.shelf import shelve

EVERYTHING = "*"
"""What a file rests on that has something of every clause."""


class Origin(NamedTuple):
    """What a file was made from: the clauses of a rulebook (`Atlas.rests_on`), and the digest of whatever else."""

    book: str
    rests_on: str
    also: str


@dataclass(frozen=True, slots=True)
class Ledger:
    """A build. `files` are those that are still there as they were written, `books` the rulebooks by their folders."""

    files: Mapping[str, Written] = field(default_factory=dict)
    origins: Mapping[str, Origin] = field(default_factory=dict)
    books: Mapping[str, Faces] = field(default_factory=dict)


class Standing:
    """Which files of the last build would be made just as they are."""

    def __init__(self, ledger: Ledger, volumes: tuple[Volume, ...], books: Mapping[str, Faces]) -> None:
        self._ledger = ledger
        self._first = {volume.atlas.folder: volume.book.root.row for volume in volumes}
        self._changed = {
            folder: changed(ledger.books[folder], books[folder], book)
            for book, folder in ((volume.book, volume.atlas.folder) for volume in volumes)
            if folder in ledger.books
        }

    def origin(self, path: str, book: str, also: str) -> Origin | None:
        """What the file was made from, if it would be made from just that again."""
        origin = self._ledger.origins.get(path)
        if origin is None or path not in self._ledger.files or (origin.book, origin.also) != (book, also):
            return None
        others = self._changed.get(book)
        if others is None or (others and origin.rests_on == EVERYTHING):
            return None
        return origin if others.isdisjoint(origin.rests_on.split(" ")) else None

    def stays(self, path: str, book: str, also: str) -> Callable[[int], bool] | None:
        """Tells of a clause by its row whether a file would say of it what it says now; None if nothing is known of the file."""
        origin, others = self._ledger.origins.get(path), self._changed.get(book)
        if origin is None or others is None or path not in self._ledger.files or (origin.book, origin.also) != (book, also):
            return None
        first = self._first[book]
        return lambda row: str(row - first) not in others


def read_ledger(cache: Path | None, out: Path) -> Ledger:
    """What is known of the site in that folder; nothing if it is not the one that was written last."""
    if cache is None:
        return Ledger()
    try:
        mark = _mark(out)
        kept = json.loads(_file(cache, out).read_text("utf-8"))
        if kept["manifest"] != mark:
            return Ledger()
        files = {path: Written(*written) for path, written in kept["files"].items()}
        return Ledger(
            dict(_still_there(out, files)),
            {path: Origin(*origin) for path, origin in kept["origins"].items()},
            {name: Faces(frame, tuple(faces), tuple(links)) for name, (frame, faces, links) in kept["books"].items()},
        )
    except (OSError, ValueError, KeyError, TypeError):
        return Ledger()  # missing, damaged, or of another version: everything is made


def write_ledger(cache: Path, out: Path, ledger: Ledger) -> None:
    """Keeps it for the next build."""
    data = {
        "manifest": _mark(out),
        "files": ledger.files,
        "origins": ledger.origins,
        "books": {name: astuple(faces) for name, faces in ledger.books.items()},
    }
    shelve(_file(cache, out), data)


def _file(cache: Path, out: Path) -> Path:
    return cache / f"site-{sha256(os.fsencode(out.resolve())).hexdigest()[:16]}.json"


def _mark(out: Path) -> str:
    return sha256((out / MANIFEST).read_bytes()).hexdigest()


def _still_there(out: Path, files: Mapping[str, Written]) -> Iterator[tuple[str, Written]]:
    for path, written in files.items():
        try:
            there = os.lstat(f"{out}/{path}")
        except OSError:
            continue
        if (there.st_size, there.st_mtime_ns) == written[1:] and stat.S_ISREG(there.st_mode):
            yield path, written
