"""Page numbers and running heads that a text copied from a page layout carries between its lines."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

from headjudge.parser.blocks import Line

_PAGE = re.compile(
    r"(?:[Pp](?:age|AGE|\.)\s*)(?P<a>\d{1,4})(?:\s*(?:of|/)\s*\d{1,4})?|第\s*(?P<b>\d{1,4})\s*页(?:\s*[，,/／]?\s*共\s*\d{1,4}\s*页)?"
    r"|[-–—~·|]{1,2}\s*(?P<c>\d{1,4})\s*[-–—~·|]{1,2}|(?P<d>\d{1,4})\s*[/／]\s*\d{1,4}|(?P<e>\d{1,4})"
)
_HEAD = re.compile(r"(?:(?P<first>\d{1,4})[ \t　]{2,})?(?P<head>\S.*?)(?(first)|[ \t　]{2,}(?P<last>\d{1,4}))")
"""A running head with the number of its page on one line."""
_FIGURES = re.compile(r"\d+")
_SHORT = 80
_PAGE_WIDTH = 24
_SIGNS = 3
"""A bare number or a head that is repeated less often may be part of the text."""


def page_furniture(lines: Sequence[Line]) -> frozenset[int]:
    """The places of the lines that belong to the page and not to the text: page numbers that rise through the book, and the
    lines that stand beside them again and again."""
    numbers = sorted({*_page_numbers(lines), *_numbered_heads(lines)})
    furniture = set(numbers)
    edges = _edges(lines, numbers)
    repeated: dict[str, list[int]] = defaultdict(list)
    for place in edges:
        words = _words(lines[place])  # 3.2.1 同上 beside 3.2.2 同上 is no running head
        repeated[words if lines[place].mark == "NUMBER" else _FIGURES.sub("0", words)].append(place)
    for places in repeated.values():
        if len(places) >= _SIGNS:
            furniture.update(places)
    return frozenset(furniture)


def _words(line: Line) -> str:
    return (line.lead + line.number + line.text).strip()


def _page_numbers(lines: Sequence[Line]) -> list[int]:
    """The places of the lines that are a page number: of one shape, and rising."""
    shapes: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for place, line in enumerate(lines):
        if len(line.text) > _PAGE_WIDTH or line.mark in ("BLANK", "RULE"):
            continue
        if match := _PAGE.fullmatch(_words(line)):
            shape = next(name for name, value in match.groupdict().items() if value)
            shapes[shape].append((place, int(match[shape])))
    out: list[int] = []
    for shape, found in shapes.items():
        rising = all(after[1] > before[1] for before, after in pairwise(found))
        if rising and len(found) >= (1 if shape in "ab" else _SIGNS):
            out.extend(place for place, _ in found)
    return out


def _numbered_heads(lines: Sequence[Line]) -> list[int]:
    """The places of the lines that have the same words and, far from them, a number that rises: head and page number."""
    heads: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for place, line in enumerate(lines):
        if line.mark in ("PLAIN", "CHAPTER") and len(line.text) <= _SHORT and (match := _HEAD.fullmatch(_words(line))):
            heads[match["head"]].append((place, int(match["first"] or match["last"])))
    return [
        place
        for found in heads.values()
        if len(found) >= _SIGNS and all(after[1] > before[1] for before, after in pairwise(found))
        for place, _ in found
    ]


def _edges(lines: Sequence[Line], numbers: Iterable[int]) -> list[int]:
    """The places next to a page number or a form feed, blank lines aside."""
    marks = set(numbers)
    out = set()
    feeds = [place for place, line in enumerate(lines) if line.ends_page]
    for start, step in [
        *((n, 1) for n in marks),
        *((n, -1) for n in marks),
        *((f, 1) for f in feeds),
        *((f + 1, -1) for f in feeds),
    ]:
        place = start + step
        while 0 <= place < len(lines) and (lines[place].mark == "BLANK" or place in marks) and abs(place - start) < _SIGNS * 2:
            place += step
        if (
            0 <= place < len(lines)
            and lines[place].mark != "BLANK"
            and place not in marks
            and len(_words(lines[place])) <= _SHORT
        ):
            out.add(place)
    return sorted(out)
