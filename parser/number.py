"""Printed clause numbers as values: `１0. 5 .3` -> (10, 5, 3) -> `10.5.3`, and which number may follow which."""

import re
import unicodedata
from itertools import pairwise

from headjudge.kb.clause import ClauseKey
from headjudge.parser.named import NamedTuple
from headjudge.parser.script import simplified

_PLAIN = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})*)([a-z]?)[. \t]*")
_PART = re.compile(r"\d{1,9}|[a-zA-Z]+")
_WORD = re.compile(r"[\W_]*(?P<word>chapter|part|section|article|law|rule|appendix|附录)[ \t]*", re.IGNORECASE)
_DOTTED = re.compile(r"\d+\.\d")
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_ROMAN_AFTER = dict(pairwise(("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv")))
"""Each of the first Roman numerals, and the one that follows it."""
_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_TENS = {"十": 10, "百": 100, "千": 1000}
UNITS = {"部分": "编", "篇": "编", "§": "条", "part": "编", "chapter": "章", "section": "节", "article": "条"}
"""The units of a statute by all their names."""
CHINESE_NUMERAL = "[〇零一二两三四五六七八九十百千]+"


class Number(NamedTuple):
    """The parts of a clause number, outermost first; letters stay letters. `separator` is the printed one.

    Where sections count by hundreds, the chapter is the first part and is `hidden` from print: 305.2 is (3, 305, 2).
    """

    parts: tuple[int | str, ...]
    separator: str = "."
    hidden: int = 0

    @property
    def key(self) -> ClauseKey:
        """The number as it is looked up: no spaces, no trailing dot, a letter directly behind its digits."""
        shown = self.parts[self.hidden :] or self.parts
        key = str(shown[0]) if shown else ""
        for part in shown[1:]:
            key += part if isinstance(part, str) and key[-1].isdecimal() else f"{self.separator}{part}"
        return ClauseKey(key)

    @property
    def parent(self) -> "Number":
        """The number without its last part."""
        shorter = self.parts[:-1]
        return Number(shorter, self.separator, min(self.hidden, max(0, len(shorter) - 1)))

    def follows(self, before: "Number") -> bool:
        """Whether this may come next after `before` in an unbroken text: its first child, or the next sibling at any level.

        >>> [n for n in ("1.2.1", "1.3", "2", "1.4", "1.2.2") if read_number(n).follows(read_number("1.2"))]
        ['1.2.1', '1.3', '2']
        """
        own, other = self.parts, before.parts
        if len(own) == len(other) + 1:
            first = (0, 1, "a") if not (self.hidden and len(own) == 2) else (int(str(own[0])) * 100, int(str(own[0])) * 100 + 1)
            return own[:-1] == other and (own[-1] in first or (own[-1] == "i" and isinstance(other[-1], str)))
        return 0 < len(own) <= len(other) and own[:-1] == other[: len(own) - 1] and own[-1] in _next(other[len(own) - 1])


def _next(part: int | str) -> tuple[int | str, ...]:
    """The part after `part`; the letters l and o may be skipped, since they look like figures. Some letters may be Roman.

    >>> _next("k"), _next(9), _next("z"), _next("iii")
    (('l', 'm'), (10,), ('aa',), ('iij', 'iv'))
    """
    if isinstance(part, int):
        return (part + 1,)
    if part.endswith("z"):
        return ("a" * (len(part) + 1),)
    following = part[:-1] + chr(ord(part[-1]) + 1)
    letters = (following, part[:-1] + chr(ord(part[-1]) + 2)) if following[-1] in "lo" else (following,)
    return (*letters, _ROMAN_AFTER[part]) if part in _ROMAN_AFTER else letters


def read_number(printed: str, *, hundreds: bool = False) -> Number:
    """The number that a mark prints, whatever stands around its digits.

    >>> read_number("１0. 5 .3.").key, read_number("第十二章").parts, read_number("305.2C", hundreds=True).parts
    ('10.5.3', (12,), (3, 305, 2, 'c'))
    >>> read_number("**3-1-2-4.**").key, read_number("Rule 1.2.").key, read_number("【1.2】").key
    ('3-1-2-4', '1.2', '1.2')
    """
    if (plain := _PLAIN.fullmatch(printed)) is not None:  # nearly every number of most books
        return _counted((*map(int, plain[1].split(".")), *plain[2]), ".", hundreds=hundreds)
    folded = simplified(unicodedata.normalize("NFKC", printed))
    if (word := _WORD.match(folded)) is not None and not _DOTTED.match(folded, word.end()):
        return _worded(word["word"].casefold(), folded[word.end() :])
    parts = tuple(int(part) if part.isdecimal() else part.lower() for part in _PART.findall(folded, word.end() if word else 0))
    if not any(isinstance(part, int) for part in parts):
        value = chinese_numeral(folded)
        return Number((value,) if value is not None else parts)
    return _counted(parts, "-" if re.search(r"\d\s*-\s*\d", folded) else ".", hundreds=hundreds)


def _counted(parts: tuple[int | str, ...], separator: str, *, hundreds: bool) -> Number:
    if hundreds and isinstance(parts[0], int) and parts[0] >= 100:
        return Number((parts[0] // 100, *parts), separator, 1)
    return Number(parts, separator)


def _worded(word: str, rest: str) -> Number:
    """The number behind a word; an appendix counts apart from chapters, by its letter if it has one.

    >>> [read_number(n).key for n in ("Chapter 3.", "Part IV", "附录B", "附录二", "Appendix")]
    ['3', '4', 'b', 'appendix.2', 'appendix']
    """
    bare = re.sub(r"[\W_]+", "", rest).casefold()
    value = int(bare[:9]) if bare.isdecimal() else chinese_numeral(bare)
    if word not in ("appendix", "附录"):
        return Number((value if value is not None else roman(bare) or bare or word,))
    if value is None and bare:
        return Number((bare,))
    return Number(("appendix",) if value is None else ("appendix", value))


def roman(text: str) -> int | None:
    """The value of a Roman numeral; None if it is none.

    >>> roman("iv"), roman("xii"), roman("ab")
    (4, 12, None)
    """
    values = [_ROMAN.get(char, 0) for char in text[:12].casefold()]
    if not values or not all(values):
        return None
    return sum(-value if value < after else value for value, after in zip(values, [*values[1:], 0], strict=True))


def chinese_numeral(text: str) -> int | None:
    """The value of the first Chinese numeral in `text`, up to 9999; None without one.

    >>> [chinese_numeral(n) for n in ("第十章", "二十一、", "一百零三条", "第两百条", "章")]
    [10, 21, 103, 200, None]
    """
    found = re.search(CHINESE_NUMERAL, text)
    if not found:
        return None
    total = digit = 0
    for char in found[0][:12]:
        if char in _TENS:
            total += (digit or 1) * _TENS[char]
            digit = 0
        else:
            digit = digit * 10 + _DIGITS[char]
    return total + digit
