"""What a knowledge base was built from, told in two ways: by the looks of the files (fast), and by all that they say."""

import os
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import headjudge

PARTS = ("kb", "parser", "rules_text")
"""A knowledge base is stale once anything in these packages differs from what it was built with."""

Entry = tuple[str, os.stat_result, str]
"""A file: its name from the package or the folder on, its looks, and its path."""

_READ = (".py", ".sql", ".lark", ".toml", ".txt", ".tsv", ".ruling")


def imported_folder(database: Path) -> Path:
    """Where the texts imported into that knowledge base are kept, so that it can always be built again: beside the file itself,
    not beside a link to it."""
    database = database.resolve()
    return database.with_name(f"{database.name}.imported")


def fingerprint(database: Path, package: str = "") -> str:
    """The looks of every file that a build reads: while it stays, so does the stamp. Costs some milliseconds, a fraction of one
    where the `package_looks` are given.

    It differs for the same files in another place (a second installation, a copied folder): then the stamp decides.
    """
    package, own = package or package_looks(), _looks(_imported(database))
    return f"{package} {own}" if package and own else ""


def package_looks() -> str:
    """The looks of the files that come with the package: while they stay, so does their digest. '' says that they change."""
    return _looks(_package())


def _looks(entries: Iterator[Entry]) -> str:
    try:
        looks = "\n".join(f"{name} {s.st_size} {s.st_mtime_ns} {s.st_ctime_ns} {s.st_ino}" for name, s, _ in entries)
    except FileNotFoundError:  # another process replaces one of them this very moment
        return ""
    return f"{zlib.crc32(looks.encode('utf-8', 'surrogateescape')):08x}-{len(looks):x}"


def stamp(database: Path, package: str = "") -> str:
    """A digest of every file that a build reads: the rulebooks, the code that reads them, and what was imported. `package` is the
    digest of the files that come with the package, where it is known."""
    import hashlib

    try:
        digest = hashlib.blake2b(bytes.fromhex(package or package_digest()), digest_size=16)
        for name, _, path in _imported(database):
            digest.update(_entry(name, path))
    except FileNotFoundError:  # as above
        return ""
    return digest.hexdigest()


@cache
def package_digest() -> str:
    """A digest of the files that come with the package. Reads them all, which takes 20 ms."""
    import hashlib

    digest = hashlib.blake2b(digest_size=16)
    for name, _, path in _package():
        digest.update(_entry(name, path))
    return digest.hexdigest()


def _entry(name: str, path: str) -> bytes:
    content = Path(path).read_bytes()
    return f"{name}\0{len(content)}\0".encode("utf-8", "surrogateescape") + content


def _package() -> Iterator[Entry]:
    root = os.path.dirname(headjudge.__file__)  # noqa: PTH120 - pathlib takes twice the time of this whole module
    for part in PARTS:
        yield from _entries(f"{root}/{part}", part)


def _imported(database: Path) -> Iterator[Entry]:
    folder = imported_folder(database)
    if folder.is_dir():
        yield from _entries(str(folder), "imported")


def _entries(folder: str, name: str) -> Iterator[Entry]:
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _entries(entry.path, f"{name}/{entry.name}")
        elif entry.name.endswith(_READ):
            yield f"{name}/{entry.name}", entry.stat(), entry.path
