"""Whether the conditions of card text hold on a board."""

from typing import assert_never

from headjudge.parser import effect_terms as terms
from headjudge.parser.card_print import print_words
from headjudge.simulator.citing import cite
from headjudge.simulator.games.palworld.board import ZONE_NAMES, find
from headjudge.simulator.games.palworld.meaning import Context, amount, compare, controller, fits, players, things
from headjudge.simulator.state import ObjectId
from headjudge.simulator.unmodelled import NotModelledError


def holds(ctx: Context, condition: terms.Condition) -> bool:
    """Whether a condition holds now."""
    match condition:
        case terms.InState(state):
            cite("5.3.4")
            return ctx.in_state(ctx.board, state)
        case terms.Compare(left, relation, right):
            return compare(amount(ctx, left), relation, amount(ctx, right))
        case terms.Matches(what, cards):
            referred = things(ctx, what)
            return bool(referred) and all(_matches(ctx, thing, cards) for thing in referred)
        case terms.Did():
            return ctx.did
        case terms.IsDuring(period):
            return is_during(ctx, period)
        case terms.Happened(event, period):
            return _happened(ctx, event, period)
        case terms.Not(inner):
            return not holds(ctx, inner)
        case terms.AllOf(conditions):
            return all(holds(ctx, inner) for inner in conditions)
        case terms.AnyOf(conditions):
            return any(holds(ctx, inner) for inner in conditions)
        case _:
            assert_never(condition)


def _matches(ctx: Context, thing: ObjectId, cards: terms.Cards) -> bool:
    """Whether a thing is among the cards described; one that left is asked for what it last was."""
    if cards.holder is not None and controller(ctx.board, thing) not in players(ctx, cards.holder):
        return False
    if cards.zone is not None:
        where = find(ctx.board, thing)
        if where is None or where.zone != ZONE_NAMES.get(cards.zone):
            return False
    if cards.others and thing == ctx.origin.source:
        return False
    return fits(ctx, thing, cards)


def is_during(ctx: Context, period: terms.Period) -> bool:
    """Whether it is that turn, phase or battle now."""
    if period.whose in (terms.Side.YOU, terms.Side.OPPONENT) and ctx.board.turn not in players(ctx, period.whose):
        return False
    if period.stretch is terms.Stretch.BATTLE:
        return ctx.board.battle is not None
    return period.stretch in (terms.Stretch.TURN, terms.Stretch.GAME, ctx.board.phase)


def _happened(ctx: Context, event: terms.Event, period: terms.Period) -> bool:
    whole_game = period.stretch is terms.Stretch.GAME
    target = event.target
    if (
        not (whole_game or period == terms.Period(terms.Stretch.TURN))
        or event.battle is not None
        or isinstance(target, terms.Side | terms.ControllerOf | terms.OwnerOf)
    ):
        raise NotModelledError(print_words(terms.Happened(event, period)))
    doers = None if event.by is None else players(ctx, event.by)
    return any(
        done.deed is event.deed
        and (whole_game or not done.old)
        and (doers is None or done.by in doers)
        and (event.subject is None or _is_one_of(ctx, done.subject, event.subject))
        and (target is None or _is_one_of(ctx, done.target, target))
        and event.origin in (None, done.origin)
        and event.destination in (None, done.destination)
        for done in ctx.board.deeds
    )


def _is_one_of(ctx: Context, thing: ObjectId | None, reference: terms.Reference) -> bool:
    if thing is None:
        return False
    if isinstance(reference, terms.Cards):
        return _matches(ctx, thing, reference)
    return thing in things(ctx, reference)
