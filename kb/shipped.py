"""The editions that ship with the package, and the ones a user imported: their texts, and what they say of themselves."""

import hashlib
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from headjudge.kb.clause import Edition

PARTS = ("kb", "parser", "rules_text")
"""A knowledge base is stale once anything in these packages differs from what it was built with."""


@dataclass(frozen=True, slots=True)
class Source:
    """The text of an edition, with what must be known to store it. `game_titles` are (Chinese, English)."""

    edition: Edition
    game_titles: tuple[str, str]
    dialect: str
    text: str


def shipped() -> Iterator[Source]:
    """Every edition in `rules_text/`, games by name."""
    for folder in sorted(files("headjudge.rules_text").iterdir(), key=lambda entry: entry.name):
        about = folder / "source.toml"
        if not folder.is_dir() or not about.is_file():
            continue
        data = tomllib.loads(about.read_text("utf-8"))
        for entry in data["edition"]:
            edition = Edition(
                game=data["game"],
                name=entry["name"],
                language=entry["language"],
                title=entry["title"],
                own=True,
                effective=entry.get("effective", ""),
                restates=entry["restates"],
            )
            titles = (data["title_zh"], data["title_en"])
            yield Source(edition, titles, entry.get("dialect", ""), (folder / entry["file"]).read_text("utf-8"))


def game_titles() -> dict[str, tuple[str, str]]:
    """The Chinese and English titles of the games known here."""
    return {source.edition.game: source.game_titles for source in shipped()}


@cache
def stamp() -> str:
    """A digest of everything that a build depends on: the texts, and the code that reads them."""
    digest = hashlib.blake2b(digest_size=16)
    for part in PARTS:
        for name, content in _contents(files(f"headjudge.{part}"), part):
            digest.update(f"{name}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()


def _contents(folder: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _contents(entry, f"{name}/{entry.name}")
        elif entry.name.endswith((".py", ".sql", ".lark", ".toml", ".txt", ".tsv", ".ruling")):
            yield f"{name}/{entry.name}", entry.read_bytes()


def imported_folder(database: Path) -> Path:
    """Where the texts imported into that knowledge base are kept, so that it can always be built again."""
    return database.with_name(f"{database.name}.imported")


def imported(database: Path) -> Iterator[Source]:
    """Every edition that was imported into that knowledge base."""
    folder = imported_folder(database)
    for about in sorted(folder.glob("*.toml")) if folder.is_dir() else ():
        data = tomllib.loads(about.read_text("utf-8"))
        edition = Edition(data["game"], data["name"], data["language"], data["title"], own=False, effective=data["effective"])
        titles = (data["title_zh"], data["title_en"])
        # newline="" keeps the line ends of the original: offsets count them
        with about.with_suffix(".txt").open(encoding="utf-8", newline="") as file:
            yield Source(edition, titles, data["dialect"], file.read())


def imported_stamp(database: Path) -> str:
    """Names, sizes and times of the imported texts: differs once one was added, changed or taken away."""
    folder = imported_folder(database)
    found = sorted(folder.glob("*.toml")) if folder.is_dir() else []
    return " ".join(f"{path.name}:{path.stat().st_size}:{path.stat().st_mtime_ns}" for path in found)


def keep(database: Path, source: Source) -> None:
    """Stores an imported text beside the knowledge base; each file appears whole or not at all."""
    folder = imported_folder(database)
    folder.mkdir(parents=True, exist_ok=True)
    edition = source.edition
    stem = f"{edition.game}@{edition.name}"
    about = {
        "game": edition.game,
        "name": edition.name,
        "language": edition.language,
        "title": edition.title,
        "effective": edition.effective,
        "title_zh": source.game_titles[0],
        "title_en": source.game_titles[1],
        "dialect": source.dialect,
    }
    _write(folder / f"{stem}.txt", source.text)
    _write(folder / f"{stem}.toml", "".join(f"{name} = {_quoted(value)}\n" for name, value in about.items()))


def _quoted(value: str) -> str:
    escaped = "".join(char if char.isprintable() and char not in '"\\' else f"\\U{ord(char):08X}" for char in value)
    return f'"{escaped}"'


def _write(path: Path, text: str) -> None:
    part = path.with_name(f"{path.name}.part")
    with part.open("w", encoding="utf-8", newline="") as file:
        file.write(text)
    part.replace(path)
