"""Battles, player damage and rule processing on boards built by hand: the outcome, and the clauses that made it."""

import pytest

from headjudge.simulator.games.palworld.board import Battle, Board
from headjudge.simulator.games.palworld.choice import Choice
from headjudge.simulator.games.palworld.game import palworld
from headjudge.simulator.machine import Decision, Horizon, Machine, Over, Pause, Reached
from headjudge.simulator.moves import Event, Option
from headjudge.simulator.state import ObjectId

from .table import LUCKY, PLAIN, at, named, pal, play, put, structure, table, zone_of  # noqa: TID251  # the folder beside, not the package

PLAIN_WORLD = {"automatic": False, "static": False}
UNTIL_TURN_END = Horizon(frozenset({"7.2.1"}), lambda _state: True)
BACK_IN_MAIN_PHASE = Horizon(frozenset({"7.5.2"}), lambda _state: True)


class Executed:
    """Notes the clauses that ran."""

    def __init__(self) -> None:
        self.clauses: list[str] = []

    def step(self, clause: str, depth: int, cited: tuple[str, ...]) -> None:
        self.clauses += [clause, *cited]

    def passed(self, clause: str, depth: int, cited: tuple[str, ...]) -> None:
        pass

    def came_to_nothing(self, events: tuple[Event, ...], depth: int) -> None:
        """What did not happen is not counted."""

    def happened(self, before: Board, events: tuple[Event, ...], cited: tuple[str, ...], depth: int) -> None:
        self.clauses += cited

    def chose(self, clause: str, player: int, option: Option, depth: int) -> None:
        pass


def battle(board: Board, *choices: str, horizon: Horizon = BACK_IN_MAIN_PHASE) -> tuple[Pause, Board, list[str]]:
    executed = Executed()
    pause = play(Machine(palworld(), executed), at(board, "9.3.1", "7.5.3"), *choices, horizon=horizon)
    return pause, pause.state.board, executed.clauses


def test_pals_trade_blows_and_the_survivor_keeps_its_damage() -> None:
    board = table([pal("疾风", 500)], [put(pal("石鼠", 300), rested=True)], world=PLAIN_WORLD)
    pause, after, executed = battle(board, "attack 疾风 石鼠")
    assert isinstance(pause, Reached)
    assert zone_of(after, "石鼠") == (1, "graveyard")
    assert named(after, "疾风").damage == 300
    assert {"9.6.3.1", "5.14.1", "9.6.4", "11.4.1"} <= set(executed)


def test_damage_is_cleared_in_the_end_phase() -> None:
    board = table([put(pal("疾风", 500), damage=300)], world=PLAIN_WORLD)
    after = play(Machine(palworld()), at(board, "7.6.1"), horizon=UNTIL_TURN_END).state.board
    assert named(after, "疾风").damage == 0


@pytest.mark.parametrize(
    ("strike", "deck", "life", "graveyard", "stopped"),
    [
        (2, [PLAIN] * 5, 8, 2, False),
        (3, [PLAIN, LUCKY, PLAIN, PLAIN], 10, 2, True),
        (3, [LUCKY, PLAIN], 10, 1, True),
        (1, [PLAIN, PLAIN], 9, 1, False),
        (4, [PLAIN, PLAIN, PLAIN, LUCKY, PLAIN], 10, 4, True),
    ],
)
def test_player_damage_goes_card_by_card(strike: int, deck: list[object], life: int, graveyard: int, stopped: bool) -> None:
    board = table([pal("疾风", 500, strike)], seats=({}, {"deck": deck}), world=PLAIN_WORLD)
    _, after, executed = battle(board)
    assert (after.seats[1].life, len(after.seats[1].graveyard), after.seats[1].damage) == (life, graveyard, 0)
    assert ("11.2.2.2" in executed) == stopped


def test_a_deck_that_runs_out_costs_the_life_first_and_the_game_at_the_next_check() -> None:
    board = table([pal("疾风", 500, 3)], seats=({}, {"deck": [PLAIN, PLAIN]}), world=PLAIN_WORLD)
    pause, after, executed = battle(board)
    assert isinstance(pause, Over)
    assert (after.seats[1].life, after.lost) == (7, (1,))
    assert executed.index("11.2.2.3") < executed.index("9.6.4") < executed.index("11.3.2")


def test_both_players_without_cards_draw_the_game() -> None:
    board = table(seats=({"deck": []}, {"deck": []}), world=PLAIN_WORLD)
    executed = Executed()
    pause = Machine(palworld(), executed).run(at(board, "7.5.2"))
    assert isinstance(pause, Over)
    assert pause.state.board.lost == (0, 1)
    assert "1.2.2" in executed.clauses


def test_structures_do_not_strike_back() -> None:
    board = table([pal("疾风", 500)], [structure("石墙", 400)], world=PLAIN_WORLD)
    _, after, executed = battle(board, "attack 疾风 石墙")
    assert zone_of(after, "石墙") == (1, "graveyard")
    assert named(after, "疾风").damage == 0
    assert {"9.6.3.2", "9.6.3.2.1", "2.8.3", "11.4.1"} <= set(executed)


def test_a_blocker_rests_and_takes_the_place_of_the_target() -> None:
    board = table([pal("疾风", 500, 2)], [pal("盾兵", 300), put(pal("睡兵", 300), rested=True)], world=PLAIN_WORLD)
    pause, after, executed = battle(board, "attack 疾风 player1")
    assert isinstance(pause, Decision)
    assert {option.label for option in pause.options} == {Choice("no_block"), Choice("block", (named(board, "盾兵").id,))}
    _, after, executed = battle(board, "attack 疾风 player1", "block 盾兵")
    assert zone_of(after, "盾兵") == (1, "graveyard")
    assert after.seats[1].life == 10
    assert {"9.4.2.1", "9.4.3"} <= set(executed)


def test_a_standing_pal_is_no_target() -> None:
    board = table([pal("疾风", 500)], [pal("盾兵", 300), put(pal("睡兵", 300), rested=True)], world=PLAIN_WORLD)
    pause = Machine(palworld()).run(at(board, "9.3.1", "7.5.3"))
    assert isinstance(pause, Decision)
    attacker = named(board, "疾风").id
    targets = {1, named(board, "睡兵").id}
    assert {option.label for option in pause.options} == {Choice("attack", (attacker, target)) for target in targets}


def test_no_power_deals_no_damage_but_takes_it() -> None:
    board = table([pal("影", 0)], [put(pal("鼠", 100), rested=True)], world=PLAIN_WORLD)
    _, after, executed = battle(board, "attack 影 鼠")
    assert named(after, "鼠").damage == 0
    assert zone_of(after, "影") == (0, "graveyard")
    assert "9.6.3.1.1" in executed


@pytest.mark.parametrize("strike", [0, -1])
def test_no_strike_does_nothing_to_a_player(strike: int) -> None:
    board = table([pal("影", 500, strike)], world=PLAIN_WORLD)
    _, after, executed = battle(board)
    assert after.seats[1].life == 10
    assert "9.6.3.3.1" in executed
    assert "9.6.3.3.2" not in executed


def test_power_of_zero_without_damage_is_not_lethal() -> None:
    board = table([pal("影", 0)], world=PLAIN_WORLD)
    after = Machine(palworld()).run(at(board, "7.5.2")).state.board
    assert zone_of(after, "影") == (0, "base")


def test_of_too_many_pals_the_newest_stays_and_the_rest_leaves_together() -> None:
    old = [pal(f"老{number}", 100) for number in range(5)]
    board = table([*old, pal("新", 100)], world=PLAIN_WORLD)
    pause = Machine(palworld()).run(at(board, "7.5.2"))
    assert isinstance(pause, Decision)
    assert len(pause.options) == 5
    for option in pause.options:
        after = Machine(palworld()).run(pause.take(option)).state.board
        assert zone_of(after, "新") == (0, "base")
        assert (len(after.seats[0].base), len(after.seats[0].graveyard)) == (5, 1)


def test_six_pals_that_came_together_are_all_newest() -> None:
    board = table([put(pal(f"兽{number}", 100), arrived=99) for number in range(6)], world=PLAIN_WORLD)
    pause = Machine(palworld()).run(at(board, "7.5.2"))
    assert isinstance(pause, Decision)
    assert pause.clause == "11.5.1.1"
    assert len(pause.options) == 6


def test_a_lethally_hurt_pal_leaves_at_the_same_time_as_one_too_many() -> None:
    old = [put(pal("伤", 100), damage=100), *(pal(f"老{number}", 100) for number in range(4))]
    board = table([*old, pal("新", 100)], world=PLAIN_WORLD)
    pause = Machine(palworld()).run(at(board, "7.5.2"))
    assert isinstance(pause, Decision)
    sizes = {len(Machine(palworld()).run(pause.take(option)).state.board.seats[0].base) for option in pause.options}
    assert sizes == {4, 5}


def test_the_first_player_skips_the_first_draw_phase_and_gets_two_souls() -> None:
    board = table(opening=True, world=PLAIN_WORLD)
    after = play(Machine(palworld()), at(board, "7.2.1"), horizon=BACK_IN_MAIN_PHASE).state.board
    assert (len(after.seats[0].hand), after.seats[0].standing_souls) == (0, 2)
    board = table(opening=False, world=PLAIN_WORLD)
    after = play(Machine(palworld()), at(board, "7.2.1"), horizon=BACK_IN_MAIN_PHASE).state.board
    assert (len(after.seats[0].hand), after.seats[0].standing_souls) == (1, 2)


def test_a_short_soul_deck_gives_what_it_has() -> None:
    board = table(seats=({"soul_deck": 1}, {}), world=PLAIN_WORLD)
    after = play(Machine(palworld()), at(board, "7.4.1"), horizon=BACK_IN_MAIN_PHASE).state.board
    assert (after.seats[0].standing_souls, after.seats[0].soul_deck) == (1, 0)


def test_the_target_that_left_is_not_replaced_and_nobody_is_hurt() -> None:
    board = table([put(pal("疾风", 500), rested=True)], world=PLAIN_WORLD)
    gone = ObjectId(4711)
    board = board._replace(battle=Battle(named(board, "疾风").id, gone, attacking=True, opponents=True))
    executed = Executed()
    after = Machine(palworld(), executed).run(at(board, "9.6.1", "7.5.3"), BACK_IN_MAIN_PHASE).state.board
    assert named(after, "疾风").damage == 0
    assert after.battle is None
    assert "9.6.2" in executed.clauses
    assert "9.6.3.1" not in executed.clauses
