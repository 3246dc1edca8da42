"""One edition of a rulebook in memory: a handful of queries, so that no page asks the knowledge base again."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from headjudge.kb.lookup import Brief, EditionRecord, GameRecord, ReferenceRecord, briefs
from headjudge.parser.values import dataclass

T = TypeVar("T")

_LONGEST_PATH = 8
"""Real rulebooks nest six deep; a path is printed with each clause, so that one without limit would grow with the square."""


Mention = tuple[int, int, int]
"""A defined term in a clause's text: its row, and offsets into the text."""


class Mentions:
    """The defined terms in the text of each clause, by its row. There are tens of thousands, and they are read in hardly any time
    as they are `written`, three lists of numbers a clause: the terms, where they start, and where they end."""

    def __init__(self, written: Mapping[int, tuple[str, str, str]]) -> None:
        self.written = written

    def of(self, row: int) -> Iterable[Mention]:
        """Those in that clause."""
        found = self.written.get(row)
        return zip(*(map(int, numbers.split(",")) for numbers in found), strict=True) if found else ()

    def many(self, row: int) -> int:
        """How many there are in that clause."""
        return self.written[row][0].count(",") + 1 if row in self.written else 0


@dataclass(frozen=True, slots=True)
class Term:
    """A defined term, with the clauses whose sentences define it, those that merely bear its name as their title, and those that
    use it."""

    row: int
    word: str
    sentences: tuple[Brief, ...]
    headings: tuple[Brief, ...]
    used_in: tuple[Brief, ...]

    @property
    def defined_by(self) -> tuple[Brief, ...]:
        """Every clause that defines it; a sentence says more than a heading."""
        return self.sentences + self.headings

    @property
    def defined_best(self) -> tuple[Brief, ...]:
        """The sentences, or where there are none the headings."""
        return self.sentences or self.headings


@dataclass(frozen=True, slots=True)
class Book:
    """An edition with everything that its pages show. The maps go by the row of a clause; a clause without is left out."""

    game: GameRecord
    edition: EditionRecord
    root: Brief
    clauses: tuple[Brief, ...]
    """In the book's order, the document itself left out."""
    parents: Mapping[int, Brief]
    children: Mapping[int, tuple[Brief, ...]]
    references: Mapping[int, tuple[ReferenceRecord, ...]]
    cited_by: Mapping[int, tuple[Brief, ...]]
    mentions: Mentions
    defines: Mapping[int, tuple[Term, ...]]
    """The terms that a clause's own sentences define (those that it merely bears as its title are not among them)."""
    terms: Mapping[int, Term]
    chapters: Mapping[int, Brief]
    """The topmost clause above each clause, itself where it has none but the document above it."""

    paths: Mapping[int, tuple[Brief, ...]]
    """The way down to each clause with others below it, itself the last. It begins with the chapter, or very far above it further
    down."""

    def path(self, row: int) -> tuple[Brief, ...]:
        """The clauses above that one, the chapter first; the document itself is left out, and so is what lies very far up."""
        return self.paths[self.parents[row].row]


def load_book(db: sqlite3.Connection, game: GameRecord, edition: EditionRecord) -> Book:
    """That edition of the game, whole."""
    rows = edition.first, edition.last
    everything = briefs(db, "WHERE c.id BETWEEN ? AND ? ORDER BY c.id", rows)
    by_row = {brief.row: brief for brief in everything}
    above = db.execute("SELECT id, parent FROM clauses WHERE id BETWEEN ? AND ? AND parent IS NOT NULL", rows)
    parents = {row: by_row[parent] for row, parent in above}
    children: defaultdict[int, list[Brief]] = defaultdict(list)
    for brief in everything:
        if brief.row in parents:
            children[parents[brief.row].row].append(brief)
    root, *clauses = everything
    chapters: dict[int, Brief] = {}
    for brief in clauses:
        chapters[brief.row] = chapters.get(parents[brief.row].row, brief)
    references, cited_by = _references(db, edition, by_row)
    mentions = _mentions(db, edition)
    terms, defines = _terms(db, edition.row, by_row, mentions)
    return Book(
        game=game,
        edition=edition,
        root=root,
        clauses=tuple(clauses),
        parents=parents,
        children=_frozen(children),
        references=references,
        cited_by=cited_by,
        mentions=mentions,
        defines=defines,
        terms=terms,
        chapters=chapters,
        paths=paths_in(root, clauses, parents),
    )


def paths_in(root: Brief, clauses: Sequence[Brief], parents: Mapping[int, Brief]) -> dict[int, tuple[Brief, ...]]:
    """The way down to each clause with others below it."""
    above = {parent.row for parent in parents.values()}
    paths: dict[int, tuple[Brief, ...]] = {root.row: ()}
    for brief in clauses:
        if brief.row in above:
            paths[brief.row] = (*paths[parents[brief.row].row], brief)[-_LONGEST_PATH:]
    return paths


def _frozen(lists: Mapping[int, list[T]]) -> dict[int, tuple[T, ...]]:
    return {key: tuple(values) for key, values in lists.items()}


def _references(
    db: sqlite3.Connection, edition: EditionRecord, by_row: Mapping[int, Brief]
) -> tuple[dict[int, tuple[ReferenceRecord, ...]], dict[int, tuple[Brief, ...]]]:
    """What each clause cites, in the order of its words, and which clauses cite it, in the book's order."""
    rows = db.execute(
        """SELECT r.clause, r.mention, r.text, r.kind, r.status, r.flow, r.in_title, r.start, r."end", r.target
           FROM refs r WHERE r.clause BETWEEN ? AND ?
           ORDER BY r.clause, r.in_title DESC, r.start, r.mention, r.target""",
        (edition.first, edition.last),
    )
    found: defaultdict[int, dict[int, ReferenceRecord]] = defaultdict(dict)
    citing: defaultdict[int, dict[int, Brief]] = defaultdict(dict)
    for clause, mention, text, kind, status, flow, in_title, start, end, target in rows:
        before = found[clause][mention].targets if mention in found[clause] else ()
        # a target in another edition has no page here
        targets = (*before, by_row[target]) if target in by_row else before
        found[clause][mention] = ReferenceRecord(text, kind, status, bool(flow), bool(in_title), start, end, targets)
        if target in by_row and target != clause:
            citing[target][clause] = by_row[clause]
    return (
        {clause: tuple(mentions.values()) for clause, mentions in found.items()},
        {target: tuple(clauses.values()) for target, clauses in citing.items()},
    )


def _terms(
    db: sqlite3.Connection, edition: int, by_row: Mapping[int, Brief], mentions: Mentions
) -> tuple[dict[int, Term], dict[int, tuple[Term, ...]]]:
    """Every defined term by its row, in the order of first definition, and the terms that each clause's sentences define."""
    defined: defaultdict[int, list[tuple[Brief, str]]] = defaultdict(list)
    for term, clause, style in db.execute(
        "SELECT d.term, d.clause, d.style FROM definitions d JOIN terms t ON t.id = d.term WHERE t.edition = ? ORDER BY d.clause",
        (edition,),
    ):
        defined[term].append((by_row[clause], style))
    used: defaultdict[str, list[Brief]] = defaultdict(list)
    for clause, (marked, _, _) in mentions.written.items():
        brief = by_row[clause]
        for number in {*marked.split(",")}:
            used[number].append(brief)
    terms = {}
    defines: defaultdict[int, list[Term]] = defaultdict(list)
    for row, word in db.execute("SELECT id, word FROM terms WHERE edition = ? ORDER BY id", (edition,)):
        sentences = tuple(brief for brief, style in defined[row] if style != "title")
        headings = tuple(brief for brief, style in defined[row] if style == "title")
        terms[row] = Term(row, word, sentences, headings, tuple(used[str(row)]))
        for brief in sentences:
            defines[brief.row].append(terms[row])
    return terms, _frozen(defines)


def _mentions(db: sqlite3.Connection, edition: EditionRecord) -> Mentions:
    """The terms in each clause."""
    rows = db.execute(
        """SELECT clause, group_concat(term), group_concat(start), group_concat("end") FROM mentions
           WHERE clause BETWEEN ? AND ? GROUP BY clause""",
        (edition.first, edition.last),
    )
    return Mentions({clause: (terms, starts, ends) for clause, terms, starts, ends in rows})
