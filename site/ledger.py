"""What the last build into a folder wrote and what each file was made from, kept in the cache: what is still so stays."""

import marshal
import os
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from headjudge.parser.whole import write_file
from headjudge.site.faces import Changes, Faces
from headjudge.site.folder import MANIFEST, Written
from headjudge.site.resting import EVERYTHING

_FEW = 8
"""Of so many changes each is looked for by itself."""
_ENDING = ".ledger"
_KEPT = 32
"""So many sites are remembered: those that were built last."""
_DIGEST = 32
"""Bytes of the digest that a ledger begins with: what follows is read only if it is whole."""

Origin = tuple[str, str, str]
"""What a file was made from: the rulebook with that folder ('' if it is made from no single one), what in it (`resting.py`), and
the mark of whatever else. A plain tuple, as `Written`."""
_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Ledger(NamedTuple):
    """A build: its files, what they were made from, and the rulebooks by their folders."""

    files: Mapping[str, Written] = _NOTHING
    origins: Mapping[str, Origin] = _NOTHING
    books: Mapping[str, Faces] = _NOTHING


class Standing:
    """Which files of the last build would be made just as they are. Those which are `gone` are not there any more, or are not as
    they were written. `changes` tells what has changed in each rulebook, by its folder (None: everything may have): it is asked
    when the first file is."""

    def __init__(self, ledger: Ledger, gone: set[str], changes: Callable[[], Mapping[str, Changes | None]]) -> None:
        self.files = {path: written for path, written in ledger.files.items() if path not in gone} if gone else ledger.files
        self._origins = ledger.origins
        self._changes = changes

    @cached_property
    def _changed(self) -> Mapping[str, Changes | None]:
        return self._changes() if self._origins else {}

    @cached_property
    def _touched(self) -> set[str]:
        changes = {folder: found.signs for folder, found in self._changed.items() if found and found.signs}
        return {path for folder, signs in changes.items() for path in _resting_on(self._origins, folder, signs)}

    def origin(self, path: str, book: str, also: str) -> Origin | None:
        """What the file was made from, if it would be made from just that again."""
        origin = self._origins.get(path)
        if origin is None or path not in self.files or (origin[0], origin[2]) != (book, also):
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
        return origin if path in self.files and self._origins.get(path) == origin else None

    def said(self, path: str, book: str, also: str) -> frozenset[int] | None:
        """The rows of the clauses of which a file says something else now; None if nothing is known of the file."""
        origin, others = self._origins.get(path), self._changed.get(book)
        if origin is None or others is None or path not in self.files or (origin[0], origin[2]) != (book, also):
            return None
        return others.said


def _resting_on(origins: Mapping[str, Origin], book: str, changed: frozenset[str]) -> Iterator[str]:
    """The files that rest on what has changed in a rulebook."""
    if len(changed) > _FEW:
        yield from (
            path
            for path, (of, rests_on, _) in origins.items()
            if of == book and (rests_on == EVERYTHING or not changed.isdisjoint(rests_on))
        )
        return
    for one in (EVERYTHING, *changed):
        yield from [path for path, (of, rests_on, _) in origins.items() if one in rests_on and of == book]


def read_ledger(cache: Path | None, out: Path, made_by: str) -> Ledger:
    """What is known of the site in that folder; nothing if it is not the one that was written last, by the same program."""
    if cache is None:
        return Ledger()
    try:
        whole = memoryview(_file(cache, out).read_bytes())
        if sha256(whole[_DIGEST:]).digest() != whole[:_DIGEST]:
            return Ledger()
        mark, program, files, origins, books = marshal.loads(whole[_DIGEST:])  # noqa: S302 - as it was written
        if (mark, program) != (_mark(out), made_by):
            return Ledger()
        return Ledger(files, origins, {name: Faces(*book) for name, book in books.items()})
    except (OSError, ValueError, EOFError, TypeError):
        return Ledger()  # missing, damaged, or of another version: everything is made


def write_ledger(cache: Path, out: Path, ledger: Ledger, made_by: str) -> None:
    """Keeps it for the next build."""
    plain: Any = _mark(out), made_by, ledger.files, ledger.origins, {name: (*book,) for name, book in ledger.books.items()}
    data = marshal.dumps(plain)
    with suppress(OSError):  # everything is made again
        cache.mkdir(parents=True, exist_ok=True)
        write_file(_file(cache, out), sha256(data).digest() + data)
        _forget_old(cache)


def _forget_old(cache: Path) -> None:
    """Removes the ledgers of sites that have not been built for long: nobody says when a site is no more."""
    ledgers = [*cache.glob(f"*{_ENDING}")]
    if len(ledgers) > _KEPT:
        for file in sorted(ledgers, key=lambda file: file.stat().st_mtime_ns)[:-_KEPT]:
            file.unlink(missing_ok=True)


def _file(cache: Path, out: Path) -> Path:
    return cache / f"site-{sha256(os.fsencode(out.resolve())).hexdigest()[:16]}{_ENDING}"


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
