"""10.10.1: continuous effects are applied layer by layer; within a layer by time stamp, unless one depends on another.

Where none of a layer's effects asks what another changes, each card's information hangs on no other card's: it is worked
out when somebody asks for it. Where one does, the whole layer is worked out at once, dependency found by trying.
"""

from collections.abc import Callable
from typing import TypeAlias

from headjudge.parser import effects as fx
from headjudge.parser.effect_terms import This
from headjudge.simulator.citing import noted, taken_back
from headjudge.simulator.games.palworld.affecting import affects, affects_alone
from headjudge.simulator.games.palworld.board import Board, Thing, Where, in_base
from headjudge.simulator.games.palworld.book import reminder
from headjudge.simulator.games.palworld.changing import by_figures, changed_by
from headjudge.simulator.games.palworld.continuous import NUMBERS, Known, Live, reading
from headjudge.simulator.games.palworld.meaning import Context, printed
from headjudge.simulator.games.palworld.ordering import InTurn, Remembered, Worked
from headjudge.simulator.state import ObjectId, made


@reminder("10.1.1.3")
def said_by(board: Board, live: Live) -> tuple[str, ...]:
    """Why an effect is there all the time, if a continuous ability makes it, and what its keyword means."""
    return (*(("10.1.1.3",) if live.stamp is None else ()), *board.world.keyword_clauses.get(live.keyword, ()))


Working: TypeAlias = Callable[[Thing], Worked]


def as_printed(thing: Thing) -> Worked:
    """The information that continuous effects are applied to (10.10.1.1)."""
    return made(Worked, (printed(thing), (), ()))


class LayerByCard:
    """A layer whose effects do not depend on one another, on one board: each card is worked out when it is asked for."""

    def __init__(self, board: Board, layer: str, before: Working, in_turn: InTurn) -> None:
        self._board = board
        self._layer = layer
        self._before = before
        self._effects, self._remembered = in_turn
        self._read: dict[int, Context] = {}
        self._worked: dict[ObjectId, Worked] = {}

    def of(self, thing: Thing) -> Worked:
        """A card in a base once the layer has been applied."""
        known = self._worked.get(thing.id)
        if known is None:
            where = in_base(self._board, thing.id)
            before = self._before(thing)
            known = self._worked[thing.id] = before if where is None else self._found_or_worked_out(before, where)
        return known

    def _found_or_worked_out(self, before: Worked, where: Where) -> Worked:
        """The card as the same effects made it on another board, where nothing else counts, else as they make it here."""
        board, remembered = self._board, self._remembered
        if remembered is None:
            return self.work_out(before, where)
        thing = where.thing
        place = (thing.id, where.player)
        found = remembered.get(place)
        if (
            found is None
            or found.before is not before.features
            or found.arrived != thing.arrived
            or found.turn != board.turn
            or found.world is not board.world
        ):
            worked = self.work_out(Worked(before.features), where)
            found = made(Remembered, (before.features, thing.arrived, board.turn, board.world, worked))
            remembered[place] = found
        after = found.after
        if not before.cited and not before.rests_on:
            return after
        return Worked(after.features, (*before.cited, *after.cited), (*before.rests_on, *after.rests_on))

    def work_out(self, worked: Worked, where: Where) -> Worked:
        """What the effects of the layer make of a card in a base, of which this is known before."""
        start = noted()
        features, before, rests_on = worked
        thing = where.thing
        cited: tuple[str, ...] = ()
        for number, (live, why) in enumerate(self._effects):
            assert isinstance(live.effect, fx.Modify)
            if isinstance(live.effect.cards, This) and live.origin.source != thing.id:
                continue  # as most are that other cards have: nothing has to be read for them
            told = affects_alone(live, where, worked.features)
            if told is None:
                told = affects(self._reading(number), live, where)
            if told:
                changing = by_figures(live.effect) if self._layer == NUMBERS else None
                if changing is None:
                    changed = changed_by(self._reading(number), live, self._layer, features)
                else:
                    changed = changing(features)
                if changed is not features and changed != features:
                    features = changed
                    cited += (self._layer, *why, *said_by(self._board, live))
        return made(Worked, (features, (*before, *dict.fromkeys(cited)), (*rests_on, *taken_back(start))))

    def _reading(self, number: int) -> Context:
        """From where the words of an effect are read."""
        known = self._read.get(number)
        if known is None:
            known = self._read[number] = reading(self._board, only_features(self._before), self._effects[number][0])
        return known


def only_features(working: Working) -> Known:
    """The information alone."""
    return lambda thing: working(thing).features
