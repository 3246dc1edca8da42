"""Files kept beside the knowledge base: a text, and a small file that describes it and names it by its digest."""

import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from headjudge.parser.named import NamedTuple

_ODD = re.compile(r"[^-@.\w]")


class DamagedAbout(Exception):
    """The describing file at `path` cannot be read, or not the text that it names."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason


class Kept(NamedTuple):
    """A text with what the file at `path` says of it."""

    path: Path
    about: Mapping[str, str]
    text: str


def kept_in(folder: Path) -> Iterator[Kept]:
    """Every text kept in that folder, in the order of their names. Raises DamagedAbout."""
    if not folder.is_dir():
        return  # most have imported nothing
    import tomllib

    for about in sorted(folder.glob("*.toml")):
        try:
            data = tomllib.loads(about.read_text("utf-8"))
            # newline="" keeps the line ends of the original: offsets count them
            with (folder / data["text"]).open(encoding="utf-8", newline="") as file:
                yield Kept(about, {name: str(value) for name, value in data.items()}, file.read())
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise DamagedAbout(about, str(error)) from error


def keep_text(folder: Path, name: str, about: Mapping[str, str], text: str) -> None:
    """Keeps the text in place of an older one of that name. The describing file is renamed into place last: at any moment both
    belong together. Raises OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    stem = stem_of(name)
    file = f"{stem}.{digest_of(text)[:16]}.txt"
    _write(folder / file, text)
    _write(folder / f"{stem}.toml", "".join(f"{key} = {_quoted(value)}\n" for key, value in {**about, "text": file}.items()))
    for path in folder.iterdir():
        if path.name.startswith(f"{stem}.") and path.name not in (file, f"{stem}.toml"):
            path.unlink(missing_ok=True)


def forget_text(folder: Path, name: str) -> None:
    """Throws the text of that name away; the describing file first, so that nothing names a text that is gone."""
    stem = stem_of(name)
    (folder / f"{stem}.toml").unlink(missing_ok=True)
    for path in folder.glob(f"{stem}.*") if folder.is_dir() else ():
        path.unlink(missing_ok=True)


def digest_of(text: str) -> str:
    """What tells a text from every other."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def stem_of(name: str) -> str:
    """A file name that every system takes. The digest keeps names apart which look the same there (they differ in case only, or
    in signs that were replaced)."""
    return f"{_ODD.sub('_', name)}-{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def _quoted(value: str) -> str:
    escaped = "".join(char if char.isprintable() and char not in '"\\' else f"\\U{ord(char):08X}" for char in value)
    return f'"{escaped}"'


def _write(path: Path, text: str) -> None:
    part = path.with_name(f"{path.name}.part")
    with part.open("w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
