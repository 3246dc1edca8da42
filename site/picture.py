"""The chain of a clause as a picture: a column of clauses, citations as arcs on its left, the procedure as arcs on its right.

One column is read on a phone as it is, whatever the links are; a drawing in two dimensions would have to be panned.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, islice
from unicodedata import east_asian_width

from headjudge.site.atlas import Atlas
from headjudge.site.book import Book
from headjudge.site.chain import Chain, Chains, Found
from headjudge.site.forms import in_html
from headjudge.site.fragments import form
from headjudge.site.lines import linked
from headjudge.site.passage import label, visible

WIDTH = 360
_LEFT, _RIGHT = 44, 44
"""The gutters for arcs."""
_BOX, _ROW, _CAPTION = 40, 46, 24
_SHOWN = {"in2": 3, "in1": 6, "steps": 9, "out1": 8, "out2": 5}
"""How many clauses of each group are drawn."""
_CUT = b"\x00"
"""Where something is put in; no text holds it: `visible` replaces this character."""
_TEXT = 38
"""Widths of a Latin letter that a line of text in a box has room for."""


_Group = tuple[str, Sequence[tuple[int, int]], int]
"""The boxes below a caption: its name, the clauses, each with the one that it is linked through (0: no other; itself: the one
that the picture is of), and how many more there are. Plain: every clause has some."""


class Painter:
    """Draws the chains of one book."""

    def __init__(self, book: Book, atlas: Atlas, chains: Chains) -> None:
        self._atlas = atlas
        self._chains = chains
        self._briefs = {brief.row: brief for brief in book.clauses}
        self._words: dict[int, tuple[bytes, bytes, bytes]] = {}
        self._boxes: dict[tuple[int, int], list[bytes]] = {}
        self._captions: dict[tuple[str, int, int], bytes] = {}
        self._picture = form("_picture.html", "picture", WIDTH)
        self._box = form("_picture.html", "box", _LEFT, WIDTH - _LEFT - _RIGHT, _BOX)

    def draw(self, found: Chain, here: str) -> bytes:
        """The picture of a chain as it stands on the page `here`, as SVG. The page names every clause of the chain elsewhere, but
        for those at which the procedure goes on."""
        place: dict[int, int] = {}
        captions: list[bytes] = []
        boxes: list[bytes] = []
        y = 0
        known = self._boxes
        for name, drawn, more in self._groups(found):
            captions.append(self._captions.get((name, y, more)) or self._caption(name, y, more))
            y += _CAPTION
            for box in drawn:
                place[box[0]] = y + _BOX // 2
                boxes.append((b"%d" % y).join(known.get(box) or self._drawn_once(box, here)))
                y += _ROW
        if found.flow:
            self._atlas.named.update(place)
        arcs = b"".join(self._arcs(found, place))
        number = linked(self._atlas, self._briefs[found.row], here)[1]
        return self._picture.filled(b"%d" % y, number, arcs, b"".join(captions), b"".join(boxes))

    def _caption(self, name: str, y: int, more: int) -> bytes:
        html = form("_caption.html", "caption", name, _LEFT).encoded(str(y + 16), str(more or ""))
        self._captions[name, y, more] = html
        return html

    def _drawn_once(self, box: tuple[int, int], here: str) -> list[bytes]:
        """A clause's box but for its height, which differs from picture to picture."""
        row, through = box
        root = through == row
        via = linked(self._atlas, self._briefs[through], here)[1] if through and not root else b""
        html = self._box.filled(_CUT, *self._said(row, here), via, b"root" if root else b"")
        found = self._boxes[box] = html.split(_CUT)
        return found

    def _groups(self, found: Chain) -> list[_Group]:
        root, rests_on, rested_on_by, more, flow, _ = found
        groups: list[_Group] = []
        if rested_on_by:
            near = [f for f in rested_on_by if f.depth == 1]
            first = sorted(near[: _SHOWN["in1"]])
            holders = {f.row for f in first}
            second = sorted(islice((f for f in rested_on_by if f.depth > 1 and f.holder in holders), _SHOWN["in2"]))
            if second:
                groups.append(("rests_far", [*map(_through, second)], 0))
            groups.append(("rests_near", [*map(_through, first)], len(near) - len(first) + more[1]))
        groups.append(("rests_here", [(root, root)], 0))
        drawn = {row for _, boxes, _ in groups for row, _ in boxes}
        if flow:
            steps = sorted({row for link in flow for row in link[:2]} - drawn - {f.row for f in rests_on})
            shown = steps[: _SHOWN["steps"]]
            if shown:
                groups.append(("rests_steps", [(row, 0) for row in shown], len(steps) - len(shown)))
        if rests_on:
            near = [f for f in rests_on if f.depth == 1 and f.row not in drawn]
            first = near[: _SHOWN["out1"]]
            if first:
                groups.append(("rests_on", [*map(_through, first)], len(near) - len(first) + more[0]))
            holders = {f.row for f in first}
            beyond = (f for f in rests_on if f.depth > 1 and f.row not in drawn and f.holder in holders)
            second = list(islice(beyond, _SHOWN["out2"]))
            if second:
                groups.append(("rests_on_far", [*map(_through, second)], 0))
        return groups

    def _said(self, row: int, here: str) -> tuple[bytes, bytes, bytes]:
        """What stands in a clause's box: the way there (the same from all pages of clauses), its name, and how it begins."""
        if row not in self._words:
            brief = self._briefs[row]
            number = label(brief)
            line = visible(brief.beginning(max(_TEXT, len(number)) + 1))
            text = "" if line == number else _fitting(line, _TEXT)
            way, name, _ = linked(self._atlas, brief, here)
            room = _TEXT // 2
            if len(number) > room // 2:  # no letter is wider than two
                name = in_html(_fitting(number, room))
            self._words[row] = way, name, in_html(text)
        return self._words[row]

    def _arcs(self, found: Chain, place: dict[int, int]) -> Iterator[bytes]:
        for side in (found.rested_on_by, found.rests_on):
            for row, _, (start, _, flow), holder in side:
                if not flow and row in place and holder in place:
                    source, target = (row, holder) if start == row else (holder, row)
                    # the words may stand in a step that is drawn itself
                    yield _arc(place[start if start in place else source], place[target], _LEFT, -1, "cites")
        steps = {link[:2] for link in found.flow if link.source in place and link.target in place}
        if self._chains.flows:
            steps |= {f.link[:2] for f in (*found.rested_on_by, *found.rests_on) if f.link.flow and f.row in place}
        for source, target in sorted(steps):
            ends = [self._drawn(row, found.row, place) for row in (source, target)]
            if ends[0] is not None and ends[1] is not None and (source == target or ends[0] != ends[1]):
                kind = "loop" if target <= source else "flow"
                yield _arc(ends[0], ends[1], WIDTH - _RIGHT, 1, kind)

    def _drawn(self, row: int, root: int, place: dict[int, int]) -> int | None:
        """Where a step is drawn: itself, or the clause that the picture is of if it lies below that."""
        return place.get(row, place[root] if self._chains.within(root, row) else None)


def _through(found: Found) -> tuple[int, int]:
    """A clause that was found, and the one below the holder in which the link stands or at which it arrives."""
    row, _, (source, target, _), holder = found
    inner = target if source == row else source
    return row, 0 if inner == holder else inner


@lru_cache(maxsize=1 << 15)
def _arc(start: int, end: int, x: int, side: int, kind: str) -> bytes:
    """A link from one box to another, on one side of them: `cites`, `flow`, or `loop` where the procedure goes back."""
    if start == end:  # a step that leads back to itself
        start, end, swing = start - 10, end + 6, 26
    else:
        swing = min(36, 10 + abs(end - start) // 12) + (8 if kind == "loop" else 0)
        start, end = (start + 6, end - 6) if end > start else (start - 6, end + 6)
    tip = f"M{x} {end}l{7 * side} -4v8z"
    return form("_arc.html", "arc").encoded(kind, str(x), str(start), str(x + side * swing), str(end), tip)


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
