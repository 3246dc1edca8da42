"""How two tables differ, in words: what it is about, and how it is on either."""

from collections.abc import Iterator, Sequence

from headjudge.parser import effects as fx
from headjudge.parser.card_print import print_ability
from headjudge.parser.ruling_vocabulary import vocabulary
from headjudge.simulator.games.palworld.board import ZONES, Board, InForce, Waiting, is_thing
from headjudge.simulator.games.palworld.differing import Difference, Lying
from headjudge.simulator.games.palworld.telling import Teller
from headjudge.simulator.state import ObjectId
from headjudge.simulator.telling import ToldDifference


def tell(teller: Teller, found: Sequence[Difference], common: Board) -> list[ToldDifference]:
    """The differences in words; cards of one name that differ in the same way are told once."""
    told: dict[ToldDifference, int] = {}
    for difference in found:
        entry = _told(teller, difference, common)
        told[entry] = told.get(entry, 0) + 1
    return [
        entry if count == 1 else entry._replace(what=teller.word("copies", thing=entry.what, count=count))
        for entry, count in told.items()
    ]


def _told(teller: Teller, difference: Difference, common: Board) -> ToldDifference:
    kind, subject = difference.kind, difference.subject
    both = [_value(teller, kind, value, common) for value in (difference.first, difference.second)]
    if subject is None:
        what = teller.word({"turn": "whose_turn", "battle": "under_way", "waiting": "waits"}.get(kind, kind))
    elif is_thing(subject):
        what = teller.thing(ObjectId(subject))
    else:
        what = teller.word("owned", player=teller.player(subject), what=number_word(teller, kind))
    return ToldDifference(what, *both)


def number_word(teller: Teller, name: str) -> str:
    """What a number of a player or a card is called."""
    known = vocabulary()
    if name in ZONES:
        return teller.zone(name)
    terminal = next((one for one in ("MEASURE", "BORNE", "PRINTED") if known.knows(one, name)), "")
    return known.word(terminal, name, teller.language) if terminal else teller.word(name)


def _value(teller: Teller, kind: str, value: object, common: Board) -> str:
    match kind, value:
        case "result", False:
            return teller.word("undecided")
        case "result", None:
            return teller.word("drawn")
        case "result", int(player):
            return teller.word("won_by", player=teller.player(player))
        case "turn", int(player):
            return teller.player(player)
        case "battle", bool(there):
            return teller.word(str(there).lower())
        case _, Lying():
            return lying(teller, value)
        case _, None:
            return teller.word("somewhere")
        case _, tuple(parts):
            return "、".join(_part(teller, part, common) for part in parts) or teller.word("none")
        case _:
            return str(value)


def lying(teller: Teller, place: Lying) -> str:
    """Where and how a card lies."""
    zone = teller.zone(place.zone, place.player)
    if place.power is None:
        return zone
    return teller.word("lies", thing=zone, facts=" ".join(_facts(teller, place)))


def _facts(teller: Teller, lying: Lying) -> Iterator[str]:
    yield str(lying.power) if lying.strike is None else f"{lying.power}/{lying.strike}"
    yield teller.word("rested" if lying.rested else "standing")
    if lying.damage:
        yield teller.word("damage", amount=lying.damage)


def _part(teller: Teller, part: object, common: Board) -> str:
    match part:
        case InForce():
            return print_ability(fx.Continuous((part.effect,))).removeprefix("【永】").rstrip("。")
        case Waiting():
            return teller.waiting(part, common)
        case _:
            return teller.word(str(part))
