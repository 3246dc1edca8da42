"""`judge whatif`: a ruling is run, and its verdict explained."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from headjudge.cli.answer import Answer, Block, Exit, heading, text
from headjudge.cli.law import laws
from headjudge.cli.mistakes import UsageMistake
from headjudge.cli.request import Request, cache_folder
from headjudge.cli.verdicts.branches import blocks as branch_blocks
from headjudge.cli.verdicts.branches import data as branches_data
from headjudge.cli.verdicts.page import Wish, blocks
from headjudge.cli.verdicts.source import found
from headjudge.cli.verdicts.why import blocks as why_blocks
from headjudge.cli.verdicts.words import say
from headjudge.parser.card_grammar import sentences
from headjudge.parser.kept import keep_in
from headjudge.simulator.answers.overrides import Overrides, read_overrides
from headjudge.simulator.answers.reasons import because
from headjudge.simulator.answers.running import Answered, How, answered, started
from headjudge.simulator.answers.sentence import sentence
from headjudge.simulator.answers.steps import steps, teller_of
from headjudge.simulator.answers.why_not import data as why_data
from headjudge.simulator.answers.why_not import why_not
from headjudge.simulator.decisive import Decisive
from headjudge.simulator.explorer import Limits
from headjudge.simulator.registry import simulated
from headjudge.simulator.run import Run
from headjudge.simulator.verdict import Outcome

_CODES = {Outcome.TRUE: Exit.DONE, Outcome.FALSE: Exit.EMPTY, Outcome.UNKNOWN: Exit.EMPTY, Outcome.ILLEGAL: Exit.WRONG}


def whatif(
    request: Request,
    ruling: list[str],
    brief: bool = False,  # noqa: FBT001, FBT002 - an option
    full: bool = False,  # noqa: FBT001, FBT002
    clauses: bool = False,  # noqa: FBT001, FBT002
    tree: bool = False,  # noqa: FBT001, FBT002
    step: bool = False,  # noqa: FBT001, FBT002
    decisive: bool = False,  # noqa: FBT001, FBT002
    missed: str = "",
    policies: str = "",
    states: int | None = None,
    seconds: int | None = None,
) -> Answer:
    """Runs the ruling that the words name or say, and answers it."""
    limits = limits_of(states, seconds)
    keep_in(cache_folder())
    overrides = read_overrides(Path(policies), request.game) if policies else Overrides()
    named = found(ruling, request)
    law, official = laws(request)
    begun = started(named, request.game, How(law, overrides, limits, full))
    told = answered(named, begun, overrides, others=not brief)
    sentences().save()
    if step:
        return _walked(told, request)
    wish = Wish(brief, full, clauses)
    if missed:
        return _missed(begun, told, missed, request, wish)
    turns = _turns_on(begun, overrides) if decisive else None
    reasons = () if brief or told.verdict.verdict is Outcome.TRUE else why_not(told, begun, request.language)

    def as_data() -> dict[str, Any]:
        from headjudge.simulator.answers import turning  # not for readers
        from headjudge.simulator.answers.data import data

        drawn = {"tree": branches_data(begun, request.language)} if tree else {}
        turned = turning.data(told, turns, request.language) if turns is not None else {}
        return {**data(told, request.language), "why_not": why_data(reasons), **drawn, **turned}

    def as_blocks() -> Iterator[Block]:
        yield from blocks(told, request.language, wish)
        yield from why_blocks(reasons, request.language)
        if turns is not None:
            from headjudge.cli.verdicts.turning import blocks as turning_blocks  # only if it is asked for

            yield from turning_blocks(told, turns, request.language)
        yield from _quoted_from(told, official, request)
        if tree:
            yield from branch_blocks(begun, request.language)

    return Answer(
        as_data,
        as_blocks,
        _CODES[told.verdict.verdict],
    )


def _quoted_from(told: Answered, official: str, request: Request) -> Iterator[Block]:
    """Whose words the answer quotes, and where the official ones are, if they have been imported."""
    quoted = because(told) or tuple(line.clause for line in told.verdict.trace if line.clause)
    if not quoted:
        return
    facts = {"edition": f"{simulated(told.game).name}@{told.law.edition}", "official": official, "clause": quoted[0]}
    yield text(say("quoted_from", request.language, **facts), "dim")


def _turns_on(begun: Run, overrides: Overrides) -> Decisive:
    """The clauses on which the verdict turns: the ruling is run once without each, which is watched on a terminal."""
    from headjudge.cli.progress import bar
    from headjudge.simulator.decisive import decisive

    with bar() as progress:
        return decisive(begun.scenario, law=begun.law, policies=overrides.readings, limits=begun.limits, watch=progress)


def _missed(begun: Run, told: Answered, words: str, request: Request, wish: Wish) -> Answer:
    """The line that the answer shows, as it was played with a step missed, and as it should be. Raises WrongSlip."""
    from headjudge.cli.verdicts import missing as drawn
    from headjudge.cli.verdicts.page import line_shown
    from headjudge.simulator.answers import missing
    from headjudge.simulator.missed import missed

    asked = missing.read_slip(words)
    shown, end = line_shown(told, request.language, wish)
    found = missing.told(told, missed(begun, end, missing.slip_of(asked, shown)), request.language)
    code = Exit.DONE if found.differences else Exit.EMPTY
    return Answer(lambda: {"missed": missing.data(found)}, lambda: drawn.blocks(found, request.language, whole=wish.full), code)


def _walked(told: Answered, request: Request) -> Answer:
    """The line walked step by step on the terminal; what is left on it is the verdict. Raises UsageMistake without one."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or request.json:
        raise UsageMistake("needs_terminal", option="--step", command="judge whatif")
    from headjudge.cli.verdicts.stepping import walk  # rich, and a system with terminals

    verdict = told.verdict
    head = sentence(told, request.language)
    shown = steps(verdict.trace, verdict.start, request.language, told.game)
    if shown:
        teller = teller_of(verdict.trace, verdict.start, request.language, game=told.game)
        walk(shown, teller, head, request.language)
    return Answer(dict, lambda: [heading(head)], _CODES[verdict.verdict])


def limits_of(states: int | None, seconds: int | None) -> Limits:
    """The limits of an exploration."""
    default = Limits()
    return Limits(states or default.nodes, float(seconds or default.seconds))
