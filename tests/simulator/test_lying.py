"""Conditions told by how their card lies hold where reading their words on the board says so."""

import pytest

from headjudge.parser import effect_terms as terms
from headjudge.parser import effects as fx
from headjudge.parser.effect_tree import walk
from headjudge.parser.ruling import parse_ruling
from headjudge.simulator.citing import apart
from headjudge.simulator.games.palworld.board import Battle, Board, Origin, permanents
from headjudge.simulator.games.palworld.conditions import holds
from headjudge.simulator.games.palworld.lying import by_lying
from headjudge.simulator.games.palworld.view import context
from headjudge.simulator.run import Run

TOLD = [
    "如果此卡为横置状态，此卡的战斗力+100。",
    "如果此卡为站立状态，此卡的战斗力+100。",
    "在你的回合中，此卡的战斗力+100。",
    "在对方的回合中，此卡的战斗力+100。",
    "在你的主要阶段中，此卡的战斗力+100。",
    "在你的回合中，如果此卡为横置状态，此卡的战斗力+100。",
]
LIES_RESTED = terms.Matches(terms.This(), terms.Cards((terms.Description((terms.Oriented(terms.Orientation.RESTED),)),)))
IN_BATTLE = terms.IsDuring(terms.Period(terms.Stretch.BATTLE, whose=terms.Side.YOU))
TOLD_TOO: list[terms.Condition] = [
    IN_BATTLE,
    terms.Not(LIES_RESTED),
    terms.AllOf((terms.Not(IN_BATTLE), LIES_RESTED)),
    terms.AnyOf((IN_BATTLE, LIES_RESTED)),
    terms.Matches(terms.This(), terms.Cards((terms.Description(),))),
    terms.Matches(
        terms.This(),
        terms.Cards(
            (
                terms.Description((terms.Oriented(terms.Orientation.RESTED),)),
                terms.Description((terms.Oriented(terms.Orientation.STANDING),)),
            ),
            zone=terms.Zone.BASE,
        ),
    ),
]
"""Conditions for which no wording is read, or none that is short."""
NOT_TOLD = [
    "如果此卡正在攻击，此卡的战斗力+100。",
    "如果你有3张以上手牌，此卡的战斗力+100。",
    "如果此卡的战斗力为500以上，此卡的打击力+1。",
    "如果是夜晚，此卡的战斗力+100。",
    "如果此卡为横置状态且你有3张以上手牌，此卡的战斗力+100。",
]


def the_same_on_every_board(board: Board, condition: terms.Condition) -> None:
    fighter, target = board.seats[0].base[0].id, board.seats[1].base[0].id
    told = by_lying(condition)
    assert told is not None
    for turn in (0, 1):
        for phase in (terms.Stretch.MAIN_PHASE, terms.Stretch.END_PHASE):
            for battle in (None, Battle(fighter, target)):
                now = board._replace(turn=turn, phase=phase, battle=battle)
                for player, _, thing in permanents(now):
                    ctx = context(now, Origin(player, thing.id))
                    assert (told(now, player, thing), ()) == apart(lambda: holds(ctx, condition))  # noqa: B023  # called at once


def conditions(text: str) -> tuple[Board, list[terms.Condition]]:
    board: Board = Run(
        parse_ruling(f"""
甲 回合玩家 主要阶段
  据点
    旗手 帕鲁 300/1 「{text}」
    疾风 帕鲁 500/1 横置
  手牌 空
  牌库 普通×3
乙
  据点
    盾兵 帕鲁 400/1
    睡兵 帕鲁 300/1 横置
  手牌 空
  牌库 普通×3
""")
    ).start.board
    abilities = board.seats[0].base[0].card.abilities
    return board, [node.condition for held in abilities for node in walk(held.ability) if isinstance(node, fx.Provided)]


@pytest.mark.parametrize("text", TOLD)
def test_what_is_told_is_what_is_read(text: str) -> None:
    board, asked = conditions(text)
    assert asked
    for condition in asked:
        the_same_on_every_board(board, condition)


@pytest.mark.parametrize("condition", TOLD_TOO)
def test_what_is_told_of_parts_is_what_is_read(condition: terms.Condition) -> None:
    board, _ = conditions(TOLD[0])
    the_same_on_every_board(board, condition)


@pytest.mark.parametrize("text", NOT_TOLD)
def test_what_asks_for_more_is_read_on_the_board(text: str) -> None:
    _, asked = conditions(text)
    assert asked
    assert any(by_lying(condition) is None for condition in asked)
