"""A step that was missed, as a reader sees it."""

from collections.abc import Iterator, Sequence

from headjudge.cli.answer import BLANK, Block, Line, Run, heading, text
from headjudge.cli.request import Language
from headjudge.cli.verdicts import lines
from headjudge.cli.verdicts.words import say
from headjudge.simulator.answers.missing import Told
from headjudge.simulator.answers.steps import Step

_MARKS = {True: "✓", False: "✗", None: "?"}


def blocks(told: Told, language: Language, *, whole: bool = False) -> Iterator[Block]:
    """Where the lines part, how the tables differ now, and either line from there on."""
    yield heading(told.sentence)
    yield Line((Run(" ".join(told.quote.split())),), told.step, 1)
    if told.differences:
        yield BLANK
        yield heading(say("differences", language))
        for one in told.differences:
            yield text(say("difference", language, first=one.first, second=one.second), label=one.what, indent=1)
    if told.expectations:
        yield BLANK
        yield heading(say("expected_otherwise", language))
        for words, played, right in told.expectations:
            marks = say("difference", language, first=_MARKS[played], second=_MARKS[right])
            yield Line((Run(words),), marks, 1)
    yield from _line("as_played", told.played, language, whole=whole)
    yield from _line("as_it_should_be", told.right, language, whole=whole)


def _line(title: str, shown: Sequence[Step], language: Language, *, whole: bool) -> Iterator[Block]:
    yield BLANK
    yield heading(say(title, language))
    yield from lines.blocks(shown, language, whole=whole)
