"""A ruling run for an answer: its verdict, the readings that it rests on, and what other readings would make of it."""

from dataclasses import dataclass, replace
from difflib import get_close_matches

from headjudge.kb.clause import HeadjudgeError
from headjudge.parser.named import NamedTuple
from headjudge.parser.scenario import Scenario
from headjudge.simulator.answers.overrides import Overrides
from headjudge.simulator.answers.ruling import Ruling, WrongGame, drawn
from headjudge.simulator.explorer import Limits
from headjudge.simulator.game import below
from headjudge.simulator.law import Law
from headjudge.simulator.policy import Policy
from headjudge.simulator.registry import names, simulated
from headjudge.simulator.run import Run, run
from headjudge.simulator.verdict import Outcome, Verdict


class Other(NamedTuple):
    """A reading that was not taken, and the verdict that it would lead to; None if that is the same in every respect."""

    reading: str
    verdict: Outcome | None


class Rested(NamedTuple):
    """A policy that the verdict rests on: which reading was taken, and what the others would lead to."""

    policy: Policy
    taken: str
    others: tuple[Other, ...]
    overridden: bool = False
    """Whether it is a head judge's file that says so."""


@dataclass(frozen=True, slots=True, eq=False)
class Answered:
    """A ruling with its verdict."""

    ruling: Ruling
    scenario: Scenario
    verdict: Verdict
    rested: tuple[Rested, ...]
    overrides: Overrides
    law: Law

    @property
    def game(self) -> str:
        """The game that the ruling is of."""
        return str(self.scenario.about.game)


def check_game(scenario: Scenario, game: str, *, any_edition: bool = False) -> None:
    """Raises WrongGame unless the ruling is of a game that can be run and, unless it is asked under `any_edition`, of the
    edition by which it is."""
    own = scenario.about.game
    if own and game and own != game:
        raise WrongGame("ruling_of_another_game", game=game, own=own)
    game = own or game
    if game not in ("", *names()):
        raise WrongGame("game_not_simulated", game=game, known=", ".join(names()))
    supplied = simulated(game)
    if not any_edition and scenario.about.edition not in ("", supplied.edition):
        raise WrongGame("edition_not_simulated", game=supplied.name, edition=scenario.about.edition, known=supplied.edition)


class NoSuchClause(HeadjudgeError):
    """A ruling rests on a clause that the rulebook does not have."""


def check_clauses(scenario: Scenario, law: Law) -> None:
    """Raises NoSuchClause at the first clause cited that is neither in the rulebook nor above a clause of it."""
    refusals = ((action.illegal.because, action.place) for action in scenario.actions if action.illegal is not None)
    results = ((expectation.because, expectation.place) for expectation in scenario.expectations)
    for because, place in (*refusals, *results):
        for citation in because:
            cited = str(citation.clause)
            if cited not in law.clauses and not any(below(clause, cited) for clause in law.clauses):
                near = ", ".join(get_close_matches(cited, list(law.clauses), 3))
                raise NoSuchClause("ruling_unknown_clause", clause=cited, near=near, line=place.line, column=place.column)


class How(NamedTuple):
    """By which rulebook, with which readings and how far to run, and whether every step is wanted."""

    law: Law
    overrides: Overrides = Overrides()
    limits: Limits = Limits()
    whole: bool = False


def started(ruling: Ruling, game: str, how: How) -> Run:
    """The ruling ready to run. Raises RulingError, TableError, WrongGame."""

    def start() -> Run:
        scenario = ruling.scenario()
        check_game(scenario, game)
        check_clauses(scenario, how.law)
        about = replace(scenario.about, game=scenario.about.game or game)
        return Run(replace(scenario, about=about), how.law, how.overrides.readings, how.limits, whole=how.whole)

    return drawn(ruling, start)


def answered(ruling: Ruling, begun: Run, overrides: Overrides, *, others: bool = True) -> Answered:
    """The verdict, with what other readings would make of it if `others` are wanted."""
    verdict = drawn(ruling, begun.verdict)
    scenario = begun.scenario
    taken = {**overrides.readings, **dict(scenario.policies)}
    rested = []
    policies = simulated(str(scenario.about.game)).policies()
    for name in verdict.policies:
        policy = policies[name]
        reading = taken.get(name, policy.taken)
        rest = [other for other in policy.readings if other != reading] if others else []
        tried = tuple(Other(other, _otherwise(begun, verdict, {**taken, name: other})) for other in rest)
        overridden = name in overrides.readings and name not in dict(scenario.policies)
        rested.append(Rested(policy, reading, tried, overridden))
    return Answered(ruling, scenario, verdict, tuple(rested), overrides, begun.law)


def _otherwise(begun: Run, verdict: Verdict, readings: dict[str, str]) -> Outcome | None:
    """The verdict under these readings, None if nothing of the answer differs."""
    scenario = _with_policies(begun.scenario, readings)
    changed = run(scenario, law=begun.law, limits=begun.limits)
    same = _answer(changed) == _answer(verdict)
    return None if same else changed.verdict


def _with_policies(scenario: Scenario, readings: dict[str, str]) -> Scenario:
    return replace(scenario, policies=tuple(readings.items()))


def _answer(verdict: Verdict) -> object:
    return verdict.verdict, [judged.holds for judged in verdict.expectations], verdict.outcomes
