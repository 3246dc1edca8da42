"""The simulator, tracing off, in CPU time: clauses and decisions a second against python-chess, what one event, one key and
one node of the graph take, and how a battle and a turn grow with the board."""

import gc
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, median
from time import process_time

import chess

from benchmarks.measure import Run, interleaved
from benchmarks.report import Line
from headjudge.parser.ruling import parse_ruling
from headjudge.simulator.explorer import Explorer, Limits
from headjudge.simulator.games.palworld import events as ev
from headjudge.simulator.games.palworld.board import Board
from headjudge.simulator.games.palworld.choice import Choice
from headjudge.simulator.games.palworld.view import power
from headjudge.simulator.machine import Decision, Horizon, Machine
from headjudge.simulator.run import Run as RulingRun
from headjudge.simulator.state import State

PLAIN = """
甲 回合玩家 主要阶段
  灵魂区 灵魂×5
  据点
    疾风 帕鲁 500/1
    岩兽 帕鲁 300/1
    石墙 建筑物 耐久 500
  手牌 普通×4
  牌库 普通×20
乙
  据点
    盾兵 帕鲁 400/1
    睡兵 帕鲁 300/1 横置
    石塔 建筑物 耐久 400
  手牌 普通×4
  牌库 普通×20
"""
"""A board on which no card says anything."""
TEXT = """
甲 回合玩家 主要阶段
  生命 8
  灵魂区 灵魂×5
  据点
    疾风 帕鲁 500/1
    旗手 帕鲁 300/1 「你的所有帕鲁的战斗力+100。」
    鼓手 帕鲁 200/2 「【登场时】获得1个素材。」
    石墙 建筑物 耐久 500
  手牌
    新兵 帕鲁 300/1 费用 2 「【登场时】抽1张牌。」
    普通×3
  牌库 普通×20
乙
  生命 7
  灵魂区 灵魂×4
  据点
    盾兵 帕鲁 400/1
    睡兵 帕鲁 300/1 横置
    勇士 帕鲁 300/1 「勇敢200」
    石塔 建筑物 耐久 400
  手牌 普通×4
  牌库 普通×20
"""
"""A board in the middle of a game: a continuous ability, abilities that trigger, and a keyword."""
DEPTH = 3
CHESS_DEPTH = 3
NODES = 2000
EVENTS = 200
BOARD_SIZES = (2, 4, 8, 16, 32)
DECK = 45


def simulator(rounds: int) -> Iterator[Line]:
    """Every measurement, as lines of a report."""
    for name, text in (("no card text", PLAIN), ("card text", TEXT)):
        yield from against_chess(name, ruling(text), rounds)
    begun = ruling(TEXT)
    yield from events(begun, rounds)
    yield from keys(begun, rounds)
    yield from memory()
    for size in BOARD_SIZES:
        yield from growth(size, rounds)


def ruling(text: str, folder: Path | None = None) -> RulingRun:
    """A ruling ready to run; card files that it names are in the folder."""
    return RulingRun(parse_ruling(text, folder), limits=Limits(NODES, 600.0))


# Against python-chess -----------------------------------------------------------------------------------------------------


def perft(board: chess.Board, depth: int) -> int:
    """The positions of a game of chess down to a depth, each of them reached and counted."""
    nodes = 1
    if depth:
        for move in board.legal_moves:
            board.push(move)
            nodes += perft(board, depth - 1)
            board.pop()
    return nodes


def decisions(machine: Machine, state: State, depth: int) -> int:
    """The decisions and ends of a game of cards down to a depth, each of them reached and counted, equal ones too."""
    pause = machine.run(state)
    nodes = 1
    if depth and isinstance(pause, Decision):
        for option in pause.options:
            nodes += decisions(machine, pause.take(option), depth - 1)
    return nodes


def against_chess(name: str, begun: RulingRun, rounds: int) -> list[Line]:
    """Nodes a second of both, in turns."""
    machine = Machine(begun.game)
    nodes = decisions(machine, begun.start, DEPTH)
    clauses = machine.steps_run
    moves = perft(chess.Board(), CHESS_DEPTH)
    runs: dict[str, Run] = {
        "chess": lambda: perft(chess.Board(), CHESS_DEPTH),
        "judge": lambda: decisions(machine, begun.start, DEPTH),
    }
    seconds = interleaved(runs, rounds, clock=process_time)
    chess_rate = moves / seconds["chess"]
    return [
        Line(f"{name}: python-chess perft {CHESS_DEPTH}, every node", chess_rate, "/s"),
        Line(f"{name}: clauses come to", clauses / seconds["judge"], "/s"),
        Line("  ratio", clauses / seconds["judge"] / chess_rate, "x", at_least=0.1),
        Line(f"{name}: decisions, depth {DEPTH} ({nodes} nodes)", nodes / seconds["judge"], "/s"),
        Line("  ratio", nodes / seconds["judge"] / chess_rate, "x", at_least=0.005),
    ]


# Events and keys ----------------------------------------------------------------------------------------------------------


def events(begun: RulingRun, rounds: int, name: str = "one event: ") -> Iterator[Line]:
    """One event: done, noticed by abilities, and a power asked for afterwards; each on a board not seen before."""
    board: Board = begun.start.board
    fighter, standing, recruit = board.seats[0].base[0].id, board.seats[1].base[0].id, board.seats[0].hand[0].id
    kinds = {
        "damage to a Pal": ev.Damage(standing, 100, fighter, battle=True),
        "a Pal rests": ev.Rest(fighter),
        "life is lost": ev.ChangeLife(1, -1),
        "a Pal leaves": ev.Move(standing, "graveyard", 1),
        "a Pal enters, its ability waits": ev.Move(recruit, "base", 0, by=0),
    }

    def happen(board: Board, event: object) -> None:
        after = begun.game.apply(board, event, board)
        power(begun.game.react(board, after, (event,)), fighter)

    taken: dict[str, list[float]] = {kind: [] for kind in kinds}
    later = 0
    for _ in range(rounds):
        for kind, event in kinds.items():
            boards = []
            for _ in range(EVENTS):
                later += 1
                boards.append(shifted(board, later))
            for one in boards:
                power(one, fighter)
                start = process_time()
                happen(one, event)
                taken[kind].append((process_time() - start) * 1e6)
    for kind, values in taken.items():
        yield Line(f"{name}{kind}", median(values), "us", at_most=60)
        yield Line("  on average, collecting garbage included", mean(values), "us")


def shifted(board: Board, later: int) -> Board:
    """The same board with everything in the bases arrived later: no answer remembered for another board fits it."""
    one, two = (
        seat._replace(base=tuple(thing._replace(arrived=thing.arrived + 1000 * later) for thing in seat.base))
        for seat in board.seats
    )
    return board._replace(seats=(one, two), clock=board.clock + 1000 * later)


def keys(begun: RulingRun, rounds: int) -> list[Line]:
    """The canonical key of the states of a piece of the game, each time of states that are new to it."""
    taken = []
    for _ in range(rounds):
        states = list(reached(Machine(begun.game), begun.start, DEPTH))
        start = process_time()
        for state in states:
            begun.game.canonical(state)
        taken.append((process_time() - start) / len(states) * 1e6)
    return [Line("canonical key with digest", median(taken), "us", at_most=80)]


def reached(machine: Machine, state: State, depth: int) -> Iterator[State]:
    """The states at which somebody has to decide, down to a depth."""
    pause = machine.run(state)
    if isinstance(pause, Decision):
        yield pause.state
        if depth:
            for option in pause.options:
                yield from reached(machine, pause.take(option), depth - 1)


# Memory --------------------------------------------------------------------------------------------------------------------


def memory() -> Iterator[Line]:
    """What the graph keeps: nodes, edges, keys and what the line has noted, once nothing waits to be explored."""
    question = f"{TEXT}\n至 回合结束\n则\n  可能 乙 生命 = 7\n"
    ruling(question).graph  # noqa: B018  # the first time fills what is kept for good
    begun = ruling(question)
    explorer = Explorer(begun.game, begun.direction, begun.play.judge, begun.limits)
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    graph = explorer.explore(begun.start, begun.questions.start())
    frontier = sum(node.open for node in graph.nodes)
    explorer.forget_frontier()
    gc.collect()
    after, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    count = len(graph.nodes)
    yield Line(f"memory a node, edges and key included ({count} nodes)", (after - before) / count, "B", at_most=4096)
    yield Line(f"  at its most ({frontier} nodes still to be followed)", (peak - before) / count, "B")


# Growth ---------------------------------------------------------------------------------------------------------------------


def growth(size: int, rounds: int) -> list[Line]:
    """One battle and one whole turn, in which everyone attacks, with so many Pals on either side."""
    seconds = battle_and_turn(ruling(crowd(size)), size, rounds)
    return [
        Line(f"{size} Pals a side: one battle", seconds["battle"] * 1000, "ms"),
        Line(f"{size} Pals a side: a turn of {size} battles", seconds["turn"] * 1000, "ms"),
    ]


def battle_and_turn(begun: RulingRun, size: int, rounds: int) -> dict[str, float]:
    """The seconds of one battle, and of the rest of a turn in which everyone attacks, on a board with so many Pals on a side."""
    machine = Machine(begun.game)
    start = spacious(begun.start, size)
    runs: dict[str, Run] = {
        "battle": lambda: attacking(machine, start, back_at_once()),
        "turn": lambda: attacking(machine, start, end_of_turn()),
    }
    return interleaved(runs, rounds, clock=process_time)


def spacious(state: State, size: int) -> State:
    """The same with room for so many Pals in either base."""
    one, two = (seat._replace(pal_limit=size + 1) for seat in state.board.seats)
    return State(state.board._replace(seats=(one, two)), state.stack)


def back_at_once() -> Horizon:
    """Where the turn player can act again once a battle is over."""
    return Horizon(frozenset(("10.5.4.2",)), lambda state: state.board.battle is None)


def end_of_turn() -> Horizon:
    """Where the next turn begins."""
    return Horizon(frozenset(("7.2.1",)), lambda _state: True)


def crowd(size: int) -> str:
    """A ruling's board with so many Pals on either side, none of which dies."""
    mine = "\n".join(f"    兽{number} 帕鲁 500/1" for number in range(size))
    theirs = "\n".join(f"    兵{number} 帕鲁 900/1 横置" for number in range(size))
    deck = f"  手牌 空\n  牌库 普通×{DECK - size}\n"
    return f"甲 回合玩家 主要阶段\n  据点\n{mine}\n{deck}乙\n  据点\n{theirs}\n{deck}"


def attacking(machine: Machine, state: State, horizon: Horizon) -> None:
    """Attacks a Pal with a Pal as long as there is one to attack with; passes at everything else."""
    pause = machine.run(state)
    while isinstance(pause, Decision):
        option = next(
            (one for one in pause.options if isinstance(one.label, Choice) and one.label.verb in ("battle", "attack")),
            pause.options[-1],
        )
        pause = machine.run(pause.take(option), horizon, at_once=False)
