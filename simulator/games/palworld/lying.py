"""Conditions that ask nothing but how their own card lies in its base, and what turn, phase and battle it is."""

from collections.abc import Callable
from typing import TypeAlias

from headjudge.parser import effect_terms as terms
from headjudge.simulator.games.palworld.board import Board, Thing
from headjudge.simulator.once import once_each

ByLying: TypeAlias = Callable[[Board, int, Thing], bool]
"""Whether it holds of a card in the base of a player."""


@once_each
def by_lying(condition: terms.Condition) -> ByLying | None:
    """What tells whether such a condition holds, as soon as its card is seen; None if it asks for more, or cites anything."""
    match condition:
        case terms.Matches(terms.This(), terms.Cards(any_of, None, None | terms.Zone.BASE, None, False)):
            return _lies_so(any_of)
        case terms.IsDuring(period):
            return _during(period)
        case terms.Not(inner):
            told = by_lying(inner)
            return None if told is None else lambda board, player, thing: not told(board, player, thing)
        case terms.AllOf(conditions) | terms.AnyOf(conditions):
            parts = [told for inner in conditions if (told := by_lying(inner)) is not None]
            if len(parts) < len(conditions):
                return None
            enough = all if isinstance(condition, terms.AllOf) else any
            return lambda board, player, thing: enough([part(board, player, thing) for part in parts])
    return None


def _lies_so(any_of: tuple[terms.Description, ...]) -> ByLying | None:
    """Whether a card lies in one of the ways described, if nothing else is described."""
    ways: list[bool] = []
    for description in any_of:
        asked = {trait.orientation for trait in description.traits if isinstance(trait, terms.Oriented)}
        if len(asked) < len(set(description.traits)) or len(asked) > 1:
            return None
        ways += [way is terms.Orientation.RESTED for way in asked] or (True, False)
    return lambda _board, _player, thing: thing.rested in ways


def _during(period: terms.Period) -> ByLying:
    whose, stretch = period.whose, period.stretch
    always = stretch in (terms.Stretch.TURN, terms.Stretch.GAME)

    def is_now(board: Board, player: int, _thing: Thing) -> bool:
        if whose in (terms.Side.YOU, terms.Side.OPPONENT) and (board.turn == player) != (whose is terms.Side.YOU):
            return False
        if stretch is terms.Stretch.BATTLE:
            return board.battle is not None
        return always or board.phase is stretch

    return is_now
