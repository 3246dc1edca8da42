"""Titles that a text names without their number: `采用标准游戏流程`, and quoted ones that no heading has."""

import re
from collections.abc import Sequence

from headjudge.kb.clause import Clause, Reference, ReferenceKind
from headjudge.parser.targets import Index, Keys, fold_title

_VERBS = ("采用", "使用", "按照", "依照", "根据", "遵循", "遵守", "适用", "同")
"""What a bare title stands behind."""
_VERB = re.compile("|".join(_VERBS))
_MINIMUM = 5
"""Shorter titles are ordinary words."""
_POINTS = re.compile(r"(?:[上下前后]文(?:中?的)?|参[见照考阅]|详见|[Ss]ee |described in )$")
_ASKS = re.compile(r"(?:[依按]照|统一的|遵[守循]|according to )$")
_HEADING = re.compile(
    r"(?:规[则定范]|流程|步骤|程序|阶段|方法|列表|一览|设置|章|节|[Rr]ules|[Pp]rocedure|[Ss]teps?|[Pp]hase|[Ll]ist|[Tt]able)$"
)
"""What a heading ends in: 按照“先进后出”的原则 names a principle and no heading."""
_NO_TITLE = re.compile(r"[0-9０-９+=/×→，。；：！？,;!?]|\.$")


def unknown_title(words: str, start: int, end: int) -> bool:
    """Whether quoted words that no heading has are given as a heading (`遵守统一的“基础构筑规则”`), and not as a card's text.

    >>> unknown_title("遵守统一的“构筑规则”。", 5, 11), unknown_title("根据“力量+5”加上。", 2, 8)
    (True, False)
    """
    said = words[start + 1 : end - 1]
    before = words[max(0, start - 16) : start]
    pointed = _POINTS.search(before) or (_ASKS.search(before) and _HEADING.search(said))
    return bool(pointed) and not _NO_TITLE.search(said)


class BareTitles:
    """Finds long titles behind a verb that asks for them."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._titles = {title: keys for title, keys in index.titles() if len(title) >= _MINIMUM and len(keys) == 1}
        self._lengths = sorted({len(title) for title in self._titles}, reverse=True)
        self._beginnings = {title[:_MINIMUM] for title in self._titles}

    def find(self, words: str, clause: Clause, taken: Sequence[Reference]) -> list[Reference]:
        """The titles named in `words`, outside the references already `taken`. A title needs its whole name, unbroken."""
        out: list[Reference] = []
        if not any(map(words.__contains__, _VERBS)):  # quicker than to look for all of them at every character
            return out
        taken_from = {reference.start for reference in taken}
        for verb in _VERB.finditer(words):
            start = verb.end()
            if words[start : start + _MINIMUM] not in self._beginnings or start in taken_from:
                continue
            if found := self._longest(words, start, clause):
                end, keys = found
                out.append(Reference(words[start:end], ReferenceKind.TITLE, start, end, keys))
        return out

    def _longest(self, words: str, start: int, clause: Clause) -> tuple[int, Keys] | None:
        for length in self._lengths:
            keys = self._titles.get(words[start : start + length])
            if keys and clause.key not in keys and fold_title(words[start : start + length]) == words[start : start + length]:
                return start + length, keys
        return None
