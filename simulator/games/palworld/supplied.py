"""The Palworld game as the kernel runs rulings in it."""

from collections.abc import Callable, Iterator, Mapping

from headjudge.parser import scenario as sc
from headjudge.simulator.citing import apart
from headjudge.simulator.explorer import EndKind, Growth, Progress, Refusal
from headjudge.simulator.game import below
from headjudge.simulator.games.palworld import events as ev
from headjudge.simulator.games.palworld.board import Board
from headjudge.simulator.games.palworld.book import BOOK
from headjudge.simulator.games.palworld.cards import CardReader
from headjudge.simulator.games.palworld.differing import Difference, differences
from headjudge.simulator.games.palworld.director import Script
from headjudge.simulator.games.palworld.game import palworld
from headjudge.simulator.games.palworld.growth import growth_of
from headjudge.simulator.games.palworld.law import EDITION, law_in, law_of, shipped_law
from headjudge.simulator.games.palworld.policies import checked, policies
from headjudge.simulator.games.palworld.questions import Moment, Questions, asked_deeds, is_over
from headjudge.simulator.games.palworld.repeating import pace_of
from headjudge.simulator.games.palworld.rule_processing import drawn_by_loop, loop_rules, winner
from headjudge.simulator.games.palworld.ruling import RulingDirection, Started, restarted
from headjudge.simulator.games.palworld.table import lay_out
from headjudge.simulator.law import Law
from headjudge.simulator.moves import Event
from headjudge.simulator.play import Facts, Simulated
from headjudge.simulator.state import State

_BOOK_KEEPING = (ev.Unwait, ev.TakeOff, ev.CountUse, ev.WaitTimes, ev.EndBattle, ev.EndTurn)


class PalworldPlay:
    """One ruling on the table."""

    def __init__(self, scenario: sc.Scenario, law: Law, policies: Mapping[str, str], suspended: frozenset[str]) -> None:
        self.game = palworld()
        reader = CardReader(law, checked({**policies, **dict(scenario.policies)}), suspended)
        table = lay_out(scenario, reader, sorted(asked_deeds(scenario), key=str))
        self.assumed = table.assumed
        self.start = restarted(table.state, suspended)
        script = Script(self.game, scenario.actions, table.names, pace_of(table.state.board))
        self.questions = Questions(scenario, script, lambda text: [held.ability for held in reader.abilities(text)])
        self.direction = RulingDirection(scenario, script, self.questions)
        self._expectations = range(len(scenario.expectations))

    @property
    def unmodelled(self) -> tuple[str, ...]:
        """What stands on the cards in the game and cannot be run."""
        return tuple(text for card in self.start.board.world.cards for text in card.unmodelled)

    @property
    def growth(self) -> Callable[[State], Growth] | None:
        """How to compare states without the numbers that neither a card nor a question reads."""
        return growth_of(self.start.board, self.questions.looks)

    def judge(self, state: State, progress: Progress, kind: EndKind, detail: object) -> Facts:
        """What is to be remembered of an end."""
        started = Started.of(progress)
        moment = Moment(state, started)
        board = moment.board
        results: list[bool | None] = []
        missing = []
        for number in self._expectations:
            holds, cited = (None, ()) if kind is EndKind.UNMODELLED else self.questions.result(moment, number)
            results.append(holds)
            missing.append(self.questions.missing(started, number, cited))
            self.direction.executed.update(cited if holds else ())
        return Facts(
            tuple(results),
            tuple(missing),
            _result(board),
            refusal=detail if isinstance(detail, Refusal) else None,
            tainted=kind in (EndKind.UNMODELLED, EndKind.EXHAUSTED) or any(_unread(board)),
            lack=detail if isinstance(detail, str) else "",
            done=started.done,
        )

    def without_end(self, state: State, progress: Progress) -> Facts:
        """A loop that nobody can stop draws the game (13.1.1.1)."""
        started = Started.of(progress)
        run = started.run | {clause for clause in self.questions.clauses if below("13.1.1.1", clause)}
        return self.judge(State(drawn_by_loop(state.board), ()), started._replace(run=run), EndKind.OVER, None)

    def holds(self, board: Board, condition: sc.Condition) -> bool:
        """Whether a condition that asks about the table alone holds on a board of a line."""
        return apart(lambda: self.questions.holds(Moment(State(board, ()), self.questions.start()), condition))[0]

    def differences(self, first: Board, second: Board, common: Board) -> tuple[Difference, ...]:
        """How two tables differ that both come from a common one."""
        return differences(first, second, common)

    def without(self, state: State, clauses: frozenset[str]) -> State:
        """The same state with clauses suspended from here on."""
        return restarted(state, state.board.world.suspended | clauses)

    def is_book_keeping(self, event: Event) -> bool:
        """Whether it only notes that something waits, lies in the resolution zone or counts no more."""
        return isinstance(event, _BOOK_KEEPING)

    def loop_rules(self, *, stoppable: bool) -> tuple[str, ...]:
        """The clauses that apply to a loop (13.1.1)."""
        return loop_rules(stoppable=stoppable)


def _result(board: Board) -> str:
    if not is_over(board):
        return "goes_on"
    won = None if board.drawn else winner(board)
    return "draw" if won is None else f"wins:{'AB'[won]}"


def _unread(board: Board) -> Iterator[str]:
    for seat in board.seats:
        for thing in seat.base:
            yield from thing.card.unmodelled


SIMULATED = Simulated("palworld", EDITION, BOOK, shipped_law, law_in, law_of, policies, checked, PalworldPlay)
