"""An edition laid out for comparison: its clauses by place, and the pairs found so far between two editions."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from headjudge.kb.clause import Clause, ClauseKey, Kind, ReferenceKind
from headjudge.kb.diff_words import linked, plain_words

NOWHERE = -1
"""The place of what is not there: the parent of a clause at the top, the counterpart of a clause that has none."""

_CLOSED = -2
"""The counterpart of a clause that is not to be given any."""

_NUMBERED = (Kind.CHAPTER, Kind.SECTION, Kind.CLAUSE)
_COMMENTS = (Kind.EXAMPLE, Kind.NOTE)


def label(clause: Clause) -> str:
    """What a clause is called among its siblings: its number, even a made-up one; the mark of a step; '' for a plain bullet.

    A number that starts again below every parent stays the same whatever becomes of the parent: ② of 2.6.1, 二 of 第三条.
    """
    if clause.kind in _NUMBERED:
        return clause.key.rpartition("/")[2]
    return clause.number.strip() if any(map(str.isalnum, clause.number)) else ""


class Book:
    """The clauses of an edition in its order, a parent before its children; each is named by its place there."""

    def __init__(self, clauses: Iterable[Clause]) -> None:
        self.clauses: tuple[Clause, ...] = tuple(clauses)
        self.place: dict[ClauseKey, int] = {clause.key: place for place, clause in enumerate(self.clauses)}
        self.parent: list[int] = []
        self.children: dict[int, list[int]] = {place: [] for place in range(NOWHERE, len(self.clauses))}
        self.rank: list[int] = []
        """The place among the siblings."""
        self.words: list[tuple[str, ...]] = [plain_words(clause) for clause in self.clauses]
        self.labels: list[str] = [label(clause) for clause in self.clauses]
        self.targets: list[tuple[tuple[int, ...], ...]] = [tuple(self._targets(clause)) for clause in self.clauses]
        for place, clause in enumerate(self.clauses):
            parent = NOWHERE if clause.parent is None else self.place.get(clause.parent, NOWHERE)
            self.parent.append(parent)
            self.rank.append(len(self.children[parent]))
            self.children[parent].append(place)
        self.size: list[int] = [len(words) for words in self.words]
        """Words of the clause and all below it."""
        for place in range(len(self.clauses) - 1, -1, -1):
            if self.parent[place] != NOWHERE:
                self.size[self.parent[place]] += self.size[place]

    def __len__(self) -> int:
        return len(self.clauses)

    def _targets(self, clause: Clause) -> Iterator[tuple[int, ...]]:
        for _, _, reference in linked(clause):
            targets = reference.targets
            if reference.kind is ReferenceKind.RANGE:  # a clause put in between is no new target of 5.1-5.4
                targets = (targets[0], targets[-1])
            yield tuple(self.place.get(target, NOWHERE) for target in targets)

    def family(self, place: int) -> int:
        """Which clauses may be one another's counterpart: rule text, examples and notes, the document, the contents list."""
        kind = self.clauses[place].kind
        return 1 if kind in _COMMENTS else 2 if kind is Kind.DOCUMENT else 3 if kind is Kind.CONTENTS else 0

    def sibling(self, place: int, step: int) -> int:
        """The sibling `step` places further; NOWHERE beyond the first and the last."""
        siblings = self.children[self.parent[place]]
        rank = self.rank[place] + step
        return siblings[rank] if 0 <= rank < len(siblings) else NOWHERE


Copies: TypeAlias = tuple[list[int], list[int]]
"""Old places and new places that say the same."""


class Links:
    """The pairs found so far. `new_of` gives the counterpart of an old place, `old_of` of a new one."""

    def __init__(self, old: Book, new: Book) -> None:
        self.old = old
        self.new = new
        self.new_of: list[int] = [NOWHERE] * len(old)
        self.old_of: list[int] = [NOWHERE] * len(new)
        self.count = 0

    def join(self, old: int, new: int) -> None:
        """Makes the two counterparts."""
        assert self.new_of[old] == self.old_of[new] == NOWHERE
        self.new_of[old] = new
        self.old_of[new] = old
        self.count += 1

    def close(self, olds: Iterable[int], news: Iterable[int]) -> None:
        """Leaves those of the places that have no counterpart without one for good."""
        for places, counterparts in ((olds, self.new_of), (news, self.old_of)):
            for place in places:
                if counterparts[place] == NOWHERE:
                    counterparts[place] = _CLOSED

    def free(self, old: int, new: int) -> bool:
        """Whether neither has a counterpart, and they may become each other's."""
        taken = self.new_of[old] != NOWHERE or self.old_of[new] != NOWHERE
        return not taken and self.old.family(old) == self.new.family(new)

    def free_old(self, places: Iterable[int]) -> list[int]:
        """Those of the old places that have no counterpart."""
        return [place for place in places if self.new_of[place] == NOWHERE]

    def free_new(self, places: Iterable[int]) -> list[int]:
        """Those of the new places that have no counterpart."""
        return [place for place in places if self.old_of[place] == NOWHERE]

    def image(self, old: int) -> int | None:
        """The counterpart of an old parent (the top is its own); None as long as it has none."""
        if old == NOWHERE:
            return NOWHERE
        new = self.new_of[old]
        return None if new < 0 else new

    def parents(self) -> Iterator[tuple[int, int]]:
        """Every pair of counterparts that may have children, the top first, then in the old book's order."""
        yield NOWHERE, NOWHERE
        for old, children in self.old.children.items():
            if old != NOWHERE and children and self.new_of[old] >= 0:
                yield old, self.new_of[old]

    def neighbours(self, old: int, new: int) -> int:
        """On how many sides (0 to 2) the two have counterparts, or both nothing, next to them."""
        sides = 0
        for step in (-1, 1):
            beside, beside_new = self.old.sibling(old, step), self.new.sibling(new, step)
            image = NOWHERE if beside == NOWHERE else self.new_of[beside]
            sides += image == beside_new and (beside == NOWHERE) == (beside_new == NOWHERE)
        return sides

    def references_agree(self, old: int, new: int) -> float:
        """Which share of their references name counterparts (0 without references).

        What has no counterpart yet is taken by its number.
        """
        theirs = {target for targets in self.new.targets[new] for target in targets} - {NOWHERE}
        ours = {self._target(target) for targets in self.old.targets[old] for target in targets}
        return len(ours & theirs) / max(len(ours), len(theirs), 1)

    def _target(self, old: int) -> int:
        if old == NOWHERE:
            return NOWHERE
        if self.new_of[old] >= 0:
            return self.new_of[old]
        there = self.new.place.get(self.old.clauses[old].key, NOWHERE)
        return there if there != NOWHERE and self.old_of[there] == NOWHERE else NOWHERE


def alike(old: Sequence[int], new: Sequence[int], of_old: Sequence[int], of_new: Sequence[int]) -> list[Copies]:
    """The old and the new places that have the same print, in the old book's order."""
    groups: dict[int, Copies] = {}
    for place in old:
        groups.setdefault(of_old[place], ([], []))[0].append(place)
    for place in new:
        if of_new[place] in groups:
            groups[of_new[place]][1].append(place)
    return [group for group in groups.values() if group[1]]
