"""The references in a clause's words as they are written, read by `grammars/references.lark`."""

import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from lark import Lark, Token, Transformer

from headjudge.kb.clause import ReferenceKind
from headjudge.parser.dialect import Dialect


class Mention(NamedTuple):
    """A reference, not yet looked up: where it stands, and the words that say what it names."""

    kind: ReferenceKind
    start: int
    end: int
    words: tuple[str, ...]
    """The first and last of a range, every member of a list; else one."""
    flow: bool = False


_RULES = {
    "number": ReferenceKind.NUMBER,
    "range": ReferenceKind.RANGE,
    "list": ReferenceKind.LIST,
    "chapter": ReferenceKind.CHAPTER,
    "title": ReferenceKind.TITLE,
    "wildcard": ReferenceKind.WILDCARD,
    "step": ReferenceKind.STEP,
    "steps": ReferenceKind.RANGE,
    "relative": ReferenceKind.RELATIVE,
    "external": ReferenceKind.EXTERNAL,
    "symbolic": ReferenceKind.NUMBER,
}
"""The rules of the grammar that are references."""


_ASKS = re.compile("请参[见考阅照]")
"""Comes before the name of a document and is no part of it."""


class _Mentions(Transformer[Token, list[Mention]]):
    """Turns the tokens of a reference into one value."""

    def flow(self, children: list[Mention]) -> Mention:
        return children[-1]._replace(flow=True)

    def text(self, children: list[Mention]) -> list[Mention]:
        return children


def _mention(kind: ReferenceKind) -> Callable[[_Mentions, list[Token]], Mention]:
    def mention(_self: _Mentions, tokens: list[Token]) -> Mention:
        start, end = tokens[0].start_pos, tokens[-1].end_pos
        assert start is not None
        assert end is not None
        asks = _ASKS.match(tokens[0])
        return Mention(kind, start + (asks.end() if asks else 0), end, tuple(str(token) for token in tokens))

    return mention


for _rule, _kind in _RULES.items():
    setattr(_Mentions, _rule, _mention(_kind))


@cache
def _parser(number: str, relative: str, documents: str) -> Lark:
    """Compiled once a dialect (about 50 ms)."""
    grammar = (files("headjudge.parser") / "grammars" / "references.lark").read_text("utf-8")
    for place in ("(?=N)", "(?=N|", "(?:N)"):
        grammar = grammar.replace(place, place.replace("N", f"(?:{number})"))
    grammar = grammar.replace("|DOCUMENT/", f"|{documents}/").replace("/RELATED/", f"/{relative}/")
    return Lark(grammar, start="text", parser="lalr", lexer="contextual", transformer=_Mentions())


def mentions(words: str, dialect: Dialect) -> list[Mention]:
    """Every reference in `words`, as written.

    >>> from headjudge.parser.dialect import dialect
    >>> text = "如果没有，返回6.2.1（第3章、5.1–3）。"
    >>> [text[m.start:m.end] for m in mentions(text, dialect("dotted"))]
    ['6.2.1', '第3章', '5.1–3']
    """
    parser = _parser(dialect.reference_number, dialect.relative, dialect.documents)
    return parser.parse(words)  # type: ignore[return-value]  # the transformer makes it a list
