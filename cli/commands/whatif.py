"""`judge whatif`: a ruling is run, and its verdict explained."""

from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from headjudge.cli.answer import Answer, Exit
from headjudge.cli.law import law
from headjudge.cli.mistakes import UsageMistake
from headjudge.cli.request import Request
from headjudge.cli.verdicts.overrides import Overrides, read_overrides
from headjudge.cli.verdicts.page import Wish, blocks
from headjudge.cli.verdicts.running import How, answered, started
from headjudge.cli.verdicts.source import found
from headjudge.parser.card_grammar import sentences
from headjudge.parser.kept import keep_in
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
    keep_in(user_cache_path("headjudge", appauthor=False))
    overrides = read_overrides(Path(policies)) if policies else Overrides()
    named = found(ruling)
    begun = started(named, request.game, How(law(request), overrides, limits, full))
    told = answered(named, begun, overrides, others=not brief)
    sentences().save()
    wish = Wish(brief, full, clauses)

    def as_data() -> dict[str, Any]:
        from headjudge.cli.verdicts.data import data  # not for readers

        return data(told, request.language)

    return Answer(
        as_data,
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
