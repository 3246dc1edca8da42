"""Continuous effects (10.10): who holds them, whether they are there now, what they ask about cards and what they change."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from headjudge.parser import effects as fx
from headjudge.parser.effect_terms import Stat, Stretch
from headjudge.parser.named import NamedTuple
from headjudge.simulator.citing import apart, cite, cite_all, noted
from headjudge.simulator.games.palworld.board import Board, Card, CardAbility, Features, InForce, Origin, Thing, both
from headjudge.simulator.games.palworld.book import reminder
from headjudge.simulator.games.palworld.conditions import holds
from headjudge.simulator.games.palworld.lying import ByLying, by_lying
from headjudge.simulator.games.palworld.meaning import Context, printed
from headjudge.simulator.games.palworld.validity import is_valid_in
from headjudge.simulator.once import MOST_PARTS, OnceFor, once_each
from headjudge.simulator.state import made

ABILITIES, OTHER, NUMBERS = LAYERS = ("10.10.1.2", "10.10.1.3", "10.10.1.4")
LAYER_OF: dict[type, str] = {
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
Known: TypeAlias = Callable[[Thing], Features]
"""The information of a card in a base, as far as it has been worked out."""


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

    @property
    def identity(self) -> tuple[object, ...]:
        """Tells it from every other effect, whatever it has become."""
        return self.order, self.origin.source


# Who holds them ------------------------------------------------------------------------------------------------------------


class _Held(NamedTuple):
    """A continuous effect in an ability of a card. `place` orders the effects of one card."""

    effect: fx.Static
    keyword: str
    place: int


def sources(board: Board, features: Known) -> list[Live]:
    """Effects as they are held by abilities in force and by effects set going; some may be there only on a condition."""
    found: list[Live] = []
    if features is printed:
        one, two = held_in_print(board)
        found = one + two
    else:
        for player in both(board):
            for thing in board.seats[player].base:
                has = features(thing)
                if has.abilities:
                    found += _held_by(board, player, thing, has)
    if board.effects:
        found += [live for going, live in _going(board.effects) if is_in_force(board, going)]
    return found


_HOLDS_ANY: OnceFor[Card, bool] = OnceFor(lambda card: any(isinstance(held.ability, fx.Continuous) for held in card.abilities))
"""Whether a continuous ability is printed on a card."""


class _InPrint(NamedTuple):
    """The cards in a base on which continuous abilities are printed."""

    base: tuple[Thing, ...]
    when: tuple[object, ...]
    """The turn, phase and battle: with how the cards lie, they tell which of some effects are there."""
    holding: list[Thing]
    effects: list[Live]
    cited: bool
    """Whether anything was cited for them, and has to be again."""


_IN_PRINT: list[_InPrint] = [_InPrint((), (), [], [], cited=False)] * 2
"""Those of either base as it was last seen: boards that follow one another mostly have at least one of them in common."""


def held_in_print(board: Board) -> tuple[list[Live], list[Live]]:
    """The effects printed on the cards in the turn player's base, and in the other: the very lists of the board before where
    they hold the same. Nobody may change them."""
    turn = board.turn
    return _held_in_print(board, turn), _held_in_print(board, 1 - turn)


def _held_in_print(board: Board, player: int) -> list[Live]:
    """The effects printed on the cards in a base: the very list of before where the same cards hold them."""
    base, last = board.seats[player].base, _IN_PRINT[player]
    when = board.turn, board.phase, board.battle
    if last.base is base and last.when == when and not last.cited:
        return last.effects
    holds_any = _HOLDS_ANY
    holding = [thing for thing in base if holds_any[thing.card]]
    effects, cited = last.effects, last.cited
    if cited or last.when != when or [*map(id, last.holding)] != [*map(id, holding)]:
        start = noted()
        effects = [live for thing in holding for live in _printed_on(board, player, thing)]
        cited = noted() > start
    _IN_PRINT[player] = made(_InPrint, (base, when, holding, effects, cited))
    return effects


def _printed_on(board: Board, player: int, thing: Thing) -> Iterable[Live]:
    held = _held_by_card(player, thing, thing.card.abilities)
    return held.effects if held.always else _there(held, board, player, thing)


@once_each
def _going(effects: tuple[InForce, ...]) -> list[tuple[InForce, Live]]:
    """The effects set going, those for a later phase included."""
    return [
        (one, Live(one.effect, one.origin, (one.stamp, 1, number, 0), one.stamp, one.name, asked=_asked_by(one.effect)))
        for number, one in enumerate(effects)
    ]


class _OfCard(NamedTuple):
    """The continuous effects of one card in a base."""

    abilities: tuple[CardAbility, ...]
    effects: tuple[Live, ...]
    cited: tuple[str, ...]
    """The clauses by which its abilities are valid in a base, or not."""
    always: bool
    """Whether nothing is cited, and none of them is there, or not, by nothing but how the card lies."""


_OF_CARD: dict[tuple[int, int, int, int], _OfCard] = {}


@reminder("10.3.2")
def _held_by(board: Board, player: int, thing: Thing, has: Features) -> Iterable[Live]:
    """The continuous effects of one card in a base; void abilities have none (10.3.2)."""
    if has.void:
        if any(held in has.void for held in has.abilities):
            cite("10.3.2")
        return _living(player, thing, _held_in(has.abilities, has.void))
    held = _held_by_card(player, thing, has.abilities)
    return held.effects if held.always else _there(held, board, player, thing)


def _held_by_card(player: int, thing: Thing, abilities: tuple[CardAbility, ...]) -> _OfCard:
    key = (id(abilities), thing.id, thing.arrived, player)
    known = _OF_CARD.get(key)
    if known is None or known.abilities is not abilities:
        if len(_OF_CARD) >= MOST_PARTS:
            _OF_CARD.clear()
        held, cited = apart(lambda: tuple(_held_in(abilities, ())))
        effects = _living(player, thing, held)
        always = not cited and all(_told(live.effect) is None for live in effects)
        known = _OF_CARD[key] = _OfCard(abilities, effects, cited, always)
    return known


def _there(held: _OfCard, board: Board, player: int, thing: Thing) -> Iterator[Live]:
    """The effects of a card that are there, as far as how it lies tells that."""
    cite_all(held.cited)
    for live in held.effects:
        told = _told(live.effect)
        if told is None:
            yield live
        elif told(board, player, thing):
            yield from (part for _, part in _inside(live) or ())


@once_each
def _told(effect: fx.Static) -> ByLying | None:
    """What tells whether a conditional effect is there by nothing but how its card lies, if anything does."""
    if not isinstance(effect, fx.Provided) or any(isinstance(inner, fx.Provided) for inner in effect.effects):
        return None
    return by_lying(effect.condition)


def _held_in(abilities: tuple[CardAbility, ...], void: tuple[CardAbility, ...]) -> Iterator[_Held]:
    for number, held in enumerate(abilities):
        ability = held.ability
        if isinstance(ability, fx.Continuous) and held not in void and is_valid_in(ability, "base"):
            for place, effect in enumerate(ability.effects):
                if not isinstance(effect, fx.Unmodelled):
                    yield _Held(effect, held.keyword, 1000 * number + place)


def _living(player: int, thing: Thing, held: Iterable[_Held]) -> tuple[Live, ...]:
    origin = Origin(player, thing.id)
    return tuple(
        Live(one.effect, origin, (thing.arrived, 2 * int(thing.id), one.place, 0), None, "", one.keyword, _asked_by(one.effect))
        for one in held
    )


def is_in_force(board: Board, going: InForce) -> bool:
    """Whether an effect set going has its time now: one for a later phase waits for it."""
    expiry = going.expiry
    if not expiry.during:
        return True
    return expiry.stretch in (Stretch.TURN, board.phase) and expiry.skip == 0 and expiry.player in (None, board.turn)


# Whether they are there ------------------------------------------------------------------------------------------------------


def live_effects(board: Board, features: Known, layer: str | None, concerned: Iterable[Live]) -> list[Live]:
    """Those of the effects that concern a layer which exist now, with what cards have now; `layer` None: those that change no
    card's information."""
    found = []
    for live in concerned:
        if not isinstance(live.effect, fx.Provided):
            found.append(live)
        elif (inside := _inside(live)) is not None:
            if holds(reading(board, features, live), live.effect.condition):
                found += [part for layers, part in inside if layer in layers]
        else:
            for index, effect in enumerate(_provided(board, features, live)):
                if layer in layers_of(effect):
                    found.append(live._replace(effect=effect, order=(*live.order[:3], index)))
    return found


def concerning(layer: str | None, held: Iterable[Live]) -> list[Live]:
    """Those of the effects of which some part applies in a layer."""
    return [live for live in held if layer in layers_of(live.effect)]


@once_each
def _inside(live: Live) -> list[tuple[frozenset[str | None], Live]] | None:
    """The effects that a conditional one holds, with their layers; None if there are conditions within its condition."""
    assert isinstance(live.effect, fx.Provided)
    if any(isinstance(effect, fx.Provided) for effect in live.effect.effects):
        return None
    return [
        (layers_of(effect), live._replace(effect=effect, order=(*live.order[:3], index)))
        for index, effect in enumerate(live.effect.effects)
    ]


def _provided(board: Board, features: Known, live: Live) -> Iterator[fx.Static]:
    """The effect itself, or those inside a condition that holds."""
    if isinstance(live.effect, fx.Provided):
        if holds(reading(board, features, live), live.effect.condition):
            for effect in live.effect.effects:
                yield from _provided(board, features, live._replace(effect=effect))
    else:
        yield live.effect


def reading(board: Board, features: Known, live: Live) -> Context:
    """From where the words of an effect are read, with what cards have now."""

    def known(_board: Board, thing: Thing) -> Features:
        return features(thing)

    def in_state(asked: Board, word: str) -> bool:
        return state_holds(asked, features, word, live)

    return Context(board, live.origin, known, in_state, declared=live.name)


def state_holds(board: Board, features: Known, word: str, asking: Live | None = None) -> bool:
    """Whether the game is in a named state, an effect that itself depends on being in it left out."""
    if word in board.states:
        return True
    if not board.world.holds_states:
        return False
    for live in sources(board, features):
        if (asking is None or live.identity != asking.identity) and _mentions_state(live.effect, word):
            for effect in _provided(board, features, live):
                if isinstance(effect, fx.StateHolds) and effect.state == word:
                    return True
    return False


def _mentions_state(effect: fx.Static, word: str) -> bool:
    if isinstance(effect, fx.Provided):
        return any(_mentions_state(inner, word) for inner in effect.effects)
    return isinstance(effect, fx.StateHolds) and effect.state == word


# What they ask and change ----------------------------------------------------------------------------------------------------


@once_each
def layers_of(effect: fx.Static) -> frozenset[str | None]:
    """The layers in which an effect, or one inside its condition, applies; None is among them if one changes no card."""
    layers: set[str | None] = set()
    for one in effect.effects if isinstance(effect, fx.Provided) else (effect,):
        layers |= {LAYER_OF[type(change)] for change in one.changes} if isinstance(one, fx.Modify) else {None}
    return frozenset(layers)


def stat_name(stat: Stat) -> str:
    """The information in which a number is found: of a structure, power is called durability (2.8.3)."""
    return "power" if stat is Stat.DURABILITY else stat.value


def writes(live: Live, layer: str) -> frozenset[str]:
    """What an effect changes about cards in a layer."""
    return _written_by(live.effect).get(layer, frozenset())


@once_each
def _written_by(effect: fx.Static) -> dict[str, frozenset[str]]:
    written: dict[str, frozenset[str]] = {}
    for one in effect.effects if isinstance(effect, fx.Provided) else (effect,):
        for change in one.changes if isinstance(one, fx.Modify) else ():
            layer = LAYER_OF[type(change)]
            written[layer] = written.get(layer, frozenset()) | {_what(change)}
    return written


def _what(change: fx.Change) -> str:
    match change:
        case fx.ChangeStat() | fx.SetStat():
            return stat_name(change.stat)
        case fx.GainName():
            return "name"
        case fx.GainFeature() | fx.SetFeature():
            return change.feature.value
        case fx.ActivateTimes():
            return "times"
        case _:
            return "abilities"


def reads(live: Live, layer: str) -> frozenset[str]:
    """What an effect asks about cards. An effect of a continuous ability is there only while its card has the ability."""
    return live.asked | {"abilities"} if live.stamp is None and layer == ABILITIES else live.asked


@once_each
def _asked_by(effect: fx.Static) -> frozenset[str]:
    return frozenset(_asked(effect))


def _asked(tree: object) -> Iterator[str]:
    """Names every kind of information that a piece of card text asks for."""
    match type(tree).__name__:
        case "StatIs" | "StatOf" | "Extreme":
            yield stat_name(tree.stat)  # type: ignore[attr-defined]  # each of them has it
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
