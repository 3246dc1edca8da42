"""Messages: the words for every error and notice, from `messages.toml`, in the language of the request."""

from collections.abc import Mapping
from functools import cache

from headjudge.cli.request import Language
from headjudge.kb.phrase import filled, visible


@cache
def messages() -> Mapping[str, Mapping[str, str]]:
    """Every code with its words in each language."""
    import tomllib  # a look-up that succeeds has no message
    from importlib.resources import files

    return tomllib.loads((files("headjudge.cli") / "messages.toml").read_text("utf-8"))


def message(code: str, facts: Mapping[str, object], language: Language) -> str:
    """The words for `code`. What stands in [[ ]] is left out if one of the facts in it is empty or not known.

    >>> message("unknown_clause", {"clause": "10.99", "near": "10.9, 10.8", "game": ""}, "en").splitlines()
    ['There is no clause 10.99.', 'The nearest: 10.9, 10.8.']
    """
    entry = messages().get(code)
    if entry is None:
        return f"{code}: " + ", ".join(f"{name}={visible(str(value))}" for name, value in facts.items())
    return filled(entry[language], facts)
