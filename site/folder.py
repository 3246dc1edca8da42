"""The folder that a site is written into: only ours is written over, and an older site stays whole until the new one is ready."""

import json
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from headjudge.kb.clause import HeadjudgeError

MANIFEST = "headjudge-site.json"
"""Lists the files that are ours in a site's folder."""

_MADE_BY = "headjudge"


class SiteFolderRefused(HeadjudgeError):
    """The place for the site is a file, or a folder with something in it that is not a site of ours."""


class SiteUnwritable(HeadjudgeError):
    """The system does not let the site be written there."""


@contextmanager
def site_folder(out: Path) -> Iterator[Path]:
    """A scratch folder for the files of a site. When the block ends without an error they replace the older site in `out`:
    what was ours and is not made any more goes, and what never was ours stays.

    Until then nothing in `out` is touched. Raises SiteFolderRefused or SiteUnwritable.
    """
    try:
        old = _ours(out)
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{out.name}.", suffix=".part", dir=out.parent) as scratch:
            yield Path(scratch)
            _install(Path(scratch), out, old)
    except OSError as error:
        raise SiteUnwritable("site_unwritable", path=str(out), reason=error.strerror or str(error)) from error


def write(folder: Path, path: str, content: str | bytes) -> int:
    """Writes one file of the site and returns its size in bytes."""
    data = content if isinstance(content, bytes) else content.encode("utf-8", "backslashreplace")
    file = f"{folder}/{path}"
    try:
        _write(file, data)
    except FileNotFoundError:  # the first file of its folder
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        _write(file, data)
    return len(data)


def _write(file: str, data: bytes) -> None:
    with open(file, "wb", buffering=0) as opened:  # noqa: PTH123 - of thousands of files, making the paths took as long as writing
        opened.write(data)


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
        return {MANIFEST, *(str(name) for name in manifest["files"] if _stays_inside(out, str(name)))}
    except (FileNotFoundError, ValueError, KeyError, TypeError) as error:
        raise SiteFolderRefused("site_out_not_ours", path=str(out), manifest=MANIFEST) from error


def _stays_inside(out: Path, name: str) -> bool:
    """Whether a manifest's file lies in the folder: a manifest that was tampered with must not make us delete elsewhere."""
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts and (out / name).parent.resolve().is_relative_to(out.resolve())


def _install(scratch: Path, out: Path, old: set[str]) -> None:
    new = set(_files_in(str(scratch), ""))
    foreign = sorted(name for name in new - old if os.path.lexists(f"{out}/{name}"))
    if foreign:
        raise SiteFolderRefused("site_foreign_file", path=str(out / foreign[0]), manifest=MANIFEST)
    out.mkdir(parents=True, exist_ok=True)
    # From here on a crash leaves files of both sites, each of them whole and all of them known to be ours.
    _write_manifest(scratch, out, old | new)
    for name in sorted(new):
        _replace(f"{scratch}/{name}", f"{out}/{name}")
    for name in sorted(old - new - {MANIFEST}):
        (out / name).unlink(missing_ok=True)
        _prune((out / name).parent, out)
    _write_manifest(scratch, out, new)


def _files_in(folder: str, name: str) -> Iterator[str]:
    for entry in os.scandir(folder):
        if entry.is_dir():
            yield from _files_in(entry.path, f"{name}{entry.name}/")
        else:
            yield name + entry.name


def _write_manifest(scratch: Path, out: Path, files: set[str]) -> None:
    manifest = {"made_by": _MADE_BY, "files": sorted(files - {MANIFEST})}
    write(scratch, MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=0) + "\n")
    _replace(f"{scratch}/{MANIFEST}", f"{out}/{MANIFEST}")


def _replace(new: str, place: str) -> None:
    """Moves a file to its place; one that is there already with the same bytes keeps its time stamp."""
    if _same(new, place):
        return
    try:
        os.replace(new, place)  # noqa: PTH105 - as in `_write`
    except FileNotFoundError:
        Path(place).parent.mkdir(parents=True, exist_ok=True)
        os.replace(new, place)  # noqa: PTH105


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
