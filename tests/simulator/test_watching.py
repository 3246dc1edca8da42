"""Abilities that notice what happens are found without reading every card, and are those that reading every card finds."""

from collections.abc import Iterator

import pytest

from headjudge.parser import effects as fx
from headjudge.parser.effect_terms import Deed, This
from headjudge.parser.ruling import parse_ruling
from headjudge.simulator.citing import apart
from headjudge.simulator.games.palworld import triggers
from headjudge.simulator.games.palworld.board import ZONES, Battle, Board, CardAbility, Where, zone
from headjudge.simulator.games.palworld.events import Move
from headjudge.simulator.games.palworld.happen import happen
from headjudge.simulator.games.palworld.triggers import react
from headjudge.simulator.games.palworld.view import abilities
from headjudge.simulator.games.palworld.watching import deeds_watched, of_itself, single_triggers, watching
from headjudge.simulator.run import Run
from headjudge.simulator.state import ObjectId

TEXTS = [
    "【登场时】抽1张牌。",
    "当此卡被放置到墓地时，抽1张牌。",
    "当你的帕鲁被放置到墓地时，获得1点生命。",
    "当你的其他帕鲁登场时，获得1个素材。",
    "【攻击时】抽1张牌。",
    "当此卡被攻击时，直到回合结束，此卡的战斗力+300。",
    "当对方的帕鲁受到伤害时，抽1张牌。",
    "你的所有帕鲁获得「【攻击时】抽1张牌。」。",
    "你的所有帕鲁的战斗力+100。",
]
OF_ITSELF = [
    "当此卡离开据点时，抽1张牌。",
    "当此卡从据点被放置到墓地时，抽1张牌。",
    "当此卡从手牌被放置到墓地时，抽1张牌。",
    "【登场时】抽1张牌。",
]
"""Abilities that ask for nothing but from where to where their own card goes."""
DEEDS = (Deed.DEPLOY, Deed.LEAVE, Deed.MOVE, Deed.ATTACK, Deed.DAMAGE, Deed.BLOCK)


def everywhere(board: Board) -> Iterator[Where]:
    for player in (0, 1):
        for name in ZONES:
            yield from (Where(player, name, thing) for thing in zone(board, player, name))


def read_card_by_card(board: Board, deed: Deed, subject: ObjectId | None) -> set[tuple[ObjectId, CardAbility]]:
    return {
        (where.thing.id, held)
        for where in everywhere(board)
        for held in abilities(board, where)
        if isinstance(held.ability, fx.Automatic)
        for one in single_triggers(held.ability)
        if isinstance(one, fx.When) and one.event.deed is deed
        if where.thing.id == subject or not isinstance(one.event.subject, This) or deed is Deed.DAMAGE
    }


def board_with(text: str, other: str) -> Board:
    board: Board = Run(
        parse_ruling(f"""
甲 回合玩家 主要阶段
  据点
    旗手 帕鲁 300/1 「{text}」
    疾风 帕鲁 500/1
  手牌
    新兵 帕鲁 200/1 「{text}」
  墓地
    老兵 帕鲁 200/1 「{other}」
  放逐区
    游魂 帕鲁 200/1 「{text}」
  牌库 普通×3
乙
  据点
    盾兵 帕鲁 400/1 「{other}」
  手牌 空
  牌库 普通×3
""")
    ).start.board
    return board


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("other", TEXTS[:4])
def test_whoever_watches_is_found(text: str, other: str) -> None:
    board = board_with(text, other)
    for subject in (None, *(where.thing.id for where in everywhere(board))):
        for deed in DEEDS:
            found = {(holder.origin.source, holder.held) for holder in watching(board, deed, subject)}
            assert found == read_card_by_card(board, deed, subject), (deed, subject)
    for where in everywhere(board):
        noticed = {deed for deed in board.world.trigger_deeds if read_card_by_card(board, deed, where.thing.id)}
        assert noticed <= deeds_watched(board, board, where.thing.card)


@pytest.mark.parametrize("text", [*TEXTS, *OF_ITSELF])
@pytest.mark.parametrize("other", [TEXTS[2], OF_ITSELF[0]])
def test_what_a_card_notices_of_its_own_move_is_what_going_by_every_ability_finds(
    text: str, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = board_with(text, other)
    fighter, target = start.seats[0].base[0].id, start.seats[1].base[0].id
    for battle in (None, Battle(fighter, target, opponents=True)):
        before = start._replace(battle=battle)
        for where in everywhere(before):
            for to in ZONES:
                for deeds in ((), (Deed.DISCARD,)):
                    move = Move(where.thing.id, to, where.player, deeds=deeds)
                    after = happen(before, move, before)
                    noticed = apart(lambda: react(before, after, (move,)))  # noqa: B023  # called at once
                    with monkeypatch.context() as patched:
                        patched.setattr(triggers, "of_itself", lambda *_: None)
                        assert noticed == apart(lambda: react(before, after, (move,))), move  # noqa: B023  # called at once


@pytest.mark.parametrize("text", OF_ITSELF)
def test_a_card_that_alone_can_notice_its_move_is_looked_at_alone(text: str) -> None:
    before = board_with(text, TEXTS[1])
    where = Where(0, "base", before.seats[0].base[0])
    move = Move(where.thing.id, "graveyard", 0)
    assert of_itself(before, happen(before, move, before), where, move) is not None
