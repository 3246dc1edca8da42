"""What a grammar makes of tokens, by their names alone. Lines have few shapes (`_INDENT NUMBER REST`), references have one token:
each shape is parsed once, by Lark (`shape_grammar.py`), and the thousands of others like it take no step of a parser.

Shapes are plain data. Kept between runs, they are read without Lark, which takes as long to import as a short rulebook to read.
"""

import re
from collections.abc import Mapping
from functools import cached_property

from headjudge.parser.named import NamedTuple

MADE_FROM = ("shapes.py", "shape_grammar.py")
"""The files of this package that say what shapes are."""


class Place:
    """Where the parser of a grammar stands after some tokens: which rule they are ('' if more must follow), what may follow."""

    def __init__(self, rule: str, expression: str) -> None:
        self.rule = rule
        self.after: dict[str, Place] = {}
        """Where it stands after one more token of that name."""
        self._expression = expression

    @cached_property
    def token(self) -> re.Pattern[str]:
        """Matches the next token, in a group of its name."""
        return re.compile(self._expression)


class SingleTokens(NamedTuple):
    """A grammar each of whose texts is one token: an expression for all of them, each in a group of its name, and the rule that
    each name is."""

    expression: str
    rules: Mapping[str, str]
