"""Rulings run: a Scenario becomes a board, its lines are explored, and its expectations are judged."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from headjudge.parser import scenario as sc
from headjudge.parser.named import NamedTuple
from headjudge.simulator.explorer import End, EndKind, Explorer, Graph, Limits
from headjudge.simulator.game import below
from headjudge.simulator.law import Law
from headjudge.simulator.play import SEATS, Facts
from headjudge.simulator.registry import simulated
from headjudge.simulator.solving import can_force, loops
from headjudge.simulator.state import Board
from headjudge.simulator.tracing import offered, replayed, trace
from headjudge.simulator.verdict import Ending, Judged, Outcome, Refused, TraceLine, Verdict


def run(
    scenario: sc.Scenario,
    *,
    law: Law | None = None,
    policies: Mapping[str, str] | None = None,
    limits: Limits | None = None,
    suspended: Iterable[str] = (),
) -> Verdict:
    """The verdict on a ruling. `policies` override the readings taken where the book is silent, the ruling's own last.

    Raises HeadjudgeError if the ruling's board cannot be, or asks what the game does not know.
    """
    return Run(scenario, law, policies, limits, suspended=suspended).verdict()


class Run:
    """One ruling under way. With `whole` its traces show every step; else quiet check timings are folded."""

    def __init__(
        self,
        scenario: sc.Scenario,
        law: Law | None = None,
        policies: Mapping[str, str] | None = None,
        limits: Limits | None = None,
        *,
        suspended: Iterable[str] = (),
        whole: bool = False,
    ) -> None:
        supplied = simulated(str(scenario.about.game))
        self.whole = whole
        self.policies = dict(policies or {})
        self.scenario = scenario
        self.law = law or supplied.shipped_law()
        self.limits = limits or Limits()
        self.play = supplied.lay_out(scenario, self.law, self.policies, frozenset(suspended))
        self.game, self.start = self.play.game, self.play.start
        self.direction, self.questions = self.play.direction, self.play.questions

    @cached_property
    def graph(self) -> Graph:
        """Everything that can still be chosen."""
        explorer = Explorer(self.game, self.direction, self.play.judge, self.limits, self.play.growth)
        return explorer.explore(self.start, self.questions.start())

    def verdict(self) -> Verdict:
        """Explores, then judges every expectation; once."""
        return self._verdict

    @cached_property
    def _verdict(self) -> Verdict:
        graph = self.graph
        applied = self._close_loops(graph)
        refused = self._refused(graph)
        judged = tuple(self._judged(graph, number) for number in range(len(self.scenario.expectations)))
        unfinished = self._unfinished(graph)
        first = next((number for number, _ in graph.ends), 0)
        executed = frozenset(clause for clause in self.direction.executed if not clause.startswith("policy:"))
        executed |= {clause for one in refused if one.expected for clause in one.clauses}
        policies = {clause.removeprefix("policy:") for clause in self.direction.executed if clause.startswith("policy:")}
        if graph.merged_growth:
            policies.add("growing-loop")
        return Verdict(
            title=self.scenario.about.title,
            verdict=self._outcome(judged, refused, unfinished, graph),
            expectations=judged,
            refused=refused,
            outcomes=_endings(graph),
            trace=self._trace(graph, first),
            executed=executed | frozenset(applied),
            states=len(graph.nodes),
            branches=sum(len(node.edges) for node in graph.nodes),
            complete=graph.complete,
            policies=tuple(sorted(policies)),
            unmodelled=self._unmodelled(graph),
            assumptions=sc.assumptions(self.scenario),
            assumed=self.play.assumed,
            premises=self.scenario.premises,
            open_cards=any(expectation.quantifier is sc.Quantifier.CAN_FORCE for expectation in self.scenario.expectations),
            loops=applied,
            unfinished=unfinished,
            seconds=graph.seconds,
            start=self.start.board,
            end=first,
        )

    # Loops --------------------------------------------------------------------------------------------------------------

    def _close_loops(self, graph: Graph) -> tuple[str, ...]:
        """Gives every loop that nobody can stop its end; the clauses on loops that were applied."""
        found = loops(graph)
        applied: list[str] = []
        for members in found.endless:
            state, progress = self.direction.replay(self.game, (self.start, self.questions.start()), graph, min(members))
            facts = self.play.without_end(state, progress)
            for number in members:
                graph.nodes[number].edges.clear()
                graph.nodes[number].end = End(EndKind.OVER, facts)
            applied += self.play.loop_rules(stoppable=False)
        if found.leavable:
            applied += self.play.loop_rules(stoppable=True)
            self._note_loops(graph, {node for members in found.leavable for node in members}, applied)
        return tuple(dict.fromkeys(applied))

    @staticmethod
    def _note_loops(graph: Graph, looping: set[int], applied: Sequence[str]) -> None:
        """The lines that come out of a loop that somebody stopped rest on what the rules say of such loops."""
        if graph.merged_growth:  # a line that was stopped after few rounds leaves it before the graph closes the loop
            looping = set(range(len(graph.nodes)))
        reached, left = set(looping), list(looping)
        while left:
            for _, target in graph.nodes[left.pop()].edges:
                if target not in reached:
                    reached.add(target)
                    left.append(target)
        for number in reached:
            end = graph.nodes[number].end
            if end is not None:
                facts = _facts(end)
                missing = tuple(tuple(c for c in of if not any(below(a, c) for a in applied)) for of in facts.missing)
                graph.nodes[number].end = End(end.kind, facts._replace(missing=missing))

    # Expectations --------------------------------------------------------------------------------------------------------

    def _judged(self, graph: Graph, number: int) -> Judged:
        expectation = self.scenario.expectations[number]
        ends = [(node, _facts(end)) for node, end in graph.ends]
        good = [node for node, facts in ends if _yes(facts, number) and not facts.missing[number]]
        bare = [node for node, facts in ends if _yes(facts, number)]
        bad = [node for node, facts in ends if facts.results[number] is False and not facts.tainted]
        lacking = [node for node, facts in ends if _yes(facts, number) and facts.missing[number]]
        unsure = not graph.complete or any(facts.tainted or facts.results[number] is None for _, facts in ends)
        missing: tuple[str, ...] = ()
        holds: bool | None
        match expectation.quantifier:
            case sc.Quantifier.ALWAYS:
                against = bad or lacking
                holds = False if against else None if unsure else bool(ends)
                missing = _missing(ends, lacking, number)
            case sc.Quantifier.SOMETIMES:
                against = bad
                holds = True if good else None if unsure else False
                missing = () if good else _missing(ends, bare, number)
            case sc.Quantifier.NEVER:
                against, good = bare, bad
                holds = False if bare else None if unsure else True
                missing = tuple(c for c in _because(expectation) if not self._ran(c)) if holds else ()
                holds = False if missing else holds
            case sc.Quantifier.CAN_FORCE:
                assert expectation.forcer is not None
                against = bad
                holds = can_force(graph, SEATS[expectation.forcer], lambda end: _yes(_facts(end), number))
                holds = None if holds is False and unsure else holds
                missing = tuple(c for c in _because(expectation) if not self._ran(c)) if holds else ()
                holds = False if missing else holds
        witness = self._trace(graph, good[0]) if good else ()
        counter = self._trace(graph, against[0]) if against and holds is not True else ()
        if expectation.quantifier is sc.Quantifier.SOMETIMES and against:
            counter = self._trace(graph, against[0])
        clauses = tuple(c for c in _because(expectation) if c not in missing)
        shown = (good[0] if good else None, against[0] if against else None)
        return Judged(expectation, holds, clauses, missing, witness, counter, shown)

    def _ran(self, clause: str) -> bool:
        return any(below(done, clause) for done in (*self.direction.executed, *self.direction.passed_over))

    def _refused(self, graph: Graph) -> tuple[Refused, ...]:
        found: dict[int, Refused] = {}
        for node, end in graph.ends:
            refusal = _facts(end).refusal
            if refusal is not None and (refusal.action not in found or found[refusal.action].expected):
                action = self.scenario.actions[refusal.action]
                wanted = [str(citation.clause) for citation in action.illegal.because] if action.illegal is not None else []
                named = all(any(below(clause, want) for clause in refusal.clauses) for want in wanted)
                expected = action.illegal is not None and named
                clauses = tuple(clause for clause in refusal.clauses if not clause.startswith("policy:"))
                instead = offered(self.game, self.direction, (self.start, self.questions.start()), graph, node)
                found[refusal.action] = Refused(refusal.action, clauses, expected, *action.place, instead)
        return tuple(found.values())

    def _unfinished(self, graph: Graph) -> tuple[int, ...]:
        """Scripted actions that were not taken on some line that went to its end."""
        total = len(self.scenario.actions)
        left = {
            facts.done
            for _, end in graph.ends
            if (facts := _facts(end)).refusal is None and end.kind in (EndKind.HORIZON, EndKind.OVER) and facts.done < total
        }
        return tuple(sorted(left))

    def _outcome(self, judged: Sequence[Judged], refused: Sequence[Refused], unfinished: Sequence[int], graph: Graph) -> Outcome:
        if any(not entry.expected for entry in refused):
            return Outcome.ILLEGAL
        illegal = [index for index, action in enumerate(self.scenario.actions) if action.illegal is not None]
        everywhere = all(_facts(end).refusal is not None for _, end in graph.ends)
        if illegal and (not refused or not everywhere):
            return Outcome.FALSE if graph.complete else Outcome.UNKNOWN
        if any(entry.holds is False for entry in judged):
            return Outcome.FALSE
        if unfinished:
            return Outcome.FALSE
        if judged and all(entry.holds for entry in judged):
            return Outcome.TRUE  # what is found on one line is found, whatever the lines that were not seen to their end come to
        if judged or not graph.complete:
            return Outcome.UNKNOWN if judged or not illegal else Outcome.TRUE
        return Outcome.UNKNOWN if any(_facts(end).tainted for _, end in graph.ends) else Outcome.TRUE

    def _unmodelled(self, graph: Graph) -> tuple[str, ...]:
        words = [facts.lack for _, end in graph.ends if (facts := _facts(end)).lack]
        return tuple(dict.fromkeys((*words, *self.play.unmodelled)))

    def _trace(self, graph: Graph, node: int) -> tuple[TraceLine, ...]:
        begun = (self.start, self.questions.start())
        return trace(self.game, self.direction, begun, graph, node, self.wording, whole=self.whole)

    def steps_to(self, node: int) -> tuple[TraceLine, ...]:
        """Every step of the line to an end."""
        begun = (self.start, self.questions.start())
        return trace(self.game, self.direction, begun, self.graph, node, self.wording, whole=True)

    def final_board(self, node: int | None = None) -> Board | None:
        """The table at an end (else at the first); None if the line comes to something that is not modelled."""
        if node is None:
            node = next((number for number, _ in self.graph.ends), 0)
        *_, (_, pause) = replayed(self.game, self.direction, (self.start, self.questions.start()), self.graph, node)
        return None if pause is None else pause.state.board

    def wording(self, clause: str) -> str:
        """The words of a clause; of a section its title."""
        found = self.law.clauses.get(clause)
        return (found.text or found.title) if found is not None else ""


def _facts(end: End) -> Facts:
    assert isinstance(end.facts, Facts)
    return end.facts


def _yes(facts: Facts, number: int) -> bool:
    return facts.results[number] is True and not facts.tainted


def _because(expectation: sc.Expectation) -> tuple[str, ...]:
    return tuple(str(citation.clause) for citation in expectation.because)


def _missing(ends: Sequence[tuple[int, Facts]], nodes: Sequence[int], number: int) -> tuple[str, ...]:
    of = dict(ends)
    return tuple(dict.fromkeys(clause for node in nodes for clause in of[node].missing[number]))


def _endings(graph: Graph) -> tuple[Ending, ...]:
    counted: dict[tuple[str, str], int] = {}
    for _, end in graph.ends:
        key = (end.kind.value, _facts(end).result)
        counted[key] = counted.get(key, 0) + 1
    return tuple(Ending(kind, result, number) for (kind, result), number in sorted(counted.items()))


class Verified(NamedTuple):
    """What became of many rulings: the names of those that failed or could not be told, and every clause executed."""

    total: int
    passed: int
    failed: tuple[str, ...]
    unknown: tuple[str, ...]
    errors: tuple[tuple[str, str], ...]
    executed: Mapping[str, frozenset[str]]
    """The clauses that each passing ruling executed."""
    seconds: float


def verify(rulings: Iterable[tuple[str, Callable[[], sc.Scenario]]], *, law: Law | None = None) -> Verified:
    """Runs many rulings, each given by a name and a function that reads it; one that cannot be read or run counts as failed."""
    import time

    from headjudge.kb.clause import HeadjudgeError

    began = time.perf_counter()
    total = 0
    passed: dict[str, frozenset[str]] = {}
    failed: list[str] = []
    unknown: list[str] = []
    errors: list[tuple[str, str]] = []
    for name, read in rulings:
        total += 1
        try:
            verdict = run(read(), law=law)
        except HeadjudgeError as error:
            errors.append((name, str(error)))
            failed.append(name)
            continue
        if verdict.verdict is Outcome.TRUE:
            passed[name] = verdict.executed
        elif verdict.verdict is Outcome.UNKNOWN:
            unknown.append(name)
        else:
            failed.append(name)
    seconds = time.perf_counter() - began
    return Verified(total, len(passed), tuple(failed), tuple(unknown), tuple(errors), passed, seconds)
