"""The simulator with card text, tracing off, in CPU time: events, a battle and a turn on a board with twenty cards of text, and
ten effects that depend on one another."""

import csv
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import process_time

from benchmarks.report import Line
from benchmarks.simulator import battle_and_turn, events, ruling, shifted
from headjudge.simulator.games.palworld.view import power
from headjudge.simulator.run import Run as RulingRun

HANDED = Path(__file__).resolve().parents[2] / "shared" / "cards" / "palworld.tsv"
PERMANENT = ("Pal", "Structure", "Gear")
SIZES = (4, 8, 12, 16, 20)
OWN = (
    "帕鲁 500/1 红色 「你的其他所有红色帕鲁战斗力+300。」",
    "帕鲁 300/1 红色 勇敢200",
    "帕鲁 400/2 红色 「【攻击时】选择你的所有红色帕鲁，直到回合结束，战斗力+500。」",
    "帕鲁 400/1 「当此卡被攻击时，直到回合结束，此卡的战斗力+300。」",
    "帕鲁 300/1 「【登场时】获得2个素材。」",
    "帕鲁 500/1 「如果此卡为横置状态，对方所有帕鲁的打击力-1。」",
    "帕鲁 300/1 「【攻击时】抽1张牌。」",
    "帕鲁 200/1 夜行性",
    "建筑物 600 「你的所有帕鲁的战斗力+100。」",
    "建筑物 500 「当你的帕鲁被放置到墓地时，获得1点生命。」",
    "帕鲁 300/1 挑衅",
    "帕鲁 300/1 隐密",
    "帕鲁 200/1 同归于尽",
    "帕鲁 400/1 「当此卡被放置到墓地时，抽1张牌。」",
    "帕鲁 300/1 警戒",
    "帕鲁 500/1 突破",
    "帕鲁 400/1 「你的所有战斗力500或以上的帕鲁战斗力+100。」",
    "建筑物 400 「【1回合1次】[指派1只帕鲁]抽1张牌。」",
    "帕鲁 200/1 「当此卡攻击建筑物时，直到回合结束，此卡的战斗力+800。」",
    "建筑物 500 挑衅",
)
"""Used where the card file is not at hand."""


def effects(rounds: int) -> Iterator[Line | str]:
    """Every measurement, as lines of a report."""
    cards, source = twenty()
    yield f"twenty cards with text, ten on either side ({source})"
    begun = ruling(board(cards[:10], cards[10:]), HANDED.parent)
    yield from events(begun, rounds, "  20 permanents: ")
    for size in SIZES:
        yield from turns(ruling(board(cards[: size // 2], cards[10 : 10 + size // 2]), HANDED.parent), size, rounds)
    yield dependent(rounds)


def twenty() -> tuple[list[str], str]:
    """Twenty permanents with text, as lines of a ruling: those of the card file in its order, or our own."""
    if not HANDED.is_file():
        return [f"《{number}号》 {card}" for number, card in enumerate(OWN, 1)], "our own"
    with HANDED.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if row["text"] and row["kind"].endswith(PERMANENT)]
    lasting = [row for row in rows if "【永】" in row["text"] or "【自】" in row["text"]]
    return [f"《{row['id']}》" for row in lasting[:20]], HANDED.name


def board(mine: list[str], theirs: list[str]) -> str:
    """A ruling's board with those cards in the bases, the opponent's rested so that they can be attacked."""
    cards = f"cards {HANDED.name}\n" if HANDED.is_file() else ""
    bases = ["\n".join(f"    {card}" for card in side) for side in (mine, [f"{card} 横置" for card in theirs])]
    rest = "  手牌 新兵(帕鲁 300/1 「【登场时】抽1张牌。」) 普通×4\n  牌库 普通×25\n"
    return f"{cards}甲 回合玩家 主要阶段\n  灵魂区 灵魂×5\n  据点\n{bases[0]}\n{rest}乙\n  据点\n{bases[1]}\n{rest}"


def turns(begun: RulingRun, size: int, rounds: int) -> list[Line]:
    """One battle, and the rest of a turn in which everyone attacks."""
    seconds = battle_and_turn(begun, size, rounds)
    return [
        Line(f"  {size} cards with text: one battle", seconds["battle"] * 1000, "ms"),
        Line(f"  {size} cards with text: a turn in which all attack", seconds["turn"] * 1000, "ms"),
    ]


def dependent(rounds: int) -> Line:
    """Ten effects each of which asks for the power that the others change, worked out anew on twenty permanents."""
    mine = [
        f"《兽{number}》 帕鲁 {300 + 50 * number}/1 「你的所有战斗力{400 + 100 * number}以上的帕鲁战斗力+100。」"
        for number in range(10)
    ]
    theirs = [f"《兵{number}》 帕鲁 {300 + 100 * number}/1" for number in range(10)]
    begun = ruling(board(mine, theirs), HANDED.parent)
    asked = begun.start.board.seats[0].base[9].id
    taken = []
    for later in range(1, 3 * rounds + 2):
        new = shifted(begun.start.board, later)
        start = process_time()
        power(new, asked)
        taken.append(process_time() - start)
    return Line("ten effects that depend on one another, 20 permanents", median(taken[1:]) * 1000, "ms", at_most=10)
