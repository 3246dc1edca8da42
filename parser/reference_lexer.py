"""The tokens of `grammars/references.lark`: from one reference to the next, past the words between them."""

import re
from collections.abc import Iterator

from headjudge.parser.shapes import SingleTokens


class References:
    """The references of a text, each one token. Most of a rulebook is words that refer to nothing: one search passes over all of
    them, where a token for each stretch of words took as long as the rest of the parsing.

    A reference starts only where the grammar's ignored terminal matches; of the terminals that match there, the one of highest
    priority is taken, as Lark's own lexers do.
    """

    def __init__(self, tokens: SingleTokens) -> None:
        self._next = re.compile(tokens.expression)
        self._rules = tokens.rules

    def find(self, text: str) -> Iterator[tuple[str, re.Match[str]]]:
        """The references in order, each with the rule that it is; none overlaps another."""
        for found in self._next.finditer(text):
            assert found.lastgroup is not None
            yield self._rules[found.lastgroup], found
