"""The files that something is made from, so that it can be told whether they have changed."""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from headjudge.parser.packaged import files

_READ = (".py", ".toml", ".lark", ".txt", ".tsv", ".html", ".xml")


@cache
def digest_of_package(package: str) -> str:
    """Tells apart the programs and the data in a package (`kb/lint`)."""
    folder, digest = files("headjudge"), sha256()
    for part in package.split("/"):
        folder = folder / part
    for name, content in sources(folder, package, _READ):
        digest.update(f"\0{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def sources(folder: Path, name: str, endings: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    """The files below a folder with one of the endings, in a fixed order: each with its path, which begins with `name`."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(endings):
            yield f"{name}/{entry.name}", entry.read_bytes()
        elif entry.is_dir():  # the system is asked of few
            yield from sources(entry, f"{name}/{entry.name}", endings)


def read(folder: Path) -> list[tuple[str, bytes]]:
    """The files of a folder with their names, in order."""
    return sorted((entry.name, entry.read_bytes()) for entry in folder.iterdir() if entry.is_file())
