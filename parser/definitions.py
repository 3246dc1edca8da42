"""Where a text fixes the meaning of a word: quoting clauses (`称为“X”`, `“X”是指`, `X是指`), formulas, lists and titles."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache

from headjudge.kb.clause import Clause, Definition, Kind
from headjudge.parser.dialect import Dialect
from headjudge.parser.packaged import files

_NOTE = r"(?:[（(][^（）()]{0,40}[）)])?"
_QUOTE = rf"[“「『\"【](?P<term>[^“”「」『』\"【】（）()]{{1,40}}?){_NOTE}[”」』\"】]"
_WORD = r"[^\s，。；：、（）()“”「」\"'【】《》〈〉]"
_MENTIONED = "(?<!refers to a )(?<!refers to an )(?<!refers to the )"
"""Not in `a rule that refers to a "defending player" refers to ...`, which says who is meant in a case."""
_CALLED = "(?<!名)(?:称为|称作)"
"""Not in 名称为, which says what a card is called."""
_STYLES = (
    ("formula", ("意味着",), rf"{_QUOTE}{_NOTE}\s?意味着"),
    (
        "means",
        ("指", "means", "is defined as", "refers to"),
        rf"{_MENTIONED}{_QUOTE}\s?[，,]?\s?(?:是指|指的是|指(?![示定令派向出明引])|means\b|is defined as|refers to)",
    ),
    (
        "called",
        ("称", "叫做", "called", "known as", "referred to as"),
        rf"(?:{_CALLED}|叫做|简称|(?:called|known as|referred to as)(?: an?| the)?)\s?{_QUOTE}",
    ),
    ("called", ("名为",), rf"名为{_QUOTE}(?=的[^，。；]{{0,4}}(?:信息|数值|区域|状态|阶段|步骤|规则|标记|指示物))"),
    ("means", ("是指", "指的是"), rf"(?:^|(?<=[。；]))(?:所谓)?(?P<term>{_WORD}{{2,14}}?){_NOTE}[，,]?(?:是指|指的是)"),
    (
        "means",
        (" means ", " is defined as "),
        r"(?:^|(?<=[.;] ))(?:To |An? |The )?(?P<term>[A-Za-z][\w'-]*(?: [\w'-]+){0,3}) (?:means|is defined as) ",
    ),
    ("called", ("称为", "称作"), rf"{_CALLED}(?P<term>{_WORD}{{2,12}})(?=[。；，]|$)"),
    ("inline", ("【", "«"), r"[【«](?P<term>[^【】«»—→\-\s]{2,12})(?:-{2,}|—{1,2}|→)[^【】«»]"),
)
"""The forms of words, the strongest first, each behind the signs of which it needs one: most texts have none, and are not looked
at closely. `inline` is a card's 【束缚---不能移动】 or «束缚→不能移动»."""
_EXAMPLES = re.compile(r"例如|比如|譬如|例：|[Ff]or example")
_PLACEHOLDER = re.compile(r"[（(][^（）()]*[）)]")
_TITLE_PARTS = re.compile(r"(?<=[^\x00-\u2e7f])\s*[/／、]\s*|(?<=[\w）)])(?:和|与|及)(?=[\w（(])")
_VARIABLE = re.compile(r"(?:(?<=[^\x00-\u2e7f])|\s)(?:[XNＸ]|\[[^\[\]]*\])(?:—.*)?$|—.*$")
_NO_WORD = re.compile(r"[～~…，。；：！？\d{}\[\]《》〈〉<>|=]|^[\W_]+$")
_PHRASE = re.compile(
    r"^(?:某|该|这|那|其|此|本|各|每|任|所有|只有|部分|当|若|如果|由|对|在|与|一[张个名只次])|会有|将会|都是|也会|了$|.(?:可以|不能|没有)|(?:可以|不能|没有).|(?:时候|之后|之前)$"
    r"|^(?:if|it|this|that|these|those|your|the|an?|or|and|each|when|which|who|what|in|some|there)\b|\b(?:the|and|or)\b"
    r"|\b(?:that|which|who)$",
    re.IGNORECASE,
)
"""What makes words a part of a sentence and no name."""
_LONG = 6
"""A phrase with 的 that is longer is a description (`放置在区域中的卡牌的控制者`)."""


@cache
def _common() -> frozenset[str]:
    text = (files("headjudge.parser") / "common_words.toml").read_text("utf-8")
    return frozenset(tomllib.loads(text)["words"])


def definitions(clause: Clause, dialect: Dialect) -> tuple[Definition, ...]:
    """The words that the clause defines, each once, the strongest form first. Examples define nothing.

    A short common word is defined in the style `common`: it is found when asked for, and is no link where it is used.
    """
    if clause.kind in (Kind.EXAMPLE, Kind.CONTENTS, Kind.DOCUMENT):
        return ()
    found: dict[str, Definition] = {}
    for word, style in _defined(clause):
        if _is_term(word, style, dialect):
            found.setdefault(word, Definition(word, style if _links(word, dialect) else "common"))
    return tuple(found.values())


def _defined(clause: Clause) -> Iterator[tuple[str, str]]:
    """Every word that has the form of a definition, with its style."""
    if clause.kind is Kind.ROW and clause.title:
        yield _bare(clause.title), "row"
    for style, pattern in _forms(clause.text):
        example = _EXAMPLES.search(clause.text)
        for match in pattern.finditer(clause.text[: example.start()] if example else clause.text):
            yield _bare(match["term"]), style
    if clause.kind is Kind.SECTION:
        for word in title_terms(clause.title):
            yield _bare(word), "title"


def _forms(text: str) -> Iterator[tuple[str, re.Pattern[str]]]:
    """The forms of words that a text may have."""
    for style, signs, pattern in _STYLES:
        for sign in signs:  # `any` takes five times as long
            if sign in text:
                yield style, re.compile(pattern)
                break


def _bare(word: str) -> str:
    return _VARIABLE.sub("", _PLACEHOLDER.sub("", word)).strip(""" .。　"'“”""")


def title_terms(title: str) -> list[str]:
    """The words that a section title introduces.

    >>> title_terms("站立/横置"), title_terms("拥有者和控制者"), title_terms("迅捷（クイック）"), title_terms("（造成）伤害")
    (['站立', '横置'], ['拥有者', '控制者'], ['迅捷'], ['伤害'])
    """
    bare = _PLACEHOLDER.sub("", title).strip("【】[]「」 ")
    return [word for part in _TITLE_PARTS.split(bare) if (word := part.strip())]


def _is_term(word: str, style: str, dialect: Dialect) -> bool:
    """Whether a word is a name: no pattern, no part of a sentence, and no heading such as `概述`.

    >>> from headjudge.parser.dialect import dialect
    >>> [word for word in ("检查时点", "某张卡牌的拥有者", "变为", "3张") if _is_term(word, "means", dialect("dotted"))]
    ['检查时点']
    """
    if len(word) < 2 or word in dialect.not_terms or _NO_WORD.search(word):
        return False
    if style == "row":
        return True
    described = "的" in word and len(word) > _LONG and style != "title"
    return not _PHRASE.search(word) and not described and len(word.split()) <= 4


def _links(word: str, dialect: Dialect) -> bool:
    return word.casefold() not in _common() or word in dialect.terms
