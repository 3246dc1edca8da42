"""A ruling run for the site: its answer and its lines as data that can be kept, in both languages, without a clause's wording."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from operator import methodcaller
from typing import cast

from headjudge.kb.errors import HeadjudgeError
from headjudge.parser.named import NamedTuple
from headjudge.parser.ruling_phrases import Phrases
from headjudge.parser.ruling_vocabulary import Language
from headjudge.simulator.answers.overrides import Overrides
from headjudge.simulator.answers.reasons import because, forbidding, reasons
from headjudge.simulator.answers.ruling import Ruling
from headjudge.simulator.answers.running import Answered, How, answered, started
from headjudge.simulator.answers.sentence import action_words, assumptions, modality, sentence, statement
from headjudge.simulator.answers.steps import Step, condensed, goes_round, parting, steps, teller_of
from headjudge.simulator.law import Law
from headjudge.simulator.pictures import Phrase
from headjudge.simulator.picturing import Tellers, both
from headjudge.simulator.registry import picturing
from headjudge.simulator.state import Board
from headjudge.simulator.verdict import Judged, Refused, TraceLine
from headjudge.site.passage import visible
from headjudge.site.records import (
    ERROR,
    ExpectationRecord,
    LineRecord,
    RefusedRecord,
    ReplayRecord,
    StepRecord,
)
from headjudge.site.tables import Tables

_BETWEEN = 60
"""So many steps that changed nothing are listed between two that did."""


_LANGUAGES: tuple[Language, Language] = ("zh", "en")
_SILENT: Phrase = {"zh": "", "en": ""}


def replay_of(name: str, text: str, law: Law) -> ReplayRecord:
    """What becomes of a ruling that is run by that law. One that cannot be read or run says why."""
    ruling = Ruling(name, text, None, confined=True)
    try:
        told = answered(ruling, started(ruling, "", How(law)), Overrides())
    except HeadjudgeError as error:
        facts = {key: str(value) for key, value in error.facts.items()}
        return cast(ReplayRecord, _visible(_record(ERROR, (error.code, facts))))
    record = _told(replace(told, verdict=replace(told.verdict, seconds=0.0)))  # the same bytes, however long it took
    return cast(ReplayRecord, _visible(record))


def _visible(record: object) -> object:
    """The record with no character in it that would hide or reorder others."""
    match record:
        case str():
            return visible(record)
        case dict():
            return {key: _visible(value) for key, value in record.items()}
        case list() | tuple():
            return [_visible(value) for value in record]
    return record


def _record(verdict: str, error: tuple[str, dict[str, str]]) -> ReplayRecord:
    return {
        "verdict": verdict,
        "error": error,
        "sentence": _SILENT,
        "question": "",
        "answer": "",
        "decided": "",
        "actions": [],
        "expectations": [],
        "because": [],
        "refused": [],
        "policies": [],
        "assumptions": [],
        "unmodelled": [],
        "states": 0,
        "branches": 0,
        "complete": False,
        "pieces": [],
        "tables": [],
        "lines": [],
    }


def _told(told: Answered) -> ReplayRecord:
    verdict, about = told.verdict, told.scenario.about
    drawing = _Drawing(told)
    record = _record(verdict.verdict.value, ("", {}))
    record["sentence"] = _twice(partial(sentence, told))
    record["question"], record["answer"] = about.question, about.answer
    record["decided"] = " ".join(part for part in (about.date, about.office) if part)
    record["actions"] = [_twice(partial(action_words, action)) for action in told.scenario.actions]
    record["expectations"] = [_expectation(told, judged) for judged in verdict.expectations]
    record["because"] = list(because(told))
    record["refused"] = [_refused(told, entry) for entry in verdict.refused]
    for rested in told.rested:
        others = {other.reading: other.verdict or "" for other in rested.others}
        record["policies"].append({"id": rested.policy.id, "taken": rested.taken, "others": others})
    zh, en = (list(assumptions(told, language)) for language in ("zh", "en"))
    record["assumptions"] = [{"zh": one, "en": other} for one, other in zip(zh, en, strict=True)]
    record["unmodelled"] = list(verdict.unmodelled)
    record["states"], record["branches"], record["complete"] = verdict.states, verdict.branches, verdict.complete
    record["lines"] = drawing.lines()
    record["pieces"], record["tables"] = drawing.tables.pieces, drawing.tables.tables
    return record


def _twice(say: Callable[[Language], str]) -> Phrase:
    return {"zh": say("zh"), "en": say("en")}


def _expectation(told: Answered, judged: Judged) -> ExpectationRecord:
    return {
        "text": _twice(partial(statement, judged)),
        "quantifier": judged.expectation.quantifier.value,
        "holds": judged.holds,
        "found": modality(judged),
        "clauses": list(reasons(told, judged)),
        "missing": list(judged.missing),
    }


def _refused(told: Answered, entry: Refused) -> RefusedRecord:
    legal: list[Phrase] = []
    if entry.instead is not None:
        board = entry.instead.board
        tellers = _tellers(told, told.verdict.trace, board)
        legal = [both(tellers, methodcaller("choice", label, board)) for label in entry.instead.options]
    action = _twice(partial(action_words, told.scenario.actions[entry.action]))
    return {"action": action, "expected": entry.expected, "clauses": list(forbidding(told, entry)), "legal": legal}


def _tellers(told: Answered, lines: Sequence[TraceLine], *more: Board) -> Tellers:
    start = told.verdict.start
    zh, en = (teller_of(lines, start, language, *more, game=told.game) for language in _LANGUAGES)
    return zh, en


class _Twin(NamedTuple):
    """A step in both languages."""

    zh: Step
    en: Step


class _Drawing:
    """The lines of one ruling, and the tables that they go over."""

    def __init__(self, told: Answered) -> None:
        self.told = told
        self.tables = Tables(picturing(told.game))
        self.wanted = frozenset(because(told))

    def lines(self) -> list[LineRecord]:
        """Both lines of a condition that may or may not come out; against what does not hold, one that shows it; else the line
        from the start to its end."""
        verdict = self.told.verdict
        for judged in verdict.expectations:
            if modality(judged) == "sometimes" and judged.witness and judged.counterexample:
                return self._both(judged)
        failed = next((judged for judged in verdict.expectations if judged.holds is False and judged.counterexample), None)
        lines = failed.counterexample if failed else verdict.trace
        return [self._line("counter_way" if failed else "happened", lines, 0)]

    def _both(self, judged: Judged) -> list[LineRecord]:
        common = parting(judged.witness, judged.counterexample)
        said: Phrase = _twice(lambda language: Phrases(language).condition(judged.expectation.condition))
        found = [self._line("happened", judged.witness[:common], 0)]
        for what, lines in (("this_way", judged.witness), ("that_way", judged.counterexample)):
            line = self._line(what, lines, common)
            line["clause"] = lines[min(common, len(lines) - 1)].clause
            line["text"] = said
            found.append(line)
        return found

    def _line(self, what: str, lines: Sequence[TraceLine], common: int) -> LineRecord:
        """A line from where another one has parted from it."""
        start = self.told.verdict.start
        tellers = _tellers(self.told, lines)
        twins = list(map(_Twin, *(steps(lines, start, language, self.told.game) for language in _LANGUAGES)))
        before = self.tables.add(twins[common - 1].zh.board if common and twins else start, tellers)
        record: LineRecord = {"what": what, "clause": "", "text": None, "before": before, "steps": [], "round": (0, 0)}
        kept = condensed([twin.zh for twin in twins[common:]], self.wanted)
        told = [step._replace(events=step.news) for step in kept]
        around = next(((place, times) for place in range(len(told)) if (times := goes_round(told, place))), None)
        if around is not None:
            kept, times = kept[: around[0]], around[1]
            record["round"] = ((len(told) - around[0]) // times, times)
        between: list[tuple[str, bool]] = []
        for twin in twins[common:]:
            if len(record["steps"]) == len(kept):
                break
            if twin.zh is not kept[len(record["steps"])]:
                between.append((twin.zh.clause, twin.zh.passed))
                continue
            record["steps"].append(self._step(twin, between[-_BETWEEN:], before, tellers))
            before, between = record["steps"][-1]["table"], []
        return record

    def _step(self, twin: _Twin, between: list[tuple[str, bool]], before: int, tellers: Tellers) -> StepRecord:
        zh, en = twin
        table = self.tables.add(zh.board, tellers)
        return {
            "clause": zh.clause or next(iter(zh.rests_on), ""),  # what may be done at any time belongs to no step
            "between": list(dict.fromkeys(between)),
            "chosen": {"zh": zh.chosen, "en": en.chosen} if zh.chosen else None,
            "alternatives": zh.alternatives,
            "events": [{"zh": one, "en": other} for one, other in zip(zh.news, en.news, strict=True)],
            "rests_on": list(zh.rests_on),
            "policies": list(zh.policies),
            "table": table,
            "changed": self.tables.changed(before, table),
        }
