"""What the last build into a folder wrote and what each file was made from, kept in the cache: what is still so stays."""

import os
import stat
from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any

from headjudge.parser.named import NamedTuple
from headjudge.site.faces import Changes, Faces
from headjudge.site.folder import MANIFEST, Written
from headjudge.site.journal import Journal, add_to_journal, begin_journal, read_journal
from headjudge.site.resting import EVERYTHING

_FEW = 8
"""Of so many changes each is looked for by itself."""
_ENDING = ".ledger"
_KEPT = 32
"""So many sites are remembered: those that were built last."""
_GROWN = 1.25
"""A ledger that has grown so many times as large is written anew."""
_BETWEEN = "\n"
"""Neither a path nor what a file rests on has it."""

Ground = tuple[str, str]
"""What a file was made from beside clauses: the rulebook with that folder ('' if it is made from no single one), and the mark of
whatever else. A plain tuple, as `Written`."""
Origins = Mapping[Ground, Mapping[str, str]]
"""What each file was made from: what it rests on (`resting.py`), by its path, and by its ground."""
_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Ledger(NamedTuple):
    """A build: its files, what they were made from, and the rulebooks by their folders. `journal` is where it was read from."""

    files: Mapping[str, Written] = _NOTHING
    origins: Origins = MappingProxyType({})
    books: Mapping[str, Faces] = _NOTHING
    journal: Journal = Journal([])


class Standing:
    """Which files of the last build would be made just as they are. Those which are `gone` are not there any more, or are not as
    they were written. `changes` tells what has changed in each rulebook, by its folder (None: everything may have)."""

    def __init__(self, ledger: Ledger, gone: set[str], changes: Mapping[str, Changes | None]) -> None:
        self.files = {path: written for path, written in ledger.files.items() if path not in gone} if gone else ledger.files
        self._changes = changes
        self._gone = gone
        self._standing: dict[Ground, tuple[Mapping[str, str], Set[str] | None]] = {}
        self._origins = ledger.origins

    def family(self, ground: Ground) -> tuple[Mapping[str, str], Set[str] | None]:
        """What those of the files with that ground rest on that would be made from just that again, and which are the others;
        None if nothing is known."""
        if ground not in self._standing:
            known = self._origins.get(ground)
            others = self._to_be_made(ground[0], known) if known else None
            self._standing[ground] = _without(known, others) if known and others is not None else _NOTHING, others
        return self._standing[ground]

    def stays(self, path: str, ground: Ground) -> str | None:
        """What the file rests on, if it would be made from just that again."""
        return self.family(ground)[0].get(path)

    def said(self, path: str, ground: Ground) -> frozenset[int] | None:
        """The rows of the clauses of which a file says something else now; None if nothing is known of the file."""
        changes = self._changes.get(ground[0])
        known = path in self._origins.get(ground, _NOTHING) and path in self.files
        return changes.said if changes and known else None

    def _to_be_made(self, book: str, known: Mapping[str, str]) -> Set[str] | None:
        """Those of the files that are made from a rulebook which are not there or rest on what has changed; None if that may be
        everything."""
        changed = frozenset[str]()  # where no clause says anything
        if book:
            changes = self._changes.get(book)
            if changes is None:
                return None
            changed = changes.signs
        return self._gone.intersection(known).union(_resting_on(known, changed) if changed else ())


def _without(known: Mapping[str, str], others: Iterable[str]) -> Mapping[str, str]:
    if not others:
        return known
    stays = dict(known)
    for path in others:
        del stays[path]
    return stays


def _resting_on(known: Mapping[str, str], changed: frozenset[str]) -> Iterator[str]:
    """The files that rest on what has changed."""
    if len(changed) > _FEW:
        yield from (path for path, rests_on in known.items() if rests_on == EVERYTHING or not changed.isdisjoint(rests_on))
        return
    paths, together = [*known], _BETWEEN.join(known.values())
    for one in (EVERYTHING, *changed):
        place, looked_through = 0, 0
        while (found := together.find(one, looked_through)) >= 0:
            place += together.count(_BETWEEN, looked_through, found)
            yield paths[place]
            looked_through = found + 1


def read_ledger(cache: Path | None, out: Path, made_by: str) -> Ledger:
    """What is known of the site in that folder; nothing if it is not the one that was written last, by the same program."""
    if cache is None:
        return Ledger()
    try:
        journal = read_journal(_file(cache, out))
        (program, mark, *whole), *changes = journal.records
        if program != made_by:
            return Ledger()
        ledger = _from_columns(*whole)
        for later, *change in changes:
            mark = later
            _take_up(ledger, *change)
        return Ledger(*ledger, journal) if mark == _mark(out) else Ledger()
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return Ledger()  # missing, damaged, or of another version: everything is made


def write_ledger(cache: Path, out: Path, ledger: Ledger, made_by: str, before: Ledger, made: Collection[str]) -> None:
    """Keeps it for the next build. To the file that `before` was read from only what is another is added, if that will do: of
    files that were not `made` there may be nothing else to tell than that they are gone."""
    file = _file(cache, out)
    with suppress(OSError):  # everything is made again
        cache.mkdir(parents=True, exist_ok=True)
        change = _change(before, ledger, made)
        if change is None or not add_to_journal(file, before.journal, (_mark(out), *change)):
            begin_journal(file, (made_by, _mark(out), *_columns(ledger)))
            _forget_old(cache)


_Parts = tuple[dict[str, Written], dict[Ground, dict[str, str]], dict[str, Faces]]
"""Files, origins and books, as a ledger has them."""


def _columns(ledger: Ledger) -> tuple[Any, ...]:
    """The ledger as plain data: of thousands of files each kind of fact together, which is sooner read."""
    marks, sizes, times = zip(*ledger.files.values(), strict=True)
    files = _BETWEEN.join(ledger.files), _BETWEEN.join(marks), array("q", sizes).tobytes(), array("q", times).tobytes()
    origins = {ground: (_BETWEEN.join(known), _BETWEEN.join(known.values())) for ground, known in ledger.origins.items() if known}
    return files, origins, {name: (*book,) for name, book in ledger.books.items()}


def _from_columns(files: tuple[str, str, bytes, bytes], origins: Mapping[Ground, tuple[str, str]], books: Any) -> _Parts:
    paths, marks, sizes, times = files
    written = zip(marks.split(_BETWEEN), array("q", sizes), array("q", times), strict=True)
    return (
        dict(zip(paths.split(_BETWEEN), written, strict=True)),
        {ground: dict(zip(*(column.split(_BETWEEN) for column in known), strict=True)) for ground, known in origins.items()},
        {name: Faces(*book) for name, book in books.items()},
    )


def _change(before: Ledger, after: Ledger, made: Collection[str]) -> tuple[Any, ...] | None:
    """What is another than before, as plain data; None if that is better written anew."""
    if before.journal.length > _GROWN * before.journal.first or before.books.keys() != after.books.keys():
        return None
    books = {}
    for name, book in after.books.items():
        was = before.books[name]
        if book.frame != was.frame:
            return None
        shares, mentions = _other_shares(was.shares, book.shares), _other_shares(was.mentions, book.mentions)
        books[name] = shares, mentions, book.rulings if book.rulings != was.rulings else None
    origins = {ground: _others(before.origins.get(ground, _NOTHING), known, made) for ground, known in after.origins.items()}
    gone = [ground for ground in before.origins if ground not in after.origins]
    return _others(before.files, after.files, made), {ground: some for ground, some in origins.items() if any(some)}, gone, books


def _take_up(ledger: _Parts, files: Any, origins: Any, gone: Any, books: Any) -> None:
    """Changes the ledger as was written down."""
    _replace(ledger[0], *files)
    for ground, others in origins.items():
        _replace(ledger[1].setdefault(ground, {}), *others)
    for ground in gone:
        del ledger[1][ground]
    for name, (*others, rulings) in books.items():
        was = ledger[2][name]
        shares, mentions = (
            [new.get(place, share) for place, share in enumerate(before)]
            for before, new in zip((was.shares, was.mentions), others, strict=True)
        )
        ledger[2][name] = Faces(was.frame, shares, mentions, was.rulings if rulings is None else rulings)


def _other_shares(before: Sequence[bytes], after: Sequence[bytes]) -> dict[int, bytes]:
    """Those that are others, by their places."""
    return {place: now for place, (was, now) in enumerate(zip(before, after, strict=True)) if was != now}


def _others(before: Mapping[str, Any], after: Mapping[str, Any], made: Collection[str]) -> tuple[dict[str, Any], list[str]]:
    """What is new or another, all of which is among what was made, and the names of what is no more."""
    new = {name: after[name] for name in made if name in after and before.get(name) != after[name]}
    more = sum([name not in before for name in new])
    return new, [] if len(after) == len(before) + more else [*before.keys() - after.keys()]


def _replace(there: dict[str, Any], new: Mapping[str, Any], gone: Iterable[str]) -> None:
    there.update(new)
    for name in gone:
        del there[name]


def _forget_old(cache: Path) -> None:
    """Removes the ledgers of sites that have not been built for long: nobody says when a site is no more."""
    ledgers = [*cache.glob(f"*{_ENDING}")]
    if len(ledgers) > _KEPT:
        for file in sorted(ledgers, key=lambda file: file.stat().st_mtime_ns)[:-_KEPT]:
            file.unlink(missing_ok=True)


def _file(cache: Path, out: Path) -> Path:
    return cache / f"site-{sha256(os.fsencode(out.resolve())).hexdigest()[:16]}{_ENDING}"


def _mark(out: Path) -> str:
    """Tells apart the sites that have been in the folder."""
    there = (out / MANIFEST).stat()
    return f"{there.st_size} {there.st_mtime_ns}"


def gone_from(out: Path, files: Mapping[str, Written]) -> set[str]:
    """Those of the files which are not there any more, or which someone has written since."""
    return {path for path, written in files.items() if not _stands(f"{out}/{path}", written)}


def _stands(file: str, written: Written) -> bool:
    try:
        there = os.lstat(file)
    except OSError:
        return False
    return (there.st_size, there.st_mtime_ns) == written[1:] and stat.S_ISREG(there.st_mode)
