"""What changed from one edition of a rulebook to another, clause by clause and word by word."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from headjudge.kb.align import align, align_by_number
from headjudge.kb.clause import Clause, ClauseKey, Kind
from headjudge.kb.diff_book import label
from headjudge.kb.diff_records import (
    AffectedRuling,
    Alignment,
    ChangedCitation,
    ChangeKind,
    Changes,
    Cited,
    Diff,
    Edit,
    Link,
    Merge,
    Pair,
    Split,
)
from headjudge.kb.diff_references import Targets
from headjudge.kb.diff_runs import Change, Run, runs
from headjudge.kb.diff_words import Reader, joined, printed
from headjudge.parser.named import NamedTuple

__all__ = [
    "AffectedRuling",
    "Alignment",
    "Change",
    "ChangeKind",
    "ChangedCitation",
    "Changes",
    "Cited",
    "Diff",
    "Edit",
    "Link",
    "Merge",
    "Pair",
    "Run",
    "Split",
    "compare",
    "diff",
]

_Keyed: TypeAlias = Mapping[ClauseKey, Clause]
_Record: TypeAlias = Clause | Pair | Edit | Split | Merge


def diff(old: Sequence[Clause], new: Sequence[Clause], *, by_number: bool = False, cited: Iterable[Cited] = ()) -> Diff:
    """What changed between two editions, by structure and text, or `by_number` alone; `cited` are clauses of the old one.

    >>> from headjudge.parser.rulebook import parse_rulebook
    >>> old = parse_rulebook("第1章 牌库\\n1.1 牌库至少有40张卡牌。\\n1.2 牌库是非公开区域（1.1）。").clauses
    >>> text = "第1章 牌库\\n1.1 牌库放在据点旁。\\n1.2 牌库至少有60张卡牌。\\n1.3 牌库是非公开区域（1.2）。"
    >>> new = parse_rulebook(text).clauses
    >>> rules = diff(old, new).rules
    >>> [clause.key for clause in rules.added], [(pair.old.key, pair.new.key) for pair in rules.renumbered]
    (['1.1'], [('1.1', '1.2'), ('1.2', '1.3')])
    >>> [[run[1:] for run in edit.runs if run.change != "same"] for edit in rules.edited]
    [[('40', ''), ('', '60')]]
    """
    return compare(old, new, align_by_number(old, new) if by_number else align(old, new), cited)


def compare(old: Sequence[Clause], new: Sequence[Clause], alignment: Alignment, cited: Iterable[Cited] = ()) -> Diff:
    """What changed between two editions laid against each other in that way."""
    comparison = _Comparison(old, new, alignment)
    found = [finding for link in alignment.links for finding in comparison.of(link)]
    became: dict[ClauseKey, tuple[ChangeKind, ...]] = {}
    for finding in found:
        for key in finding.old:
            became[key] = (*became.get(key, ()), finding.kind)
    rules, apart = (Changes(**_lists(finding for finding in found if finding.apart is side)) for side in (False, True))
    return Diff(alignment, rules, apart, tuple(_affected(cited, became, alignment)), became)


class _Finding(NamedTuple):
    kind: ChangeKind
    apart: bool
    old: tuple[ClauseKey, ...]
    record: _Record


def _lists(found: Iterable[_Finding]) -> dict[str, tuple]:  # type: ignore[type-arg]  # each kind has its record
    lists: dict[str, list[object]] = {kind.value: [] for kind in ChangeKind}
    for finding in found:
        lists[finding.kind].append(finding.record)
    return {name: tuple(records) for name, records in lists.items()}


_COMMENTS = (Kind.EXAMPLE, Kind.NOTE)
_HEADED = (Kind.CHAPTER, Kind.SECTION, Kind.CLAUSE)


class _Comparison:
    """Two aligned editions."""

    def __init__(self, old: Sequence[Clause], new: Sequence[Clause], alignment: Alignment) -> None:
        self._old: _Keyed = {clause.key: clause for clause in old}
        self._new: _Keyed = {clause.key: clause for clause in new}
        self._successors = alignment.successors()
        self._predecessors = alignment.predecessors()
        self._targets = Targets(self._old, self._new, self._successors)
        self._reader = Reader({definition.term for clause in (*old, *new) for definition in clause.definitions})
        self._apart = (_apart(old, self._old), _apart(new, self._new))
        self._reordered = frozenset(self._out_of_order(alignment.links))

    def of(self, link: Link) -> Iterator[_Finding]:
        """What a link says that changed."""
        old, new = tuple(self._old[key] for key in link.old), tuple(self._new[key] for key in link.new)
        if any(clause.kind in (Kind.DOCUMENT, Kind.CONTENTS) for clause in (*old, *new)):
            return
        apart = link.new[0] in self._apart[1] if new else link.old[0] in self._apart[0]
        for kind, record in self._changes(old, new):
            yield _Finding(kind, apart, link.old, record)

    def _changes(self, old: tuple[Clause, ...], new: tuple[Clause, ...]) -> Iterator[tuple[ChangeKind, _Record]]:
        if not old:
            yield ChangeKind.ADDED, new[0]
        elif not new:
            yield ChangeKind.REMOVED, old[0]
        elif len(new) > 1:
            yield ChangeKind.SPLIT, Split(old[0], new, self._runs(old[0], joined(new)))
        elif len(old) > 1:
            yield ChangeKind.MERGED, Merge(old, new[0], self._runs(joined(old), new[0]))
        else:
            yield from self._pair_changes(old[0], new[0])

    def _pair_changes(self, old: Clause, new: Clause) -> Iterator[tuple[ChangeKind, _Record]]:
        found = self._runs(old, new) if printed(old) != printed(new) else ()
        if any(run.change is not Change.SAME for run in found):
            yield ChangeKind.EDITED, Edit(old, new, found)
        elif self._targets.retargeted(old, new):
            yield ChangeKind.RETARGETED, Pair(old, new)
        if self._is_moved(old, new):
            yield ChangeKind.MOVED, Pair(old, new)
        elif label(old) != label(new):
            yield ChangeKind.RENUMBERED, Pair(old, new)

    def _runs(self, old: Clause, new: Clause) -> tuple[Run, ...]:
        return runs(old, new, self._reader, self._targets.same)

    def _is_moved(self, old: Clause, new: Clause) -> bool:
        """Whether the nearest clauses above that are in both editions differ: a level put in or taken out moves nothing."""
        above_old = _above(old, self._old, self._successors)
        above_new = _above(new, self._new, self._predecessors)
        if above_old is None or above_new is None:
            return above_old is not above_new
        return above_new not in self._successors[above_old] or new.key in self._reordered

    def _out_of_order(self, links: Iterable[Link]) -> Iterator[ClauseKey]:
        """Clauses without a number that stand in another order than before below their parent: all but the longest rising
        sequence of their new places."""
        place = {key: at for at, key in enumerate(self._new)}
        below: dict[tuple[object, object], list[ClauseKey]] = {}
        for link in links:
            if len(link.old) == len(link.new) == 1:
                old, new = self._old[link.old[0]], self._new[link.new[0]]
                if not label(old) and not label(new):
                    below.setdefault((old.parent, new.parent), []).append(new.key)
        for keys in below.values():
            yield from set(keys).difference(_longest_rising(keys, place))


def _above(clause: Clause, keyed: _Keyed, led: Mapping[ClauseKey, tuple[ClauseKey, ...]]) -> ClauseKey | None:
    """The nearest clause above that one which is in both editions."""
    above = clause.parent
    while above is not None and above in keyed:
        if led[above]:
            return above
        above = keyed[above].parent
    return None


def _longest_rising(keys: Sequence[ClauseKey], place: Mapping[ClauseKey, int]) -> Iterator[ClauseKey]:
    """The most of the keys whose places rise."""
    ends: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for at, key in enumerate(keys):
        length = bisect_left(ends, place[key])
        before.append(last[length - 1] if length else -1)
        ends[length : length + 1] = [place[key]]
        last[length : length + 1] = [at]
    at = last[-1] if last else -1
    while at >= 0:
        yield keys[at]
        at = before[at]


def _apart(clauses: Iterable[Clause], keyed: _Keyed) -> set[ClauseKey]:
    """The clauses that stand beside the rules: examples, notes, and what lies in no numbered chapter."""
    out: set[ClauseKey] = set()
    for clause in clauses:
        if clause.kind in _COMMENTS:
            out.add(clause.key)
        elif clause.parent is not None and clause.parent in keyed and keyed[clause.parent].kind is not Kind.DOCUMENT:
            if clause.parent in out:
                out.add(clause.key)
        elif clause.kind not in _HEADED or (clause.synthetic and not clause.key[:1].isdigit()):
            out.add(clause.key)
    return out


def _affected(
    cited: Iterable[Cited], became: Mapping[ClauseKey, tuple[ChangeKind, ...]], alignment: Alignment
) -> Iterator[AffectedRuling]:
    """The rulings that rest on clauses which changed, in the order given."""
    successors = alignment.successors()
    rulings: dict[str, dict[ClauseKey, ChangedCitation]] = {}
    for ruling, key in cited:
        if key in became:
            rulings.setdefault(ruling, {})[key] = ChangedCitation(key, became[key], successors[key])
    for ruling, citations in rulings.items():
        yield AffectedRuling(ruling, tuple(citations.values()))
