"""Soul cards that card text speaks of: nothing tells them apart, so that only how many stand and lie rested matters (13.2)."""

from headjudge.parser import effect_terms as terms
from headjudge.parser import effects as fx
from headjudge.parser.card_print import print_words
from headjudge.parser.named import NamedTuple
from headjudge.simulator.citing import cite
from headjudge.simulator.games.palworld.board import Board
from headjudge.simulator.unmodelled import NotModelledError

SOUL = "灵魂"


class Souls(NamedTuple):
    """So many soul cards of one player."""

    owner: int
    standing: int
    rested: int

    @property
    def total(self) -> int:
        """How many they are."""
        return self.standing + self.rested


def are_souls(cards: terms.Cards) -> bool:
    """Whether words mean cards in a soul area: they name it, or soul cards and no zone.

    A soul card is of no use in any other zone but the soul deck, which card text names when it means it."""
    if cards.zone is not None or cards.among is not None:
        return cards.zone is terms.Zone.SOULS
    return all(terms.OfKind(SOUL) in description.traits for description in cards.any_of)


def souls_of(board: Board, owner: int, cards: terms.Cards) -> Souls:
    """The soul cards of a player that fit a description: by how they lie, if it says so."""
    cite("13.2.3")
    standing = rested = False
    for description in cards.any_of:
        asked = [trait for trait in description.traits if trait != terms.OfKind(SOUL)]
        if not all(isinstance(trait, terms.Oriented) for trait in asked):
            raise NotModelledError(print_words(cards))
        standing |= terms.Oriented(terms.Orientation.RESTED) not in asked
        rested |= terms.Oriented(terms.Orientation.STANDING) not in asked
    seat = board.seats[owner]
    return Souls(owner, seat.standing_souls if standing else 0, seat.rested_souls if rested else 0)


def souls_to_turn(board: Board, owner: int, cards: terms.Cards, act: object) -> Souls:
    """Those of the soul cards on which an act of a cost can be done: what lies so already is not turned (1.3.2.1)."""
    there = souls_of(board, owner, cards)
    match act:
        case fx.Turn(orientation=terms.Orientation.STANDING):
            return there._replace(standing=0)
        case fx.Turn():
            return there._replace(rested=0)
    return there


def mixes_souls(cards: terms.Cards) -> bool:
    """Whether words mean soul cards or other cards, whichever is chosen: the one are counted, the other lie there."""
    souls = [terms.OfKind(SOUL) in description.traits for description in cards.any_of]
    return cards.among is None and cards.zone in (None, terms.Zone.SOULS) and any(souls) and not all(souls)


def from_the_soul_deck(act: object) -> fx.AddSouls | None:
    """An act that puts soul cards of a soul deck into the soul zone, as what it is: they are all alike (13.2.3)."""
    if not isinstance(act, fx.Move) or act.zone is not terms.Zone.SOULS or not isinstance(act.things, terms.Selection):
        return None
    cards, quantity = act.things.cards, act.things.quantity
    if cards.zone is not terms.Zone.SOUL_DECK or not isinstance(quantity, terms.Exactly):
        return None
    return fx.AddSouls(quantity.amount, act.orientation, act.player if cards.holder is None else cards.holder)
