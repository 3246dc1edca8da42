"""Messages: the words for every error and notice, from `messages.toml`, in the language of the request."""

import re
from collections.abc import Mapping
from functools import cache

from headjudge.cli.request import Language
from headjudge.kb.phrase import filled, visible
from headjudge.parser.packaged import files

_HEAD = re.compile(r"^\[\w+\]$", re.MULTILINE)


Entry = Mapping[str, str]


def messages() -> Mapping[str, Entry]:
    """Every code with its words in each language."""
    return {**_parsed(_text()), **_parsed(_lint_text())}


@cache
def entry(code: str) -> Entry | None:
    """The words for one code in each language, or None. The rest of the file is left unread: parsing all of it takes 20 ms."""
    text = _lint_text() if code.startswith(("rule_", "advice_")) else _text()
    start = text.find(f"\n[{code}]\n") + 1
    if not start:
        return None
    following = _HEAD.search(text, start + 1)
    return _parsed(text[start : following.start() if following else len(text)])[code]


@cache
def _text() -> str:
    return (files("headjudge.cli") / "messages.toml").read_text("utf-8")


@cache
def _lint_text() -> str:
    return (files("headjudge.kb.lint") / "words.toml").read_text("utf-8")


def _parsed(text: str) -> dict[str, Entry]:
    import tomllib

    return tomllib.loads(text)


def message(code: str, facts: Mapping[str, object], language: Language) -> str:
    """The words for `code`. What stands in [[ ]] is left out if one of the facts in it is empty or not known.

    >>> message("unknown_clause", {"clause": "10.99", "near": "10.9, 10.8", "game": ""}, "en").splitlines()
    ['There is no clause 10.99.', 'The nearest: 10.9, 10.8.']
    """
    words = entry(code)
    if words is None:
        return f"{code}: " + ", ".join(f"{name}={visible(str(value))}" for name, value in facts.items())
    return filled(words[language], facts)
