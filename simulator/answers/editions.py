"""One ruling under two editions of the rulebook: what comes out under each, and what the difference rests on."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from headjudge.kb.clause import Clause
from headjudge.kb.diff import Change, Diff, Edit, Merge, Pair, Split
from headjudge.kb.diff import Run as Words
from headjudge.parser.named import NamedTuple
from headjudge.parser.ruling_vocabulary import Language
from headjudge.simulator.answers.overrides import Overrides
from headjudge.simulator.answers.ruling import Ruling, drawn
from headjudge.simulator.answers.running import Answered, answered
from headjudge.simulator.answers.sentence import sentence, statement
from headjudge.simulator.answers.steps import Step, parting, steps, teller_of
from headjudge.simulator.explorer import Limits
from headjudge.simulator.game import below, clause_order
from headjudge.simulator.law import Law
from headjudge.simulator.run import Run
from headjudge.simulator.telling import ToldDifference


class Edited(NamedTuple):
    """A clause that took part and has other words: [-old-] and {+new+} among the runs, its key in either edition."""

    old: str
    new: str
    runs: tuple[Words, ...]
    followed: bool
    """Whether the run follows the words, as it does those of a keyword's formula; else it was made by the shipped wording."""


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """The ruling under both editions."""

    answers: tuple[Answered, Answered]
    changed: tuple[Edited, ...]
    parts: int | None
    """How many steps of the first lines are the same; None if the lines are."""
    differences: tuple[object, ...]

    @property
    def same_verdict(self) -> bool:
        """Whether the ruling comes out the same."""
        first, second = (entry.verdict for entry in self.answers)
        return (first.verdict, [one.holds for one in first.expectations], _ways(first.outcomes)) == (
            second.verdict,
            [one.holds for one in second.expectations],
            _ways(second.outcomes),
        )


def _ways(outcomes: Iterable[Any]) -> set[tuple[str, str]]:
    return {(one.kind, one.result) for one in outcomes}


def compared(ruling: Ruling, laws: tuple[Law, Law], found: Diff, overrides: Overrides, limits: Limits) -> Compared:
    """The ruling run under both. Raises what reading and running a ruling raise."""

    def begun(law: Law) -> Run:
        scenario = ruling.scenario()
        about = replace(scenario.about, edition="")  # it is asked under two editions, whichever it was made for
        return Run(replace(scenario, about=about), law, overrides.readings, limits, whole=True)

    runs = [drawn(ruling, lambda law=law: begun(law)) for law in laws]  # type: ignore[misc]  # bound now
    answers = [answered(ruling, run, overrides, others=False) for run in runs]
    first, second = (entry.verdict for entry in answers)
    parts = parting(first.trace, second.trace)
    same = parts == len(first.trace) == len(second.trace)
    boards = [run.final_board(entry.verdict.end) for run, entry in zip(runs, answers, strict=True)]
    differs = boards[0] is not None and boards[1] is not None
    differences = runs[0].play.differences(boards[0], boards[1], runs[0].start.board) if differs else ()
    used = [_used(run, entry) for run, entry in zip(runs, answers, strict=True)]
    changed = tuple(_changed(found, (used[0], used[1]), _formulas(laws)))
    return Compared((answers[0], answers[1]), changed, None if same else parts, differences)


def _used(run: Run, entry: Answered) -> frozenset[str]:
    """The clauses that took part: executed, or looked at and passed over."""
    refused = {clause for one in entry.verdict.refused for clause in one.clauses}
    return entry.verdict.executed | run.direction.passed_over | refused


def _formulas(laws: Iterable[Law]) -> frozenset[str]:
    return frozenset(str(formula.clause) for law in laws for formula in law.keywords.formulas.values())


def _changed(found: Diff, used: tuple[frozenset[str], frozenset[str]], formulas: frozenset[str]) -> Iterator[Edited]:
    """The clauses with other words, in the book's order, that took part under the edition in which they stand."""
    seen: list[Edited] = []
    records: Sequence[Clause | Pair | Edit | Split | Merge] = (
        *found.rules.edited,
        *found.rules.split,
        *found.rules.merged,
        *found.rules.added,
        *found.rules.removed,
    )
    old: tuple[Clause, ...]
    new: tuple[Clause, ...]
    runs: tuple[Words, ...]
    for record in records:
        if isinstance(record, Clause):
            is_new = record in found.rules.added
            old, new = ((), (record,)) if is_new else ((record,), ())
            runs = (Words(Change.ADDED, "", record.text) if is_new else Words(Change.REMOVED, record.text, ""),)
        else:
            old = (record.old,) if isinstance(record.old, Clause) else record.old
            new = (record.new,) if isinstance(record.new, Clause) else record.new
            runs = () if isinstance(record, Pair) else tuple(record.runs)
        sides = (tuple(str(clause.key) for clause in old), tuple(str(clause.key) for clause in new))
        took_part = any(_takes_part(key, ran) for keys, ran in zip(sides, used, strict=True) for key in keys)
        if took_part:
            followed = any(key in formulas for keys in sides for key in keys)
            seen.append(Edited("、".join(sides[0]), "、".join(sides[1]), runs, followed))
    yield from sorted(seen, key=lambda one: _order(one.old or one.new))


def _takes_part(key: str, ran: frozenset[str]) -> bool:
    """Whether a clause took part, or one below it, or the one of which it is an unnumbered part."""
    return key.partition("/")[0] in ran or any(below(done, key) for done in ran)


def _order(keys: str) -> tuple[int, ...]:
    first = keys.partition("、")[0].partition("/")[0]
    return clause_order(first) if all(part.isdecimal() for part in first.split(".")) else ()


class ToldComparison(NamedTuple):
    """The comparison in words."""

    sentences: tuple[str, str]
    parts_at: tuple[int, Step] | None
    """The first step that differs: its number in the line with every step, and the step of the first edition (or of the second,
    if the first line ends there)."""
    lines: tuple[tuple[Step, ...], tuple[Step, ...]]
    """Both lines from there on."""
    differences: tuple[ToldDifference, ...]


def told(found: Compared, language: Language) -> ToldComparison:
    """The comparison in words."""
    first, second = found.answers
    start = first.verdict.start
    shown = [steps(entry.verdict.trace, entry.verdict.start, language, entry.game) for entry in found.answers]
    parts_at = None
    if found.parts is not None:
        line = shown[0] if found.parts < len(shown[0]) else shown[1]
        parts_at = (found.parts + 1, line[found.parts])
    rest = [line[found.parts :] if found.parts is not None else () for line in shown]
    teller = teller_of((*first.verdict.trace, *second.verdict.trace), start, language, game=first.game)
    sentences = (sentence(first, language), sentence(second, language))
    return ToldComparison(sentences, parts_at, (rest[0], rest[1]), tuple(teller.differences(found.differences, start)))


def data(found: Compared, names: tuple[str, str], ruling: str, language: Language) -> dict[str, Any]:
    """The comparison as data."""
    words = told(found, language)
    return {
        "ruling": ruling,
        "same_verdict": found.same_verdict,
        "editions": [
            {
                "edition": name,
                "verdict": entry.verdict.verdict.value,
                "sentence": said,
                "expectations": [
                    {"text": statement(judged, language), "holds": judged.holds} for judged in entry.verdict.expectations
                ],
                "outcomes": [one._asdict() for one in entry.verdict.outcomes],
            }
            for name, entry, said in zip(names, found.answers, words.sentences, strict=True)
        ],
        "changed_clauses": [
            {
                "old": one.old,
                "new": one.new,
                "followed": one.followed,
                "runs": [{"change": run.change.value, "old": run.old, "new": run.new} for run in one.runs],
            }
            for one in found.changed
        ],
        "parts_at": None
        if words.parts_at is None
        else {"step": words.parts_at[0], "clause": words.parts_at[1].clause, "quote": words.parts_at[1].quote},
        "differences": [{"what": one.what, names[0]: one.first, names[1]: one.second} for one in words.differences],
    }
