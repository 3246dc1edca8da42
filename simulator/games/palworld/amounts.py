"""Events happen to numbers: souls, damage, life and resources go up and down, as far as they can (1.3.2)."""

from headjudge.simulator.citing import cite
from headjudge.simulator.games.palworld import events as ev
from headjudge.simulator.games.palworld.board import (
    PAL,
    STRUCTURE,
    Board,
    change,
    held,
    in_base,
    seat,
)
from headjudge.simulator.games.palworld.book import definition, reminder
from headjudge.simulator.games.palworld.event_table import happens
from headjudge.simulator.games.palworld.view import is_kind
from headjudge.simulator.state import ObjectId

# Souls -----------------------------------------------------------------------------------------------------------------


@happens(ev.GainSouls)
@reminder("7.4.2.2", "4.8.1", "4.9.1", "13.2.3")
def _gain_souls(board: Board, event: ev.GainSouls, _before: Board) -> Board:
    """Soul cards come from the soul deck to the soul zone, as many as there are."""
    mine = board.seats[event.player]
    moved = min(event.amount, mine.soul_deck)
    if moved <= 0:
        return board
    cite("4.8.1", "4.9.1", "13.2.3")
    if moved < event.amount:
        cite("1.3.2")
    if event.rested:
        return seat(board, event.player, soul_deck=mine.soul_deck - moved, rested_souls=mine.rested_souls + moved)
    return seat(board, event.player, soul_deck=mine.soul_deck - moved, standing_souls=mine.standing_souls + moved)


@happens(ev.ReturnSouls)
@reminder("4.8.1", "13.2.3")
def _return_souls(board: Board, event: ev.ReturnSouls, _before: Board) -> Board:
    mine = board.seats[event.player]
    standing, rested = min(event.standing, mine.standing_souls), min(event.rested, mine.rested_souls)
    if standing + rested <= 0:
        return board
    cite("4.8.1", "13.2.3")
    return seat(
        board,
        event.player,
        soul_deck=mine.soul_deck + standing + rested,
        standing_souls=mine.standing_souls - standing,
        rested_souls=mine.rested_souls - rested,
    )


@happens(ev.RestSouls)
def _rest_souls(board: Board, event: ev.RestSouls, _before: Board) -> Board:
    mine = board.seats[event.player]
    paid = min(event.amount, mine.standing_souls)
    if paid <= 0:
        return board
    return seat(board, event.player, standing_souls=mine.standing_souls - paid, rested_souls=mine.rested_souls + paid)


@happens(ev.StandSouls)
def _stand_souls(board: Board, event: ev.StandSouls, _before: Board) -> Board:
    mine = board.seats[event.player]
    stood = min(event.amount, mine.rested_souls)
    if stood <= 0:
        return board
    return seat(board, event.player, standing_souls=mine.standing_souls + stood, rested_souls=mine.rested_souls - stood)


@happens(ev.SoulDraw)
def _soul_draw(board: Board, event: ev.SoulDraw, _before: Board) -> Board:
    return seat(board, event.player, drew_for_souls=True)


@happens(ev.FillSoulDeck)
def _fill_soul_deck(board: Board, event: ev.FillSoulDeck, _before: Board) -> Board:
    limit = board.seats[event.player].soul_limit
    return seat(board, event.player, soul_deck=limit, standing_souls=0, rested_souls=0)


# Damage, life, resources -----------------------------------------------------------------------------------------------


@happens(ev.Damage)
@reminder("5.14.2", "1.3.2.2", "4.4.4", "3.2.2", "3.2.2.1")
def _damage(board: Board, event: ev.Damage, _before: Board) -> Board:
    """Damage is added to what a Pal, a structure or a player has taken; none is dealt if its amount is 0 or less."""
    if event.amount <= 0:
        cite("1.3.2.2")
        return board
    if not isinstance(event.target, ObjectId):
        cite("5.14.2", "3.2.2.1")
        return seat(board, event.target, damage=board.seats[event.target].damage + event.amount)
    where = in_base(board, event.target)
    if where is None or not (is_kind(board, where, PAL) or is_kind(board, where, STRUCTURE)):
        return board
    _to_card(event)
    return change(board, where, damage=where.thing.damage + event.amount)


@definition("5.14.1")
def _to_card(event: ev.Damage) -> int:
    """What damage adds to the damage that a Pal or structure has taken."""
    return event.amount


@happens(ev.HealAll)
def _heal_all(board: Board, _done: ev.HealAll, _before: Board) -> Board:
    for player in (0, 1):
        base = board.seats[player].base
        if any(thing.damage for thing in base):
            board = seat(board, player, base=tuple(thing._replace(damage=0) if thing.damage else thing for thing in base))
    return board


@happens(ev.SetDamage)
def _set_damage(board: Board, event: ev.SetDamage, _before: Board) -> Board:
    return seat(board, event.player, damage=event.amount) if board.seats[event.player].damage != event.amount else board


@happens(ev.ChangeLife)
@reminder("3.2.1.1", "3.2.1.2")
def _change_life(board: Board, event: ev.ChangeLife, _before: Board) -> Board:
    """Life goes up or down without a limit either way."""
    life = board.seats[event.player].life + event.amount
    if life > 10 and event.amount > 0:
        cite("3.2.1.1")
    if life < 0:
        cite("3.2.1.2")
    return seat(board, event.player, life=life) if event.amount else board


@happens(ev.SetLife)
def _set_life(board: Board, event: ev.SetLife, _before: Board) -> Board:
    return seat(board, event.player, life=event.life)


@happens(ev.ChangeResource)
@reminder("3.3.3.1", "3.3.2", "3.3.1.2")
def _change_resource(board: Board, event: ev.ChangeResource, _before: Board) -> Board:
    """A holding goes up or down, never below 0."""
    cite("3.3.2")
    now = held(board, event.player, event.resource)
    then = now + event.amount
    if then < 0:
        cite("3.3.3.1")
        then = 0
    if then == now:
        return board
    rest = {name: amount for name, amount in board.seats[event.player].resources if name != event.resource}
    rest[event.resource] = then
    if len(rest) > 1:
        cite("3.3.1.2")
    return seat(board, event.player, resources=tuple(sorted((name, amount) for name, amount in rest.items() if amount)))


@happens(ev.ClearResources)
def _clear_resources(board: Board, event: ev.ClearResources, _before: Board) -> Board:
    return seat(board, event.player, resources=())
