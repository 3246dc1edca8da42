"""The defined words of a rulebook, and where its texts use them: the longest word wins."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple


class Mention(NamedTuple):
    """A defined word in a clause's text (offsets into it)."""

    word: str
    start: int
    end: int


class Vocabulary:
    """Words to be found in texts, whatever their case. Of words that differ in case only, the first counts."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words: dict[str, str] = {}
        for word in filter(None, words):
            self._words.setdefault(word.casefold(), word)
        self._pattern = re.compile(_trie_pattern(self._words), re.IGNORECASE) if self._words else None

    def mentions(self, text: str, own: Collection[str] = (), taken: Collection[tuple[int, int]] = ()) -> Iterator[Mention]:
        """Every use of a word in `text` that is none of its `own` and does not overlap one of the runs `taken` (references).

        >>> list(Vocabulary(["检查", "检查时点", "Tap"]).mentions("检查时点；检查 taps tap", own=["检查"]))
        [Mention(word='检查时点', start=0, end=4), Mention(word='Tap', start=13, end=16)]
        """
        if self._pattern is None:
            return
        defined_here = {word.casefold() for word in own}
        for found in self._pattern.finditer(text):
            # a few letters fold to several (ß): such a match is none of the words
            folded = found[0].casefold()
            word = self._words.get(folded)
            inside = any(start < found.end() and found.start() < end for start, end in taken)
            if word is not None and folded not in defined_here and not inside:
                yield Mention(word, found.start(), found.end())


Trie = dict[str, "Trie"]


def _trie_pattern(words: Iterable[str]) -> str:
    """A regular expression that matches the longest of the words at a place, in time that does not grow with their number.
    A word of letters is none inside a longer one (`tap` in `taps`); Chinese has no such limits.

    >>> re.findall(_trie_pattern(["检查", "检查时点", "时点"]), "检查时点和检查，时点")
    ['检查时点', '检查', '时点']
    """
    trie: Trie = {}
    for word in words:
        node = trie
        for char in word:
            node = node.setdefault(char, {})
        node[""] = {}
    return _expression(trie, "")


_LATIN = re.compile(r"[^\W_\u2e80-\U0010ffff]")


def _expression(trie: Mapping[str, Trie], before: str) -> str:
    branches = []
    for char, rest in trie.items():
        if char:
            edge = r"(?<![^\W_\u2e80-\U0010ffff])" if not before and _LATIN.match(char) else ""
            branches.append(edge + re.escape(char) + _expression(rest, char))
    ends = "" in trie
    stop = r"(?![^\W_\u2e80-\U0010ffff])" if ends and _LATIN.match(before) else ""
    if not branches:
        return stop
    joined = branches[0] if len(branches) == 1 else "(?:" + "|".join(branches) + ")"
    if not ends:
        return joined
    return f"(?:{joined}|{stop})" if stop else f"(?:{joined})?"
