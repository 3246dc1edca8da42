"""The tokens of `grammars/references.lark`: from one reference to the next, past the words between them."""

import re
from collections.abc import Iterator

from lark import Lark

from headjudge.parser.shapes import alternatives, beginning


class References:
    """The references of a text, each one token. Most of a rulebook is words that refer to nothing: one search passes over all of
    them, where a token for each stretch of words took as long as the rest of the parsing.

    A reference starts only where the grammar's ignored terminal matches; of the terminals that match there, the one of highest
    priority is taken, as Lark's own lexers do.
    """

    def __init__(self, grammar: Lark) -> None:
        (start,) = (terminal for terminal in grammar.terminals if terminal.name in grammar.lexer_conf.ignore)
        tokens = [terminal for terminal in grammar.terminals if terminal is not start]
        self._next = re.compile(f"(?={start.pattern.to_regexp()})(?:{alternatives(tokens)})")
        before = beginning(grammar)
        self._rules = {terminal.name: before.after(terminal.name).rule for terminal in tokens}

    def find(self, text: str) -> Iterator[tuple[str, re.Match[str]]]:
        """The references in order, each with the rule that it is; none overlaps another."""
        for found in self._next.finditer(text):
            assert found.lastgroup is not None
            yield self._rules[found.lastgroup], found
