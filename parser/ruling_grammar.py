"""The words of a ruling put together by `grammars/ruling.lark`: text -> tree."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from lark import Lark, Token, Tree
from lark.parsers.lalr_analysis import Shift

from headjudge.parser.kept import grammar_file
from headjudge.parser.named import NamedTuple
from headjudge.parser.packaged import files
from headjudge.parser.ruling_error import RulingError, RulingSyntaxError, Source
from headjudge.parser.ruling_lexer import Lexeme, Lexer
from headjudge.parser.ruling_vocabulary import Entry, vocabulary
from headjudge.parser.scenario import Comment

Node = Tree[Token]
_Table = dict[Any, dict[str, Any]]
"""The parse table of lark: state -> terminal or rule -> move."""

NESTING = 20
"""How deep brackets may stand in one another, and how often a condition may be negated: no ruling needs three."""

EXPECTED = 12
"""How many of the words that could stand here an error names."""


LINE_END = "⏎"
"""What an error says was found where the line or the text ends too early."""


@cache
def _grammar() -> Lark:
    """Compiled once (about 0.2 s); its terminals come from the lexer."""
    text = (files("headjudge.parser") / "grammars" / "ruling.lark").read_text("utf-8")
    kept = grammar_file("ruling")
    return Lark(text, parser="lalr", lexer="basic", maybe_placeholders=False, propagate_positions=True, cache=kept)


def read_tree(text: str, source: Source) -> tuple[Node, list[Comment]]:
    """The tree of a ruling and its comments. Raises RulingSyntaxError at the first word that cannot stand where it does."""
    lexer = Lexer(text, source)
    parser = _grammar().parse_interactive("")
    table: _Table = parser.parser_state.parse_conf.states
    lexemes = list(lexer)
    depth = 0
    before: list[Any] = []
    """The states in which the previous word was read, if it was taken for a name."""
    for at, lexeme in enumerate(lexemes):
        stack = parser.parser_state.state_stack
        entry = _choose(table, stack, lexeme, lexemes[at + 1] if at + 1 < len(lexemes) else None)
        if entry is None:
            slip = _slip(lexemes, at - 1, _accepted(table, before))
            fault = _fault(lexeme, _accepted(table, stack), _names(lexemes), described=_described(lexemes[at + 1 : at + 2]))
            raise (slip or fault).error(source)
        depth = _nesting(depth, entry)
        if depth > NESTING:
            raise source.error(RulingSyntaxError, "ruling_too_deep", lexeme.place, limit=NESTING)
        before = list(stack) if entry.terminal == "NAME" else []
        parser.feed_token(_token(entry, lexeme))
    tree: Node = parser.feed_token(Token("$END", ""))
    return tree, lexer.comments


def _nesting(depth: int, entry: Entry) -> int:
    match entry.terminal:
        case "LPAR" | "NOT":
            return depth + 1
        case "RPAR":
            return max(0, depth - 1)
        case "NL":
            return 0
    return depth


def _token(entry: Entry, lexeme: Lexeme) -> Token:
    line, column = lexeme.place
    end = lexeme.start + len(lexeme.text)
    return Token(entry.terminal, entry.identifier, lexeme.start, line, column, line, column + len(lexeme.text), end)


def _shift(table: _Table, stack: list[Any], terminal: str) -> list[Any] | None:
    """The stack of states after a terminal, without building anything; None if it cannot stand here."""
    states = list(stack)
    while True:
        move = table[states[-1]].get(terminal)
        if move is None:
            return None
        action, goal = move
        if action is Shift:
            return [*states, goal]
        size = len(goal.expansion)
        if size:
            del states[-size:]
        states.append(table[states[-1]][goal.origin.name][1])


def _choose(table: _Table, stack: list[Any], lexeme: Lexeme, following: Lexeme | None) -> Entry | None:
    """What a word is at its place: the first thing it can be after which the next word can stand, too.

    灵魂 is a number in `灵魂 2` and a card in `灵魂区 灵魂×2`.
    """
    possible = []
    for entry in lexeme.entries:
        states = _shift(table, stack, entry.terminal)
        if states is None:
            continue
        if following is None or any(_shift(table, states, then.terminal) is not None for then in following.entries):
            return entry
        possible.append(entry)
    return possible[0] if possible else None


def _accepted(table: _Table, stack: list[Any]) -> list[str]:
    """The terminals that can come next."""
    if not stack:
        return []
    terminals = [terminal for terminal in table[stack[-1]] if terminal.isupper() and not terminal.startswith("_")]
    return [terminal for terminal in terminals if _shift(table, stack, terminal) is not None]


def _names(lexemes: Iterable[Lexeme]) -> list[str]:
    """Words that can only be names, as candidates for a mistyped one."""
    return [lexeme.text for lexeme in lexemes if [entry.terminal for entry in lexeme.entries] == ["NAME"]]


class _Fault(NamedTuple):
    """A word that cannot stand where it does, what could, and which known word it may have been meant to be."""

    lexeme: Lexeme
    expected: list[str]
    nearest: str

    def error(self, source: Source) -> RulingError:
        words = vocabulary()
        ordered = sorted(self.expected, key=words.importance)
        more = " …" if len(ordered) > EXPECTED else ""
        ordered = ordered[:EXPECTED]
        return source.error(
            RulingSyntaxError,
            "ruling_unexpected",
            self.lexeme.place,
            found=self.lexeme.text.strip("\n") or LINE_END,
            expected_zh="、".join(words.describe(terminal, "zh") for terminal in ordered) + more,
            expected_en=", ".join(words.describe(terminal, "en") for terminal in ordered) + more,
            nearest=self.nearest,
        )


def _described(following: list[Lexeme]) -> bool:
    """Whether what follows says what is printed on a card: `攻击(帕鲁 500/1)`, `A pal 500`."""
    return any(entry.terminal in ("LPAR", "KIND") for lexeme in following for entry in lexeme.entries)


def _fault(lexeme: Lexeme, accepted: list[str], names: list[str], *, described: bool = False) -> _Fault:
    others = [name for name in names if name != lexeme.text] if "NAME" in accepted else []
    if vocabulary().entries(lexeme.text):
        # Not mistyped; but a card of that name would have to stand in quotes. Where a statement begins, none is likely
        # unless it is described.
        card = "NAME" in accepted and (described or "ZONE" not in accepted)
        return _Fault(lexeme, accepted, f'"{lexeme.text}"' if card else "")
    nearest = vocabulary().nearest(lexeme.text, accepted, others) if lexeme.text.strip() else ""
    return _Fault(lexeme, accepted, nearest)


def _slip(lexemes: list[Lexeme], at: int, accepted: list[str]) -> _Fault | None:
    """The word before the one that does not fit, if it was taken for a name only because it is mistyped: `据店 疾风`."""
    if at < 0 or not accepted or _names(lexemes).count(lexemes[at].text) != 1:
        return None
    fault = _fault(lexemes[at], accepted, [])
    return fault if fault.nearest else None
