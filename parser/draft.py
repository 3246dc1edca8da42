"""A node of a rulebook while its lines are read."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from headjudge.kb.clause import Clause, ClauseKey, Kind, Role, Span
from headjudge.parser.blocks import Line
from headjudge.parser.number import Number

_FINISHED = re.compile(r"""[。！？：；.!?:;…）)」』”’"'】》〉|][\s*_]*$""")
_TAIL = 24
"""Characters that tell how a text ends."""


@dataclass(slots=True)
class Draft:
    """What is known of a clause so far. Text is kept in pieces: a clause of a million lines is joined once."""

    key: ClauseKey
    kind: Kind
    number: str
    parent: "Draft | None"
    synthetic: bool = False
    depth: int = 0
    level: int = 0
    """How deep a heading, unit or arrow is among its like; how far an item is indented."""
    style: str = ""
    """What the marks of a list of steps have in common."""
    value: int = 0
    """The place of a step in its list, by its mark."""
    title: str = ""
    spans: list[Span] = field(default_factory=list)
    unnumbered: int = 0
    """How many unnumbered nodes lie directly below."""
    made_up: int = 0
    """How many headings and clauses with a made-up number lie directly below."""
    last_numbered: Number | None = None
    copies: int = 1
    has_text: bool = False
    tail: str = ""
    """The end of the text."""
    _pieces: list[str] = field(default_factory=list)

    def say(self, words: str) -> None:
        """Adds a line of text."""
        self._pieces.append(f"\n{words}" if self.has_text else words)
        self.has_text = True
        self.tail = words[-_TAIL:]

    def go_on(self, words: str) -> None:
        """Goes on with the last line of text; a space joins words of Latin letters."""
        latin = words[:1].isascii() and words[:1].isalnum() and self.tail[-1:].isascii() and re.search(r"[\w,;.]$", self.tail)
        self._pieces.append(f" {words}" if latin else words)
        self.has_text = True
        self.tail = (self.tail + words[-_TAIL:])[-_TAIL:]

    @property
    def unfinished(self) -> bool:
        """Whether the text breaks off within a sentence."""
        return self.has_text and not _FINISHED.search(self.tail)

    @property
    def announces(self) -> bool:
        """Whether the text ends in a colon: something belongs to it."""
        return self.tail.rstrip().endswith(("：", ":"))

    def clause(self) -> Clause:
        """The finished clause, still without references and definitions."""
        parent = self.parent.key if self.parent else None
        spans = tuple(self.spans)
        return Clause(
            self.key, self.kind, self.number, self.title, "".join(self._pieces), parent, self.depth, spans, self.synthetic
        )


def as_plain(line: Line) -> Line:
    """The line read as words only: all its printed characters are one run of text."""
    if line.mark == "PLAIN":
        return line
    printed = [span for span in line.spans if span.role is not Role.BLANK]
    whole = [printed[0]._replace(end=printed[-1].end, role=Role.TEXT)] if printed else []
    around = [span for span in line.spans if span.role is Role.BLANK]
    spans = tuple(sorted([*around, *whole]))
    return Line("PLAIN", "", line.lead + line.number + line.text, line.indent, "", spans, line.ends_page)


def in_role(line: Line, role: Role) -> tuple[Span, ...]:
    """The spans of a line all of whose printed characters have one role."""
    return tuple(span if span.role is Role.BLANK else span._replace(role=role) for span in line.spans)


def cut(line: Line, parts: Iterable[tuple[int, Role]]) -> Iterator[Span]:
    """The spans of a line whose words are cut into parts of those lengths and roles; what is left is a mark."""
    for span in line.spans:
        if span.role is not Role.TEXT:
            yield span
            continue
        at = span.start
        for length, role in parts:
            if length:
                yield Span(at, at + length, span.line, span.column + at - span.start, role)
            at += length
        if at < span.end:
            yield Span(at, span.end, span.line, span.column + at - span.start, Role.MARK)


def title_in(text: str) -> tuple[int, int]:
    """Where the title stands in the words of a heading: without blanks, Markdown emphasis and 【brackets】 around it.

    >>> text = " 【宣告】 "
    >>> text[slice(*title_in(text))], "**Setup** ##"[slice(*title_in("**Setup** ##"))]
    ('宣告', 'Setup')
    """
    start, end = 0, len(text)
    while start < end and (text[start].isspace() or text[start] in "*_"):
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in "*_#"):
        end -= 1
    if text[start : start + 1] == "【" and text[end - 1] == "】" and "】" not in text[start : end - 1]:
        start, end = start + 1, end - 1
        start += len(text[start:end]) - len(text[start:end].lstrip())
        end -= len(text[start:end]) - len(text[start:end].rstrip())
    return start, end
