"""What runs rulings on the site's pages; it is chosen before anything is made, and so imports nothing that makes pages."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from headjudge.parser.named import NamedTuple
from headjudge.simulator.answers.bounds import Messages

WordsOfErrors = Callable[[], Messages]
"""Gives the words of every error by its code, in each language: hardly any site shows one, and it takes a while to read them."""


def no_words() -> Messages:
    """Of no error."""
    return {}


class Workshop(NamedTuple):
    """How rulings are run on the site's pages: by its own `server`, by the files of a `runtime` in the reader's browser, or (with
    neither) not at all. `messages` gives the words of errors for the runtime."""

    server: bool = False
    runtime: Mapping[str, bytes] = MappingProxyType({})
    messages: WordsOfErrors = no_words


NO_WORKSHOP = Workshop()
