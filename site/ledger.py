"""What the last build into a folder wrote and what each file was made from, kept in the cache: what is still so stays."""

import marshal
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import suppress
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

Ground = tuple[str, str]
"""What a file was made from beside clauses: the rulebook with that folder ('' if it is made from no single one), and the mark of
whatever else. A plain tuple, as `Written`."""
Origins = Mapping[Ground, Mapping[str, str]]
"""What each file was made from: what it rests on (`resting.py`), by its path, and by its ground."""
_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Ledger(NamedTuple):
    """A build: its files, what they were made from, and the rulebooks by their folders."""

    files: Mapping[str, Written] = _NOTHING
    origins: Origins = MappingProxyType({})
    books: Mapping[str, Faces] = _NOTHING


class Standing:
    """Which files of the last build would be made just as they are. Those which are `gone` are not there any more, or are not as
    they were written. `changes` tells what has changed in each rulebook, by its folder (None: everything may have)."""

    def __init__(self, ledger: Ledger, gone: set[str], changes: Mapping[str, Changes | None]) -> None:
        self.files = {path: written for path, written in ledger.files.items() if path not in gone} if gone else ledger.files
        self._changes = changes
        self._gone = gone
        self._standing: dict[Ground, Mapping[str, str]] = {}
        self._origins = ledger.origins

    def family(self, ground: Ground) -> tuple[Mapping[str, str], bool]:
        """What those of the files with that ground rest on that would be made from just that again, and whether there are files
        and those are all."""
        known = self._origins.get(ground, _NOTHING)
        if ground not in self._standing:
            self._standing[ground] = self._still(ground[0], known)
        stays = self._standing[ground]
        return stays, bool(known) and len(stays) == len(known)

    def stays(self, path: str, ground: Ground) -> str | None:
        """What the file rests on, if it would be made from just that again."""
        return self.family(ground)[0].get(path)

    def said(self, path: str, ground: Ground) -> frozenset[int] | None:
        """The rows of the clauses of which a file says something else now; None if nothing is known of the file."""
        changes = self._changes.get(ground[0])
        known = path in self._origins.get(ground, _NOTHING) and path in self.files
        return changes.said if changes and known else None

    def _still(self, book: str, known: Mapping[str, str]) -> Mapping[str, str]:
        """Those of the files that are made from a rulebook which are there and rest on nothing that has changed."""
        if not book:  # no clause says anything there
            changed = frozenset[str]()
        else:
            changes = self._changes.get(book)
            if changes is None:
                return _NOTHING
            changed = changes.signs
        others = self._gone.intersection(known).union(_resting_on(known, changed) if changed else ())
        return {path: rests_on for path, rests_on in known.items() if path not in others} if others else known


def _resting_on(known: Mapping[str, str], changed: frozenset[str]) -> Iterator[str]:
    """The files that rest on what has changed."""
    if len(changed) > _FEW:
        yield from (path for path, rests_on in known.items() if rests_on == EVERYTHING or not changed.isdisjoint(rests_on))
        return
    for one in (EVERYTHING, *changed):
        yield from [path for path, rests_on in known.items() if one in rests_on]


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
