"""The words of written Chinese, and a text cut into them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from itertools import combinations, pairwise
from math import log
from pathlib import Path

from headjudge.parser.named import NamedTuple
from headjudge.parser.packaged import files

_LONGEST = 4
"""Characters of the longest word in the list."""
_ENOUGH = {1: 100, 2: 15, 3: 120, 4: 150}
"""How frequent a word of that length must be in jieba's dictionary: of the longer ones many are no words but phrases."""
_NAMES = ("nr", "ns", "nt")
"""jieba's classes of persons, places and organisations."""
_TERM = log(50)
_UNKNOWN = 14.0
"""What it costs to read a term, and a character that is no listed word."""
_OFTEN = 3
"""How often two characters must stand together to be a word."""
_USUAL = 10
"""A word that is used so often is likelier than others at any place."""


class Word(NamedTuple):
    """A word in a text: its class is one letter (n noun, v verb, d adverb, ...), `t` for one of the rulebook's own terms and
    `x` for what is no Chinese word."""

    text: str
    start: int
    end: int
    kind: str


@cache
def listed(name: str) -> tuple[str, ...]:
    """The entries of a data file of this package, one a line; `#` starts a comment."""
    lines = (files("headjudge.kb.lint") / name).read_text("utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))


@cache
def word_set(name: str) -> frozenset[str]:
    """The words of one of the lists here (`free`, `plain`, `heads`, ...)."""
    return frozenset(listed(f"{name}.zh.txt"))


@cache
def common_words() -> Mapping[str, tuple[float, str]]:
    """Every word of the language with what it costs to read it in a text (less for a frequent one), and its class.

    The words are those of jieba's dictionary that are frequent enough for their length and name no person or place.
    """
    entries = [entry[1:] for entry in sorted(_dictionary(), key=lambda entry: -entry[0])]
    # by Zipf's law the n-th word is n times rarer than the first
    scale = log(log(len(entries)) + 1)
    return {word: (log(rank + 2) + scale, kind) for rank, (word, kind) in enumerate(entries)}


def _dictionary() -> Iterator[tuple[int, str, str]]:
    """Frequency, word and class of the words to be had, in the order of jieba's file (jieba itself is not imported)."""
    place = find_spec("jieba")
    assert place is not None
    assert place.origin is not None
    with Path(place.origin).with_name("dict.txt").open(encoding="utf-8") as lines:
        for line in lines:
            word, frequency, kind = line.rsplit(" ", 2)
            names = len(word) > 1 and kind.startswith(_NAMES)
            if len(word) <= _LONGEST and int(frequency) >= _ENOUGH[len(word)] and all(map(is_han, word)) and not names:
                yield int(frequency), word, kind[0]


@cache
def _sound(character: str) -> str:
    """How a character is read most often, tone aside; '' for what is no Chinese character."""
    from pypinyin import Style, pinyin  # half a second, and only a likely mistake asks for it

    return pinyin(character, style=Style.NORMAL, errors="ignore", strict=False)[0][0] if is_han(character) else ""


@cache
def _shapes() -> frozenset[frozenset[str]]:
    return frozenset(frozenset(pair) for group in listed("shapes.zh.txt") for pair in combinations(group, 2))


def look_alike(one: str, other: str) -> bool:
    """Whether two characters look much the same.

    >>> look_alike("己", "已"), look_alike("里", "理")
    (True, False)
    """
    return frozenset((one, other)) in _shapes()


def easily_confused(one: str, other: str) -> bool:
    """Whether two characters are read with the same syllable, tone aside, or look much the same.

    >>> easily_confused("里", "理"), easily_confused("己", "已"), easily_confused("里", "重")
    (True, True, False)
    """
    return look_alike(one, other) or (bool(_sound(one)) and _sound(one) == _sound(other))


def begins_alike(one: str, other: str) -> bool:
    """Whether two characters are read with the same consonant first, `zh` being `z`.

    >>> begins_alike("准", "注"), begins_alike("手", "索"), begins_alike("束", "区")
    (True, True, False)
    """
    first = [_sound(character)[:1] for character in (one, other)]
    return first[0] == first[1] and first[0] not in ("", *"aeiou")


def is_han(character: str) -> bool:
    """Whether a character is a Chinese one."""
    return "\u3400" <= character <= "\u9fff"


class Lexicon:
    """The words of the language together with those of the trade and the terms of one rulebook. `found` are words that only its
    use makes words."""

    def __init__(self, terms: Iterable[str] = (), words: Iterable[str] = (), found: Iterable[str] = ()) -> None:
        self._terms = frozenset(term for term in terms if len(term) > 1)
        self.words = frozenset(words)
        self.found = frozenset(found) - self._terms - self.words
        self._likely = self._terms | self.words | self.found
        self._longest = max((_LONGEST, *map(len, self._likely)))

    def known(self, word: str) -> bool:
        """Whether the word is one of the language, of the trade, or a term."""
        return word in common_words() or word in self.words or word in self._terms

    def cut(self, text: str) -> Iterator[Word]:
        """The text as words, the likeliest way to read it: each run of Chinese on its own.

        >>> [word.text for word in Lexicon(["检查时点"]).cut("发生检查时点，结算能力。")]
        ['发生', '检查时点', '，', '结算', '能力', '。']
        """
        start = 0
        while start < len(text):
            end = start + 1
            while end < len(text) and is_han(text[end]) == is_han(text[start]) and (is_han(text[start]) or text[end].isalnum()):
                end += 1
            if is_han(text[start]):
                yield from self._cut_run(text, start, end)
            else:
                yield Word(text[start:end], start, end, "x")
            start = end

    def _cut_run(self, text: str, start: int, end: int) -> Iterator[Word]:
        """A run of Chinese: of all ways to cut it, the one whose words cost least."""
        words = common_words()
        best = [0.0] * (end - start + 1)
        came = [0] * (end - start + 1)
        for place in range(start + 1, end + 1):
            options = []
            for first in range(max(start, place - self._longest), place):
                word = text[first:place]
                if word in self._likely:
                    cost = _TERM
                elif word in words:
                    cost = words[word][0]
                elif place - first == 1:
                    cost = _UNKNOWN
                else:
                    continue
                options.append((best[first - start] + cost, first))
            best[place - start], came[place - start] = min(options)
        cuts = [end]
        while cuts[-1] > start:
            cuts.append(came[cuts[-1] - start])
        for first, last in pairwise(reversed(cuts)):
            word = text[first:last]
            kind = "t" if word in self._terms else words[word][1] if word in words else "n" if word in self.words else "x"
            yield Word(word, first, last, kind)


@cache
def synonyms() -> Mapping[str, str]:
    """The words that have others for the same thing, each with the first of its row."""
    rows = (line.split(" ") for line in listed("synonyms.zh.txt"))
    return {word: row[0] for row in rows for word in row}


def synonym(word: str) -> str:
    """One word for all that mean the same.

    >>> synonym("舍弃"), synonym("横置")
    ('丢弃', '横置')
    """
    return synonyms().get(word, word)


def compounds(lexicon: Lexicon, texts: Iterable[str]) -> frozenset[str]:
    """What the texts make a word: two characters that mostly stand together, what keeps its suffix (先导者), and any word that
    comes again and again.

    >>> sorted(compounds(Lexicon(), ["获得璃晶。", "支付璃晶，", "璃晶的颜色"]))
    ['璃晶']
    """
    said: Counter[str] = Counter()
    alone: Counter[str] = Counter()
    together: Counter[str] = Counter()
    threes: Counter[str] = Counter()
    suffixed: Counter[str] = Counter()
    for text in texts:
        cut = tuple(lexicon.cut(text))
        said.update(word.text for word in cut)
        suffixed.update(one.text + word.text for one, word in pairwise(cut) if word.kind == "k" and is_han(one.text[0]))
        words = [word.text if len(word.text) == 1 and is_han(word.text) else "" for word in cut]
        alone.update(words)
        together.update(one + other for one, other in pairwise(words) if one and other)
        threes.update("".join(three) for three in zip(words, words[1:], words[2:], strict=False) if all(three))
    pairs = {pair for pair, count in together.items() if _sticks(count, alone[pair[0]], alone[pair[1]])}
    free = word_set("free")
    longer = {
        three
        for three, count in threes.items()
        if count >= _OFTEN and count == together[three[:2]] == together[three[1:]] and free.isdisjoint(three)
    }
    pairs -= {part for three in longer for part in (three[:2], three[1:])}
    pairs |= longer | {name for name, count in suffixed.items() if len(name) > 2 and count >= _OFTEN}
    return frozenset(pairs | {word for word, count in said.items() if count >= _USUAL and len(word) > 1 and is_han(word[0])})


def _sticks(together: int, one: int, other: int) -> bool:
    """Whether two characters stand together so often, and so seldom apart, that they are a word."""
    if together < _OFTEN:
        return together == _OFTEN - 1 and together * 2 >= max(one, other)
    return together * 2 >= min(one, other) and together * 10 >= max(one, other)
