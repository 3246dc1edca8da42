"""`judge whatif`: a ruling is run, and its verdict explained."""

from pathlib import Path

from headjudge.cli.answer import Answer, Exit
from headjudge.cli.mistakes import UsageMistake
from headjudge.cli.request import Request
from headjudge.cli.verdicts.data import data
from headjudge.cli.verdicts.overrides import Overrides, read_overrides
from headjudge.cli.verdicts.page import Wish, blocks
from headjudge.cli.verdicts.running import answered, started
from headjudge.cli.verdicts.source import found
from headjudge.simulator.explorer import Limits
from headjudge.simulator.verdict import Outcome

_CODES = {Outcome.TRUE: Exit.DONE, Outcome.FALSE: Exit.EMPTY, Outcome.UNKNOWN: Exit.EMPTY, Outcome.ILLEGAL: Exit.WRONG}


def whatif(
    request: Request,
    ruling: list[str],
    brief: bool = False,  # noqa: FBT001, FBT002 - an option
    full: bool = False,  # noqa: FBT001, FBT002
    clauses: bool = False,  # noqa: FBT001, FBT002
    policies: str = "",
    states: int | None = None,
    seconds: int | None = None,
) -> Answer:
    """Runs the ruling that the words name or say, and answers it."""
    limits = limits_of(states, seconds)
    overrides = read_overrides(Path(policies)) if policies else Overrides()
    named = found(ruling)
    begun = started(named, request.game, overrides, limits, whole=full)
    told = answered(named, begun, overrides, others=not brief)
    wish = Wish(brief, full, clauses)
    return Answer(
        lambda: data(told, request.language),
        lambda: blocks(told, request.language, wish),
        _CODES[told.verdict.verdict],
    )


def limits_of(states: int | None, seconds: int | None) -> Limits:
    """The limits of an exploration. Raises UsageMistake for what is none."""
    for name, value in (("--states", states), ("--seconds", seconds)):
        if value is not None and value < 1:
            raise UsageMistake("bad_value", name=name, value=value, known="1, 2, 3 …", command="judge whatif")
    default = Limits()
    return Limits(states or default.nodes, float(seconds or default.seconds))
