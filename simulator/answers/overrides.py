"""A head judge's readings where the book is silent: a dated file that takes the place of those that the game takes by itself.

date = 2026-08-01
office = "某公开赛 裁判长"
[readings]
pal-limit-chooser = "turn-player"
"""

import datetime
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from headjudge.kb.errors import HeadjudgeError
from headjudge.parser.decode import read_text
from headjudge.simulator.registry import simulated


class BadPolicyFile(HeadjudgeError):
    """The file is no list of readings, or does not say from when it is."""


@dataclass(frozen=True, slots=True)
class Overrides:
    """Readings by policy, from when they are, and which office took them."""

    readings: Mapping[str, str] = field(default_factory=dict)
    date: str = ""
    office: str = ""


def read_overrides(path: Path, game: str = "") -> Overrides:
    """What the file says of a game. Raises BadPolicyFile, an error for an unknown policy or reading, or what reading raises."""
    try:
        said = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise BadPolicyFile("policy_file_broken", path=str(path), reason=str(error)) from error
    unknown = ", ".join(sorted(said.keys() - {"date", "office", "readings"}))
    if unknown:
        raise BadPolicyFile("policy_file_keys", path=str(path), keys=unknown)
    readings, office = said.get("readings", {}), said.get("office", "")
    if not isinstance(readings, dict) or not all(isinstance(value, str) for value in (office, *readings.values())):
        raise BadPolicyFile("policy_file_broken", path=str(path), reason='office, readings: "…"')
    return Overrides(simulated(game).checked(readings), _date(path, said.get("date")), office)


def _date(path: Path, said: object) -> str:
    """The ISO date that it says: a date of TOML, or one in quotes."""
    try:
        date = datetime.date.fromisoformat(said) if isinstance(said, str) else said
    except ValueError:
        date = None
    if not isinstance(date, datetime.date):
        raise BadPolicyFile("policy_file_undated", path=str(path))
    return date.isoformat()[:10]
