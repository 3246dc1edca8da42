"""The lines of a rulebook and their marks, read by `grammars/blocks.lark` with the terminals of a dialect."""

import re
from collections.abc import Iterator
from functools import cache

from headjudge.kb.clause import Role, Span
from headjudge.parser.dialect import MARKS, Dialect
from headjudge.parser.kept import kept_or_made
from headjudge.parser.named import NamedTuple
from headjudge.parser.packaged import files
from headjudge.parser.script import is_traditional, simplified
from headjudge.parser.shapes import MADE_FROM, Place

_LINE_ENDS = re.compile(r"[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029](?:(?<!\r)|(?!\n))")
"""What ends a line beside `\\n` and `\\r\\n`. It begins with a set of characters, to which a search jumps; a choice would be
tried at every character of the text."""
_BLANK = ("_INDENT", "RULE", "BLANKS")
"""The tokens that print nothing."""
_ENDED = ("REST", "PLAIN")
"""The tokens that go to the end of the line and over it."""


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


@cache
def _line_start(name: str, marks: tuple[tuple[str, str], ...]) -> Place:
    """Where the parser stands before a line. Compiled once a dialect (about 50 ms). Where several marks fit, the one that stands
    first in MARKS is taken."""
    grammar = (files("headjudge.parser") / "grammars" / "blocks.lark").read_text("utf-8")
    terminals = [f"{mark.upper()}.{40 - MARKS.index(mark)}: /{pattern.replace('/', chr(92) + '/')}/" for mark, pattern in marks]
    text = "\n".join((grammar, *terminals, ""))

    def before() -> Place:
        from headjudge.parser.shape_grammar import beginning  # Lark

        return beginning(text, start="line")

    return kept_or_made(f"blocks-{name}", MADE_FROM, before, given=text)


def read_lines(text: str, dialect: Dialect) -> Iterator[Line]:
    """Every line of `text` in order. The spans of all lines together cover every character exactly once."""
    line_start = _line_start(dialect.name, tuple(dialect.marks.items()))
    even = _LINE_ENDS.sub("\n", text)  # one character for one: no offset moves
    if not even.endswith("\n"):
        even += "\n"  # lent to the last line
    marked = simplified(even) if is_traditional(text) else even
    at, line_number = 0, 1
    while at < len(text):
        place, tokens = line_start, []
        while not place.rule:
            token = place.token.match(marked, at)
            assert token is not None, "a line that nothing else fits is plain"
            assert token.lastgroup is not None
            tokens.append(token)
            at = token.end()
            place = place.after[token.lastgroup]
        line = _line(place.rule.upper(), tokens, line_number, even)
        last = line.spans[-1]
        if at > len(text):
            kept = last._replace(end=len(text))
            line = line._replace(spans=(*line.spans[:-1], kept) if kept.start < kept.end else line.spans[:-1])
        yield line._replace(ends_page=True) if "\x0c" in text[last.start : last.end] else line
        line_number += even.count("\n", tokens[0].start(), at)


def _line(mark: str, tokens: list[re.Match[str]], line_number: int, text: str) -> Line:
    spans: list[Span] = []
    number = words = lead = ""
    indent = 0
    column = 1
    for token in tokens:
        name = token.lastgroup
        at, end = token.span()
        said = text[at:end]
        if name in _ENDED:
            words = said.rstrip("\r\n")
            if words:
                spans.append(Span(at, at + len(words), line_number, column, Role.TEXT))
            if len(words) < len(said):
                spans.append(Span(at + len(words), end, line_number, column + len(words), Role.BLANK))
            continue
        role = Role.MARK
        if name in _BLANK:
            role = Role.BLANK
            indent += len(said) if name == "_INDENT" else 0
        elif name == "LEAD":
            lead = said
        else:
            number = said
        spans.append(Span(at, end, line_number, column, role))
        column += len(said)
    return Line(mark, number, words, indent, lead, tuple(spans))
