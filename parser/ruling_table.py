"""What `grammars/ruling.lark` compiles to, kept between runs as lists: Lark's own cache takes four times as long to read."""

from functools import cache
from importlib.resources import files
from typing import Any

from lark import Lark, Tree
from lark.grammar import NonTerminal, Rule, RuleOptions, Symbol, Terminal
from lark.parse_tree_builder import ParseTreeBuilder
from lark.parsers.lalr_analysis import IntParseTable, Reduce, Shift
from lark.parsers.lalr_parser_state import ParseConf, ParserState

from headjudge.parser.kept import kept_as_text

Moves = dict[Any, dict[str, Any]]
"""State -> terminal or rule -> move, as Lark's parser looks them up."""

_GRAMMAR = "grammars/ruling.lark"
_START = "start"


class LiveParser(ParserState[int]):
    """A ruling as far as it has been put together."""

    def __init__(self) -> None:
        nothing_to_cut: Any = None  # the words come from `ruling_lexer`, one by one
        super().__init__(_conf(), nothing_to_cut)

    @property
    def moves(self) -> Moves:
        """What can come next in each state."""
        return self.parse_conf.states


@cache
def _conf() -> ParseConf[int]:
    made = kept_as_text("ruling", (_GRAMMAR, "ruling_table.py"), _compiled)
    rules = [_rule(*parts) for parts in made["rules"]]
    states = {
        state: {symbol: (Shift, goal) if shifts else (Reduce, rules[goal]) for symbol, shifts, goal in moves}
        for state, moves in made["states"]
    }
    untyped: Any = IntParseTable, ParseTreeBuilder  # as Lark leaves them
    of_states, builder = untyped
    callbacks = builder(rules, Tree, propagate_positions=True, maybe_placeholders=False).create_callback()
    return ParseConf(of_states(states, {_START: made["start"]}, {_START: made["end"]}), callbacks, _START)


# As lists -------------------------------------------------------------------------------------------------------------------


def _compiled() -> dict[str, Any]:
    """The rules and the parse table of the grammar; a move to a state shifts, one to a rule (by its place) reduces."""
    text = (files("headjudge.parser") / _GRAMMAR).read_text("utf-8")
    lark = Lark(text, parser="lalr", lexer="basic", start=_START, maybe_placeholders=False, propagate_positions=True)
    front: Any = lark.parser  # Lark does not type its front end
    table: IntParseTable = front.parser._parse_table  # nor does it give it away otherwise
    place = {rule: number for number, rule in enumerate(lark.rules)}
    states = [
        (
            state,
            [
                (str(symbol), action is Shift, goal if action is Shift else _place(place, goal))
                for symbol, (action, goal) in moves.items()
            ],
        )
        for state, moves in table.states.items()
    ]
    rules = [_parts(rule) for rule in place]
    return {"rules": rules, "states": states, "start": table.start_states[_START], "end": table.end_states[_START]}


def _place(place: dict[Rule, int], rule: Rule) -> int:
    """The place of a rule; the one that stands for the whole text comes behind those of the grammar."""
    return place.setdefault(rule, len(place))


def _parts(rule: Rule) -> list[Any]:
    options = rule.options
    symbols = [(str(one.name), one.filter_out if isinstance(one, Terminal) else None) for one in rule.expansion]
    alias = None if rule.alias is None else str(rule.alias)
    shape = (options.keep_all_tokens, options.expand1, options.priority, options.template_source, list(options.empty_indices))
    return [str(rule.origin.name), symbols, rule.order, alias, shape]


def _rule(origin: str, symbols: list[Any], order: int, alias: str | None, shape: list[Any]) -> Rule:
    expansion: list[Symbol] = [NonTerminal(name) if hidden is None else Terminal(name, hidden) for name, hidden in symbols]
    keep_all, expand, priority, template, empty = shape
    return Rule(NonTerminal(origin), expansion, order, alias, RuleOptions(keep_all, expand, priority, template, tuple(empty)))
