"""On which clauses an answer rests: those that the ruling cites; where it cites none, those of the step that brought it about."""

from collections.abc import Iterator, Sequence

from headjudge.parser.effect_tree import walk
from headjudge.parser.scenario import Compare, Condition, GameResult, InZone, IsState
from headjudge.simulator.answers.running import Answered
from headjudge.simulator.answers.steps import parting
from headjudge.simulator.game import below
from headjudge.simulator.registry import telling
from headjudge.simulator.verdict import Judged, Refused, TraceLine


def because(answered: Answered) -> tuple[str, ...]:
    """The deciding clauses of the whole answer, each once, in the order of what they decide."""
    verdict = answered.verdict
    found = [clause for entry in verdict.refused for clause in forbidding(answered, entry)]
    for judged in verdict.expectations:
        found += reasons(answered, judged)
    if not found and not verdict.expectations:
        found += _last(verdict.trace)
    return tuple(dict.fromkeys((*found, *verdict.loops)))


def forbidding(answered: Answered, entry: Refused) -> tuple[str, ...]:
    """The clauses that forbid an action; those that the ruling expects to do so first."""
    illegal = answered.scenario.actions[entry.action].illegal
    wanted = [str(citation.clause) for citation in illegal.because] if illegal is not None else []
    return tuple(sorted(entry.clauses, key=lambda clause: not any(below(clause, want) for want in wanted)))


def reasons(answered: Answered, judged: Judged) -> tuple[str, ...]:
    """The clauses that decide one expectation."""
    if any(one.clauses or one.missing for one in answered.verdict.expectations):
        return judged.clauses
    lines = [line for line in (judged.witness, judged.counterexample) if line]
    about = next((found for line in lines if (found := _brought_about(answered, line, judged.expectation.condition))), ())
    return tuple(dict.fromkeys((*_parted_at(judged), *about)))


def _parted_at(judged: Judged) -> tuple[str, ...]:
    """The clause at which a line on which the condition holds parts from one on which it does not."""
    common = parting(judged.witness, judged.counterexample)
    return (judged.witness[common].clause,) if common < len(judged.witness) and judged.counterexample else ()


def _brought_about(answered: Answered, line: Sequence[TraceLine], condition: Condition) -> tuple[str, ...]:
    """The clauses of the last step of a line that did something to what the condition is about."""
    atoms = list(walk(condition))
    boards = (answered.verdict.start, *(step.board for step in line if step.board is not None))
    wanted = telling(answered.game).brings_about(condition, boards)
    for step in reversed(line):
        if any(wanted(event) for event in step.events):
            return _of(step)
    return () if any(isinstance(atom, GameResult | Compare | IsState | InZone) for atom in atoms) else _last(line)


def _last(line: Sequence[TraceLine]) -> tuple[str, ...]:
    """The clauses of the last step that did anything."""
    return next((_of(step) for step in reversed(line) if step.events), ())


def _of(step: TraceLine) -> tuple[str, ...]:
    return tuple(_numbered(dict.fromkeys((step.clause, *step.rests_on))))


def _numbered(clauses: dict[str, None]) -> Iterator[str]:
    return (clause for clause in clauses if clause and not clause.startswith("policy:"))
