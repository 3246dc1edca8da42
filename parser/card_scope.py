"""Under what a segment stands in its sentence: how long, how often, on what condition, and whose cards it means."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from headjudge.parser.card_lines import Sentence
from headjudge.parser.card_segments import (
    Floor,
    Group,
    Lead,
    LeadAt,
    LeadDuration,
    LeadPer,
    LeadState,
    LeadWhen,
    LeadWhile,
    Pointer,
    Segment,
    Unreadable,
)
from headjudge.parser.effect_durations import Duration, During, ForGame, While
from headjudge.parser.effect_terms import (
    AllOf,
    Amount,
    AnyOf,
    Calculation,
    Cards,
    Condition,
    Count,
    IsDuring,
    Number,
    Operation,
    Side,
    Varieties,
    Zone,
)
from headjudge.parser.effect_tree import rewrite, walk
from headjudge.parser.effects import (
    Action,
    AnyTrigger,
    At,
    ChangeStat,
    Discard,
    Lasting,
    Provided,
    Rule,
    Static,
    Trigger,
    When,
    WhenState,
)

_ADDED = "追加"
"""Says that something is added to what has just been said."""


class Terms:
    """Under what a continuous effect or an act stands in its sentence: how long, and once for each of what."""

    def __init__(self, duration: Duration | None, per: LeadPer | None) -> None:
        self.duration = duration
        self._per = per

    def times(self, segment: Segment) -> Segment:
        """The segment with its amounts multiplied."""
        if self._per is None:
            return segment
        count = so_often(self._per)
        steps = [node for node in walk(segment) if isinstance(node, ChangeStat)]
        if len(steps) == 1 and isinstance(steps[0].amount, Number):  # its floor and the traits of its cards stay as they are
            step = replace(steps[0], amount=_so_many_times(steps[0].amount, count))
            return rewrite(segment, lambda node: step if node is steps[0] else node)
        found = [node for node in walk(segment) if isinstance(node, Number)]
        if len(found) != 1:
            raise Unreadable  # 每有1只，…+300/…+1: which of the two counts is not said
        return rewrite(segment, lambda node: _so_many_times(node, count) if isinstance(node, Number) else node)


def so_often(per: LeadPer) -> Amount:
    """How often 每有n张 is so."""
    count: Amount = Count(per.cards) if per.feature is None else Varieties(per.cards, per.feature)
    return count if per.number == Number(1) else Calculation(Operation.DIVIDE, count, per.number)


def _so_many_times(number: Number, count: Amount) -> Amount:
    return count if number == Number(1) else Calculation(Operation.TIMES, number, count)


def until_another_turn(lead: Segment, rest: Sequence[Segment]) -> tuple[Sequence[Segment], Sequence[Segment]]:
    """What stands under 你的回合中, and what follows behind 对手的回合中 in the same sentence."""
    if not isinstance(lead, LeadDuration):
        return rest, ()
    at = next(
        (n for n, one in enumerate(rest) if n and isinstance(one, LeadDuration) and isinstance(one.duration, During)), len(rest)
    )
    return rest[:at], rest[at:]


def as_long(sentence: Sentence, acts: Sequence[Action]) -> Duration | None:
    """How long what is added lasts, if nothing else is said: as long as what it is added to (…，追加打击力+1)."""
    last = acts[-1] if acts else None
    return last.duration if isinstance(last, Lasting) and _ADDED in sentence.folded.text else None


def is_once(segment: LeadWhen | LeadAt | LeadState) -> bool:
    """Whether only the next such event is meant (下一次…时)."""
    return isinstance(segment, LeadWhen) and segment.once


def of_their_own(act: Any) -> Any:
    """An act done to every card of a hand or a deck of which nothing says whose it is: it is the one of who does it."""
    cards = getattr(act, "things", None)
    if isinstance(act, Discard) and isinstance(cards, Cards) and cards.zone is None and cards.among is None:
        cards = replace(cards, zone=Zone.HAND)  # what is discarded is discarded from a hand (Palworld 5.10.2)
    if not isinstance(cards, Cards) or cards.zone not in (Zone.HAND, Zone.DECK) or cards.among is not None:
        return act
    if cards.holder is not None:
        return replace(act, things=cards)
    holder = Side.SELF if act.player in (Side.BOTH, Side.ANY) else act.player
    return replace(act, things=replace(cards, holder=holder))


def before_and_after_else(said: Sequence[Segment]) -> tuple[Sequence[Segment], Sequence[Segment]]:
    """What is said before and after 否则."""
    if Lead.ELSE not in said:
        return said, ()
    at = list(said).index(Lead.ELSE)
    return said[:at], said[at + 1 :]


def duration_of(segment: LeadDuration | LeadWhile) -> Duration:
    return segment.duration if isinstance(segment, LeadDuration) else While(segment.condition)


def condition_of(segment: Any) -> Condition:
    if isinstance(segment, LeadDuration):
        assert isinstance(segment.duration, During)
        return IsDuring(segment.duration.period)
    condition: Condition = segment.condition
    return condition


def provided(condition: Condition, effects: tuple[Static, ...]) -> Provided:
    """One condition over the effects; two that follow one another are one."""
    if len(effects) == 1 and isinstance(effects[0], Provided):
        inner = effects[0]
        joined: list[Any] = []
        for part in (condition, inner.condition):
            if isinstance(part, AnyOf):
                raise Unreadable
            joined.extend(part.conditions if isinstance(part, AllOf) else (part,))
        return Provided(AllOf(tuple(joined)), inner.effects)
    lone = tuple(effect for effect in effects if not isinstance(effect, Provided))
    if not lone or len(lone) != len(effects):
        raise Unreadable
    return Provided(condition, lone)


def for_that_long(duration: Duration, act: Action) -> Action:
    """The act with a duration that is said after it."""
    return replace(act, duration=duration) if isinstance(act, Lasting) and act.duration == ForGame() else act


def floored(floor: Floor) -> Callable[[Any], Any]:
    above = floor.above
    if not isinstance(above, Number):
        raise Unreadable
    lowest = Number(above.value + 1)
    return lambda node: replace(node, floor=lowest) if isinstance(node, ChangeStat) else node


def same_subject(rule: Rule, before: dict[str, Any]) -> tuple[Rule, dict[str, Any]]:
    """A rule without a subject has that of the rule before it in the sentence (你不能…，且必须…)."""
    subject: Any = rule.event.subject
    if subject is Pointer.IT and before:
        return replace(rule, event=replace(rule.event, **before)), before
    if rule.event.by is not None:
        return rule, {"by": rule.event.by, "subject": None}
    return rule, before if subject is None or subject is Pointer.IT else {"subject": subject}


def trigger_of(segment: LeadWhen | LeadAt | LeadState) -> Trigger:
    """The trigger that a lead says."""
    if isinstance(segment, LeadAt):
        return At(segment.moment, segment.condition)
    if isinstance(segment, LeadState):
        return WhenState(segment.condition)
    whens = tuple(When(event, condition) for event, condition in segment.events)
    return whens[0] if len(whens) == 1 else AnyTrigger(whens)


def has_hole(node: object) -> bool:
    """Whether an ability was announced that has not followed."""
    return any(part == Group(None) for part in walk(node))
