"""Whole games played at random: nothing is lost or doubled, every step names a clause, and a replay comes out the same."""

import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from headjudge.kb.clause import Kind
from headjudge.parser.card_file import read_card_file
from headjudge.parser.scenario import Card as ScenarioCard
from headjudge.simulator.games.palworld.board import Board, Card
from headjudge.simulator.games.palworld.canonical import canonical
from headjudge.simulator.games.palworld.cards import CardReader, world
from headjudge.simulator.games.palworld.game import palworld
from headjudge.simulator.games.palworld.law import shipped_law
from headjudge.simulator.machine import Decision, Exhausted, Machine, Over
from headjudge.simulator.moves import Event, Option
from headjudge.simulator.state import State
from headjudge.simulator.unmodelled import NotModelledError

from .table import LUCKY, PLAIN, at, table  # noqa: TID251  # the folder beside, not the package

HANDED = Path(__file__).parents[3] / "shared" / "cards" / "palworld.tsv"
DECISIONS = 80

TEXTS = (
    ("勇士", "帕鲁", 300, "勇敢200"),
    ("羊", "帕鲁", 200, "挑衅"),
    ("影", "帕鲁", 200, "隐密"),
    ("狼", "帕鲁", 400, "袭击"),
    ("蝎", "帕鲁", 200, "同归于尽"),
    ("犀", "帕鲁", 500, "突破"),
    ("枭", "帕鲁", 200, "夜行性"),
    ("哨", "帕鲁", 300, "警戒"),
    ("鼓", "帕鲁", 200, "【登场时】获得1个素材。"),
    ("旗", "建筑物", 500, "你的所有帕鲁的战斗力+100。"),
    ("场", "建筑物", 500, "【1回合1次】[指派1只帕鲁]抽1张牌。"),
    ("墓", "建筑物", 300, "当你的帕鲁被放置到墓地时，获得1点生命。"),
    ("火", "事件", 0, "选择1只帕鲁，对其造成300伤害。"),
    ("返", "事件", 0, "选择1只帕鲁，将其返回手牌。"),
)


class Recorded:
    """Every clause that ran, and every event that happened."""

    def __init__(self) -> None:
        self.clauses: set[str] = set()

    def step(self, clause: str, depth: int, cited: tuple[str, ...]) -> None:
        self.clauses |= {clause, *cited}

    def passed(self, clause: str, depth: int, cited: tuple[str, ...]) -> None:
        self.clauses.add(clause)

    def came_to_nothing(self, events: tuple[Event, ...], depth: int) -> None:
        """What did not happen is not counted."""

    def happened(self, before: Board, events: tuple[Event, ...], cited: tuple[str, ...], depth: int) -> None:
        self.clauses |= set(cited)

    def chose(self, clause: str, player: int, option: Option, depth: int) -> None:
        pass


def own_cards() -> tuple[list[Card], CardReader]:
    reader = CardReader(shipped_law(), {})
    kinds = {"帕鲁": "pal", "建筑物": "structure", "事件": "event"}
    made = []
    for name, kind, power, text in TEXTS:
        numbers = (("cost", 1), ("power", power), ("strike", 1)) if kind == "帕鲁" else (("cost", 1), ("power", power))
        made.append(reader.card(ScenarioCard(name, kinds[kind], numbers, text=(text,))))  # type: ignore[arg-type]  # plain words
    return made, reader


def cards_on(board: Board) -> Counter[tuple[str, int]]:
    lying = [
        thing for seat in board.seats for zone in (seat.base, seat.hand, seat.deck, seat.graveyard, seat.exile) for thing in zone
    ]
    lying += [item.thing for item in board.resolution if item.thing is not None]
    return Counter((thing.card.name, thing.owner) for thing in lying)


def check(board: Board, cards: Counter[tuple[str, int]]) -> None:
    assert cards_on(board) == cards
    ids = [
        thing.id
        for seat in board.seats
        for zone in (seat.base, seat.hand, seat.deck, seat.graveyard, seat.exile)
        for thing in zone
    ]
    assert len(ids) == len(set(ids))
    for seat in board.seats:
        assert all(thing.damage >= 0 for thing in seat.base)
        assert min(seat.standing_souls, seat.rested_souls, seat.soul_deck, seat.damage) >= 0
        assert seat.souls + seat.soul_deck == 10
        assert all(amount > 0 for _, amount in seat.resources)
    assert all(entry.times > 0 for entry in board.waiting)


def play(start: State, seed: int) -> tuple[State, set[str], list[int]]:
    """Plays at random; the last state, the clauses run, and the options taken."""
    choose = random.Random(seed)
    recorded = Recorded()
    machine = Machine(palworld(), recorded)
    cards = cards_on(start.board)
    taken: list[int] = []
    state = start
    for _ in range(DECISIONS):
        try:
            pause = machine.run(state)
        except NotModelledError:
            break
        assert not isinstance(pause, Exhausted)
        check(pause.state.board, cards)
        if isinstance(pause, Over):
            return pause.state, recorded.clauses, taken
        assert isinstance(pause, Decision)
        taken.append(choose.randrange(len(pause.options)))
        state = pause.take(pause.options[taken[-1]])
    return state, recorded.clauses, taken


def replay(start: State, taken: list[int]) -> State:
    state = start
    for index in taken:
        pause = Machine(palworld()).run(state)
        assert isinstance(pause, Decision)
        state = pause.take(pause.options[index])
    return state


def random_start(cards: list[Card], reader: CardReader, seed: int) -> State:
    deal = random.Random(seed)
    seats = tuple(
        {
            "deck": [deal.choice([PLAIN, LUCKY, *cards]) for _ in range(14)],
            "hand": [deal.choice(cards) for _ in range(4)],
            "standing_souls": 4,
            "soul_deck": 6,
        }
        for _ in range(2)
    )
    permanents = [card for card in cards if "事件" not in card.kinds]
    board = table([deal.choice(permanents) for _ in range(3)], [deal.choice(permanents) for _ in range(3)], seats=seats)
    everything = (*cards, PLAIN, LUCKY)
    return at(board._replace(world=world(reader, everything)), "7.5.2")


@given(st.integers(0, 10**9))
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_nothing_is_lost_and_every_step_names_a_clause(seed: int) -> None:
    cards, reader = own_cards()
    start = random_start(cards, reader, seed)
    last, clauses, taken = play(start, seed)
    known = {key for key, clause in shipped_law().clauses.items() if clause.kind in (Kind.CLAUSE, Kind.SECTION)}
    assert {clause for clause in clauses if not clause.startswith("policy:")} <= known
    if last.stack:
        assert canonical(replay(start, taken)) == canonical(last)


@pytest.mark.handed
@pytest.mark.skipif(not HANDED.exists(), reason="the owners' card texts are not here")
@pytest.mark.parametrize("seed", range(6))
def test_games_with_real_cards(seed: int) -> None:
    reader = CardReader(shipped_law(), {})
    cards = [reader.card(card) for card in read_card_file(HANDED).cards if card.kind is not None]
    play(random_start(cards, reader, seed), seed)
