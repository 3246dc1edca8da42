"""What a verdict turns on: the clauses whose suspension changes it, each tried on its own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from headjudge.kb.clause import HeadjudgeError
from headjudge.parser import scenario as sc
from headjudge.parser.named import NamedTuple
from headjudge.simulator.bindings import BindingKind, Bindings
from headjudge.simulator.explorer import Graph, Limits
from headjudge.simulator.game import clause_order
from headjudge.simulator.law import Law
from headjudge.simulator.registry import simulated
from headjudge.simulator.run import Run
from headjudge.simulator.verdict import Ending, Outcome, TraceLine, Verdict

_MORE_STATES = 10
"""A clause less may leave more open: so many times the states are explored at most."""
_LEAST_STATES = 60
_PATIENCE = 1500
"""A procedure that lacks a clause may go round for ever: so many steps without a decision are enough to see that."""

_FEW_STATES = 60

_STOPPED = frozenset(("unmodelled", "exhausted"))

Watch = Callable[[str, int, int], None]
"""Told of each clause: which, how many are done, how many there are."""


class Turning(NamedTuple):
    """A clause on which the verdict turns: what it is without the clause, and which expectations then come out otherwise."""

    clause: str
    changes_to: Outcome
    flipped: tuple[int, ...]
    """The expectations, by their places."""
    ends: tuple[Ending, ...]
    """How the lines end without it."""
    differences: tuple[object, ...] = ()
    """Of a ruling that expects nothing: how the table lies otherwise at the end of the first line."""


@dataclass(frozen=True, slots=True)
class Decisive:
    """What a verdict turns on, in the book's order."""

    decisive: tuple[Turning, ...]
    structural: tuple[str, ...]
    """Clauses without which the procedure cannot be carried out to its end."""
    indifferent: tuple[str, ...]
    """Clauses without which the answer would be the same."""
    inseparable: tuple[str, ...]
    """Clauses that were executed and cannot be suspended on their own: they say what a word means or in which order values are
    worked out (layers), or settle a doubt, within a step that another clause asks for."""


def decisive(
    scenario: sc.Scenario,
    *,
    law: Law | None = None,
    policies: Mapping[str, str] | None = None,
    limits: Limits | None = None,
    watch: Watch | None = None,
) -> Decisive:
    """Runs the ruling once as it is, and once without each clause that took part.

    The clauses that its expectations name (`因`) are left out of the question: what is expected turns on a clause only if
    something else comes out without it. Raises HeadjudgeError if the ruling itself cannot be run.
    """
    limits = limits or Limits()
    bare = _without_reasons(scenario)
    run = _Untold(bare, law, policies, limits)
    full = run.verdict()
    trial = _Trial(bare, run, policies or {}, full, _narrowed(limits, full))
    took_part = sorted(full.executed | {clause for entry in full.refused for clause in entry.clauses}, key=clause_order)
    supplied = simulated(str(scenario.about.game))
    separable = _separable(supplied.bindings, run.law)
    tried = [clause for clause in took_part if clause in separable]
    turning: list[Turning] = []
    structural: list[str] = []
    indifferent: list[str] = []
    inseparable = [clause for clause in took_part if clause not in separable]
    partly = _partly_separable(supplied.bindings)
    for number, clause in enumerate(tried):
        if watch is not None:
            watch(clause, number, len(tried))
        without = trial.without(clause)
        if without is None:
            structural.append(clause)
        elif trial.is_another_answer(without):
            turning.append(_turning(clause, full, without.verdict())._replace(differences=trial.differences(without)))
        else:
            (inseparable if clause in partly else indifferent).append(clause)
    return Decisive(tuple(turning), tuple(structural), tuple(indifferent), tuple(sorted(inseparable, key=clause_order)))


class _Untold(Run):
    """A ruling of which only the verdict matters, not the lines that show it."""

    def _trace(self, _graph: Graph, _node: int) -> tuple[TraceLine, ...]:
        return ()


def prevented_by(run: Run, verdict: Verdict) -> tuple[tuple[str, ...], ...]:
    """For each expectation of the ruling, if it does not hold, the clauses without any one of which it would. Nothing for rulings
    with more states than can be gone through again and again."""
    found: list[list[str]] = [[] for _ in verdict.expectations]
    if verdict.states <= _FEW_STATES:
        trial = _Trial(_without_reasons(run.scenario), run, run.policies, verdict, _narrowed(run.limits, verdict))
        for clause in sorted(verdict.executed & _separable(run.game.bindings, run.law), key=clause_order):
            without = trial.without(clause)
            for number, judged in enumerate(without.verdict().expectations if without is not None else ()):
                if judged.holds and not verdict.expectations[number].holds:
                    found[number].append(clause)
    return tuple(map(tuple, found))


@dataclass(frozen=True, slots=True)
class _Trial:
    """The ruling as it comes out with every clause, against which it is tried without one."""

    scenario: sc.Scenario
    run: Run
    policies: Mapping[str, str]
    full: Verdict
    limits: Limits

    def without(self, clause: str) -> Run | None:
        """The ruling run without a clause; None if the procedure breaks down."""
        try:
            run = _Untold(self.scenario, self.run.law, self.policies, self.limits, suspended=(clause,))
            run.game = replace(run.game, patience=_PATIENCE)
            verdict = run.verdict()
        except HeadjudgeError:
            return None  # a choice that the clause settled has become ambiguous, or the board asks for it
        except (AssertionError, LookupError, TypeError, ValueError):
            return None  # a later step did not find what the suspended one leaves for it
        stopped = {ending.kind for ending in verdict.outcomes} - {ending.kind for ending in self.full.outcomes}
        unused = set(verdict.unfinished) - set(self.full.unfinished)
        endless = self.full.complete and not verdict.complete
        return None if stopped & _STOPPED or unused or endless else run

    def is_another_answer(self, run: Run) -> bool:
        """Whether the answer is another one: of a ruling that expects nothing, whether the table lies otherwise at the end."""
        full, verdict = self.full, run.verdict()
        if _answer(full) != _answer(verdict):
            return True
        if full.expectations or full.refused:
            return False
        if _ways_to_end(full) != _ways_to_end(verdict):
            return True
        return bool(self.differences(run))

    def differences(self, run: Run) -> tuple[object, ...]:
        """How the table lies otherwise at the end of the first line, of a ruling that expects nothing."""
        if self.full.expectations or self.full.refused:
            return ()
        first, second = self.run.final_board(), run.final_board()
        return () if first is None or second is None else self.run.play.differences(second, first, self.run.start.board)


def _turning(clause: str, full: Verdict, changed: Verdict) -> Turning:
    pairs = zip(full.expectations, changed.expectations, strict=True)
    flipped = tuple(number for number, (one, other) in enumerate(pairs) if one.holds != other.holds)
    return Turning(clause, changed.verdict, flipped, changed.outcomes)


def _answer(verdict: Verdict) -> object:
    return verdict.verdict, tuple(judged.holds for judged in verdict.expectations), {entry.action for entry in verdict.refused}


def _ways_to_end(verdict: Verdict) -> set[tuple[str, str]]:
    return {(ending.kind, ending.result) for ending in verdict.outcomes}


def _narrowed(limits: Limits, full: Verdict) -> Limits:
    return limits._replace(nodes=min(limits.nodes, max(_LEAST_STATES, _MORE_STATES * full.states)))


def _separable(bindings: Bindings, law: Law) -> frozenset[str]:
    """The clauses that can be suspended on their own: steps, guards, conditions, rules, interrupts, definitions that change
    what is printed, and the formulas of keywords."""
    kinds = {BindingKind.STEP, BindingKind.GUARD, BindingKind.CONDITION, BindingKind.RULE, BindingKind.INTERRUPT}
    found = {bound.clause for bound in bindings.bound if bound.kind in kinds} | bindings.overriding
    return frozenset(found | {str(formula.clause) for formula in law.keywords.formulas.values()})


def _partly_separable(bindings: Bindings) -> frozenset[str]:
    """The clauses that also say something within a step of another clause: without them not everything that they say is gone,
    so that no difference then proves nothing."""
    within = {BindingKind.REMINDER, BindingKind.DEFINITION}
    return frozenset(bound.clause for bound in bindings.bound if bound.kind in within) - bindings.overriding


def _without_reasons(scenario: sc.Scenario) -> sc.Scenario:
    """The ruling without the clauses that it says its outcome rests on."""
    expectations = tuple(replace(one, because=()) for one in scenario.expectations)
    actions = tuple(
        action if action.illegal is None else replace(action, illegal=replace(action.illegal, because=()))
        for action in scenario.actions
    )
    return replace(scenario, expectations=expectations, actions=actions)
