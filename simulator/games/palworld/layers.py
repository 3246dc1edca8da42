"""10.10.1: continuous effects are applied layer by layer; within a layer by time stamp, unless one depends on another.

Where none of a layer's effects asks what another changes, each card's information hangs on no other card's: it is worked
out when somebody asks for it. Where one does, the whole layer is worked out at once, dependency found by trying.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from headjudge.parser import effects as fx
from headjudge.parser.effect_terms import Cards, Extreme, Lacks, This, Trait, Zone
from headjudge.simulator.citing import apart, cite, noted, taken_back
from headjudge.simulator.games.palworld.board import Board, Features, Thing, Where, in_base, permanents
from headjudge.simulator.games.palworld.book import reminder
from headjudge.simulator.games.palworld.changing import changed_by
from headjudge.simulator.games.palworld.continuous import (
    ABILITIES,
    LAYER_OF,
    Known,
    Live,
    live_effects,
    reading,
    reads,
    sources,
    writes,
)
from headjudge.simulator.games.palworld.meaning import (
    Context,
    amount,
    cite_traits,
    fits,
    players,
    printed,
    things,
    zone_meant,
)
from headjudge.simulator.games.palworld.wording import Worded, is_worded
from headjudge.simulator.once import once_each
from headjudge.simulator.state import ObjectId

Ordered = tuple[Live, tuple[str, ...]]
"""An effect, and the clauses by which its turn to be applied has come."""


def in_any_order(left: list[Live], layer: str) -> bool:
    """Whether none of the effects of a layer asks what another of them changes."""
    if len(left) == 1 and not isinstance(left[0].effect, fx.Provided):
        return True
    written = frozenset[str]().union(*(writes(live, layer) for live in left))
    return not any(written & reads(live, layer) for live in left)


def by_time_stamp(left: list[Live]) -> list[Ordered]:
    """Effects that do not depend on one another, in the order in which they are applied."""
    if len(left) == 1:
        return [(left[0], ())]
    ordered = sorted(left, key=lambda live: live.order)
    return [(live, ("10.10.1.6", "10.10.1.6.1" if live.stamp is None else "10.10.1.6.2")) for live in ordered]


# Card by card --------------------------------------------------------------------------------------------------------------


class Worked(NamedTuple):
    """The information of a card in a base once a layer has been applied."""

    features: Features
    cited: tuple[str, ...] = ()
    """The clauses that made it differ from what is printed."""
    rests_on: tuple[str, ...] = ()
    """What working it out rested on besides: what words mean, which states hold."""


Working: TypeAlias = Callable[[Thing], Worked]


def as_printed(thing: Thing) -> Worked:
    """The information that continuous effects are applied to (10.10.1.1)."""
    return Worked(printed(thing))


class LayerByCard:
    """A layer whose effects do not depend on one another, on one board: each card is worked out when it is asked for."""

    def __init__(self, board: Board, layer: str, before: Working, effects: list[Ordered]) -> None:
        self._board = board
        self._layer = layer
        self._before = before
        self._effects = effects
        self._read: list[tuple[Live, tuple[str, ...], Context]] = []
        self._worked: dict[ObjectId, Worked] = {}

    def of(self, thing: Thing) -> Worked:
        """A card in a base once the layer has been applied."""
        known = self._worked.get(thing.id)
        if known is None:
            start = noted()
            worked = self._work_out(thing)
            known = self._worked[thing.id] = worked._replace(rests_on=(*worked.rests_on, *taken_back(start)))
        return known

    def _work_out(self, thing: Thing) -> Worked:
        worked = self._before(thing)
        where = in_base(self._board, thing.id)
        if where is None:
            return worked
        features, _, rests_on = worked
        cited: tuple[str, ...] = ()
        for live, why, ctx in self._readings():
            assert isinstance(live.effect, fx.Modify)
            if _is_among(ctx, live.effect.cards, where) and _comes_in_time(live, thing):
                changed = changed_by(ctx, live, self._layer, features)
                if changed is not features and changed != features:
                    features = changed
                    cited += (self._layer, *why, *self._board.world.keyword_clauses.get(live.keyword, ()))
        return Worked(features, (*worked.cited, *dict.fromkeys(cited)), rests_on) if cited else worked

    def _readings(self) -> list[tuple[Live, tuple[str, ...], Context]]:
        if not self._read:
            before = only_features(self._before)
            self._read = [(live, why, reading(self._board, before, live)) for live, why in self._effects]
        return self._read


def only_features(working: Working) -> Known:
    """The information alone."""
    return lambda thing: working(thing).features


@reminder("10.10.2", "10.10.3")
def _comes_in_time(live: Live, thing: Thing) -> bool:
    """Whether an effect can affect a card: one of a used ability leaves out what came later (10.10.2)."""
    if live.stamp is not None and thing.arrived > live.stamp:
        cite("10.10.2")
        return False
    if live.stamp is None and thing.id != live.origin.source and thing.arrived > live.order[0]:
        cite("10.10.3")
    return True


def _is_among(ctx: Context, cards: object, where: Where) -> bool:
    """Whether words mean this card in a base, without going through all others if they need not be looked at."""
    match cards:
        case This():
            return where.thing.id == ctx.origin.source
        case Cards():
            if not _told_by_itself(cards):
                return where.thing.id in things(ctx, cards)
            if cards.zone is None:
                zone_meant(cards)
            if cards.holder is not None and where.player not in players(ctx, cards.holder):
                return False
            if cards.others and where.thing.id == ctx.origin.source:
                return False
            cite_traits(cards)
            if not where.thing.card.unknown and (fitting := _by_words(cards)) is not None:
                return fitting(ctx.features(ctx.board, where.thing))
            return fits(ctx, where.thing.id, cards)
        case _:
            return where.thing.id in things(ctx, cards)  # type: ignore[arg-type]  # the last kind of reference


@once_each
def _told_by_itself(cards: Cards) -> bool:
    """Whether a card in a base can be told to be meant without looking at others."""
    traits = [trait for description in cards.any_of for trait in description.traits]
    return cards.among is None and cards.zone in (None, Zone.BASE) and not any(isinstance(trait, Extreme) for trait in traits)


@once_each
def _by_words(cards: Cards) -> Callable[[Features], bool] | None:
    """What tells whether a card's information fits a description, asked once for each, if the words of it are enough."""
    if not all(
        isinstance(trait.trait if isinstance(trait, Lacks) else trait, Worded)
        for description in cards.any_of
        for trait in description.traits
    ):
        return None

    def has(features: Features, trait: Trait) -> bool:
        return not has(features, trait.trait) if isinstance(trait, Lacks) else is_worded(features, trait)  # type: ignore[arg-type]  # as just asked

    @once_each
    def fitting(features: Features) -> bool:
        return any(all(has(features, trait) for trait in description.traits) for description in cards.any_of)

    return fitting


# All at once ---------------------------------------------------------------------------------------------------------------


class LayerAtOnce:
    """A layer in which effects may depend on one another, worked out for every card in the bases of a board."""

    def __init__(self, board: Board, layer: str, before: Working, held: list[Live]) -> None:
        self._before = before
        self._table = {where.thing.id: before(where.thing).features for where in permanents(board)}
        self._cited: dict[ObjectId, tuple[str, ...]] = {}
        _, self._rests_on = apart(lambda: self._work_out(board, layer, held))

    def of(self, thing: Thing) -> Worked:
        """A card in a base once the layer has been applied."""
        before = self._before(thing)
        features = self._table.get(thing.id) or before.features
        return Worked(features, (*before.cited, *self._cited.get(thing.id, ())), (*before.rests_on, *self._rests_on))

    def _features(self, thing: Thing) -> Features:
        return self._table.get(thing.id) or printed(thing)

    def _work_out(self, board: Board, layer: str, held: list[Live]) -> None:
        done: set[tuple[object, ...]] = set()
        dependent: set[tuple[object, ...]] = set()
        known = self._features
        while left := [live for live in live_effects(board, known, layer, held) if live.identity not in done]:
            if in_any_order(left, layer):
                order = by_time_stamp(left)
            else:
                free = _independent(board, self._table, layer, left)
                dependent |= {live.identity for live in left if live not in free} if free else set()
                order = [_next(left, free)]
            for chosen, why in order:
                why = (*why, *board.world.keyword_clauses.get(chosen.keyword, ()))
                if chosen.identity in dependent:
                    why = ("10.10.1.5", *why)
                done.add(chosen.identity)
                for thing, features in _applied(board, known, layer, chosen):
                    if features != self._table[thing]:
                        self._table[thing] = features
                        self._cited[thing] = tuple(dict.fromkeys((*self._cited.get(thing, ()), layer, *why)))
            if layer == ABILITIES:
                held = sources(board, known)


def _independent(board: Board, table: Mapping[ObjectId, Features], layer: str, left: list[Live]) -> list[Live]:
    """The effects that depend on none of the others (10.10.1.5), the earliest first."""
    return [
        live
        for live in sorted(left, key=lambda live: live.order)
        if not any(live is not before and _depends(board, table, layer, live, before) for before in left)
    ]


@reminder("10.10.1.5", "10.10.1.6", "10.10.1.6.1", "10.10.1.6.2")
def _next(left: list[Live], free: list[Live]) -> Ordered:
    """Which effect applies next: the earliest that depends on none of the others (10.10.1.5, 10.10.1.6)."""
    if not free:  # a circle: none of them can come "after" the others, so only their time stamps are left
        return min(left, key=lambda live: live.order), ("10.10.1.6",)
    order = "10.10.1.6.1" if free[0].stamp is None else "10.10.1.6.2"
    why = ("10.10.1.5",) if len(free) < len(left) else ()
    return free[0], (*why, "10.10.1.6", order) if len(free) > 1 else why


def _depends(board: Board, table: Mapping[ObjectId, Features], layer: str, later: Live, first: Live) -> bool:
    """Whether `later` would exist, affect or change otherwise with `first` applied before it (10.10.1.5)."""
    if not writes(first, layer) & reads(later, layer):
        return False
    tried = {**table, **dict(_applied(board, _in(table), layer, first))}
    return _outcome(board, _in(table), layer, later) != _outcome(board, _in(tried), layer, later)


def _in(table: Mapping[ObjectId, Features]) -> Known:
    return lambda thing: table.get(thing.id) or printed(thing)


def _outcome(board: Board, features: Known, layer: str, live: Live) -> object:
    if not any(found.identity == live.identity for found in live_effects(board, features, layer, sources(board, features))):
        return None
    ctx = reading(board, features, live)
    return _affected(board, ctx, live), _amounts(ctx, live, layer)


def _amounts(ctx: Context, live: Live, layer: str) -> tuple[int, ...]:
    assert isinstance(live.effect, fx.Modify)
    changes = [change for change in live.effect.changes if LAYER_OF[type(change)] == layer]
    return tuple(amount(ctx, change.amount) for change in changes if isinstance(change, fx.ChangeStat | fx.SetStat))


def _affected(board: Board, ctx: Context, live: Live) -> tuple[ObjectId, ...]:
    assert isinstance(live.effect, fx.Modify)
    named = (in_base(board, thing) for thing in things(ctx, live.effect.cards))
    return tuple(where.thing.id for where in named if where is not None and _comes_in_time(live, where.thing))


def _applied(board: Board, features: Known, layer: str, live: Live) -> list[tuple[ObjectId, Features]]:
    """What the cards that an effect affects are once it has applied, in one layer."""
    ctx = reading(board, features, live)
    out = []
    for thing in _affected(board, ctx, live):
        where = in_base(board, thing)
        assert where is not None
        out.append((thing, changed_by(ctx, live, layer, features(where.thing))))
    return out
