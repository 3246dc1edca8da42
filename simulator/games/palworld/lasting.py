"""Effects that last (10.2.1.2) and abilities made for later (10.8.5): from words to what is in force."""

from dataclasses import fields, is_dataclass, replace
from typing import TypeVar

from headjudge.parser import effect_terms as terms
from headjudge.parser import effects as fx
from headjudge.parser.effect_durations import Duration, ForGame
from headjudge.simulator.games.palworld.board import Board, Delayed, InForce
from headjudge.simulator.games.palworld.durations import expiry
from headjudge.simulator.games.palworld.events import Become, Begin, Delay
from headjudge.simulator.games.palworld.meaning import Context, amount
from headjudge.simulator.games.palworld.policies import policy
from headjudge.simulator.games.palworld.script import Script, as_moved, reading
from headjudge.simulator.moves import Event

_T = TypeVar("_T")


def begin(board: Board, script: Script, effect: fx.Static, duration: Duration) -> tuple[Event, ...]:
    """The event by which a continuous effect is set going. Its amounts are what they are now."""
    if isinstance(effect, fx.StateHolds) and isinstance(duration, ForGame):
        return (Become(effect.state),)
    ctx = reading(board, script)
    ends, condition = expiry(board, script.origin.controller, duration)
    fixed = _fixed(ctx, effect)
    if fixed != effect:
        policy(board, "amounts-fixed-on-resolution")
    return (Begin(InForce(fixed, as_moved(board, script), ends, board.clock, script.declared, condition)),)


def _fixed(ctx: Context, tree: _T) -> _T:
    """The same words with every amount of a change replaced by the number that it is now."""
    if isinstance(tree, fx.ChangeStat | fx.SetStat):
        number = terms.Number(amount(ctx, tree.amount)) if amount(ctx, tree.amount) >= 0 else None
        if number is not None:
            return replace(tree, amount=number)
        return tree
    if isinstance(tree, fx.GainAbility):
        return _with_x(ctx, tree)
    if isinstance(tree, tuple):
        changed = tuple(_fixed(ctx, part) for part in tree)
        return tree if changed == tree else changed  # type: ignore[return-value]  # a tuple again
    if is_dataclass(tree) and not isinstance(tree, type | terms.Cards):
        changes = {field.name: _fixed(ctx, getattr(tree, field.name)) for field in fields(tree)}
        if any(changes[field.name] is not getattr(tree, field.name) for field in fields(tree)):
            return replace(tree, **changes)
    return tree


def _with_x(ctx: Context, tree: _T) -> _T:
    """A granted ability keeps its own words; only an X chosen for this use is settled."""
    if isinstance(tree, terms.Variable):
        return terms.Number(amount(ctx, tree)) if ctx.x is not None else tree  # type: ignore[return-value]  # an amount for an amount
    if isinstance(tree, tuple):
        return tuple(_with_x(ctx, part) for part in tree)  # type: ignore[return-value]  # a tuple again
    if is_dataclass(tree) and not isinstance(tree, type):
        return replace(tree, **{field.name: _with_x(ctx, getattr(tree, field.name)) for field in fields(tree)})
    return tree


def delay(board: Board, script: Script, act: fx.Delayed) -> Delay:
    """The event by which an ability is made that triggers later (10.8.5)."""
    ends = expiry(board, script.origin.controller, act.lasting)[0] if act.lasting is not None else None
    ability = fx.Automatic(act.trigger, _with_x(reading(board, script), act.effect))
    return Delay(Delayed(ability, as_moved(board, script), ends, board.clock, act.once))
