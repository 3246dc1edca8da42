"""What a game supplies so that answers can be told in words. Answers know games by this alone (`registry.telling`)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from headjudge.parser import scenario as sc
from headjudge.parser.named import NamedTuple
from headjudge.parser.ruling_vocabulary import Language
from headjudge.simulator.play import Play
from headjudge.simulator.state import Board, Player
from headjudge.simulator.verdict import TraceLine


class ToldDifference(NamedTuple):
    """How two tables differ in one respect: what it is about, and how it is on either."""

    what: str
    first: str
    second: str


class TableRow(NamedTuple):
    """A row of a table as it lies: what it shows, in words. `inner` rows belong to the row above them."""

    label: str
    words: str
    inner: bool = False
    turn: bool = False
    """Whether it is that of the player whose turn it is."""


class Teller(Protocol):
    """Tells of one line in one language."""

    @property
    def language(self) -> Language:
        """The language."""

    def player(self, player: Player) -> str:
        """A player, or chance."""

    def event(self, event: object, before: Board, after: Board) -> str:
        """What an event did, told from the boards before and after its batch."""

    def is_news(self, event: object) -> bool:
        """Whether a reader who is in a hurry wants to know of an event; book-keeping is told by what it leads to."""

    def waits(self, before: Board, after: Board) -> list[str]:
        """What waits since, or more often than before."""

    def choice(self, label: object, board: Board) -> str:
        """What an option is, without who chooses it."""

    def is_quiet(self, label: object) -> bool:
        """Whether a choice is not worth telling where nothing else could be chosen."""

    def table(self, board: Board) -> Iterator[TableRow]:
        """The table as it lies."""

    def differences(self, found: Sequence[object], common: Board) -> list[ToldDifference]:
        """How two tables differ that both come from a common one, as `Play.differences` found."""


class Reason(NamedTuple):
    """Why something is not so: the clause, and the words for it (an entry of the answers' `words.toml` with its facts)."""

    clause: str
    name: str
    facts: tuple[tuple[str, object], ...]


class Against(NamedTuple):
    """A line on which a condition does not hold, and who tells of it."""

    play: Play
    condition: sc.Condition
    start: Board
    lines: Sequence[TraceLine]
    teller: Teller


@dataclass(frozen=True, slots=True, eq=False)
class Telling:
    """How a game is told."""

    teller: Callable[[Language, Sequence[Board]], Teller]
    """Tells of a line that comes to these boards; the first is the start."""
    brings_about: Callable[[sc.Condition, Sequence[Board]], Callable[[object], bool]]
    """Whether an event, on any of these boards, does something to what a condition is about."""
    stood: Callable[[Play, Teller, Board, sc.Action], list[str]]
    """How the cards of an action lay, and what its player had."""
    hindered: Callable[[Against], Iterator[Reason]]
    """What the rules and cards that could have brought a condition about asked, and did not find."""


def dropped(against: Against, wanted: Callable[[object], bool]) -> Iterator[Reason]:
    """The wanted events that steps of the line were to bring about, and that could not happen or changed nothing."""
    before = against.start
    for line in against.lines:
        for event in line.nothing:
            if wanted(event):
                facts = (("what", against.teller.event(event, before, before)), ("clauses", rests_on(line)))
                yield Reason(line.clause, "why_dropped", facts)
        before = line.board


def rests_on(line: TraceLine) -> str:
    """The clauses on which a step rests besides its own."""
    return " ".join(clause for clause in line.rests_on if not clause.startswith("policy:"))
