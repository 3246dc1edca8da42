"""Lists that are announced and missing, or that have another length than was announced."""

import re
from collections.abc import Iterator

from headjudge.kb.clause import Clause, Kind, Problem, Severity
from headjudge.kb.lint.book import Book
from headjudge.parser.number import chinese_numeral

_PROMISES = re.compile(r"(?:以下|下列|如下|一项|[Ff]ollowing|[Oo]ne of)[^。；.]{0,16}[：:]$")
_COUNTED = re.compile(
    r"(?P<count>[二两三四五六七八九十]|[2-9]|1[0-9])[种个类项步][\u4e00-\u9fff]{0,8}(?:，[^：，]{1,12})?(?:，?(?:依次|分别)[为是])?[：:]"
    r"(?P<list>[^。；：:]{3,120})(?=[。；]|$)"
)
_COUNTED_EN = re.compile(
    r"\b(?P<count>two|three|four|five|six|seven|eight|nine|ten) (?:[a-z-]+ ){0,2}"
    r"(?:kinds|types|categories|groups|forms|classes|colors|ways|parts|zones|areas|phases|steps)\b[^.:;]{0,40}: "
    r"(?P<list>[^.;:]{3,200})(?=[.;]|$)"
)
_VALUES = dict(zip(("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), range(2, 11), strict=True))
_PARENTHESES = re.compile(r"[（(][^（）()]*[）)]")
_JOINT = re.compile("[与及或]")
_SHORT = 12
"""A line that is no longer than this and has no sentence mark is a heading among items."""


def announced_list(book: Book) -> Iterator[Problem]:
    """Each clause that ends in a colon and is followed by no list."""
    for place, clause in enumerate(book.clauses):
        text = clause.text.rstrip()
        if not text.endswith(("：", ":")):
            continue
        following = book.clauses[place + 1] if place + 1 < len(book.clauses) else None
        if following is not None and following.parent == clause.key:
            continue
        if following is None or (_PROMISES.search(text) and not _continues(book, clause, following)):
            yield book.problem("missing_list", Severity.WARNING, clause, len(text) - 1, words=_ending(text))


def _ending(text: str) -> str:
    """The last words of a text, none of them cut.

    >>> _ending("The active player may choose one of the following:"), _ending("玩家选择以下一项：")
    ('one of the following:', '玩家选择以下一项：')
    """
    words = re.search(r"(?:(?<![A-Za-z])|(?=[^A-Za-z])).{1,22}$", text)
    return words[0].strip() if words else text


def _continues(book: Book, clause: Clause, following: Clause) -> bool:
    """Whether the next line may be the first of the list: the items of a flat list are no deeper than their head. It is none
    if it stands above the clause, or goes on with the headings that stand before the clause."""
    if following.parent != clause.parent:
        return False
    if following.kind not in (Kind.ITEM, Kind.STEP, Kind.PARAGRAPH, Kind.NOTE, Kind.ROW):
        return False
    siblings = book.children[clause.parent]
    before = siblings[: next(at for at, sibling in enumerate(siblings) if sibling.key == clause.key)]
    return not (_is_heading(following) and any(_is_heading(s) and s.text[-2:] == following.text[-2:] for s in before))


def _is_heading(clause: Clause) -> bool:
    return 2 < len(clause.text) <= _SHORT and not re.search(r"[。；：，]", clause.text)


def counted_list(book: Book) -> Iterator[Problem]:
    """Each list that has more or fewer members than its sentence counts."""
    for clause in book.rules:
        for match in _COUNTED.finditer(clause.text):
            members = [part for part in re.split(r"[、，]|和|以及", _PARENTHESES.sub("", match["list"])) if part.strip()]
            count = int(match["count"]) if match["count"].isdigit() else chinese_numeral(match["count"].replace("两", "二"))
            joined = len(members) + 1 if _JOINT.search(members[-1]) else 0  # 与 may also stand in a name
            if count and len(members) > 1 and count not in (len(members), joined):
                yield book.problem("counted_list", Severity.WARNING, clause, match.start(), count=count, found=len(members))
        for match in _COUNTED_EN.finditer(clause.text):
            listed = _PARENTHESES.sub("", match["list"])
            members = [part for part in re.split(r",\s*(?:and |or )?|\s+and\s+|\s+or\s+", listed) if part.strip()]
            count = _VALUES[match["count"]]
            if len(members) > 1 and len(members) != count:
                yield book.problem("counted_list", Severity.WARNING, clause, match.start(), count=count, found=len(members))
