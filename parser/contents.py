"""Contents lists: headings that stand in a row and stand again later are one node, not clauses that exist twice."""

import re
from collections import Counter
from collections.abc import Sequence

from headjudge.parser.blocks import Line
from headjudge.parser.number import read_number

_TITLE = re.compile(r"\W*(?:目[ \t　]*[录次錄]|contents|table of contents)\W*", re.IGNORECASE)
_LINK = re.compile(r"\]\([^()]*\)|[#*\[\]：:【】]")
_LINKED = re.compile(r"[ \t]*(?:(?:[-*+]|[0-9]{1,3}[.)])[ \t]+)?\[[^\[\]]+\]\(#[^()\s]*\)[ \t]*")
"""A link to a place in the text, alone on its line: the entry of a heading, however that is worded."""
_PAGE = re.compile(r"(?<![.．…·‥\s])(?:[.．…·‥\s]{2,}|\s)[ivx\d]{1,4}\s*$")
"""Dot leaders and a page number."""
_ENTRIES = 3
"""A list has at least as many entries; one or two repeated headings are duplicates."""
_LONG = 200
_NUMBERED = ("CHAPTER", "NUMBER", "UNIT")
_HEADINGS = (*_NUMBERED, "HEADING")

Signature = tuple[str, str]


def _number(line: Line) -> str | None:
    """The number of a line that may list a heading, or be one; '' if it has none. None: it is no such line."""
    if len(line.text) > _LONG or len(line.number) > _LONG:
        return None
    if line.mark in _NUMBERED:
        return read_number(line.number).key
    return "" if line.mark in ("HEADING", "SUBHEADING", "PLAIN", "STEP") else None


def _signatures(lines: Sequence[Line]) -> list[Signature | None]:
    """For each line what it has in common with the heading that it lists: its number and its words. None for a line whose number
    no other line has."""
    numbers = [_number(line) for line in lines]
    printed = Counter(numbers)
    return [
        (number, _words(line.text if line.mark in _NUMBERED else line.number + line.text))
        if number is not None and printed[number] > 1
        else None
        for number, line in zip(numbers, lines, strict=True)
    ]


def _is_link(line: Line) -> bool:
    return len(line.text) <= _LONG and _LINKED.fullmatch(line.lead + line.number + line.text) is not None


def _words(printed: str) -> str:
    """The words of a heading without links, dot leaders and page numbers."""
    if printed.rstrip()[-1:].isalnum():  # a sentence ends in no page number
        printed = _PAGE.sub("", printed)
    return " ".join(_LINK.sub("", printed).split()).casefold()


def contents(lines: Sequence[Line]) -> range:
    """The places of the contents list among the lines, its title included; empty if there is none.

    A list stands before the clauses, or under a title that says what it is.
    """
    links = frozenset(place for place, line in enumerate(lines) if _is_link(line))
    if len(links) < _ENTRIES and not _may_repeat(lines):
        return range(0)
    signatures = _signatures(lines)
    left = Counter(signature for signature in signatures if signature)
    repeated = []
    for place, signature in enumerate(signatures):
        if signature is not None:
            left[signature] -= 1
        repeated.append(place in links or (signature is not None and signature != ("", "") and left[signature] > 0))
    start, seen_clause = 0, False
    while start < len(lines):
        if not repeated[start]:
            seen_clause = seen_clause or lines[start].mark in _NUMBERED
            start += 1
            continue
        end, entries = _run(lines, repeated, start)
        first = _with_title(lines, start)
        linked = len(links) >= _ENTRIES and not links.isdisjoint(range(start, end))
        listed = entries >= _ENTRIES and (linked or any(lines[i].mark in _HEADINGS for i in range(start, end)))
        if listed and (first < start or not seen_clause) and (linked or _has_text(lines, signatures, range(start, end))):
            return range(first, end)
        seen_clause = True
        start = end
    return range(0)


def _may_repeat(lines: Sequence[Line]) -> bool:
    """Whether enough numbers, or headings without one, are printed twice: in most texts none is."""
    printed = Counter(
        line.number.strip(" \t　.．*") or line.text for line in lines if line.mark in (*_HEADINGS, "PLAIN", "SUBHEADING")
    )
    return sum(count - 1 for count in printed.values()) >= _ENTRIES


def _run(lines: Sequence[Line], repeated: Sequence[bool], start: int) -> tuple[int, int]:
    """Where the row of repeated headings from `start` on ends, and how many they are. A line between two of them that itself
    ends in a page number is an entry whose heading is worded differently."""
    end, entries, at = start, 0, start
    while at < len(lines) and (repeated[at] or lines[at].mark in ("BLANK", "RULE") or _PAGE.search(lines[at].text[-_LONG:])):
        if repeated[at]:
            end, entries = at + 1, entries + 1
        at += 1
    return end, entries


def _has_text(lines: Sequence[Line], signatures: Sequence[Signature | None], listed: range) -> bool:
    """Whether the headings, where they stand again, have text between them: else the same short list stands twice."""
    wanted = {signatures[place] for place in listed if signatures[place]}
    again = [place for place in range(listed.stop, len(lines)) if signatures[place] in wanted]
    printed = sum(1 for place in range(again[0], again[-1] + 1) if lines[place].mark not in ("BLANK", "RULE")) if again else 0
    return printed > len(again)


def _with_title(lines: Sequence[Line], start: int) -> int:
    """Where the list begins if the line above it says that it is one."""
    above = start - 1
    while above >= 0 and lines[above].mark in ("BLANK", "RULE"):
        above -= 1
    words = lines[above].lead + lines[above].number + lines[above].text if above >= 0 else ""
    return above if len(words) < _LONG and _TITLE.fullmatch(words) else start
