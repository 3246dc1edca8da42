"""Lines of statutes, and the headings of a text without numbers: 第三编, 第2章, 第一节, 第十二条之一, `## Setup`."""

import re

from headjudge.kb.clause import ClauseKey, Kind, Role, Severity
from headjudge.parser.blocks import Line
from headjudge.parser.draft import Draft, as_plain, cut, title_in
from headjudge.parser.number import UNITS, Number, read_number
from headjudge.parser.numbered import Ahead, fill, is_title, width
from headjudge.parser.outline import Outline
from headjudge.parser.script import simplified

_UNIT = re.compile(
    r"第(?P<value>[^编篇章节条部]+)(?P<unit>部分|[编篇章节条])(?:之(?P<extra>.+))?|(?P<word>[A-Za-z]+|§)\s*(?P<figure>\w+)"
)
_ORDER = "编章节条"
_COLON = re.compile(r"[：:]\s*$")
_ARTICLE_TITLE = 32
"""Wider than this (see `numbered.width`) an article's first line without punctuation is a broken sentence."""


def add_unit(outline: Outline, line: Line, ahead: Ahead) -> None:
    """Adds a part, chapter or section below the last larger one; an article below the last of them, numbered through the
    book unless the numbers start over."""
    printed = line.number.strip().rstrip(".:：")
    simple = simplified(printed)
    match = _UNIT.match(re.sub(r"[ \t]+(?=\D)|(?<=第)[ \t]+", "", simple) if simple[0] == "第" else simple)
    assert match is not None
    said = match["unit"] or match["word"].casefold()
    unit = UNITS.get(said, said)
    number = read_number(match["value"] or f"part {match['figure']}")
    extra = read_number(match["extra"]).key if match["extra"] else ""
    expected = unit == "条" and (bool(extra) or _is_next(outline, number))
    if outline.last.unfinished and not outline.blank and not expected and not is_title(line.text):
        outline.problem("wrapped_number", Severity.NOTE, outline.last, line, number=printed)
        outline.go_on(line)
        return
    parent = _above(outline.numbered, _ORDER.index(unit) + 1)
    node = outline.new(_key(outline, line, parent, (unit, number, extra)), _kind(unit, parent), printed, parent)
    node.level = _ORDER.index(unit) + 1
    fill(node, line, titled=unit != "条" or _is_headed(line, ahead))
    outline.numbered = node
    if unit == "编":
        outline.top = node


def _is_next(outline: Outline, number: Number) -> bool:
    before = outline.root.last_numbered
    return len(number.parts) == 1 and number.follows(Number(before.parts[-1:] if before else (0,)))


def _is_headed(line: Line, ahead: Ahead) -> bool:
    """An article whose first line is only its name: 第十二条 【组牌】, or a short line with its text below."""
    start, end = title_in(line.text)
    bracketed = line.text[start - 1 : start] == "【" and line.text[end : end + 1] == "】"
    plain_below = ahead.mark == "PLAIN" and is_title(line.text) and width(line.text) <= _ARTICLE_TITLE
    return bracketed or plain_below


def _kind(unit: str, parent: Draft) -> Kind:
    return Kind.CLAUSE if unit == "条" else Kind.SECTION if parent.key else Kind.CHAPTER


def _key(outline: Outline, line: Line, parent: Draft, mark: tuple[str, Number, str]) -> ClauseKey:
    unit, number, extra = mark
    if unit != "条":
        wanted = ".".join(part for part in (parent.key, f"{unit}{number.key}") if part)
    else:
        name = f"{number.key}-{extra}" if extra else number.key
        if number.parts == (1,) and not extra and name in outline.nodes and parent is not outline.nodes[ClauseKey(name)].parent:
            outline.scope, outline.root.last_numbered = parent, None
        wanted = f"{outline.scope.key}/{name}" if outline.scope else name
    key = outline.unused(wanted)
    if key != wanted:
        first = outline.nodes[ClauseKey(wanted)].spans[0].line
        outline.problem("duplicate_number", Severity.ERROR, None, line, number=wanted, key=key, first=str(first))
    elif unit == "条" and not extra:
        if not _is_next(outline, number) and number.parts:
            _report_gap(outline, number, line)
        outline.root.last_numbered = number
    return key


def _report_gap(outline: Outline, number: Number, line: Line) -> None:
    before = outline.root.last_numbered
    last, value = (before.parts[-1] if before else 0), number.parts[-1]
    if isinstance(last, int) and isinstance(value, int) and value > last:
        outline.problem("gap", Severity.WARNING, None, line, number=number.key, missing=str(last + 1))
    else:
        outline.problem("out_of_order", Severity.WARNING, None, line, number=number.key, after=before.key if before else "")


def _above(node: Draft, level: int) -> Draft:
    """The nearest node above that is a larger heading or unit than `level`."""
    while node.parent is not None and (node.level <= 0 or node.level >= level or node.kind is Kind.STEP):
        node = node.parent
    return node


def add_heading(outline: Outline, line: Line) -> None:
    """A heading of a text without numbers, which gets the next number of its level."""
    markdown = line.number.startswith("#")
    level = line.number.count("#") if markdown else 1 if line.mark == "HEADING" else 2
    parent = _above(outline.numbered, level)
    parent.made_up += 1
    key = outline.unused(f"{parent.key}.{parent.made_up}" if parent.key else str(parent.made_up))
    node = outline.new(key, Kind.SECTION if parent.key else Kind.CHAPTER, key, parent, synthetic=True)
    node.level = level
    if markdown:
        fill(node, line, titled=True)
    else:
        node.title = _COLON.sub("", line.number).strip()
        node.spans.extend(cut(as_plain(line), ((len(node.title), Role.TITLE), (len(line.number) - len(node.title), Role.MARK))))
    outline.numbered = node


def add_subtitle(outline: Outline, line: Line) -> None:
    """A Markdown heading without a number between numbered clauses: it holds what is unnumbered below it."""
    parent = outline.numbered
    while parent.parent is not None and parent.kind is not Kind.CHAPTER and (parent.parent.key or parent.level):
        parent = parent.parent
    node = outline.new(outline.below(parent), Kind.SECTION, "", parent, synthetic=True)
    node.level = line.number.count("#")
    start, end = title_in(line.text)
    node.title = line.text[start:end]
    node.spans.extend(cut(line, ((start, Role.MARK), (end - start, Role.TITLE), (len(line.text) - end, Role.MARK))))
    outline.numbered = node
