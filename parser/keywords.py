"""Keyword abilities, read from the rulebook's own formulas: `“勇敢（数值）”意味着“…”`."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from headjudge.kb.clause import Clause, ClauseKey, HeadjudgeError
from headjudge.parser.card_abilities import AbilityReader
from headjudge.parser.card_words import fold
from headjudge.parser.effect_terms import Parameter
from headjudge.parser.effect_tree import rewrite
from headjudge.parser.effects import Ability, Activated, Automatic, Continuous, Heading, Keyword, Place, Unmodelled

_FORMULA = re.compile(r"“(?P<head>[^“”]+)”\s*意味着\s*“(?P<body>[^“”]+)”")
_HEAD = re.compile(r"(?P<mark>【)?(?P<word>[^【】（）\s]+)(?(mark)】)\s*(?:（(?P<gap>[^（）]+)）)?")
_EFFECT = Parameter("效果")


class UnknownKeyword(HeadjudgeError):
    """A keyword that no formula of the rulebook explains."""


@dataclass(frozen=True, slots=True)
class Formula:
    """What a clause says that a keyword means: `gap` is what it asks for (数值, 效果), `body` the text in which it stands."""

    word: str
    gap: str | None
    body: str
    clause: ClauseKey


@dataclass(frozen=True, slots=True)
class Keywords:
    """The keywords of a rulebook, by their words."""

    formulas: Mapping[str, Formula]

    def expand(self, keyword: Keyword) -> Ability:
        """The ability that the keyword stands for: never itself a keyword. Unmodelled where the formula cannot be read, or
        explains a keyword by itself.

        Raises UnknownKeyword if the rulebook has no formula for it.
        """
        if keyword.word not in self.formulas:
            raise UnknownKeyword("unknown_keyword", word=keyword.word)
        ability: Ability = keyword
        for _ in range(len(self.formulas) + 1):  # a formula may use other keywords
            if not isinstance(ability, Keyword):
                return ability
            ability = self._expand_once(ability)
        body = self.formulas[keyword.word].body
        return Unmodelled(body, Place(0, len(body)))

    def _expand_once(self, keyword: Keyword) -> Ability:
        ability = _meaning(self.formulas[keyword.word].body, frozenset(self.formulas))
        number = keyword.number

        def fill(node: Any) -> Any:
            if type(node) is tuple and _EFFECT in node:
                return tuple(act for part in node for act in (keyword.effect if part == _EFFECT else (part,)))
            if isinstance(node, Parameter) and number is not None:
                return number
            return node

        return _with_heading(rewrite(ability, fill), keyword)


def keywords_of(clauses: Iterable[Clause]) -> Keywords:
    """The keywords that the clauses explain by a formula; a later clause on the same keyword adds nothing.

    >>> from headjudge.parser.rulebook import parse_rulebook
    >>> book = parse_rulebook("第12章 关键字\\n12.1 勇敢\\n12.1.1 “勇敢（数值）”意味着“此卡攻击时，抽（数值）张牌”。")
    >>> keywords_of(book.clauses).formulas["勇敢"].body
    '此卡攻击时，抽（数值）张牌'
    """
    found: dict[str, Formula] = {}
    for clause in clauses:
        for match in _FORMULA.finditer(clause.text):
            if head := _HEAD.fullmatch(match["head"].strip()):
                found.setdefault(head["word"], Formula(head["word"], head["gap"], match["body"], clause.key))
    return Keywords(found)


@lru_cache(maxsize=256)
def _meaning(body: str, known: frozenset[str]) -> Ability:
    return AbilityReader(body, known).read(fold(body))


def _with_heading(ability: Ability, keyword: Keyword) -> Ability:
    """What the card prints before a keyword (limit, zone, cost) counts for the ability that it means."""
    if not isinstance(ability, Activated | Automatic | Continuous | Keyword):
        return ability
    own, printed = ability.heading, keyword.heading
    heading = Heading((*own.zones, *printed.zones), printed.limit or own.limit, own.quick or printed.quick)
    if isinstance(ability, Continuous):
        return replace(ability, heading=heading)
    return replace(ability, heading=heading, costs=(*ability.costs, *keyword.costs))
