"""What running a game's rulings brings, as plain data that can be kept and shown without the simulator."""

from typing import TypedDict

from headjudge.simulator.pictures import Phrase, Piece


class StepRecord(TypedDict):
    """A step that did something: the quiet ones before it (`between`: clause, and whether it was passed over), who chose what,
    what happened, what it rests on, the table after it, and the marks of what changed there."""

    clause: str
    between: list[tuple[str, bool]]
    chosen: Phrase | None
    alternatives: int
    events: list[Phrase]
    rests_on: list[str]
    policies: list[str]
    table: int
    changed: list[str]


class LineRecord(TypedDict):
    """A line, or the part of one after another has parted from it (at a clause, in whether `text` comes out). Its end may go
    round: so many steps, so many times more."""

    what: str
    clause: str
    text: Phrase | None
    before: int
    steps: list[StepRecord]
    round: tuple[int, int]


class ExpectationRecord(TypedDict):
    """An expectation, whether it holds, and what was found of its condition."""

    text: Phrase
    quantifier: str
    holds: bool | None
    found: str
    clauses: list[str]
    missing: list[str]


class RefusedRecord(TypedDict):
    """An action that is illegal, the clauses that forbid it, and what would be legal there."""

    action: Phrase
    expected: bool
    clauses: list[str]
    legal: list[Phrase]


class PolicyRecord(TypedDict):
    """A policy that the verdict rests on, and the verdict that each other reading would lead to ('' for the same)."""

    id: str
    taken: str
    others: dict[str, str]


class ReplayRecord(TypedDict):
    """Everything that the page of a ruling shows of its run. `verdict` is `error` for one that cannot be run: then only `error`
    says something, a code with facts."""

    verdict: str
    error: tuple[str, dict[str, str]]
    sentence: Phrase
    question: str
    answer: str
    decided: str
    actions: list[Phrase]
    expectations: list[ExpectationRecord]
    because: list[str]
    refused: list[RefusedRecord]
    policies: list[PolicyRecord]
    assumptions: list[Phrase]
    unmodelled: list[str]
    states: int
    branches: int
    complete: bool
    pieces: list[Piece]
    tables: list[list[int]]
    lines: list[LineRecord]


ERROR = "error"


class ClauseRecord(TypedDict):
    """A clause's class, the reason given for it, the pin of the wording that it was classified by, and the kinds of its
    bindings with the names of what they bind."""

    kind: str
    reason: Phrase
    pin: str
    bound: list[tuple[str, str]]


class PolicyText(TypedDict):
    """A question that the book leaves open, the answers to it by name, the one taken and why."""

    clauses: list[str]
    question: Phrase
    readings: dict[str, Phrase]
    taken: str
    why: Phrase


class GameRecord(TypedDict):
    """All of it, by clause and by policy."""

    clauses: dict[str, ClauseRecord]
    policies: dict[str, PolicyText]
