"""Rulings as they are found, in files and among those that ship; their errors are drawn at their places."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from headjudge.kb.errors import HeadjudgeError
from headjudge.parser.decode import read_text
from headjudge.parser.named import NamedTuple
from headjudge.parser.packaged import files
from headjudge.parser.ruling import parse_ruling
from headjudge.parser.ruling_error import Source
from headjudge.parser.ruling_vocabulary import vocabulary
from headjudge.parser.scenario import Place, Scenario

SUFFIX = ".ruling"

T = TypeVar("T")


class WrongGame(HeadjudgeError):
    """The ruling is of a game, or of an edition, that is not the one that can be run."""


class Ruling(NamedTuple):
    """A ruling as it was found: its name, where that is a file's, its text, and the folder that its card files are beside."""

    name: str
    text: str
    folder: Path | None
    confined: bool
    """Whether it may name card files of that folder only: it came in words or from a pipe."""

    def scenario(self) -> Scenario:
        """What the ruling says. Raises RulingError."""
        return parse_ruling(self.text, self.folder, confined=self.confined)


def read(path: Path) -> Ruling:
    """The ruling in a file. Raises UnreadableFile and the like."""
    return Ruling(path.stem, read_text(path), path.parent, confined=False)


def shipped_rulings(game: str = "") -> Iterator[Path]:
    """The files of the rulings that ship with headjudge, games by name."""
    folder = files("headjudge.rules_text")
    yield from sorted(path for path in folder.rglob(f"*{SUFFIX}") if game in ("", path.parent.parent.name))


def rulings_in(paths: Sequence[Path]) -> Iterator[Path]:
    """The ruling files that paths name: themselves, and what lies in folders, however deep."""
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob(f"*{SUFFIX}"))
        else:
            yield path


_SAID = ("zone", "number", "position", "word", "until", "player")
"""Facts of errors that are words of the ruling language, by their identifiers."""
_SAID_AS = (
    "PLAYER",
    "ZONE",
    "MEASURE",
    "BORNE",
    "PRINTED",
    "COUNTED",
    "POINT",
    "ORIENTATION",
    "FACE",
    "FLAG",
    "STATE",
    "RESULT",
    "ENDING",
)


def _in_words(facts: dict[str, object]) -> None:
    """Adds the words of both languages for identifiers among the facts of an error."""
    for name in _SAID:
        if name in facts:
            said = str(facts[name])
            terminal = next((one for one in _SAID_AS if vocabulary().knows(one, said)), "")
            facts |= {what.replace("what", name): word for what, word in vocabulary().both(terminal, said).items()}


def drawn(ruling: Ruling, work: Callable[[], T]) -> T:
    """What the work on a ruling brings; an error of it that knows its place shows the line with a caret below it."""
    try:
        return work()
    except HeadjudgeError as error:
        line, column = error.facts.get("line"), error.facts.get("column")
        if "drawing" not in error.facts and isinstance(line, int) and isinstance(column, int) and line > 0:
            error.facts["drawing"] = Source(ruling.text).draw(Place(line, column))
        _in_words(error.facts)
        raise
