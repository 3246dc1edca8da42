"""Views that are taken over from boards alike in what they hang on are those that would be worked out anew."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from headjudge.parser.ruling import parse_ruling
from headjudge.simulator.games.palworld.board import PAL, Board, permanents
from headjudge.simulator.games.palworld.view import is_kind, power, standing, view
from headjudge.simulator.machine import Decision, Machine
from headjudge.simulator.run import Run
from headjudge.simulator.state import State

TEXTS = [
    "你的所有帕鲁的战斗力+100。",
    "你的其他所有帕鲁战斗力+200。",
    "你的所有横置状态的帕鲁的战斗力+100。",
    "你的所有战斗力500或以上的帕鲁战斗力+300。",
    "如果你的生命值为8以下，此卡的战斗力+200。",
    "如果你有3张以上手牌，此卡的战斗力+200。",
    "如果此卡正在攻击，此卡的战斗力+100。",
    "如果此卡为横置状态，对方所有帕鲁的打击力-1。",
    "在对方的回合中，如果此卡为横置状态，你的所有帕鲁的战斗力+100。",
    "在你的主要阶段中，此卡的战斗力+100。",
    "你的战斗力最高的帕鲁战斗力+100。",
    "你的所有帕鲁获得「挑衅」。",
    "勇敢200",
    "【攻击时】直到回合结束，此卡的战斗力+300。",
]
DEPTH = 4


def reached(machine: Machine, state: State, depth: int) -> Iterator[Board]:
    pause = machine.run(state)
    yield pause.state.board
    if depth and isinstance(pause, Decision):
        for option in pause.options[:4]:
            yield from reached(machine, pause.take(option), depth - 1)


@pytest.mark.parametrize("text", TEXTS)
def test_a_view_taken_over_is_the_view_worked_out(text: str) -> None:
    ruling = Run(
        parse_ruling(f"""
甲 回合玩家 主要阶段
  灵魂区 灵魂×3
  据点
    旗手 帕鲁 300/1 「{text}」
    疾风 帕鲁 500/1
  手牌
    新兵 帕鲁 200/1 费用 1 「{text}」
    普通
  牌库 普通×9
乙
  据点
    盾兵 帕鲁 400/1
    睡兵 帕鲁 300/1 横置 「{text}」
  手牌 空
  牌库 普通×9
""")
    )
    assert ruling.play.unmodelled == ()
    boards = list(reached(Machine(ruling.game), ruling.start, DEPTH))
    assert len(boards) > 20
    for board in boards:
        anew = board._replace(
            world=replace(
                board.world,
                view_of_bases=False,
                view_of_orientation=True,
                view_of_damage=True,
                kinds_change=True,
                abilities_change=True,
                abilities_change_in_print=True,
            )
        )
        for where in permanents(board):
            assert view(board).of(where) == view(anew).of(where)
        assert standing(board) == standing(anew)
        assert all(is_kind(board, where, PAL) == is_kind(anew, where, PAL) for where in permanents(board))


def test_the_same_id_may_be_another_card_in_another_line() -> None:
    board = Run(
        parse_ruling("""
甲 回合玩家 主要阶段
  据点
    旗手 帕鲁 300/1 「你的其他所有帕鲁战斗力+100。」
    疾风 帕鲁 500/1
    岩兽 帕鲁 200/1
  手牌 空
  牌库 普通×3
乙
  手牌 空
  牌库 普通×3
""")
    ).start.board
    flag, swift, rocky = board.seats[0].base
    mine = board.seats[0]._replace(base=(flag, swift._replace(card=rocky.card), rocky._replace(card=swift.card)))
    other = board._replace(seats=(mine, board.seats[1]))
    assert [power(board, thing.id) for thing in (swift, rocky)] == [600, 300]
    assert [power(other, thing.id) for thing in (swift, rocky)] == [300, 600]
