"""How a rulebook numbers and marks its text: a dialect is one data file in `dialects/`, on top of `_defaults.toml`."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import Any

from headjudge.kb.clause import HeadjudgeError
from headjudge.parser.packaged import files
from headjudge.parser.script import is_traditional, simplified

NEVER = r"(?!)."
"""A pattern that matches nowhere: what a dialect leaves out."""

MARKS = (
    "rule",
    "table",
    "arrow",
    "label",
    "lead",
    "chapter",
    "unit",
    "number",
    "heading",
    "example",
    "note",
    "step",
    "bullet",
    "subheading",
)
"""What a line may start with. Where several fit, the first of them is taken."""

_MARGIN = r"^[ \t\u3000\u00a0]*"
_CHAPTER = r"第[ \t]?[0-9０-９一二三四五六七八九十百]{1,4}[ \t]?章|[Cc]hapter[ \t]+[0-9IVX]"
_FLAT = re.compile(r"(?P<value>[0-9]{1,3})[.．、][ \t]*(?=[^\s0-9])")


class UnknownDialect(HeadjudgeError):
    """No dialect of that name is installed."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """One way to write a rulebook."""

    name: str
    marks: Mapping[str, str]
    """A regular expression for each of MARKS."""
    section_depth: int
    """Numbers down to this depth carry a title when their text is one."""
    paragraphs: bool
    """Whether unnumbered paragraphs are usual; where they are not, each is reported."""
    synthetic: bool
    """Whether the text has no numbers, so that they are made up by position."""
    bracketed: bool
    """Whether clauses of the last titled depth are clauses, not sections."""
    hundreds: bool
    """Whether sections count by hundreds within chapters (305 belongs to chapter 3)."""
    glossary: frozenset[str]
    """Headings after which each entry is a term and what it means."""
    tail: frozenset[str]
    """Headings that end the rules (credits)."""
    procedure_words: tuple[str, ...]
    """A clause that ends in a colon and says one of these announces steps."""
    not_terms: frozenset[str]
    """Section titles that name no term."""
    terms: frozenset[str]
    """Short common words that are terms all the same."""
    reference_number: str
    """How a clause number looks inside a sentence."""
    relative: str
    """Words that name a clause by where they stand (前款)."""
    documents: str
    """Words that name another document."""
    sign: str
    """Lines that only this dialect has, for detection."""

    def weight(self, text: str, lines: Iterable[int]) -> int:
        """How many of the lines of `text` that begin at those places look as only this dialect makes them."""
        sign = re.compile(self.sign, re.MULTILINE)
        return sum(1 for at in lines if sign.match(text, at))


@cache
def _data(name: str) -> dict[str, Any]:
    return tomllib.loads((files("headjudge.parser") / "dialects" / f"{name}.toml").read_text("utf-8"))


@cache
def dialect(name: str) -> Dialect:
    """The dialect of that name. Raises UnknownDialect, which lists the known ones."""
    if name not in dialect_names():
        raise UnknownDialect("unknown_dialect", name=name, known=", ".join(dialect_names()))
    defaults, own = _data("_defaults"), _data(name)
    marks = dict.fromkeys(MARKS, NEVER) | defaults["marks"] | own.get("marks", {})
    structure = defaults["structure"] | own.get("structure", {})
    starts = "|".join(f"(?:{marks[name]})" for name in ("number", "chapter", "unit"))
    sign = own.get("detect", {}).get("sign", rf"{_MARGIN}(?:{marks['lead']})?(?:{marks['number']}|{_CHAPTER})")
    marks["lead"] = f"(?:{marks['lead']})(?={starts})"
    references = defaults["references"] | own.get("references", {})
    return Dialect(
        name=name,
        marks=marks,
        section_depth=structure["section_depth"],
        paragraphs=structure["paragraphs"],
        synthetic=structure["numbering"] == "synthetic",
        bracketed=structure.get("titled_clauses", False),
        hundreds=structure.get("hundreds", False),
        glossary=frozenset(structure["glossary"]),
        tail=frozenset(structure["tail"]),
        procedure_words=tuple(structure["procedure_words"]),
        not_terms=frozenset(structure["not_terms"]),
        terms=frozenset(structure["terms"]),
        reference_number=references["number"],
        relative=references["relative"],
        documents=references["documents"],
        sign=sign,
    )


@cache
def dialect_names() -> tuple[str, ...]:
    """The installed dialects; `dotted` is first, being the one for any text that is numbered at all."""
    found = {entry.name.removesuffix(".toml") for entry in (files("headjudge.parser") / "dialects").iterdir()}
    return ("dotted", *sorted(name for name in found if not name.startswith("_") and name != "dotted"))


def detect(text: str) -> Dialect:
    """The dialect that explains most lines of `text`. One without numbers is taken only where hardly any line has one.

    >>> detect("第1章 概要\\n1.1 人数\\n1.1.1 两名玩家。").name, detect("能力的使用：\\n　　先选择能力。\\n支付：\\n").name
    ('dotted', 'headed')
    """
    printed = text.splitlines()
    even = "\n".join(printed)
    even = simplified(even) if is_traditional(text) else even
    lines = [at for at, line in zip(accumulate((len(line) + 1 for line in printed), initial=0), printed, strict=False) if line]
    candidates = [dialect(name) for name in dialect_names()]
    weights = {candidate.name: candidate.weight(even, lines) for candidate in candidates}
    numbered = [candidate for candidate in candidates if not candidate.synthetic]
    best = max(numbered, key=lambda candidate: (weights[candidate.name], candidate.name != "dotted"))
    if not weights[best.name]:
        best = dialect("dotted")
    few = 3 * weights[best.name]
    unnumbered = [c for c in candidates if c.synthetic and weights[c.name] > few and weights[c.name] >= _flat(printed)]
    return max(unnumbered, key=lambda candidate: weights[candidate.name], default=best)


def _flat(lines: Iterable[str]) -> int:
    """How many lines are numbered 1, 2, 3 ... through the whole text; 0 if the numbers ever start over."""
    values = [int(match["value"]) for line in lines if (match := _FLAT.match(line.lstrip()))]
    return len(values) if values == list(range(1, len(values) + 1)) else 0
