"""The shapes of a grammar, found out by Lark: every row of tokens that its parser takes."""

from collections.abc import Iterable, Iterator

from lark import Lark, Token
from lark.common import LexerConf
from lark.lexer import Lexer, TerminalDef
from lark.parsers.lalr_interactive_parser import InteractiveParser

from headjudge.parser.shapes import Place, SingleTokens


class _Handed(Lexer):
    """The lexer of a parser that is handed its tokens."""

    def __init__(self, conf: LexerConf) -> None:
        pass

    def lex(self, tokens: Iterable[Token]) -> Iterator[Token]:  # type: ignore[override]  # Lark hands on what it is to parse
        """The tokens themselves."""
        return iter(tokens)


def beginning(grammar: str, start: str) -> Place:
    """Where the parser of the grammar stands before the first token. Two rows of tokens that leave it in the same states lead to
    one place, so that there is an end to them."""
    lark = _lark(grammar, start)
    places: dict[tuple[object, ...], Place] = {}

    def place(parser: InteractiveParser) -> Place:
        states = tuple(parser.parser_state.state_stack)
        if states not in places:
            follow = _follow(parser, lark)
            places[states] = here = Place(_rule(parser), _alternatives(follow))
            here.after |= {terminal.name: place(_fed(parser, terminal.name)) for terminal in follow}
        return places[states]

    return place(lark.parse_interactive())


def single_tokens(grammar: str, start: str) -> SingleTokens:
    """The tokens of a grammar each of whose texts is one. They are tried only where its ignored terminal matches."""
    lark = _lark(grammar, start)
    (first,) = (terminal for terminal in lark.terminals if terminal.name in lark.lexer_conf.ignore)
    tokens = _follow(before := lark.parse_interactive(), lark)
    expression = f"(?={first.pattern.to_regexp()})(?:{_alternatives(tokens)})"
    return SingleTokens(expression, {token.name: _rule(_fed(before, token.name)) for token in tokens})


def _lark(grammar: str, start: str) -> Lark:
    return Lark(grammar, start=start, parser="lalr", lexer=_Handed)


def _follow(parser: InteractiveParser, lark: Lark) -> list[TerminalDef]:
    """The terminals that may come next."""
    choices = parser.choices()  # type: ignore[no-untyped-call]  # as Lark leaves it
    return [terminal for terminal in lark.terminals if terminal.name in choices]


def _alternatives(terminals: Iterable[TerminalDef]) -> str:
    """The expression of one of the terminals, in a group of its name: of those that fit, the one that Lark's own lexers take."""
    return "|".join(f"(?P<{each.name}>{each.pattern.to_regexp()})" for each in sorted(terminals, key=_rank))


def _rank(terminal: TerminalDef) -> tuple[int, int, int, str]:
    """Lark's order of trying terminals."""
    pattern = terminal.pattern
    return -terminal.priority, -pattern.max_width, -len(pattern.value), terminal.name


def _fed(parser: InteractiveParser, token: str) -> InteractiveParser:
    """The parser one token further on."""
    copy: InteractiveParser = parser.copy()  # type: ignore[no-untyped-call]  # as Lark leaves it
    copy.feed_token(Token(token, ""))
    return copy


def _rule(parser: InteractiveParser) -> str:
    """The rule that the tokens so far are; '' if they may not end here."""
    if "$END" not in parser.choices():  # type: ignore[no-untyped-call]  # as Lark leaves it
        return ""
    copy: InteractiveParser = parser.copy()  # type: ignore[no-untyped-call]
    return str(copy.feed_eof().data)  # type: ignore[no-untyped-call]
