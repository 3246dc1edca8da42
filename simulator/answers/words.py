"""The words of answers to rulings, from `words.toml`."""

import tomllib
from collections.abc import Mapping
from functools import cache

from headjudge.kb.phrase import filled
from headjudge.parser.packaged import files
from headjudge.parser.ruling_vocabulary import Language


@cache
def texts() -> Mapping[str, Mapping[str, str]]:
    """Every entry with its words in each language."""
    return tomllib.loads((files("headjudge.simulator") / "answers" / "words.toml").read_text("utf-8"))


def say(name: str, language: Language, **facts: object) -> str:
    """The words for `name`.

    >>> say("wins", "zh", player="甲"), say("ends", "en", count=3)
    ('甲获胜', '3 ways to end')
    """
    return filled(texts()[name][language], facts)


def listed(parts: list[str], language: Language) -> str:
    """The parts as a list within a sentence."""
    return ("；" if language == "zh" else "; ").join(parts)
