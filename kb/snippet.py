"""The piece of a clause in which a query was found, with the places of its words."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from headjudge.kb.fold import fold

READ = 20_000
"""So many characters of a clause are read for a snippet (one line of a damaged rulebook may have millions)."""


def snippet_of(
    text: str, folded: Sequence[str], table: Mapping[str, str], width: int = 60
) -> tuple[str, tuple[tuple[int, int], ...]]:
    """About `width` characters of `text` around the first word found, and where the words stand in them.

    >>> snippet_of("发生检查时点。", ["检查时点"], {})
    ('发生检查时点。', ((2, 6),))
    """
    places = _places(text, folded, table)
    first = places[0][0] if places else 0
    start = max(0, first - width // 3) if len(text) > width else 0
    end = min(len(text), start + width)
    head, tail = ("…" if start else ""), ("…" if end < len(text) else "")
    inside = tuple(
        (max(a, start) - start + len(head), min(b, end) - start + len(head)) for a, b in places if a < end and b > start
    )
    return head + text[start:end] + tail, inside


def _places(text: str, folded: Sequence[str], table: Mapping[str, str]) -> list[tuple[int, int]]:
    """Where the folded words stand in the text as printed (runs that touch or overlap as one): folding is followed character
    by character."""
    letters: list[str] = []
    origin: list[int] = []
    for at, char in enumerate(text):
        for letter in _folded(char):
            letters.append(table.get(letter, letter))
            origin.append(at)
    line = "".join(letters)
    places = []
    for word in folded:
        bare = word.replace(" ", "")
        at = line.find(bare)
        while bare and at >= 0:
            places.append((origin[at], origin[at + len(bare) - 1] + 1))
            at = line.find(bare, at + len(bare))
    return _joined(sorted(places))


@lru_cache(maxsize=4096)
def _folded(char: str) -> str:
    return fold(char, {})


def _joined(places: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """
    >>> _joined([(0, 2), (1, 4), (6, 7)])
    [(0, 4), (6, 7)]
    """
    out: list[tuple[int, int]] = []
    for start, end in places:
        if out and start <= out[-1][1]:
            out[-1] = (out[-1][0], max(end, out[-1][1]))
        else:
            out.append((start, end))
    return out
