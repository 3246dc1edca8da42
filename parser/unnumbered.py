"""Lines without a number: steps, items, examples, notes, words of a list, table rows and paragraphs, and what they belong to."""

import re
from collections.abc import Iterator

from headjudge.kb.clause import Kind, Role, Severity, Span
from headjudge.parser.blocks import Line
from headjudge.parser.draft import Draft, as_plain, cut
from headjudge.parser.numbered import is_title, width
from headjudge.parser.outline import Outline
from headjudge.parser.steps import step_owner

BELOW = {
    "STEP": Kind.STEP,
    "BULLET": Kind.ITEM,
    "ARROW": Kind.ITEM,
    "LABEL": Kind.ROW,
    "TABLE": Kind.ROW,
    "EXAMPLE": Kind.EXAMPLE,
    "NOTE": Kind.NOTE,
}
_SENTENCE = re.compile(r"[。；：！？，;!?]|[.:]\s|[.:]$")
_JOINS = re.compile(r"[，、（(,的和与或及且将把在于为是对从按照-]$|\b(?:the|an?|of|to|and|or|in|is|by)$")
_ENDING = frozenset("）)」』”】》，。；、：！？…,.;:!?")
_WORD_LENGTH = 16
_ITEM_LIST = -2
"""The level of a made-up clause that is an item of a list."""
_FULL_LINE = 40
"""A line of a text without numbers is broken only if it is at least so wide."""


def add_below(outline: Outline, line: Line, kind: Kind) -> None:
    """Adds a step, item, example, note, row or paragraph below the node that it belongs to."""
    number = re.sub(r"[.．、\s*]+$", "", line.number.strip(" \t*")) if kind is Kind.STEP else ""
    if outline.dialect.synthetic and kind in (Kind.ITEM, Kind.PARAGRAPH):
        _add_made_up(outline, line, kind)
        return
    style, value, level = "", 0, 0
    if kind is Kind.STEP:
        parent, style, value = step_owner(outline, line.number.strip(" \t*"))
        level = line.indent
    elif kind is Kind.ITEM:
        parent, level = _item_owner(outline, line)
    else:
        parent = outline.numbered
    key = outline.below(parent, line.number.strip(" \t　*") if kind is Kind.STEP and number.isdecimal() else number)
    if kind is Kind.STEP and parent.kind is Kind.CHAPTER and not outline.dialect.paragraphs and style == "①":
        kind = Kind.LEGEND
    node = outline.new(key, kind, number, parent, synthetic=True)
    node.level, node.style, node.value = level, style, value
    if line.mark == "TABLE":
        _fill_row(node, line, titled=outline.glossary is not None)
        return
    if line.mark == "LABEL":
        node.title = re.sub(r"-{2,}>\s*$", "", line.number).strip().strip("[]")
        node.spans.extend(_label_spans(line, node.title))
    else:
        node.spans.extend(line.spans)
    node.say(line.text.strip())


def _label_spans(line: Line, title: str) -> Iterator[Span]:
    """The spans of `[标记] ---> 说明`: only what is inside the brackets is the title."""
    for span in line.spans:
        if span.role is not Role.MARK:
            yield span
            continue
        before = line.number.index(title)
        lengths = (before, len(title), len(line.number) - before - len(title))
        marked = line._replace(spans=(span._replace(role=Role.TEXT),))
        yield from cut(marked, zip(lengths, (Role.MARK, Role.TITLE, Role.MARK), strict=True))


def _fill_row(node: Draft, line: Line, *, titled: bool) -> None:
    """A row of a table; in a glossary its first cell is the term."""
    text = line.text
    body = len(text.rstrip().removesuffix("|"))
    cell = text.find("|") if titled else -1
    if not 0 <= cell < body:
        node.say(text[:body].strip())
        node.spans.extend(cut(line, ((body, Role.TEXT), (len(text) - body, Role.MARK))))
        return
    node.title = text[:cell].strip()
    node.say(text[cell + 1 : body].strip())
    parts = ((cell, Role.TITLE), (1, Role.MARK), (body - cell - 1, Role.TEXT), (len(text) - body, Role.MARK))
    node.spans.extend(cut(line, parts))


def _item_owner(outline: Outline, line: Line) -> tuple[Draft, int]:
    """The node that an item belongs to, and its level among its like: arrows by their length, bullets by their indent."""
    last = outline.last
    arrow = line.mark == "ARROW"
    level = line.number.count("-") if arrow else line.indent + 1
    while last.parent is not None and last.kind is Kind.ITEM and (last.level > level or (arrow and last.level == level)):
        last = last.parent
    if arrow:
        return (last, level) if last.kind is Kind.ITEM else (outline.numbered, level)
    if last.kind is Kind.ITEM and last.level == level and last.parent is not None:
        return last.parent, level
    introduced = (last.kind in (Kind.STEP, Kind.ROW) and last.announces) or (last.kind is Kind.STEP and line.indent > last.level)
    return (last if introduced or last.kind is Kind.ITEM else outline.numbered), level


def _add_made_up(outline: Outline, line: Line, kind: Kind) -> None:
    """A paragraph or item of a text without numbers is a clause, numbered by its place."""
    parent = outline.numbered
    listed = kind is Kind.ITEM
    if not listed or parent.level == _ITEM_LIST or not (parent.kind is Kind.CLAUSE and parent.announces):
        while parent.parent is not None and parent.kind is Kind.CLAUSE and not (listed and parent.level == _ITEM_LIST):
            parent = parent.parent
    if listed and parent.level == _ITEM_LIST and parent.parent is not None:
        parent = parent.parent
    if not parent.key:  # before the first heading
        node = outline.new(outline.below(outline.root), Kind.PARAGRAPH, "", outline.root, synthetic=True)
    else:
        parent.made_up += 1
        key = outline.unused(f"{parent.key}.{parent.made_up}")
        node = outline.new(key, Kind.CLAUSE, key, parent, synthetic=True)
        node.level = _ITEM_LIST if listed and parent.kind is Kind.CLAUSE else 0
        outline.numbered = node
    node.say(line.text.strip())
    node.spans.extend(line.spans)


def add_plain(outline: Outline, line: Line) -> None:
    """A line without any mark: it goes on with a broken sentence, is the text of the heading above, a word of a list, or a
    paragraph (reported where the dialect has none)."""
    line = as_plain(line)
    words, last, dialect = line.text.strip(), outline.last, outline.dialect
    if goes_on(outline, line):
        outline.go_on(line)
    elif _takes_text(outline) and not _is_word(words):
        last.say(words)
        last.spans.extend(line.spans)
    elif _is_word(words) and not dialect.paragraphs:
        add_below(outline, line, Kind.LEGEND)
    else:
        add_below(outline, line, Kind.PARAGRAPH)
        if not dialect.paragraphs and outline.numbered.key:
            outline.problem("unnumbered_paragraph", Severity.NOTE, outline.last, line, words=words[:20])


def goes_on(outline: Outline, line: Line) -> bool:
    """Whether a line goes on with the one before, which breaks off within a sentence: it is half full at least, or ends in a
    word that joins, or this one begins with a sign that ends. Words of a list never break off."""
    last = outline.last
    if not last.unfinished or outline.blank or last.kind is Kind.LEGEND:
        return False
    if outline.dialect.synthetic:
        return width(last.tail) >= _FULL_LINE
    joined = _JOINS.search(last.tail) is not None or line.text.lstrip()[:1] in _ENDING
    return not last.tail or joined or 2 * outline.line_width >= outline.usual_width


def _takes_text(outline: Outline) -> bool:
    """Whether the last node is a heading whose own text comes now."""
    node = outline.numbered
    return bool(node.title) and not node.has_text and outline.last is node and not outline.dialect.synthetic


def _is_word(words: str) -> bool:
    return len(words) <= _WORD_LENGTH and is_title(words) and not _SENTENCE.search(words)
