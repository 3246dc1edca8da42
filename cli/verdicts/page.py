"""The answer to a ruling as a reader sees it: the verdict, the clauses that decide it, and how it comes about."""

from collections.abc import Iterator, Sequence

from headjudge.cli.answer import BLANK, Block, Line, Run, heading, text
from headjudge.cli.request import Language
from headjudge.cli.verdicts import lines as drawn
from headjudge.cli.verdicts.words import say
from headjudge.parser.named import NamedTuple
from headjudge.parser.ruling_phrases import Phrases
from headjudge.simulator.answers import steps as told
from headjudge.simulator.answers.reasons import because, reasons
from headjudge.simulator.answers.running import Answered, Rested
from headjudge.simulator.answers.sentence import modality, sentence, statement
from headjudge.simulator.game import clause_order
from headjudge.simulator.verdict import Judged, TraceLine, Verdict

_MARKS = {True: "✓", False: "✗", None: "?"}
_INSTEAD = 12
"""So many legal options are listed."""


class Wish(NamedTuple):
    """How much of the answer is wanted."""

    brief: bool = False
    """The verdict and its clauses only."""
    full: bool = False
    """Every step, also those that changed nothing."""
    clauses: bool = False
    """The wording of every clause of the trace."""


def blocks(answered: Answered, language: Language, wish: Wish) -> Iterator[Block]:
    """The whole answer."""
    verdict = answered.verdict
    yield heading(sentence(answered, language))
    if len(verdict.expectations) > 1 or answered.scenario.about.title:
        yield from _expectations(answered, language)
    deciding = because(answered)
    yield from _section("because", _wordings(answered, deciding), language)
    not_modelled = [text(words, indent=1) for words in verdict.unmodelled]
    if wish.brief:
        if answered.rested:
            yield BLANK
            yield text(say("policies_brief", language, policies=" ".join(entry.policy.id for entry in answered.rested)))
        yield from _section("not_modelled", not_modelled, language)
        return
    yield from _instead(answered, language)
    yield from _lines(answered, deciding, language, wish)
    yield from _policies(answered.rested, answered, language)
    yield from _section("not_modelled", not_modelled, language)
    if wish.clauses:
        yield from _section("clauses", _wordings(answered, _all_clauses(verdict)), language)
    yield BLANK
    facts = {"states": verdict.states, "branches": verdict.branches, "seconds": f"{verdict.seconds:.2f}"}
    yield text(say("explored" if verdict.complete else "explored_in_part", language, **facts), "dim")


def _section(title: str, lines: Sequence[Block], language: Language) -> Iterator[Block]:
    if lines:
        yield BLANK
        yield heading(say(title, language))
        yield from lines


def _expectations(answered: Answered, language: Language) -> Iterator[Block]:
    for judged in answered.verdict.expectations:
        clauses = " ".join(reasons(answered, judged))
        runs = (Run(statement(judged, language)), Run(f"  {clauses}" if clauses else "", "number"))
        yield Line(tuple(run for run in runs if run.text), _MARKS[judged.holds], 1)


def _wordings(answered: Answered, clauses: Sequence[str]) -> list[Block]:
    """Clauses with their whole wording."""
    known = answered.law.clauses
    return [
        text(" ".join(f"{known[clause].title} {known[clause].text}".split()), label=clause, indent=1)
        for clause in clauses
        if clause in known
    ]


def _all_clauses(verdict: Verdict) -> list[str]:
    traces = [verdict.trace, *(trace for judged in verdict.expectations for trace in (judged.witness, judged.counterexample))]
    cited = {clause for trace in traces for line in trace for clause in (line.clause, *line.rests_on)}
    return sorted((clause for clause in cited if clause and not clause.startswith("policy:")), key=clause_order)


# The lines ------------------------------------------------------------------------------------------------------------------


def _lines(answered: Answered, deciding: Sequence[str], language: Language, wish: Wish) -> Iterator[Block]:
    """Both lines of a condition that may or may not come out; against what does not hold, a line that shows it; else the line
    from the start to its end."""
    verdict = answered.verdict
    both = next((judged for judged in verdict.expectations if _is_worth_both(judged)), None)
    if both is not None:
        yield from _both(answered, both, deciding, language, wish)
        return
    failed = next((judged for judged in verdict.expectations if judged.holds is False and judged.counterexample), None)
    lines = failed.counterexample if failed else verdict.trace
    yield from _line("counter_way" if failed else "happened", lines, answered, deciding, language, wish)


def line_shown(answered: Answered, language: Language, wish: Wish) -> tuple[list[told.Step], int]:
    """The numbered steps that the answer shows first, and the end (a node of the graph) to which their line leads."""
    verdict = answered.verdict
    both = next((judged for judged in verdict.expectations if _is_worth_both(judged)), None)
    failed = next((judged for judged in verdict.expectations if judged.holds is False and judged.counterexample), None)
    lines, end = verdict.trace, verdict.end
    if both is not None and both.ends[0] is not None:
        lines, end = both.witness, both.ends[0]
    elif failed is not None and failed.ends[1] is not None:
        lines, end = failed.counterexample, failed.ends[1]
    shown = told.steps(lines, verdict.start, language, answered.game)
    return (list(shown) if wish.full else told.condensed(shown, because(answered))), end


def _is_worth_both(judged: Judged) -> bool:
    return modality(judged) == "sometimes" and bool(judged.witness) and bool(judged.counterexample)


def _line(
    title: str,
    lines: Sequence[TraceLine],
    answered: Answered,
    deciding: Sequence[str],
    language: Language,
    wish: Wish,
) -> Iterator[Block]:
    shown = told.steps(lines, answered.verdict.start, language, answered.game)
    rows = list(drawn.blocks(shown, language, whole=wish.full, wanted=deciding))
    left = 0 if wish.full else len(shown) - len(told.condensed(shown, deciding))
    if rows and left:
        rows.append(text(say("left_out", language, count=left), "dim", indent=1))
    yield from _section(title, rows, language)


def _both(answered: Answered, judged: Judged, deciding: Sequence[str], language: Language, wish: Wish) -> Iterator[Block]:
    """What two lines have in common, and each from the choice at which they part."""
    common = told.parting(judged.witness, judged.counterexample)
    yield from _line("happened", judged.witness[:common], answered, deciding, language, wish)
    words = Phrases(language).condition(judged.expectation.condition)
    for title, lines in (("this_way", judged.witness), ("that_way", judged.counterexample)):
        shown = told.steps(lines, answered.verdict.start, language, answered.game)
        at = shown[min(common, len(shown) - 1)].clause
        yield BLANK
        yield heading(say(title, language, clause=at, text=words))
        yield from drawn.blocks(shown[common:], language, whole=wish.full, wanted=deciding)


# What else could be done, policies ----------------------------------------------------------------------------------------------


def _instead(answered: Answered, language: Language) -> Iterator[Block]:
    """What would be legal where a scripted action is refused."""
    verdict = answered.verdict
    for entry in verdict.refused:
        if entry.instead is None:
            continue
        board = entry.instead.board
        teller = told.teller_of(verdict.trace, verdict.start, language, board, game=answered.game)
        yield BLANK
        yield heading(say("legal_here", language, player=teller.player(entry.instead.player)))
        options = [teller.choice(label, board) for label in entry.instead.options]
        yield from (text(words, indent=1) for words in options[:_INSTEAD])
        if len(options) > _INSTEAD:
            yield text(say("hidden_more", language, count=len(options)), "dim", indent=1)


def _policies(rested: Sequence[Rested], answered: Answered, language: Language) -> Iterator[Block]:
    at = 0 if language == "zh" else 1
    if rested:
        yield BLANK
        yield heading(say("policies", language))
    for entry in rested:
        policy, overrides = entry.policy, answered.overrides
        yield Line((Run(policy.question[at]), Run(f"  {' '.join(policy.clauses)}", "number")), policy.id, 1)
        own = entry.taken == policy.taken
        by = ""
        if entry.overridden:
            by = say("taken_by", language, date=overrides.date, office=overrides.office, file=overrides.file)
        why = policy.why[at] if own else ""
        yield text(say("taken", language, reading=policy.readings[entry.taken][at], by=by, why=why).rstrip(), indent=2)
        for other in entry.others:
            name = "other_same" if other.verdict is None else "other_changes"
            verdict = say(f"verdict_{other.verdict}", language) if other.verdict else ""
            yield text(say(name, language, reading=policy.readings[other.reading][at], verdict=verdict), indent=2)
