"""The chain of a clause as a picture: a column of clauses, citations as arcs on its left, the procedure as arcs on its right.

One column is read on a phone as it is, whatever the links are; a drawing in two dimensions would have to be panned.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, islice
from typing import NamedTuple
from unicodedata import east_asian_width

from headjudge.site.atlas import Atlas
from headjudge.site.book import Book
from headjudge.site.chain import Chain, Chains, Found
from headjudge.site.forms import escaped_text
from headjudge.site.fragments import form
from headjudge.site.passage import label, visible

WIDTH = 360
_LEFT, _RIGHT = 44, 44
"""The gutters for arcs."""
_BOX, _ROW, _CAPTION = 40, 46, 24
_SHOWN = {"in2": 3, "in1": 6, "steps": 9, "out1": 8, "out2": 5}
"""How many clauses of each group are drawn."""
_CUT = "\x00"
"""Where something is put in; no text holds it: `visible` replaces this character."""
_TEXT = 38
"""Widths of a Latin letter that a line of text in a box has room for."""


class _Group(NamedTuple):
    name: str
    rows: Sequence[int]
    via: dict[int, str]
    more: int


class Painter:
    """Draws the chains of one book."""

    def __init__(self, book: Book, atlas: Atlas, chains: Chains) -> None:
        self._atlas = atlas
        self._chains = chains
        self._briefs = {brief.row: brief for brief in book.clauses}
        self._words: dict[int, tuple[str, str, str]] = {}
        self._boxes: dict[tuple[int, str, str], list[str]] = {}
        self._picture = form("_picture.html", "picture", WIDTH)
        self._box = form("_picture.html", "box", _LEFT, WIDTH - _LEFT - _RIGHT, _BOX)

    def draw(self, found: Chain, here: str) -> str:
        """The picture of a chain as it stands on the page `here`, as SVG."""
        place: dict[int, int] = {}
        captions: list[str] = []
        boxes: list[str] = []
        y = 0
        for group in self._groups(found):
            captions.append(form("_caption.html", "caption", group.name, _LEFT)(str(y + 16), str(group.more or "")))
            y += _CAPTION
            self._atlas.named.update(group.rows)
            for row in group.rows:
                place[row] = y + _BOX // 2
                drawn = row, group.via.get(row, ""), "root" if row == found.row else ""
                boxes.append(str(y).join(self._boxes.get(drawn) or self._drawn_once(*drawn, here)))
                y += _ROW
        arcs = "".join(self._arcs(found, place))
        number = escaped_text(label(self._briefs[found.row]))
        return self._picture(str(y), number, arcs, "".join(captions), "".join(boxes))

    def _drawn_once(self, row: int, via: str, root: str, here: str) -> list[str]:
        """A clause's box but for its height, which differs from picture to picture."""
        box = self._box(_CUT, *self._said(row, here), escaped_text(via), root)
        found = self._boxes[row, via, root] = box.split(_CUT)
        return found

    def _groups(self, found: Chain) -> Iterator[_Group]:
        near = [f for f in found.rested_on_by if f.depth == 1]
        far = [f for f in found.rested_on_by if f.depth == 2]
        first = sorted(islice(near, _SHOWN["in1"]))
        drawn = {f.row for f in first}
        second = sorted(islice((f for f in far if f.holder in drawn), _SHOWN["in2"]))
        yield from self._group("rests_far", second, 0)
        yield from self._group("rests_near", first, len(near) - len(first) + found.more[1])
        yield _Group(name="rests_here", rows=(found.row,), via={}, more=0)
        drawn = {found.row, *(f.row for f in first), *(f.row for f in second)}
        targets = {f.row for f in found.rests_on}
        steps = sorted({row for link in found.flow for row in link[:2]} - drawn - targets)
        shown = steps[: _SHOWN["steps"]]
        if shown:
            yield _Group(name="rests_steps", rows=shown, via={}, more=len(steps) - len(shown))
        near = [f for f in found.rests_on if f.depth == 1 and f.row not in drawn]
        first = list(islice(near, _SHOWN["out1"]))
        yield from self._group("rests_on", first, len(near) - len(first) + found.more[0])
        holders = {f.row for f in first}
        far = [f for f in found.rests_on if f.depth == 2 and f.row not in drawn]
        yield from self._group("rests_on_far", list(islice((f for f in far if f.holder in holders), _SHOWN["out2"])), 0)

    def _group(self, name: str, found: Sequence[Found], more: int) -> Iterator[_Group]:
        if found:
            via = {f.row: self._via(f) for f in found}
            yield _Group(name, [f.row for f in found], via, more)

    def _via(self, found: Found) -> str:
        """The clause below the holder in which the link stands or at which it arrives."""
        inner = found.link.target if found.link.source == found.row else found.link.source
        self._atlas.named.add(inner)
        return "" if inner == found.holder else label(self._briefs[inner])

    def _said(self, row: int, here: str) -> tuple[str, str, str]:
        """What stands in a clause's box: the way there (the same from all pages of clauses), its name, and how it begins."""
        if row not in self._words:
            brief = self._briefs[row]
            number, line = label(brief), visible(brief.line)
            text = "" if line == number else _fitting(line, _TEXT)
            said = self._atlas.href(brief, here), _fitting(number, _TEXT // 2), text
            self._words[row] = escaped_text(said[0]), escaped_text(said[1]), escaped_text(text)
        return self._words[row]

    def _arcs(self, found: Chain, place: dict[int, int]) -> Iterator[str]:
        for f in (*found.rested_on_by, *found.rests_on):
            if f.row in place and f.holder in place and not f.link.flow:
                inward = f.link.source == f.row
                source, target = (f.row, f.holder) if inward else (f.holder, f.row)
                # the words may stand in a step that is drawn itself
                source, target = (f.link.source if f.link.source in place else source), target
                yield _arc(place[source], place[target], _LEFT, -1, "cites")
        steps = {link[:2] for link in found.flow if link.source in place and link.target in place}
        steps |= {f.link[:2] for f in (*found.rested_on_by, *found.rests_on) if f.link.flow and f.row in place}
        for source, target in sorted(steps):
            ends = [self._drawn(row, found.row, place) for row in (source, target)]
            if ends[0] is not None and ends[1] is not None and (source == target or ends[0] != ends[1]):
                kind = "loop" if target <= source else "flow"
                yield _arc(ends[0], ends[1], WIDTH - _RIGHT, 1, kind)

    def _drawn(self, row: int, root: int, place: dict[int, int]) -> int | None:
        """Where a step is drawn: itself, or the clause that the picture is of if it lies below that."""
        return place.get(row, place[root] if self._chains.within(root, row) else None)


@lru_cache(maxsize=1 << 15)
def _arc(start: int, end: int, x: int, side: int, kind: str) -> str:
    """A link from one box to another, on one side of them: `cites`, `flow`, or `loop` where the procedure goes back."""
    if start == end:  # a step that leads back to itself
        start, end, swing = start - 10, end + 6, 26
    else:
        swing = min(36, 10 + abs(end - start) // 12) + (8 if kind == "loop" else 0)
        start, end = (start + 6, end - 6) if end > start else (start - 6, end + 6)
    tip = f"M{x} {end}l{7 * side} -4v8z"
    return form("_arc.html", "arc")(kind, str(x), str(start), str(x + side * swing), str(end), tip)


def _fitting(text: str, room: float) -> str:
    """As much of a text as a box has room for.

    >>> _fitting("检查时点的处理", 14), _fitting("检查时点的处理", 8), _fitting("check timing", 8)
    ('检查时点的处理', '检查时…', 'check t…')
    """
    if text.isascii() and text.isprintable():  # each of its letters is as wide as one
        return text if len(text) <= room else f"{text[: int(room - 1)]}…"
    widths = _widths(islice(text, int(room) + 1))  # no letter is narrower than one
    if len(text) <= room and sum(widths) <= room:
        return text
    ends = accumulate(widths)
    at = sum(1 for end in ends if end <= room - 1)
    return f"{text[:at]}…"


def _widths(text: Iterable[str]) -> list[int]:
    return [2 if east_asian_width(char) in "WFA" else 1 for char in text]
