"""What a game supplies so that rulings can be run in it. The kernel knows games by this alone (`registry`)."""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from headjudge.kb.clause import Clause
from headjudge.parser import scenario as sc
from headjudge.parser.named import NamedTuple
from headjudge.simulator.bindings import Bindings
from headjudge.simulator.explorer import Direction, EndKind, Graph, Growth, Progress, Refusal, Start
from headjudge.simulator.game import Game
from headjudge.simulator.law import Law
from headjudge.simulator.machine import Decision
from headjudge.simulator.moves import Event
from headjudge.simulator.policy import Policy
from headjudge.simulator.state import Board, Player, State

SEATS: Mapping[sc.Player, Player] = {sc.Player.A: 0, sc.Player.B: 1}
"""The players of a ruling as the kernel numbers them."""


class Facts(NamedTuple):
    """What is said of one end: a result for each expectation (None: cannot be told), and how the game stands there."""

    results: tuple[bool | None, ...]
    missing: tuple[tuple[str, ...], ...]
    result: str
    refusal: Refusal | None
    tainted: bool
    lack: str
    done: int


class Steering(Direction, Protocol):
    """The direction of one ruling."""

    executed: set[str]
    """The clauses (and `policy:` readings) that any line has executed."""
    passed_over: set[str]
    """The clauses that any line has looked at and passed over."""

    def unscripted(self, decision: Decision, progress: Progress) -> Progress:
        """The progress of a line on which somebody does at a decision what the script does not say."""

    def replay(self, game: Game, start: Start, graph: Graph, node: int) -> Start:
        """The state and the progress of a line at a node."""


class Asked(Protocol):
    """What a ruling asks about its lines."""

    def start(self) -> Progress:
        """The progress of a line that has not begun."""


class Play(Protocol):
    """One ruling laid out on the game's table."""

    @property
    def game(self) -> Game:
        """The game that it is played in."""

    @property
    def start(self) -> State:
        """From where it is explored."""

    @property
    def direction(self) -> Steering:
        """Its script, its horizon, and what it watches for."""

    @property
    def questions(self) -> Asked:
        """What it asks."""

    @property
    def assumed(self) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
        """What the ruling does not say, as codes with facts."""

    @property
    def unmodelled(self) -> tuple[str, ...]:
        """What stands on its cards that cannot be run."""

    @property
    def growth(self) -> Callable[[State], Growth] | None:
        """How to compare states without the numbers that nothing reads; None if every number is read."""

    def judge(self, state: State, progress: Progress, kind: EndKind, detail: object) -> Facts:
        """What is to be remembered of an end."""

    def without_end(self, state: State, progress: Progress) -> Facts:
        """What is to be said of a loop that nobody can stop, of which this is one state."""

    def holds(self, board: Board, condition: sc.Condition) -> bool:
        """Whether a condition that asks about the table alone holds on a board of a line."""

    def differences(self, first: Board, second: Board, common: Board) -> tuple[object, ...]:
        """How two tables differ that both come from a common one; nothing if they lie alike."""

    def without(self, state: State, clauses: frozenset[str]) -> State:
        """The same state with clauses suspended from here on."""

    def is_book_keeping(self, event: Event) -> bool:
        """Whether an event only notes what has become of something: it happens even where what it belongs to is forgotten."""

    def loop_rules(self, *, stoppable: bool) -> tuple[str, ...]:
        """The clauses that apply to a loop that somebody can stop, or nobody."""


@dataclass(frozen=True, slots=True, eq=False)
class Simulated:
    """A game that can be run."""

    name: str
    edition: str
    """The shipped edition of its rulebook, by which it is run."""
    bindings: Bindings
    shipped_law: Callable[[], Law]
    law_in: Callable[[sqlite3.Connection], Law]
    """The shipped edition as a knowledge base has it."""
    law_of: Callable[[Sequence[Clause], str], Law]
    """The law that the clauses of an edition are. Raises HeadjudgeError if one is missing to which the game is bound."""
    policies: Callable[[], Mapping[str, Policy]]
    """The readings that it takes where the book is silent, by their ids."""
    checked: Callable[[Mapping[str, str]], Mapping[str, str]]
    """Readings to be taken instead. Raises HeadjudgeError for one that is unknown."""
    lay_out: Callable[[sc.Scenario, Law, Mapping[str, str], frozenset[str]], Play]
    """A ruling on the table: by this law, with these readings where the book is silent, with these clauses suspended.
    Raises HeadjudgeError if the ruling's board cannot be, or asks what the game does not know."""
