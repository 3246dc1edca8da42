"""From parse tree to times and conditions."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from lark import Token

from headjudge.parser.card_nouns import Nouns, comparison_of, countable, is_distinct, reference
from headjudge.parser.card_segments import AtLeast, ByDeed, Noun, Pointer, Unreadable
from headjudge.parser.card_words import words
from headjudge.parser.effect_terms import (
    AllOf,
    AnyOf,
    Battle,
    Before,
    Cards,
    Compare,
    Condition,
    Count,
    Deed,
    Description,
    Did,
    Edge,
    Event,
    Exactly,
    Feature,
    Happened,
    InBattle,
    InState,
    IsDuring,
    Matches,
    Not,
    Number,
    OfKind,
    Period,
    Relation,
    Role,
    Side,
    Stretch,
    Those,
    Variable,
    Varieties,
    Which,
)
from headjudge.parser.effect_tree import rewrite

_CONSTANTS: Mapping[str, Any] = {
    "this_turn": Period(Stretch.TURN), "this_battle": Period(Stretch.BATTLE), "whole_game": Period(Stretch.GAME),
    "next": Which.NEXT, "each": Which.EACH, "current": Which.THIS, "start": Edge.START, "end": Edge.END,
    "did": Did(), "did_deed": Did(), "did_not": Not(Did()),
}  # fmt: skip
_SAME = frozenset(("period_or_game", "coming"))
AMONG_IT: Any = Pointer.IT
_IT: Any = Pointer.IT
"""其中: among the cards that 其 means."""


class Conditions(Nouns):
    """When, and on what condition."""

    def __default__(self, data: str, children: list[Any], meta: Any) -> Any:
        if data in _CONSTANTS:
            return _CONSTANTS[data]
        return children[0] if data in _SAME else super().__default__(data, children, meta)

    # -- times

    def period(self, children: list[Any]) -> Period:
        which, whose, stretch = children
        if which is None:
            which = Which.THIS if whose is None else Which.EACH
        if whose is not None and not isinstance(whose, Side):
            raise Unreadable
        name = "battle" if stretch.type == "FIGHT" else words().meanings["stretches"][stretch]
        return Period(Stretch(name), which, whose)

    # -- conditions

    def period_of(self, children: list[Any]) -> Period:
        whose, which, stretch = children
        return self.period([which, whose, stretch])

    def next_of(self, children: list[Any]) -> Period:
        whose, stretch = children
        return self.period([Which.NEXT, whose, stretch])

    def condition(self, children: list[Any]) -> Condition:
        return children[0] if len(children) == 1 else AnyOf(tuple(children))

    def conjunction(self, children: list[Any]) -> Any:
        return children[0] if len(children) == 1 else AllOf(tuple(children))

    def in_state(self, children: list[Token]) -> InState:
        return InState(str(children[0]))

    def exists(self, children: list[Any]) -> Compare:
        player, noun = children
        number = noun.quantity.amount if isinstance(noun.quantity, Exactly | AtLeast) else Number(1)
        return Compare(Count(_held_by(player, noun), noun.different_names), Relation.AT_LEAST, number)

    def exists_many(self, children: list[Any]) -> Compare:
        player, number, relation, noun = children
        return Compare(Count(_held_by(player, noun), noun.different_names), relation, number)

    def exists_in(self, children: list[Any]) -> Compare:
        holder, zone, number, relation, noun = children
        if noun.cards.holder is not None or noun.cards.zone is not None:
            raise Unreadable
        cards = replace(countable(noun), holder=holder, zone=zone)
        return Compare(Count(cards, noun.different_names), relation, number)

    def exists_not(self, children: list[Any]) -> Compare:
        player, noun = children
        if isinstance(noun.quantity, Exactly | AtLeast):
            return Compare(Count(_held_by(player, noun)), Relation.LESS, noun.quantity.amount)
        return Compare(Count(_held_by(player, noun)), Relation.EQUAL, Number(0))

    def exists_not_in(self, children: list[Any]) -> Compare:
        holder, zone, noun = children
        if noun.cards.holder is not None or noun.cards.zone is not None:
            raise Unreadable
        return Compare(Count(replace(countable(noun), holder=holder, zone=zone)), Relation.EQUAL, Number(0))

    def kinds_are(self, children: list[Any]) -> Compare:
        noun = next(child for child in children if isinstance(child, Noun))
        feature = next(child for child in children if isinstance(child, Feature))
        number = next(child for child in children if isinstance(child, Number | Variable))
        relation = next((child for child in children if isinstance(child, Relation)), Relation.EQUAL)
        return Compare(Varieties(countable(noun), feature), relation, number)

    def exists_among(self, children: list[Any]) -> Compare:
        *least, noun = children
        number, relation = least or (Number(1), Relation.AT_LEAST)
        if noun.all_of_them.among is not None:
            raise Unreadable
        return Compare(Count(replace(noun.cards, among=AMONG_IT)), relation, number)

    def exists_thereby(self, children: list[Any]) -> Compare:
        deed = next(child for child in children if isinstance(child, Deed))
        number = next((child for child in children if isinstance(child, Number)), Number(1))
        if any(child in (Relation.AT_MOST,) for child in children):
            raise Unreadable
        return self._some_done(ByDeed(deed), children[-1], number)

    def did_thereby(self, _children: list[Any]) -> Did:
        return Did()

    def did_move(self, children: list[Any]) -> Compare:
        noun = next(child for child in children if isinstance(child, Noun))
        return self._some_done(ByDeed(Deed.MOVE), noun, Number(1))

    @staticmethod
    def _some_done(done: Any, noun: Noun, number: Number) -> Compare:
        """That many of the cards with which something has just been done fit."""
        if noun.all_of_them.among is not None:
            raise Unreadable
        return Compare(Count(replace(noun.cards, among=done)), Relation.AT_LEAST, number)

    def amount_is(self, children: list[Any]) -> Compare:
        noun, number, relation = children
        count = Count(countable(noun), is_distinct(noun))
        amount = Before(count) if isinstance(noun, tuple) else count
        return Compare(amount, relation or Relation.EQUAL, number)

    def np_before(self, children: list[Any]) -> tuple[Noun]:
        return (children[0],)

    def matches_it(self, children: list[Any]) -> Matches:
        return Matches(_IT, children[0].all_of_them)

    def came_from(self, children: list[Any]) -> Happened:
        subject, origin = children[:2]
        if origin[0] is not None:
            raise Unreadable
        return Happened(Event(Deed.DEPLOY, subject=reference(subject), origin=origin[1]), Period(Stretch.GAME))

    def deployed_this_turn(self, children: list[Any]) -> Happened:
        if children[-1] != "回合":
            raise Unreadable
        return Happened(Event(Deed.DEPLOY, subject=reference(children[0])), Period(Stretch.TURN))

    def compares(self, children: list[Any]) -> Compare:
        left, relation, right = comparison_of(children)
        return Compare(left, relation, right)

    def compares_players(self, children: list[Any]) -> Compare:
        left, player, token = children
        if isinstance(left, Noun):
            left = Count(countable(left), is_distinct(left))
        others = {Side.YOU: Side.OPPONENT, Side.OPPONENT: Side.YOU}
        if player not in others:
            raise Unreadable
        right = rewrite(left, lambda part: player if part is others[player] else part)
        return Compare(left, Relation.MORE if token.type == "MORE" else Relation.LESS, right)

    def by_who(self, children: list[Any]) -> dict[str, Any]:
        return {"by": children[0]}

    def by_what(self, children: list[Any]) -> dict[str, Any]:
        return {"source": reference(children[0])}

    def matches(self, children: list[Any]) -> Matches:
        what, said, *zone = children
        if zone:
            return Matches(what, Cards(holder=said, zone=zone[0]))
        return Matches(what, said.all_of_them if isinstance(said, Noun) else said)

    def traits_only(self, children: list[Any]) -> Cards:
        return Cards((Description((children[0],)),))

    def happened(self, children: list[Any]) -> Happened:
        period, event = children
        if event.at_least is not None:
            raise Unreadable
        return Happened(event, period)

    def happened_to(self, children: list[Any]) -> Any:
        subject, period, never, by, deed = children[:5]
        subject = reference(subject)
        passive = by is not None
        is_target = passive and deed in (Deed.ATTACK, Deed.BLOCK)
        event = Event(deed, target=subject) if is_target else Event(deed, subject=subject)
        return Not(Happened(event, period)) if never else Happened(event, period)

    def happened_in(self, children: list[Any]) -> Any:
        period, subject, never, by, deed, _done = children
        return self.happened_to([subject, period, never, by, deed])

    def happened_moved(self, children: list[Any]) -> Any:
        period = next(child for child in children if isinstance(child, Period))
        subject = next(child for child in children if child is not None and not isinstance(child, Period | Token))
        _to, whose, zone, bottom = next(child for child in children if isinstance(child, tuple))
        if whose is not None or bottom:
            raise Unreadable
        return Happened(Event(Deed.MOVE, subject=reference(subject), destination=zone), period)

    def happened_by(self, children: list[Any]) -> Any:
        player, period, never, deed, _done, noun = children
        happened = Happened(Event(deed, by=player, subject=noun.all_of_them), period)
        return Not(happened) if never else happened

    def is_attacking(self, children: list[Any]) -> Matches:
        what, _attack, head = children
        return Matches(what, Cards((Description((InBattle(Battle.ATTACKING), OfKind(str(head)))),)))

    def did_count(self, children: list[Any]) -> Compare:
        deed, number, relation = children
        return Compare(Count(Those(role_of(deed))), relation or Relation.EQUAL, number)

    def did_cards(self, children: list[Any]) -> Compare:
        deed, noun = children
        cards = noun.all_of_them
        return Compare(Count(_among(cards, role_of(deed))), Relation.AT_LEAST, Number(1))

    def is_during(self, children: list[Any]) -> IsDuring:
        period: Period = children[0]
        return IsDuring(period)

    def negated(self, children: list[Any]) -> Not:
        return Not(children[0])


def role_of(deed: Deed) -> Role:
    """The role of the cards with which the effect has just done this."""
    return {Deed.CHOOSE: Role.CHOSEN, Deed.REVEAL: Role.SEEN}.get(deed, Role.DONE)


def _held_by(player: Any, noun: Noun) -> Cards:
    if noun.cards.holder not in (None, player):
        raise Unreadable
    return replace(noun.cards, holder=player)


def _among(cards: Cards, role: Role) -> Cards:
    return replace(cards, among=role)
