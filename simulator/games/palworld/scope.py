"""What continuous effects can ask for: where all of it lies in the bases, a board with the same bases has the same view."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from headjudge.parser import effect_terms as terms
from headjudge.parser import effects as fx
from headjudge.parser.effect_tree import walk
from headjudge.simulator.games.palworld.board import Board, Thing

_ASKED_OF_BASES = (
    terms.This, terms.Those, terms.Cards, terms.Description, terms.OfKind, terms.OfColor, terms.HasAttribute, terms.SuitsWork,
    terms.Named, terms.SameNameAs, terms.StatIs, terms.Oriented, terms.HasKeyword, terms.InBattle, terms.Extreme, terms.Lacks,
    terms.Number, terms.Count, terms.Calculation, terms.InState, terms.Compare, terms.IsDuring, terms.Period, terms.Not,
    terms.AllOf, terms.AnyOf,
)  # fmt: skip
"""Kinds of words that ask for nothing but cards in bases, the turn and its phase, the battle, and states."""
_WORDS = (str, int, type(None), Enum, tuple)


def reads_bases_only(nodes: Iterable[object]) -> bool:
    """Whether these pieces of card text hold no continuous effect whose cards, numbers or existence hang on anything but the
    bases, the turn, the battle and states. What is not known to be so is not."""
    for node in nodes:
        asked: tuple[object, ...] = ()
        if isinstance(node, fx.Modify):
            numbers = [part for change in node.changes for part in _numbers(change)]
            asked = (node.cards, *numbers)
        elif isinstance(node, fx.Provided):
            asked = (node.condition,)
        if not all(_is_of_bases(part) for tree in asked for part in walk(tree)):
            return False
    return True


def _numbers(change: fx.Change) -> tuple[object, ...]:
    match change:
        case fx.ChangeStat(_, _, amount, floor):
            return (amount, floor)
        case fx.SetStat(_, amount) | fx.ActivateTimes(amount):
            return (amount,)
    return ()


def _is_of_bases(part: object) -> bool:
    if isinstance(part, terms.Cards):
        return part.zone in (None, terms.Zone.BASE) and part.among is None
    return isinstance(part, (*_ASKED_OF_BASES, *_WORDS))


def changes_kinds(nodes: Iterable[object]) -> bool:
    """Whether these pieces of card text hold an effect that gives a card another kind."""
    return any(isinstance(node, fx.GainFeature) and node.feature is fx.Feature.KIND for node in nodes)


def reads_orientation_or_damage(nodes: Iterable[object]) -> bool:
    """Whether these pieces of card text ask of any card how it lies or how much damage it has."""
    return any(isinstance(node, terms.Oriented) or getattr(node, "stat", None) is terms.Stat.DAMAGE for node in nodes)


@dataclass(frozen=True, slots=True, eq=False)
class Same:
    """A part of a board, equal to the very same one only."""

    part: object

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.part is other.part

    def __hash__(self) -> int:
        return id(self.part)


Scope: TypeAlias = tuple[object, ...]


def read_by_view(board: Board) -> Scope:
    """Everything on the board that the information of cards hangs on: if it is equal, so is the information."""
    world = board.world
    if not world.view_of_bases:
        return (Same(board),)
    one, two = board.seats
    bases = (Same(one.base), Same(two.base)) if world.view_of_positions else (_lying(one.base), _lying(two.base))
    return Same(world), *bases, Same(board.effects), board.states, board.battle, board.turn, board.phase


def _lying(base: tuple[Thing, ...]) -> tuple[tuple[object, ...], ...]:
    """Which cards lie in a base, whether standing or rested, hurt or not."""
    return tuple([(thing.id, thing.card.serial, thing.arrived, thing.known) for thing in base])
