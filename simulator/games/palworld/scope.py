"""What continuous effects can ask for: where all of it lies in the bases, a board with the same bases has the same view."""

from collections.abc import Iterable
from enum import Enum
from typing import TypeAlias

from headjudge.parser import effect_terms as terms
from headjudge.parser import effects as fx
from headjudge.parser.effect_tree import walk
from headjudge.simulator.games.palworld.board import Board, Thing, World
from headjudge.simulator.games.palworld.souls import are_souls

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
        return part.zone in (None, terms.Zone.BASE) and part.among is None and not are_souls(part)
    if isinstance(part, terms.Matches):  # this card is in a base, or what it last was stays so
        return isinstance(part.what, terms.This)
    return isinstance(part, (*_ASKED_OF_BASES, *_WORDS))


def changes_abilities(nodes: Iterable[object]) -> bool:
    """Whether these pieces of card text hold an effect that gives a card abilities, takes them away or makes them void."""
    return any(isinstance(node, fx.GainAbility | fx.LoseAbilities | fx.DisableAbilities) for node in nodes)


def changes_kinds(nodes: Iterable[object]) -> bool:
    """Whether these pieces of card text hold an effect that gives a card another kind."""
    return any(isinstance(node, fx.GainFeature | fx.SetFeature) and node.feature is fx.Feature.KIND for node in nodes)


def reads_orientation(nodes: Iterable[object]) -> bool:
    """Whether these pieces of card text ask of any card how it lies."""
    return any(isinstance(node, terms.Oriented) for node in nodes)


def reads_damage(nodes: Iterable[object]) -> bool:
    """Whether these pieces of card text ask of any card how much damage it has."""
    return any(getattr(node, "stat", None) is terms.Stat.DAMAGE for node in nodes)


Outline: TypeAlias = tuple[object, ...]


def outline(board: Board) -> Outline:
    """What boards have in common that are alike in what continuous effects ask for: a short form, not all of it."""
    one, two = board.seats[0].base, board.seats[1].base
    lying = len(one), one and one[-1].id, len(two), two and two[-1].id
    return id(board.world), id(board.effects), *lying, board.battle, board.turn, board.phase, board.states


def have_the_same(one: Board, other: Board) -> bool:
    """Whether two boards have the very same of everything that the information of cards hangs on."""
    mine, yours = one.seats, other.seats
    return (
        mine[0].base is yours[0].base
        and mine[1].base is yours[1].base
        and one.effects is other.effects
        and one.battle is other.battle
        and one.turn == other.turn
        and one.phase is other.phase
        and one.states is other.states
        and one.world is other.world
        and one.world.view_of_bases
    )


def are_alike(one: Board, other: Board) -> bool:
    """Whether two boards are alike in everything that the information of cards hangs on."""
    if (
        one.world is not other.world
        or not one.world.view_of_bases
        or one.effects is not other.effects
        or one.turn != other.turn
        or one.phase is not other.phase
        or one.battle != other.battle
        or one.states != other.states
    ):
        return False
    for mine, yours in zip(one.seats, other.seats, strict=True):
        if len(mine.base) != len(yours.base):
            return False
        if mine.base is not yours.base and not _lie_alike(one.world, mine.base, yours.base):
            return False
    return True


def _lie_alike(world: World, some: tuple[Thing, ...], others: tuple[Thing, ...]) -> bool:
    for one, other in zip(some, others, strict=True):
        if one is not other and (
            one.id != other.id
            or one.card is not other.card
            or one.arrived != other.arrived
            or one.known != other.known
            or (world.view_of_orientation and one.rested != other.rested)
            or (world.view_of_damage and one.damage != other.damage)
        ):
            return False
    return True
