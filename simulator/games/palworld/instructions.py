"""10.9.1 and 10.4.2: card text is carried out, one act after another."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

from headjudge.parser import effect_terms as terms
from headjudge.parser import effects as fx
from headjudge.parser.card_print import print_ability
from headjudge.parser.effect_tree import rewrite
from headjudge.simulator.citing import cite
from headjudge.simulator.games.palworld import events as ev
from headjudge.simulator.games.palworld.acts import Undoable, call_for, events_for, seen_by
from headjudge.simulator.games.palworld.board import ZONE_NAMES, Board, departed, find
from headjudge.simulator.games.palworld.book import procedure, reminder, step
from headjudge.simulator.games.palworld.choice import Choice
from headjudge.simulator.games.palworld.conditions import holds
from headjudge.simulator.games.palworld.drawing import Seen
from headjudge.simulator.games.palworld.hidden import top
from headjudge.simulator.games.palworld.lasting import begin, delay
from headjudge.simulator.games.palworld.meaning import Context, amount, fits, one_player
from headjudge.simulator.games.palworld.policies import policy
from headjudge.simulator.games.palworld.script import AlsoChosen, MayEnds, Script, reading, selections
from headjudge.simulator.games.palworld.selecting import adds_up, pool, sizes, ways
from headjudge.simulator.games.palworld.souls import Souls, are_souls, from_the_soul_deck, souls_of, souls_to_turn
from headjudge.simulator.moves import Answer, Choose, Do, Event, Goto, Let, Move, Option, Return
from headjudge.simulator.state import Frame, ObjectId
from headjudge.simulator.unmodelled import NotModelledError

procedure("10.9.1", "10.4.2")


_ONE_AFTER_ANOTHER = (
    fx.Draw,
    fx.Look,
    fx.Choose,
    fx.RevealUntil,
    fx.Discard,
    fx.Butcher,
    fx.Exile,
    fx.Move,
    fx.Deploy,
    fx.Turn,
    fx.May,
    fx.Declare,
    fx.Modes,
)
"""Acts that need a choice, or are steps of their own: with both players in them each does it, the turn player first."""


@step("10.9.1", thereby=True)
@reminder("10.2.1.1", "1.3.2", "1.3.4.1", "5.19.1", "10.6.3.1.4")
def effect_is_carried_out(board: Board, frame: Frame) -> Answer:
    """What is left of a text: its next act is done, as far as it can be."""
    cite("10.2.1.1")
    return _next_act(board, frame, "10.9.1")


@step("10.4.2", thereby=True)
@reminder("10.4.2.1")
def cost_is_carried_out(board: Board, frame: Frame) -> Answer:
    """What is left of a cost: its acts are done in the order of the words."""
    script = frame.locals
    if isinstance(script, Script) and len(script.todo) > 1:
        cite("10.4.2.1")
    return _next_act(board, frame, "10.4.2")


def _own(act: fx.Action, side: terms.Side) -> fx.Action:
    """One player's part of what both do, in which `自己` is that player."""
    return rewrite(act, lambda part: side if part is terms.Side.SELF else part)


def _in_turn(act: Any, turns: tuple[terms.Side, terms.Side]) -> tuple[object, ...]:
    """What both players do, as one act of each in turn. What they have chosen by then goes where it goes once, all together."""
    if isinstance(act, fx.Discard | fx.Exile | fx.Move | fx.Deploy | fx.Turn) and act.things == terms.Those(terms.Role.CHOSEN):
        return (_own(replace(act, player=turns[0]), turns[0]),)
    first, second = (_own(replace(act, player=side), side) for side in turns)
    return first, AlsoChosen(second) if isinstance(second, fx.Choose) else second


def _next_act(board: Board, frame: Frame, clause: str) -> Answer:
    script = frame.locals
    assert isinstance(script, Script)
    if frame.result is not None:
        script = _noted(board, script, frame.result)
    if not script.todo:
        return Return(script)
    act, rest = from_the_soul_deck(script.todo[0]) or script.todo[0], script.todo[1:]
    again = Goto(clause)
    if getattr(act, "player", None) is terms.Side.BOTH and isinstance(act, _ONE_AFTER_ANOTHER):
        cite("1.3.4.1")
        turns = (
            (terms.Side.YOU, terms.Side.OPPONENT)
            if script.origin.controller == board.turn
            else (terms.Side.OPPONENT, terms.Side.YOU)
        )
        return Let(script._replace(todo=(*_in_turn(act, turns), *rest))), again
    for selection in selections(act)[len(script.picked) :]:
        return _select(board, script, act, selection, clause)
    match act:
        case MayEnds():
            return Let(script._replace(todo=rest, did=script.part)), again
        case fx.If(condition, then, otherwise):
            branch = then if holds(reading(board, script), condition) else otherwise
            return Let(script._replace(todo=(*branch, *rest))), again
        case fx.May(effect, player):
            willing = script._replace(todo=(*effect, MayEnds(), *rest))._replace(part=False)
            options = [
                Option(Choice("yes"), (Let(willing), again)),
                Option(Choice("no"), (Let(script._replace(todo=rest, did=False)), again)),
            ]
            return Choose(one_player(reading(board, script), player), tuple(options))
        case fx.Repeat(times, effect):
            number = amount(reading(board, script), times)
            if number <= 0:
                cite("1.3.2.2")
                return Let(script._replace(todo=rest)), again
            cite("10.6.3.1.4")
            return Let(script._replace(todo=(*effect, fx.Repeat(terms.Number(number - 1), effect), *rest))), again
        case fx.Modes(quantity, options_, player):
            return _choose_mode(board, script, (quantity, options_, player), clause)
        case fx.RevealUntil():
            return _reveal_until(board, script, act, clause)
        case fx.Choose():
            return _choose(board, script, act, clause)
        case AlsoChosen(choose):
            return _choose(board, script, choose, clause, script.members(terms.Role.CHOSEN))
        case fx.Declare(player):
            return _declare(board, script, player, clause)
        case fx.GainResource(resources) if len(resources) > 1:
            return _choose_resource(board, script, act, clause)
        case fx.LoseResource() if len(act.resources) > 1 or not isinstance(act.quantity, terms.Exactly):
            return _choose_loss(board, script, act, clause)
        case fx.Lasting(effect, duration):
            return Let(script._replace(todo=rest)), Do(*begin(board, script, effect, duration)), again
        case fx.Delayed():
            return Let(script._replace(todo=rest)), Do(delay(board, script, act)), again
        case fx.Unmodelled(words):
            raise NotModelledError(words)
    script = _before(board, script, rest)
    done = script._replace(todo=rest, picked=(), souls=None, doing=act)
    called = call_for(board, script, act)
    if called is not None:
        return Let(done), called, again
    try:
        events = events_for(board, script, act)
    except Undoable:
        cite("1.3.2")
        return Let(done), Do(), again
    seen = seen_by(board, script, act)
    if seen is not None:
        rest_of = tuple(thing for thing in seen if thing not in done.members(terms.Role.CHOSEN))
        done = done.role(terms.Role.SEEN, seen).role(terms.Role.REST, rest_of)._replace(shown=isinstance(act, fx.Reveal))
    orders = _orders(board, events, rest)
    if len(orders) > 1:
        owner = next(event.player for event in events if isinstance(event, ev.Move))
        options = [
            Option(Choice("order", tuple(event.thing for event in order)), (Let(done), _happen(board, order, done), again))
            for order in orders
        ]
        return Choose(owner, tuple(options))
    return Let(done), _happen(board, events, done), again


def _happen(board: Board, events: Sequence[Event], script: Script) -> Move:
    from headjudge.simulator.games.palworld.replacement import done

    return done(board, events, script.exempt)


ORDERED_AT_MOST = 5


@reminder("4.1.5")
def _orders(board: Board, events: Sequence[Event], rest: tuple[object, ...]) -> list[tuple[ev.Move, ...]]:
    """The orders in which cards that come to a deck together can lie there, which its player decides: one if a shuffle
    follows, or if they are all alike."""
    moves = [event for event in events if isinstance(event, ev.Move) and event.to == "deck"]
    if len(moves) < 2 or len(moves) < len(events) or (rest and isinstance(rest[0], fx.Shuffle)):
        return []
    cite("4.1.5")
    if len(moves) > ORDERED_AT_MOST:
        raise NotModelledError(f"4.1.5: {len(moves)}!")
    looks: dict[tuple[int, ...], tuple[ev.Move, ...]] = {}
    for order in permutations(moves):
        places = [find(board, move.thing) for move in order]
        looks.setdefault(tuple(place.thing.card.serial if place else 0 for place in places), order)
    return list(looks.values())


def _before(board: Board, script: Script, rest: tuple[object, ...]) -> Script:
    """Notes amounts that the next act asks for as they were before this one (增加前的…)."""
    from headjudge.simulator.games.palworld.script import walk

    wanted = [part.amount for part in walk(rest[:1]) if isinstance(part, terms.Before)]
    if not wanted:
        return script
    return script._replace(before=tuple((one, amount(reading(board, script), one)) for one in wanted))


def _noted(board: Board, script: Script, result: object) -> Script:
    """What the last act really did goes to the words that come after it."""
    if isinstance(result, Script):  # an effect inside: what it moved can be followed
        return script._replace(follow=result.follow, did=result.did, part=script.part or result.did)
    if isinstance(result, Seen):
        chosen = script.members(terms.Role.CHOSEN)
        rest = tuple(thing for thing in result.things if thing not in chosen)
        return script.role(terms.Role.SEEN, result.things).role(terms.Role.REST, rest)._replace(did=bool(result.things))
    if not isinstance(result, tuple):
        return script
    if any(isinstance(event, ev.Chosen) for event in result):  # a choice is made for an act that is still to come
        return script
    if any(isinstance(event, ev.Move) and not _is_said(script.doing, event) for event in result):
        cite("10.11.1.1")  # it was replaced by a move of another kind: what the text says has not been done
        result = tuple(event for event in result if not isinstance(event, ev.Move) or _is_said(script.doing, event))
    moved = [event.thing for event in result if isinstance(event, ev.Move)]
    done = [*moved, *(event.thing for event in result if isinstance(event, ev.Stand | ev.Rest))]
    done += [event.pal for event in result if isinstance(event, ev.Assigned) and event.pal not in done]
    follow = dict(script.follow)
    for thing in moved:
        gone = departed(board, thing)
        if gone is not None:
            follow[thing] = gone.now
    script = script._replace(did=bool(result), part=script.part or bool(result), follow=tuple(follow.items()))
    if done or hasattr(script.doing, "things") or isinstance(script.doing, fx.Exchange):
        script = script.role(terms.Role.DONE, tuple(done))  # gaining materials between leaves what was discarded before
    if script.paying:
        paid = script.members(terms.Role.PAID)
        script = script.role(terms.Role.PAID, (*paid, *(thing for thing in done if thing not in paid)))
    return script


_CALLED = {fx.Discard: terms.Deed.DISCARD, fx.Exile: terms.Deed.EXILE, fx.Butcher: terms.Deed.BUTCHER}


def _is_said(act: object, event: ev.Move) -> bool:
    """Whether a move is what an act says, and not what has happened in its place."""
    match act:
        case fx.Discard() | fx.Exile() | fx.Butcher():
            return _CALLED[type(act)] in event.deeds
        case fx.Move(zone=zone):
            return ZONE_NAMES.get(zone) == event.to
        case fx.Deploy():
            return event.to == "base"
    return True


@reminder("4.5.2")
def _reveal_until(board: Board, script: Script, act: fx.RevealUntil, clause: str) -> Answer:
    """Cards of a deck are shown one after another until enough that fit are among them, or none is left (1.3.2)."""
    ctx = reading(board, script)
    owner, wanted = one_player(ctx, act.owner), amount(ctx, act.number)
    shown: tuple[ObjectId, ...] = ()
    found: tuple[ObjectId, ...] = ()
    while len(found) < wanted:
        if len(shown) == len(board.seats[owner].deck):
            cite("1.3.2")
            break
        shown = top(board, owner, len(shown) + 1)
        if fits(ctx, shown[-1], act.cards):
            found = (*found, shown[-1])
    then = script._replace(todo=script.todo[1:], did=bool(found), shown=True)
    then = then.role(terms.Role.SEEN, shown).role(terms.Role.CHOSEN, found)
    then = then.role(terms.Role.REST, tuple(thing for thing in shown if thing not in found))
    return Let(then), Do(ev.Reveal(shown, one_player(ctx, act.player))), Goto(clause)


# Choices -------------------------------------------------------------------------------------------------------------------


def _select(board: Board, script: Script, act: object, selection: terms.Selection, clause: str) -> Answer:
    """Cards are chosen for the act that comes next."""
    ctx = reading(board, script)
    player = one_player(ctx, act.player) if hasattr(act, "player") else ctx.you
    if are_souls(selection.cards):
        owner = player if selection.cards.holder is None else one_player(ctx, selection.cards.holder)
        there = souls_to_turn(board, owner, selection.cards, act) if script.paying else souls_of(board, owner, selection.cards)
        turned = [
            Option(
                Choice("souls", (owner,), None, chosen.rested, str(chosen.total)),
                (Let(script._replace(picked=(*script.picked, ()), souls=chosen)), Goto(clause)),
            )
            for chosen in _sets(board, ctx, selection, there)
        ]
        return Choose(player, tuple(turned))
    found = pool(board, script, act, selection.cards)
    taken = {thing for one in script.picked for thing in one}
    found = tuple(thing for thing in found if thing not in taken)
    options = tuple(
        Option(
            Choice("choose", chosen),
            (*_noticed(board, script, player, chosen), Let(script._replace(picked=(*script.picked, chosen))), Goto(clause)),
        )
        for chosen in _in_full(board, script, selection, found)
    )
    return Choose(player, options) if options else (Let(script._replace(picked=(*script.picked, ()))), Goto(clause))


def _in_full(
    board: Board, script: Script, selection: terms.Selection, found: tuple[ObjectId, ...]
) -> Iterator[tuple[ObjectId, ...]]:
    """The sets that can be chosen; those that pay a cost are never smaller than it says (10.4.2.2)."""
    least = 0
    if script.paying and isinstance(selection.quantity, terms.Exactly):
        least = amount(reading(board, script), selection.quantity.amount)
    for chosen in ways(board, script, selection, found):
        if len(chosen) >= least and (not script.paying or adds_up(board, script, selection, chosen)):
            yield chosen


@reminder("5.9.1.1")
def _choose(board: Board, script: Script, act: fx.Choose, clause: str, others: tuple[ObjectId, ...] = ()) -> Answer:
    """Targets are chosen, to be spoken of later, with the `others` that another player has chosen; of several kinds one after
    the other, no card twice."""
    before = tuple(thing for part in script.picked for thing in part)
    selection = (act.selection, *act.also)[len(script.picked)]
    ctx = reading(board, script)
    chooser = one_player(ctx, act.player)
    if not script.picked:
        script = script._replace(souls=None)
    if are_souls(selection.cards):
        if script.souls is not None:
            raise NotModelledError(print_ability(fx.Instructions((act,))))
        return _choose_souls(board, script, act, selection, clause)
    found = tuple(thing for thing in pool(board, script, act, selection.cards) if thing not in before)
    proof = selection.cards.among is terms.Role.SEEN and not script.shown and any(d.traits for d in selection.cards.any_of)
    if proof:
        cite("5.9.1.1")
    options = []
    for chosen in ways(board, script, selection, found):
        then = script._replace(picked=(*script.picked, chosen))
        if len(then.picked) > len(act.also):
            then = _chosen(then, (*others, *(thing for thing in (*before, *chosen) if thing not in others)))
        shown = (Do(ev.Reveal(chosen, chooser)),) if proof and chosen else ()
        noticed = _noticed(board, script, chooser, chosen)
        options.append(Option(Choice("choose", chosen), (*shown, *noticed, Let(then), Goto(clause))))
    return Choose(chooser, tuple(options))


def _noticed(board: Board, script: Script, chooser: int, chosen: tuple[ObjectId, ...]) -> tuple[Move, ...]:
    """That cards are chosen happens, where some ability watches for it. What a cost is paid with is not chosen by an effect."""
    if script.paying or not chosen or terms.Deed.CHOOSE not in board.world.trigger_deeds:
        return ()
    return (Do(ev.Chosen(chosen, chooser, script.origin.source)),)


def _chosen(script: Script, chosen: tuple[ObjectId, ...]) -> Script:
    """The script once everything that its next act chooses has been."""
    seen = script.members(terms.Role.SEEN)
    then = script._replace(todo=script.todo[1:], picked=(), did=bool(chosen)).role(terms.Role.CHOSEN, chosen)
    return then.role(terms.Role.REST, tuple(thing for thing in seen if thing not in chosen)) if seen else then


def _choose_souls(board: Board, script: Script, act: fx.Choose, selection: terms.Selection, clause: str) -> Answer:
    """Soul cards are chosen, to be spoken of later, perhaps among other cards."""
    ctx = reading(board, script)
    chooser = one_player(ctx, act.player)
    before = tuple(thing for part in script.picked for thing in part)

    def then(chosen: Souls) -> Script:
        picked = script._replace(picked=(*script.picked, ()), souls=chosen)
        if len(picked.picked) <= len(act.also):
            return picked
        return _chosen(picked, before)._replace(did=chosen.total > 0 or bool(before))

    owner = chooser if selection.cards.holder is None else one_player(ctx, selection.cards.holder)
    options = [
        Option(Choice("souls", (owner,), None, chosen.rested, str(chosen.total)), (Let(then(chosen)), Goto(clause)))
        for chosen in _sets(board, ctx, selection, souls_of(board, owner, selection.cards))
    ]
    return Choose(chooser, tuple(options))


def _sets(board: Board, ctx: Context, selection: terms.Selection, there: Souls) -> Iterator[Souls]:
    """The ways to choose soul cards: all that matters is how many of them stand and are rested (13.2.3)."""
    for size in sizes(board, ctx, selection, (ObjectId(0),) * there.total):
        for rested in range(max(0, size - there.standing), min(size, there.rested) + 1):
            yield Souls(there.owner, size - rested, rested)


def _choose_mode(
    board: Board,
    script: Script,
    modes: tuple[terms.Quantity, tuple[tuple[fx.Action, ...], ...], terms.Player],
    clause: str,
) -> Answer:
    from itertools import combinations

    quantity, listed, player = modes
    ctx = reading(board, script)
    most = amount(ctx, quantity.amount) if isinstance(quantity, terms.Exactly | terms.UpTo) else len(listed)
    least = most if isinstance(quantity, terms.Exactly) else 0
    options = []
    for size in range(min(least, len(listed)), min(most, len(listed)) + 1):
        for chosen in combinations(range(len(listed)), size):
            todo = tuple(act for index in chosen for act in listed[index])
            label = Choice("mode", (), None, chosen[0] + 1 if size == 1 else None, str(chosen))
            options.append(Option(label, (Let(script._replace(todo=(*todo, *script.todo[1:]))), Goto(clause))))
    return Choose(one_player(ctx, player), tuple(options))


OTHER_NAME = "〔其他〕"
"""A declared name that no card of the game bears: all such names come to the same."""


def _declare(board: Board, script: Script, player: terms.Player, clause: str) -> Answer:
    """A card name is declared: of any card there is (5.19.1), also of one that the ruling does not list."""
    cite("5.19.1")
    names = sorted({card.name for card in board.world.cards if not card.unknown})
    unlisted = [name for name in board.world.named if name not in names]
    if unlisted and policy(board, "name-of-an-unlisted-card") == "exists":
        names += unlisted
    rest = script.todo[1:]
    options = [
        Option(Choice("declare", (), None, None, name), (Let(script._replace(todo=rest, declared=name)), Goto(clause)))
        for name in (*names, OTHER_NAME)
    ]
    return Choose(one_player(reading(board, script), player), tuple(options))


def _choose_resource(board: Board, script: Script, act: object, clause: str) -> Answer:
    assert isinstance(act, fx.GainResource)
    options = []
    for resource in act.resources:
        one = fx.GainResource((resource,), act.amount, act.player)
        then = script._replace(todo=(one, *script.todo[1:]))
        options.append(Option(Choice("resource", (), None, None, resource), (Let(then), Goto(clause))))
    return Choose(one_player(reading(board, script), act.player), tuple(options))


def _choose_loss(board: Board, script: Script, act: fx.LoseResource, clause: str) -> Answer:
    """How much of which resource is lost is decided by who chooses."""
    from itertools import product

    from headjudge.simulator.games.palworld.board import held

    ctx = reading(board, script)
    loser = one_player(ctx, act.player)
    there = [held(board, loser, resource) for resource in act.resources]
    quantity = act.quantity
    total = sum(there)
    most = total
    if isinstance(quantity, terms.Exactly | terms.UpTo):
        most = min(total, max(0, amount(ctx, quantity.amount)))
    least = most if isinstance(quantity, terms.Exactly | terms.Every) else 0
    options = []
    for split in product(*(range(have + 1) for have in there)):
        if least <= sum(split) <= most:
            losses = tuple(
                fx.LoseResource((resource,), terms.Exactly(terms.Number(lost)), act.player)
                for resource, lost in zip(act.resources, split, strict=True)
                if lost
            )
            label = Choice("lose", (), None, sum(split), str(split))
            options.append(Option(label, (Let(script._replace(todo=(*losses, *script.todo[1:]))), Goto(clause))))
    return Choose(one_player(ctx, act.player if act.chooser is None else act.chooser), tuple(options))
