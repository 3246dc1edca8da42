"""The clauses of a rulebook, from its lines: which line starts a clause and what it belongs to."""

import re
from collections.abc import Iterable, Sequence

from headjudge.kb.clause import Clause, ClauseKey, Kind, Problem, Role
from headjudge.parser.blocks import Line
from headjudge.parser.contents import contents
from headjudge.parser.dialect import Dialect
from headjudge.parser.draft import as_plain, in_role
from headjudge.parser.glossary import add_entry, add_part, bare_heading
from headjudge.parser.number import Number, read_number
from headjudge.parser.numbered import NOTHING_AHEAD, Ahead, add_number, is_title, line_width
from headjudge.parser.outline import Outline
from headjudge.parser.pages import page_furniture
from headjudge.parser.steps import lists_above
from headjudge.parser.units import add_heading, add_subtitle, add_unit
from headjudge.parser.unnumbered import BELOW, add_below, add_plain, goes_on

_BARE = "1 "
"""A chapter whose mark is a figure alone (`2 Zones`): it is one only if the next clause is its first."""
_ADDRESS = re.compile(r"\s*(?:https?://|www\.)")
_FORMS = ("第", "chapter", "#", "一", "1", _BARE)
"""How chapters are marked; a text that uses one of these has no chapters marked in a later way."""


class Tree:
    """Reads the lines of one rulebook. `problems` are known afterwards."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._outline = Outline(dialect)
        self._form = ""
        self._flat = False
        """Whether no line has a number of several parts, so that `1.` numbers clauses."""

    @property
    def problems(self) -> list[Problem]:
        """What is odd about the lines, in their order."""
        return self._outline.problems

    def read(self, lines: Iterable[Line]) -> list[Clause]:
        """All clauses in the book's order, the document itself first."""
        every = list(lines)
        furniture = page_furniture(every)
        printed = [line for place, line in enumerate(every) if place not in furniture] if furniture else every
        listed = contents(printed)
        self._form = _chapter_form(line for place, line in enumerate(printed) if place not in listed)
        self._flat = not any(line.mark in ("NUMBER", "UNIT") for line in printed)
        widths = [line_width(line) for line in printed]
        self._outline.usual_width = _usual_width(width for width, line in zip(widths, printed, strict=True) if line.text)
        ahead = _ahead(printed, hundreds=self._dialect.hundreds)
        place = 0
        for at, line in enumerate(every):
            if at in furniture:
                self._outline.root.spans.extend(in_role(line, Role.MARK))
                continue
            if place in listed:
                self._add_contents(line, first=place == listed.start)
            elif line.mark in ("BLANK", "RULE"):
                self._outline.last.spans.extend(line.spans)
                self._outline.blank = self._outline.blank or not _beside(furniture, every, at)
            else:
                self._add(line, *ahead[place])
                self._outline.blank = False
                self._outline.line_width = widths[place]
            place += 1
        return [node.clause() for node in self._outline.nodes.values()]

    def _add(self, line: Line, number: Number | None, ahead: Ahead) -> None:
        outline = self._outline
        heading = bare_heading(line) if self._is_heading(line, ahead) else ""
        if heading in self._dialect.glossary:
            self._open_glossary(line, number, ahead)
        elif heading in self._dialect.tail and line.mark not in ("CHAPTER", "UNIT"):
            add_part(outline, line, glossary=False)
        elif outline.glossary is not None and not self._ends_glossary(line, number, ahead):
            if line.mark in ("LABEL", "TABLE"):
                add_below(outline, line, Kind.ROW)
            else:
                add_entry(outline, line)
        elif line.mark in ("CHAPTER", "NUMBER") and number is not None:
            outline.glossary = None
            self._add_numbered(line, number, ahead)
        elif line.mark == "UNIT":
            outline.glossary = None
            add_unit(outline, line, ahead)
        elif line.mark in ("HEADING", "SUBHEADING"):
            self._add_heading(line, ahead)
        elif line.mark in BELOW:
            add_below(outline, line, BELOW[line.mark])
        else:
            add_plain(outline, line)

    def _add_contents(self, line: Line, *, first: bool) -> None:
        outline = self._outline
        if first:
            outline.new(ClauseKey("contents"), Kind.CONTENTS, "", outline.root, synthetic=True)
        if line.mark in ("BLANK", "RULE"):
            outline.last.spans.extend(line.spans)
            return
        plain = as_plain(line)
        outline.last.say(plain.text.strip())
        outline.last.spans.extend(plain.spans)

    # Headings ---------------------------------------------------------------------------------------------------

    def _is_heading(self, line: Line, ahead: Ahead) -> bool:
        return line.mark != "PLAIN" or self._outline.blank or not ahead.near or not goes_on(self._outline, line)

    def _open_glossary(self, line: Line, number: Number | None, ahead: Ahead) -> None:
        outline = self._outline
        if line.mark in ("CHAPTER", "NUMBER") and number is not None:
            self._add_numbered(line, number, ahead)
        elif line.mark == "UNIT":
            add_unit(outline, line, ahead)
        else:
            add_part(outline, line, glossary=True)
        outline.glossary = outline.numbered

    def _ends_glossary(self, line: Line, number: Number | None, ahead: Ahead) -> bool:
        glossary = self._outline.glossary
        assert glossary is not None
        if line.mark == "CHAPTER" and number is not None:
            counted = _form(line) in ("一", "1", _BARE)
            return self._is_chapter(line, number, ahead) and (not counted or number.follows(self._outline.number))
        if line.mark == "NUMBER" and number is not None:
            return number.follows(self._outline.number)
        return line.mark == "UNIT" or (line.mark == "HEADING" and line.number.count("#") in range(1, glossary.level + 1))

    def _add_numbered(self, line: Line, number: Number, ahead: Ahead) -> None:
        if line.mark == "NUMBER" or self._is_chapter(line, number, ahead):
            add_number(self._outline, line, number, ahead)
        elif _form(line) in ("一", "1"):
            add_below(self._outline, line, Kind.STEP)
        else:
            add_plain(self._outline, line)

    def _is_chapter(self, line: Line, number: Number, ahead: Ahead) -> bool:
        """Whether a line starts a chapter: it is marked as chapters are in this book, and is a title, or else the next clause
        is its first. `1. text` must also be in turn; else it is a step."""
        form, outline = _form(line), self._outline
        if form == "appendix":
            return not outline.last.unfinished or outline.blank
        if form != self._form:
            return False
        last = outline.last
        if form in ("1", "一") and any(s.value + 1 == number.parts[0] and s.style[:1] == form for s in lists_above(outline)):
            return False
        heads = ahead.number is not None and ahead.number.follows(number) and len(ahead.number.parts) > len(number.parts)
        if form == _BARE:
            return heads and is_title(line.text)
        if form in ("1", "一"):
            restarts = number.parts == (1,) and outline.numbered is outline.top and outline.top is not outline.root
            in_turn = restarts or Number(number.parts[:1]).follows(Number(outline.number.parts[:1]))
            return (in_turn and (is_title(line.text) or heads or self._flat)) or (heads and is_title(line.text))
        return is_title(line.text) or heads or not line.text.strip() or not last.unfinished or outline.blank

    def _add_heading(self, line: Line, ahead: Ahead) -> None:
        outline = self._outline
        markdown = line.number.startswith("#")
        if self._dialect.synthetic and not _ADDRESS.match(ahead.text):
            outline.glossary = None
            add_heading(outline, line)
        elif markdown and outline.numbered.key and not self._dialect.synthetic:
            outline.glossary = None
            add_subtitle(outline, line)
        elif markdown:
            add_below(outline, line, Kind.PARAGRAPH)
        else:
            add_plain(outline, line)


def _form(line: Line) -> str:
    """How a chapter is marked: one of `_FORMS`, or `appendix`."""
    number = line.number.lstrip()
    if number[:1] == "附" or number[:8].casefold() == "appendix":
        return "appendix"
    if number[:1] == "第":
        return "第"
    if number[:1].isalpha() and number[:1].isascii():
        return "chapter"
    if "#" in line.lead:
        return "#"
    return "一" if not number[:1].isdecimal() else _BARE if number.strip(" \t　*_").isdecimal() else "1"


def _chapter_form(lines: Iterable[Line]) -> str:
    """The form that marks the chapters of the text: the most explicit one that any heading has."""
    forms = {_form(line) for line in lines if line.mark == "CHAPTER" and (is_title(line.text) or not line.text)}
    return next((form for form in _FORMS if form in forms), "1")


def _ahead(lines: Sequence[Line], *, hundreds: bool) -> list[tuple[Number | None, Ahead]]:
    """For each line the number that it starts with, and what comes after it."""
    out: list[tuple[Number | None, Ahead]] = []
    ahead = NOTHING_AHEAD
    for line in reversed(lines):
        number = read_number(line.number, hundreds=hundreds) if line.mark in ("CHAPTER", "NUMBER") else None
        out.append((number, ahead))
        if line.mark in ("BLANK", "RULE"):
            ahead = Ahead(ahead.number, ahead.text, ahead.mark, near=False)
        else:
            counted = number if line.mark == "NUMBER" or (number is not None and _form(line) != _BARE) else None
            ahead = Ahead(counted or ahead.number, (line.number + line.text[:80])[:80], line.mark, near=True)
    return out[::-1]


def _usual_width(widths: Iterable[int]) -> int:
    """How wide a full line is: nine lines of ten are no wider."""
    ordered = sorted(widths)
    return ordered[len(ordered) * 9 // 10] if ordered else 0


def _beside(furniture: frozenset[int], lines: Sequence[Line], place: int) -> bool:
    """Whether a blank line only parts the text from a page number or running head."""
    if not furniture:
        return False
    before = place - 1
    while before >= 0 and before not in furniture and lines[before].mark == "BLANK" and place - before < 4:
        before -= 1
    after = place + 1
    while after < len(lines) and after not in furniture and lines[after].mark == "BLANK" and after - place < 4:
        after += 1
    return before in furniture or after in furniture
