"""What Lark makes of tokens, by their names alone. Lines have few shapes (`_INDENT NUMBER REST`), references have one token: each
shape is parsed once, and the thousands of others like it take no step of the parser."""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

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
        self._follow = parser.choices()  # type: ignore[no-untyped-call]  # as Lark leaves it
        self.rule = _rule(parser) if "$END" in self._follow else ""

    @cached_property
    def token(self) -> re.Pattern[str]:
        """Matches the next token, in a group of its name."""
        return re.compile(alternatives(terminal for terminal in self._terminals if terminal.name in self._follow))

    def after(self, token: str) -> "Place":
        """Where the parser stands after one more token."""
        place = self._after.get(token)
        if place is None:
            parser = _copy(self._parser)
            parser.feed_token(Token(token, ""))
            place = self._after[token] = Place(parser, self._terminals)
        return place


def beginning(grammar: Lark) -> Place:
    """Where the parser stands before the first token."""
    return Place(grammar.parse_interactive(), grammar.terminals)


def alternatives(terminals: Iterable[TerminalDef]) -> str:
    """The expression of one of the terminals, in a group of its name: of those that fit, the one that Lark's own lexers take."""
    return "|".join(f"(?P<{each.name}>{each.pattern.to_regexp()})" for each in sorted(terminals, key=_rank))


def _rule(parser: InteractiveParser) -> str:
    tree = _copy(parser).feed_eof()  # type: ignore[no-untyped-call]  # as Lark leaves it
    return str(tree.data)


def _copy(parser: InteractiveParser) -> InteractiveParser:
    copy: InteractiveParser = parser.copy()  # type: ignore[no-untyped-call]  # as Lark leaves it
    return copy


def _rank(terminal: TerminalDef) -> tuple[int, int, int, str]:
    """Lark's order of trying terminals."""
    pattern = terminal.pattern
    return -terminal.priority, -pattern.max_width, -len(pattern.value), terminal.name
