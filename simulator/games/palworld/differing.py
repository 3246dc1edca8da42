"""How two tables differ that come from one: card by card, number by number."""

from collections.abc import Iterator

from headjudge.parser.named import NamedTuple
from headjudge.simulator.citing import apart
from headjudge.simulator.games.palworld.board import PAL, ZONES, Board, InForce, Waiting, Where, ZoneName, find
from headjudge.simulator.games.palworld.naming import now
from headjudge.simulator.games.palworld.questions import is_over
from headjudge.simulator.games.palworld.rule_processing import winner
from headjudge.simulator.games.palworld.view import is_kind, power, strike
from headjudge.simulator.state import ObjectId

_COUNTED: tuple[ZoneName, ...] = ("hand", "deck", "graveyard", "exile")


class Lying(NamedTuple):
    """Where and how a card lies; in a base with its power and strike as they are now."""

    zone: str
    player: int
    rested: bool = False
    damage: int = 0
    power: int | None = None
    strike: int | None = None


class Difference(NamedTuple):
    """What differs (`kind`) of a card or a player, and how it is on either table. A card that is on neither is None there."""

    kind: str
    subject: ObjectId | int | None
    first: object
    second: object


def differences(first: Board, second: Board, common: Board) -> tuple[Difference, ...]:
    """How two tables differ; both come from the `common` one, whose cards are followed from zone to zone."""
    return tuple(_of_the_game(first, second)) + tuple(_of_players(first, second)) + tuple(_of_cards(first, second, common))


def _of_the_game(first: Board, second: Board) -> Iterator[Difference]:
    asked = (
        ("result", _result(first), _result(second)),
        ("turn", first.turn, second.turn),
        ("battle", first.battle is not None, second.battle is not None),
        ("states", tuple(sorted(first.states)), tuple(sorted(second.states))),
    )
    for kind, one, other in asked:
        if one != other:
            yield Difference(kind, None, one, other)
    if _in_force(first) != _in_force(second):
        yield Difference("effects", None, first.effects, second.effects)
    if _waiting(first) != _waiting(second):
        yield Difference("waiting", None, first.waiting, second.waiting)


def _of_players(first: Board, second: Board) -> Iterator[Difference]:
    for player in (0, 1):
        one, other = first.seats[player], second.seats[player]
        numbers = {
            "life": (one.life, other.life),
            "damage": (one.damage, other.damage),
            "souls": (one.standing_souls, other.standing_souls),
            "rested_souls": (one.rested_souls, other.rested_souls),
            "soul_deck": (one.soul_deck, other.soul_deck),
        }
        numbers |= {zone: (len(getattr(one, zone)), len(getattr(other, zone))) for zone in _COUNTED}
        held = dict(one.resources), dict(other.resources)
        numbers |= {name: (held[0].get(name, 0), held[1].get(name, 0)) for name in sorted({*held[0], *held[1]})}
        for name, (mine, theirs) in numbers.items():
            if mine != theirs:
                yield Difference(name, player, mine, theirs)


def _of_cards(first: Board, second: Board, common: Board) -> Iterator[Difference]:
    for player in (0, 1):
        for zone in ZONES:
            for thing in getattr(common.seats[player], zone):
                one, other = _lying(first, thing.id), _lying(second, thing.id)
                if one != other:
                    yield Difference("card", thing.id, one, other)


def _lying(board: Board, thing: ObjectId) -> Lying | None:
    """How a card of the common table lies on a later one."""
    thing = now(board, thing)
    where = find(board, thing)
    if where is None:
        item = next((item for item in board.resolution if item.id == thing), None)
        return None if item is None else Lying("resolution", item.origin.controller)
    if where.zone != "base":
        return Lying(where.zone, where.player)
    return in_a_base(board, where)


def in_a_base(board: Board, where: Where) -> Lying:
    """How a card of a base lies; a strike is told of Pals only."""
    thing = where.thing
    numbers, _ = apart(lambda: (power(board, thing.id), strike(board, thing.id), is_kind(board, where, PAL)))
    return Lying("base", where.player, thing.rested, thing.damage, numbers[0], numbers[1] if numbers[2] else None)


def _result(board: Board) -> object:
    """Who has won; None for a draw, and False as long as nobody has."""
    return (None if board.drawn else winner(board)) if is_over(board) else False


def _in_force(board: Board) -> tuple[InForce, ...]:
    """The continuous effects set going, without the ids and stamps that differ from line to line."""
    bare = (going._replace(stamp=0, origin=going.origin._replace(source=ObjectId(0), roles=())) for going in board.effects)
    return tuple(sorted(bare, key=repr))


def _waiting(board: Board) -> tuple[Waiting, ...]:
    bare = (entry._replace(follow=(), origin=entry.origin._replace(source=ObjectId(0), roles=())) for entry in board.waiting)
    return tuple(sorted(bare, key=repr))
