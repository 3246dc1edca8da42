"""How a rulebook numbers and marks its text: a dialect is one data file in `dialects/`."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from headjudge.kb.clause import HeadjudgeError

NEVER = r"(?!)."
"""A pattern that matches nowhere: what a dialect leaves out."""

MARKS = ("chapter", "lead", "number", "step", "bullet", "example", "note", "rule")


class UnknownDialect(HeadjudgeError):
    """No dialect of that name is installed."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """The patterns of one way to write a rulebook. `marks` has a regular expression for each name of MARKS."""

    name: str
    marks: Mapping[str, str]
    section_depth: int
    reference_number: str
    procedure_words: tuple[str, ...]
    """A clause that ends in a colon and says one of these announces steps."""
    not_terms: frozenset[str]
    """Section titles that name no term."""

    def weight(self, text: str) -> int:
        """How many lines of `text` start with a number or chapter mark of this dialect."""
        head = re.compile(rf"(?m)^[ \t\u3000\u00a0]*(?:{self.marks['lead']})?(?:{self.marks['number']}|{self.marks['chapter']})")
        return sum(1 for _ in head.finditer(text))


def _read(data: Mapping[str, Any], name: str) -> Dialect:
    marks = {mark: data["marks"].get(mark, NEVER) for mark in MARKS}
    marks["lead"] = f"(?:{marks['lead']})(?={marks['number']})"
    return Dialect(
        name=name,
        marks=marks,
        section_depth=data["structure"]["section_depth"],
        reference_number=data["references"]["number"],
        procedure_words=tuple(data["structure"].get("procedure_words", ())),
        not_terms=frozenset(data["structure"].get("not_terms", ())),
    )


@cache
def dialects() -> tuple[Dialect, ...]:
    """All installed dialects, by name."""
    folder = files("headjudge.parser") / "dialects"
    found = [entry for entry in folder.iterdir() if entry.name.endswith(".toml")]
    return tuple(
        _read(tomllib.loads(entry.read_text("utf-8")), entry.name.removesuffix(".toml"))
        for entry in sorted(found, key=lambda entry: entry.name)
    )


def dialect(name: str) -> Dialect:
    """The dialect of that name. Raises UnknownDialect, which lists the known ones."""
    for candidate in dialects():
        if candidate.name == name:
            return candidate
    raise UnknownDialect("unknown_dialect", name=name, known=", ".join(d.name for d in dialects()))


def detect(text: str) -> Dialect:
    """The dialect that explains most line starts of `text`.

    >>> detect("第1章 概要\\n1.1 人数\\n1.1.1 两名玩家。").name
    'dotted'
    """
    return max(dialects(), key=lambda candidate: candidate.weight(text))
