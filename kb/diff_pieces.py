"""Clauses that became several, and several that became one: told by which piece took over which sentence of the whole."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from headjudge.kb.diff_book import NOWHERE
from headjudge.kb.diff_likeness import Likeness, Shingle, candidates, index, shingles

_FROM_WHOLE = 0.7
"""Share of a piece that must stand in the whole; what says much of its own is a new clause."""

_KEPT = 0.5
"""The same for the piece that is the whole's counterpart: it may have been edited on the way."""

_ALONE = 0.1
"""Share of the whole that a piece must have and no other piece: who repeats what is still said elsewhere took nothing."""

_TOGETHER = 0.7
"""Share of the whole that must stand in its pieces."""

_SENTENCE_ENDS = frozenset("。;!?.")
_PHRASE_ENDS = frozenset(",:") | _SENTENCE_ENDS


class Side(NamedTuple):
    """One of the two books, by places: what each clause says, and its words in order."""

    said: Mapping[int, frozenset[Shingle]]
    words: Sequence[tuple[str, ...]]


def pieces(
    likeness: Likeness, whole_side: Side, piece_side: Side, partner: Mapping[int, int], free: Iterable[int]
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
        best = max(shared, key=shared.__getitem__, default=NOWHERE)
        if best != NOWHERE and shared[best] >= _FROM_WHOLE * likeness.weight(said):
            taken.setdefault(best, []).append(piece)
    out = {}
    for whole, some in taken.items():
        parts = {place: piece_side.said[place] for place in (partner[whole], *some) if place != NOWHERE}
        fitting = _fitting(likeness, whole_side.said[whole], parts, _units(whole_side.words[whole]))
        kept = partner[whole] in (NOWHERE, *fitting) and _is_kept(likeness, parts.get(partner[whole]), whole_side.said[whole])
        if len(fitting) > 1 and kept:
            out[whole] = tuple(sorted(fitting))
    return out


def _is_kept(likeness: Likeness, said: frozenset[Shingle] | None, whole: frozenset[Shingle]) -> bool:
    return said is None or likeness.weight(said & whole) >= _KEPT * likeness.weight(said)


def _units(words: tuple[str, ...]) -> list[frozenset[Shingle]]:
    """The sentences of a clause; the phrases of one that is a single sentence."""
    sentences = _cut(words, _SENTENCE_ENDS)
    return [frozenset(shingles(unit)) for unit in (sentences if len(sentences) > 1 else _cut(words, _PHRASE_ENDS))]


def _cut(words: tuple[str, ...], ends: frozenset[str]) -> list[tuple[str, ...]]:
    """The words in stretches, each up to one of the ends.

    >>> _cut(("抽", "。", "弃", "。"), frozenset("。"))
    [('抽', '。'), ('弃', '。')]
    """
    stops = [place + 1 for place, word in enumerate(words) if word in ends]
    return [words[start:stop] for start, stop in zip([0, *stops], [*stops, len(words)], strict=True) if stop > start]


def _fitting(
    likeness: Likeness, whole: frozenset[Shingle], parts: dict[int, frozenset[Shingle]], units: Iterable[frozenset[Shingle]]
) -> list[int]:
    """The parts that make up the whole: each holds one of its units better than the others, and something that they lack.

    A part that only repeats words of a sentence which another took over is none of them.
    """
    holders = set()
    for unit in units:
        shares = {part: likeness.weight(said & unit) for part, said in parts.items()}
        best = max(shares, key=shares.__getitem__)
        if 2 * shares[best] >= likeness.weight(unit) > 0:
            holders.add(best)
    held = {part: said for part, said in parts.items() if part in holders}
    everything = likeness.weight(whole)
    alone = {
        part: likeness.weight((said & whole).difference(*(other for place, other in held.items() if place != part)))
        for part, said in held.items()
    }
    fitting = [part for part, weight in alone.items() if weight >= _ALONE * everything]
    together = whole.intersection(frozenset().union(*(held[part] for part in fitting)))
    return fitting if likeness.weight(together) >= _TOGETHER * everything else []
