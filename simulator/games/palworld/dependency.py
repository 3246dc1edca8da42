"""10.10.1.5: an effect that depends on another of its layer is applied after it; whether it does is found by trying."""

from collections.abc import Iterable, Mapping
from functools import partial

from headjudge.parser import effects as fx
from headjudge.simulator.citing import apart
from headjudge.simulator.games.palworld.affecting import Reach, affected, reach
from headjudge.simulator.games.palworld.board import Board, Features, Thing, Where, permanents
from headjudge.simulator.games.palworld.book import reminder
from headjudge.simulator.games.palworld.changing import by_figures, changed_by
from headjudge.simulator.games.palworld.continuous import (
    ABILITIES,
    LAYER_OF,
    NUMBERS,
    Known,
    Live,
    concerning,
    layers_of,
    live_effects,
    reading,
    reads,
    sources,
    writes,
)
from headjudge.simulator.games.palworld.layers import Working, said_by
from headjudge.simulator.games.palworld.meaning import Context, amount, printed
from headjudge.simulator.games.palworld.ordering import Ordered, Worked, by_time_stamp, in_any_order
from headjudge.simulator.state import ObjectId

Table = Mapping[ObjectId, Features]


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
        trials = _Trials(board, layer, self._table)
        while left := [live for live in live_effects(board, known, layer, held) if live.identity not in done]:
            if in_any_order(left, layer):
                order = by_time_stamp(left)
            else:
                free = trials.independent(left, held)
                dependent |= {live.identity for live in left if live not in free} if free else set()
                order = [_next(left, free)]
            for chosen, why in order:
                why = (*why, *said_by(board, chosen))
                if chosen.identity in dependent:
                    why = ("10.10.1.5", *why)
                done.add(chosen.identity)
                for thing, features in trials.changed_by(chosen).items():
                    late = _too_late(board, self._table[thing], features)
                    self._table[thing] = features
                    self._cited[thing] = tuple(dict.fromkeys((*self._cited.get(thing, ()), layer, *why, *late)))
            if layer == ABILITIES:
                held = concerning(layer, sources(board, known))


def _too_late(board: Board, before: Features, after: Features) -> tuple[str, ...]:
    """The clauses of what a card no longer does since it has lost the ability to: the layers that come later, and keywords."""
    lost = [held for held in before.abilities if held not in after.abilities or held in after.void]
    later = dict.fromkeys(
        layer
        for held in lost
        if isinstance(held.ability, fx.Continuous)
        for effect in held.ability.effects
        if not isinstance(effect, fx.Unmodelled)
        for layer in layers_of(effect)
        if layer is not None and layer != ABILITIES
    )
    return (*later, *(clause for held in lost for clause in board.world.keyword_clauses.get(held.keyword, ())))


@reminder("10.10.1.5", "10.10.1.6", "10.10.1.6.1", "10.10.1.6.2")
def _next(left: list[Live], free: list[Live]) -> Ordered:
    """Which effect applies next: the earliest that depends on none of the others (10.10.1.5, 10.10.1.6)."""
    if not free:  # a circle: none of them can come "after" the others, so only their time stamps are left
        return min(left, key=lambda live: live.order), ("10.10.1.6",)
    order = "10.10.1.6.1" if free[0].stamp is None else "10.10.1.6.2"
    why = ("10.10.1.5",) if len(free) < len(left) else ()
    return free[0], (*why, "10.10.1.6", order) if len(free) > 1 else why


class _Trials:
    """What the effects of a layer would do now, and what they would do if another were applied first."""

    def __init__(self, board: Board, layer: str, table: Table) -> None:
        self._board = board
        self._layer = layer
        self._table = table
        self._lying = tuple(permanents(board))
        self._reach: dict[tuple[object, ...], Reach | None] = {}
        self._held: list[Live] = []
        self._may_come_and_go = False
        self._now: dict[tuple[object, ...], object] = {}
        self._changed: dict[tuple[object, ...], Table] = {}

    def independent(self, left: list[Live], held: list[Live]) -> list[Live]:
        """The effects that depend on none of the others (10.10.1.5), the earliest first."""
        self._held = held
        self._may_come_and_go = self._layer == ABILITIES or any(isinstance(live.effect, fx.Provided) for live in held)
        self._now.clear()
        self._changed.clear()
        return [
            live
            for live in sorted(left, key=lambda live: live.order)
            if not any(live is not before and self._depends(live, before) for before in left)
        ]

    def changed_by(self, live: Live) -> Table:
        """The cards that an effect makes different now, as they are then."""
        reach = self._reached(live)
        if reach is None:
            return _changed(self._lying, _in(self._table), self._layer, live, self._board)
        assert isinstance(live.effect, fx.Modify)
        changing = by_figures(live.effect) if self._layer == NUMBERS else None
        if changing is None:
            ctx = reading(self._board, _in(self._table), live)
            changing = partial(changed_by, ctx, live, self._layer)
        out = {}
        for thing in reach.cards:
            before = self._table[thing]
            if reach.affects(thing, before):
                after = changing(before)
                if after is not before and after != before:
                    out[thing] = after
        return out

    def _reached(self, live: Live) -> Reach | None:
        if live.identity not in self._reach:
            self._reach[live.identity] = reach(live, self._lying)
        return self._reach[live.identity]

    def _depends(self, later: Live, first: Live) -> bool:
        """Whether `later` would exist, affect or change otherwise with `first` applied before it (10.10.1.5)."""
        if writes(first, self._layer).isdisjoint(reads(later, self._layer)):
            return False
        if first.identity not in self._changed:
            self._changed[first.identity] = self.changed_by(first)
        changed = self._changed[first.identity]
        if not changed:
            return False
        assert isinstance(later.effect, fx.Modify)
        if not self._may_come_and_go and by_figures(later.effect) is not None and (reach := self._reached(later)) is not None:
            known = self._table
            return any(
                reach.affects(thing, known[thing]) != reach.affects(thing, then)
                for thing, then in changed.items()
                if thing in reach.cards
            )
        if later.identity not in self._now:
            self._now[later.identity] = self._outcome(later, self._table)
        return self._now[later.identity] != self._outcome(later, {**self._table, **changed})

    def _outcome(self, live: Live, table: Table) -> object:
        """Whether an effect exists, which cards it affects, and by how much it changes them."""
        known = _in(table)
        if self._may_come_and_go:
            held = concerning(ABILITIES, sources(self._board, known)) if self._layer == ABILITIES else self._held
            if not any(found.identity == live.identity for found in live_effects(self._board, known, self._layer, held)):
                return None
        ctx = reading(self._board, known, live)
        return [thing.id for thing in affected(self._lying, ctx, live)], _amounts(ctx, live, self._layer)


def _in(table: Table) -> Known:
    return lambda thing: table.get(thing.id) or printed(thing)


def _amounts(ctx: Context, live: Live, layer: str) -> list[int]:
    assert isinstance(live.effect, fx.Modify)
    changes = [change for change in live.effect.changes if LAYER_OF[type(change)] == layer]
    return [amount(ctx, change.amount) for change in changes if isinstance(change, fx.ChangeStat | fx.SetStat)]


def _changed(lying: Iterable[Where], known: Known, layer: str, live: Live, board: Board) -> dict[ObjectId, Features]:
    """The cards that an effect makes different in one layer, as they are then."""
    ctx = reading(board, known, live)
    out = {}
    for thing in affected(lying, ctx, live):
        before = known(thing)
        after = changed_by(ctx, live, layer, before)
        if after is not before and after != before:
            out[thing.id] = after
    return out
