"""Keywords mean what the clauses of the rulebook say, and nothing else."""

from typing import Any

import pytest

from headjudge.parser.card_print import print_ability
from headjudge.parser.card_text import read_card_text
from headjudge.parser.effect_tree import unmodelled, walk
from headjudge.parser.effects import Keyword, Unmodelled
from headjudge.parser.keywords import Keywords, UnknownKeyword, keywords_of
from headjudge.parser.rulebook import parse_rulebook

MEANINGS = [  # a printed ability, the clause, and what it means in canonical words
    ("【登场时】抽1张牌。", "12.3.2", "【自】当此卡登场时，抽1张牌。"),
    ("【攻击时】[①]抽1张牌。洗牌。", "12.4.2", "【自】[①]当此卡攻击时，抽1张牌。洗牌。"),
    ("【1回合1次】【指派时】抽1张牌。", "12.5.2", "【自】【1回合1次】当此卡被指派时，抽1张牌。"),
    ("勇敢300", "12.6.2", "【自】当此卡攻击时，直到回合结束，此卡的战斗力+300。"),
    ("认真X", "12.7.2", "【自】当此卡被指派时，选择1只帕鲁。直到回合结束，所选的卡牌的战斗力+X。"),
    ("妨碍", "12.8.2", "【起】【迅捷】[①、丢弃此卡]或[丢弃此卡与1张手牌中的其他卡牌]使对手的攻击失败。"),
    ("警戒", "12.9.2", "【自】在你的回合结束时，站立此卡。"),
    ("挑衅", "12.10.2", "【永】对手必须攻击此卡。"),
    ("隐密", "12.11.2", "【永】对手不能阻挡此卡。"),
    ("同归于尽", "12.12.2", "【自】当此卡被放置到墓地时，如果此卡是正在战斗的帕鲁，将此卡的战斗对手放置到墓地。"),
    ("夜行性", "12.13.2", "【永】如果为夜晚，此卡的战斗力+300。"),
    (
        "突破", "12.14.2",
        "【自】当此卡是正在攻击的帕鲁，且此卡的战斗对手被放置到墓地时，此卡对此卡的战斗对手的控制者造成X伤害。X为此卡的打击力。",
    ),
    ("袭击", "12.15.2", "【永】此卡能够攻击站立状态的帕鲁。"),
]  # fmt: skip


@pytest.mark.parametrize(("printed", "clause", "meaning"), MEANINGS)
def test_meaning(printed: str, clause: str, meaning: str, keywords: Keywords) -> None:
    keyword = read_keyword(printed, keywords)
    assert keywords.formulas[keyword.word].clause == clause
    assert print_ability(keywords.expand(keyword)) == meaning


def test_every_formula_is_read(keywords: Keywords) -> None:
    assert {read_keyword(printed, keywords).word for printed, _, _ in MEANINGS} == keywords.formulas.keys()
    assert not unmodelled(tuple(keywords.expand(Keyword(word)) for word in keywords.formulas))


def test_the_clause_rules_the_keyword(rulebook: str) -> None:
    """A rulebook that says otherwise makes another game."""
    lines = rulebook.split("\n")
    (at,) = (number for number, line in enumerate(lines) if line.startswith("12.6.2 "))
    lines[at] = "12.6.2 “勇敢（数值）”意味着“【攻击时】此卡的战斗力+（数值），直到战斗结束。抽（数值）张牌”。"
    edited = keywords_of(parse_rulebook("\n".join(lines)).clauses)
    keyword = read_keyword("勇敢200", edited)
    assert print_ability(edited.expand(keyword)) == "【自】当此卡攻击时，直到战斗结束，此卡的战斗力+200。抽200张牌。"


def test_a_rulebook_of_another_game() -> None:
    clauses = (
        "1.1 迅猛",
        "1.1.1 “迅猛（数值）”意味着“【入场】对对手造成（数值）伤害”。",
        "1.1.2 “【入场】（效果）”意味着“此卡登场时，（效果）”。",
    )
    book = "\n".join(("第1章 关键字", *clauses))
    other = keywords_of(parse_rulebook(book).clauses)
    assert print_ability(other.expand(read_keyword("迅猛2", other))) == "【自】当此卡登场时，对对手造成2伤害。"


def test_a_formula_of_itself_is_not_read_for_ever() -> None:
    book = "第1章 关键字\n1.1 甲\n1.1.1 “复读”意味着“复读”。"
    own = keywords_of(parse_rulebook(book).clauses)
    assert isinstance(own.expand(Keyword("复读")), Unmodelled)


def test_unknown_keyword(keywords: Keywords) -> None:
    with pytest.raises(UnknownKeyword) as error:
        keywords.expand(Keyword("胆小"))
    assert error.value.facts == {"word": "胆小"}


@pytest.mark.parametrize("printed", ["嘲讽", "复仇", "隐秘"])
def test_other_names(printed: str, keywords: Keywords) -> None:
    assert read_keyword(printed, keywords).word in keywords.formulas


def test_gaps_are_filled(keywords: Keywords) -> None:
    expanded: Any = [keywords.expand(read_keyword(printed, keywords)) for printed, _, _ in MEANINGS]
    assert not [part for part in walk(tuple(expanded)) if type(part).__name__ == "Parameter"]


def read_keyword(printed: str, keywords: Keywords) -> Keyword:
    """The one keyword that the text is."""
    (found,) = read_card_text(printed, keywords.formulas)
    assert isinstance(found.ability, Keyword)
    return found.ability
