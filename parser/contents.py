"""Contents lists: headings that stand in a row and stand again later are one node, not clauses that exist twice."""

import re
from collections import Counter
from collections.abc import Sequence

from headjudge.parser.blocks import Line
from headjudge.parser.number import read_number

_TITLE = re.compile(r"^\W*(?:目[ \t　]*[录次錄]|contents|table of contents)\W*$", re.IGNORECASE)
_ENTRIES = 3
"""A list has at least as many entries; one or two repeated headings are duplicates."""

Signature = tuple[str, str]


def _signature(line: Line) -> Signature | None:
    """What a line has in common with the heading that it lists: its number and its words."""
    if line.mark in ("CHAPTER", "NUMBER", "UNIT"):
        return read_number(line.number).key, _words(line.text)
    if line.mark in ("HEADING", "SUBHEADING", "PLAIN"):
        return "", _words(line.number + line.text)
    return None


def _words(printed: str) -> str:
    """The words of a heading without links, dot leaders and page numbers."""
    bare = re.sub(r"\]\([^)]*\)|[.…·\s]{3,}\d+\s*$|[#*\[\]：:]", "", printed)
    return " ".join(bare.split()).casefold()


def contents(lines: Sequence[Line]) -> range:
    """The places of the contents list among the lines, its title included; empty if there is none."""
    signatures = [_signature(line) for line in lines]
    left = Counter(signature for signature in signatures if signature)
    repeated = []
    for signature in signatures:
        if signature:
            left[signature] -= 1
        repeated.append(bool(signature) and left[signature] > 0)
    start = 0
    while start < len(lines):
        if not repeated[start]:
            start += 1
            continue
        end, entries, at = start, 0, start
        while at < len(lines) and (repeated[at] or lines[at].mark in ("BLANK", "RULE")):
            if repeated[at]:
                end, entries = at + 1, entries + 1
            at += 1
        if entries >= _ENTRIES and any(lines[i].mark in ("CHAPTER", "NUMBER", "UNIT", "HEADING") for i in range(start, end)):
            return range(_with_title(lines, start), end)
        start = at
    return range(0)


def _with_title(lines: Sequence[Line], start: int) -> int:
    """Where the list begins if the line above it says that it is one."""
    above = start - 1
    while above >= 0 and lines[above].mark in ("BLANK", "RULE"):
        above -= 1
    return above if above >= 0 and _TITLE.match(lines[above].number + lines[above].text) else start
