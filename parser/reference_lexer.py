"""The lexer of `grammars/references.lark`: from one reference to the next, past the words between them."""

import re
from collections.abc import Iterator

from lark import Token
from lark.common import LexerConf
from lark.lexer import Lexer, TerminalDef


class ReferenceLexer(Lexer):
    """Tokens for the references of a text alone. Most of a rulebook is words that refer to nothing: one search passes over all of
    them, where a token for each stretch of words took as long as the rest of the parsing.

    A reference starts only where the grammar's ignored terminal matches; of the terminals that match there, the one of highest
    priority is taken, as Lark's own lexers do.
    """

    def __init__(self, conf: LexerConf) -> None:
        (start,) = (terminal for terminal in conf.terminals if terminal.name in conf.ignore)
        tokens = sorted((terminal for terminal in conf.terminals if terminal is not start), key=_rank)
        named = "|".join(f"(?P<{terminal.name}>{terminal.pattern.to_regexp()})" for terminal in tokens)
        self._next = re.compile(f"(?={start.pattern.to_regexp()})(?:{named})")

    def lex(self, text: str) -> Iterator[Token]:  # type: ignore[override]  # Lark's wrapper hands a plain lexer the text
        """The references in order; none overlaps another."""
        for found in self._next.finditer(text):
            assert found.lastgroup is not None
            yield Token(found.lastgroup, found[0], start_pos=found.start(), end_pos=found.end())


def _rank(terminal: TerminalDef) -> tuple[int, int, int, str]:
    """Lark's order of trying terminals."""
    pattern = terminal.pattern
    return -terminal.priority, -pattern.max_width, -len(pattern.value), terminal.name
