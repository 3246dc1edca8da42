"""What lint says of a problem and advises, in both languages."""

import tomllib
from collections.abc import Mapping
from functools import cache

from headjudge.kb.phrase import filled
from headjudge.parser.named import NamedTuple
from headjudge.parser.packaged import files


class Told(NamedTuple):
    """The same words in Chinese and in English."""

    zh: str
    en: str


def told(code: str, facts: Mapping[str, object]) -> Told:
    """The words for `rule_NAME` or `advice_NAME`.

    >>> told("rule_gap", {"number": "1.3", "missing": "1.2"}).en
    '1.2 is missing before 1.3'
    """
    words = _words()[code]
    return Told(filled(words["zh"], facts), filled(words["en"], facts))


@cache
def _words() -> dict[str, dict[str, str]]:
    return tomllib.loads((files("headjudge.kb.lint") / "words.toml").read_text("utf-8"))
