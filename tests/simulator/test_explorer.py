"""The explorer and the solver: keys, order of exploration, loops, and what a player can force."""

from collections.abc import Iterator

import pytest

from headjudge.parser.ruling import parse_ruling
from headjudge.simulator.explorer import End, EndKind, Explorer, Graph, Limits, Node, Refusal, onward
from headjudge.simulator.games.palworld.board import Board, Seat, Thing
from headjudge.simulator.games.palworld.canonical import canonical
from headjudge.simulator.games.palworld.game import palworld
from headjudge.simulator.games.palworld.law import shipped_law
from headjudge.simulator.machine import Decision, Machine, Reached
from headjudge.simulator.run import Run, run
from headjudge.simulator.solving import can_force, loops
from headjudge.simulator.state import ObjectId, State
from headjudge.simulator.verdict import Outcome

from .table import at, pal, put, table  # noqa: TID251  # the folder beside, not the package

DECKS = "牌库 普通×10 手牌 空"


def graph(*nodes: tuple[int | None, list[int]], ends: dict[int, str]) -> Graph:
    """A graph: each node's player and where its ways lead; `ends` name what holds at an end."""
    made = [
        Node(player, None, [(f"{number}>{target}", target) for target in targets])
        for number, (player, targets) in enumerate(nodes)
    ]
    for number, result in ends.items():
        made[number].end = End(EndKind.HORIZON, result)
    return Graph(made, complete=True, seconds=0.0)


def good(end: End) -> bool:
    return end.facts == "good"


@pytest.mark.parametrize(
    ("player", "expected"),
    [(0, True), (1, False)],
)
def test_the_one_who_chooses_can_force(player: int, expected: bool) -> None:
    choice = graph((0, [1, 2]), (None, []), (None, []), ends={1: "good", 2: "bad"})
    assert can_force(choice, player, good) is expected


def test_who_only_can_leave_a_loop_must_leave_it_some_time() -> None:
    loop = graph((1, [1, 2]), (0, [0]), (None, []), ends={2: "good"})
    assert can_force(loop, 0, good) is True
    assert loops(loop).leavable == (frozenset({0, 1}),)


def test_a_loop_that_can_be_left_elsewhere_is_not_won() -> None:
    loop = graph((1, [1, 2]), (1, [0, 3]), (None, []), (None, []), ends={2: "good", 3: "bad"})
    assert can_force(loop, 0, good) is False


def test_staying_in_ones_own_loop_brings_nothing_about() -> None:
    loop = graph((0, [1, 2]), (0, [0]), (None, []), ends={2: "bad"})
    assert can_force(loop, 0, good) is False


def test_a_loop_without_a_way_out_is_endless() -> None:
    loop = graph((0, [1]), (1, [0]), ends={})
    assert loops(loop).endless == (frozenset({0, 1}),)


def test_what_was_not_explored_is_not_told() -> None:
    cut = graph((1, [1, 2]), (None, []), (1, []), ends={1: "good"})
    cut.nodes[2].open = True
    assert can_force(cut, 0, good) is None


# Canonical keys


def renamed(board: Board, shift: int) -> Board:
    """The same board with every id moved and its zones that have no order turned round."""

    def moved(thing: Thing) -> Thing:
        return thing._replace(id=ObjectId(int(thing.id) + shift))

    def turned(seat: Seat) -> Seat:
        return seat._replace(
            base=tuple(map(moved, seat.base)),
            deck=tuple(map(moved, seat.deck)),
            hand=tuple(map(moved, reversed(seat.hand))),
            graveyard=tuple(map(moved, reversed(seat.graveyard))),
        )

    return board._replace(seats=(turned(board.seats[0]), turned(board.seats[1])), next_id=board.next_id + shift)


def test_ids_and_the_order_of_unordered_zones_do_not_count() -> None:
    one, two = pal("甲兽", 100), pal("乙兽", 200)
    board = table([put(one, damage=50)], [two], seats=({"hand": [one, two], "graveyard": [two, one, one]}, {}))
    assert canonical(at(board, "7.5.2")) == canonical(at(renamed(board, 500), "7.5.2"))


@pytest.mark.parametrize(
    "state",
    [
        {"damage": 50},
        {"rested": True},
        {"owner": 1},
        {"known": (("lucky", True),)},
    ],
)
def test_what_a_card_bears_counts(state: dict[str, object]) -> None:
    one = pal("甲兽", 100)
    assert canonical(at(table([one]), "7.5.2")) != canonical(at(table([put(one, **state)]), "7.5.2"))


def test_the_order_of_a_deck_and_of_arrival_counts() -> None:
    one, two = pal("甲兽", 100), pal("乙兽", 200)
    decks = [table(seats=({"deck": deck}, {})) for deck in ([one, two], [two, one])]
    assert canonical(at(decks[0], "7.5.2")) != canonical(at(decks[1], "7.5.2"))
    bases = [table(base) for base in ([one, two], [two, one])]
    assert canonical(at(bases[0], "7.5.2")) != canonical(at(bases[1], "7.5.2"))


def test_false_is_not_nought() -> None:
    board = table()
    first = State(board, (*at(board, "7.5.2").stack[:-1], at(board, "7.5.2").stack[-1]._replace(locals=False)))
    second = State(board, (*at(board, "7.5.2").stack[:-1], at(board, "7.5.2").stack[-1]._replace(locals=0)))
    assert canonical(first) != canonical(second)


def reachable(start: State, limit: int) -> Iterator[Decision]:
    """Decisions found from a state, breadth first, without any memory of states."""
    waiting = [start]
    for _ in range(limit):
        if not waiting:
            return
        pause = Machine(palworld()).run(waiting.pop(0))
        if isinstance(pause, Decision):
            yield pause
            waiting += [pause.take(option) for option in pause.options]


def successors(decision: Decision) -> list[bytes]:
    found = []
    for option in decision.options:
        pause = Machine(palworld()).run(decision.take(option))
        found.append(canonical(pause.state))
    return sorted(found)


def test_equal_keys_have_equal_successors() -> None:
    twin, other = pal("双", 200), pal("影", 300)
    board = table([twin, twin, other], [put(other, rested=True), twin], world={"automatic": False, "static": False})
    by_key: dict[bytes, list[Decision]] = {}
    for decision in reachable(at(board, "7.5.2"), 120):
        by_key.setdefault(canonical(decision.state), []).append(decision)
    groups = [group for group in by_key.values() if len(group) > 1]
    assert groups
    for group in groups:
        expected = successors(group[0])
        assert all(set(successors(decision)) == set(expected) for decision in group[1:3])


# Whole rulings


def waiting(count: int) -> str:
    pals = " ".join(f"鼓手{number}(帕鲁 200/1 「【登场时】获得{number}个素材。」)" for number in range(1, count + 1))
    waits = " ; ".join(f"待机 鼓手{number}" for number in range(1, count + 1))
    return f"甲 回合玩家 在 10.5.3 据点 {pals} {DECKS} ; 乙 {DECKS} ; {waits} ; 至 10.5.3.4"


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_so_many_waiting_abilities_have_no_more_than_two_to_the_power_of_states(count: int) -> None:
    verdict = run(parse_ruling(f"{waiting(count)} ; 则 甲 素材 = {count * (count + 1) // 2}"))
    assert verdict.verdict is Outcome.TRUE
    assert verdict.states <= 2**count + 1


def test_a_limit_makes_an_answer_unknown_and_never_wrong() -> None:
    text = f"{waiting(5)} ; 则 甲 素材 = 15"
    verdict = run(parse_ruling(text), limits=Limits(nodes=4))
    assert verdict.verdict is Outcome.UNKNOWN
    assert not verdict.complete


LONE_PLAYER = f"甲 据点 疾风(帕鲁 500/1) {DECKS} ; 乙 生命 1 {DECKS} ; 甲 以 疾风 攻击 乙"
BLOCKER = f"甲 据点 疾风(帕鲁 500/1) {DECKS} ; 乙 生命 1 据点 盾兵(帕鲁 300/1) {DECKS} ; 甲 以 疾风 攻击 乙"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{LONE_PLAYER} ; 则 甲 能迫使 甲 胜利", Outcome.TRUE),
        (f"{BLOCKER} ; 则 乙 能迫使 未结束", Outcome.TRUE),
        (f"{BLOCKER} ; 则 甲 能迫使 甲 胜利", Outcome.FALSE),
        (f"{BLOCKER} ; 则 可能 甲 胜利", Outcome.TRUE),
        (f"{BLOCKER} ; 则 不可能 甲 胜利", Outcome.FALSE),
        (f"{BLOCKER} ; 则 甲 胜利", Outcome.FALSE),
    ],
)
def test_quantifiers(text: str, expected: Outcome) -> None:
    assert run(parse_ruling(text)).verdict is expected


def test_an_unknown_card_is_lucky_or_not_and_nothing_else_is_asked_of_it() -> None:
    text = f"甲 据点 疾风(帕鲁 500/2) {DECKS} ; 乙 手牌 空 牌库 ?×5 ; 甲 以 疾风 攻击 乙"
    verdict = run(
        parse_ruling(f"{text} ; 则 可能 乙 生命 = 8 ; 可能 乙 生命 = 10 且 乙 墓地 = 1 ; 可能 乙 生命 = 10 且 乙 墓地 = 2")
    )
    assert [judged.holds for judged in verdict.expectations] == [True, True, True]
    assert len(verdict.outcomes) == 1
    assert verdict.states == 6


# Order of exploration --------------------------------------------------------------------------------------------------


def explored(text: str, *, last_first: bool) -> tuple[set[End], int]:
    ruling = Run(parse_ruling(text), shipped_law(), {}, Limits())
    explorer = Explorer(ruling.game, ruling.direction, ruling.play.judge, Limits(), last_first=last_first)
    found = explorer.explore(ruling.start, ruling.questions.start())
    assert found.complete
    return {end for _, end in found.ends}, len(found.nodes)


def brute_force(text: str) -> set[End]:
    """Every end, found by trying every option everywhere and remembering nothing."""
    ruling = Run(parse_ruling(text), shipped_law(), {}, Limits())
    ends: set[End] = set()
    waiting: list[tuple[State, object, bool]] = [(ruling.start, ruling.questions.start(), False)]
    while waiting:
        state, progress, at_once = waiting.pop(0)
        pause, progress = onward(ruling.game, ruling.direction, (state, progress), at_once=at_once)
        if isinstance(pause, Decision):
            ways = ruling.direction.ways(pause, progress)
            assert not isinstance(ways, Refusal)
            waiting += [(pause.take(way.option), way.progress, True) for way in ways]
        else:
            kind = EndKind.HORIZON if isinstance(pause, Reached) else EndKind.OVER
            ends.add(End(kind, ruling.play.judge(pause.state, progress, kind, None)))
    return ends


SMALL = [
    f"{waiting(3)} ; 则 可能 顺序 鼓手1、鼓手3、鼓手2 ; 甲 素材 = 6",
    f"甲 据点 疾风(帕鲁 500/2) {DECKS} ; 乙 据点 盾兵(帕鲁 300/1) {DECKS} ; 甲 以 疾风 攻击 乙 ; 则 可能 乙 生命 = 8 因 11.2.2.3",
    f"甲 据点 疾风(帕鲁 500/2) {DECKS} ; 乙 手牌 空 牌库 洗混 普通×2 幸运×2 ; 甲 以 疾风 攻击 乙 ; 则 可能 乙 生命 = 10",
    f"甲 据点 老兵×5(帕鲁 200/1) 新兵(帕鲁 100/1) {DECKS} ; 乙 {DECKS} ; 则 可能 老兵#2 在 墓地",
]


@pytest.mark.parametrize("text", SMALL)
def test_results_do_not_depend_on_the_order_of_exploration(text: str) -> None:
    breadth, depth = explored(text, last_first=False), explored(text, last_first=True)
    assert breadth == depth
    assert breadth[0] == brute_force(text)
