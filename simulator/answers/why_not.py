"""Why something expected did not come out, or an action is refused: the clauses and conditions that stopped it.

What is said is what was found of the line against the expectation: the step that undid it; clauses without which it would have
come out; what was to be done and came to nothing; what rules and cards that could have brought it about asked, and did not find;
what else could have been chosen.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from headjudge.parser import scenario as sc
from headjudge.parser.effect_tree import walk
from headjudge.parser.named import NamedTuple
from headjudge.parser.ruling_vocabulary import Language
from headjudge.simulator.answers.reasons import forbidding
from headjudge.simulator.answers.running import Answered
from headjudge.simulator.answers.sentence import action_told, statement
from headjudge.simulator.answers.steps import parting, teller_of
from headjudge.simulator.answers.words import listed, say
from headjudge.simulator.decisive import prevented_by
from headjudge.simulator.game import below
from headjudge.simulator.otherwise import otherwise
from headjudge.simulator.registry import telling
from headjudge.simulator.run import Run
from headjudge.simulator.state import Board
from headjudge.simulator.telling import Against, Reason, dropped, rests_on
from headjudge.simulator.verdict import Judged, Refused, TraceLine


class Why(NamedTuple):
    """One reason: of which expectation or action, by which clause, and what was so."""

    expectation: str
    clause: str
    quote: str
    reason: str


def why_not(answered: Answered, begun: Run, language: Language) -> tuple[Why, ...]:
    """Every reason for what did not come out, expectation by expectation."""
    found: list[Why] = []
    for entry in answered.verdict.refused:
        if not entry.expected:
            found += _Refusal(answered, begun, language).reasons(entry)
    if found:
        return tuple(dict.fromkeys(found))  # what was expected was expected of an action that nobody can take
    prevented = cache(lambda: prevented_by(begun, answered.verdict))
    for number, judged in enumerate(answered.verdict.expectations):
        if judged.holds is False and not judged.missing and judged.counterexample:
            found += _Against(answered, begun, language, number, lambda number=number: prevented()[number]).reasons()  # type: ignore[misc]  # bound now
    return tuple(dict.fromkeys(found))


def data(reasons: Sequence[Why]) -> list[dict[str, Any]]:
    """The reasons as data."""
    return [reason._asdict() for reason in reasons]


class _Refusal:
    """Why an action is refused: the clauses, and how what they ask about stood."""

    def __init__(self, answered: Answered, begun: Run, language: Language) -> None:
        self.answered, self.begun, self.language = answered, begun, language

    def reasons(self, entry: Refused) -> Iterator[Why]:
        action = self.answered.scenario.actions[entry.action]
        stood = self._stood(entry, action)
        for clause in forbidding(self.answered, entry):
            yield Why(action_told(action, self.language), clause, self.begun.wording(clause), stood)

    def _stood(self, entry: Refused, action: sc.Action) -> str:
        """How the cards of the action lay, and what the player had."""
        if entry.instead is None:
            return ""
        verdict, board, game = self.answered.verdict, entry.instead.board, self.answered.game
        teller = teller_of(verdict.trace, verdict.start, self.language, board, game=game)
        said = telling(game).stood(self.begun.play, teller, board, action)
        return say("why_stood", self.language, what=listed(said, self.language))


class _Against:
    """Why one expectation does not hold, from a line against it."""

    def __init__(
        self, answered: Answered, begun: Run, language: Language, number: int, prevented: Callable[[], tuple[str, ...]]
    ) -> None:
        self.answered, self.begun, self.language, self.number, self.prevented = answered, begun, language, number, prevented
        self.judged: Judged = answered.verdict.expectations[number]
        self.condition = self.judged.expectation.condition
        self.lines: tuple[TraceLine, ...] = self.judged.counterexample
        self.start: Board = answered.verdict.start
        self.telling = telling(answered.game)
        self.teller = teller_of((*self.lines, *self.judged.witness), self.start, language, game=answered.game)
        self.text = statement(self.judged, language)

    def reasons(self) -> list[Why]:
        """What undid it; else what prevented it, or failed to bring it about."""
        never = self.judged.expectation.quantifier is sc.Quantifier.NEVER
        turned = self._turned(to=never)
        by_the_way = any(isinstance(part, sc.Compare) for part in walk(self.condition))
        if turned and (never or not by_the_way):
            return [*turned, *(() if never else self._parted())]
        against = Against(self.begun.play, self.condition, self.start, self.lines, self.teller)
        hindered = [self._told(reason) for reason in (*dropped(against, self._wanted()), *self.telling.hindered(against))]
        if turned:  # a number may have been the one that is expected only on its way to another
            return [*turned, *hindered, *self._parted()]
        found = list(self._run_through()) or [*self._prevented(), *hindered, *(() if never else self._chosen())]
        return found or [Why(self.text, "", "", say("why_nothing", self.language))]

    def _told(self, reason: Reason) -> Why:
        words = say(reason.name, self.language, **dict(reason.facts))
        return Why(self.text, reason.clause, self.begun.wording(reason.clause), words)

    # It was so, and is not any more --------------------------------------------------------------------------------------

    def _turned(self, *, to: bool) -> list[Why]:
        """The last step at which the condition came (or ceased) to hold."""
        if not _can_be_asked_of_boards(self.condition):
            return []
        before, last, turned_on = self._holds(self.start), None, self.start
        board = self.start
        for line in self.lines:
            holds = self._holds(line.board)
            if holds is to and before is (not to):
                last, turned_on = line, board
            before, board = holds, line.board
        if last is None:
            return []
        said = [self.teller.event(event, turned_on, last.board) for event in last.events]
        facts = {"what": listed(said, self.language), "clauses": rests_on(last)}
        return [Why(self.text, last.clause, last.quote, say("why_came" if to else "why_undone", self.language, **facts))]

    def _holds(self, board: Board) -> bool:
        return self.begun.play.holds(board, self.condition)

    def _run_through(self) -> Iterator[Why]:
        """Of clauses that the line should, or should not, run through: where it does, or that it passes them over."""
        for part in walk(self.condition):
            if isinstance(part, sc.RunsThrough):
                clause = str(part.clause)
                line = next((one for one in self.lines if any(below(c, clause) for c in (one.clause, *one.rests_on))), None)
                name = "why_not_run" if line is None else "why_run"
                at = "" if line is None else line.clause
                yield Why(self.text, clause, self.begun.wording(clause), say(name, self.language, at=at))

    # What stood in its way --------------------------------------------------------------------------------------------------

    def _prevented(self) -> Iterator[Why]:
        for clause in self.prevented():
            yield Why(self.text, clause, self.begun.wording(clause), say("why_without", self.language))

    def _wanted(self) -> Callable[[object], bool]:
        return self.telling.brings_about(self.condition, (self.start, *(line.board for line in self.lines)))

    # What else could have been chosen ----------------------------------------------------------------------------------------

    def _chosen(self) -> list[Why]:
        return list(self._parted()) or list(self._otherwise())

    def _parted(self) -> Iterator[Why]:
        """The choice at which a line on which it holds parts from this one."""
        lines, other = self.lines, self.judged.witness
        common = parting(lines, other)
        if common < min(len(lines), len(other)) and lines[common].choice and other[common].choice:
            player, label = other[common].choice or (0, None)
            board = other[common].board if common == 0 else other[common - 1].board
            facts = {"chosen": self.teller.choice((lines[common].choice or (0, None))[1], board)}
            said = self._choice("why_otherwise_may", player, label, board, **facts)
            yield Why(self.text, lines[common].clause, lines[common].quote, said)

    def _otherwise(self) -> Iterator[Why]:
        """The choices that the actions of the ruling leave out, and that would bring it about."""
        node = self.judged.ends[1]
        for one in otherwise(self.begun, self.number, node) if node is not None else ():
            teller = teller_of(self.lines, self.start, self.language, one.board, game=self.answered.game)
            if teller.is_quiet(one.label) and not one.always:
                continue  # once a player does nothing more, much can happen in later turns
            facts = {} if one.instead is None else {"chosen": teller.choice(one.instead, one.board)}
            name = "why_otherwise" if one.always else "why_otherwise_may"
            said = self._choice(name if facts else f"{name}_further", one.player, one.label, one.board, **facts)
            yield Why(self.text, one.clause, self.begun.wording(one.clause), said)

    def _choice(self, name: str, player: int, label: object, board: Board, **facts: str) -> str:
        teller = teller_of(self.lines, self.start, self.language, board, game=self.answered.game)
        return say(name, self.language, player=teller.player(player), choice=teller.choice(label, board), **facts)


_OF_THE_LINE = (sc.RunsThrough, sc.InOrder, sc.AtPoint, sc.Permitted)


def _can_be_asked_of_boards(condition: sc.Condition) -> bool:
    """Whether a condition is about the table alone, and not about the line that led there."""
    parts = list(walk(condition))
    return not any(isinstance(part, _OF_THE_LINE) or (isinstance(part, sc.Quantity) and part.word == "uses") for part in parts)
