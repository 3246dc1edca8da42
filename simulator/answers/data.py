"""The answer to a ruling as data: the keys of the contract, and a few more."""

from collections.abc import Sequence
from typing import Any

from headjudge.parser.ruling_vocabulary import Language
from headjudge.simulator.answers.reasons import because, reasons
from headjudge.simulator.answers.running import Answered
from headjudge.simulator.answers.sentence import action_words, assumptions, modality, sentence, statement
from headjudge.simulator.answers.steps import Step, steps, teller_of
from headjudge.simulator.verdict import Judged, Refused, TraceLine


def data(answered: Answered, language: Language) -> dict[str, Any]:
    """Everything that is known of the answer."""
    verdict = answered.verdict
    return {
        "title": verdict.title,
        "verdict": verdict.verdict.value,
        "sentence": sentence(answered, language),
        "because": list(because(answered)),
        "expectations": [_expectation(answered, judged, language) for judged in verdict.expectations],
        "refused": [_refused(answered, entry, language) for entry in verdict.refused],
        "outcomes": [{"kind": one.kind, "result": one.result, "ends": one.ends} for one in verdict.outcomes],
        "trace": _trace(answered, verdict.trace, language),
        "states": verdict.states,
        "branches": verdict.branches,
        "complete": verdict.complete,
        "policies": [_policy(answered, number, language) for number in range(len(answered.rested))],
        "assumptions": list(assumptions(answered, language)),
        "unmodelled": list(verdict.unmodelled),
        "seconds": round(verdict.seconds, 3),
    }


def _expectation(answered: Answered, judged: Judged, language: Language) -> dict[str, Any]:
    return {
        "text": statement(judged, language),
        "quantifier": judged.expectation.quantifier.value,
        "holds": judged.holds,
        "found": modality(judged),
        "clauses": list(reasons(answered, judged)),
        "missing": list(judged.missing),
        "witness": _trace(answered, judged.witness, language) or None,
        "counterexample": _trace(answered, judged.counterexample, language) or None,
    }


def _trace(answered: Answered, lines: Sequence[TraceLine], language: Language) -> list[dict[str, Any]]:
    return [_step(step) for step in steps(lines, answered.verdict.start, language, answered.game)]


def _step(step: Step) -> dict[str, Any]:
    return {
        "clause": step.clause,
        "quote": step.quote,
        "chosen": step.chosen or None,
        "alternatives": step.alternatives,
        "events": list(step.events),
        "rests_on": list(step.rests_on),
        "policies": list(step.policies),
        "applies": not step.passed,
        "depth": step.depth,
    }


def _refused(answered: Answered, entry: Refused, language: Language) -> dict[str, Any]:
    verdict, offer = answered.verdict, entry.instead
    legal: list[str] = []
    if offer is not None:
        teller = teller_of(verdict.trace, verdict.start, language, offer.board, game=answered.game)
        legal = [teller.choice(label, offer.board) for label in offer.options]
    return {
        "action": action_words(answered.scenario.actions[entry.action], language),
        "line": entry.line,
        "column": entry.column,
        "clauses": list(entry.clauses),
        "expected": entry.expected,
        "legal": legal,
    }


def _policy(answered: Answered, number: int, language: Language) -> dict[str, Any]:
    entry, by = answered.rested[number], answered.overrides
    at = 0 if language == "zh" else 1
    return {
        "id": entry.policy.id,
        "clauses": list(entry.policy.clauses),
        "question": entry.policy.question[at],
        "taken": entry.taken,
        "reading": entry.policy.readings[entry.taken][at],
        "by": {"date": by.date, "office": by.office, "file": by.file} if entry.overridden else None,
        "others": [
            {
                "reading": other.reading,
                "verdict": (other.verdict or answered.verdict.verdict).value,
                "changes": other.verdict is not None,
            }
            for other in entry.others
        ],
    }
