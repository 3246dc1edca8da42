"""Chapter 5: what each act of a text does, as events or as a procedure that is called."""

from collections.abc import Callable
from typing import Any

from headjudge.parser import effect_terms as terms
from headjudge.parser import effects as fx
from headjudge.parser.card_print import print_words
from headjudge.simulator.citing import cite
from headjudge.simulator.games.palworld import events as ev
from headjudge.simulator.games.palworld.board import ZONE_NAMES, Board, Origin, find, held, in_base
from headjudge.simulator.games.palworld.book import definition, reminder
from headjudge.simulator.games.palworld.costs import changed, cost
from headjudge.simulator.games.palworld.drawing import Drawing, Looking
from headjudge.simulator.games.palworld.meaning import amount, is_permanent_card, one_player, players, printed
from headjudge.simulator.games.palworld.meaning import number as number_of
from headjudge.simulator.games.palworld.restrictions import event_forbidden, use_forbidden
from headjudge.simulator.games.palworld.script import Script, meant, reading
from headjudge.simulator.games.palworld.selecting import can_be_assigned
from headjudge.simulator.games.palworld.souls import Souls, are_souls, souls_of
from headjudge.simulator.games.palworld.use import Using
from headjudge.simulator.moves import Call, Event
from headjudge.simulator.state import ObjectId
from headjudge.simulator.unmodelled import NotModelledError


class Undoable(Exception):
    """The act cannot be done at all."""


_ACTS: dict[type, Callable[[Board, Script, Any], list[Event]]] = {}


def _act(kind: type) -> Callable[[Callable[[Board, Script, Any], list[Event]]], Callable[[Board, Script, Any], list[Event]]]:
    def bind(function: Callable[[Board, Script, Any], list[Event]]) -> Callable[[Board, Script, Any], list[Event]]:
        _ACTS[kind] = function
        return function

    return bind


def can_do(act: object) -> bool:
    """Whether an act of that kind can be done at all, on whatever board."""
    return type(act) in _ACTS or isinstance(act, fx.Draw | fx.Use)


def events_for(board: Board, script: Script, act: object) -> list[Event]:
    """What an act makes happen, all at once."""
    if type(act) not in _ACTS:
        raise NotModelledError(type(act).__name__)
    return _ACTS[type(act)](board, script, act)


def _meant(board: Board, script: Script, wanted: terms.Things) -> tuple[ObjectId, ...]:
    return meant(board, script, wanted, iter(script.picked))


def seen_by(board: Board, script: Script, act: object) -> tuple[ObjectId, ...] | None:
    """The cards that an act shows or looks at; None of any other act."""
    return _meant(board, script, act.things) if isinstance(act, fx.Look | fx.Reveal) else None


# Moving ------------------------------------------------------------------------------------------------------------------------


@_act(fx.Move)
@definition("5.4.1")
def _move(board: Board, script: Script, act: fx.Move) -> list[Event]:
    ctx = reading(board, script)
    souls = _souls_meant(board, script, act.things)
    if souls is not None:
        if act.zone is not terms.Zone.SOUL_DECK or _cards_besides(board, script, act.things):
            raise NotModelledError(print_words(act.zone))
        return [ev.ReturnSouls(souls.owner, souls.standing, souls.rested)]
    name = ZONE_NAMES.get(act.zone)
    if name is None:
        raise NotModelledError(print_words(act.zone))
    out: list[Event] = []
    for thing in _meant(board, script, act.things):
        where = find(board, thing)
        if where is None:
            continue
        if isinstance(act.whose, terms.OwnerOf):
            player = where.thing.owner  # each card goes to its own, however many players own them
        elif act.whose is not None:
            player = one_player(ctx, act.whose)
        elif name in ("graveyard", "deck", "hand"):
            player = where.thing.owner if where.player != where.thing.owner else where.player
        else:
            player = where.player
        if act.whose is None:
            cite("4.1.6")
        rested = act.orientation is terms.Orientation.RESTED
        out.append(ev.Move(thing, name, player, rested, act.bottom, by=ctx.you, source=script.origin.source))
    return out


@_act(fx.Deploy)
@definition("5.15.2")
@reminder("5.15.2.1")
def _deploy(board: Board, script: Script, act: fx.Deploy) -> list[Event]:
    ctx = reading(board, script)
    player = ctx.you if act.whose is None else one_player(ctx, act.whose)
    if act.whose is None:
        cite("5.15.2.1")
    rested = act.orientation is terms.Orientation.RESTED
    out: list[Event] = []
    for thing in _meant(board, script, act.things):
        where = find(board, thing)
        if where is not None and (where.thing.card.unknown or is_permanent_card(printed(where.thing))):
            out.append(ev.Move(thing, "base", player, rested, by=ctx.you, source=script.origin.source))
    return out


@_act(fx.Discard)
@definition("5.10.1")
def _discard(board: Board, script: Script, act: fx.Discard) -> list[Event]:
    ctx = reading(board, script)
    out: list[Event] = []
    for thing in _meant(board, script, act.things):
        where = find(board, thing)
        if where is not None:
            by = one_player(ctx, act.player)
            out.append(
                ev.Move(thing, "graveyard", where.thing.owner, deeds=(terms.Deed.DISCARD,), by=by, source=script.origin.source)
            )
    return out


@_act(fx.Exile)
@definition("5.5.1")
@reminder("4.10.1")
def _exile(board: Board, script: Script, act: fx.Exile) -> list[Event]:
    cite("4.10.1")
    out: list[Event] = []
    for thing in _meant(board, script, act.things):
        where = find(board, thing)
        if where is not None:
            out.append(
                ev.Move(
                    thing,
                    "exile",
                    where.player,
                    deeds=(terms.Deed.EXILE,),
                    by=script.origin.controller,
                    source=script.origin.source,
                )
            )
    return out


@_act(fx.Butcher)
@definition("5.16.1")
def _butcher(board: Board, script: Script, act: fx.Butcher) -> list[Event]:
    player = one_player(reading(board, script), act.player)
    out: list[Event] = []
    for thing in _meant(board, script, act.things):
        where = in_base(board, thing)
        if where is not None and where.player == player:
            out.append(ev.Move(thing, "graveyard", player, deeds=(terms.Deed.BUTCHER,), by=player, source=script.origin.source))
    return out


@_act(fx.Exchange)
@definition("5.11.1")
@reminder("5.11.2")
def _exchange(board: Board, script: Script, act: fx.Exchange) -> list[Event]:
    picked = iter(script.picked)
    one = meant(board, script, act.one, picked)
    other = meant(board, script, act.other, picked)
    places = [find(board, thing) for thing in (*one, *other)]
    if len(one) != 1 or len(other) != 1 or None in places:
        cite("5.11.2")
        raise Undoable
    first, second = (place for place in places if place is not None)
    moves = [
        ev.Move(first.thing.id, second.zone, second.player, by=script.origin.controller, source=script.origin.source),
        ev.Move(second.thing.id, first.zone, first.player, by=script.origin.controller, source=script.origin.source),
    ]
    if any(event_forbidden(board, move) or not _may_lie_there(board, move) for move in moves):
        cite("5.11.2")
        raise Undoable
    return [*moves]


def _may_lie_there(board: Board, move: ev.Move) -> bool:
    """Whether a card is of a kind that can lie in the zone to which it is to move (4.4.1)."""
    where = find(board, move.thing)
    return move.to != "base" or where is None or where.thing.card.unknown or is_permanent_card(printed(where.thing))


# Turning ----------------------------------------------------------------------------------------------------------------------


@_act(fx.Turn)
@definition("5.2.1")
def _turn(board: Board, script: Script, act: fx.Turn) -> list[Event]:
    standing = act.orientation is terms.Orientation.STANDING
    souls = _souls_meant(board, script, act.things)
    turned: list[Event] = []
    if souls is not None:
        turned = [ev.StandSouls(souls.owner, souls.rested) if standing else ev.RestSouls(souls.owner, souls.standing)]
    things = _cards_besides(board, script, act.things)
    by, source = script.origin.controller, script.origin.source
    return [*turned, *(ev.Stand(thing, by, source) if standing else ev.Rest(thing, by, source) for thing in things)]


def _souls_meant(board: Board, script: Script, wanted: terms.Things) -> Souls | None:
    """The soul cards that an act is done to, if it is done to soul cards."""
    found = []
    for part in wanted.parts if isinstance(wanted, terms.Together) else (wanted,):
        if isinstance(part, terms.Cards) and are_souls(part):
            ctx = reading(board, script)
            found.append(souls_of(board, ctx.you if part.holder is None else one_player(ctx, part.holder), part))
        elif (isinstance(part, terms.Selection) and are_souls(part.cards)) or part == terms.Those(terms.Role.CHOSEN):
            found += [script.souls] if script.souls is not None else []
    if len(found) > 1:
        raise NotModelledError(print_words(wanted))
    return found[0] if found else None


def _cards_besides(board: Board, script: Script, wanted: terms.Things) -> tuple[ObjectId, ...]:
    """The cards that an act is done to, soul cards left out."""
    parts = wanted.parts if isinstance(wanted, terms.Together) else (wanted,)
    cards = tuple(part for part in parts if not (isinstance(part, terms.Cards) and are_souls(part)))
    return _meant(board, script, terms.Together(cards))


@_act(fx.Assign)
@definition("5.17.1")
@reminder("5.17.1.1", "5.17.1.2", "5.17.3")
def _assign(board: Board, script: Script, act: fx.Assign) -> list[Event]:
    picked = iter(script.picked)
    assigned = meant(board, script, act.things, picked)
    if act.to is None:
        cite("5.17.3")
        structures: tuple[ObjectId, ...] = (script.origin.source,)
    else:
        structures = meant(board, script, act.to, picked)
    out: list[Event] = []
    for pal in assigned:
        where = in_base(board, pal)
        if where is None or not structures:
            continue
        if where.thing.rested or not can_be_assigned(board, pal, script.origin.controller):
            cite("5.17.1.1")
            continue
        cite("5.17.1.2")
        out += [ev.Rest(pal), ev.Assigned(pal, structures[0])]
    return out


# Numbers ----------------------------------------------------------------------------------------------------------------------


@_act(fx.Damage)
@reminder("1.3.2.2.1", "10.13.2", "10.13.3")
def _damage(board: Board, script: Script, act: fx.Damage) -> list[Event]:
    ctx = reading(board, script)
    number = amount(ctx, act.amount)
    if number < 0:
        cite("1.3.2.2.1")
        number = 0
    source = script.origin.source
    if act.source is not None:
        from headjudge.simulator.games.palworld.meaning import things

        found = things(ctx, act.source)
        source = found[0] if found else source
    if isinstance(act.target, terms.Side | terms.ControllerOf | terms.OwnerOf):
        return [ev.Damage(player, number, source) for player in players(ctx, act.target)]
    return [ev.Damage(thing, number, source) for thing in _meant(board, script, act.target)]


@_act(fx.TradeDamage)
@reminder("1.3.2.2.1", "10.13.2", "10.13.3")
def _trade_damage(board: Board, script: Script, act: fx.TradeDamage) -> list[Event]:
    ctx = reading(board, script)
    fighters = [thing for thing in _meant(board, script, act.things) if in_base(board, thing) is not None]
    dealt = [(thing, number_of(ctx, thing, act.stat) or 0) for thing in fighters]
    if any(number < 0 for _, number in dealt):
        cite("1.3.2.2.1")
    return [ev.Damage(other, max(0, number), thing) for thing, number in dealt for other in fighters if other != thing]


@_act(fx.GainLife)
def _gain_life(board: Board, script: Script, act: fx.GainLife) -> list[Event]:
    ctx = reading(board, script)
    return [ev.ChangeLife(player, max(0, amount(ctx, act.amount))) for player in players(ctx, act.player)]


@_act(fx.LoseLife)
def _lose_life(board: Board, script: Script, act: fx.LoseLife) -> list[Event]:
    ctx = reading(board, script)
    return [ev.ChangeLife(player, -max(0, amount(ctx, act.amount))) for player in players(ctx, act.player)]


@_act(fx.SetLife)
def _set_life(board: Board, script: Script, act: fx.SetLife) -> list[Event]:
    ctx = reading(board, script)
    return [ev.SetLife(player, amount(ctx, act.amount)) for player in players(ctx, act.player)]


@_act(fx.PaySouls)
@definition("10.4.3")
@reminder("5.12.2")
def _pay_souls(board: Board, script: Script, act: fx.PaySouls) -> list[Event]:
    ctx = reading(board, script)
    player, number = one_player(ctx, act.player), amount(ctx, act.amount)
    cite("5.12.2")
    if board.seats[player].standing_souls < number:
        raise Undoable
    return [ev.RestSouls(player, number)]


@_act(fx.AddSouls)
def _add_souls(board: Board, script: Script, act: fx.AddSouls) -> list[Event]:
    ctx = reading(board, script)
    rested = act.orientation is terms.Orientation.RESTED
    return [ev.GainSouls(player, amount(ctx, act.amount), rested) for player in players(ctx, act.player)]


@_act(fx.GainResource)
@reminder("3.3.1")
def _gain_resource(board: Board, script: Script, act: fx.GainResource) -> list[Event]:
    cite("3.3.1")
    ctx = reading(board, script)
    return [ev.ChangeResource(player, act.resources[0], max(0, amount(ctx, act.amount))) for player in players(ctx, act.player)]


@_act(fx.LoseResource)
def _lose_resource(board: Board, script: Script, act: fx.LoseResource) -> list[Event]:
    ctx = reading(board, script)
    number = amount(ctx, act.quantity.amount) if isinstance(act.quantity, terms.Exactly | terms.UpTo) else 0
    return [ev.ChangeResource(player, act.resources[0], -number) for player in players(ctx, act.player)]


@_act(fx.Consume)
@definition("5.13.1")
@reminder("3.3.3.2")
def _consume(board: Board, script: Script, act: fx.Consume) -> list[Event]:
    """Consuming is all or nothing: with too little of the resource nothing is consumed."""
    ctx = reading(board, script)
    player, number = one_player(ctx, act.player), amount(ctx, act.amount)
    if held(board, player, act.resource) < number:
        cite("3.3.3.2")
        raise Undoable
    return [ev.ChangeResource(player, act.resource, -number, consumed=True)] if number > 0 else []


# The rest ----------------------------------------------------------------------------------------------------------------------


@_act(fx.Look)
@definition("5.8.1")
def _look(board: Board, script: Script, act: fx.Look) -> list[Event]:
    seen = _meant(board, script, act.things)
    return [ev.LookAt(seen, one_player(reading(board, script), act.player))]


@_act(fx.Reveal)
def _reveal(board: Board, script: Script, act: fx.Reveal) -> list[Event]:
    return [ev.Reveal(_meant(board, script, act.things), one_player(reading(board, script), act.player))]


@_act(fx.Shuffle)
def _shuffle(board: Board, script: Script, act: fx.Shuffle) -> list[Event]:
    return [ev.Shuffle(player) for player in players(reading(board, script), act.player)]


@_act(fx.FailAttack)
def _fail_attack(board: Board, script: Script, act: fx.FailAttack) -> list[Event]:
    battle = board.battle
    where = in_base(board, battle.attacker) if battle is not None and battle.attacking else None
    if where is None:  # no attacking Pal exists, or not any more
        cite("5.18.1")
        raise Undoable
    if act.whose is not None and where.player not in players(reading(board, script), act.whose):
        raise Undoable
    return [ev.AttackFails()]


@_act(fx.EndGame)
def _end_game(board: Board, script: Script, act: fx.EndGame) -> list[Event]:
    found = players(reading(board, script), act.player)
    return [ev.Win(player) if act.outcome is fx.Outcome.WIN else ev.Lose(player) for player in found]


# Acts that are procedures (`drawing`, `use`) ------------------------------------------------------------------------------------


def call_for(board: Board, script: Script, act: object) -> Call | None:
    """The procedure that carries out an act, if it has one."""
    ctx = reading(board, script)
    match act:
        case fx.Draw(quantity, player):
            drawer = one_player(ctx, player)
            if isinstance(quantity, terms.UpTo):
                return Call("5.7.3.1", Drawing(drawer, amount(ctx, quantity.amount), exempt=script.exempt))
            if isinstance(quantity, terms.Exactly):
                return Call("5.7.2", Drawing(drawer, amount(ctx, quantity.amount), exempt=script.exempt))
            raise NotModelledError(print_words(quantity))
        case fx.Look(terms.Top(owner, terms.UpTo(most)), player):
            return Call("5.8.2.1", Looking(one_player(ctx, owner), one_player(ctx, player), amount(ctx, most)))
        case fx.Use():
            return _use(board, script, act)
        case _:
            return None


def _use(board: Board, script: Script, act: fx.Use) -> Call | None:
    """A card is used in the middle of an effect (10.6.2), if its cost can be paid."""
    user = one_player(reading(board, script), act.player)
    for thing in _meant(board, script, act.things):
        where = find(board, thing)
        if where is None or where.thing.card.unknown or use_forbidden(board, user, where.thing):
            continue
        wanted = cost(board, user, where.thing)
        if act.change is not None:
            wanted = max(0, changed(board, wanted, act.change, user))
        if act.free or board.seats[user].standing_souls >= wanted:
            using = Using(Origin(user, thing), card=thing, change=act.change, free=act.free)
            return Call("10.6.2.1", using)
        cite("10.4.2.2")
    return None


@_act(fx.Use)
def _nothing_used(_board: Board, _script: Script, _of: fx.Use) -> list[Event]:
    return []
