"""Why something did not come out, as a reader sees it."""

from collections.abc import Iterator, Sequence

from headjudge.cli.answer import BLANK, Block, Line, Run, heading, text
from headjudge.cli.request import Language
from headjudge.cli.verdicts.words import say
from headjudge.simulator.answers.why_not import Why


def blocks(reasons: Sequence[Why], language: Language) -> Iterator[Block]:
    """The reasons below what did not come out, each with its clause."""
    if not reasons:
        return
    yield BLANK
    yield heading(say("why_not", language))
    asked = said = ""
    for why in reasons:
        if why.expectation != asked:
            asked, said = why.expectation, ""
            yield text(asked, indent=1)
        runs = [Run(" ".join(why.quote.split()))] if why.quote else []
        if why.reason not in ("", said):
            runs.append(Run(f"\n→ {why.reason}" if why.quote else why.reason, "found"))
        said = why.reason
        yield Line(tuple(runs), why.clause or "—", 2)
