"""The steps of a line as numbered lines."""

from collections.abc import Collection, Iterator, Sequence

from headjudge.cli.answer import Block, Line, Run, text
from headjudge.cli.characters import shorten
from headjudge.cli.request import Language
from headjudge.cli.verdicts.words import say
from headjudge.simulator.answers.steps import Step, condensed, goes_round

_QUOTED = 56
"""How many cells of a clause stand beside its number."""


def blocks(shown: Sequence[Step], language: Language, *, whole: bool = False, wanted: Collection[str] = ()) -> Iterator[Block]:
    """The steps as numbered lines, indented as they were called. Unless the `whole` line is asked for, steps that changed
    nothing are left out, but for those at a clause that is `wanted`."""
    depths: list[int] = []
    quoted = ""
    told = list(shown) if whole else [step._replace(events=step.news) for step in condensed(shown, wanted)]
    for number, step in enumerate(told, 1):
        again = 0 if whole else goes_round(told, number - 1)
        if again:
            cycle = (len(told) - number + 1) // again
            yield text(say("repeats", language, count=cycle, times=again), "dim", indent=1)
            return
        while depths and depths[-1] >= step.depth:
            depths.pop()
        yield _line(number, step, language, indent=len(depths), again=step.clause == quoted)
        depths.append(step.depth)
        quoted = step.clause


def _line(number: int, step: Step, language: Language, *, indent: int, again: bool) -> Line:
    quote = "" if again else shorten(" ".join(step.quote.split()), _QUOTED)
    runs = [Run(step.clause or "—", "number"), Run(f"  {quote}" if quote else "")]
    if step.passed:
        runs.append(Run(f"  {say('passed', language)}", "dim"))
    said = ([step.chosen] if step.chosen else []) + list(step.events)
    runs += [Run(f"\n→ {words}", "found" if words == step.chosen else "") for words in said]
    cited = [*step.rests_on, *(say("policy_named", language, policy=name) for name in step.policies)]
    if cited and said:
        blank = "" if language == "zh" else " "
        runs.append(Run(blank + say("rests_on", language, clauses=" ".join(cited)), "dim"))
    return Line(tuple(run for run in runs if run.text), f"{number}.", indent + 1)
