"""Lark's Earley parser made quicker. For a grammar of many rules it spends most of its time on telling symbols, rules and members
of sets apart in Python, and nothing of that is needed where each symbol and each rule is a single object.

What is read, and as what, does not change.
"""

from collections.abc import Iterable
from typing import Any

from lark.grammar import NonTerminal, Rule, Symbol, Terminal


class _Terminal(Terminal):
    """A terminal that is a single object."""

    __slots__ = ()
    __eq__ = object.__eq__
    __ne__ = object.__ne__
    __hash__ = object.__hash__


class _NonTerminal(NonTerminal):
    """The same of a symbol that rules are of. One of Lark's own is still equal to it if it is called the same, for that is what
    the other one asks."""

    __slots__ = ()
    __eq__ = object.__eq__
    __ne__ = object.__ne__
    __hash__ = object.__hash__


class _Rule(Rule):
    """The same of a rule."""

    __slots__ = ()
    __eq__ = object.__eq__
    __ne__ = object.__ne__
    __hash__ = object.__hash__


class _Set(dict[Any, None]):
    """A set in the order in which it grew, as Lark's own: a dictionary is one, and not written in Python."""

    __slots__ = ()

    def __init__(self, items: Iterable[Any] = ()) -> None:
        super().__init__(dict.fromkeys(items))

    def add(self, item: Any) -> None:
        """Adds it, if it is not there."""
        self[item] = None


class _Predictions(dict[Symbol, Any]):
    """What begins a symbol, found also by one of Lark's own that is called the same."""

    __slots__ = ()

    def __missing__(self, symbol: Symbol) -> Any:
        return next(rules for known, rules in self.items() if known == symbol)


def quicken(parser: Any) -> None:
    """Makes that parser quicker (Lark gives it no type). Its rules, which change, must be no other one's."""
    symbols: dict[tuple[bool, str], Symbol] = {}

    def single(symbol: Symbol) -> Symbol:
        return symbols.setdefault((symbol.is_term, symbol.name), symbol)

    def singles(several: Iterable[Symbol]) -> list[Symbol]:
        return [*map(single, several)]

    rules = {id(rule): rule for some in (*parser.predictions.values(), parser.callbacks) for rule in some}
    for rule in rules.values():
        origin: Any = single(rule.origin)
        rule.origin, rule.expansion = origin, singles(rule.expansion)
    # what is looked up by symbols and rules is taken apart before they change, and put together afterwards
    callbacks, predictions = [*parser.callbacks.items()], [*parser.predictions.items()]
    first = [(single(symbol), singles(found)) for symbol, found in parser.FIRST.items()]
    terminals, others, nullable = map(singles, (parser.TERMINALS, parser.NON_TERMINALS, parser.NULLABLE))
    for symbol in symbols.values():
        symbol.__class__ = _Terminal if symbol.is_term else _NonTerminal
    for rule in rules.values():
        rule.__class__ = _Rule
    parser.callbacks = dict(callbacks)
    parser.predictions = _Predictions({single(symbol): found for symbol, found in predictions})
    parser.FIRST = {symbol: {*found} for symbol, found in first}
    parser.TERMINALS, parser.NON_TERMINALS, parser.NULLABLE = {*terminals}, {*others}, {*nullable}
    parser.Set = _Set
