"""The references in a clause's words as they are written, read by `grammars/references.lark`."""

import re
from functools import cache

from headjudge.kb.clause import ReferenceKind
from headjudge.parser.dialect import Dialect
from headjudge.parser.kept import kept_or_made
from headjudge.parser.named import NamedTuple
from headjudge.parser.packaged import files
from headjudge.parser.reference_lexer import References
from headjudge.parser.shapes import MADE_FROM, SingleTokens


class Mention(NamedTuple):
    """A reference, not yet looked up: where it stands, and the words that say what it names."""

    kind: ReferenceKind
    words: tuple[str, ...]
    """The first and last of a range, every member of a list; else one."""
    start: int
    end: int
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
_TO = re.compile(r"[.．]?[ 　]?[条款节项]?[ 　]?(?:—{2}|[~～至到–—-]|through|to)[ 　]?第?[ ]?")
_LETTER = re.compile(r"(?<![A-Za-z])[a-z](?![A-Za-z])")
_CIRCLED = re.compile(r"[①-⑳]")
_UNIT = re.compile(r"[章编节条]|[A-Za-z]+")
_NUMERAL = re.compile(r"[0-9０-９一二三四五六七八九十百零〇]+")


_ONLY_NAMED = ("OPEN", "CLOSE", "POINTED", "NUMERAL", "BEFORE", "AFTER")
"""Terminals that are no tokens: other ones name them."""


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


@cache
def _grammar(name: str, number: str, relative: str, documents: str) -> tuple[References, re.Pattern[str]]:
    """The references of a dialect, and its numbers. Compiled once (about 80 ms)."""
    grammar = (files("headjudge.parser") / "grammars" / "references.lark").read_text("utf-8")
    full = expanded(grammar, {"N": number, "RELATED": relative, "DOCUMENT": documents})

    def tokens() -> SingleTokens:
        from headjudge.parser.shape_grammar import single_tokens  # Lark

        return single_tokens(full, start="reference")

    kept = kept_or_made(f"references-{name}", MADE_FROM, tokens, given=full)
    return References(kept), re.compile(number)


def mentions(words: str, dialect: Dialect) -> list[Mention]:
    """Every reference in `words`, as written.

    >>> from headjudge.parser.dialect import dialect
    >>> text = "如果没有，返回6.2.1（第3章、5.1–3）。"
    >>> [text[m.start:m.end] for m in mentions(text, dialect("dotted"))]
    ['6.2.1', '第3章', '5.1–3']
    """
    references, number = _grammar(dialect.name, dialect.reference_number, dialect.relative, dialect.documents)
    return [_mention(rule, found, number) for rule, found in references.find(words)]


def _mention(rule: str, found: re.Match[str], number: re.Pattern[str]) -> Mention:
    said, (start, end) = found[0], found.span()
    if rule == "many":
        return Mention(*_members(said), start, end)
    kind = _RULES[rule]
    asks = _ASKS.match(said) if kind is ReferenceKind.EXTERNAL else None
    parts = _parts(kind, found, number) if kind in (ReferenceKind.RANGE, ReferenceKind.LIST) else (said,)
    return Mention(kind, parts, start + (asks.end() if asks else 0), end, kind in _FLOWING and _is_flow(found))


def _parts(kind: ReferenceKind, found: re.Match[str], number: re.Pattern[str]) -> tuple[str, ...]:
    """The first and last of a range, the members of a list."""
    if circled := _CIRCLED.findall(found[0]):
        return tuple(circled)
    first = number.match(found.string, found.start())
    assert first is not None
    rest = found.string[first.end() : found.end()]
    return (first[0], *_LETTER.findall(rest)) if kind is ReferenceKind.LIST else (first[0], _TO.sub("", rest, count=1))


def _is_flow(found: re.Match[str]) -> bool:
    """Whether a procedure is sent there: 返回10.5.3.1, 进入灵魂阶段（7.4）."""
    return _FLOW.search(found.string, max(0, found.start() - 32), found.start()) is not None
