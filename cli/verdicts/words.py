"""The words around answers to rulings on the terminal, from `words.toml`."""

import tomllib
from collections.abc import Mapping
from functools import cache

from headjudge.cli.request import Language
from headjudge.kb.phrase import filled
from headjudge.parser.packaged import files
from headjudge.simulator.answers import words as answers


@cache
def texts() -> Mapping[str, Mapping[str, str]]:
    """Every entry with its words in each language, those of the answers themselves included."""
    own = tomllib.loads((files("headjudge.cli") / "verdicts" / "words.toml").read_text("utf-8"))
    return {**answers.texts(), **own}


def say(name: str, language: Language, **facts: object) -> str:
    """The words for `name`.

    >>> say("happened", "zh"), say("taken_by", "en", date="2026-08-01", office="")
    ('经过', 'since 2026-08-01')
    """
    return filled(texts()[name][language], facts)
