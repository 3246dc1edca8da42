"""Where a text fixes the meaning of a word: quoting clauses (`称为“X”`, `“X”是指`, `X是指`), formulas, and section titles."""

import re
from dataclasses import replace

from headjudge.kb.clause import Clause, Definition, Kind
from headjudge.parser.dialect import Dialect

_QUOTE = r"[“「『\"【](?P<term>[^“”「」『』\"【】（）()]{1,24}?)(?:[（(][^（）()]*[）)])?[”」』\"】]"
_BARE = r"(?:^|(?<=[。；]))(?P<term>[^\s，。；：、（）()“”「」]{2,14}?)"
_STYLES = (
    ("formula", re.compile(_QUOTE + r"(?:[（(][^（）()]*[）)])?\s?意味着")),
    ("means", re.compile(_QUOTE + r"\s?[，,]?\s?(?:是指|指的是|指|means\b|is defined as)")),
    ("called", re.compile(r"(?:称为|称作|叫做|统称为|简称为?|名为|is called|are called)\s?" + _QUOTE)),
    ("means", re.compile(_BARE + r"(?:[（(][^（）()]{1,20}[）)])?[，,]?(?:是指|指的是)")),
    ("called", re.compile(r"(?:被称为|称为|统称为|称作)(?P<term>[^\s，。；：、（）()“”「」]{2,12})(?=[。；，]|$)")),
)
_PLACEHOLDER = re.compile(r"[（(][^（）()]*[）)]")
_TITLE_PARTS = re.compile(r"\s*[/／、]\s*|(?<=[\w）)])(?:和|与|及)(?=[\w（(])")


def define(clause: Clause, dialect: Dialect) -> Clause:
    """The clause with the words that it defines, each once, the strongest form first."""
    found: dict[str, Definition] = {}
    for style, pattern in _STYLES:
        for match in pattern.finditer(clause.text):
            word = _PLACEHOLDER.sub("", match["term"]).strip(" .。~～…")
            if _is_term(word, dialect):
                found.setdefault(word, Definition(word, style))
    if clause.kind is Kind.SECTION:
        for word in title_terms(clause.title):
            if _is_term(word, dialect):
                found.setdefault(word, Definition(word, "title"))
    return replace(clause, definitions=tuple(found.values())) if found else clause


def title_terms(title: str) -> list[str]:
    """The words that a section title introduces.

    >>> title_terms("站立/横置"), title_terms("拥有者和控制者"), title_terms("迅捷（クイック）"), title_terms("（造成）伤害")
    (['站立', '横置'], ['拥有者', '控制者'], ['迅捷'], ['伤害'])
    """
    bare = _PLACEHOLDER.sub("", title).strip("【】[]「」 ")
    return [word for part in _TITLE_PARTS.split(bare) if (word := part.strip())]


def _is_term(word: str, dialect: Dialect) -> bool:
    """Whether a word can be linked wherever it stands: long enough, no pattern, and no heading such as `概述`."""
    return len(word) > 1 and word not in dialect.not_terms and not re.search(r"[～~…，。；：\d]|X$", word)
