"""What goes on with a list of references and has only the end of a number: `rules 200.1a-b and 300`, `（1.1.1、3）`,
`第三条第一项、第三项`."""

import re
from collections.abc import Iterator

from headjudge.parser.named import NamedTuple

_ANNOUNCED = re.compile(
    r"(?:[（(]|见|参[照考阅]|根据|按照|依[照据]|规则|返回|进入|适用|除|(?<![A-Za-z])(?:[Rr]ules?|[Ss]ections?|[Ss]ee|[Uu]nder) )"
    r"\s?(?:[0-9０-９a-zA-Z.．\-–~～至到、和或与及]|, ?| and | or | to | through ){0,80}$"
)
"""What shows that a list is one of clauses and not of amounts: it stands before the first member."""
_WIDE = 100
_NEXT = re.compile(
    r"\s?(?:、|和|或|与|以?及|,\s?and\s|,\s?or\s|,\s|\sand\s|\sor\s)\s?(?P<number>[0-9０-９]{1,3})"
    r"(?=\s?(?:[。，；、）)\]：:;,和或与及]|[.．](?![0-9０-９])|$)|\s(?:and|or|for|in|on|is|are|appl\w+|cover\w*|defin\w+|describ\w+|explain\w*|govern\w*)\s)"
)
"""A bare member ends the list or is followed by another one: 1.1.1和2张卡 is an amount."""


def bare_members(words: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where the bare numbers stand that follow the reference at `start` to `end`, if its list is one of clauses.

    >>> words = "See rules 200.1a-b, 201 and 300."
    >>> [words[a:b] for a, b in bare_members(words, 10, 18)]
    ['201', '300']
    >>> list(bare_members("费用为1.1和2。", 3, 6))
    []
    """
    following = _NEXT.match(words, end)
    if following is None or not _ANNOUNCED.search(words, max(0, start - _WIDE), start):
        return
    while following is not None:
        yield following.span("number")
        following = _NEXT.match(words, following.end("number"))


_ARTICLE = re.compile(r"第[^第款项条]+条(?:之[^第款项]+)?")
_PARAGRAPH = re.compile(r"第[^第款项]+款")
_PART = re.compile(
    r"(?P<joint>[、和或与及至到]|以及)?第?[（(]?(?P<value>[一二三四五六七八九十0-9]{1,3})[）)]?"
    r"(?:(?P<unit>[款项])|(?=[、和或与及至到]第?[（(]?[一二三四五六七八九十0-9]{1,3}[）)]?[款项、]))"
)


class Part(NamedTuple):
    """A paragraph or item whose article is said before it: its full number, where it stands, and whether a range ends with it."""

    number: str
    start: int
    end: int
    ends_range: bool


_ITEM = re.compile(
    r"[的之]?(?:第[（(]?(?P<value>[一二三四五六七八九十0-9]{1,3})[）)]?项|(?P<mark>[（(](?:[一二三四五六七八九十]{1,3}|[0-9]{1,2}|[a-z]|[ivx]{2,4})[）)]))"
)


def item_behind(words: str, end: int) -> Part | None:
    """The item of a numbered clause that stands behind its number: `3.3.1第（二）项`, `3.3.1（二）`, `1.1.1(a)`.

    >>> item_behind("见3.3.1第（二）项。", 6), item_behind("见3.3.1（2.1）。", 6)
    (Part(number='二', start=6, end=11, ends_range=False), None)
    """
    found = _ITEM.match(words, end)
    return (
        Part((found["value"] or found["mark"]).strip("（）()"), found.start(), found.end(), ends_range=False) if found else None
    )


def article_parts(words: str, start: int, end: int) -> Iterator[Part]:
    """The further paragraphs (款) and items (项) of the article that the reference at `start` to `end` names.

    >>> words = "第三条第一款第一、二项和第四项"
    >>> [(part.number, words[part.start:part.end]) for part in article_parts(words, 0, 6)]
    [('第三条第一款第一项', '第一'), ('第三条第一款第二项', '二项'), ('第三条第一款第四项', '第四项')]
    """
    said = words[start:end]
    article, paragraph = _ARTICLE.match(said), _PARAGRAPH.search(said)
    if article is None:
        return
    waiting: list[re.Match[str]] = []
    following = _PART.match(words, end)
    while following is not None and (following["joint"] or "第" in following[0][:1] or waiting):
        waiting.append(following)
        if unit := following["unit"]:
            above = article[0] + (paragraph[0] if paragraph and unit == "项" else "")
            for part in waiting:
                begins = part.end("joint") if part["joint"] else part.start()
                yield Part(f"{above}第{part['value']}{unit}", begins, part.end(), part["joint"] in ("至", "到"))
            waiting = []
        following = _PART.match(words, following.end())
