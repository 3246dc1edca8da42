"""The table as data that can be drawn (`simulator/picturing.py`): what goes on, each player's numbers and zones."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from headjudge.simulator.citing import apart
from headjudge.simulator.games.palworld.board import (
    EVENT,
    GEAR,
    NIGHT,
    PAL,
    STRUCTURE,
    ZONES,
    Battle,
    Board,
    Features,
    Thing,
    ZoneName,
    zone,
)
from headjudge.simulator.games.palworld.telling import Teller, effect_text
from headjudge.simulator.games.palworld.view import features_of, in_state
from headjudge.simulator.pictures import CardPicture, NumberPicture, Phrase, Piece
from headjudge.simulator.picturing import Picturing, Tellers, both

_KINDS = {PAL: "pal", STRUCTURE: "structure", GEAR: "gear", EVENT: "event"}
_SINGLY = 12
"""So many cards of a zone keep the numbers that tell copies apart; of more, those that look the same are drawn once."""
_MOST = 36
"""So many cards of a zone are drawn; the others are counted."""


def _pieces(board: Board, tellers: Tellers) -> list[Piece]:
    pieces = [_state(board, tellers)]
    for player in (0, 1):
        pieces.append(_numbers(board, player, tellers))
        pieces += [_zone(board, player, name, tellers) for name in ZONES]
    return pieces


def _state(board: Board, tellers: Tellers) -> Piece:
    notes: list[tuple[str, Phrase]] = []
    night, _ = apart(lambda: in_state(board, NIGHT))
    states = dict.fromkeys((*board.states, *([NIGHT] if night else [])))
    notes += [("in_state", both(tellers, Teller.word, state)) for state in states]
    if board.battle is not None:
        notes.append(("battle", both(tellers, _battle, board.battle)))
    notes += [("resolving", both(tellers, Teller.item, item, board)) for item in board.resolution]
    notes += [("waits", both(tellers, Teller.waiting, entry, board)) for entry in board.waiting]
    notes += [("in_force", {"zh": text, "en": text}) for text in dict.fromkeys(map(effect_text, board.effects))]
    return {
        "what": "state",
        "turn": both(tellers, Teller.player, board.turn),
        "phase": both(tellers, Teller.word, board.phase.value),
        "notes": notes,
    }


def _battle(teller: Teller, battle: Battle) -> str:
    return f"{teller.thing(battle.attacker)} → {teller.target(battle.target)}"


def _numbers(board: Board, player: int, tellers: Tellers) -> Piece:
    seat = board.seats[player]
    said = [("life", str(seat.life)), *([("hurt", str(seat.damage))] if seat.damage else [])]
    said += [("souls", f"{seat.standing_souls}/{seat.souls}"), ("in_hand", str(len(seat.hand))), ("in_deck", str(len(seat.deck)))]
    numbers: list[NumberPicture] = [
        {"mark": f"{word}{player}", "word": word, "name": None, "value": value} for word, value in said
    ]
    for place, (resource, amount) in enumerate(seat.resources):
        name = both(tellers, Teller.word, resource)
        numbers.append({"mark": f"resource{place}-{player}", "word": "", "name": name, "value": str(amount)})
    return {"what": "numbers", "player": player, "numbers": numbers}


def _zone(board: Board, player: int, name: ZoneName, tellers: Tellers) -> Piece:
    things = zone(board, player, name)
    drawn = [_card(board, thing, name, tellers) for thing in things]
    if len(drawn) > _SINGLY:
        drawn = [{**card, "name": _unnumbered(card["name"])} for card in drawn]
    cards = drawn if name == "base" and len(drawn) <= _SINGLY else list(_stacked(drawn))
    if name == "deck":  # its cards are not followed one by one
        cards = [{**card, "marks": []} for card in cards]
    shown = cards[:_MOST]
    more = len(things) - sum(card["times"] for card in shown)
    return {"what": name, "player": player, "mark": f"{name}{player}", "total": len(things), "more": more, "cards": shown}


def _unnumbered(name: Phrase) -> Phrase:
    """A card's name without the number that tells it from other copies."""
    return {"zh": name["zh"].partition("#")[0], "en": name["en"].partition("#")[0]}


def _stacked(cards: list[CardPicture]) -> Iterator[CardPicture]:
    """Neighbours that look the same as one."""

    def looks(card: CardPicture) -> dict[str, Any]:
        return {**card, "marks": []}

    for _, group in groupby(cards, looks):
        same = list(group)
        marks = [mark for card in same for mark in card["marks"]]
        yield {**same[0], "marks": marks, "times": len(same)}


def _card(board: Board, thing: Thing, name: ZoneName, tellers: Tellers) -> CardPicture:
    if name == "base":
        features, _ = apart(lambda: features_of(board, thing))
    else:
        features = thing.card.printed
    kind = next((word for said, word in _KINDS.items() if said in features.kinds), "unknown")
    return {
        "marks": [f"c{int(thing.id)}"],
        "name": both(tellers, Teller.thing, thing.id),
        "kind": kind if not thing.card.unknown or features.kinds else "unknown",
        "cost": thing.card.cost,
        "figures": _figures(features, kind) if name == "base" else "",
        "rested": thing.rested,
        "damage": thing.damage,
        "keywords": list(dict.fromkeys(one.keyword for one in features.abilities if one.keyword)) if name == "base" else [],
        "times": 1,
    }


def _figures(features: Features, kind: str) -> str:
    if kind == "pal":
        return f"{features.power or 0}/{features.strike or 0}"
    return str(features.power or 0) if kind == "structure" else ""


PICTURING = Picturing(("state", *(f"{what}{player}" for player in (0, 1) for what in ("numbers", *ZONES))), _pieces)
