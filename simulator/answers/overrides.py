"""A head judge's readings where the book is silent: a dated file that takes the place of those that the game takes by itself.

date = 2026-08-01
office = "某公开赛 裁判长"
[readings]
pal-limit-chooser = "turn-player"
"""

import datetime
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from headjudge.kb.errors import HeadjudgeError
from headjudge.parser.board import Place
from headjudge.parser.decode import read_text
from headjudge.parser.ruling_error import Source
from headjudge.simulator.registry import simulated

_TABLE = "readings"
_ENTRIES = ("date", "office", _TABLE)


class BadPolicyFile(HeadjudgeError):
    """The file is no list of readings, or does not say from when it is."""


@dataclass(frozen=True, slots=True)
class Overrides:
    """Readings by policy, from when they are, and which office took them."""

    readings: Mapping[str, str] = field(default_factory=dict)
    date: str = ""
    office: str = ""
    file: str = ""


def read_overrides(path: Path, game: str = "") -> Overrides:
    """What the file says of a game. Raises BadPolicyFile with the place of the fault, or what reading a file raises."""
    text = read_text(path)
    file = _File(path, text)
    try:
        said = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise file.broken(str(error)) from error
    unknown = next((name for name in said if name not in _ENTRIES), None)
    if unknown is not None:
        raise file.error("policy_file_keys", unknown, keys=unknown)
    readings, office = said.get(_TABLE, {}), said.get("office", "")
    if not isinstance(office, str):
        raise file.error("policy_file_words", "office", name="office")
    if not isinstance(readings, dict):
        raise file.error("policy_file_words", _TABLE, name=_TABLE)
    for name, reading in readings.items():
        if not isinstance(reading, str):
            raise file.error("policy_file_words", name, name=name)
        try:
            simulated(game).checked({name: reading})
        except HeadjudgeError as error:
            raise file.error(error.code, name, **error.facts) from error
    return Overrides(readings, file.date(said.get("date")), office, path.name)


class _File:
    """A file of readings, and where in it something stands."""

    def __init__(self, path: Path, text: str) -> None:
        self.path, self.text = path, text

    def error(self, code: str, entry: str, **facts: object) -> BadPolicyFile:
        """An error at an entry of the file."""
        return self._at(code, self._place(entry), **facts)

    def broken(self, reason: str) -> BadPolicyFile:
        """What keeps the file from being TOML, at the place that the reader names."""
        where = re.search(r" \(at line (\d+), column (\d+)\)", reason)
        written = self.text.rstrip().split("\n")
        place = Place(int(where[1]), int(where[2])) if where else Place(len(written), len(written[-1]) + 1)
        return self._at("policy_file_broken", place, reason=reason.partition(" (at ")[0])

    def date(self, said: object) -> str:
        """The ISO date that it says: a date of TOML, or one in quotes."""
        try:
            date = datetime.date.fromisoformat(said) if isinstance(said, str) else said
        except ValueError:
            date = None
        if not isinstance(date, datetime.date):
            raise self.error("policy_file_undated" if said is None else "policy_file_misdated", "date")
        return date.isoformat()[:10]

    def _place(self, entry: str) -> Place:
        """Where an entry or a table begins; the first line if the file lacks it."""
        begins = re.compile(rf"""\s*(?:\[\s*)?["']?{re.escape(entry)}["']?\s*[=\].]""")
        for number, line in enumerate(self.text.split("\n"), 1):
            if begins.match(line):
                return Place(number, line.index(entry) + 1)
        return Place(1, 1)

    def _at(self, code: str, place: Place, **facts: object) -> BadPolicyFile:
        where = {"path": str(self.path), "line": place.line, "column": place.column}
        return BadPolicyFile(code, **where, drawing=Source(self.text).draw(place), **facts)
