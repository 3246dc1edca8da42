"""One edition of a rulebook in memory: what the knowledge base holds of it, by clause, each kind of it made when it is asked for.
A site that is built again after a small change asks for little."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import islice, repeat

from headjudge.kb.lookup import Brief, EditionRecord, GameRecord, ReferenceRecord
from headjudge.parser.values import dataclass
from headjudge.site.packed import Mention, Packed, Shares, mentions_of, share_with, unpacked
from headjudge.site.reading import read_edition

_LONGEST_PATH = 8
"""Real rulebooks nest six deep; a path is printed with each clause, so that one without limit would grow with the square."""


class Mentions:
    """The defined terms in the text of each clause, by its row. There are tens of thousands: they are taken apart where some of
    them are shown, with those of the clauses beside it."""

    def __init__(self, edition: EditionRecord, written: Shares) -> None:
        self._edition = edition
        self._written = written
        self._shares: dict[int, Mapping[int, Sequence[Mention]]] = {}

    def of(self, row: int) -> Sequence[Mention]:
        """Those in that clause."""
        return self._share(share_with(self._edition, row)).get(row, ())

    def everywhere(self) -> Iterator[tuple[int, Sequence[Mention]]]:
        """Each clause that has some, in the book's order, with those in it."""
        for place in range(len(self._written)):
            yield from self._share(place).items()

    def _share(self, place: int) -> Mapping[int, Sequence[Mention]]:
        found = self._shares.get(place)
        if found is None:
            found = self._shares[place] = mentions_of(self._written[place])
        return found


@dataclass(frozen=True, slots=True)
class Term:
    """A defined term, with the clauses whose sentences define it, and those that merely bear its name as their title."""

    row: int
    word: str
    sentences: tuple[Brief, ...]
    headings: tuple[Brief, ...]

    @property
    def defined_by(self) -> tuple[Brief, ...]:
        """Every clause that defines it; a sentence says more than a heading."""
        return self.sentences + self.headings

    @property
    def defined_best(self) -> tuple[Brief, ...]:
        """The sentences, or where there are none the headings."""
        return self.sentences or self.headings


class Book:
    """An edition with everything that its pages show. The maps go by the row of a clause; a clause without is left out."""

    def __init__(self, game: GameRecord, edition: EditionRecord, written: Packed) -> None:
        self.game = game
        self.edition = edition
        self.packed = written
        self.stored = rows = unpacked(written)
        prefix = f"{edition.game}@{edition.name}:"
        row, keys, *values, _ = zip(*rows.clauses, strict=True)
        columns = row, map(prefix.__add__, keys), repeat(edition.game), repeat(edition.name), keys, *values
        briefs = map(partial(tuple.__new__, Brief), zip(*columns))  # noqa: B905 - two of them have no end
        self.root, *clauses = briefs  # thousands: made without being counted again
        self.clauses = tuple(clauses)
        """In the book's order, the document itself left out."""
        self._ways: dict[int, tuple[Brief, ...]] = {self.root.row: ()}
        self._references: dict[int, tuple[ReferenceRecord, ...]] = {}

    @cached_property
    def _by_row(self) -> dict[int, Brief]:
        return {brief.row: brief for brief in (self.root, *self.clauses)}

    @cached_property
    def parents(self) -> Mapping[int, Brief]:
        """The clause above each."""
        by_row = self._by_row
        return {row[0]: by_row[row[-1]] for row in self.stored.clauses if row[-1] is not None}

    @cached_property
    def children(self) -> Mapping[int, Sequence[Brief]]:
        """The clauses right below one, in the book's order."""
        found: defaultdict[int, list[Brief]] = defaultdict(list)
        for brief, row in zip(self.clauses, self.stored.clauses[1:], strict=True):
            found[row[-1]].append(brief)
        return dict(found)

    @cached_property
    def chapters(self) -> Mapping[int, Brief]:
        """The topmost clause above each clause, itself where it has none but the document above it."""
        chapters: dict[int, Brief] = {}
        for brief in self.clauses:
            chapters[brief.row] = chapters.get(self.parents[brief.row].row, brief)
        return chapters

    def path(self, row: int) -> tuple[Brief, ...]:
        """The clauses above that one, the chapter first; the document itself is left out, and so is what lies very far up."""
        return self.way(self.parents[row].row)

    def way(self, row: int) -> tuple[Brief, ...]:
        """The way down to a clause with others below it, itself the last. It begins with the chapter, or very far above it
        further down."""
        waiting = [row]
        while waiting[-1] not in self._ways:
            waiting.append(self.parents[waiting[-1]].row)
        found = self._ways[waiting.pop()]
        for below in reversed(waiting):
            found = self._ways[below] = (*found, self._by_row[below])[-_LONGEST_PATH:]
        return found

    def references(self, row: int) -> Sequence[ReferenceRecord]:
        """What that clause cites, in the order of its words. A target in another edition has no page here."""
        first = self._first_reference.get(row)
        if first is None:
            return ()
        found = self._references.get(row)
        if found is None:
            found = self._references[row] = self._records(row, first)
        return found

    @cached_property
    def _first_reference(self) -> Mapping[int, int]:
        """The place of the first row about the references of each clause that has some."""
        rows = self.stored.references
        return {row[0]: len(rows) - after for after, row in enumerate(reversed(rows), 1)}

    def _records(self, clause: int, first: int) -> tuple[ReferenceRecord, ...]:
        by_row = self._by_row
        found: dict[int, ReferenceRecord] = {}
        for row in islice(self.stored.references, first, None):
            if row[0] != clause:
                break
            _, mention, text, kind, status, flow, in_title, start, end, target = row
            before = found[mention].targets if mention in found else ()
            targets = (*before, by_row[target]) if target in by_row else before
            found[mention] = ReferenceRecord(text, kind, status, bool(flow), bool(in_title), start, end, targets)
        return tuple(found.values())

    @cached_property
    def cited_by(self) -> Mapping[int, Sequence[Brief]]:
        """Which clauses cite one, each once, in the book's order."""
        by_row = self._by_row
        citing: defaultdict[int, dict[int, Brief]] = defaultdict(dict)
        for row in self.stored.references:
            clause, target = row[0], row[-1]
            if target != clause and target in by_row:
                citing[target][clause] = by_row[clause]
        return {target: tuple(clauses.values()) for target, clauses in citing.items()}

    @cached_property
    def mentions(self) -> Mentions:
        """The defined terms in the clauses."""
        return Mentions(self.edition, self.packed.mentions)

    @cached_property
    def terms(self) -> Mapping[int, Term]:
        """Every defined term by its row, in the order of first definition."""
        by_row = self._by_row
        defined: defaultdict[tuple[int, bool], list[Brief]] = defaultdict(list)
        for term, clause, style in self.stored.definitions:
            defined[term, style == "title"].append(by_row[clause])
        return {
            row: Term(row, word, tuple(defined.get((row, False), ())), tuple(defined.get((row, True), ())))
            for row, word in self.stored.terms
        }

    @cached_property
    def defines(self) -> Mapping[int, Sequence[Term]]:
        """The terms that a clause's own sentences define (those that it merely bears as its title are not among them)."""
        found: defaultdict[int, list[Term]] = defaultdict(list)
        for term in self.terms.values():
            for brief in term.sentences:
                found[brief.row].append(term)
        return dict(found)

    @cached_property
    def used_in(self) -> Mapping[int, Sequence[Brief]]:
        """The clauses that use a term, by its row, in the book's order."""
        by_row = self._by_row
        used: defaultdict[int, list[Brief]] = defaultdict(list)
        for clause, mentions in self.mentions.everywhere():
            brief = by_row[clause]
            for term in {term for term, _, _ in mentions}:
                used[term].append(brief)
        return dict(used)


def load_book(db: sqlite3.Connection, game: GameRecord, edition: EditionRecord) -> Book:
    """That edition of the game, whole."""
    return Book(game, edition, read_edition(db, edition))
