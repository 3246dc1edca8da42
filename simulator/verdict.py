"""Verdicts: the answer to a ruling, with the lines that show it and everything that it rests on."""

from dataclasses import dataclass
from enum import StrEnum

from headjudge.parser.named import NamedTuple
from headjudge.parser.scenario import Assumption, Expectation
from headjudge.simulator.state import Board


class Outcome(StrEnum):
    """The answer in one word."""

    TRUE = "true"
    """Every expectation holds; of a ruling without expectations: it ran."""
    FALSE = "false"
    UNKNOWN = "unknown"
    """Not shown either way: a limit was reached, or something needed is not modelled."""
    ILLEGAL = "illegal"
    """A scripted action is refused, and the ruling did not expect that."""


class TraceLine(NamedTuple):
    """One step of a line: the clause, how deep it was called, its wording, what happened, and what else it rests on."""

    clause: str
    depth: int
    quote: str
    events: tuple[object, ...]
    rests_on: tuple[str, ...]
    choice: tuple[int, object] | None = None
    """Who chose what here."""
    alternatives: int = 0
    """How many other options there were."""
    passed: bool = False
    """Whether the step was looked at and passed over, what it asks for not being so."""
    board: Board = None
    """The board as it stands once the step is done: events and choices name things on it."""
    visit: int = 0
    """How often the line had come to the clause by then."""
    nothing: tuple[object, ...] = ()
    """Events that it was to bring about, and that could not happen or changed nothing."""


class Judged(NamedTuple):
    """What became of one expectation. `holds` is None where it could not be told.

    `missing` are clauses that the expectation rests on and that no line with its condition ran through.
    """

    expectation: Expectation
    holds: bool | None
    clauses: tuple[str, ...]
    missing: tuple[str, ...]
    witness: tuple[TraceLine, ...]
    counterexample: tuple[TraceLine, ...]
    ends: tuple[int | None, int | None] = (None, None)
    """The nodes of the graph at which these two lines end."""


class Offer(NamedTuple):
    """What could be chosen at a decision: the options as their labels, and the board on which they are legal."""

    clause: str
    player: int
    options: tuple[object, ...]
    board: Board


class Refused(NamedTuple):
    """A scripted action that is illegal: the action by its place in the script, the clauses that forbid it, and what would be
    legal there."""

    action: int
    clauses: tuple[str, ...]
    expected: bool
    line: int
    column: int
    instead: Offer | None = None


class Ending(NamedTuple):
    """One way in which the lines end, and how many distinct ends of the kind there are."""

    kind: str
    result: str
    ends: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to a ruling."""

    title: str
    verdict: Outcome
    expectations: tuple[Judged, ...]
    refused: tuple[Refused, ...]
    outcomes: tuple[Ending, ...]
    trace: tuple[TraceLine, ...]
    """The first line, from the start to its end."""
    executed: frozenset[str]
    """Every clause executed on any line."""
    states: int
    branches: int
    complete: bool
    policies: tuple[str, ...]
    unmodelled: tuple[str, ...]
    assumptions: tuple[Assumption, ...]
    assumed: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    """Further assumptions, as codes with facts."""
    premises: tuple[str, ...]
    open_cards: bool
    """Whether "can force" was answered as though hidden cards lay open."""
    loops: tuple[str, ...]
    """The clauses on loops that were applied (13.1.1.1, 13.1.1.2)."""
    unfinished: tuple[int, ...]
    """Scripted actions for which no line had a use."""
    seconds: float
    start: Board = None
    """The board at the start."""
    end: int = 0
    """The node of the graph at which the first line ends."""
