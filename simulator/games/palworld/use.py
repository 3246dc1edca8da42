"""10.6: using cards and abilities, and their resolution."""

from itertools import combinations

from headjudge.parser import effect_terms as terms
from headjudge.parser import effects as fx
from headjudge.parser.named import NamedTuple
from headjudge.simulator.citing import cite
from headjudge.simulator.games.palworld.board import EVENT, PERMANENT_KINDS, PUBLIC, Board, Item, Origin, find
from headjudge.simulator.games.palworld.book import procedure, reminder, step
from headjudge.simulator.games.palworld.choice import Choice
from headjudge.simulator.games.palworld.costs import changed, cost, payable, spent_by
from headjudge.simulator.games.palworld.events import CountUse, EndEffect, PutOnTop, Resolve, RestSouls, Reveal, TakeOff, Used
from headjudge.simulator.games.palworld.policies import HAND_WITHOUT_ICON, policy
from headjudge.simulator.games.palworld.script import Script, leaves_x_open, reading
from headjudge.simulator.moves import Answer, Call, Choose, Do, Goto, Let, Move, Option, Return
from headjudge.simulator.state import Frame, ObjectId
from headjudge.simulator.unmodelled import NotModelledError

procedure("10.6.2")
X_LIMIT = 60
FREE_X_LIMIT = 30
"""How many numbers are tried for an X that no cost keeps down."""


class Using(NamedTuple):
    """The use of a card or an ability, with what has been decided for it so far."""

    origin: Origin
    card: ObjectId | None = None
    ability: fx.Ability | None = None
    item: ObjectId | None = None
    modes: tuple[int, ...] | None = None
    x: int | None = None
    x_beyond: bool = False
    """Whether X is a number higher than those that are tried."""
    way: int | None = None
    """Which of the ways to pay."""
    paid: tuple[ObjectId, ...] | None = None
    follow: tuple[tuple[ObjectId, ObjectId], ...] = ()
    keyword: str = ""
    change: fx.ChangeStat | fx.SetStat | None = None
    free: bool = False
    declared: str = ""


def _using(frame: Frame) -> Using:
    assert isinstance(frame.locals, Using)
    return frame.locals


def _item(board: Board, using: Using) -> Item | None:
    return next((item for item in board.resolution if item.id == using.item), None)


def _effect(board: Board, using: Using) -> tuple[fx.Action, ...]:
    """The instructions of what is used, with the modes that were chosen."""
    effect: tuple[fx.Action, ...] = ()
    if using.ability is not None:
        assert isinstance(using.ability, fx.Activated | fx.Automatic)
        effect = using.ability.effect
    else:
        item = _item(board, using)
        assert item is not None
        assert item.thing is not None
        for held in item.thing.card.abilities:
            if isinstance(held.ability, fx.Instructions):
                effect += held.ability.effect
            elif isinstance(held.ability, fx.Unmodelled):
                effect += (held.ability,)
    if using.modes is None:
        return effect
    chosen: tuple[fx.Action, ...] = ()
    for act in effect:
        chosen += tuple(a for index in using.modes for a in act.options[index]) if isinstance(act, fx.Modes) else (act,)
    return chosen


def _ways(using: Using) -> tuple[fx.Cost, ...]:
    if isinstance(using.ability, fx.Activated | fx.Automatic):
        return using.ability.costs
    return ()


def _script(using: Using, todo: tuple[object, ...], *, paying: bool) -> Script:
    script = Script(todo, using.origin, using.x, using.declared, follow=using.follow, paying=paying, item=using.item)
    return script if using.paid is None else script.role(terms.Role.PAID, using.paid)


# Announcing ----------------------------------------------------------------------------------------------------------------


@step("10.6.2.1")
@reminder("10.6.2.1.1", "10.6.2.1.2")
def put_on_resolution_zone(board: Board, frame: Frame) -> Answer:
    """What is used comes to the resolution zone; a hidden card is shown first, an ability comes as a virtual card."""
    using = _using(frame)
    if using.keyword:
        cite(*board.world.keyword_clauses.get(using.keyword, ()))
        if isinstance(using.ability, fx.Activated) and using.ability.heading.zones == (terms.Zone.HAND,):
            policy(board, HAND_WITHOUT_ICON)
    if using.card is None:
        cite("10.6.2.1.2")
        return Do(PutOnTop(using.origin, None, using.ability))
    where = find(board, using.card)
    assert where is not None
    put = Do(PutOnTop(using.origin, using.card, None))
    if where.zone in PUBLIC:
        return put
    cite("10.6.2.1.1")
    return Do(Reveal((using.card,), using.origin.controller)), put


@step("10.6.2.2")
def what_is_used(board: Board, frame: Frame) -> Answer:
    """What lies on top of the resolution zone is what is being used; choices for it follow."""
    using = _using(frame)
    top = board.resolution[-1]
    origin = using.origin if using.card is None else top.origin
    return Let(using._replace(item=top.id, origin=origin))


def _modes(board: Board, frame: Frame) -> fx.Modes | None:
    return next((act for act in _effect(board, _using(frame)) if isinstance(act, fx.Modes)), None)


@step("10.6.2.2.1", when=lambda board, frame: _using(frame).modes is None and _modes(board, frame))
def modes_are_chosen(board: Board, frame: Frame) -> Answer:
    """Of the listed options as many as stated are chosen; the others do not exist for this use."""
    using = _using(frame)
    modes = _modes(board, frame)
    assert modes is not None
    ctx = reading(board, _script(using, (), paying=False))
    from headjudge.simulator.games.palworld.meaning import amount, one_player

    quantity = modes.quantity
    if isinstance(quantity, terms.Exactly):
        sizes = [min(len(modes.options), amount(ctx, quantity.amount))]
    else:
        sizes = list(range(min(len(modes.options), amount(ctx, quantity.amount)) + 1))
    options = [
        Option(
            Choice("mode", (), None, chosen[0] + 1 if len(chosen) == 1 else None, str(chosen)),
            (Let(using._replace(modes=chosen)),),
        )
        for size in sizes
        for chosen in combinations(range(len(modes.options)), size)
    ]
    return Choose(one_player(ctx, modes.player), tuple(options))


def _x_is_open(board: Board, frame: Frame) -> bool:
    using = _using(frame)
    return using.x is None and leaves_x_open((_ways(using), _effect(board, using)))


@step("10.6.2.2.2", when=_x_is_open)
@reminder("1.3.5")
def x_is_chosen(board: Board, frame: Frame) -> Answer:
    """X is 0 or any whole number for which the cost can be paid."""
    using = _using(frame)
    ways = _ways(using)
    if using.x_beyond:
        raise NotModelledError(f"X ≥ {FREE_X_LIMIT}")
    cite("1.3.5")
    if not leaves_x_open(ways):  # no cost keeps it down: any number may be chosen, the first few are tried
        return Choose(using.origin.controller, (*(_of_x(using, x) for x in range(FREE_X_LIMIT)), _beyond(using, FREE_X_LIMIT)))
    options: list[Option] = []
    while len(options) < X_LIMIT and _x_is_payable(board, using, len(options)):
        options.append(_of_x(using, len(options)))
    if not options:
        return Let(using._replace(x=0))
    if _x_is_payable(board, using, len(options)):
        options.append(_beyond(using, X_LIMIT))
    cite("10.4.2.2")  # a number larger than these could be chosen, but not paid
    return Choose(using.origin.controller, tuple(options))


def _of_x(using: Using, number: int) -> Option:
    return Option(Choice("x", (), None, number), (Let(using._replace(x=number)),))


def _beyond(using: Using, limit: int) -> Option:
    return Option(Choice("x_beyond", (), None, limit), (Let(using._replace(x_beyond=True)), Goto("10.6.2.2.2")))


def _x_is_payable(board: Board, using: Using, number: int) -> bool:
    return any(payable(board, _script(using._replace(x=number), way, paying=True)) for way in _ways(using))


def x_beyond(board: Board, frame: Frame, number: int) -> Option | None:
    """The choice of an X that is too large to be listed with the others; None if it cannot be paid."""
    using = _using(frame)
    payable_or_free = not leaves_x_open(_ways(using)) or _x_is_payable(board, using, number)
    return _of_x(using, number) if number >= 0 and payable_or_free else None


# Paying --------------------------------------------------------------------------------------------------------------------


def _payable_ways(board: Board, using: Using) -> list[int]:
    return [number for number, way in enumerate(_ways(using)) if payable(board, _script(using, way, paying=True))]


@step("10.6.2.3", thereby=True)
@reminder("10.8.3.1.1", "10.8.3.2", "10.4.1")
def cost_is_paid(board: Board, frame: Frame) -> Answer:
    """The cost is decided, then paid as a whole. The cost of an automatic ability may be refused, which ends its use."""
    using = _using(frame)
    if isinstance(frame.result, Script):
        return Let(using._replace(paid=frame.result.members(terms.Role.PAID), follow=frame.result.follow)), Goto("10.6.2.4")
    if using.card is not None:
        return _pay_for_card(board, using)
    ways = _ways(using)
    if not ways or ways == ((),):
        return Goto("10.6.2.4")
    cite("10.4.1")
    if using.way is not None:
        return Call("10.4.2", _script(using, ways[using.way], paying=True)), Goto("10.6.2.3")
    possible = _payable_ways(board, using)
    if isinstance(using.ability, fx.Automatic) or not possible:
        if not possible:
            cite("10.8.3.2", "10.4.2.2")
            return _given_up(using)
        return Goto("10.6.2.3.1")
    if len(possible) > 1:
        return Goto("10.6.2.3.1")
    return Let(using._replace(way=possible[0])), Goto("10.6.2.3")


def _given_up(using: Using) -> tuple[Move, ...]:
    """The use ends without effect."""
    assert using.item is not None
    return Do(TakeOff(using.item)), Return()


def _pay_for_card(board: Board, using: Using) -> Answer:
    item = _item(board, using)
    assert item is not None
    assert item.thing is not None
    wanted = cost(board, using.origin.controller, item.thing)
    if using.change is not None:
        wanted = max(0, changed(board, wanted, using.change, using.origin.controller))
    cite("2.7.1")
    spent = tuple(EndEffect(going) for going in spent_by(board, using.origin.controller, item.thing))
    if using.free or wanted <= 0:
        return (Do(*spent), Goto("10.6.2.4")) if spent else Goto("10.6.2.4")
    cite("10.4.3")
    return Do(RestSouls(using.origin.controller, wanted), *spent), Goto("10.6.2.4")


@step("10.6.2.3.1")
@reminder("10.8.3.2.1")
def way_to_pay_is_chosen(board: Board, frame: Frame) -> Answer:
    """Of several ways to pay one is decided on; an automatic ability can be left unpaid and so unused."""
    using = _using(frame)
    options = [
        Option(Choice("pay", (), None, way + 1), (Let(using._replace(way=way)), Goto("10.6.2.3")))
        for way in _payable_ways(board, using)
    ]
    if isinstance(using.ability, fx.Automatic):
        cite("10.8.3.1.1", "10.8.3.2.1")
        options.append(Option(Choice("not_pay"), _given_up(using)))
    return Choose(using.origin.controller, tuple(options))


# Resolving -----------------------------------------------------------------------------------------------------------------


def _is_limited(using: Using) -> bool:
    return using.ability is not None and getattr(using.ability, "heading", fx.Heading()).limit is not None


@step("10.6.2.4")
def it_resolves(board: Board, frame: Frame) -> Answer:
    """What is used resolves."""
    using = _using(frame)
    item = _item(board, using)
    counted = (CountUse(using.origin.source, using.ability),) if _is_limited(using) and using.ability is not None else ()
    return Do(*counted, *((Used(item),) if item is not None else ()))


def _is_card(board: Board, frame: Frame, kinds: tuple[str, ...]) -> bool:
    item = _item(board, _using(frame))
    return item is not None and item.thing is not None and any(kind in item.thing.card.kinds for kind in kinds)


@step("10.6.2.4.1", when=lambda board, frame: _is_card(board, frame, PERMANENT_KINDS))
@reminder("4.4.1", "4.1.6")
def card_enters_base(_board: Board, frame: Frame) -> Answer:
    """A Pal, a structure or gear comes to its controller's base."""
    using = _using(frame)
    assert using.item is not None
    return Do(Resolve(using.item, "base", using.origin.controller)), Return()


@step("10.6.2.4.2", when=lambda board, frame: _is_card(board, frame, (EVENT,)))
def event_is_carried_out(board: Board, frame: Frame) -> Answer:
    """An event does what its text says, then goes to its owner's graveyard."""
    using = _using(frame)
    item = _item(board, using)
    assert item is not None
    assert item.thing is not None
    return (
        Call("10.9.1", _script(using, _effect(board, using), paying=False)),
        Do(Resolve(item.id, "graveyard", item.thing.owner)),
        Return(),
    )


@step("10.6.2.4.3")
@reminder("10.6.2.4.4")
def ability_is_carried_out(board: Board, frame: Frame) -> Answer:
    """An ability does what it says and leaves the resolution zone, wherever the card that has it may be by now."""
    using = _using(frame)
    assert using.item is not None
    if find(board, using.origin.source) is None:
        cite("10.6.2.4.4")
    return Call("10.9.1", _script(using, _effect(board, using), paying=False)), Do(TakeOff(using.item)), Return()
