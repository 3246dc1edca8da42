"""The numbers of a player that effects can change: how many Pals a base holds, how many soul cards come each turn."""

from headjudge.parser import effects as fx
from headjudge.simulator.citing import cite
from headjudge.simulator.games.palworld.board import Board
from headjudge.simulator.games.palworld.book import definition, reminder
from headjudge.simulator.games.palworld.meaning import amount, calculate, players
from headjudge.simulator.games.palworld.view import context, standing

PAL_LIMIT, SOUL_INCREMENT = "帕鲁上限", "灵魂增量"


@reminder("4.4.5.1", "4.4.5.2")
def pal_limit(board: Board, player: int) -> int:
    """How many Pals a base can hold: 5 unless something changed it, and never fewer than none."""
    return max(0, _changed(board, player, PAL_LIMIT, board.seats[player].pal_limit))


@definition("7.4.2.1")
def soul_increment(board: Board, player: int) -> int:
    """How many soul cards come in the soul phase: 2 unless something changed it."""
    return max(0, _changed(board, player, SOUL_INCREMENT, board.seats[player].soul_increment))


def _changed(board: Board, player: int, word: str, number: int) -> int:
    """A number with the effects that change it, in the order of their time stamps (10.10.1.6)."""
    if not board.world.player_numbers_change:
        return number
    changes = [live for live in standing(board).all if isinstance(live.effect, fx.PlayerNumber) and live.effect.word == word]
    for live in sorted(changes, key=lambda live: live.order):
        assert isinstance(live.effect, fx.PlayerNumber)
        ctx = context(board, live.origin)
        if player in players(ctx, live.effect.player):
            cite("10.10.1.4")
            wanted = amount(ctx, live.effect.amount)
            number = wanted if live.effect.operation is None else calculate(number, live.effect.operation, wanted)
    return number
