"""10.11: replacement effects, settled before a batch of events happens."""

from collections.abc import Sequence
from typing import TypeAlias

from headjudge.parser import effect_terms as terms
from headjudge.parser import effects as fx
from headjudge.parser.named import NamedTuple
from headjudge.simulator.citing import apart, cite
from headjudge.simulator.games.palworld import events as ev
from headjudge.simulator.games.palworld.acts import Undoable, events_for
from headjudge.simulator.games.palworld.board import Board, find
from headjudge.simulator.games.palworld.book import procedure, reminder, step
from headjudge.simulator.games.palworld.choice import Choice
from headjudge.simulator.games.palworld.continuous import Live
from headjudge.simulator.games.palworld.costs import payable
from headjudge.simulator.games.palworld.events import EndEffect
from headjudge.simulator.games.palworld.happening import Happening, happenings, means
from headjudge.simulator.games.palworld.meaning import amount, calculate
from headjudge.simulator.games.palworld.policies import policy
from headjudge.simulator.games.palworld.script import Script, reading, selections
from headjudge.simulator.games.palworld.view import context, standing
from headjudge.simulator.moves import Answer, Call, Choose, Commit, Do, Event, Goto, Let, Move, Option, Return
from headjudge.simulator.state import Frame, ObjectId

procedure("10.11")

Exempt: TypeAlias = tuple[tuple[object, ...], ...]
"""The replacements that have been dealt with for an event."""


class Pending(NamedTuple):
    """An event that is about to happen, and the replacements that have been dealt with for it (10.11.2.3)."""

    event: Event
    dealt_with: Exempt = ()


class Batch(NamedTuple):
    """Events about to happen together. `chosen` is the replacement that applies next, to the event at that place."""

    pending: tuple[Pending, ...]
    chosen: tuple[int, Live] | None = None
    afterwards: tuple[Script, ...] = ()
    """What a replacement does instead that no event of this batch can be: carried out once the batch has happened."""


def replaced(board: Board, events: Sequence[Event], exempt: Exempt = ()) -> Call | None:
    """The procedure that settles a batch of which some event may be replaced; None if none can be."""
    if not standing(board).replaces:
        return None
    found, cited = apart(lambda: any(_replacements(board, Pending(event, exempt)) for event in events))
    if not found and "10.11.3" in cited:
        cite("10.11.3")
    return Call("10.11.2", Batch(tuple(Pending(event, exempt) for event in events))) if found else None


def done(board: Board, events: Sequence[Event], exempt: Exempt) -> Move:
    """Events that happen. Where they happen in the place of another event, what has been applied to that one is not applied
    to them (10.11.2.3)."""
    if not exempt:
        return Do(*events)
    cite("10.11.2.3")
    return replaced(board, events, exempt) or Commit(tuple(events))


def _identity(live: Live) -> tuple[object, ...]:
    return live.order, live.origin.source


def _replacements(board: Board, pending: Pending) -> list[Live]:
    """The replacement effects that could apply to an event, those dealt with left out."""
    found = []
    called = list(happenings(board, pending.event))
    for live in standing(board).replaces:
        assert isinstance(live.effect, fx.Replace)
        if _identity(live) in pending.dealt_with:
            cite("10.11.2.3")
        else:
            ctx = context(board, live.origin)
            if any(means(ctx, live.effect.event, done) for done in called):
                if live.effect.choice and not payable(board, Script(live.effect.choice, live.origin, paying=True)):
                    cite("10.11.3")
                    continue
                found.append(live)
    return found


def _batch(frame: Frame) -> Batch:
    assert isinstance(frame.locals, Batch)
    return frame.locals


@step("10.11.1")
@reminder("10.2.1.3.1")
def other_event_happens(board: Board, frame: Frame) -> Answer:
    """The event does not happen; what the replacement says happens instead."""
    batch = _batch(frame)
    cite("10.2.1.3.1")
    assert batch.chosen is not None
    place, live = batch.chosen
    assert isinstance(live.effect, fx.Replace)
    pending = batch.pending[place]
    dealt_with = (*pending.dealt_with, _identity(live))
    new: list[Pending] = []
    afterwards = batch.afterwards
    script = _script(board, live, pending.event)
    for act in live.effect.instead:
        if isinstance(act, fx.AlteredEvent):
            new.append(Pending(_altered(script, board, pending.event, act), dealt_with))
        elif selections(act) or isinstance(act, fx.Choose | fx.If | fx.May | fx.Repeat | fx.Lasting | fx.Delayed | fx.Draw):
            afterwards = (*afterwards, script._replace(todo=(act,), exempt=dealt_with))
        else:
            new += [Pending(event, dealt_with) for event in _done_instead(board, script, act)]
    listed = (*batch.pending[:place], *new, *batch.pending[place + 1 :])
    return Let(Batch(listed, None, afterwards)), *_spent(board, live), Goto("10.11.2")


def _spent(board: Board, live: Live) -> tuple[Move, ...]:
    """An effect for the next time only is over once that time has come, whether or not it was applied."""
    if not isinstance(live.effect, fx.Replace) or not live.effect.once:
        return ()
    over = [EndEffect(going) for going in board.effects if (going.effect, going.stamp) == (live.effect, live.stamp)]
    return (Commit(tuple(over[:1])),) if over else ()


def _done_instead(board: Board, script: Script, act: object) -> list[Event]:
    """What an act makes happen in the place of an event: nothing if it cannot be done (1.3.2)."""
    try:
        return events_for(board, script, act)
    except Undoable:
        cite("1.3.2")
        return []


def _script(board: Board, live: Live, event: Event) -> Script:
    subject = next((done.subject for done in happenings(board, event) if done.subject is not None), None)
    script = Script((), live.origin)
    return script if subject is None else script.role(terms.Role.TRIGGER, (subject,))


def _altered(script: Script, board: Board, event: Event, act: fx.AlteredEvent) -> Event:
    number = amount(reading(board, script), act.amount)
    if isinstance(event, ev.Damage):
        return event._replace(amount=calculate(event.amount, act.operation, number))
    if isinstance(event, ev.GainSouls | ev.ChangeLife | ev.ChangeResource):
        return event._replace(amount=calculate(event.amount, act.operation, number))
    return event


@step("10.11.1.1", thereby=True)
def batch_happens(_board: Board, frame: Frame) -> Answer:
    """What is left happens; what was replaced never did."""
    batch = _batch(frame)
    if isinstance(frame.result, tuple):
        return Return(frame.result)
    rest: list[Move] = [Call("10.9.1", script) for script in batch.afterwards]
    return Commit(tuple(pending.event for pending in batch.pending)), *rest, Goto("10.11.1.1")


@step("10.11.2")
@reminder("10.11.2.1", "10.11.2.2", "10.11.2.3", "10.11.3", "10.2.1.3.2")
def first_replacement_is_chosen(board: Board, frame: Frame) -> Answer:
    """Of several replacements for one event its player decides which applies first; each applies once."""
    batch = _batch(frame)
    for place, pending in enumerate(batch.pending):
        found = _replacements(board, pending)
        if found:
            return Choose(_decider(board, pending.event), _options(board, batch, place, found))
    return Goto("10.11.1.1")


def _decider(board: Board, event: Event) -> int:
    """Who is affected: the controller of the card, else the player of the event."""
    done = next(iter(happenings(board, event)), Happening(terms.Deed.MOVE))
    if isinstance(event, ev.Damage):
        affected = event.target
    else:
        affected = done.subject if done.subject is not None else (done.by if done.by is not None else board.turn)
    if isinstance(affected, ObjectId):
        cite("10.11.2.1")
        where = find(board, affected)
        return where.player if where is not None else board.turn
    cite("10.11.2.2")
    policy(board, "replacement-decider")
    return affected


def _options(board: Board, batch: Batch, place: int, found: Sequence[Live]) -> tuple[Option, ...]:
    pending = batch.pending[place]
    options = []
    for live in found:
        assert isinstance(live.effect, fx.Replace)
        applied: tuple[Move, ...] = (Let(batch._replace(chosen=(place, live))), Goto("10.11.1"))
        if live.effect.choice:
            cite("10.2.1.3.2")
            applied = (Call("10.4.2", Script(live.effect.choice, live.origin, paying=True)), *applied)
        ability = fx.Continuous((live.effect,))
        options.append(Option(Choice("replace", (live.origin.source,), ability), applied))
        if live.effect.choice or live.effect.optional:
            left = pending._replace(dealt_with=(*pending.dealt_with, _identity(live)))
            kept = batch._replace(pending=(*batch.pending[:place], left, *batch.pending[place + 1 :]))
            declined = (Let(kept), *_spent(board, live), Goto("10.11.2"))
            options.append(Option(Choice("not_replace", (live.origin.source,), ability), declined))
    if len(found) > 1:
        cite("10.11.2")
    return tuple(options)
