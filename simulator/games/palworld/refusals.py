"""Why an action is illegal: the clauses that forbid it, as a head judge would name them."""

from headjudge.parser import effects as fx
from headjudge.simulator.bindings import forbidding
from headjudge.simulator.games.palworld.actions import (
    SOUL_DRAW,
    USE_ABILITY,
    USE_CARD,
    Held,
    ability_is_quick,
    activated,
    event_is_quick,
)
from headjudge.simulator.games.palworld.battle import ATTACK, ATTACKER, can_block
from headjudge.simulator.games.palworld.board import EVENT, Board, Target, find
from headjudge.simulator.games.palworld.policies import HAND_WITHOUT_ICON
from headjudge.simulator.games.palworld.timing import Timing
from headjudge.simulator.state import ObjectId


def attack(board: Board, attacker: ObjectId | None, target: Target | None) -> tuple[str, ...]:
    """Why a Pal cannot attack a target."""
    found: tuple[str, ...] = ()
    if attacker is not None:
        found = forbidding(board, attacker, ATTACKER)
        if not found and target is not None:
            found = forbidding(board, (attacker, target), ATTACK)
    return (*found, "9.3.1") if found else ("9.2.1", "9.2.4")


def block(board: Board, blocker: ObjectId | None) -> tuple[str, ...]:
    """Why a Pal cannot block."""
    return forbidding(board, blocker, (can_block,)) if blocker is not None else ("9.4.2",)


def use(board: Board, timing: Timing | None, player: int, thing: ObjectId, number: int | None = None) -> tuple[str, ...]:
    """Why a card or its ability cannot be used at an action timing, or outside of one; `number` says which ability is meant."""
    where = find(board, thing)
    if timing is None or timing.player != player:
        given = () if timing is None else (timing.clause, *(("9.5.2.2",) if timing.clause == "9.5.2" else ()))
        return (*given, "8.2.1", "8.1.1")
    if where is None:
        return ("8.2.1",)
    quick = timing.clause == "9.5.2"
    found: tuple[str, ...] = ()
    if number is None and where.zone == "hand" and where.player == player:
        found = forbidding(board, where.thing, (*((event_is_quick,) if quick else ()), *USE_CARD))
        if quick and EVENT not in where.thing.card.kinds:
            found = ("9.5.2", *found)
    for held in activated(board, player):
        if held.where.thing.id == thing and isinstance(held.held.ability, fx.Activated):
            found += _ability(board, held, quick=quick)
    return tuple(dict.fromkeys((*(("9.5.2",) if quick and found else ()), *found))) or (
        ("9.5.2",) if quick else ("8.2.1", "8.3.1")
    )


def _ability(board: Board, held: Held, *, quick: bool) -> tuple[str, ...]:
    found = forbidding(board, held, (*((ability_is_quick,) if quick else ()), *USE_ABILITY))
    if "10.3.4.1.1" in found and held.held.keyword:  # a keyword shows no icon: what its cost says decides the zone
        return (*found, "5.10.2", f"policy:{HAND_WITHOUT_ICON}")
    return found


def soul_draw(board: Board, player: int) -> tuple[str, ...]:
    """Why a player cannot pay souls to draw."""
    return forbidding(board, player, SOUL_DRAW) or ("8.1.1",)
