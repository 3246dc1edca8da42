"""What a verdict turns on, as a reader sees it."""

from collections.abc import Iterator

from headjudge.cli.answer import BLANK, Block, Line, Run, heading, text
from headjudge.cli.request import Language
from headjudge.cli.verdicts.words import say
from headjudge.simulator.answers.running import Answered
from headjudge.simulator.answers.turning import Turned, turned
from headjudge.simulator.answers.words import listed
from headjudge.simulator.answers.words import say as answer_words
from headjudge.simulator.decisive import Decisive


def blocks(answered: Answered, found: Decisive, language: Language) -> Iterator[Block]:
    """The deciding clauses with their words, then those that only the procedure needs."""
    yield BLANK
    entries = turned(answered, found, language)
    if not entries:
        yield heading(say("decisive_none", language))
    else:
        yield heading(say("decisive", language))
    for entry in entries:
        yield Line((Run(entry.quote), Run(f"\n→ {_without(answered, entry, language)}", "found")), entry.clause, 1)
    for name in ("structural", "inseparable"):
        clauses = getattr(found, name)
        if clauses:
            yield BLANK
            yield heading(say(name, language))
            yield text(" ".join(clauses), "number", indent=1)


def _without(answered: Answered, entry: Turned, language: Language) -> str:
    flipped = [say("flipped", language, text=words) for words in entry.expectations]
    flipped += [f"{one.what} {say('difference', language, first=one.first, second=one.second)}" for one in entry.differences]
    same = entry.changes_to == answered.verdict.verdict.value
    verdict = say("otherwise", language) if same else answer_words(f"verdict_{entry.changes_to}", language)
    return say("without", language, verdict=verdict, changed=listed(flipped, language))
