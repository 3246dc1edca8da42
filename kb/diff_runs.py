"""What differs between two clauses, as runs of words that are the same, removed or added."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from enum import StrEnum
from typing import TypeAlias

from headjudge.kb.clause import Clause, Reference
from headjudge.kb.diff_words import Reader, Word, printed, same_words
from headjudge.parser.named import NamedTuple

Same: TypeAlias = Callable[[Reference, Reference], bool]
"""Whether a reference of an old clause and one of a new clause say the same."""

_LONG = 2000
"""Words from which on frequent ones are no anchors: comparing them all would take time that grows with the square."""


class Change(StrEnum):
    """What became of a run of words."""

    SAME = "same"
    REMOVED = "removed"
    ADDED = "added"


class Run(NamedTuple):
    """A run of words. The `old` of all runs make up the old text, the `new` the new one.

    In a run that is the same the two may print a renumbered reference or a sign differently.
    """

    change: Change
    old: str
    new: str


def runs(old: Clause, new: Clause, reader: Reader, same: Same) -> tuple[Run, ...]:
    """The words of both clauses as runs; without any removed or added run the two say the same."""
    before, after = reader.read(old), reader.read(new)
    a, b = _comparable(before, after, same)
    blocks = _absorb(list(_blocks(a, b)), a)
    return tuple(_settled(_runs(blocks, before, after, (printed(old), printed(new)))))


def _comparable(before: Sequence[Word], after: Sequence[Word], same: Same) -> tuple[list[object], list[object]]:
    """Both sequences as values that are equal where the words are: a reference becomes the number of its sort."""
    sorts: list[Reference] = []
    a: list[object] = []
    for word in before:
        if word.reference is None:
            a.append(word.text)
        else:
            sorts.append(word.reference)
            first = next(place for place, other in enumerate(sorts) if _alike(other, word.reference))
            a.append(first)
    b: list[object] = []
    for word in after:
        if word.reference is None:
            b.append(word.text)
        else:
            b.append(next((place for place, other in enumerate(sorts) if same(other, word.reference)), -1))
    return a, b


def _alike(one: Reference, other: Reference) -> bool:
    return (one.text, one.kind, one.targets) == (other.text, other.kind, other.targets)


def _blocks(a: Sequence[object], b: Sequence[object]) -> Iterator[tuple[int, int, int, int]]:
    """The runs that are the same, as (start, end) in both; the ends in common are found without a search."""
    shorter = min(len(a), len(b))
    head = next((place for place in range(shorter) if a[place] != b[place]), shorter)
    rest = shorter - head
    tail = next((place for place in range(rest) if a[-1 - place] != b[-1 - place]), rest)
    middle_a, middle_b = a[head : len(a) - tail], b[head : len(b) - tail]
    if head:
        yield 0, head, 0, head
    matcher = SequenceMatcher(None, middle_a, middle_b, autojunk=max(len(middle_a), len(middle_b)) > _LONG)
    for at_a, at_b, size in matcher.get_matching_blocks():
        if size:
            yield head + at_a, head + at_a + size, head + at_b, head + at_b + size
    if tail:
        yield len(a) - tail, len(a), len(b) - tail, len(b)


def _absorb(blocks: list[tuple[int, int, int, int]], a: Sequence[object]) -> list[tuple[int, int, int, int]]:
    """The blocks without a lone character between two changes, which stands there by chance (可以 and 以前)."""
    kept = []
    for place, block in enumerate(blocks):
        start, end, start_b, end_b = block
        before = blocks[place - 1] if place else (0, 0, 0, 0)
        after = blocks[place + 1] if place + 1 < len(blocks) else None
        lone = end - start == 1 and isinstance(a[start], str) and len(str(a[start])) == 1
        replaced_before = start > before[1] and start_b > before[3]
        replaced_after = after is not None and after[0] > end and after[2] > end_b
        if not (lone and replaced_before and replaced_after):
            kept.append(block)
    return kept


def _runs(
    blocks: Iterable[tuple[int, int, int, int]], before: Sequence[Word], after: Sequence[Word], texts: tuple[str, str]
) -> Iterator[Run]:
    """Runs of text from blocks of words; the white space before a word goes with it, what follows the last one with the end."""
    old, new = texts
    at_old = at_new = word_old = word_new = 0
    for start, end, start_b, end_b in (*blocks, (len(before), len(before), len(after), len(after))):
        if start > word_old:
            stop = before[start - 1].end
            yield Run(Change.REMOVED, old[at_old:stop], "")
            at_old = stop
        if start_b > word_new:
            stop = after[start_b - 1].end
            yield Run(Change.ADDED, "", new[at_new:stop])
            at_new = stop
        if end > start:
            stop, stop_b = before[end - 1].end, after[end_b - 1].end
            yield Run(Change.SAME, old[at_old:stop], new[at_new:stop_b])
            at_old, at_new = stop, stop_b
        word_old, word_new = end, end_b
    if old[at_old:] or new[at_new:]:  # white space at the end
        yield Run(Change.SAME, old[at_old:], new[at_new:])


def _settled(found: Iterable[Run]) -> list[Run]:
    """The runs, neighbours of one kind as one.

    Words that are removed and added again are the same: a number that another clause has now, or that no clause had.
    """
    out: list[Run] = []
    for run in found:
        settled = run
        if out and run.change is Change.ADDED and out[-1].change is Change.REMOVED and same_words(out[-1].old, run.new):
            settled = Run(Change.SAME, out.pop().old, run.new)
        if out and out[-1].change is settled.change:
            before = out.pop()
            settled = Run(settled.change, before.old + settled.old, before.new + settled.new)
        out.append(settled)
    return out
