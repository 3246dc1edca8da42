"""The marks of steps, and which list a step goes on with: 1) a) i), ①, （二）, 一、."""

import re

from headjudge.kb.clause import Kind
from headjudge.parser.draft import Draft
from headjudge.parser.number import chinese_numeral, roman
from headjudge.parser.outline import Outline

_BARE = re.compile(r"[（(]?(?P<bare>[^（）().．、\s*]+)")
_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳㉑㉒㉓㉔㉕㉖㉗㉘㉙㉚㉛㉜㉝㉞㉟"
_ROMAN_LETTERS = frozenset("ivx")
_INSIDE = (Kind.STEP, Kind.ITEM, Kind.EXAMPLE, Kind.NOTE)


def readings(mark: str) -> list[tuple[str, int]]:
    """What a mark may be: the style of its list, and its place in it.

    >>> readings("①"), readings("3)"), readings("（二）"), readings("i)")
    ([('①', 1)], [('1)', 3)], [('（一）', 2)], [('a)', 9), ('i)', 1)])
    """
    if mark[0] in _CIRCLED:
        return [("①", _CIRCLED.index(mark[0]) + 1)]
    match = _BARE.match(mark)
    bare = match["bare"] if match else ""
    head = "（" if mark[0] in "（(" else ""
    tail = "）" if head else ")" if mark[-1:] in ")）" else mark[-1:].replace("．", ".") if mark[-1:] in ".．、" else ""
    if bare.isdecimal():
        return [(f"{head}1{tail}", int(bare[:9]))]
    if bare.isascii():
        letter = [(f"{head}{'A' if bare.isupper() else 'a'}{tail}", ord(bare.casefold()) - 96)] if len(bare) == 1 else []
        value = roman(bare) if set(bare.casefold()) <= _ROMAN_LETTERS else None
        return letter + ([(f"{head}{'I' if bare.isupper() else 'i'}{tail}", value)] if value else [])
    return [(f"{head}一{tail}", chinese_numeral(bare) or 0)]


def step_owner(outline: Outline, mark: str) -> tuple[Draft, str, int]:
    """The node that a step belongs to, with the style and place that the mark has in its list: the list that it goes on
    with, else a new list below the last step, below a paragraph that announces one, or below the clause."""
    found = readings(mark) or [(mark, 0)]
    above = lists_above(outline)
    for step in above:
        for style, value in found:
            if step.style == style and value == step.value + 1 and step.parent is not None:
                return step.parent, style, value
    first = next(((style, value) for style, value in found if value == 1), None)
    if first and all(step.style != first[0] for step in above) and above:
        return above[0], *first
    style, value = first or found[0]
    same = next((step for step in above if step.style == style and step.parent is not None), None)
    if first and outline.last.kind is Kind.PARAGRAPH and (_of_article(outline) or _listed(outline, mark)):
        return outline.last, style, value
    if same is not None and same.parent is not None:
        return same.parent, style, value
    return outline.numbered, style, value


def lists_above(outline: Outline) -> list[Draft]:
    """The steps that the last node is or stands in, the innermost first."""
    out, node = [], outline.last
    while node.kind in _INSIDE and node.parent is not None:
        if node.kind is Kind.STEP:
            out.append(node)
        node = node.parent
    return out


def _of_article(outline: Outline) -> bool:
    """Whether the last node is a paragraph (款) of a statute that announces items."""
    return outline.last.announces and outline.numbered.number.startswith(("第", "Article", "ARTICLE"))


def _listed(outline: Outline, mark: str) -> bool:
    return f"{outline.numbered.key}/{mark}" in outline.nodes
