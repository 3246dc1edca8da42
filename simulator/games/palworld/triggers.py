"""10.8: abilities notice what happens, and wait."""

from collections import Counter
from collections.abc import Iterator, Sequence

from headjudge.parser import effects as fx
from headjudge.parser.effect_terms import Cards, Deed, Edge, Role, Side, Stretch, This, Zone
from headjudge.simulator.citing import cite, cite_all
from headjudge.simulator.games.palworld import events as ev
from headjudge.simulator.games.palworld.board import (
    PUBLIC,
    ZONE_NAMES,
    Board,
    CardAbility,
    Deeds,
    Delayed,
    Item,
    Origin,
    Roles,
    Waiting,
    Where,
    awaiting,
    departed,
    find,
    later,
    permanents,
)
from headjudge.simulator.games.palworld.book import definition, interrupt, procedure, reminder, step
from headjudge.simulator.games.palworld.choice import Choice
from headjudge.simulator.games.palworld.conditions import holds
from headjudge.simulator.games.palworld.happening import Happening, arrived, happenings, means
from headjudge.simulator.games.palworld.meaning import amount, players
from headjudge.simulator.games.palworld.policies import policy
from headjudge.simulator.games.palworld.queue import queued
from headjudge.simulator.games.palworld.view import context, times_waiting
from headjudge.simulator.games.palworld.watching import (
    Holder,
    OfItself,
    Single,
    automatic,
    deeds_watched,
    goes_so,
    of_itself,
    single_triggers,
    watching,
)
from headjudge.simulator.moves import Answer, Call, Choose, Do, Event, Move, Option, Return
from headjudge.simulator.once import once_each
from headjudge.simulator.state import Frame, ObjectId, made

procedure("5.21.2")


def react(before: Board, after: Board, done: Sequence[Event]) -> Board:
    """The board once abilities have noticed a batch: what triggers waits, what depended on something that changed ends."""
    world = after.world
    after = later(after)
    if world.remembered:
        after = _remember(before, after, done)
    if after.effects and any(going.condition is not None for going in after.effects):
        after = _end_conditional(after)
    if world.automatic:
        after = _queue(before, after, done)
    return after


def _remember(before: Board, after: Board, done: Sequence[Event]) -> Board:
    new = [
        Deeds(
            happening.deed,
            _arrived(after, happening),
            happening.target if isinstance(happening.target, ObjectId) else None,
            happening.by,
            origin=happening.origin,
            destination=happening.destination,
        )
        for event in done
        for happening in happenings(before, event, after.world.remembered)
        if happening.by is not None
    ]
    if not new:
        return after
    return after._replace(deeds=(*after.deeds, *(deed for deed in dict.fromkeys(new) if deed not in after.deeds)))


def _arrived(after: Board, happening: Happening) -> ObjectId | None:
    """Who did it, as it lies now: a card that entered a base is another thing there than where it came from."""
    if happening.deed is not Deed.DEPLOY or happening.subject is None:
        return happening.subject
    gone = departed(after, happening.subject)
    return happening.subject if gone is None else gone.now


def _end_conditional(board: Board) -> Board:
    kept = tuple(
        going for going in board.effects if going.condition is None or holds(context(board, going.origin), going.condition)
    )
    return board._replace(effects=kept) if len(kept) < len(board.effects) else board


def _queue(before: Board, after: Board, done: Sequence[Event]) -> Board:
    """Adds to the waiting abilities every one that this batch triggers, as often as it does (10.8.2.1)."""
    found: list[Waiting] = []
    spent: list[Delayed] = []
    met = list(after.met)
    for event in done:
        if isinstance(event, ev.Occur):
            if event.stretch not in after.world.trigger_stretches:
                continue
            found += _at_moment(after, event, met, spent)
            continue
        deeds = after.world.trigger_deeds
        if isinstance(event, ev.Move) and (where := find(before, event.thing)) is not None:
            own, gone = of_itself(before, after, where, event), departed(after, event.thing)
            if own is not None and gone is not None:
                if own:
                    found += _by_itself(before, after, where, gone.now, own)
                continue
            deeds = deeds_watched(before, after, where.thing.card)
        for happening in happenings(before, event, deeds):
            found += _when(before, after, happening, spent)
    if after.world.counts_together:
        found += _together(before, after, done, spent)
    if after.world.state_triggers:
        found += _states(after, found)
    if not found and len(met) == len(after.met):
        return after
    waiting = after.waiting
    for new in found:
        cite("10.8.2")
        waiting = queued(waiting, new)
    if spent or len(met) != len(after.met):
        delayed = tuple(entry for entry in after.delayed if entry not in spent)
        after = after._replace(delayed=delayed, met=tuple(met))
    return awaiting(after, waiting)


# Events --------------------------------------------------------------------------------------------------------------------


def _when(before: Board, after: Board, happening: Happening, spent: list[Delayed]) -> list[Waiting]:
    """The abilities that this happening triggers. What leaves a base is seen by those who were there with it."""
    board = before if _leaves_base(happening) else after
    happening, asked = _with_information(before, after, happening)
    found = [
        _waiting(after, holder, (happening,))
        for holder in watching(board, happening.deed, happening.subject)
        if (
            _triggers_simply(after, holder, happening)
            if holder.simply
            else _any_triggers(asked, holder, happening) and _notices(before, after, holder, happening)
        )
    ]
    for entry in after.delayed:
        holder = Holder(board, entry.origin, CardAbility(entry.ability), single_triggers(entry.ability))
        if entry not in spent and _any_triggers(asked, holder, happening):
            _spend(entry, spent)
            found.append(_waiting(after, holder, (happening,)))
    return found


def _by_itself(before: Board, after: Board, where: Where, now: ObjectId, own: Sequence[OfItself]) -> Iterator[Waiting]:
    """The abilities of a card that its own move triggers, seen as it lay in a base, else as it lies now (`_with_information`)."""
    leaves = where.zone == "base"
    lies = where if leaves else find(after, now)
    if lies is None:  # it has moved again at once
        return
    board, source = before if leaves else after, lies.thing.id
    for cited, abilities in own:
        cite_all(cited)
        for held in abilities:
            if not leaves or _leaving_card_sees_itself(after):
                origin = _with_roles(board, made(Origin, (lies.player, source, ())), (source,))
                follow = ((source, now),) if leaves else ()
                times = times_waiting(board, lies.thing) if lies.zone == "base" else ()
                yield _as_it_waits(held, origin, follow, times)


def _triggers_simply(after: Board, holder: Holder, happening: Happening) -> bool:
    """Whether an ability triggers that asks for nothing but a deed of its own card, which this is."""
    if not goes_so(holder.triggers[0], happening.origin, happening.destination):
        return False
    return not _leaves_base(happening) or _leaving_card_sees_itself(after)


def _leaving_card_sees_itself(board: Board) -> bool:
    if policy(board, "leaving-card-sees-itself") != "sees":
        return False
    cite("10.8.4.1.2")
    return True


def _any_triggers(asked: Board, holder: Holder, happening: Happening) -> bool:
    if len(holder.triggers) == 1:
        return not _counts(holder.triggers[0]) and _triggers(asked, holder, holder.triggers[0], happening)
    return any(not _counts(one) and _triggers(asked, holder, one, happening) for one in holder.triggers)


_BASE = Zone.BASE


def _leaves_base(happening: Happening) -> bool:
    return happening.origin is _BASE and happening.destination is not _BASE


def _notices(before: Board, after: Board, holder: Holder, happening: Happening) -> bool:
    """Whether an ability whose trigger fits sees it happen: that of the very card that leaves is a policy (10.3.5)."""
    if happening.destination is None:
        return True
    itself = happening.subject == holder.origin.source
    if _leaves_base(happening):
        if itself and not _leaving_card_sees_itself(after):
            return False
    elif not itself:
        arrived = next((w.thing.arrived for w in permanents(after) if w.thing.id == holder.origin.source), None)
        if arrived == before.clock:
            cite("10.8.4.2")
    if happening.origin is not None and happening.deed in _asked_of_what_moved(holder.triggers):
        _cite_information(happening)
    return True


def _counts(trigger: object) -> bool:
    """Whether a trigger takes what happens at the same time for one event (1只以上的帕鲁被放置到墓地时)."""
    return isinstance(trigger, fx.When) and trigger.event.at_least is not None


@reminder("10.8.2.1")
def _together(before: Board, after: Board, done: Sequence[Event], spent: list[Delayed]) -> Iterator[Waiting]:
    """The abilities whose trigger counts what happens at once: met once by a batch with so many of it, whatever more."""
    seen: dict[tuple[object, ...], tuple[Holder, fx.When, list[Happening]]] = {}
    for happening in (one for event in done for one in happenings(before, event, after.world.trigger_deeds)):
        board = before if _leaves_base(happening) else after
        informed, asked = _with_information(before, after, happening)
        copies: Counter[object] = Counter()  # equal abilities of one card are so many abilities
        for holder in (*watching(board, happening.deed, informed.subject), *_delayed_holders(board, after, spent)):
            copies[holder.origin, holder.held] += 1
            for one in filter(_counts, holder.triggers):
                assert isinstance(one, fx.When)
                if _triggers(asked, holder, one, informed) and _notices(before, after, holder, informed):
                    which = (holder.origin, holder.held, copies[holder.origin, holder.held], one)
                    seen.setdefault(which, (holder, one, []))[2].append(informed)
    for holder, one, found in seen.values():
        assert one.event.at_least is not None
        if len(found) >= amount(context(after, holder.origin), one.event.at_least):
            cite("10.8.2.1")
            for entry in after.delayed:
                if entry.origin == holder.origin and entry.ability == holder.held.ability and entry not in spent:
                    _spend(entry, spent)
            yield _waiting(after, holder, found)


def _delayed_holders(board: Board, after: Board, spent: Sequence[Delayed]) -> Iterator[Holder]:
    for entry in after.delayed:
        if entry not in spent:
            yield Holder(board, entry.origin, CardAbility(entry.ability), single_triggers(entry.ability))


@reminder("10.8.4.1.1", "10.8.4.1.2", "10.8.4.1.3", "10.10.3.1")
def _cite_information(happening: Happening) -> None:
    """Cites whose information was used, where a trigger asked what the card that moved is."""
    if happening.origin is None or happening.destination is None:
        return
    cite("10.8.4.1")
    was, became = ZONE_NAMES.get(happening.origin) in PUBLIC, ZONE_NAMES.get(happening.destination) in PUBLIC
    if happening.destination is Zone.BASE:
        cite("10.10.3.1")
    if was != became:
        cite("10.8.4.1.1")
    if happening.origin is Zone.BASE:
        cite("10.8.4.1.2")
    elif was and became:
        cite("10.8.4.1.3")


@once_each
def _asked_of_what_moved(triggers: tuple[Single, ...]) -> frozenset[Deed]:
    """The deeds of which triggers ask what the card is that did it."""
    events = [one.event for one in triggers if isinstance(one, fx.When)]
    return frozenset(
        event.deed for event in events if isinstance(event.subject, Cards) and any(one.traits for one in event.subject.any_of)
    )


@reminder("10.8.4", "10.8.4.1", "10.8.4.2", "10.8.4.1.1", "10.8.4.1.2", "10.8.4.1.3", "10.10.3.1")
def _with_information(before: Board, after: Board, happening: Happening) -> tuple[Happening, Board]:
    """Whose information counts of a card that moved: the base's, else the public zone's, else the new one's."""
    if happening.subject is None or happening.destination is None:
        return happening, after
    if _leaves_base(happening):
        return happening, before
    to = ZONE_NAMES.get(happening.destination)
    if to not in PUBLIC:
        return happening, before
    gone = departed(after, happening.subject)
    return (happening, after) if gone is None else (arrived(happening, gone.now), after)


def _triggers(asked: Board, holder: Holder, trigger: object, happening: Happening) -> bool:
    if not isinstance(trigger, fx.When) or trigger.event.deed is not happening.deed:
        return False
    own = isinstance(trigger.event.subject, This) and trigger.event.deed is not Deed.DAMAGE
    if own and happening.subject != holder.origin.source:
        return False  # the card of nearly every other ability that watches for the same: nothing has to be read for them
    ctx = context(asked, holder.origin, happening.subject)
    if not means(ctx, trigger.event, happening):
        return False
    if trigger.condition is None:
        return True
    subjects = () if happening.subject is None else (happening.subject,)
    return holds(ctx._replace(origin=_with_roles(holder.board, holder.origin, subjects)), trigger.condition)


def _with_roles(board: Board, origin: Origin, subjects: tuple[ObjectId, ...]) -> Origin:
    """Where an ability comes from once these cards have triggered it."""
    return made(Origin, (origin.controller, origin.source, _roles_of(board, origin, subjects)))


def _roles_of(board: Board, origin: Origin, subjects: tuple[ObjectId, ...]) -> Roles:
    battle = board.battle
    if battle is None and not origin.roles:
        return ((Role.TRIGGER, subjects),) if subjects else ()
    roles: dict[Role, tuple[ObjectId, ...]] = {role: members for role, members in origin.roles if role is not Role.TRIGGER}
    if subjects:
        roles[Role.TRIGGER] = subjects
    if battle is not None and battle.opponents and isinstance(battle.target, ObjectId):
        # who fought whom is fixed now: by the time the ability is used the battle may know it no more
        if origin.source == battle.attacker:
            roles[Role.RIVAL] = (battle.target,)
        elif origin.source == battle.target:
            roles[Role.RIVAL] = (battle.attacker,)
    entries = tuple(roles.items())
    return entries if len(entries) < 2 else tuple(sorted(entries, key=lambda entry: entry[0].value))


def _waiting(after: Board, holder: Holder, found: Sequence[Happening]) -> Waiting:
    """The ability as it waits, with the cards that what was found happened to."""
    origin = holder.origin
    if found:
        subjects = tuple([one.subject for one in found if one.subject is not None])
        origin = _with_roles(holder.board, origin, subjects)
    moved = [one.subject for one in found if one.subject is not None and one.destination is not None]
    follow = tuple([(thing, gone.now) for thing in moved if (gone := departed(after, thing)) is not None])
    times = () if holder.card is None else times_waiting(holder.board, holder.card)
    return _as_it_waits(holder.held, origin, follow, times)


def _as_it_waits(
    held: CardAbility, origin: Origin, follow: tuple[tuple[ObjectId, ObjectId], ...], times: tuple[int, ...]
) -> Waiting:
    said = _times_said(times) if times else (1,)
    if len(said) > 1:
        return Waiting(automatic(held), origin, 0, held.keyword, follow, said)
    return made(Waiting, (automatic(held), origin, said[0], held.keyword, follow, ()))


@definition("5.21.1")
def _times_said(times: tuple[int, ...]) -> tuple[int, ...]:
    """How often an ability waits for one trigger if effects say so; where they differ its controller decides (5.21.2)."""
    if len(times) > 1:
        cite("5.21.2")
    return tuple(sorted(set(times)))


@interrupt("5.21.2")
def times_are_open(board: Board, _stack: tuple[Frame, ...]) -> Move | None:
    """Which of several effects says how often an ability waits is decided as soon as it waits."""
    for entry in board.waiting:
        if entry.ways:
            return Call("5.21.2", entry)
    return None


@step("5.21.2")
def one_effect_counts(_board: Board, frame: Frame) -> Answer:
    """The controller of the ability chooses exactly one of the effects that say how often it waits."""
    entry = frame.locals
    assert isinstance(entry, Waiting)
    options = [
        Option(Choice("times", (entry.origin.source,), entry.ability, times), (Do(ev.WaitTimes(entry, times)), Return()))
        for times in entry.ways
    ]
    return Choose(entry.origin.controller, tuple(options))


# Moments -------------------------------------------------------------------------------------------------------------------


def _at_moment(
    board: Board, event: ev.Occur, met: list[tuple[ObjectId, fx.Ability, Stretch]], spent: list[Delayed]
) -> Iterator[Waiting]:
    for holder in watching(board, event.stretch):
        ability = automatic(holder.held)
        if any(_is_moment(board, holder.origin, one, event) for one in holder.triggers):
            if event.edge is Edge.END:
                entry = (holder.origin.source, ability, event.stretch)
                if met.count(entry) >= _copies(board, holder, event.stretch):
                    continue
                met.append(entry)
            yield _waiting(board, holder, ())
    for entry_ in board.delayed:
        if entry_ not in spent and any(_is_moment(board, entry_.origin, one, event) for one in single_triggers(entry_.ability)):
            _spend(entry_, spent)
            yield _waiting(board, Holder(board, entry_.origin, CardAbility(entry_.ability), ()), ())


def _copies(board: Board, holder: Holder, stretch: Stretch) -> int:
    """How many equal abilities the card has: each has its own "at the end"."""
    mine = [other for other in watching(board, stretch) if other.origin.source == holder.origin.source]
    return sum(other.held.ability == holder.held.ability for other in mine)


def _is_moment(board: Board, origin: Origin, trigger: object, event: ev.Occur) -> bool:
    if not isinstance(trigger, fx.At):
        return False
    moment = trigger.moment
    if moment.edge is not event.edge or moment.period.stretch is not event.stretch:
        return False
    whose = moment.period.whose
    ctx = context(board, origin)
    if whose not in (None, Side.ANY, Side.BOTH) and board.turn not in players(ctx, whose):
        return False
    return trigger.condition is None or holds(ctx, trigger.condition)


def unmet_ends(board: Board, stretch: Stretch) -> bool:
    """Whether an ability that triggers at this end has come up since it occurred (7.6.5, 9.7.4)."""
    if not board.world.automatic:
        return False
    return any(_at_moment(board, ev.Occur(Edge.END, stretch), list(board.met), []))


@reminder("10.8.5", "10.8.5.1")
def _spend(entry: Delayed, spent: list[Delayed]) -> None:
    """A delayed ability triggers once, unless it says how long it lasts and not that it is for the next time only."""
    cite("10.8.5")
    if entry.expiry is None or entry.once:
        cite("10.8.5.1")
        spent.append(entry)


# States --------------------------------------------------------------------------------------------------------------------


@reminder("10.8.6", "10.8.6.1")
def _states(board: Board, found: Sequence[Waiting]) -> Iterator[Waiting]:
    """Abilities whose state holds and that do not wait for it already, nor resolve."""
    for holder in watching(board, None):
        for trigger in holder.triggers:
            if isinstance(trigger, fx.WhenState) and holds(context(board, holder.origin), trigger.condition):
                new = _waiting(board, holder, ())
                resolving = any(_is_of(item, new) for item in board.resolution)
                if not resolving and not any(
                    entry.ability == new.ability and entry.origin == new.origin for entry in (*board.waiting, *found)
                ):
                    cite("10.8.6.1")
                    yield new


def _is_of(item: Item, waiting: Waiting) -> bool:
    return item.ability == waiting.ability and item.origin.source == waiting.origin.source
