"""A glossary: each entry is a term and what it means, on one line (`术语：说明`), in a table, or on two and more."""

import re

from headjudge.kb.clause import Kind, Role
from headjudge.parser.blocks import Line
from headjudge.parser.draft import Draft, as_plain, cut, in_role, title_in
from headjudge.parser.numbered import is_title, width
from headjudge.parser.outline import Outline
from headjudge.parser.script import simplified

_ENTRY = re.compile(
    r"(?P<before>[\s*_“「【\"•・●◆-]*)(?P<term>[^：:—–|*“”「」【】\"。；]{1,40}?)(?P<between>[\s*_”」】\"]*(?:[：:]|——|\s[–—-]\s)[\s*_]*)(?P<words>\S.*)",
    re.DOTALL,
)
_SPREAD = re.compile(r"(?<=[一-鿿])[ 　\t]+(?=[一-鿿])")
"""Space that only spreads a short heading: 附　则."""
_TERM_WIDTH = 48
_HEADING_WIDTH = 24
_ENDED = re.compile(r"""[.。!?][”"’']?$""")


def bare_heading(line: Line) -> str:
    """The words of a heading without marks around them."""
    if len(line.text) > _HEADING_WIDTH:
        return ""
    words = line.text if line.mark in ("CHAPTER", "UNIT", "NUMBER") or not line.number else line.number + line.text
    words = simplified(_SPREAD.sub("", words.strip(" \t　#*:：【】")))
    return words.casefold() if words.isascii() else words


def add_part(outline: Outline, line: Line, *, glossary: bool) -> None:
    """Adds the heading of a glossary, or of what follows the rules (credits), that has no number."""
    shaped = line if line.mark == "HEADING" and line.text else as_plain(line)
    start, end = title_in(shaped.text)
    title = shaped.text[start:end].rstrip("：: ")
    node = outline.new(outline.unused(title.casefold()), Kind.CHAPTER, "", outline.root, synthetic=True)
    node.title, node.level = title, 1
    parts = ((start, Role.MARK), (len(title), Role.TITLE), (len(shaped.text) - start - len(title), Role.MARK))
    node.spans.extend(cut(shaped, parts))
    outline.numbered = node
    outline.glossary = node if glossary else None


def add_entry(outline: Outline, line: Line) -> None:
    """A line of a glossary: a term with its explanation, a term alone, or (more of) an explanation."""
    glossary = outline.glossary
    assert glossary is not None
    plain = as_plain(line)
    last, words = outline.last, plain.text.strip()
    one_line = _ENTRY.fullmatch(plain.text)
    if glossary.unnumbered == 0:
        glossary.style = "：" if one_line and width(one_line["term"]) <= _TERM_WIDTH else "term"
    if glossary.style == "：" and one_line and not (last.unfinished and not outline.blank and last is not glossary):
        _add_one_line(outline, glossary, plain, one_line)
    elif glossary.style == "：" and last is not glossary:
        _explain(outline, last, plain, words)
    elif last is glossary or _is_term(outline, last, words):
        node = _row(outline, glossary)
        node.title = words
        node.spans.extend(in_role(line, Role.TITLE))
    else:
        _explain(outline, last, plain, words)


def _is_term(outline: Outline, last: Draft, words: str) -> bool:
    """A term stands behind a blank line, or behind a finished explanation if it is no sentence itself."""
    short = is_title(words) and width(words) <= _TERM_WIDTH and not _ENDED.search(words)
    if outline.blank:
        return last.has_text or short
    return short and last.has_text and not last.unfinished


def _explain(outline: Outline, last: Draft, plain: Line, words: str) -> None:
    if last.unfinished and not outline.blank:
        last.go_on(words)
    else:
        last.say(words)
    last.spans.extend(plain.spans)


def _add_one_line(outline: Outline, glossary: Draft, plain: Line, entry: re.Match[str]) -> None:
    node = _row(outline, glossary)
    term = entry["term"].strip()
    node.title = term
    node.say(entry["words"].strip())
    between = len(entry["term"]) - len(term) + len(entry["between"])
    parts = ((len(entry["before"]), Role.MARK), (len(term), Role.TITLE), (between, Role.MARK), (len(entry["words"]), Role.TEXT))
    node.spans.extend(cut(plain, parts))


def _row(outline: Outline, glossary: Draft) -> Draft:
    return outline.new(outline.below(glossary), Kind.ROW, "", glossary, synthetic=True)
