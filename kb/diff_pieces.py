"""Clauses that became several, and several that became one: told by which piece took over which sentence of the whole."""

from collections.abc import Container, Iterable, Mapping, Sequence
from difflib import SequenceMatcher

from headjudge.kb.diff_book import NOWHERE, Links
from headjudge.kb.diff_exact import ENOUGH
from headjudge.kb.diff_likeness import Likeness, Shingle, candidates, index
from headjudge.parser.named import NamedTuple

_FROM_WHOLE = 0.6
"""Share of a piece that must come from the whole; what says much of its own is a new clause."""

_KEPT = 0.5
"""The same for the piece that is the whole's counterpart: it may have been edited on the way."""

_TOGETHER = 0.7
"""Share of the whole that its pieces must take over."""

_SENTENCE = 0.5
"""Share of some sentence of the whole that every piece must take over: who only has some words of it repeats or rephrases."""

_STRETCH = 3
"""Words in a row that are no coincidence."""

_SENTENCE_ENDS = frozenset("。;!?.")
_PHRASE_ENDS = frozenset(",:") | _SENTENCE_ENDS


class Pieces:
    """What was split (an old clause: its new pieces) and what was merged (a new clause: its old pieces), as far as found.

    The largest piece is the counterpart of a whole that had none; the other pieces are left without.
    """

    def __init__(self, links: Links, likeness: Likeness) -> None:
        self.split: dict[int, tuple[int, ...]] = {}
        self.merged: dict[int, tuple[int, ...]] = {}
        self._links = links
        self._likeness = likeness
        old, new = links.old, links.new
        self._olds = [place for place in likeness.old if old.family(place) == 0 and len(old.words[place]) >= ENOUGH]
        self._news = [place for place in likeness.new if new.family(place) == 0 and len(new.words[place]) >= ENOUGH]

    def find(self) -> None:
        """Finds what was split or merged among the clauses that have no counterpart, or one that says something else."""
        links, likeness = self._links, self._likeness
        before, after = _Side(likeness.old, links.old.words), _Side(likeness.new, links.new.words)
        wholes = _partners(self._olds, links.new_of, likeness.new, done=_places(self.split.keys(), self.merged.values()))
        for whole, parts in _fallen(likeness, before, after, wholes, links.free_new(self._news)).items():
            self.split[whole] = parts
            if links.new_of[whole] == NOWHERE:
                links.join(whole, max(parts, key=lambda part: len(links.new.words[part])))
            links.close((), parts)
        wholes = _partners(self._news, links.old_of, likeness.old, done=_places(self.merged.keys(), self.split.values()))
        for whole, parts in _fallen(likeness, after, before, wholes, links.free_old(self._olds)).items():
            self.merged[whole] = parts
            if links.old_of[whole] == NOWHERE:
                links.join(max(parts, key=lambda part: len(links.old.words[part])), whole)
            links.close(parts, ())


def _places(wholes: Iterable[int], pieces: Iterable[Iterable[int]]) -> set[int]:
    return {*wholes, *(place for parts in pieces for place in parts)}


def _partners(
    places: Iterable[int], counterparts: Sequence[int], read: Container[int], *, done: Container[int]
) -> dict[int, int]:
    """The places that may be wholes, with their counterparts: what is in one split or merge is not in another."""
    return {
        place: counterparts[place]
        for place in places
        if place not in done and (counterparts[place] == NOWHERE or counterparts[place] in read)
    }


class _Side(NamedTuple):
    """One of the two books, by places: what each clause says, and its words in order."""

    said: Mapping[int, frozenset[Shingle]]
    words: Sequence[tuple[str, ...]]


def _fallen(
    likeness: Likeness, whole_side: _Side, piece_side: _Side, partner: Mapping[int, int], free: Iterable[int]
) -> dict[int, tuple[int, ...]]:
    """Each whole that fell into two or more pieces of the other book, with them in that book's order.

    `partner` names for each whole its counterpart, which is always one of the pieces, or NOWHERE; `free` are the clauses of
    the other book without counterpart, each of which is a piece of at most one whole.
    """
    wholes = index({place: whole_side.said[place] for place in partner})
    taken: dict[int, list[int]] = {}
    for piece in free:
        said = piece_side.said[piece]
        shared = {whole: likeness.weight(said & whole_side.said[whole]) for whole in candidates(said, wholes)}
        # a short sentence may stand in several clauses: what lies nearest comes first
        best = max(shared, key=lambda whole: (round(shared[whole], 6), -abs(partner[whole] - piece)), default=NOWHERE)
        if best != NOWHERE and shared[best] >= _FROM_WHOLE * likeness.weight(said):
            taken.setdefault(best, []).append(piece)
    out = {}
    for whole, some in taken.items():
        parts = [place for place in (partner[whole], *some) if place != NOWHERE]
        held = _held(whole_side.words[whole], {part: piece_side.words[part] for part in parts}, partner[whole])
        if partner[whole] not in (NOWHERE, *held) and len(held) > 1:
            held.append(partner[whole])  # only the lead of a list is left there
        if partner[whole] in (NOWHERE, *held) and len(held) > 1:
            out[whole] = tuple(sorted(held))
    return out


def _held(whole: tuple[str, ...], parts: Mapping[int, tuple[str, ...]], kept: int) -> list[int]:
    """The parts that took over sentences of the whole; none unless they took over most of it.

    Words are taken once, and the whole's counterpart comes first: what it still says was taken over by nobody, though others
    may repeat it.
    """
    sentences = _cut(whole, _SENTENCE_ENDS)
    if len(sentences) == 1:
        sentences = _cut(whole, _PHRASE_ENDS)
    left: list[str | None] = list(whole)
    held = []
    for part, words in parts.items():
        taken = _taken(left, words)
        enough = len(taken) >= (_KEPT if part == kept else _FROM_WHOLE) * len(words)
        if enough and any(len(taken.intersection(sentence)) >= _SENTENCE * len(sentence) for sentence in sentences):
            held.append(part)
            left = [None if place in taken else word for place, word in enumerate(left)]
    return held if left.count(None) >= _TOGETHER * len(whole) else []


def _taken(left: Sequence[str | None], words: Sequence[str]) -> set[int]:
    """The places of what is left of the whole that stands in the words, in the same order, in stretches."""
    blocks = SequenceMatcher(None, left, words, autojunk=False).get_matching_blocks()
    return {place for block in blocks if block.size >= _STRETCH for place in range(block.a, block.a + block.size)}


def _cut(words: Sequence[str], ends: frozenset[str]) -> list[range]:
    """The places of the words in stretches, each up to one of the ends.

    >>> _cut(("抽", "。", "弃", "。"), frozenset("。"))
    [range(0, 2), range(2, 4)]
    """
    stops = [place + 1 for place, word in enumerate(words) if word in ends]
    return [range(start, stop) for start, stop in zip([0, *stops], [*stops, len(words)], strict=True) if stop > start]
