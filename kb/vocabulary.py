"""The defined words of a rulebook, and where its texts use them: the longest word wins."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from headjudge.kb.fold import LETTER
from headjudge.parser.named import NamedTuple


class Mention(NamedTuple):
    """A defined word in a clause's text (offsets into it)."""

    word: str
    start: int
    end: int


class Vocabulary:
    """Words to be found in texts, whatever their case. Of words that differ in case only, the first counts.

    The longest word at a place is found by one regular expression, in time that does not grow with the number of words. A word
    that begins or ends with a letter or figure is none inside a longer one (`tap` in `taps`); Chinese has no such limits.
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._words: dict[str, str] = {}
        for word in filter(None, words):
            self._words.setdefault(_same_length(word), word)
        self._pattern = re.compile(_pattern(self._words)) if self._words else None

    def mentions(self, text: str, own: Collection[str] = (), taken: Collection[tuple[int, int]] = ()) -> Iterator[Mention]:
        """Every use of a word in `text` that is none of its `own` and does not overlap one of the runs `taken` (references).

        >>> list(Vocabulary(["检查", "检查时点", "Tap"]).mentions("检查时点；检查 taps tap", own=["检查"]))
        [Mention(word='检查时点', start=0, end=4), Mention(word='Tap', start=13, end=16)]
        """
        return map(Mention._make, self.uses(text, own, taken))

    def uses(self, text: str, own: Collection[str], taken: Collection[tuple[int, int]]) -> Iterator[tuple[str, int, int]]:
        """The mentions as bare (word, start, end): a rulebook has tens of thousands."""
        if self._pattern is None:
            return
        words, defined_here = self._words, {_same_length(word) for word in own}
        for found in self._pattern.finditer(_same_length(text)):
            said = found[0]
            if said in defined_here:
                continue
            start, end = found.span()
            for run_start, run_end in taken:
                if run_start < end and start < run_end:
                    break
            else:
                yield words[said], start, end


def _same_length(text: str) -> str:
    """`text` in one case, character by character, so that places in it stay (`ß` would become two)."""
    folded = text.casefold()
    if len(folded) == len(text):
        return folded
    return "".join([single if len(single := char.casefold()) == 1 else char for char in text])


Trie = dict[str, "Trie"]

_LETTERED = re.compile(LETTER)
_STOP = f"(?:(?!{LETTER})|(?<!{LETTER}))"
"""Not between two letters. Said once for all words, not in each: such a class takes long to compile."""


def _pattern(words: Iterable[str]) -> str:
    """
    >>> re.findall(_pattern(["检查", "检查时点", "时点", "tap"]), "检查时点和检查，时点 taps tap")
    ['检查时点', '检查', '时点', 'tap']
    """
    lettered: Trie = {}
    others: Trie = {}
    for word in words:
        node = lettered if _LETTERED.match(word) else others
        for char in word:
            node = node.setdefault(char, {})
        node[""] = {}
    beginnings = [f"(?<!{LETTER}){_expression(lettered)}"] * bool(lettered) + [_expression(others)] * bool(others)
    return f"(?:{'|'.join(beginnings)}){_STOP}"


def _expression(trie: Mapping[str, Trie]) -> str:
    """What may follow, the longest first."""
    branches = [re.escape(char) + _expression(rest) for char, rest in trie.items() if char]
    if "" in trie:
        branches.append("")
    return branches[0] if len(branches) == 1 else "(?:" + "|".join(branches) + ")"
