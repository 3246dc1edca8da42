"""The references in a clause's words as they are written, read by `grammars/references.lark`."""

import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from lark import Lark, Token, Transformer

from headjudge.kb.clause import ReferenceKind
from headjudge.parser.dialect import Dialect
from headjudge.parser.kept import grammar_file
from headjudge.parser.reference_lexer import Handed, References


class Mention(NamedTuple):
    """A reference, not yet looked up: where it stands, and the words that say what it names."""

    kind: ReferenceKind
    start: int
    end: int
    words: tuple[str, ...]
    """The first and last of a range, every member of a list; else one."""
    flow: bool = False
    """Whether the words before send a procedure there."""


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
"""The rules of the grammar that are references, `many` aside."""

_FLOW = re.compile(
    r"(?:返回|回到|进入|转到|跳到|前往|[Rr]eturn to|[Gg]o to|[Pp]roceed to)[ ]?(?:步骤|规则|rule |step )?"
    r"(?:[^\s，。；：（）()“”0-9]{0,14}[（(])?$"
)
_FLOWING = (ReferenceKind.NUMBER, ReferenceKind.RANGE, ReferenceKind.CHAPTER)
_ASKS = re.compile("请参[见考阅照]")
"""Comes before the name of a document and is no part of it."""
_TERMINAL = re.compile(r"^(\w+)(?:\.-?\d+)?: /(.*)/$", re.MULTILINE)
_NAMED = re.compile(r"<([A-Z_]+)>")
_TO = re.compile(r"[ ]?(?:[~～至到–—-]|through|to)[ ]?")
_LETTER = re.compile(r"(?<![A-Za-z])[a-z](?![A-Za-z])")
_CIRCLED = re.compile(r"[①-⑳]")
_UNIT = re.compile(r"[章编节条]|[A-Za-z]+")
_NUMERAL = re.compile(r"[0-9０-９一二三四五六七八九十百零〇]+")


_ONLY_NAMED = ("POINTED", "NUMERAL", "BEFORE", "AFTER")
"""Terminals that are no tokens: other ones name them."""


class _Mentions(Transformer[Token, list[Mention]]):
    """Turns the tokens of a reference into one value."""

    def many(self, tokens: list[Token]) -> Mention:
        start, end = tokens[0].start_pos, tokens[0].end_pos
        assert start is not None
        assert end is not None
        kind, words = _members(tokens[0])
        return Mention(kind, start, end, words)

    def text(self, children: list[Mention]) -> list[Mention]:
        return children


def _members(words: str) -> tuple[ReferenceKind, tuple[str, ...]]:
    """What a shared unit says of each number.

    >>> _members("第三、五条"), _members("chapters 3–5")
    ((<ReferenceKind.LIST: 'list'>, ('第三条', '第五条')), (<ReferenceKind.RANGE: 'range'>, ('chapter 3', 'chapter 5')))
    """
    numerals = _NUMERAL.findall(words)
    if words[0] == "第":
        unit = [found for found in _UNIT.findall(words) if not found.isascii()][-1]
        members = tuple(f"第{numeral}{unit}" for numeral in numerals)
        joined = re.search("[至到~～–—-]", words)
    else:
        members = tuple(f"{words.split()[0].casefold().removesuffix('s')} {numeral}" for numeral in numerals)
        joined = re.search(r" to | through |[–—-]", words)
    return (ReferenceKind.RANGE if joined and len(members) == 2 else ReferenceKind.LIST), members


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


def expanded(grammar: str, words: dict[str, str]) -> str:
    """The grammar with every <NAME> replaced by its expression."""
    named = dict(_TERMINAL.findall(grammar)) | {name: pattern.replace("/", r"\/") for name, pattern in words.items()}

    def full(pattern: str) -> str:
        return _NAMED.sub(lambda match: f"(?:{full(named[match[1]])})", pattern)

    lines = []
    for line in grammar.split("\n"):
        terminal = _TERMINAL.match(line)
        if terminal is None or terminal[1] not in _ONLY_NAMED:  # only named by others
            lines.append(full(line) if terminal else line)
    return "\n".join(lines)


class _Grammar(NamedTuple):
    parser: Lark
    references: References
    number: re.Pattern[str]


@cache
def _grammar(name: str, number: str, relative: str, documents: str) -> _Grammar:
    """Compiled once a dialect (about 60 ms). Every reference is one token."""
    grammar = (files("headjudge.parser") / "grammars" / "references.lark").read_text("utf-8")
    full = expanded(grammar, {"N": number, "RELATED": relative, "DOCUMENT": documents})
    kept = grammar_file(f"references-{name}")
    parser = Lark(full, start="text", parser="lalr", lexer=Handed, transformer=_Mentions(), cache=kept)
    return _Grammar(parser, References(parser), re.compile(number))


def mentions(words: str, dialect: Dialect) -> list[Mention]:
    """Every reference in `words`, as written.

    >>> from headjudge.parser.dialect import dialect
    >>> text = "如果没有，返回6.2.1（第3章、5.1–3）。"
    >>> [text[m.start:m.end] for m in mentions(text, dialect("dotted"))]
    ['6.2.1', '第3章', '5.1–3']
    """
    grammar = _grammar(dialect.name, dialect.reference_number, dialect.relative, dialect.documents)
    tokens = grammar.references.tokens(words)
    if not tokens:  # as in most texts: what is parsed costs, even where there is nothing
        return []
    found: list[Mention] = grammar.parser.parse(tokens)  # type: ignore[assignment]  # the transformer makes it a list
    return [mention._replace(words=_parts(mention, words, grammar.number), flow=_is_flow(mention, words)) for mention in found]


def _parts(mention: Mention, words: str, number: re.Pattern[str]) -> tuple[str, ...]:
    """The first and last of a range, the members of a list. Those of a shared unit are known already."""
    said = mention.words[0]
    if mention.kind not in (ReferenceKind.RANGE, ReferenceKind.LIST) or len(mention.words) > 1:
        return mention.words
    if circled := _CIRCLED.findall(said):
        return tuple(circled)
    first = number.match(words, mention.start)
    assert first is not None
    rest = words[first.end() : mention.end]
    if mention.kind is ReferenceKind.LIST:
        return first[0], *_LETTER.findall(rest)
    return first[0], _TO.sub("", rest, count=1)


def _is_flow(mention: Mention, words: str) -> bool:
    """Whether a procedure is sent there: 返回10.5.3.1, 进入灵魂阶段（7.4）."""
    before = words[max(0, mention.start - 32) : mention.start]
    return mention.kind in _FLOWING and _FLOW.search(before) is not None
