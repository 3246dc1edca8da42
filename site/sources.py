"""The files that something is made from, so that it can be told whether they have changed."""

import os
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from operator import attrgetter
from pathlib import Path

from headjudge.parser.packaged import files

_READ = (".py", ".toml", ".lark", ".txt", ".tsv", ".html", ".xml")


@cache
def digest_of_package(package: str) -> str:
    """Tells apart the programs and the data in a package (`kb/lint`) by what is in them: for what takes long to work out, and may
    be kept from one machine to the next."""
    return digest_of_files(_of_package(package))


def digest_of_files(named: Iterable[tuple[str, Path]]) -> str:
    """Tells apart files by their names and what is in them."""
    digest = sha256()
    for name, file in named:
        content = file.read_bytes()
        digest.update(f"\0{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def state_of_package(package: str) -> str:
    """Tells apart the programs and the data in a package by their sizes and when they were changed, as Python tells whether to
    compile one again: sooner than to read two hundred files."""
    return state_of_files((name, entry) for name, entry in _entries(files("headjudge") / package, package, _READ))


def state_of_files(named: Iterable[tuple[str, Path | os.DirEntry[str]]]) -> str:
    """Tells apart files by their names, their sizes and when they were changed."""
    states = ((name, file.stat()) for name, file in named)
    return "\0".join(f"{name}\0{state.st_size}\0{state.st_mtime_ns}" for name, state in states)


def _of_package(package: str) -> Iterator[tuple[str, Path]]:
    return sources(files("headjudge") / package, package, _READ)


def sources(folder: Path, name: str, endings: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    """The files below a folder with one of the endings, in a fixed order: each with its name, which begins with `name`."""
    return ((of, Path(entry.path)) for of, entry in _entries(folder, name, endings))


def _entries(folder: str | Path, name: str, endings: tuple[str, ...]) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """The same as the system gives them: to make a path of each takes as long as to look at it."""
    for entry in sorted(os.scandir(folder), key=attrgetter("name")):
        if entry.name.endswith(endings):
            yield f"{name}/{entry.name}", entry
        elif entry.is_dir():
            yield from _entries(entry.path, f"{name}/{entry.name}", endings)


def read(folder: Path) -> list[tuple[str, bytes]]:
    """The files of a folder with their names, in order."""
    return sorted((entry.name, entry.read_bytes()) for entry in folder.iterdir() if entry.is_file())
