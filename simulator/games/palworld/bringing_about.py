"""Which events do something to what a condition is about."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from headjudge.parser.board import CardRef, Player
from headjudge.parser.effect_tree import walk
from headjudge.parser.scenario import Compare, Condition, GameResult, InZone, IsState
from headjudge.simulator.games.palworld import events as ev
from headjudge.simulator.games.palworld.board import Board
from headjudge.simulator.games.palworld.table import SEATS
from headjudge.simulator.games.palworld.telling import names
from headjudge.simulator.state import ObjectId

_MOVES = (ev.Move, ev.Resolve, ev.PutOnTop)
_LASTING = (ev.Begin, ev.Expire)
_CHANGED_BY: Mapping[str, tuple[type, ...]] = {
    "life": (ev.ChangeLife, ev.SetLife),
    "damage": (ev.Damage, ev.SetDamage, ev.HealAll),
    "souls": (ev.GainSouls, ev.RestSouls, ev.StandSouls, ev.ReturnSouls),
    "rested_souls": (ev.RestSouls, ev.StandSouls, ev.GainSouls, ev.ReturnSouls),
    "soul_area": (ev.GainSouls, ev.ReturnSouls),
    "soul_deck": (ev.GainSouls, ev.FillSoulDeck, ev.ReturnSouls),
    "material": (ev.ChangeResource,),
    "food": (ev.ChangeResource,),
    "uses": (ev.Used,),
    "power": _LASTING,
    "strike": _LASTING,
    "cost": _LASTING,
    "state": (ev.Rest, ev.Stand, ev.Attacks, ev.Assigned, *_MOVES),
}
"""What changes a number; the number of cards in a zone changes by moves."""


def brings_about(condition: Condition, boards: Sequence[Board]) -> Callable[[object], bool]:
    """Whether an event, on any of these boards, does something to what a condition is about."""
    atoms = list(walk(condition))
    cards = {str(atom.name) for atom in atoms if isinstance(atom, CardRef)}
    seats = {SEATS[atom] for atom in atoms if isinstance(atom, Player)}
    ends = any(isinstance(atom, GameResult) for atom in atoms)
    words = [str(atom.left.word) for atom in atoms if isinstance(atom, Compare)]
    words += ["state" for atom in atoms if isinstance(atom, IsState)] + ["zone" for atom in atoms if isinstance(atom, InZone)]
    kinds = tuple(kind for word in words for kind in _CHANGED_BY.get(word, _MOVES)) or (object,)
    if ends:
        kinds = (ev.Lose, ev.Win, ev.Surrender)
    called = names(boards)

    def wanted(event: object) -> bool:
        if not isinstance(event, kinds):
            return False
        things = {called.get(thing, "").partition("#")[0] for thing in _things(event)}
        touched = bool(things & cards) if cards else getattr(event, "player", None) in seats
        return touched or (ends and not cards)

    return wanted


def _things(value: object) -> Iterator[ObjectId]:
    """Every thing that an event names, in whatever part of it."""
    if isinstance(value, ObjectId):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _things(part)
