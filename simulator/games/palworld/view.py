"""The information of cards with continuous effects applied (10.10), and the effects in force that change no card."""

from functools import partial

from headjudge.simulator.citing import apart, cite, cite_all, noted, taken_back
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
    in_base,
)
from headjudge.simulator.games.palworld.book import definition, reminder
from headjudge.simulator.games.palworld.continuous import (
    ABILITIES,
    LAYERS,
    Known,
    Live,
    held_in_print,
    live_effects,
    sources,
    state_holds,
)
from headjudge.simulator.games.palworld.dependency import LayerAtOnce
from headjudge.simulator.games.palworld.layers import LayerByCard, Working, as_printed, only_features
from headjudge.simulator.games.palworld.meaning import Context, gone, printed
from headjudge.simulator.games.palworld.ordering import (
    NONE_STANDING,
    Layered,
    Remembered,
    Standing,
    Worked,
    in_turn,
    layered,
    standing_by,
)
from headjudge.simulator.games.palworld.scope import Outline, are_alike, have_the_same, outline
from headjudge.simulator.games.palworld.validity import is_valid_in
from headjudge.simulator.once import MOST, WhenAsked
from headjudge.simulator.state import ObjectId, made


class View:
    """What continuous effects make of a board: layer upon layer, each laid and worked out as far as anybody asks."""

    __slots__ = ("_held", "_laid", "_standing", "board", "is_soon_made", "rests_on")

    def __init__(self, board: Board) -> None:
        self.board = board
        start = noted()
        self._held = _in_print(board)
        self.is_soon_made = self._held.worked is not None and noted() == start
        """Whether a view of another board is made as soon as it is known whether that board is alike."""
        self._laid: list[Working] = [as_printed]
        """What gives the information as printed, and once each of the layers laid so far has been applied."""
        self.rests_on: tuple[str, ...] = ()
        """What it rests on which effects there are, as far as layers are laid."""
        self._standing: Standing | None = None

    def of(self, where: Where) -> Worked:
        """A card in a base, and what that rests on besides `rests_on`."""
        remembered, thing = self._held.worked, where.thing
        if remembered is None:
            return self._with(len(LAYERS))(thing)
        board, place, before = self.board, (thing.id, where.player), printed(thing)
        found = remembered.get(place)
        if (
            found is None
            or found.before is not before  # in another line of the game the same id may be another card's
            or found.arrived != thing.arrived
            or found.turn != board.turn
            or found.world is not board.world
        ):
            worked = self._by_card(where)
            found = remembered[place] = made(Remembered, (before, thing.arrived, board.turn, board.world, worked))
        return found.after

    @property
    def is_by_card(self) -> bool:
        """Whether the information of each card is worked out by itself, and cites nothing."""
        return self._held.worked is not None

    def features_there(self, where: Where) -> Features:
        """The information of a card in a base whose place is known."""
        return self.of(where).features

    def _by_card(self, where: Where) -> Worked:
        """A card in a base, worked out by itself: no layer asks for any other card."""
        worked = as_printed(where.thing)
        for number, layer in enumerate(LAYERS):
            if layer in self._held.by_layer:
                by_card = LayerByCard(self.board, layer, self._with(number), self._held.always[layer])
                worked = by_card.work_out(worked, where)
        return worked

    def known(self, thing: Thing) -> Features:
        """The information of a card in a base."""
        if self._held.worked is not None:
            where = in_base(self.board, thing.id)
            if where is not None:
                return self.of(where).features
        return self._with(len(LAYERS))(thing).features

    @property
    def features(self) -> Known:
        """What gives the information of a card in a base."""
        return _alone(self._with(len(LAYERS)))

    @property
    def abilities(self) -> Known:
        """The same without the layers that change no abilities."""
        return _alone(self._with(1))

    @property
    def words(self) -> Known:
        """The same without the layer of numbers."""
        return _alone(self._with(2))

    @reminder("10.10.1", *LAYERS)
    def _with(self, layers: int) -> Working:
        """What gives the information of cards once so many layers have been applied."""
        while len(self._laid) <= layers:
            layer, below = LAYERS[len(self._laid) - 1], self._laid[-1]
            concerned = self._held.by_layer.get(layer)
            if not concerned:
                self._laid.append(below)
            elif layer in self._held.always:
                self._laid.append(LayerByCard(self.board, layer, below, self._held.always[layer]).of)
            else:
                start = noted()
                self._laid.append(self._lay(layer, below, concerned))
                self.rests_on += taken_back(start)
        return self._laid[layers]

    def _lay(self, layer: str, below: Working, concerned: list[Live]) -> Working:
        if layer in self._held.independent:
            present = live_effects(self.board, _alone(below), layer, concerned)
            return LayerByCard(self.board, layer, below, in_turn(present, layer)).of
        laid = LayerAtOnce(self.board, layer, below, concerned).of
        if layer == ABILITIES:
            self._held = layered(sources(self.board, _alone(laid)))
        return laid

    @property
    def standing(self) -> Standing:
        """The effects in force that change no card's information."""
        if self._standing is None:
            self._with(1)  # which effects there are hangs on what abilities cards have
            found = self._held.always_standing
            if found is None:
                held = self._held.by_layer[None]
                present, _ = apart(lambda: live_effects(self.board, self.features, None, held))
                found = standing_by(present)
            self._standing = found
        return self._standing


def _in_print(board: Board) -> Layered:
    """The effects of a board by layers, before any of them is applied."""
    global _last_in_print
    if board.effects:
        return layered(sources(board, printed))
    one, two = held_in_print(board)
    mine, yours, known = _last_in_print
    if one is not mine or two is not yours:
        known = layered(one + two)
        _last_in_print = one, two, known
    return known


_last_in_print: tuple[list[Live], list[Live], Layered] = ([], [], layered([]))
"""Those of the last board of which they were asked: what happens mostly leaves the effects as they are."""


def _alone(working: Working) -> Known:
    return printed if working is as_printed else only_features(working)


_BY_BOARD: dict[int, tuple[Board, View]] = {}
_BY_OUTLINE: dict[Outline, View] = {}
_LAST: list[View] = []
"""The one asked for last: boards that follow one another mostly have the very same bases."""


def view(board: Board) -> View:
    """The information of everything in the bases: one view for boards alike in everything that it hangs on."""
    found = _BY_BOARD.get(id(board))
    if found is not None and found[0] is board:
        return found[1]
    if len(_BY_BOARD) >= MOST:
        _BY_BOARD.clear()
        _BY_OUTLINE.clear()
    worked = _LAST[0] if _LAST else None
    if worked is None or not have_the_same(worked.board, board):
        if worked is None or not worked.is_soon_made:
            worked = _alike(board)
        elif not are_alike(worked.board, board):
            worked = View(board)
        _LAST[:] = (worked,)
    _BY_BOARD[id(board)] = (board, worked)  # holding the board keeps its id from being given to another
    return worked


def _alike(board: Board) -> View:
    key = outline(board)
    worked = _BY_OUTLINE.get(key)
    if worked is None or not are_alike(worked.board, board):
        worked = _BY_OUTLINE[key] = View(board)
    return worked


def standing(board: Board) -> Standing:
    """The effects in force that change no card's information."""
    return view(board).standing if board.effects or board.world.static else NONE_STANDING


def features_of(board: Board, thing: Thing) -> Features:
    """The information of a card in a base."""
    if not board.effects and not board.world.static:
        return printed(thing)
    return view(board).known(thing)


def last_known(board: Board, where: Where) -> Features | WhenAsked[Features]:
    """The information of a card that is about to leave a base, worked out when somebody asks for it if it cites nothing."""
    if not board.effects and not board.world.static:
        return printed(where.thing)
    shown = view(board)
    if shown.is_by_card and not where.thing.card.unknown:
        return WhenAsked(partial(shown.features_there, where))
    return shown.of(where).features


def abilities_known(board: Board) -> Known:
    """What gives the information of cards in bases as far as their abilities go: without names, colours and numbers that
    continuous effects change."""
    world = board.world
    if not world.abilities_change or not (board.effects or world.abilities_change_in_print):
        return printed
    return view(board).abilities


def times_waiting(board: Board, thing: Thing) -> tuple[int, ...]:
    """How often the automatic abilities of a card in a base wait for one trigger, one number an effect that says so (5.21)."""
    return view(board).words(thing).times if board.world.gives_times and (board.effects or board.world.static) else ()


@reminder("5.3.3")
def in_state(board: Board, word: str) -> bool:
    """Whether the game is in a named state: it became so (5.3.2), or an effect says that it is (5.3.3)."""
    if word in board.states:
        return True
    cite("5.3.3")
    return state_holds(board, view(board).features, word)


def context(board: Board, origin: Origin, candidate: ObjectId | None = None) -> Context:
    """From where the words of an ability are read now."""
    return made(Context, (board, origin, features_of, in_state, None, "", False, (), candidate))


def _shown(board: Board, thing: ObjectId) -> Features:
    where = find(board, thing)
    if where is None:
        using = _being_used(board, thing)
        return printed(using) if using is not None else gone(board, thing).features
    if where.zone != "base":
        return printed(where.thing)
    if not board.effects and not board.world.static:
        return printed(where.thing)
    shown = view(board)
    features, cited, rests_on = shown.of(where)
    if cited:
        cite("10.10.1", "10.10.1.1", *cited)
    if shown.rests_on or rests_on:
        cite_all((*shown.rests_on, *rests_on))
    return features


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
