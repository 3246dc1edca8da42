"""The lines of a rulebook and their marks, read by `grammars/blocks.lark` with the terminals of a dialect."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from lark import Lark, Token, Transformer

from headjudge.kb.clause import Role, Span
from headjudge.parser.dialect import MARKS, Dialect
from headjudge.parser.kept import grammar_file

_LINE_ENDS = re.compile(r"\r(?!\n)|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
"""What ends a line beside `\\n` and `\\r\\n`."""
_BLANK = ("INDENT", "RULE", "BLANKS")
"""The tokens that print nothing."""
_ENDED = ("REST", "PLAIN")
"""The tokens that go to the end of the line and over it."""
CHUNK = 64_000
"""Characters parsed at a time, to the next line end: memory does not grow with the rulebook."""


class Line(NamedTuple):
    """One line (or a run of blank ones): what kind of mark it starts with, the mark, the words after it, all its characters."""

    mark: str
    """The name of the mark (see `dialect.MARKS`, in capitals), PLAIN, or BLANK."""
    number: str
    text: str
    indent: int
    lead: str
    """Bullet or Markdown in front of a number."""
    spans: tuple[Span, ...]
    ends_page: bool = False
    """Whether a form feed ends the line."""

    @property
    def start(self) -> Span:
        """Where the first printed character stands."""
        return next((span for span in self.spans if span.role is not Role.BLANK), self.spans[0])


class _Raw(NamedTuple):
    kind: str
    tokens: list[Token]


class _Lines(Transformer[Token, list[_Raw]]):
    """Turns the tokens of a line into one value; the positions stay in the tokens."""

    def line(self, children: list[Token | _Raw]) -> _Raw:
        kind, tokens = "BLANK", []
        for child in children:
            if isinstance(child, _Raw):
                kind = child.kind
                tokens += child.tokens
            else:
                tokens.append(child)
        return _Raw(kind, tokens)

    def blank(self, children: list[Token]) -> _Raw:
        return _Raw("BLANK", children)

    def document(self, children: list[_Raw]) -> list[_Raw]:
        return children


def _mark(kind: str) -> Callable[[_Lines, list[Token]], _Raw]:
    return lambda _self, tokens: _Raw(kind, tokens)


for _kind in (*MARKS, "plain"):
    if _kind != "lead":
        setattr(_Lines, "numbered" if _kind == "number" else _kind, _mark(_kind.upper()))


@cache
def _parser(name: str, marks: tuple[tuple[str, str], ...]) -> Lark:
    """Compiled once a dialect (about 50 ms). Where several marks fit, the one that stands first in MARKS is taken."""
    grammar = (files("headjudge.parser") / "grammars" / "blocks.lark").read_text("utf-8")
    terminals = [f"{mark.upper()}.{40 - MARKS.index(mark)}: /{pattern.replace('/', chr(92) + '/')}/" for mark, pattern in marks]
    text = "\n".join((grammar, *terminals, ""))
    kept = grammar_file(f"blocks-{name}")
    return Lark(text, start="document", parser="lalr", lexer="contextual", transformer=_Lines(), cache=kept)


def read_lines(text: str, dialect: Dialect) -> Iterator[Line]:
    """Every line of `text` in order. The spans of all lines together cover every character exactly once."""
    parser = _parser(dialect.name, tuple(dialect.marks.items()))
    even = _LINE_ENDS.sub("\n", text)  # one character for one: no offset moves
    start, line_number = 0, 1
    while start < len(even):
        end = even.find("\n", start + CHUNK) + 1 or len(even)
        chunk = even[start:end]
        ended = chunk.endswith("\n")
        for raw in parser.parse(chunk if ended else f"{chunk}\n"):  # type: ignore[attr-defined]  # it is a list
            line = _line(raw, start, line_number)
            last = line.spans[-1]
            if last.end > len(text):  # the line end that was lent to the last line
                kept = last._replace(end=len(text))
                line = line._replace(spans=(*line.spans[:-1], kept) if kept.start < kept.end else line.spans[:-1])
            yield line._replace(ends_page=True) if "\x0c" in text[last.start : last.end] else line
            line_number += even.count("\n", line.spans[0].start, last.end)
        start = end


def _line(raw: _Raw, offset: int, line_number: int) -> Line:
    kind, tokens = raw
    spans: list[Span] = []
    number = words = lead = ""
    indent = 0
    column = 1
    for token in tokens:
        at = token.start_pos
        assert at is not None
        at += offset
        name, length = token.type, len(token)
        if name in _ENDED:
            words = token.rstrip("\r\n")
            if words:
                spans.append(Span(at, at + len(words), line_number, column, Role.TEXT))
            if len(words) < length:
                spans.append(Span(at + len(words), at + length, line_number, column + len(words), Role.BLANK))
            continue
        role = Role.MARK
        if name in _BLANK:
            role = Role.BLANK
            indent += length if name == "INDENT" else 0
        elif name == "LEAD":
            lead = str(token)
        else:
            number = str(token)
        spans.append(Span(at, at + length, line_number, column, role))
        column += length
    return Line(kind, number, words, indent, lead, tuple(spans))
