"""10.10.1: continuous effects by layers and in their order, put together once for the very same effects.

Boards follow one another with mostly the same effects: what hangs on nothing but them is found again, not worked out again.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from headjudge.parser import effects as fx
from headjudge.parser.effect_terms import Deed
from headjudge.parser.named import NamedTuple
from headjudge.simulator.citing import apart
from headjudge.simulator.games.palworld.affecting import is_told_card_by_card
from headjudge.simulator.games.palworld.board import Features, World
from headjudge.simulator.games.palworld.changing import by_figures
from headjudge.simulator.games.palworld.continuous import ABILITIES, LAYERS, NUMBERS, Live, layers_of, reads, writes
from headjudge.simulator.once import MOST
from headjudge.simulator.state import ObjectId

_T = TypeVar("_T")

Ordered: TypeAlias = tuple[Live, tuple[str, ...]]
"""An effect, and the clauses by which its turn to be applied has come."""


def in_any_order(left: Sequence[Live], layer: str) -> bool:
    """Whether none of the effects of a layer asks what another of them changes."""
    if len(left) == 1 and not isinstance(left[0].effect, fx.Provided):
        return True
    written = frozenset[str]().union(*(writes(live, layer) for live in left))
    return not any(written & reads(live, layer) for live in left)


def by_time_stamp(left: Sequence[Live]) -> list[Ordered]:
    """Effects that do not depend on one another, in the order in which they are applied."""
    if len(left) == 1:
        return [(left[0], ())]
    ordered = sorted(left, key=lambda live: live.order)
    return [(live, ("10.10.1.6", "10.10.1.6.1" if live.stamp is None else "10.10.1.6.2")) for live in ordered]


def _for_the_same(work_out: Callable[..., _T]) -> Callable[..., _T]:
    """The function with its answers kept for the very same effects in the same order. Sorting them decides nothing: what it
    asks of their words is not cited."""
    answers: dict[tuple[object, ...], tuple[Sequence[Live], _T]] = {}

    def asked(effects: Sequence[Live], *more: Any) -> _T:
        key = (*map(id, effects), *more)
        known = answers.get(key)
        if known is None:
            if len(answers) >= MOST:
                answers.clear()
            answer, _ = apart(lambda: work_out(effects, *more))
            known = answers[key] = (effects, answer)  # holding them keeps their ids from being given to others
        return known[1]

    return asked


class Layered(NamedTuple):
    """The effects that there may be, by the layers in which they apply."""

    by_layer: Mapping[str | None, list[Live]]
    """Of None, those that change no card's information."""
    conditional: frozenset[str | None]
    """The layers of which some effect is there on a condition only."""
    independent: frozenset[str]
    """The layers in which none of them asks what another changes, so that each card can be looked at by itself."""
    always: "Mapping[str, InTurn]"
    """The effects of layers that are independent and not conditional."""
    always_standing: "Standing | None"
    """Those that change no card's information, unless one is conditional."""
    worked: "dict[tuple[ObjectId, int], Remembered] | None"
    """What all of them make of cards, by card and player, if that hangs on no other card, on whichever board they are."""


@_for_the_same
def layered(held: Sequence[Live]) -> Layered:
    """Effects sorted into layers."""
    found: dict[str | None, list[Live]] = {}
    for live in held:
        for layer in layers_of(live.effect):
            found.setdefault(layer, []).append(live)
    conditional = frozenset(layer for layer in found if any(isinstance(live.effect, fx.Provided) for live in found[layer]))
    # effects on abilities decide which effects there are at all
    independent = frozenset(layer for layer in LAYERS if layer != ABILITIES and in_any_order(found.get(layer, ()), layer))
    always = {layer: in_turn(found.get(layer, ()), layer) for layer in independent - conditional}
    by_card = all(layer not in found or (layer in always and always[layer].worked is not None) for layer in LAYERS)
    standing = None if None in conditional else standing_by(found.get(None, ()))
    return Layered(found, conditional, independent, always, standing, {} if by_card else None)


class Worked(NamedTuple):
    """The information of a card in a base once a layer has been applied."""

    features: Features
    cited: tuple[str, ...] = ()
    """The clauses that made it differ from what is printed."""
    rests_on: tuple[str, ...] = ()
    """What working it out rested on besides: what words mean, which states hold."""


class Remembered(NamedTuple):
    """What the effects of a layer make of a card, and of what."""

    before: Features
    arrived: int
    turn: int
    world: World
    after: Worked


class InTurn(NamedTuple):
    """The effects of a layer that are there and do not depend on one another, in the order in which they are applied."""

    effects: list[Ordered]
    worked: dict[tuple[ObjectId, int], Remembered] | None
    """What they make of cards, by card and player, if that hangs on no other card, on whichever board they are."""


@_for_the_same
def in_turn(present: Sequence[Live], layer: str) -> InTurn:
    """Effects that are there, and do not depend on one another."""
    return InTurn(by_time_stamp(present), {} if all(_is_told_by_card(live.effect, layer) for live in present) else None)


def _is_told_by_card(effect: fx.Static, layer: str) -> bool:
    """Whether what an effect makes of a card hangs on nothing but that card, whose turn it is, and the effect itself."""
    if not isinstance(effect, fx.Modify) or not is_told_card_by_card(effect):
        return False
    if layer == NUMBERS:
        return by_figures(effect) is not None
    return not any(isinstance(change, fx.ActivateTimes) for change in effect.changes)


class Standing(NamedTuple):
    """The effects in force that change no card's information: prohibitions, permissions, replacements, costs."""

    all: tuple[Live, ...] = ()
    rules: Mapping[tuple[fx.Mode, Deed], tuple[Live, ...]] = {}
    """Those that forbid, demand or permit such a deed."""
    forbidden: frozenset[Deed] = frozenset()
    """The deeds that any of them forbids."""
    replaces: tuple[Live, ...] = ()


NONE_STANDING = Standing()


@_for_the_same
def standing_by(effects: Sequence[Live]) -> Standing:
    """Effects that change no card's information, by what they do."""
    if not effects:
        return NONE_STANDING
    rules: dict[tuple[fx.Mode, Deed], tuple[Live, ...]] = {}
    for live in effects:
        if isinstance(live.effect, fx.Rule):
            about = (live.effect.mode, live.effect.event.deed)
            rules[about] = (*rules.get(about, ()), live)
    forbidden = frozenset(deed for mode, deed in rules if mode is fx.Mode.CANNOT)
    return Standing(tuple(effects), rules, forbidden, tuple(live for live in effects if isinstance(live.effect, fx.Replace)))
