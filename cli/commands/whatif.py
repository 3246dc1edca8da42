"""`judge whatif`: a ruling is run, and its verdict explained."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from headjudge.cli.answer import Answer, Block, Exit, heading
from headjudge.cli.law import law
from headjudge.cli.mistakes import UsageMistake
from headjudge.cli.request import Request, cache_folder
from headjudge.cli.verdicts.branches import blocks as branch_blocks
from headjudge.cli.verdicts.branches import data as branches_data
from headjudge.cli.verdicts.page import Wish, blocks
from headjudge.cli.verdicts.source import found
from headjudge.parser.card_grammar import sentences
from headjudge.parser.kept import keep_in
from headjudge.simulator.answers.overrides import Overrides, read_overrides
from headjudge.simulator.answers.running import Answered, How, answered, started
from headjudge.simulator.answers.sentence import sentence
from headjudge.simulator.answers.steps import steps, teller_of
from headjudge.simulator.explorer import Limits
from headjudge.simulator.games.palworld.board import Board
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
    policies: str = "",
    states: int | None = None,
    seconds: int | None = None,
) -> Answer:
    """Runs the ruling that the words name or say, and answers it."""
    limits = limits_of(states, seconds)
    keep_in(cache_folder())
    overrides = read_overrides(Path(policies)) if policies else Overrides()
    named = found(ruling)
    begun = started(named, request.game, How(law(request), overrides, limits, full))
    told = answered(named, begun, overrides, others=not brief)
    sentences().save()
    if step:
        return _walked(told, request)
    wish = Wish(brief, full, clauses)

    def as_data() -> dict[str, Any]:
        from headjudge.simulator.answers.data import data  # not for readers

        drawn = {"tree": branches_data(begun, request.language)} if tree else {}
        return {**data(told, request.language), **drawn}

    def as_blocks() -> Iterator[Block]:
        yield from blocks(told, request.language, wish)
        if tree:
            yield from branch_blocks(begun, request.language)

    return Answer(
        as_data,
        as_blocks,
        _CODES[told.verdict.verdict],
    )


def _walked(told: Answered, request: Request) -> Answer:
    """The line walked step by step on the terminal; what is left on it is the verdict. Raises UsageMistake without one."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or request.json:
        raise UsageMistake("needs_terminal", option="--step", command="judge whatif")
    from headjudge.cli.verdicts.stepping import walk  # rich, and a system with terminals

    verdict = told.verdict
    head = sentence(told, request.language)
    start = verdict.start
    assert isinstance(start, Board)
    shown = steps(verdict.trace, start, request.language)
    if shown:
        walk(shown, teller_of(verdict.trace, start, request.language), head, request.language)
    return Answer(dict, lambda: [heading(head)], _CODES[verdict.verdict])


def limits_of(states: int | None, seconds: int | None) -> Limits:
    """The limits of an exploration. Raises UsageMistake for what is none."""
    for name, value in (("--states", states), ("--seconds", seconds)):
        if value is not None and value < 1:
            raise UsageMistake("bad_value", name=name, value=value, known="1, 2, 3 …", command="judge whatif")
    default = Limits()
    return Limits(states or default.nodes, float(seconds or default.seconds))
