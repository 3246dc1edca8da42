"""What a reader names a clause by: a number in any of the ways people write one, with or without its game and edition."""

import re
import unicodedata

from headjudge.parser.named import NamedTuple


class Address(NamedTuple):
    """What a reader names: `10.5.3`, `palworld:10.5.3`, or `palworld@2026-07:10.5.3`."""

    game: str
    edition: str
    key: str


# Compiled only where they are needed: most numbers are typed plainly, and a look-up is over in milliseconds.
_ADDRESS = r"(?s:(?:(?P<game>[^\W\d][\w-]*)(?:[@＠](?P<edition>[^:：\s]+))?\s*[:：](?=\s*\S))?\s*(?P<key>.*))"
_NUMBER = r"(?a:\d{1,4}(?:[.-]\d{1,4})*[a-z]{0,2}(?:\.(?:\d{1,4}|[a-z]{1,4}))*(?:/[^\s/]{1,6})*(?:~\d{1,4})?)"
_ITEM = r"(?<=[\w)])\((?=(?:[0-9a-z]{1,4}|[一二三四五六七八九十]{1,3})\))"
_LEAD = r"(?:第|规则|規則|rule|chapter|section|cr|§|#)+(?=[\d零〇一二两三四五六七八九十百])"
_TAIL = r"(?<=[\d零〇一二两三四五六七八九十百])[章节節条條款项項]$"
_NUMERAL = "[零〇一二两三四五六七八九十百]+"
_LONGEST = 64
"""Characters; what is longer is no number, and is not looked at."""

_BETWEEN = r"\s*[,、;&和与及]\s*|\s+"
_RANGE = r"(?a:(?P<parent>(?:\d{1,4}\.)+)(?P<first>\d{1,4})[-~‐-―至到](?P<other>(?:\d{1,4}\.)+)?(?P<last>\d{1,4}))"
_MOST = 50
"""Clauses of a range; who wants more wants the chapter."""


def fold_number(words: str) -> str:
    """A typed number as clauses are keyed: full-width forms, stray spaces, brackets and a trailing dot folded; '' if it is
    no number.

    >>> fold_number(" １０. ５．3 "), fold_number("（11.2.2.4）"), fold_number("第十章"), fold_number("2.6.1②")
    ('10.5.3', '11.2.2.4', '10', '2.6.1/②')
    >>> fold_number("10,5，3"), fold_number("10..5.3"), fold_number("10.5.3 10.5.4")
    ('10.5.3', '10.5.3', '')
    >>> fold_number("规则305.2C"), fold_number("3—1—2"), fold_number("检查时点"), fold_number("10.5.3 检查")
    ('305.2c', '3-1-2', '', '')
    >>> fold_number("1.2.C"), fold_number("1.2.b.ii"), fold_number("5.06(b)(1)"), fold_number("3/（一）")
    ('1.2c', '1.2b.ii', '5.06/(b)/(1)', '3/(一)')
    """
    if words.isascii() and all(part.isdigit() and len(part) <= 4 for part in words.split(".")):
        return words  # as most are typed: no expression needs to be compiled
    if not words.isascii():
        from headjudge.kb.fold import seen

        words = seen(words)
    if len(words) > _LONGEST or len(re.findall(r"(?<!\S)\d+(?:[.-]\d+)+(?!\S)", words)) > 1:  # two numbers are not one
        return ""
    bare = re.sub(r"\s+", "", words)
    circled = bare[-1:] if "①" <= bare[-1:] <= "⑳" else ""
    folded = unicodedata.normalize("NFKC", bare.removesuffix(circled)).casefold()
    folded = re.sub(r"^\((.*)\)$", r"\1", folded)
    folded = (
        re.sub(r"(?<=\d)[,.]+(?=\d)", ".", re.sub(r"[‐-―]", "-", folded.replace("。", ".")))
        .strip("[]【】「」:,、" if "(" in folded[1:] else "()[]【】「」:,、")
        .removesuffix(".")
    )
    folded = re.sub(_ITEM, "/(", re.sub(r"(?<=\d)\.(?=[a-z])", "", folded))
    lead = re.match(_LEAD, folded)
    folded = re.sub(_TAIL, "", folded[lead.end() :] if lead else folded)
    if re.fullmatch(_NUMERAL, folded) and folded != bare:  # 十 alone is a word; 第十章 is a number
        from headjudge.parser.number import chinese_numeral

        folded = str(chinese_numeral(folded))
    key = folded.removesuffix("/") + (f"/{circled}" if circled else "")
    return key if re.fullmatch(_NUMBER, key) else ""


def numbers_in(words: str) -> list[str]:
    """The clause ids of a typed list or range, each with the game that stands before the first; none for anything else. Where
    commas stand for dots, it is one number.

    >>> numbers_in("10.5.3，10.5.4、11.2"), numbers_in("palworld:10.5.3-10.5.5"), numbers_in("10.5.3~4")
    (['10.5.3', '10.5.4', '11.2'], ['palworld:10.5.3', 'palworld:10.5.4', 'palworld:10.5.5'], ['10.5.3', '10.5.4'])
    >>> numbers_in("10,5,3"), numbers_in("10.5.3"), numbers_in("10.5.3-10.6.1"), numbers_in("3-1-2"), numbers_in("10.5.3, 检查")
    ([], [], [], [], [])
    """
    found = re.match(_ADDRESS, unicodedata.normalize("NFKC", words[: _MOST * _LONGEST].strip()))
    assert found is not None  # every part of it may be empty
    listed = [part for part in re.split(_BETWEEN, found["key"].strip("()[] ")) if part]
    numbers = [number for part in listed for number in (_range(part) or [fold_number(part)])]
    if len(numbers) < 2 or not all("." in number for number in numbers):
        return []
    game = found[0].removesuffix(found["key"])
    return [game + number for number in numbers]


def _range(words: str) -> list[str]:
    """The numbers from the first to the last of the same parent, ends included."""
    ends = re.fullmatch(_RANGE, words)
    if not ends or (ends["other"] or ends["parent"]) != ends["parent"]:
        return []
    first, last = int(ends["first"]), int(ends["last"])
    return [f"{ends['parent']}{tail}" for tail in range(first, last + 1)] if 0 < last - first < _MOST else []


def read_address(words: str) -> Address:
    """The parts of a clause id, each '' where it is left out; the key is folded if it is a number.

    >>> read_address("palworld@2026-07:10.5.3"), read_address("Palworld：10．5.3")
    (Address(game='palworld', edition='2026-07', key='10.5.3'), Address(game='palworld', edition='', key='10.5.3'))
    """
    # what a command line could not decode comes as surrogates, which no database takes
    named = words.encode("utf-8", "replace").decode("utf-8").strip()
    if ":" not in named and "：" not in named:
        return Address("", "", fold_number(named) or named)
    found = re.match(_ADDRESS, named)
    assert found is not None  # every part of it may be empty
    key = found["key"].strip()
    return Address((found["game"] or "").casefold(), found["edition"] or "", fold_number(key) or key)
