"""One spelling for what a reader means alike: width, case, traditional and simplified characters, stray spaces.

Folded text is what search compares: a query finds exactly the clauses whose folded text contains the folded query.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping

_INNER_SPACE = re.compile(r"(?<![0-9a-z])\s+|\s+(?![0-9a-z])")
_SPACE = re.compile(r"\s+")
_PRIVATE = 0xE000
"""ASCII signs, spaces and controls separate tokens in SQLite's `ascii` tokenizer; moved here they are part of them."""


def fold(text: str, variants: Mapping[str, str]) -> str:
    """`text` in one width, case and script, with spaces kept between Latin words only.

    >>> fold("檢查 時點（１０. ５）Rule  Book", {"檢": "检", "時": "时", "點": "点"})
    '检查时点(10.5)rule book'
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    folded = "".join([variants.get(char, char) for char in folded])
    return _SPACE.sub(" ", _INNER_SPACE.sub("", folded))


def _letter(char: str) -> str:
    return char if char > "\x7f" or char.isalnum() else chr(_PRIVATE + ord(char))


def tokens(folded: str) -> str:
    """The text for the full-text index: at each position that character and its successor, the last one alone.

    >>> tokens("检查时点")
    '检查 查时 时点 点'
    """
    letters = [_letter(char) for char in folded]
    return " ".join([one + two for one, two in zip(letters, [*letters[1:], ""], strict=False)])


def words(query: str, variants: Mapping[str, str]) -> list[str]:
    """The folded words of a query, each of which a clause must contain.

    >>> words("  伤害　 战斗 ", {})
    ['伤害', '战斗']
    """
    return [folded for word in query.split() if (folded := fold(word, variants).strip())]


def match(folded: list[str]) -> str:
    """The full-text expression for all of these words; every sign in them is text.

    >>> match(["点", "检查时"])
    '"点"* AND "检查 查时"'
    """
    return " AND ".join(_phrase(word) for word in folded)


def _phrase(word: str) -> str:
    if len(word) == 1:
        return f'"{_letter(word)}"*'
    return '"' + tokens(word).rpartition(" ")[0] + '"'


def variants_in(texts: Iterator[str] | list[str]) -> dict[str, str]:
    """Traditional characters and the simplified ones that search reads them as (one character for one).

    The table is OpenCC's; it is loaded when a knowledge base is built, and kept in it.
    """
    from opencc import OpenCC

    convert = OpenCC("t2s").convert
    everything = {char for text in texts for char in text}
    everything.update(chr(code) for code in range(0x4E00, 0x9FFF))
    wide = sorted(char for char in everything if char > "\u2e7f")
    simplified = convert("\n".join(wide)).split("\n")
    return {old: new for old, new in zip(wide, simplified, strict=True) if old != new and len(new) == 1}
