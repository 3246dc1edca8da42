"""Why something expected did not come out, or an action is refused: the clauses and conditions that stopped it.

What is said is what was found of the line against the expectation: the step that undid it; clauses without which it would have
come out; what the rules that could have brought it about asked, and did not find; what was to be done and came to nothing; the
abilities that did not trigger.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from headjudge.parser import scenario as sc
from headjudge.parser.board import CardRef
from headjudge.parser.effect_tree import walk
from headjudge.parser.ruling_vocabulary import Language
from headjudge.simulator.answers.reasons import brings_about, forbidding
from headjudge.simulator.answers.running import Answered
from headjudge.simulator.answers.sentence import action_words, statement
from headjudge.simulator.answers.steps import teller_of
from headjudge.simulator.answers.words import say
from headjudge.simulator.citing import apart
from headjudge.simulator.decisive import prevented_by
from headjudge.simulator.game import below
from headjudge.simulator.games.palworld import events as ev
from headjudge.simulator.games.palworld.board import Board, find, is_thing
from headjudge.simulator.games.palworld.differing import in_a_base
from headjudge.simulator.games.palworld.director import things_named
from headjudge.simulator.games.palworld.questions import ZONE_OF, Moment, Questions
from headjudge.simulator.games.palworld.rule_processing import Premise, premises
from headjudge.simulator.games.palworld.table import SEATS
from headjudge.simulator.games.palworld.telling import Teller
from headjudge.simulator.games.palworld.telling_differences import lying, number_word
from headjudge.simulator.games.palworld.untriggered import CLAUSES, Hindrance, Untriggered, may_change, untriggered
from headjudge.simulator.run import Run
from headjudge.simulator.state import ObjectId, State
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
            found += _Against(answered, begun, language, judged, lambda number=number: prevented()[number]).reasons()  # type: ignore[misc]  # bound now
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
            yield Why(action_words(action, self.language), clause, self.begun.wording(clause), stood)

    def _stood(self, entry: Refused, action: sc.Action) -> str:
        """How the cards of the action lay, and what the player had."""
        if entry.instead is None:
            return ""
        board = entry.instead.board
        assert isinstance(board, Board)
        start = self.answered.verdict.start
        assert isinstance(start, Board)
        teller = teller_of(self.answered.verdict.trace, start, self.language, board)
        questions = self.begun.questions
        assert isinstance(questions, Questions)
        refs = [item for item in (*action.by, *action.on) if isinstance(item, CardRef)]
        things = dict.fromkeys(thing for ref in refs for thing in things_named(board, questions.names, ref))
        said = [f"{teller.thing(thing)} {words}" for thing in things if (words := _lies(teller, board, thing))]
        said.append(f"{teller.player(SEATS[action.player])} {teller.numbers(board, SEATS[action.player])}")
        return say("why_stood", self.language, what=("；" if self.language == "zh" else "; ").join(said))


def _lies(teller: Teller, board: Board, thing: ObjectId) -> str:
    where = find(board, thing)
    if where is None:
        return ""
    if where.zone == "base":
        return lying(teller, in_a_base(board, where))
    words, cost = teller.zone(where.zone, where.player), where.thing.card.cost
    return words if cost is None else teller.word("lies", thing=words, facts=f"{number_word(teller, 'cost')} {cost}")


class _Against:
    """Why one expectation does not hold, from a line against it."""

    def __init__(
        self, answered: Answered, begun: Run, language: Language, judged: Judged, prevented: Callable[[], tuple[str, ...]]
    ) -> None:
        self.answered, self.begun, self.language, self.judged, self.prevented = answered, begun, language, judged, prevented
        self.condition = judged.expectation.condition
        self.lines: tuple[TraceLine, ...] = judged.counterexample
        start = answered.verdict.start
        assert isinstance(start, Board)
        self.start: Board = start
        self.teller = teller_of(self.lines, start, language)
        self.text = statement(judged, language)

    def reasons(self) -> list[Why]:
        """What undid it; else what prevented it, or failed to bring it about."""
        turned = self._turned(to=self.judged.expectation.quantifier is sc.Quantifier.NEVER)
        if turned:
            return turned
        found = list(self._run_through()) or [*self._prevented(), *self._premises(), *self._nothing(), *self._abilities()]
        return found or [Why(self.text, "", "", say("why_nothing", self.language))]

    # It was so, and is not any more --------------------------------------------------------------------------------------

    def _turned(self, *, to: bool) -> list[Why]:
        """The last step at which the condition came (or ceased) to hold."""
        if not _can_be_asked_of_boards(self.condition):
            return []
        before, last, turned_on = self._holds(self.start), None, self.start
        board = self.start
        for line in self.lines:
            assert isinstance(line.board, Board)
            holds = self._holds(line.board)
            if holds is to and before is (not to):
                last, turned_on = line, board
            before, board = holds, line.board
        if last is None:
            return []
        assert isinstance(last.board, Board)
        said = [self.teller.event(event, turned_on, last.board) for event in last.events]
        name = "why_came" if to else "why_undone"
        return [Why(self.text, last.clause, last.quote, say(name, self.language, what=self._list(said), clauses=_rests_on(last)))]

    def _holds(self, board: Board) -> bool:
        questions = self.begun.questions
        assert isinstance(questions, Questions)
        return apart(lambda: questions.holds(Moment(State(board, ()), questions.start()), self.condition))[0]

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

    def _premises(self) -> Iterator[Why]:
        """The rules that would have brought it about, and what they did not find at the end of the line."""
        board = self.lines[-1].board if self.lines else self.start
        assert isinstance(board, Board)
        wanted = self._wanted()
        for premise in apart(lambda: list(premises(board)))[0]:
            if not premise.met and wanted(premise.due) and self._is_about(premise.due):
                yield Why(self.text, premise.clause, self.begun.wording(premise.clause), self._premise(premise))
                yield from self._nothing_of(premise)

    def _is_about(self, event: object) -> bool:
        """Whether what a rule would do is what was expected: of that player, into that zone."""
        parts = list(walk(self.condition))
        results = [part for part in parts if isinstance(part, sc.GameResult)]
        if isinstance(event, ev.Lose) and results:
            losers = {SEATS[one.player] if one.word == "loses" else 1 - SEATS[one.player] for one in results if one.player}
            return not losers or event.player in losers
        zones = {ZONE_OF.get(str(part.zone)) for part in parts if isinstance(part, sc.InZone)}
        zones |= {ZONE_OF.get(str(part.left.word)) for part in parts if isinstance(part, sc.Compare)} - {None}
        return not isinstance(event, ev.Move) or event.to in zones

    def _premise(self, premise: Premise) -> str:
        subject = self.teller.target(premise.subject)
        facts: dict[str, object] = {"subject": subject, "has": premise.has, "needs": premise.needs}
        if not premise.of:
            return say("why_not_zero", self.language, **facts, what=number_word(self.teller, premise.what))
        name = "why_no_damage" if not premise.has else "why_below"
        return say(
            name, self.language, **facts, what=number_word(self.teller, premise.what), of=number_word(self.teller, premise.of)
        )

    # What was to be done ----------------------------------------------------------------------------------------------------

    def _nothing(self) -> Iterator[Why]:
        """What steps were to do of the kind, and could not."""
        yield from self._dropped(self._wanted())

    def _nothing_of(self, premise: Premise) -> Iterator[Why]:
        """The damage that was to be dealt to what took too little."""
        if is_thing(premise.subject):
            yield from self._dropped(lambda event: getattr(event, "target", None) == premise.subject)

    def _dropped(self, wanted: Callable[[object], bool]) -> Iterator[Why]:
        before = self.start
        for line in self.lines:
            for event in line.nothing:
                if wanted(event):
                    what = self.teller.event(event, before, before)
                    reason = say("why_dropped", self.language, what=what, clauses=_rests_on(line))
                    yield Why(self.text, line.clause, line.quote, reason)
            assert isinstance(line.board, Board)
            before = line.board

    def _wanted(self) -> Callable[[object], bool]:
        boards = [line.board for line in self.lines if isinstance(line.board, Board)]
        return brings_about(self.condition, [self.start, *boards])

    # Abilities -----------------------------------------------------------------------------------------------------------------

    def _abilities(self) -> Iterator[Why]:
        named = {str(part.name) for part in walk(self.condition) if isinstance(part, CardRef)}
        for one in untriggered(self.start, self.lines):
            if not may_change(one.ability, self.condition) and self.teller.called.get(one.source) not in named:
                continue
            clause = CLAUSES[one.hindrance]
            yield Why(self.text, clause, self.begun.wording(clause), self._ability(one))

    def _ability(self, one: Untriggered) -> str:
        ability = self.teller.ability(one.ability, one.source, self.start)
        facts = {"thing": self.teller.thing(one.source), "ability": ability, "zone": self.teller.zone(one.zone)}
        event = ""
        if one.event is not None and one.at is not None and one.before is not None and isinstance(one.at.board, Board):
            event = self.teller.event(one.event, one.before, one.at.board)
        at = one.at.clause if one.at is not None else ""
        return say(_HINDERED[one.hindrance], self.language, **facts, event=event, at=at)

    def _list(self, said: Sequence[str]) -> str:
        return ("；" if self.language == "zh" else "; ").join(said)


def _rests_on(line: TraceLine) -> str:
    return " ".join(clause for clause in line.rests_on if not clause.startswith("policy:"))


_HINDERED: Mapping[Hindrance, str] = {
    Hindrance.NO_EVENT: "why_no_event",
    Hindrance.WRONG_EVENT: "why_wrong_event",
    Hindrance.WRONG_ZONE: "why_wrong_zone",
    Hindrance.LOST: "why_lost",
    Hindrance.CONDITION: "why_condition",
    Hindrance.IN_THE_EFFECT: "why_in_the_effect",
}

_OF_THE_LINE = (sc.RunsThrough, sc.InOrder, sc.AtPoint, sc.Permitted)


def _can_be_asked_of_boards(condition: sc.Condition) -> bool:
    """Whether a condition is about the table alone, and not about the line that led there."""
    parts = list(walk(condition))
    return not any(isinstance(part, _OF_THE_LINE) or (isinstance(part, sc.Quantity) and part.word == "uses") for part in parts)
