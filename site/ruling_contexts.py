"""What the templates of rulings, coverage and policies are given."""

from typing import ClassVar

from headjudge.parser.named import NamedTuple
from headjudge.parser.values import dataclass
from headjudge.simulator.pictures import Phrase
from headjudge.simulator.pictures import Piece as TablePiece
from headjudge.site.contexts import Frame, Link, Passage, Piece, Words


class RulingLine(NamedTuple):
    """A ruling in a list. `standing` is the name of the words for what became of it."""

    name: str
    link: Link
    source: str
    standing: str
    clauses: tuple[Link, ...]


class RulingGroup(NamedTuple):
    """The rulings that one chapter decides; None for those that cite no clause."""

    chapter: Link | None
    lines: tuple[RulingLine, ...]


@dataclass(frozen=True, slots=True)
class RulingsPage:
    """All rulings of a game. `standings` are those that occur, with how many rulings have each; `courses` is the way to what
    says which clauses each runs through ('' where none is run)."""

    template: ClassVar = "rulings.html"
    frame: Frame
    groups: tuple[RulingGroup, ...]
    total: int
    standings: tuple[tuple[str, int], ...]
    courses: str


class QuotedClause(NamedTuple):
    """A clause with its whole wording; `link` leads nowhere if the rulebook has no such clause."""

    link: Link
    title: tuple[Piece, ...]
    passage: Passage


class Passed(NamedTuple):
    """A step that changed nothing, and whether it was passed over."""

    clause: Link
    over: bool


class Event(NamedTuple):
    """What happened in a step, and how often one after the other."""

    words: Phrase
    times: int


class Step(NamedTuple):
    """A step of a line, the table after it, and the marks of what it changed there. `again` says that the step before it is of
    the same clause."""

    number: int
    anchor: str
    clause: Link
    between: tuple[Passed, ...]
    chosen: Phrase | None
    alternatives: int
    events: tuple[Event, ...]
    rests_on: tuple[Link, ...]
    policies: tuple[Link, ...]
    table: int
    changed: str
    again: bool = False


class PlayedLine(NamedTuple):
    """A line of the game: the words over it, the clause at which it parted and what it is about, and its steps. `more` steps
    stand in the replay's script; `cycle` steps go round, `times` more."""

    what: str
    clause: Link | None
    text: Phrase | None
    before: int
    steps: tuple[Step, ...]
    more: int
    cycle: int
    times: int


class Expected(NamedTuple):
    """An expectation. `mark` is the name of the words for whether it holds, `found` that for what was found of its condition
    ('' if that is just what it says)."""

    text: Phrase
    mark: str
    found: str
    clauses: tuple[Link, ...]
    missing: tuple[Link, ...]


class RefusedAction(NamedTuple):
    """An illegal action, and what would be legal there (`more` further options)."""

    action: Phrase
    clauses: tuple[Link, ...]
    legal: tuple[Phrase, ...]
    more: int


class OtherReading(NamedTuple):
    """A reading that was not taken; `outcome` is the name of the words for where it leads."""

    words: Phrase
    outcome: str


class TakenReading(NamedTuple):
    """A policy that the verdict rests on."""

    question: Phrase
    link: Link
    clauses: tuple[Link, ...]
    taken: Phrase
    others: tuple[OtherReading, ...]


@dataclass(frozen=True, slots=True)
class RulingPage:
    """A ruling that is run."""

    template: ClassVar = "ruling.html"
    frame: Frame
    game: str
    name: str
    title: str
    source: str
    decided: str
    question: str
    answer: str
    standing: str
    sentence: Phrase
    error: tuple[str, tuple[tuple[str, str], ...]]
    actions: tuple[Phrase, ...]
    expectations: tuple[Expected, ...]
    deciding: tuple[QuotedClause, ...]
    refused: tuple[RefusedAction, ...]
    readings: tuple[TakenReading, ...]
    assumptions: tuple[Phrase, ...]
    unmodelled: tuple[str, ...]
    states: int
    branches: int
    complete: bool
    table: tuple[TablePiece, ...]
    """The pieces of the table at the start, in the order of its places; none if there is nothing to replay."""
    lines: tuple[PlayedLine, ...]
    replay: str
    """The way to the script with the tables of the steps."""
    text: str
    why: Words | None = None
    """What the error says, for a ruling that cannot be run."""


class QuotedReason(NamedTuple):
    """A clause that a written ruling rests on, the words quoted from it, and what follows. `standing` is the name of the words
    for whether it still says so."""

    clause: QuotedClause
    quote: str
    why: str
    standing: str


@dataclass(frozen=True, slots=True)
class WrittenPage:
    """A ruling decided in writing."""

    template: ClassVar = "written.html"
    frame: Frame
    name: str
    title: str
    question: str
    answer: str
    reasons: tuple[QuotedReason, ...]
    decided: str
    office: str
    edition: str


class ClassifiedClause(NamedTuple):
    """A clause with its class. `reason` says why where that is not plain; `bound` says to what; `executed` is by how many
    rulings, `standing` the name of the words for a gap ('' for none)."""

    link: Link
    reason: Phrase
    bound: str
    executed: int
    standing: str


class CoveredChapter(NamedTuple):
    """The counts of a chapter, and its clauses by class."""

    chapter: Link
    executable: int
    bound: int
    executed: int
    classes: tuple[tuple[str, tuple[ClassifiedClause, ...]], ...]


@dataclass(frozen=True, slots=True)
class CoveragePage:
    """How far a rulebook is bound to its game, and what its rulings execute."""

    template: ClassVar = "coverage.html"
    frame: Frame
    chapters: tuple[CoveredChapter, ...]
    counts: tuple[tuple[str, int], ...]
    executable: int
    bound: int
    executed: int
    gaps: tuple[ClassifiedClause, ...]
    rulings: str
    filtered: bool


class OfferedReading(NamedTuple):
    """A reading, and whether it is the one taken."""

    name: str
    words: Phrase
    taken: bool


class Policy(NamedTuple):
    """A question that the book leaves open, its readings, and the rulings that rest on it."""

    anchor: str
    question: Phrase
    clauses: tuple[Link, ...]
    readings: tuple[OfferedReading, ...]
    why: Phrase
    rulings: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class PoliciesPage:
    """The readings taken where the book is silent."""

    template: ClassVar = "policies.html"
    frame: Frame
    policies: tuple[Policy, ...]
