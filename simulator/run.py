"""Rulings run: a Scenario becomes a board, its lines are explored, and its expectations are judged."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from headjudge.parser import scenario as sc
from headjudge.simulator.explorer import End, EndKind, Explorer, Graph, Limits, Refusal
from headjudge.simulator.game import below
from headjudge.simulator.games.palworld.cards import CardReader
from headjudge.simulator.games.palworld.director import Script
from headjudge.simulator.games.palworld.game import palworld
from headjudge.simulator.games.palworld.growth import growth_of
from headjudge.simulator.games.palworld.law import Law, shipped_law
from headjudge.simulator.games.palworld.policies import checked
from headjudge.simulator.games.palworld.questions import Moment, Questions, asked_deeds, is_over
from headjudge.simulator.games.palworld.rule_processing import drawn_by_loop, loop_rules, winner
from headjudge.simulator.games.palworld.ruling import RulingDirection, Started, restarted
from headjudge.simulator.games.palworld.table import SEATS, Table, lay_out
from headjudge.simulator.solving import can_force, loops
from headjudge.simulator.state import State
from headjudge.simulator.tracing import offered, trace
from headjudge.simulator.verdict import Ending, Judged, Outcome, Refused, TraceLine, Verdict


class Facts(NamedTuple):
    """What is said of one end: a result for each expectation (None: cannot be told), and how the game stands there."""

    results: tuple[bool | None, ...]
    missing: tuple[tuple[str, ...], ...]
    result: str
    refusal: Refusal | None
    tainted: bool
    lack: str
    done: int


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
    return Run(scenario, law or shipped_law(), policies or {}, limits or Limits(), frozenset(suspended)).verdict()


class Run:
    """One ruling under way. With `whole` its traces show every step; else quiet check timings are folded."""

    def __init__(
        self,
        scenario: sc.Scenario,
        law: Law,
        policies: Mapping[str, str],
        limits: Limits,
        suspended: frozenset[str] = frozenset(),
        *,
        whole: bool = False,
    ) -> None:
        self.whole = whole
        self.scenario = scenario
        self.law = law
        self.game = palworld()
        reader = CardReader(law, checked({**policies, **dict(scenario.policies)}))
        self.table: Table = lay_out(scenario, reader, sorted(asked_deeds(scenario), key=str))
        self.start = restarted(self.table.state, suspended)
        script = Script(self.game, scenario.actions, self.table.names)
        self.questions = Questions(scenario, script, lambda text: [held.ability for held in reader.abilities(text)])
        self.direction = RulingDirection(scenario, script, self.questions)
        self.limits = limits

    def judge(self, state: State, progress: object, kind: EndKind, detail: object) -> Facts:
        """What is to be remembered of an end."""
        started = Started.of(progress)
        moment = Moment(state, started)
        refusal = detail if isinstance(detail, Refusal) else None
        lack = detail if isinstance(detail, str) else ""
        board = moment.board
        tainted = kind in (EndKind.UNMODELLED, EndKind.EXHAUSTED) or any(_unread(board))
        numbers = range(len(self.scenario.expectations))
        results: list[bool | None] = []
        missing = []
        for number in numbers:
            holds, cited = (None, ()) if kind is EndKind.UNMODELLED else self.questions.result(moment, number)
            results.append(holds)
            missing.append(self.questions.missing(started, number, cited))
            self.direction.executed.update(cited if holds else ())
        result = "goes_on"
        if is_over(board):
            won = None if board.drawn else winner(board)
            result = "draw" if won is None else f"wins:{'AB'[won]}"
        return Facts(tuple(results), tuple(missing), result, refusal, tainted, lack, started.done)

    @cached_property
    def graph(self) -> Graph:
        """Everything that can still be chosen."""
        growth = growth_of(self.start.board, self.questions.looks)
        explorer = Explorer(self.game, self.direction, self.judge, self.limits, growth)
        return explorer.explore(self.start, self.questions.start())

    def verdict(self) -> Verdict:
        """Explores, then judges every expectation."""
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
            assumed=self.table.assumed,
            premises=self.scenario.premises,
            open_cards=any(expectation.quantifier is sc.Quantifier.CAN_FORCE for expectation in self.scenario.expectations),
            loops=applied,
            unfinished=unfinished,
            seconds=graph.seconds,
            start=self.start.board,
        )

    # Loops --------------------------------------------------------------------------------------------------------------

    def _close_loops(self, graph: Graph) -> tuple[str, ...]:
        """Gives every loop that nobody can stop its end: the game is drawn (13.1.1.1)."""
        found = loops(graph)
        applied: list[str] = []
        for members in found.endless:
            state, progress = self.direction.replay(self.game, (self.start, self.questions.start()), graph, min(members))
            board = drawn_by_loop(state.board)
            started = Started.of(progress)
            run = started.run | {clause for clause in self.questions.clauses if below("13.1.1.1", clause)}
            facts = self.judge(State(board, ()), started._replace(run=run), EndKind.OVER, None)
            for number in members:
                graph.nodes[number].edges.clear()
                graph.nodes[number].end = End(EndKind.OVER, facts)
            applied += loop_rules(stoppable=False)
        if found.leavable:
            applied += loop_rules(stoppable=True)
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
        return Judged(expectation, holds, clauses, missing, witness, counter)

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
        if any(entry.holds is None for entry in judged) or not graph.complete:
            return Outcome.UNKNOWN if judged or not illegal else Outcome.TRUE
        if any(_facts(end).tainted for _, end in graph.ends):
            return Outcome.UNKNOWN
        return Outcome.TRUE

    def _unmodelled(self, graph: Graph) -> tuple[str, ...]:
        words = [facts.lack for _, end in graph.ends if (facts := _facts(end)).lack]
        words += [text for card in self.start.board.world.cards for text in card.unmodelled]
        return tuple(dict.fromkeys(words))

    def _trace(self, graph: Graph, node: int) -> tuple[TraceLine, ...]:
        begun = (self.start, self.questions.start())
        return trace(self.game, self.direction, begun, graph, node, self.wording, whole=self.whole)

    def wording(self, clause: str) -> str:
        """The words of a clause; of a section its title."""
        found = self.law.clauses.get(clause)
        return (found.text or found.title) if found is not None else ""


def _unread(board: object) -> Iterable[str]:
    for seat in board.seats:  # type: ignore[attr-defined]  # every board has seats
        for thing in seat.base:
            yield from thing.card.unmodelled


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


def decisive(scenario: sc.Scenario, *, law: Law | None = None) -> tuple[tuple[str, Outcome], ...]:
    """The clauses on which a verdict turns: those whose suspension changes it, with the verdict that it then has."""
    full = run(scenario, law=law)
    found = []
    for clause in sorted(full.executed):
        changed = run(scenario, law=law, suspended=(clause,))
        if _answers(changed) != _answers(full):
            found.append((clause, changed.verdict))
    return tuple(found)


def _answers(verdict: Verdict) -> object:
    return verdict.verdict, tuple(judged.holds for judged in verdict.expectations), verdict.outcomes
