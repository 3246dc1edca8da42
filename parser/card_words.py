"""The words of card text, one spelling for each: the data of `card_words.toml`, and text folded by it."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from headjudge.parser.named import NamedTuple
from headjudge.parser.packaged import files

_HALF = "+-/%[]0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SIGNS = dict(zip("(),;:?!−–－<>⟨⟩＜＞・•●", "（），；：？！---〈〉〈〉〈〉···", strict=True))
_WIDTH = {ord(char) + 0xFEE0: char for char in _HALF} | {ord(char): sign for char, sign in _SIGNS.items()}


@cache
def _spelling() -> Mapping[int, str]:
    """How single characters are written: wide ones as narrow ones, traditional ones as the simplified ones."""
    return str.maketrans(_WIDTH | {ord(old): new for old, new in words().characters.items()})


class Folded(NamedTuple):
    """Text with every word in its one spelling. `at` has the source offset of each character, and of the end."""

    text: str
    at: tuple[int, ...]

    def cut(self, start: int, end: int) -> "Folded":
        """A part of it; the offsets stay those of the source."""
        return Folded(self.text[start:end], self.at[start : end + 1])


def joined(parts: Sequence[Folded]) -> Folded:
    """The parts put together; at least one."""
    at = [offset for part in parts for offset in part.at[:-1]]
    return Folded("".join([part.text for part in parts]), (*at, parts[-1].at[-1]))


@dataclass(frozen=True, slots=True)
class Words:
    """The vocabulary: `same` maps a printed word to the one that the grammar knows, `classes` the words of each class."""

    same: Mapping[str, str]
    keywords: Mapping[str, str]
    labels: Mapping[str, str]
    quick: str
    classes: Mapping[str, tuple[str, ...]]
    meanings: Mapping[str, Mapping[str, str]]
    characters: Mapping[str, str]
    unruled: Mapping[str, str]
    asides: Mapping[str, tuple[str, ...]]


@cache
def words() -> Words:
    """The shipped vocabulary."""
    data = tomllib.loads((files("headjudge.parser") / "card_words.toml").read_text("utf-8"))
    lists = {name: tuple(table["words"]) for name, table in data.items() if "words" in table}
    meanings = {name: data[name] for name in ("zones", "stats", "stretches")}
    classes = lists | {name: tuple(table) for name, table in meanings.items()}
    return Words(
        data["same"],
        data["keywords"],
        data["labels"],
        data["marks"]["quick"],
        classes,
        meanings,
        data["characters"],
        data["unruled"],
        {name: tuple(listed) for name, listed in data["asides"].items()},
    )


@cache
def _pattern() -> re.Pattern[str]:
    same = words().same
    protected = {*filter(None, same.values()), *(word for members in words().classes.values() for word in members)}
    ordered = sorted({*same, *protected}, key=len, reverse=True)
    names = "《[^《》\n]*》|「[^「」\n]*」"
    return re.compile(f"(?P<name>{names})|(?P<blank>\\s+)|(?P<word>{'|'.join(map(re.escape, ordered))})|(?P<other>.)", re.S)


def fold(text: str, start: int = 0) -> Folded:
    """The text in the grammar's words, without white space; `start` is where it stands in the text it was cut from.

    >>> fold("竖置 1张卡").text, fold("竖置 1张卡").at
    ('站立1张卡牌', (0, 1, 3, 4, 5, 5, 6))
    """
    said: list[str] = []
    at: list[int] = []
    for match in _pattern().finditer(text.translate(_spelling())):
        if match.lastgroup == "blank":
            continue
        word = match[0]
        if match.lastgroup == "name":
            word = text[match.start() : match.end()]
        elif match.lastgroup == "word":
            word = words().same.get(word, word)
        said.append(word)
        last = match.end() - match.start() - 1
        at.extend(start + match.start() + min(offset, last) for offset in range(len(word)))
    return Folded("".join(said), (*at, start + len(text)))
