"""The numbers that a ruling asks of players and cards, and how they are compared."""

from collections.abc import Mapping
from typing import assert_never

from headjudge.parser import effects as fx
from headjudge.parser import scenario as sc
from headjudge.simulator.citing import apart, cite
from headjudge.simulator.games.palworld.board import Board, Features, ZoneName, departed, find, held, in_base, seat
from headjudge.simulator.games.palworld.meaning import printed
from headjudge.simulator.games.palworld.player_numbers import pal_limit, soul_increment
from headjudge.simulator.games.palworld.table import TableError
from headjudge.simulator.games.palworld.view import features_of, power, strike
from headjudge.simulator.state import ObjectId

ZONE_OF: Mapping[str, ZoneName] = {
    "base": "base", "deck": "deck", "main_deck": "deck", "hand": "hand", "graveyard": "graveyard", "exile": "exile"
}  # fmt: skip
_RESOURCES = {"material": "素材", "food": "食材"}


def of_player(board: Board, player: int, word: str, of: sc.CardName | None) -> int:
    """A number of a player; of a zone, how many cards lie there, of that name if one is given."""
    mine = board.seats[player]
    if word in ZONE_OF:
        cards = getattr(mine, ZONE_OF[word])
        return sum(of is None or thing.card.name == of for thing in cards)
    if word in _RESOURCES:
        return held(board, player, _RESOURCES[word])
    match word:
        case "life":
            return max(0, mine.life)
        case "damage":
            return mine.damage
        case "souls":
            return mine.standing_souls
        case "rested_souls":
            return mine.rested_souls
        case "soul_area":
            return mine.souls
        case "soul_deck":
            return mine.soul_deck
        case "soul_limit":
            return mine.soul_limit
        case "soul_gain":
            return soul_increment(board, player)
        case "pal_limit":
            return pal_limit(board, player)
        case "resolution":
            return len(board.resolution)
        case _:
            raise TableError("number_unusable", number=word)


def of_card(board: Board, thing: ObjectId, word: str) -> int:
    """A number of a card; one that has left has no damage, and what it last had of the rest."""
    where = find(board, thing)
    if word == "damage":
        return where.thing.damage if where is not None else 0
    features = features_anywhere(board, thing)
    match word:
        case "power":
            _would_matter(board, thing)
            return power(board, thing)
        case "strike":
            return strike(board, thing)
        case "cost":
            return features.cost or 0
        case _:
            raise TableError("number_unusable", number=word)


def _would_matter(board: Board, thing: ObjectId) -> None:
    """Cites 10.3.5 if a card outside the bases would change the power of a thing, were its abilities valid where it lies."""
    now_ = power(board, thing)
    for player in (0, 1):
        for name in ("hand", "graveyard", "exile"):
            for lying in getattr(board.seats[player], name):
                if any(
                    isinstance(held.ability, fx.Continuous) and not held.ability.heading.zones for held in lying.card.abilities
                ):
                    trial = seat(board, player, base=(*board.seats[player].base, lying))
                    if in_base(board, thing) is not None and apart(lambda trial=trial: power(trial, thing))[0] != now_:  # type: ignore[misc]  # bound now
                        cite("10.3.5")


def compare(left: int, operator: sc.Operator, right: int) -> bool:
    """Two numbers compared as the ruling writes."""
    match operator:
        case sc.Operator.EQUAL:
            return left == right
        case sc.Operator.UNEQUAL:
            return left != right
        case sc.Operator.LESS:
            return left < right
        case sc.Operator.AT_MOST:
            return left <= right
        case sc.Operator.MORE:
            return left > right
        case sc.Operator.AT_LEAST:
            return left >= right
        case _:
            assert_never(operator)


def features_anywhere(board: Board, thing: ObjectId) -> Features:
    """The information of a card wherever it lies, or the last it had (10.12.1)."""
    where = find(board, thing)
    if where is not None:
        return features_of(board, where.thing) if where.zone == "base" else printed(where.thing)
    for item in board.resolution:
        if item.id == thing and item.thing is not None:
            return printed(item.thing)
    gone = departed(board, thing)
    assert gone is not None
    return gone.features
