"""The folder that a site is written into: only ours is written over, and an older site stays whole until the new one is ready."""

import json
import os
import re
import stat
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from headjudge.kb.clause import HeadjudgeError
from headjudge.parser.whole import beside
from headjudge.site.forms import encoded

MANIFEST = "headjudge-site.json"
"""Lists the files that are ours in a site's folder."""

_MADE_BY = "headjudge"
_NEW = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
_FOREIGN = re.compile(r"[\\:]")
"""Characters that no file of ours has in its name, and that some systems read as another place."""


class SiteFolderRefused(HeadjudgeError):
    """The place for the site is a file, or a folder with something in it that is not a site of ours."""


class SiteUnwritable(HeadjudgeError):
    """The system does not let the site be written there."""


Written = tuple[str, int, int]
"""A file as it was written: the mark of its bytes, how many there are, and when it was changed (in nanoseconds). There are
thousands, and plain tuples are soon made and kept."""


class Scratch:
    """The files of a site that is being made. Of those of the `older` one, which are `listed`, some are `there`: known to be as
    they were written, and not written again if they would be the same. Mostly nearly all of them stay, and thousands are not
    looked at one by one: each file of the site is to be taken once."""

    def __init__(self, folder: str, older: Path, there: Mapping[str, Written], listed: Collection[str]) -> None:
        self.folder = folder
        self.older = older
        self.there = there
        self.made: dict[str, Written] = {}
        """The files that are not as they were."""
        self._complete = len(there) == len(listed)
        self._kept: list[Collection[str]] = []
        self._files = dict(there)

    def read(self, path: str) -> bytes:
        """A file of the older site."""
        return (self.older / path).read_bytes()

    def keep_all(self, paths: Collection[str]) -> None:
        """Takes over files of the older site."""
        self._kept.append(paths)

    def take(self, files: Mapping[str, Written]) -> None:
        """Takes files as they were written."""
        self._files |= files
        same = {path for path in files.keys() & self.there.keys() if files[path] == self.there[path]}
        self._kept.append(same)
        self.made |= {path: written for path, written in files.items() if path not in same} if same else files

    def files(self) -> dict[str, Written]:
        """All that were taken."""
        if self._left():
            taken = {*self.made}.union(*self._kept)
            return {path: written for path, written in self._files.items() if path in taken}
        return self._files

    def is_like_the_older(self, left: Collection[str] = ()) -> bool:
        """Whether the files that were taken are called as those of the older site, but for those that are `left`."""
        return self._complete and self.made.keys() <= self.there.keys() >= {*left} and self._left() == len(left)

    def _left(self) -> int:
        """How many of those that are there have not been taken."""
        return len(self.there) - sum(map(len, self._kept)) - len(self.made.keys() & self.there.keys())


@contextmanager
def site_folder(
    out: Path, there: Mapping[str, Written] | None = None, listed: Collection[str] | None = None
) -> Iterator[Scratch]:
    """A scratch folder for the files of a site. When the block ends without an error they replace the older site in `out`:
    what was ours and is not made any more goes, and what never was ours stays. `listed` are the files in the manifest of the
    older site, if they are known: otherwise it is read.

    Until then nothing in `out` is touched. Raises SiteFolderRefused or SiteUnwritable.
    """
    try:
        old = listed or _ours(out)
        out.parent.mkdir(parents=True, exist_ok=True)
        with _private_folder(out) as private:
            scratch = Scratch(f"{private}/site", out, there or {}, old)
            Path(scratch.folder).mkdir()  # the folder around it is for no one else to read
            yield scratch
            _install(scratch, out, old)
    except OSError as error:
        raise SiteUnwritable("site_unwritable", path=_place_of(error, out), reason=error.strerror or str(error)) from error


def _place_of(error: OSError, out: Path) -> str:
    """What stands in the way: a file of the site, where that is known, or the whole of it."""
    named = str(error.filename2 or error.filename or "")
    return named if named.startswith(f"{out}{os.sep}") else str(out)


@contextmanager
def _private_folder(out: Path) -> Iterator[Path]:
    """A folder beside that one which is gone afterwards, with whatever is left in it."""
    folder = beside(out, ".part")
    folder.mkdir(0o700)
    try:
        yield folder
    finally:
        try:
            folder.rmdir()
        except OSError:
            from shutil import rmtree  # takes a while to import; a new site leaves nothing

            rmtree(folder, ignore_errors=True)


def write(scratch: Scratch, path: str, content: str | bytes) -> Written:
    """Writes one file of the site, unless it is there already. It is still to be taken."""
    data = content if isinstance(content, bytes) else encoded(content)
    mark = mark_of(data)
    before = scratch.there.get(path)
    if before is not None and before[0] == mark:
        return before
    file = f"{scratch.folder}/{path}"
    try:
        changed = _write(file, data)
    except FileNotFoundError:  # the first file of its folder
        Path(file).parent.mkdir(parents=True, exist_ok=True)
        changed = _write(file, data)
    return mark, len(data), changed


def mark_of(data: bytes) -> str:
    """Tells the contents of files apart."""
    return sha256(data).hexdigest()[:16]


def _write(file: str, data: bytes) -> int:
    """Writes a file, which may be one of thousands: an object for each took longer than writing. Returns its time of change."""
    opened = os.open(file, _NEW, 0o666)
    try:
        written = os.write(opened, data)
        while written < len(data):  # a disk that is nearly full, or a file above two gigabytes
            written += os.write(opened, memoryview(data)[written:])
        return os.fstat(opened).st_mtime_ns
    finally:
        os.close(opened)


def _ours(out: Path) -> set[str]:
    """The files of the older site in that folder; none if there is no folder yet, or an empty one."""
    if not out.exists():
        return set()
    if not out.is_dir():
        raise SiteFolderRefused("site_out_is_a_file", path=str(out))
    if not any(out.iterdir()):
        return set()
    try:
        manifest = json.loads((out / MANIFEST).read_text("utf-8"))
        if manifest["made_by"] != _MADE_BY:
            raise ValueError(manifest["made_by"])
        return {MANIFEST, *map(str, manifest["files"])}
    except (FileNotFoundError, ValueError, KeyError, TypeError) as error:
        raise SiteFolderRefused("site_out_not_ours", path=str(out), manifest=MANIFEST) from error


def _inside(out: Path, names: Iterable[str]) -> Iterator[str]:
    """Those of a manifest's files that lie in the folder: a manifest that was tampered with must not make us delete elsewhere."""
    whole = out.resolve()
    known: dict[str, bool] = {}
    for name in names:
        folder = name[: name.rfind("/") + 1]
        if folder not in known:
            known[folder] = ".." not in folder.split("/") and (out / folder).resolve().is_relative_to(whole)
        if known[folder] and name[:1] != "/" and not _FOREIGN.search(name):
            yield name


def _install(scratch: Scratch, out: Path, listed: Collection[str]) -> None:
    new = old = frozenset[str]()
    if not scratch.is_like_the_older():  # else thousands of names need not be compared
        new, old = frozenset({*scratch.files(), MANIFEST}), frozenset({*listed, MANIFEST})
    if not os.path.lexists(out):
        _write_manifest(scratch.folder, new)
        os.rename(scratch.folder, out)  # noqa: PTH104 - thousands of files at once
        return
    more, gone = new - old, old - new
    foreign = sorted(name for name in more if os.path.lexists(f"{out}/{name}"))
    if foreign:
        raise SiteFolderRefused("site_foreign_file", path=str(out / foreign[0]), manifest=MANIFEST)
    out.mkdir(parents=True, exist_ok=True)
    # From here on a crash leaves files of both sites, each of them whole and all of them known to be ours.
    if more:
        _put_manifest(scratch.folder, out, old | new)
    for name in sorted(_files_in(scratch.folder, "")):
        kept = _replace(f"{scratch.folder}/{name}", f"{out}/{name}")
        if kept and name in scratch.made:
            scratch.take({name: (*scratch.made[name][:2], kept)})
    for name in _inside(out, sorted(gone)):
        (out / name).unlink(missing_ok=True)
        _prune((out / name).parent, out)
    if more or gone:
        _put_manifest(scratch.folder, out, new)
    _remove_empty(scratch.folder)


def _files_in(folder: str, name: str) -> Iterator[str]:
    for entry in os.scandir(folder):
        if entry.is_dir():
            yield from _files_in(entry.path, f"{name}{entry.name}/")
        else:
            yield name + entry.name


def _remove_empty(folder: str) -> None:
    """Removes the folder and those in it, in which no file is left."""
    for entry in os.scandir(folder):
        _remove_empty(entry.path)
    os.rmdir(folder)  # noqa: PTH106 - as in `_write`


def _write_manifest(folder: str, files: Set[str]) -> None:
    names = json.dumps(sorted(files - {MANIFEST}), ensure_ascii=False, separators=(",\n", ""))
    _write(f"{folder}/{MANIFEST}", f'{{\n"made_by": "{_MADE_BY}",\n"files": {names}\n}}\n'.encode())


def _put_manifest(scratch: str, out: Path, files: Set[str]) -> None:
    _write_manifest(scratch, files)
    _replace(f"{scratch}/{MANIFEST}", f"{out}/{MANIFEST}")


def _replace(new: str, place: str) -> int | None:
    """Moves a file to its place; one that is there already with the same bytes keeps its time stamp, which is then returned."""
    if _same(new, place):
        os.unlink(new)  # noqa: PTH108 - as in `_write`
        return os.lstat(place).st_mtime_ns
    try:
        os.replace(new, place)  # noqa: PTH105
    except FileNotFoundError:
        Path(place).parent.mkdir(parents=True, exist_ok=True)
        os.replace(new, place)  # noqa: PTH105
    return None


def _same(new: str, place: str) -> bool:
    try:
        there = os.lstat(place)
    except (FileNotFoundError, NotADirectoryError):
        return False
    if not stat.S_ISREG(there.st_mode) or there.st_size != os.stat(new).st_size:  # noqa: PTH116
        return False
    with open(place, "rb") as before, open(new, "rb") as after:  # noqa: PTH123
        return before.read() == after.read()


def _prune(folder: Path, out: Path) -> None:
    """Removes folders that have become empty, up to the site's own."""
    while folder != out and folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent
