"""From parse tree to what leads an act: when, if, as long as, for each, instead."""

from dataclasses import replace
from typing import Any

from headjudge.parser.card_conditions import AMONG_IT
from headjudge.parser.card_events import DOER
from headjudge.parser.card_nouns import BATTLES, DEEDS, countable, reference, with_trait
from headjudge.parser.card_segments import (
    ByDeed,
    LeadAt,
    LeadDuration,
    LeadIf,
    LeadInstead,
    LeadMay,
    LeadPer,
    LeadState,
    LeadWhen,
    LeadWhile,
    Noun,
    Unreadable,
)
from headjudge.parser.card_statics import Statics
from headjudge.parser.effect_durations import During, Until
from headjudge.parser.effect_terms import (
    Cards,
    Compare,
    Condition,
    Count,
    Deed,
    Description,
    Event,
    InBattle,
    Matches,
    Moment,
    Number,
    Period,
    Relation,
    Stretch,
)
from headjudge.parser.named import NamedTuple


class _Next(NamedTuple):
    """The next such event only."""

    event: Event


class Leads(Statics):
    """What stands before an act in its sentence."""

    def lead_if(self, children: list[Any]) -> LeadIf:
        return LeadIf(children[0])

    def lead_case(self, children: list[Any]) -> LeadIf:
        return LeadIf(children[0], bare=True)

    def lead_while(self, children: list[Any]) -> LeadWhile:
        return LeadWhile(children[0])

    def lead_when(self, children: list[Any]) -> LeadWhen:
        events = children[0]
        if any(isinstance(one, _Next) for one in events):
            if not all(isinstance(one, _Next) for one in events):
                raise Unreadable
            return LeadWhen(tuple((one.event, None) for one in events), once=True)
        return LeadWhen(events)

    def triggers(self, children: list[Any]) -> tuple[Any, ...]:
        return tuple(one for child in children for one in (child if isinstance(child, list) else [child]))

    def trigger_event(self, children: list[Any]) -> tuple[Any, None]:
        return children[0], None

    def trigger_next(self, children: list[Any]) -> "_Next":
        return _Next(children[-1])

    def trigger_event_if(self, children: list[Any]) -> tuple[Any, Any]:
        return children[1], children[0]

    def trigger_either(self, children: list[Any]) -> list[tuple[Event, None]]:
        subject = reference(children[0])
        return [(Event(DEEDS[verb.type], subject=subject), None) for verb in children[1:]]

    def lead_state(self, children: list[Any]) -> LeadState:
        return LeadState(children[0])

    def lead_at(self, children: list[Any]) -> LeadAt:
        return LeadAt(Moment(children[1], children[0]))

    def lead_battle(self, children: list[Any]) -> LeadAt:
        fighter, verb, *_past, _battle, edge = children
        role = InBattle(BATTLES[verb.type])
        if isinstance(fighter, Noun):
            fought: Condition = Compare(Count(with_trait(fighter, role)), Relation.AT_LEAST, Number(1))
        else:
            fought = Matches(fighter, Cards((Description((role,)),)))
        return LeadAt(Moment(edge, Period(Stretch.BATTLE)), fought)

    def lead_until(self, children: list[Any]) -> LeadDuration:
        return LeadDuration(Until(Moment(children[1], children[0])))

    def lead_during(self, children: list[Any]) -> LeadDuration:
        return LeadDuration(During(children[0]))

    def lead_per(self, children: list[Any]) -> LeadPer:
        player, number, noun = children
        cards = noun.all_of_them
        if player is not None:
            if cards.holder not in (None, player):
                raise Unreadable
            cards = replace(cards, holder=player)
        return LeadPer(number, cards)

    def lead_per_in(self, children: list[Any]) -> LeadPer:
        player, zone, number, noun = children
        cards = noun.all_of_them
        if cards.holder is not None or cards.zone is not None:
            raise Unreadable
        return LeadPer(number, replace(cards, holder=player, zone=zone))

    def lead_per_kind(self, children: list[Any]) -> LeadPer:
        noun, number, feature = children
        return LeadPer(number, countable(noun), feature)

    def lead_per_of(self, children: list[Any]) -> LeadPer:
        return LeadPer(children[1], countable(children[0]))

    def lead_per_among(self, children: list[Any]) -> LeadPer:
        number, *noun = children
        cards = noun[0].all_of_them if noun else Cards()
        if cards.among is not None:
            raise Unreadable
        return LeadPer(number, replace(cards, among=AMONG_IT))

    def lead_per_done(self, children: list[Any]) -> LeadPer:
        done: Any = ByDeed(next((child for child in children if isinstance(child, Deed)), Deed.MOVE))
        return LeadPer(children[-1], done)

    def lead_instead(self, children: list[Any]) -> LeadInstead:
        return LeadInstead(optional=bool(children))

    def lead_may(self, children: list[Any]) -> LeadMay:
        return LeadMay(children[0] or DOER)
