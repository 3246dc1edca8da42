"""Boards for tests, built by hand: `table(mine=[...], theirs=[...])` is the turn player's board against the other's."""

from collections.abc import Iterable, Sequence
from typing import Any

from headjudge.simulator.games.palworld.board import (
    GEAR,
    NORMAL_PAL,
    PAL,
    STRUCTURE,
    Board,
    Card,
    CardAbility,
    Seat,
    Thing,
    World,
)
from headjudge.simulator.machine import Decision, Machine, Pause
from headjudge.simulator.moves import Option
from headjudge.simulator.state import Frame, ObjectId, State

_serial = iter(range(1, 1_000_000))


def pal(name: str, power: int, strike: int = 1, *abilities: CardAbility, cost: int = 1) -> Card:
    return Card(next(_serial), name, (PAL, NORMAL_PAL), cost, power, strike, abilities=abilities)


def structure(name: str, durability: int, *abilities: CardAbility) -> Card:
    return Card(next(_serial), name, (STRUCTURE,), 1, durability, abilities=abilities)


PLAIN = Card(next(_serial), "普通", (PAL, NORMAL_PAL), 1, 100, 1)
LUCKY = Card(next(_serial), "幸运", (PAL, NORMAL_PAL), 1, 100, 1, lucky=True)
GEAR_CARD = Card(next(_serial), "装备", (GEAR,), 1)


def put(card: Card, **state: Any) -> tuple[Card, dict[str, Any]]:
    """A card that lies in some state: `put(card, rested=True, damage=300)`."""
    return card, state


class Table:
    """A board under construction: hands out ids and arrival times in the order in which cards are listed."""

    def __init__(self) -> None:
        self.next_id = 1
        self.cards: list[Card] = []

    def zone(self, owner: int, cards: Iterable[Any]) -> tuple[Thing, ...]:
        found = []
        for entry in cards:
            card, state = entry if isinstance(entry, tuple) else (entry, {})
            found.append(Thing(**{"id": ObjectId(self.next_id), "card": card, "owner": owner, "arrived": self.next_id, **state}))
            self.cards.append(card)
            self.next_id += 1
        return tuple(found)


def table(mine: Sequence[Any] = (), theirs: Sequence[Any] = (), **facts: Any) -> Board:
    """A board in the turn player's main phase. `seats=({...}, {...})` gives more of each player's seat."""
    new = Table()
    seats = []
    given = facts.pop("seats", ({}, {}))
    for player, base in enumerate((mine, theirs)):
        zones: dict[str, Any] = {"deck": [PLAIN] * 10, "soul_deck": 10, **given[player]}
        laid: dict[str, Any] = {
            name: new.zone(player, zones.pop(name)) for name in ("deck", "hand", "graveyard", "exile") if name in zones
        }
        seats.append(Seat(base=new.zone(player, base), **laid, **zones))
    world = World(tuple(dict.fromkeys(new.cards)), **facts.pop("world", {}))
    return Board(world, (seats[0], seats[1]), next_id=new.next_id, clock=new.next_id + 1, **facts)


def at(board: Board, clause: str, *below: str) -> State:
    """The state in which that clause comes next; `below` are the clauses at which the procedures under it go on."""
    from headjudge.simulator.games.palworld.game import palworld

    entry = palworld().entry
    return State(board, tuple(Frame(*entry[position]) for position in (*below, clause)))


def named(board: Board, name: str) -> Thing:
    """The only card of that name, wherever it lies."""
    found = [
        thing
        for seat in board.seats
        for zone in (seat.base, seat.hand, seat.graveyard, seat.deck, seat.exile)
        for thing in zone
        if thing.card.name == name
    ]
    assert len(found) == 1, f"{len(found)} × {name}"
    return found[0]


def zone_of(board: Board, name: str) -> tuple[int, str]:
    """Whose zone the only card of that name lies in, and which."""
    thing = named(board, name)
    return next(
        (player, zone)
        for player in (0, 1)
        for zone in ("base", "hand", "graveyard", "deck", "exile")
        if thing in getattr(board.seats[player], zone)
    )


def play(machine: Machine, state: State, *verbs: str, horizon: Any = None) -> Pause:
    """Runs on, taking at each decision the option whose verb (and words) comes next; stops when none is left."""
    pause = machine.run(state, horizon)
    for wanted in verbs:
        assert isinstance(pause, Decision), pause
        option = _find(pause, wanted)
        pause = machine.run(pause.take(option), horizon)
    return pause


def _find(decision: Decision, wanted: str) -> Option:
    board = decision.state.board
    names = {
        int(thing.id): thing.card.name
        for seat in board.seats
        for zone in (seat.base, seat.hand, seat.deck, seat.graveyard)
        for thing in zone
    }
    texts = {}
    for option in decision.options:
        label: Any = option.label
        words = [label.verb] if hasattr(label, "verb") else [type(label).__name__, str(label[-1])]
        words += [
            names.get(int(thing), "?") if isinstance(thing, ObjectId) else f"player{thing}"
            for thing in getattr(label, "things", ())
        ]
        texts[" ".join(words)] = option
    assert wanted in texts, f"{wanted!r} not in {sorted(texts)} at {decision.clause}"
    return texts[wanted]
