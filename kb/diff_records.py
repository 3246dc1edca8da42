"""What a comparison of two editions answers with."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from headjudge.kb.clause import Clause, ClauseKey
from headjudge.kb.diff_runs import Run
from headjudge.parser.named import NamedTuple


class Link(NamedTuple):
    """What became of some old clauses: one to one; none to one (added); one to none (removed); one to several (split);
    several to one (merged)."""

    old: tuple[ClauseKey, ...]
    new: tuple[ClauseKey, ...]


@dataclass(frozen=True, slots=True)
class Alignment:
    """The links between two editions, in which every clause of each stands exactly once: the old ones in the old book's
    order, then the added ones in the new book's."""

    links: tuple[Link, ...]

    def successors(self) -> dict[ClauseKey, tuple[ClauseKey, ...]]:
        """The new keys of each old clause: where its number leads now; none if it was removed."""
        return {key: link.new for link in self.links for key in link.old}

    def predecessors(self) -> dict[ClauseKey, tuple[ClauseKey, ...]]:
        """The old keys of each new clause; none if it was added."""
        return {key: link.old for link in self.links for key in link.new}


class ChangeKind(StrEnum):
    """What became of a clause. One clause may be edited and renumbered, or edited and moved."""

    ADDED = "added"
    REMOVED = "removed"
    EDITED = "edited"
    RENUMBERED = "renumbered"
    MOVED = "moved"
    SPLIT = "split"
    MERGED = "merged"
    RETARGETED = "retargeted"


@dataclass(frozen=True, slots=True)
class Pair:
    """A clause in both editions."""

    old: Clause
    new: Clause


@dataclass(frozen=True, slots=True)
class Edit:
    """A clause whose words changed, and how."""

    old: Clause
    new: Clause
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Split:
    """A clause that became several; the runs compare it with all of them in a row."""

    old: Clause
    new: tuple[Clause, ...]
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Merge:
    """Several clauses that became one; the runs compare all of them in a row with it."""

    old: tuple[Clause, ...]
    new: Clause
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """Everything that changed among some of the clauses, in the book's order.

    `renumbered`: another number in the same place (its parent may have another number itself). `moved`: below another
    parent, whatever its number; what is below it follows, and is only renumbered. `edited` may repeat clauses of those two.
    `retargeted`: the same words, but a number in them belongs to another clause now.
    """

    added: tuple[Clause, ...]
    removed: tuple[Clause, ...]
    edited: tuple[Edit, ...]
    renumbered: tuple[Pair, ...]
    moved: tuple[Pair, ...]
    split: tuple[Split, ...]
    merged: tuple[Merge, ...]
    retargeted: tuple[Pair, ...]

    def __bool__(self) -> bool:
        return any((self.added, self.removed, self.edited, self.renumbered, self.moved, self.split, self.merged, self.retargeted))


class Cited(NamedTuple):
    """A clause that a ruling rests on."""

    ruling: str
    key: ClauseKey


class ChangedCitation(NamedTuple):
    """A cited clause, what became of it, and its new keys (none if it was removed)."""

    key: ClauseKey
    changes: tuple[ChangeKind, ...]
    now: tuple[ClauseKey, ...]


@dataclass(frozen=True, slots=True)
class AffectedRuling:
    """A ruling that rests on clauses which changed."""

    ruling: str
    citations: tuple[ChangedCitation, ...]


@dataclass(frozen=True, slots=True)
class Diff:
    """The difference of two editions.

    `rules` has the rules proper: chapters, sections, clauses, and the steps, bullets and paragraphs that belong to one.
    `apart` has what stands beside them, changed in the same ways: examples, notes, the glossary, the words before the first
    and after the last rule. The list of contents only repeats headings, and is not compared.
    """

    alignment: Alignment
    rules: Changes
    apart: Changes
    affected_rulings: tuple[AffectedRuling, ...]
    became: Mapping[ClauseKey, tuple[ChangeKind, ...]]
    """What became of each old clause that changed."""

    def __bool__(self) -> bool:
        return bool(self.rules) or bool(self.apart)
