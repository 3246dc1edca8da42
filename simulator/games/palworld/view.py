"""The information of cards with continuous effects applied (10.10), layer by layer, dependency found by trying."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from headjudge.parser import effects as fx
from headjudge.parser.effect_terms import Deed, Stat, Zone
from headjudge.simulator.citing import apart, cite, cite_all
from headjudge.simulator.games.palworld.board import (
    PAL,
    Board,
    CardAbility,
    Features,
    InForce,
    Origin,
    Thing,
    Where,
    departed,
    find,
    in_base,
    permanents,
)
from headjudge.simulator.games.palworld.book import definition, reminder
from headjudge.simulator.games.palworld.meaning import Context, amount, calculate, gone, holds, printed, things
from headjudge.simulator.games.palworld.scope import Scope, read_by_view
from headjudge.simulator.once import MOST
from headjudge.simulator.state import ObjectId

ABILITIES, OTHER, NUMBERS = LAYERS = ("10.10.1.2", "10.10.1.3", "10.10.1.4")
_LAYER_OF: dict[type, str] = {
    fx.GainAbility: ABILITIES,
    fx.LoseAbilities: ABILITIES,
    fx.DisableAbilities: ABILITIES,
    fx.GainName: OTHER,
    fx.GainFeature: OTHER,
    fx.SetFeature: OTHER,
    fx.ActivateTimes: OTHER,
    fx.ChangeStat: NUMBERS,
    fx.SetStat: NUMBERS,
}
Table = dict[ObjectId, Features]


class Live(NamedTuple):
    """A continuous effect that exists now. `order` is its time stamp, made unique (10.10.1.6)."""

    effect: fx.Static
    origin: Origin
    order: tuple[int, int, int, int]
    stamp: int | None
    """For an effect of a used ability: cards that arrived later are not affected (10.10.2). None: of a continuous ability."""
    name: str = ""
    keyword: str = ""
    """The keyword under which the ability that holds it is printed."""
    asked: frozenset[str] = frozenset()
    """What it asks about cards, the condition included under which it exists."""


class View(NamedTuple):
    """The information of every card in a base, and the clauses that made it differ from what is printed."""

    table: Mapping[ObjectId, Features]
    cited: Mapping[ObjectId, tuple[str, ...]]
    general: tuple[str, ...] = ()
    """What working it out rested on besides: what words mean, which states hold."""


class Standing(NamedTuple):
    """The effects in force that change no card's information: prohibitions, permissions, replacements, costs."""

    all: tuple[Live, ...] = ()
    rules: Mapping[tuple[fx.Mode, Deed], tuple[Live, ...]] = {}
    """Those that forbid, demand or permit such a deed."""
    forbids: bool = False
    """Whether any of them forbids anything."""
    replaces: tuple[Live, ...] = ()


class _InForce(NamedTuple):
    """Everything that continuous effects make of a board."""

    view: View
    standing: Standing


_NOTHING = Standing()
_BY_BOARD: dict[int, tuple[Board, _InForce]] = {}
_BY_SCOPE: dict[Scope, _InForce] = {}


def _in_force(board: Board) -> _InForce:
    """Worked out once a board, and once for boards alike in everything that it hangs on: boards never change."""
    found = _BY_BOARD.get(id(board))
    if found is not None and found[0] is board:
        return found[1]
    scope = read_by_view(board)
    same = _BY_SCOPE.get(scope)
    if same is None:
        if len(_BY_SCOPE) >= MOST:
            _BY_SCOPE.clear()
        (worked, sources), general = apart(lambda: _work_out(board))
        worked = worked._replace(general=general)
        standing, _ = apart(lambda: _standing(live_effects(board, worked.table, None, sources)))
        same = _BY_SCOPE[scope] = _InForce(worked, standing)
    if len(_BY_BOARD) >= MOST:
        _BY_BOARD.clear()
    _BY_BOARD[id(board)] = (board, same)  # holding the board keeps its id from being given to another
    return same


def _standing(effects: Iterable[Live]) -> Standing:
    every = tuple(effects)
    rules: dict[tuple[fx.Mode, Deed], tuple[Live, ...]] = {}
    for live in every:
        if isinstance(live.effect, fx.Rule):
            about = (live.effect.mode, live.effect.event.deed)
            rules[about] = (*rules.get(about, ()), live)
    forbids = any(mode is fx.Mode.CANNOT for mode, _ in rules)
    return Standing(every, rules, forbids, tuple(live for live in every if isinstance(live.effect, fx.Replace)))


def view(board: Board) -> View:
    """The information of everything in the bases."""
    return _in_force(board).view


def standing(board: Board) -> Standing:
    """The effects in force that change no card's information."""
    return _in_force(board).standing if board.effects or board.world.static else _NOTHING


@reminder("10.10.1", *LAYERS)
def _work_out(board: Board) -> tuple[View, list[Live]]:
    """The view, and the effects as held by what has them in the end."""
    table: Table = {where.thing.id: printed(where.thing) for where in permanents(board)}
    cited: dict[ObjectId, tuple[str, ...]] = {}
    if not board.effects and not board.world.static:
        return View(table, cited), []
    sources = list(_sources(board, table))
    for layer in LAYERS:
        if not any(layer in _layers_of(live.effect) for live in sources):
            continue
        done: set[tuple[object, ...]] = set()
        while left := [live for live in live_effects(board, table, layer, sources) if _identity(live) not in done]:
            order = _in_order(board, table, layer, left)
            for chosen, why in order:
                why = (*why, *board.world.keyword_clauses.get(chosen.keyword, ()))
                done.add(_identity(chosen))
                for thing, features in _applied(board, table, layer, chosen):
                    if features != table[thing]:
                        table[thing] = features
                        cited[thing] = tuple(dict.fromkeys((*cited.get(thing, ()), layer, *why)))
            if layer == ABILITIES:
                sources = list(_sources(board, table))
            elif len(order) == len(left):
                break  # none of them reads what another writes: nothing has come up or gone meanwhile
    return View(table, cited), sources


def _in_order(board: Board, table: Table, layer: str, left: list[Live]) -> list[tuple[Live, tuple[str, ...]]]:
    """The effects that can be applied one after the other without looking again: all of them if none reads what another
    writes, else only the first."""
    written = {what for live in left for what in _writes(live, layer)}
    if any(written & _reads(live, layer) for live in left):
        return [_next(board, table, layer, left)]
    ordered = sorted(left, key=lambda live: live.order)
    if len(ordered) == 1:
        return [(ordered[0], ())]
    return [(live, ("10.10.1.6", "10.10.1.6.1" if live.stamp is None else "10.10.1.6.2")) for live in ordered]


def _identity(live: Live) -> tuple[object, ...]:
    return live.order, live.origin.source


@reminder("10.10.1.5", "10.10.1.6", "10.10.1.6.1", "10.10.1.6.2")
def _next(board: Board, table: Table, layer: str, left: list[Live]) -> tuple[Live, tuple[str, ...]]:
    """Which effect applies next: the earliest that depends on none of the others (10.10.1.5, 10.10.1.6)."""
    if len(left) == 1:
        return left[0], ()
    left = sorted(left, key=lambda live: live.order)
    free = [
        live for live in left if not any(live is not before and _depends(board, table, layer, live, before) for before in left)
    ]
    if not free:  # a circle: none of them can come "after" the others, so only their time stamps are left
        return left[0], ("10.10.1.6",)
    order = "10.10.1.6.1" if free[0].stamp is None else "10.10.1.6.2"
    why = ("10.10.1.5",) if len(free) < len(left) else ()
    return free[0], (*why, "10.10.1.6", order) if len(free) > 1 else why


def _depends(board: Board, table: Table, layer: str, later: Live, first: Live) -> bool:
    """Whether `later` would exist, affect or change otherwise with `first` applied before it (10.10.1.5)."""
    if not _writes(first, layer) & _reads(later, layer):
        return False
    tried = {**table, **dict(_applied(board, table, layer, first))}
    return _outcome(board, table, layer, later) != _outcome(board, tried, layer, later)


def _outcome(board: Board, table: Table, layer: str, live: Live) -> object:
    same = [found for found in live_effects(board, table, layer) if _identity(found) == _identity(live)]
    if not same:
        return None
    ctx = _context(board, table, live)
    return _affected(board, ctx, live), _amounts(ctx, live, layer)


def _amounts(ctx: Context, live: Live, layer: str) -> tuple[int, ...]:
    assert isinstance(live.effect, fx.Modify)
    changes = [change for change in live.effect.changes if _LAYER_OF[type(change)] == layer]
    return tuple(amount(ctx, change.amount) for change in changes if isinstance(change, fx.ChangeStat | fx.SetStat))


def _writes(live: Live, layer: str) -> set[str]:
    assert isinstance(live.effect, fx.Modify)
    out = set()
    for change in live.effect.changes:
        if _LAYER_OF[type(change)] == layer:
            match change:
                case fx.ChangeStat() | fx.SetStat():
                    out.add("power" if change.stat is Stat.DURABILITY else change.stat.value)
                case fx.GainName():
                    out.add("name")
                case fx.GainFeature() | fx.SetFeature():
                    out.add(change.feature.value)
                case fx.ActivateTimes():
                    out.add("times")
                case _:
                    out.add("abilities")
    return out


_LAYERS: dict[int, tuple[fx.Static, frozenset[str | None]]] = {}


def _layers_of(effect: fx.Static) -> frozenset[str | None]:
    """The layers in which an effect, or one inside its condition, applies; None is among them if one changes no card."""
    found = _LAYERS.get(id(effect))
    if found is None or found[0] is not effect:
        if len(_LAYERS) > 4096:
            _LAYERS.clear()
        inner = effect.effects if isinstance(effect, fx.Provided) else (effect,)
        layers: set[str | None] = set()
        for one in inner:
            layers |= {_LAYER_OF[type(change)] for change in one.changes} if isinstance(one, fx.Modify) else {None}
        found = _LAYERS[id(effect)] = (effect, frozenset(layers))  # holding it keeps its id from another's use
    return found[1]


_READS: dict[int, tuple[fx.Static, frozenset[str]]] = {}


def _reads(live: Live, layer: str) -> frozenset[str]:
    """What an effect asks about cards. An effect of a continuous ability is there only while its card has the ability."""
    return live.asked | {"abilities"} if live.stamp is None and layer == ABILITIES else live.asked


def _asked_by(effect: fx.Static) -> frozenset[str]:
    found = _READS.get(id(effect))
    if found is None or found[0] is not effect:
        if len(_READS) > 4096:
            _READS.clear()
        found = _READS[id(effect)] = (effect, frozenset(_asked(effect)))  # holding it keeps its id from another's use
    return found[1]


def _asked(tree: object) -> Iterator[str]:
    """Names every kind of information that a piece of card text asks for."""
    match type(tree).__name__:
        case "StatIs" | "StatOf":
            stat = tree.stat  # type: ignore[attr-defined]  # both have it
            yield "power" if stat is Stat.DURABILITY else stat.value
        case "Named" | "SameNameAs":
            yield "name"
        case "Count":
            yield "name"
        case "OfKind":
            yield "kind"
        case "OfColor":
            yield "colour"
        case "HasAttribute":
            yield "attribute"
        case "SuitsWork":
            yield "work suitability"
        case "HasKeyword":
            yield "abilities"
        case "InState":
            yield "abilities"
    for part in _parts(tree):
        yield from _asked(part)


def _parts(tree: object) -> Iterator[object]:
    if isinstance(tree, tuple):
        yield from tree
    elif hasattr(tree, "__dataclass_fields__"):
        for name in tree.__dataclass_fields__:
            yield getattr(tree, name)


def live_effects(
    board: Board, table: Mapping[ObjectId, Features], layer: str | None, sources: Iterable[Live] | None = None
) -> list[Live]:
    """The effects that exist now with what cards have now; `layer` None: those that change no card's information.

    `sources` are the effects as held by what has them, if they are known already.
    """
    found = []
    for live in _sources(board, table) if sources is None else sources:
        if layer not in _layers_of(live.effect):
            continue
        for index, effect in enumerate(_provided(board, table, live)):
            if isinstance(effect, fx.Modify):
                fits = layer is not None and any(_LAYER_OF[type(change)] == layer for change in effect.changes)
            else:
                fits = layer is None
            if fits:
                found.append(live._replace(effect=effect, order=(*live.order[:3], index)))
    return found


@reminder("10.3.2")
def _sources(board: Board, table: Mapping[ObjectId, Features]) -> Iterator[Live]:
    """Effects as they are held by abilities in force and by effects set going."""
    for where in permanents(board):
        features = table[where.thing.id]
        for number, held in enumerate(features.abilities):
            ability = held.ability
            if held in features.void:
                cite("10.3.2")
            if isinstance(ability, fx.Continuous) and held not in features.void and is_valid_in(ability, "base"):
                for place, effect in enumerate(ability.effects):
                    if not isinstance(effect, fx.Unmodelled):
                        order = (where.thing.arrived, 2 * int(where.thing.id), 1000 * number + place, 0)
                        origin = Origin(where.player, where.thing.id)
                        yield Live(effect, origin, order, None, keyword=held.keyword, asked=_asked_by(effect))
    for number, going in enumerate(board.effects):
        if is_in_force(board, going):
            order = (going.stamp, 1, number, 0)
            yield Live(going.effect, going.origin, order, going.stamp, going.name, asked=_asked_by(going.effect))


def is_in_force(board: Board, going: InForce) -> bool:
    """Whether an effect set going has its time now: one for a later phase waits for it."""
    expiry = going.expiry
    if not expiry.during:
        return True
    return expiry.stretch is board.phase and expiry.skip == 0 and expiry.player in (None, board.turn)


def _provided(board: Board, table: Mapping[ObjectId, Features], live: Live) -> Iterator[fx.Static]:
    """The effect itself, or those inside a condition that holds."""
    if isinstance(live.effect, fx.Provided):
        if holds(_context(board, table, live), live.effect.condition):
            for effect in live.effect.effects:
                yield from _provided(board, table, live._replace(effect=effect))
    else:
        yield live.effect


def _context(board: Board, table: Mapping[ObjectId, Features], live: Live) -> Context:
    def features(_board: Board, thing: Thing) -> Features:
        return table.get(thing.id) or printed(thing)

    def in_state(asked: Board, word: str) -> bool:
        return _state(asked, table, word, live)

    return Context(board, live.origin, features, in_state, declared=live.name)


def _state(board: Board, table: Mapping[ObjectId, Features], word: str, asking: Live) -> bool:
    """Whether the game is in a named state, an effect that itself depends on being in it left out."""
    if word in board.states:
        return True
    if not board.world.holds_states:
        return False
    for live in _sources(board, table):
        if _identity(live) != _identity(asking) and _mentions_state(live.effect, word):
            for effect in _provided(board, table, live):
                if isinstance(effect, fx.StateHolds) and effect.state == word:
                    return True
    return False


def _mentions_state(effect: fx.Static, word: str) -> bool:
    if isinstance(effect, fx.Provided):
        return any(_mentions_state(inner, word) for inner in effect.effects)
    return isinstance(effect, fx.StateHolds) and effect.state == word


@reminder("10.10.2", "10.10.3")
def _affected(board: Board, ctx: Context, live: Live) -> tuple[ObjectId, ...]:
    assert isinstance(live.effect, fx.Modify)
    found = []
    for thing in things(ctx, live.effect.cards):
        where = in_base(board, thing)
        if where is None:
            continue
        if live.stamp is not None and where.thing.arrived > live.stamp:
            cite("10.10.2")
            continue
        if live.stamp is None and thing != live.origin.source and where.thing.arrived > live.order[0]:
            cite("10.10.3")
        found.append(thing)
    return tuple(found)


def _applied(board: Board, table: Table, layer: str, live: Live) -> list[tuple[ObjectId, Features]]:
    """What the cards that an effect affects are once it has applied, in one layer."""
    assert isinstance(live.effect, fx.Modify)
    ctx = _context(board, table, live)
    out = []
    for thing in _affected(board, ctx, live):
        features = table[thing]
        for change in live.effect.changes:
            if _LAYER_OF[type(change)] == layer:
                features = _changed(ctx, features, change)
        out.append((thing, features))
    return out


@reminder("1.3.2.4")
def _changed(ctx: Context, features: Features, change: fx.Change) -> Features:
    match change:
        case fx.ChangeStat(stat, operation, by, floor):
            name = "power" if stat is Stat.DURABILITY else stat.value
            old = getattr(features, name)
            if old is None:
                return features
            new = calculate(old, operation, amount(ctx, by))
            if new < 0:
                cite("1.3.2.4")
            if floor is not None and new < old:
                new = max(new, min(old, amount(ctx, floor)))
            return _with(features, name, new)
        case fx.SetStat(stat, to):
            name = "power" if stat is Stat.DURABILITY else stat.value
            return _with(features, name, amount(ctx, to))
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


_FIELDS = {
    fx.Feature.KIND: "kinds",
    fx.Feature.COLOR: "colors",
    fx.Feature.ATTRIBUTE: "attributes",
    fx.Feature.WORK: "work",
}


def _with(features: Features, field: str, value: object) -> Features:
    changes: dict[str, Any] = {field: value}
    return features._replace(**changes)


@reminder("10.3.5", "10.3.4", "10.3.4.1", "10.3.4.1.1")
def is_valid_in(ability: fx.Ability, zone: str) -> bool:
    """Whether an ability is valid in a zone: where its icons or its text say so (10.3.4), else in a base."""
    heading = getattr(ability, "heading", None)
    zones: tuple[Zone, ...] = heading.zones if heading is not None else ()
    if not zones:
        if zone != "base":
            cite("10.3.5")
        return zone == "base"
    cite("10.3.4", *(("10.3.4.1", "10.3.4.1.1") if zones == (Zone.HAND,) else ()))
    return any(valid.value == zone for valid in zones)


def features_of(board: Board, thing: Thing) -> Features:
    """The information of a card in a base."""
    if not board.effects and not board.world.static:
        return printed(thing)
    worked = view(board)
    return worked.table.get(thing.id) or printed(thing)


@reminder("5.3.3")
def in_state(board: Board, word: str) -> bool:
    """Whether the game is in a named state: it became so (5.3.2), or an effect says that it is (5.3.3)."""
    if word in board.states:
        return True
    cite("5.3.3")
    asking = Live(fx.StateHolds(""), Origin(0, ObjectId(0)), (0, 0, 0, 0), None)
    return _state(board, view(board).table, word, asking)


def context(board: Board, origin: Origin) -> Context:
    """From where the words of an ability are read now."""
    return Context(board, origin, features_of, in_state)


def _shown(board: Board, thing: ObjectId) -> Features:
    where = find(board, thing)
    if where is None:
        using = _being_used(board, thing)
        return printed(using) if using is not None else gone(board, thing).features
    if where.zone != "base":
        return printed(where.thing)
    worked = view(board)
    if thing in worked.cited:
        cite("10.10.1", "10.10.1.1")
        cite_all(worked.cited[thing])
    cite_all(worked.general)
    return worked.table[thing]


def _being_used(board: Board, thing: ObjectId) -> Thing | None:
    return next((item.thing for item in board.resolution if item.id == thing), None)


def _printed(board: Board, thing: ObjectId) -> Features:
    where = find(board, thing)
    lying = where.thing if where is not None else _being_used(board, thing)
    if lying is None:
        record = departed(board, thing)
        assert record is not None
        lying = record.thing
    return printed(lying)


@reminder("10.10.1.1")
@definition("2.8.1", printed=lambda board, thing: _printed(board, thing).power or 0)
def power(board: Board, thing: ObjectId) -> int:
    """The power of a Pal; of a structure it is called durability (2.8.3)."""
    return _shown(board, thing).power or 0


@definition("2.9.1", printed=lambda board, thing: _printed(board, thing).strike or 0)
def strike(board: Board, thing: ObjectId) -> int:
    """The strike of a Pal."""
    return _shown(board, thing).strike or 0


def is_kind(board: Board, where: Where, kind: str) -> bool:
    """Whether a card in a base is of a kind (2.2.1); a lucky or normal Pal is a Pal too."""
    if not where.thing.card.unknown and (not board.world.kinds_change or not (board.effects or board.world.static)):
        return kind in where.thing.card.kinds
    return kind in features_of(board, where.thing).kinds


def abilities(board: Board, where: Where) -> tuple[CardAbility, ...]:
    """The abilities that a card has and that are valid where it lies (10.3)."""
    features = features_of(board, where.thing) if where.zone == "base" else printed(where.thing)
    return tuple(held for held in features.abilities if held not in features.void and is_valid_in(held.ability, where.zone))


def pals(board: Board, player: int) -> list[Where]:
    """The Pals in a player's base."""
    return [where for thing in board.seats[player].base if is_kind(board, where := Where(player, "base", thing), PAL)]
