"""What continuous effects make of a card's information, layer by layer (10.10.1)."""

from collections.abc import Callable
from typing import Any

from headjudge.parser import effects as fx
from headjudge.parser.effect_terms import Amount, Number
from headjudge.simulator.citing import cite
from headjudge.simulator.games.palworld.board import CardAbility, Features
from headjudge.simulator.games.palworld.book import reminder
from headjudge.simulator.games.palworld.continuous import LAYER_OF, NUMBERS, Live, stat_name
from headjudge.simulator.games.palworld.meaning import Context, amount, calculate
from headjudge.simulator.once import once_each

_FIELDS = {
    fx.Feature.KIND: "kinds",
    fx.Feature.COLOR: "colors",
    fx.Feature.ATTRIBUTE: "attributes",
    fx.Feature.WORK: "work",
}


def changed_by(ctx: Context, live: Live, layer: str, features: Features) -> Features:
    """The information of a card with what an effect does to it in one layer."""
    assert isinstance(live.effect, fx.Modify)
    if layer == NUMBERS and (changing := by_figures(live.effect)) is not None:
        return changing(features)
    for change in live.effect.changes:
        if LAYER_OF[type(change)] == layer:
            features = _changed(ctx, features, change)
    return features


def _changed(ctx: Context, features: Features, change: fx.Change) -> Features:
    match change:
        case fx.ChangeStat() | fx.SetStat():
            return _number_changed(features, change, lambda wanted: amount(ctx, wanted))
        case fx.GainAbility(ability):
            held = CardAbility(ability, ctx.board.world.keyword_of.get(ability, ""))
            return features._replace(abilities=(*features.abilities, held))
        case fx.LoseAbilities(keyword):
            kept = tuple(held for held in features.abilities if keyword is not None and held.keyword != keyword)
            return features._replace(abilities=kept)
        case fx.DisableAbilities(keyword):
            void = tuple(held for held in features.abilities if keyword in (None, held.keyword))
            return features._replace(void=(*features.void, *void))
        case fx.GainName(name):
            return features._replace(names=(*features.names, name if name is not None else ctx.declared))
        case fx.GainFeature(feature, word):
            return _with(features, _FIELDS[feature], (*getattr(features, _FIELDS[feature]), word))
        case fx.SetFeature(feature, words):
            return _with(features, _FIELDS[feature], words)
        case fx.ActivateTimes(times):
            return features._replace(times=(*features.times, amount(ctx, times)))
    raise AssertionError(change)


@reminder("1.3.2.4")
def _number_changed(features: Features, change: fx.ChangeStat | fx.SetStat, value: Callable[[Amount], int]) -> Features:
    name = stat_name(change.stat)
    if isinstance(change, fx.SetStat):
        return _with(features, name, value(change.amount))
    old = getattr(features, name)
    if old is None:
        return features
    new = calculate(old, change.operation, value(change.amount))
    if new < 0:
        cite("1.3.2.4")
    if change.floor is not None and new < old:
        new = max(new, min(old, value(change.floor)))
    return _with(features, name, new)


@once_each
def by_figures(effect: fx.Modify) -> Callable[[Features], Features] | None:
    """What changes the numbers of a card's information, asked once for each, if the amounts are figures on every board."""
    changes = [change for change in effect.changes if isinstance(change, fx.ChangeStat | fx.SetStat)]
    amounts = [change.amount for change in changes]
    amounts += [change.floor for change in changes if isinstance(change, fx.ChangeStat) and change.floor is not None]
    if not all(isinstance(wanted, Number) for wanted in amounts):
        return None

    @once_each
    def changing(features: Features) -> Features:
        for change in changes:
            features = _number_changed(features, change, _figure)
        return features

    return changing


def _figure(wanted: Amount) -> int:
    assert isinstance(wanted, Number)
    return wanted.value


def _with(features: Features, field: str, value: object) -> Features:
    changes: dict[str, Any] = {field: value}
    return features._replace(**changes)
