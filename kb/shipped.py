"""The editions that ship with the package: their texts, and what they say of themselves."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from headjudge.kb.clause import Edition
from headjudge.parser.named import NamedTuple
from headjudge.parser.packaged import files


class Source(NamedTuple):
    """The text of an edition, with what must be known to store it. `game_titles` are (Chinese, English)."""

    edition: Edition
    game_titles: tuple[str, str]
    dialect: str
    text: str


def shipped(game: str = "") -> Iterator[Source]:
    """Every edition in `rules_text/`, games by name; those of one game, if one is named."""
    for folder, data in _games(game):
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


def _games(game: str = "") -> Iterator[tuple[Path, dict[str, Any]]]:
    everything = files("headjudge.rules_text")
    for folder in [everything / game] if game else sorted(everything.iterdir()):
        about = folder / "source.toml"
        if about.is_file():
            import tomllib  # a build of a site that ships with nothing does without it

            yield folder, tomllib.loads(about.read_text("utf-8"))
