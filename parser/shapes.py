"""What Lark makes of tokens, by their names alone. Lines have few shapes (`_INDENT NUMBER REST`), references have one token: each
shape is parsed once, and the thousands of others like it take no step of the parser."""

import re
from collections.abc import Iterable, Iterator

from lark import Lark, Token
from lark.common import LexerConf
from lark.lexer import Lexer, TerminalDef
from lark.parsers.lalr_interactive_parser import InteractiveParser


class Handed(Lexer):
    """The lexer of a parser that is handed its tokens."""

    def __init__(self, conf: LexerConf) -> None:
        pass

    def lex(self, tokens: Iterable[Token]) -> Iterator[Token]:  # type: ignore[override]  # Lark hands on what it is to parse
        """The tokens themselves."""
        return iter(tokens)


class Place:
    """Where the parser of a grammar stands after some tokens: which rule they are, if they may end here, and which may follow."""

    def __init__(self, parser: InteractiveParser, terminals: Iterable[TerminalDef]) -> None:
        self._parser = parser
        self._terminals = tuple(terminals)
        self._after: dict[str, Place] = {}
        follow = parser.choices()
        self.rule = str(parser.copy().feed_eof().data) if "$END" in follow else ""
        self.token = alternatives(terminal for terminal in self._terminals if terminal.name in follow)
        """Matches the next token, by its name."""

    def after(self, token: str) -> "Place":
        """Where the parser stands after one more token."""
        place = self._after.get(token)
        if place is None:
            parser = self._parser.copy()
            parser.feed_token(Token(token, ""))
            place = self._after[token] = Place(parser, self._terminals)
        return place


def beginning(grammar: Lark) -> Place:
    """Where the parser stands before the first token."""
    return Place(grammar.parse_interactive(), grammar.terminals)


def alternatives(terminals: Iterable[TerminalDef]) -> re.Pattern[str]:
    """Matches one of the terminals, in a group of its name: of those that fit, the one that Lark's own lexers would take."""
    return re.compile("|".join(f"(?P<{each.name}>{each.pattern.to_regexp()})" for each in sorted(terminals, key=_rank)))


def _rank(terminal: TerminalDef) -> tuple[int, int, int, str]:
    """Lark's order of trying terminals."""
    pattern = terminal.pattern
    return -terminal.priority, -pattern.max_width, -len(pattern.value), terminal.name
