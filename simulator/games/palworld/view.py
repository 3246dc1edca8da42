"""The information of cards with continuous effects applied (10.10), and the effects in force that change no card."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from headjudge.parser import effects as fx
from headjudge.parser.effect_terms import Deed
from headjudge.simulator.citing import apart, cite, cite_all
from headjudge.simulator.games.palworld.board import (
    PAL,
    Board,
    CardAbility,
    Features,
    Origin,
    Thing,
    Where,
    departed,
    find,
)
from headjudge.simulator.games.palworld.book import definition, reminder
from headjudge.simulator.games.palworld.continuous import (
    ABILITIES,
    LAYERS,
    Known,
    Live,
    layers_of,
    live_effects,
    sources,
    state_holds,
)
from headjudge.simulator.games.palworld.layers import LayerAtOnce, LayerByCard, by_time_stamp, in_any_order
from headjudge.simulator.games.palworld.meaning import Context, gone, printed
from headjudge.simulator.games.palworld.scope import Outline, are_alike, outline
from headjudge.simulator.games.palworld.validity import is_valid_in
from headjudge.simulator.once import MOST
from headjudge.simulator.state import ObjectId


class Standing(NamedTuple):
    """The effects in force that change no card's information: prohibitions, permissions, replacements, costs."""

    all: tuple[Live, ...] = ()
    rules: Mapping[tuple[fx.Mode, Deed], tuple[Live, ...]] = {}
    """Those that forbid, demand or permit such a deed."""
    forbidden: frozenset[Deed] = frozenset()
    """The deeds that any of them forbids."""
    replaces: tuple[Live, ...] = ()


class View:
    """What continuous effects make of a board: layer upon layer, each worked out as far as anybody asks."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.with_abilities: Known = printed
        """The information of a card in a base before the layers that change no abilities."""
        self.features: Known = printed
        """The information of a card in a base."""
        self._layers: list[LayerByCard | LayerAtOnce] = []
        self._held: list[Live] = []
        self._standing: Standing | None = None
        _, self._rests_on = apart(self._lay)

    @reminder("10.10.1", *LAYERS)
    def _lay(self) -> None:
        board = self.board
        held = sources(board, printed)
        for layer in LAYERS:
            concerned = [live for live in held if layer in layers_of(live.effect)]
            if not concerned:
                continue
            if layer != ABILITIES and in_any_order(concerned, layer):
                present = live_effects(board, self.features, layer, concerned)
                self._add(LayerByCard(board, layer, self.features, by_time_stamp(present)))
            else:
                self._add(LayerAtOnce(board, layer, self.features, concerned))
            if layer == ABILITIES:
                self.with_abilities = self.features
                held = sources(board, self.features)
        self._held = held

    def _add(self, layer: LayerByCard | LayerAtOnce) -> None:
        self._layers.append(layer)
        self.features = layer.features

    def cited(self, thing: Thing) -> tuple[str, ...]:
        """The clauses that made the information of a card differ from what is printed."""
        return tuple(clause for layer in self._layers for clause in layer.cited(thing))

    def rests_on(self, thing: Thing) -> tuple[str, ...]:
        """What working it out rested on besides: what words mean, which states hold."""
        return (*self._rests_on, *(clause for layer in self._layers for clause in layer.rests_on(thing)))

    @property
    def standing(self) -> Standing:
        """The effects in force that change no card's information."""
        if self._standing is None:
            worked, _ = apart(lambda: _standing(live_effects(self.board, self.features, None, self._held)))
            self._standing = worked
        return self._standing


_NOTHING = Standing()


def _standing(effects: Iterable[Live]) -> Standing:
    every = tuple(effects)
    if not every:
        return _NOTHING
    rules: dict[tuple[fx.Mode, Deed], tuple[Live, ...]] = {}
    for live in every:
        if isinstance(live.effect, fx.Rule):
            about = (live.effect.mode, live.effect.event.deed)
            rules[about] = (*rules.get(about, ()), live)
    forbidden = frozenset(deed for mode, deed in rules if mode is fx.Mode.CANNOT)
    return Standing(every, rules, forbidden, tuple(live for live in every if isinstance(live.effect, fx.Replace)))


_BY_BOARD: dict[int, tuple[Board, View]] = {}
_BY_OUTLINE: dict[Outline, View] = {}


def view(board: Board) -> View:
    """The information of everything in the bases: one view for boards alike in everything that it hangs on."""
    found = _BY_BOARD.get(id(board))
    if found is not None and found[0] is board:
        return found[1]
    if len(_BY_BOARD) >= MOST:
        _BY_BOARD.clear()
        _BY_OUTLINE.clear()
    key = outline(board)
    worked = _BY_OUTLINE.get(key)
    if worked is None or not are_alike(worked.board, board):
        worked = _BY_OUTLINE[key] = View(board)
    _BY_BOARD[id(board)] = (board, worked)  # holding the board keeps its id from being given to another
    return worked


def standing(board: Board) -> Standing:
    """The effects in force that change no card's information."""
    return view(board).standing if board.effects or board.world.static else _NOTHING


def features_of(board: Board, thing: Thing) -> Features:
    """The information of a card in a base."""
    if not board.effects and not board.world.static:
        return printed(thing)
    return view(board).features(thing)


def abilities_known(board: Board) -> Known:
    """What gives the information of cards in bases as far as their abilities go: without names, colours and numbers that
    continuous effects change."""
    return view(board).with_abilities if board.effects or board.world.static else printed


@reminder("5.3.3")
def in_state(board: Board, word: str) -> bool:
    """Whether the game is in a named state: it became so (5.3.2), or an effect says that it is (5.3.3)."""
    if word in board.states:
        return True
    cite("5.3.3")
    return state_holds(board, view(board).features, word)


def context(board: Board, origin: Origin, candidate: ObjectId | None = None) -> Context:
    """From where the words of an ability are read now."""
    return Context(board, origin, features_of, in_state, candidate=candidate)


def _shown(board: Board, thing: ObjectId) -> Features:
    where = find(board, thing)
    if where is None:
        using = _being_used(board, thing)
        return printed(using) if using is not None else gone(board, thing).features
    if where.zone != "base":
        return printed(where.thing)
    worked = view(board)
    cited = worked.cited(where.thing)
    if cited:
        cite("10.10.1", "10.10.1.1")
        cite_all(cited)
    cite_all(worked.rests_on(where.thing))
    return worked.features(where.thing)


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
