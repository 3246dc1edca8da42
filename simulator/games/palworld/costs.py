"""10.4: costs, and whether they can be paid."""

from collections.abc import Iterator, Sequence
from typing import TypeGuard

from headjudge.parser import effect_terms as terms
from headjudge.parser import effects as fx
from headjudge.parser.effect_tree import walk
from headjudge.simulator.citing import cite
from headjudge.simulator.games.palworld.board import EVENT, ZONE_NAMES, Board, InForce, Origin, Thing, find, held
from headjudge.simulator.games.palworld.book import definition, reminder
from headjudge.simulator.games.palworld.conditions import holds
from headjudge.simulator.games.palworld.happening import Happening, means
from headjudge.simulator.games.palworld.meaning import amount, calculate, one_player, players
from headjudge.simulator.games.palworld.policies import OWN_COST, policy
from headjudge.simulator.games.palworld.script import Script, meant, reading, selections
from headjudge.simulator.games.palworld.selecting import adds_up, can_be_assigned, pool, ways
from headjudge.simulator.games.palworld.souls import are_souls, souls_to_turn
from headjudge.simulator.games.palworld.view import context, standing
from headjudge.simulator.state import ObjectId


def _printed_cost(_board: Board, _player: int, thing: Thing) -> int:
    return thing.card.cost or 0


@definition("2.7.1", printed=_printed_cost)
def cost(board: Board, player: int, thing: Thing) -> int:
    """How many souls it takes to use a card, effects on its cost applied."""
    wanted = thing.card.cost or 0
    for live in standing(board).all:
        effect = live.effect
        if isinstance(effect, fx.CostOfUse):
            ctx = context(board, live.origin)
            if means(ctx, effect.use, Happening(terms.Deed.USE, player, thing.id)):
                wanted = changed(board, wanted, effect.change, live.origin.controller)
    for change in _by_itself(board, player, thing):
        wanted = changed(board, wanted, change, player)
    return max(0, wanted)


def _by_itself(board: Board, player: int, thing: Thing) -> Iterator[fx.ChangeStat | fx.SetStat]:
    """What a card says of its own cost of use. Its ability would be valid in a base only (10.3.5), where no card is used:
    by policy it is valid where the card is used from."""
    origin = Origin(player, thing.id)
    where = find(board, thing.id)
    for printed in thing.card.abilities:
        ability = printed.ability
        if not isinstance(ability, fx.Continuous):
            continue
        zones = ability.heading.zones
        if zones and where is not None and all(ZONE_NAMES.get(zone) != where.zone for zone in zones):
            continue
        for change in _own_changes(board, origin, ability.effects):
            if not zones and EVENT not in thing.card.kinds and policy(board, OWN_COST) == "base-only":
                return
            yield change


def _own_changes(
    board: Board, origin: Origin, effects: Sequence[fx.Static | fx.Unmodelled], *, placed: bool = False
) -> Iterator[fx.ChangeStat | fx.SetStat]:
    """The changes of the cost of the very card that has them; 此卡的费用-1 is one if its condition names the zone (10.3.4)."""
    for effect in effects:
        match effect:
            case fx.Provided(condition, inner) if _own_changes_in(inner):
                asked = _without_its_zone(condition)
                if all(holds(context(board, origin), one) for one in asked):
                    yield from _own_changes(board, origin, inner, placed=placed or condition not in asked)
            case fx.CostOfUse(terms.Event(subject=terms.This()), change):
                yield change
            case fx.Modify(terms.This(), changes) if placed:
                yield from (one for one in changes if _is_of_cost(one))


def _own_changes_in(effects: Sequence[fx.Static]) -> bool:
    return any(isinstance(node, fx.CostOfUse) or _is_of_cost(node) for node in walk(effects))


def _is_of_cost(change: object) -> TypeGuard[fx.ChangeStat | fx.SetStat]:
    return isinstance(change, fx.ChangeStat | fx.SetStat) and change.stat is terms.Stat.COST


def _without_its_zone(condition: terms.Condition) -> tuple[terms.Condition, ...]:
    """What has to hold besides that the card lies where it is used from (此卡在手牌中时): its cost is decided when it has come
    from there to the resolution zone (10.6.2.3)."""
    parts = condition.conditions if isinstance(condition, terms.AllOf) else (condition,)
    asked = tuple(one for one in parts if not _asks_for_its_zone(one))
    return (condition,) if len(asked) == len(parts) else asked


def _asks_for_its_zone(condition: terms.Condition) -> bool:
    return condition == terms.Matches(terms.This(), terms.Cards(zone=terms.Zone.HAND))


def spent_by(board: Board, player: int, thing: Thing) -> list[InForce]:
    """The effects on the cost of the next use of such a card, which this use spends."""
    return [
        going
        for going in board.effects
        if isinstance(going.effect, fx.CostOfUse)
        and going.effect.next_only
        and means(context(board, going.origin), going.effect.use, Happening(terms.Deed.USE, player, thing.id))
    ]


def changed(board: Board, value: int, change: fx.ChangeStat | fx.SetStat, player: int) -> int:
    """A cost changed as an effect says, no lower than its floor."""
    ctx = context(board, Origin(player, ObjectId(0)))
    if isinstance(change, fx.SetStat):
        return amount(ctx, change.amount)
    new = calculate(value, change.operation, amount(ctx, change.amount))
    if change.floor is not None and new < value:
        floor = amount(ctx, change.floor)
        # "not below ◇0 by this": what is at the floor already stays as it is
        new = max(new, min(value, floor))
    return new


@reminder("10.4.2.2", "3.3.3.2")
def payable(board: Board, script: Script) -> bool:
    """Whether the whole of a cost can be paid (10.4.2.2): every act of it in full."""
    return all(_can_do(board, script, act) for act in script.todo)


def _can_do(board: Board, script: Script, act: object) -> bool:
    ctx = reading(board, script)
    for selection in selections(act):
        quantity = selection.quantity
        if are_souls(selection.cards):
            able = souls_to_turn(board, ctx.you, selection.cards, act).total
            if isinstance(quantity, terms.Exactly) and able < amount(ctx, quantity.amount):
                return False
            continue
        found = pool(board, script, act, selection.cards)
        if isinstance(quantity, terms.Exactly) and len(found) < amount(ctx, quantity.amount):
            return False
        if not _some_add_up(board, script, selection, found):
            return False
    match act:
        case fx.PaySouls(number, player):
            cite("5.12.2", "10.4.3")
            return board.seats[one_player(ctx, player)].standing_souls >= amount(ctx, number)
        case fx.Consume(resource, number, player):
            if held(board, one_player(ctx, player), resource) < amount(ctx, number):
                cite("3.3.3.2")
                return False
            return True
        case fx.Turn(wanted, orientation):
            for thing in _fixed(board, script, wanted):
                where = find(board, thing)
                if where is None or where.zone != "base" or where.thing.rested == (orientation is terms.Orientation.RESTED):
                    cite("1.3.2.1")
                    return False
            return True
        case fx.Assign(wanted):
            return all(can_be_assigned(board, thing, script.origin.controller) for thing in _fixed(board, script, wanted))
        case fx.Draw(drawn, player):
            wanted_number = amount(ctx, drawn.amount) if isinstance(drawn, terms.Exactly) else 0
            return all(len(board.seats[one].deck) >= wanted_number for one in players(ctx, player))
        case fx.Move(terms.Top(player, terms.Exactly(number))) | fx.Discard(terms.Top(player, terms.Exactly(number))):
            return all(len(board.seats[one].deck) >= amount(ctx, number) for one in players(ctx, player))
        case fx.Discard(wanted) | fx.Move(wanted) | fx.Exile(wanted) | fx.Butcher(wanted):
            return _parts_there(board, script, wanted)
        case _:
            return True


def _some_add_up(board: Board, script: Script, selection: terms.Selection, found: tuple[ObjectId, ...]) -> bool:
    if selection.total is None and not selection.different_names:
        return True
    least = amount(reading(board, script), selection.quantity.amount) if isinstance(selection.quantity, terms.Exactly) else 0
    chosen = ways(board, script, selection, found)
    return any(len(one) >= least and adds_up(board, script, selection, one) for one in chosen)


def _fixed(board: Board, script: Script, wanted: terms.Things) -> tuple[ObjectId, ...]:
    if isinstance(wanted, terms.Selection | terms.Together):
        return ()
    return meant(board, script, wanted, iter(()))


def _parts_there(board: Board, script: Script, wanted: terms.Things) -> bool:
    parts = wanted.parts if isinstance(wanted, terms.Together) else (wanted,)
    return find(board, script.origin.source) is not None or not any(isinstance(part, terms.This) for part in parts)
