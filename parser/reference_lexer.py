"""The tokens of `grammars/references.lark`: from one reference to the next, past the words between them."""

import re
from collections.abc import Iterable, Iterator

from lark import Lark, Token
from lark.common import LexerConf
from lark.lexer import Lexer, TerminalDef


class Handed(Lexer):
    """The lexer of a parser that is handed its tokens."""

    def __init__(self, conf: LexerConf) -> None:
        pass

    def lex(self, tokens: Iterable[Token]) -> Iterator[Token]:  # type: ignore[override]  # Lark hands on what it is to parse
        """The tokens themselves."""
        return iter(tokens)


class References:
    """The references of a text as tokens. Most of a rulebook is words that refer to nothing: one search passes over all of them,
    where a token for each stretch of words took as long as the rest of the parsing.

    A reference starts only where the grammar's ignored terminal matches; of the terminals that match there, the one of highest
    priority is taken, as Lark's own lexers do.
    """

    def __init__(self, parser: Lark) -> None:
        (start,) = (terminal for terminal in parser.terminals if terminal.name in parser.lexer_conf.ignore)
        tokens = sorted((terminal for terminal in parser.terminals if terminal is not start), key=_rank)
        named = "|".join(f"(?P<{terminal.name}>{terminal.pattern.to_regexp()})" for terminal in tokens)
        self._next = re.compile(f"(?={start.pattern.to_regexp()})(?:{named})")

    def tokens(self, text: str) -> list[Token]:
        """The references in order; none overlaps another."""
        return [_token(found) for found in self._next.finditer(text)]


def _token(found: re.Match[str]) -> Token:
    assert found.lastgroup is not None
    return Token(found.lastgroup, found[0], start_pos=found.start(), end_pos=found.end())


def _rank(terminal: TerminalDef) -> tuple[int, int, int, str]:
    """Lark's order of trying terminals."""
    pattern = terminal.pattern
    return -terminal.priority, -pattern.max_width, -len(pattern.value), terminal.name
