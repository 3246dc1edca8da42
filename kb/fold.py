"""One spelling for what a reader means alike: width, case, traditional and simplified characters, stray spaces.

Folded text is what search compares: a query finds exactly the clauses whose folded text contains the folded query.
"""

import re
import unicodedata
from array import array
from codecs import charmap_decode
from collections.abc import Iterable, Mapping
from functools import cache

from headjudge.parser.named import NamedTuple

LETTER = r"[0-9a-z\u00c0-\u024f\u0370-\u06ff\u1e00-\u1fff]"
"""A folded letter or figure of a script that parts its words (Latin, Greek, Cyrillic, Hebrew, Arabic)."""

_MARK = r"[\u0300-\u2e7f\u302a-\u302f\u3099\u309a\ua66f-\uabff\ufe20-\ufe2f\U00010000-\U0001efff]"
"""What has combining marks; wide characters and Latin letters have none of their own."""
_UNSEEN = "[\xad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]"
"""Spaces without width, joiners, marks that change the direction or the look of what is beside them."""


def fold(text: str, variants: Mapping[str, str]) -> str:
    """`text` in one width, case and script, with spaces kept between Latin words only.

    >>> fold("檢查 時點（１０. ５）Rule  Book", {"檢": "检", "時": "时", "點": "点"})
    '检查时点(10.5)rule book'
    >>> fold("检\u200b查\u202e时点", {})
    '检查时点'
    """
    folded = " ".join((text.lower() if text.isascii() else _wide_folded(text, variants)).split())
    if " " not in folded:
        return folded
    folded = _stray_space().sub("", folded)
    # a mark may stand behind another letter once a space between them is gone
    return folded if folded.isascii() else unicodedata.normalize("NFKC", folded)


def seen(text: str) -> str:
    """`text` without the characters that nobody sees: what a copy from a page or a chat brings along between the letters.

    >>> seen("检\u200b查\u202e时点"), seen("\ufeff10.5\u2060.3"), seen("①\ufe0f")
    ('检查时点', '10.5.3', '①')
    """
    return text if text.isascii() else _odd().unseen.sub("", text)


@cache
def _stray_space() -> re.Pattern[str]:
    """Begins with the space, which a search for it jumps to."""
    return re.compile(f" (?:(?!{LETTER})|(?<!{LETTER} ))")


class _Odd(NamedTuple):
    """What only some texts have, and only those in more than ASCII: compiled when one comes along."""

    unseen: re.Pattern[str]
    surrogate: re.Pattern[str]
    """What a command line could not decode; no database takes it."""
    marks: re.Pattern[str]
    """A long run of marks. Begins with one of them, which a search for it jumps to."""


@cache
def _odd() -> _Odd:
    return _Odd(*map(re.compile, (_UNSEEN, r"[\ud800-\udfff]", f"{_MARK}{_MARK}{{30,}}")))


def _wide_folded(text: str, variants: Mapping[str, str]) -> str:
    odd = _odd()
    text = odd.marks.sub(_broken_run, odd.unseen.sub("", odd.surrogate.sub("\ufffd", text)))
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    if variants.keys().isdisjoint(folded):
        return folded
    return "".join([variants.get(char, char) for char in folded])


def _broken_run(run: re.Match[str]) -> str:
    """The run with a joiner after every 30 marks in a row, as Unicode's stream-safe format has it (UAX 15, D4): to put marks in
    order takes time that grows with the square of their number, and ten thousand on one letter are no text.
    """
    out, marks = [], 0
    for char in run[0]:
        marks = marks + 1 if unicodedata.combining(char) else 0
        if marks > 30:
            out.append("\u034f")
            marks = 1
        out.append(char)
    return "".join(out)


def _letter(code: int) -> str:
    """What stands for an ASCII sign, space or control in the index, whose `ascii` tokenizer would take it for the end of a
    token: its full-width form, or (controls have none) a half-width kana. Folding leaves neither in any text."""
    if code < 0x20 or code == 0x7F:
        return chr(0xFF61 + min(code, 0x20))
    return "\u3000" if code == 0x20 else chr(0xFF00 + code - 0x20)


_SPACE = " ".encode("utf-32-le")
_ASCII_LETTERS = "".join(chr(code) if chr(code).isalnum() else _letter(code) for code in range(0x80))
_LETTERS = {code: _letter(code) for code in range(0x80) if not chr(code).isalnum()}


def tokens(folded: str) -> str:
    """The text for the full-text index: at each position that character and its successor, the last one alone.

    >>> tokens("检查时点")
    '检查 查时 时点 点'
    """
    # the same as " ".join(one + two for ...), ten times faster: nothing is made for each character
    if folded.isascii():  # ten times faster than `translate`, which looks every character up by itself
        lettered, _ = charmap_decode(folded.encode("ascii"), "strict", _ASCII_LETTERS)
    else:
        lettered = folded.translate(_LETTERS)
    letters = array("I", lettered.encode("utf-32-le"))
    out = array("I", _SPACE) * (3 * len(letters))
    out[0::3] = letters
    out[1::3] = letters[1:] + array("I", _SPACE)[: len(letters)]
    return out.tobytes().decode("utf-32-le").rstrip(" ")


def words(query: str, variants: Mapping[str, str]) -> list[str]:
    """The folded words of a query, each of which a clause must contain.

    >>> words("  伤害　 战斗 ", {})
    ['伤害', '战斗']
    """
    return list(dict.fromkeys(folded for word in query.split() if (folded := fold(word, variants).strip())))


def match(folded: Iterable[str]) -> str:
    """The full-text expression for all of these words; every sign in them is text.

    >>> match(["点", "检查时"])
    '"点"* AND "检查 查时"'
    """
    return " AND ".join(_phrase(word) for word in folded)


def _phrase(word: str) -> str:
    if len(word) == 1:
        return f'"{word.translate(_LETTERS)}"*'
    return '"' + tokens(word).rpartition(" ")[0] + '"'


@cache
def all_variants() -> Mapping[str, str]:
    """Traditional characters and the simplified ones that search reads them as (one character for one).

    The table is OpenCC's; it is loaded when a knowledge base is built, and kept in it.
    """
    from opencc import OpenCC

    wide = [chr(code) for code in range(0x3400, 0xA000)]
    simplified = OpenCC("t2s").convert("\n".join(wide)).split("\n")
    table = {old: new for old, new in zip(wide, simplified, strict=True) if old != new and len(new) == 1}
    return {old: table.get(new, new) for old, new in table.items()}
