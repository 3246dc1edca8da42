"""The table: cards, zones (chapter 4), players (chapter 3), and what is going on. Immutable and hashable throughout."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Literal, TypeAlias

from headjudge.parser.effect_terms import Condition, Deed, Edge, Orientation, Role, Stretch, Zone
from headjudge.parser.effects import Ability, Automatic, Static
from headjudge.parser.named import NamedTuple
from headjudge.simulator.once import WhenAsked
from headjudge.simulator.state import ObjectId, made

PAL, STRUCTURE, GEAR, EVENT = "帕鲁", "建筑物", "装备", "事件"
LUCKY_PAL, NORMAL_PAL = "幸运帕鲁", "普通帕鲁"
NIGHT = "夜晚"
PERMANENT_KINDS = (PAL, STRUCTURE, GEAR)

ZoneName = Literal["base", "deck", "hand", "graveyard", "exile"]
ZONES: tuple[ZoneName, ...] = ("base", "hand", "graveyard", "deck", "exile")
ZONE_NAMES: Mapping[Zone, ZoneName] = {
    Zone.BASE: "base", Zone.DECK: "deck", Zone.HAND: "hand", Zone.GRAVEYARD: "graveyard", Zone.EXILE: "exile"
}  # fmt: skip
PUBLIC: frozenset[ZoneName] = frozenset(("base", "graveyard", "exile"))


class CardAbility(NamedTuple):
    """An ability of a card. `keyword` is the word under which it is printed, if a keyword stands for it."""

    ability: Ability
    keyword: str = ""


class Features(NamedTuple):
    """The information that a thing has now, continuous effects applied (10.10)."""

    kinds: tuple[str, ...]
    names: tuple[str, ...]
    colors: tuple[str, ...]
    attributes: tuple[str, ...]
    work: tuple[str, ...]
    cost: int | None
    power: int | None
    strike: int | None
    abilities: tuple[CardAbility, ...]
    void: tuple[CardAbility, ...] = ()
    """Those of its abilities that are without effect (10.3.2)."""
    times: tuple[int, ...] = ()
    """How often its automatic abilities wait for one trigger, one number an effect that says so (5.21)."""


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """What is printed on a card (chapter 2). `serial` tells cards apart in canonical keys."""

    serial: int
    name: str
    kinds: tuple[str, ...]
    cost: int | None = None
    power: int | None = None
    strike: int | None = None
    colors: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    work: tuple[str, ...] = ()
    lucky: bool = False
    abilities: tuple[CardAbility, ...] = ()
    unmodelled: tuple[str, ...] = ()
    unknown: bool = False
    """Nobody said which card it is: what a clause asks of it is decided, once, when it asks."""
    stock: bool = False
    """It stands for any one of many cards with nothing on them: its name is none that a deck is built by (6.1.1.2)."""
    printed: Features = field(init=False, repr=False)
    """The information printed on it."""

    def __post_init__(self) -> None:
        """Puts the printed information together once: it is asked for all the time."""
        names = (self.name,)
        stats = (self.cost, self.power, self.strike)
        printed = Features(self.kinds, names, self.colors, self.attributes, self.work, *stats, self.abilities)
        object.__setattr__(self, "printed", printed)

    def __repr__(self) -> str:
        return f"<{self.name}>"


class Thing(NamedTuple):
    """A card in a zone: another thing, with another id, after every move to another zone (4.1.4)."""

    id: ObjectId
    card: Card
    owner: int
    rested: bool = False
    damage: int = 0
    arrived: int = 0
    """When it came to its zone; things that came together share the number."""
    used: tuple[tuple[Ability, int], ...] = ()
    """Uses, this turn, of its abilities with a limit."""
    known: tuple[tuple[str, object], ...] = ()
    """What has been settled about an unknown card, and that a hidden card is face up."""


UNUSED: tuple[str, object] = ("unused", True)
"""Known of a hand card: the ruling says that its player does not use it."""


class Seat(NamedTuple):
    """A player's numbers and zones. Soul cards are all alike, so that they are only counted (13.2)."""

    life: int = 10
    damage: int = 0
    base: tuple[Thing, ...] = ()
    deck: tuple[Thing, ...] = ()
    hand: tuple[Thing, ...] = ()
    graveyard: tuple[Thing, ...] = ()
    exile: tuple[Thing, ...] = ()
    bag: tuple[int, int] = (0, 0)
    """The part of the deck, from one position to another, whose order chance has yet to decide."""
    soul_deck: int = 0
    standing_souls: int = 0
    rested_souls: int = 0
    resources: tuple[tuple[str, int], ...] = ()
    soul_limit: int = 10
    pal_limit: int = 5
    soul_increment: int = 2
    drew_for_souls: bool = False
    redrew: bool = False
    redraws: bool = False
    """Whether the player has declared to exchange the opening hand, and is about to."""

    @property
    def souls(self) -> int:
        """How many cards lie in the soul zone."""
        return self.standing_souls + self.rested_souls


class Battle(NamedTuple):
    """The battle under way. What left keeps its old id here: the clauses ask whether it is still there."""

    attacker: ObjectId
    target: "Target"
    attacking: bool = False
    blocker: ObjectId | None = None
    opponents: bool = False
    """Whether attacker and target are battle opponents (9.4.3)."""
    failed: bool = False


class Expiry(NamedTuple):
    """When a lasting effect ends: at that edge of a stretch, of that player's if one is named, `skip` such ends later.

    With `during` it is in force in that stretch only."""

    edge: Edge = Edge.END
    stretch: Stretch = Stretch.GAME
    player: int | None = None
    skip: int = 0
    during: bool = False


Roles: TypeAlias = tuple[tuple[Role, tuple[ObjectId, ...]], ...]


class Origin(NamedTuple):
    """Where an ability or effect comes from: who controls it, which thing is "this card", and the things in its roles."""

    controller: int
    source: ObjectId
    roles: Roles = ()


class InForce(NamedTuple):
    """A continuous effect that an ability set going (10.10). `stamp` orders effects and tells who came later (10.10.2)."""

    effect: Static
    origin: Origin
    expiry: Expiry
    stamp: int
    name: str = ""
    """The card name declared for it."""
    condition: Condition | None = None
    """It ends as soon as this fails (此卡在据点期间)."""


class Waiting(NamedTuple):
    """An automatic ability that waits to be used, `times` over (10.8.2)."""

    ability: Automatic
    origin: Origin
    times: int = 1
    keyword: str = ""
    follow: tuple[tuple[ObjectId, ObjectId], ...] = ()
    """What a card that moved became: an ability that triggers on a card's move acts on that card where it went."""
    ways: tuple[int, ...] = ()
    """How often it may wait for this trigger, as long as its controller has not decided which effect says so (5.21.2)."""


class Delayed(NamedTuple):
    """An automatic ability made by an effect, which triggers later (10.8.5)."""

    ability: Automatic
    origin: Origin
    expiry: Expiry | None
    stamp: int
    once: bool = False
    """Whether it triggers once only although it says how long it lasts."""


class Item(NamedTuple):
    """A card or ability in the resolution zone (4.11); the last is on top."""

    id: ObjectId
    origin: Origin
    thing: Thing | None
    ability: Ability | None


class Departed(NamedTuple):
    """The last information of a thing that left its zone (10.12)."""

    thing: Thing
    last: Features | WhenAsked[Features]
    """Its information; of most cards that leave a base nobody asks for it."""
    controller: int
    zone: ZoneName
    now: ObjectId
    """The thing that it became."""

    @property
    def features(self) -> Features:
        """The information that it had when it left."""
        return self.last.answer if isinstance(self.last, WhenAsked) else self.last


class Deeds(NamedTuple):
    """Something done that a card in the game can ask about (该回合中被指派过的); `old` if it was in an earlier turn."""

    deed: Deed
    subject: ObjectId | None
    target: ObjectId | None
    by: int
    old: bool = False
    origin: Zone | None = None
    destination: Zone | None = None
    """Of a move: from where to where."""


@dataclass(frozen=True, slots=True, eq=False)
class World:
    """What never changes in one run: the cards in the game, the policies, and clauses that are suspended for a trial."""

    cards: tuple[Card, ...] = ()
    policies: Mapping[str, str] = field(default_factory=dict)
    suspended: frozenset[str] = frozenset()
    automatic: bool = True
    """Whether any card could ever have an automatic ability; unless so, nothing has to look for triggers."""
    static: bool = True
    """Whether any card could ever have, or set going, a continuous effect."""
    never_forgotten: frozenset[Deed] = frozenset()
    """Those of them that a card asks about for the whole game."""
    counts_together: bool = True
    """Whether any trigger takes what happens at once for one event."""
    trigger_deeds: frozenset[Deed] = frozenset(Deed)
    """The deeds on which any ability could ever trigger."""
    trigger_stretches: frozenset[Stretch] = frozenset(Stretch)
    """The stretches at whose beginning or end any ability could ever trigger."""
    state_triggers: bool = True
    """Whether any ability could ever trigger on a state (10.8.6)."""
    holds_states: bool = True
    """Whether any card could ever say that the game is in a named state (夜晚) without the game having become so."""
    view_of_bases: bool = False
    """Whether no continuous effect could ever ask for more than bases, turn, battle and states (`scope`)."""
    view_of_orientation: bool = True
    """Whether any continuous effect could ever ask how a card lies."""
    view_of_damage: bool = True
    """Whether any continuous effect could ever ask how much damage a card has."""
    gives_times: bool = True
    """Whether any effect could ever say how often abilities wait for one trigger (5.21)."""
    abilities_change: bool = True
    """Whether any continuous effect could ever give a card abilities, take them away or make them void."""
    abilities_change_in_print: bool = True
    """Whether a continuous ability printed on any card could ever do so."""
    kinds_change: bool = True
    """Whether any effect could ever give a card another kind."""
    player_numbers_change: bool = True
    """Whether any effect could ever change a number of a player (帕鲁上限)."""
    forbids: frozenset[Deed] = frozenset(Deed)
    """The deeds that any effect could ever forbid."""
    remembered: frozenset[Deed] = frozenset()
    """The deeds that a card asks about after they are done."""
    keyword_of: Mapping[Ability, str] = field(default_factory=dict)
    """The keyword that stands for an ability written out by its formula."""
    keyword_clauses: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The clauses whose formulas say what a keyword means."""
    named: tuple[str, ...] = ()
    """The card names that the ruling says a player names, of cards listed or not (5.19.1)."""


class Board(NamedTuple):
    """Everything on the table."""

    world: World
    seats: tuple[Seat, Seat]
    turn: int = 0
    starter: int = 0
    opening: bool = False
    """Whether this is the first turn of the game."""
    phase: Stretch = Stretch.MAIN_PHASE
    states: tuple[str, ...] = ()
    battle: Battle | None = None
    effects: tuple[InForce, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    delayed: tuple[Delayed, ...] = ()
    resolution: tuple[Item, ...] = ()
    met: tuple[tuple[ObjectId, Ability, Stretch], ...] = ()
    """Abilities whose "at the end of" this turn or battle has already been (7.6.1, 9.7.1)."""
    deeds: tuple[Deeds, ...] = ()
    departed: tuple[Departed, ...] = ()
    lost: tuple[int, ...] = ()
    won: tuple[int, ...] = ()
    drawn: bool = False
    next_id: int = 1
    clock: int = 1


Target: TypeAlias = ObjectId | int
"""Something that can be attacked or damaged: a thing, or a player (a plain int)."""


def is_thing(target: Target) -> bool:
    """Whether a target is a card and not a player."""
    return type(target) is ObjectId


def other(player: int) -> int:
    """The opponent."""
    return 1 - player


def both(board: Board) -> tuple[int, int]:
    """The turn player, then the other (1.3.4)."""
    return board.turn, 1 - board.turn


def zone(board: Board, player: int, name: ZoneName) -> tuple[Thing, ...]:
    """The cards in a zone: of a deck the top first, of a base the earliest arrival first."""
    found: tuple[Thing, ...] = getattr(board.seats[player], name)
    return found


class Where(NamedTuple):
    """The place of a thing. Whose zone it is in is who controls it (3.1.2)."""

    player: int
    zone: ZoneName
    thing: Thing


def find(board: Board, thing: ObjectId) -> Where | None:
    """Where a thing lies; None once it has left that zone."""
    global _found_last, _found_before
    seats, last = _found_last
    if seats is board.seats and last is not None and last.thing.id == thing:
        return last
    seats, last = _found_before
    if seats is board.seats and last is not None and last.thing.id == thing:
        _found_last, _found_before = _found_before, _found_last
        return last
    for name, lying in _LYING:
        for player, mine in enumerate(board.seats):
            for candidate in lying(mine):
                if candidate.id == thing:
                    where = made(Where, (player, name, candidate))
                    found(board.seats, where)
                    return where
    return None


def found(seats: tuple[Seat, Seat], where: Where) -> None:
    """Notes where a thing lies: one question about a card follows another, and about what it was before it moved."""
    global _found_last, _found_before
    _found_before = _found_last
    _found_last = seats, where


_found_last: tuple[tuple[Seat, Seat] | None, Where | None] = (None, None)
_found_before = _found_last


_LYING: tuple[tuple[ZoneName, Callable[[Seat], tuple[Thing, ...]]], ...] = tuple((name, attrgetter(name)) for name in ZONES)


def in_base(board: Board, thing: ObjectId) -> Where | None:
    """Where a thing lies, if it lies in a base."""
    for player, mine in enumerate(board.seats):
        for candidate in mine.base:
            if candidate.id == thing:
                return made(Where, (player, "base", candidate))
    return None


def permanents(board: Board) -> Iterator[Where]:
    """Every card in a base, the turn player's first."""
    for player in both(board):
        for thing in board.seats[player].base:
            yield Where(player, "base", thing)


def departed(board: Board, thing: ObjectId) -> Departed | None:
    """What is last known of a thing that has left."""
    for gone in reversed(board.departed):
        if gone.thing.id == thing:
            return gone
    return None


def seat(board: Board, player: int, **changes: object) -> Board:
    """The board with some of a player's numbers or zones changed."""
    parts: list[object] = [*board.seats[player]]
    for name, value in changes.items():
        parts[_SEAT[name]] = value
    changed = made(Seat, parts)
    return seated(board, (changed, board.seats[1]) if player == 0 else (board.seats[0], changed))


def seated(board: Board, seats: tuple[Seat, Seat]) -> Board:
    """The board with other seats. (`_replace` takes twice as long, and something at a seat changes all the time.)"""
    return made(Board, (board.world, seats, *board[2:]))


def later(board: Board) -> Board:
    """The board one tick of its clock later."""
    return made(Board, (*board[:-1], board.clock + 1))


def awaiting(board: Board, waiting: tuple[Waiting, ...]) -> Board:
    """The board with other abilities waiting."""
    return made(Board, (*board[:_WAITING], waiting, *board[_WAITING + 1 :]))


def renewed(board: Board, seats: tuple[Seat, Seat], last: Departed) -> Board:
    """The board with other seats once a card has moved and is a new one (4.1.4), with what is last known of it (10.12.1)."""
    upto, since = board[2:_DEPARTED], board[_DEPARTED + 1 : -2]
    return made(Board, (board.world, seats, *upto, (*board.departed, last), *since, board.next_id + 1, board.clock))


_WAITING, _DEPARTED = map(Board._fields.index, ("waiting", "departed"))


def with_zone(seat: Seat, name: ZoneName, things: tuple[Thing, ...]) -> Seat:
    """The seat with other cards in a zone."""
    place = _PLACE[name]
    return made(Seat, (*seat[:place], things, *seat[place + 1 :]))


def with_zones(seat: Seat, one: ZoneName, things: tuple[Thing, ...], other: ZoneName, others: tuple[Thing, ...]) -> Seat:
    """The seat with other cards in two zones."""
    parts: list[object] = [*seat]
    parts[_PLACE[one]], parts[_PLACE[other]] = things, others
    return made(Seat, parts)


_PLACE: Mapping[ZoneName, int] = {name: Seat._fields.index(name) for name in ZONES}


def change(board: Board, where: Where, **changes: object) -> Board:
    """The board with something about a thing changed, where it lies."""
    lies = where.thing
    parts: list[object] = [*lies]
    for name, value in changes.items():
        parts[_THING[name]] = value
    changed = made(Thing, parts)
    things = tuple([changed if thing is lies else thing for thing in zone(board, where.player, where.zone)])
    mine = with_zone(board.seats[where.player], where.zone, things)
    return seated(board, (mine, board.seats[1]) if where.player == 0 else (board.seats[0], mine))


_SEAT, _THING = ({name: place for place, name in enumerate(kind._fields)} for kind in (Seat, Thing))


def held(board: Board, player: int, resource: str) -> int:
    """How much of a resource a player has."""
    return next((amount for name, amount in board.seats[player].resources if name == resource), 0)


def orientation(thing: Thing) -> Orientation:
    """Standing or rested."""
    return Orientation.RESTED if thing.rested else Orientation.STANDING
