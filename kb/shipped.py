"""The editions that ship with the package: their texts, and what they say of themselves."""

import tomllib
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from headjudge.kb.clause import Edition


class Source(NamedTuple):
    """The text of an edition, with what must be known to store it. `game_titles` are (Chinese, English)."""

    edition: Edition
    game_titles: tuple[str, str]
    dialect: str
    text: str


def shipped() -> Iterator[Source]:
    """Every edition in `rules_text/`, games by name."""
    for folder, data in _games():
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
    return {data["game"]: (data["title_zh"], data["title_en"]) for _, data in _games()}


def _games() -> Iterator[tuple[Traversable, dict[str, Any]]]:
    for folder in sorted(files("headjudge.rules_text").iterdir(), key=lambda entry: entry.name):
        about = folder / "source.toml"
        if folder.is_dir() and about.is_file():
            yield folder, tomllib.loads(about.read_text("utf-8"))
