"""Sentences put together: segments -> the actions of an effect, or the effects of a continuous ability."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeGuard

from headjudge.parser.card_acts import segments
from headjudge.parser.card_context import Context
from headjudge.parser.card_grammar import parse
from headjudge.parser.card_lines import Sentence, sentences
from headjudge.parser.card_segments import (
    Define,
    Floor,
    Group,
    GroupModes,
    Lead,
    LeadAt,
    LeadDuration,
    LeadIf,
    LeadInstead,
    LeadMay,
    LeadPer,
    LeadState,
    LeadWhen,
    LeadWhile,
    Listed,
    LosePool,
    OnlyIf,
    Pointer,
    Repeated,
    ResourcePool,
    Segment,
    Several,
    Unreadable,
)
from headjudge.parser.card_words import Folded
from headjudge.parser.effect_terms import (
    AllOf,
    Amount,
    AnyOf,
    Calculation,
    Cards,
    Condition,
    Count,
    Did,
    Duration,
    During,
    ForGame,
    HasKeyword,
    IsDuring,
    Number,
    Operation,
    Period,
    Role,
    Side,
    Stretch,
    Those,
    Which,
    While,
    Zone,
)
from headjudge.parser.effect_tree import rewrite, walk
from headjudge.parser.effects import (
    Ability,
    Action,
    AnyTrigger,
    At,
    ChangeStat,
    Choose,
    CopiesAllowed,
    CostOfUse,
    Delayed,
    Effect,
    GainAbility,
    If,
    Lasting,
    LoseResource,
    May,
    Modes,
    Modify,
    Place,
    PlayerNumber,
    Provided,
    Repeat,
    Replace,
    Rule,
    StateHolds,
    Static,
    Trigger,
    Unmodelled,
    UseLimit,
    When,
    WhenState,
)

STATICS = (Modify, Rule, StateHolds, CostOfUse, UseLimit, PlayerNumber, CopiesAllowed, Replace)


@lru_cache(maxsize=4096)
def _read(sentence: str) -> tuple[Segment, ...] | None:
    tree = parse(sentence)
    found = segments(tree) if tree is not None else None
    if found is None:
        return None
    return _instead_first([part for one in found for part in (one.acts if isinstance(one, Several) else (one,))])


def _instead_first(said: list[Segment]) -> tuple[Segment, ...]:
    """The segments with 作为替代 where most cards have it: behind the trigger (你受到伤害时，可以横置此卡作为替代)."""
    last = said[-1] if said else None
    at = next((n for n, one in enumerate(said) if isinstance(one, LeadWhen)), None)
    if not isinstance(last, LeadInstead) or at is None or len(said) < at + 3:
        return tuple(said)
    rest = said[at + 1 : -1]
    offered = isinstance(rest[0], LeadMay)
    return *said[: at + 1], LeadInstead(offered or last.optional), *(rest[1:] if offered else rest)


def read(sentence: Sentence) -> tuple[Segment, ...]:
    """The segments of the sentence; raises Unreadable."""
    found = _read(sentence.folded.text)
    if found is None:
        raise Unreadable
    return found


class EffectReader:
    """Reads effects of one text. `ability` reads what stands in 〈〉 as an ability, `keyword` as a keyword's name."""

    def __init__(self, text: str, ability: Callable[[Folded], Ability], keyword: Callable[[Folded], str]) -> None:
        self._text = text
        self._ability = ability
        self._keyword = keyword

    def unmodelled(self, folded: Folded) -> Unmodelled:
        """The words as they are printed, and where."""
        start, end = folded.at[0], folded.at[-1]
        return Unmodelled(self._text[start:end], Place(start, end))

    def effect(self, body: Sequence[Sentence], context: Context, before: Sequence[Segment] = ()) -> Effect:
        """The actions that the sentences say; `before` are the segments left of a sentence that began otherwise (a
        trigger's)."""
        acts: list[Action] = []
        subject = context.subject
        last_rest = max((number for number, sentence in enumerate(body) if _speaks_of_rest(sentence)), default=-1)
        for number, sentence in enumerate(body):
            context.new_sentence(rest_follows=number <= last_rest)
            kept = list(acts)
            try:
                self._sentence(before if number == 0 and before else read(sentence), sentence, context, acts)
            except Unreadable:
                acts[:] = [*kept, self.unmodelled(sentence.folded)]
        context.subject = subject
        if not acts:
            raise Unreadable
        return tuple(acts)

    # -- one sentence of an effect

    def _sentence(self, said: Sequence[Segment], sentence: Sentence, context: Context, acts: list[Action]) -> None:
        """Adds what the sentence says, which may complete what the one before it said."""
        first = said[0]
        if first is Lead.ELSE:
            last = acts.pop() if acts else None
            if not isinstance(last, If) or last.otherwise:
                raise Unreadable
            acts.append(replace(last, otherwise=self._some(said[1:], sentence, context)))
        elif isinstance(first, LeadIf) and len(said) > 1 and isinstance(said[1], LeadInstead):
            if not acts:
                raise Unreadable
            condition = self.settle(first.condition, sentence, context)
            last = acts.pop()
            duration = last.duration if isinstance(last, Lasting) else None
            acts.append(If(condition, self._some(said[2:], sentence, context, duration), (last,)))
        elif _is_if_done(first) and acts and isinstance(acts[-1], Lasting) and _is_offer(acts[-1].effect):
            offer = acts[-1].effect
            done = replace(offer, instead=self._some(said[1:], sentence, context), choice=offer.instead)
            acts[-1] = replace(acts[-1], effect=done)
        elif len(said) == 1 and isinstance(first, Group):
            self._fill_hole(acts, self._ability(_group(sentence, first)))
        elif len(said) == 1 and isinstance(first, Floor) and acts:
            acts[:] = [rewrite(act, _floored(first)) if act is acts[-1] else act for act in acts]
        else:
            acts.extend(self._acts(said, sentence, context, _as_long(sentence, acts)))

    def _some(self, said: Sequence[Segment], sentence: Sentence, context: Context, duration: Duration | None = None) -> Effect:
        """The acts that the segments say: at least one."""
        acts = self._acts(said, sentence, context, duration)
        if not acts:
            raise Unreadable
        return acts

    def _acts(self, said: Sequence[Segment], sentence: Sentence, context: Context, duration: Duration | None = None) -> Effect:
        acts: list[Action] = []
        per: LeadPer | None = None
        subject: dict[str, Any] = {}
        for index, segment in enumerate(said):
            rest = said[index + 1 :]
            match segment:
                case Lead.THEN:
                    pass
                case LeadDuration() | LeadWhile():
                    duration = self.settle(_duration(segment), sentence, context)
                    if not any(isinstance(other, (*STATICS, LeadWhen, LeadAt, LeadState)) for other in rest):
                        acts = [_for(duration, act) for act in acts]
                case LeadIf():
                    condition = self.settle(segment.condition, sentence, context)
                    then, otherwise = _either(rest)
                    yes = self._some(then, sentence, context, duration)
                    no = self._some(otherwise, sentence, context, duration) if otherwise else ()
                    return *acts, If(condition, yes, no)
                case LeadWhen() | LeadAt() | LeadState():
                    trigger = self.settle(trigger_of(segment), sentence, context)
                    if rest and isinstance(rest[0], LeadInstead):
                        effect = replace(self._replace(trigger, rest, sentence, context), once=_is_once(segment))
                        return *acts, Lasting(effect, duration or ForGame())
                    once = duration is not None and _is_once(segment)
                    with context.within(trigger):
                        return *acts, Delayed(trigger, self._some(rest, sentence, context), duration, once)
                case LeadMay():
                    player = self.settle(segment.player, sentence, context)
                    context.subject = player
                    return *acts, May(self._some(rest, sentence, context, duration), player)
                case LeadPer():
                    per = self.settle(segment, sentence, context)
                    if any(isinstance(other, Choose) for other in rest):  # each time anew
                        return *acts, Repeat(_so_often(per), self._some(rest, sentence, context, duration))
                case Define():
                    context.meanings[segment.name] = self.settle(segment.amount, sentence, context)
                case Floor():
                    if not acts:
                        raise Unreadable
                    acts[-1] = rewrite(acts[-1], _floored(segment))
                case LosePool() if acts and isinstance(acts[-1], LoseResource):
                    if acts[-1].player != self.settle(segment.player, sentence, context):
                        raise Unreadable
                case _:
                    if isinstance(segment, Rule):
                        segment, subject = _same_subject(segment, subject)
                    acts.extend(self._act(segment, sentence, context, _Terms(duration, per)))
        if not acts and not any(isinstance(segment, Define) for segment in said):
            raise Unreadable
        return tuple(acts)

    def _act(self, segment: Segment, sentence: Sentence, context: Context, terms: "_Terms") -> Effect:
        """What one segment does."""
        match segment:
            case Repeated():
                inner = self.effect(sentences(_group(sentence, segment.group)), context)
                times = self.settle(segment.times, sentence, context)
                return inner if times is None else (Repeat(times, inner),)
            case GroupModes():
                return (self._modes(segment, [_group(sentence, one) for one in segment.groups], context, sentence),)
            case Listed():
                if not sentence.bullets:
                    raise Unreadable
                return (self._modes(segment, sentence.bullets, context, sentence),)
            case ResourcePool():
                pool = self.settle(segment, sentence, context)
                return (LoseResource(pool.resources, pool.quantity, pool.loser, pool.chooser),)
            case Modify() | Rule() | StateHolds() | CostOfUse() | UseLimit() | PlayerNumber() | CopiesAllowed() | Replace():
                static = self.settle(terms.times(segment), sentence, context)
                return (Lasting(static, terms.duration or ForGame()),)
            case Group() | Lead() | LeadInstead() | OnlyIf() | LosePool():
                raise Unreadable
            case _:
                context.subject = self.settle(getattr(segment, "player", Pointer.DOER), sentence, context)
                act = self.settle(terms.times(segment), sentence, context)
                act = context.choice(_of_their_own(act))
                context.after(act)
                return (act,)

    def _modes(self, said: GroupModes | Listed, options: Sequence[Folded], context: Context, sentence: Sentence) -> Modes:
        """Options to choose from; whoever chooses does what the option says."""
        chooser = context.subject = self.settle(said.player, sentence, context)
        with context.speaking_of(chooser):
            read_options = tuple(self.effect(sentences(option), context) for option in options)
        return Modes(said.quantity, read_options, chooser)

    def _replace(self, trigger: Trigger, rest: Sequence[Segment], sentence: Sentence, context: Context) -> Replace:
        lead = rest[0]
        if not isinstance(trigger, When) or not isinstance(lead, LeadInstead) or trigger.event.at_least is not None:
            raise Unreadable
        context.trigger(trigger)
        return Replace(trigger.event, self._some(rest[1:], sentence, context), lead.optional)

    # -- continuous abilities

    def statics(self, body: Sequence[Sentence], context: Context) -> tuple[Static | Unmodelled, ...]:
        """The effects that a continuous ability has."""
        found: list[Static | Unmodelled] = []
        for sentence in body:
            context.new_sentence(rest_follows=False)
            kept = list(found)
            try:
                self._static_sentence(sentence, context, found)
            except Unreadable:
                found[:] = [*kept, self.unmodelled(sentence.folded)]
        if not found:
            raise Unreadable
        return tuple(found)

    def _static_sentence(self, sentence: Sentence, context: Context, found: list[Static | Unmodelled]) -> None:
        said = read(sentence)
        first = said[0]
        last = found[-1] if found else None
        if len(said) == 1 and isinstance(first, Group):
            self._fill_hole(found, self._ability(_group(sentence, first)))
        elif len(said) == 1 and isinstance(first, Floor) and found:
            found[-1] = rewrite(found[-1], _floored(first))
        elif _is_if_done(first) and _is_offer(last):
            found[-1] = replace(last, instead=self._some(said[1:], sentence, context), choice=last.instead)
        else:
            found.extend(self._statics(said, sentence, context))

    def _statics(self, said: Sequence[Segment], sentence: Sentence, context: Context) -> tuple[Static, ...]:
        found: list[Static] = []
        per: LeadPer | None = None
        subject: dict[str, Any] = {}
        for index, segment in enumerate(said):
            rest = said[index + 1 :]
            match segment:
                case Lead.THEN | LeadDuration(During(Period(Stretch.TURN, Which.THIS, None))):
                    pass  # what is so all the time is so in 本回合, whichever it is
                case Define():
                    context.meanings[segment.name] = self.settle(segment.amount, sentence, context)
                case LeadPer():
                    per = self.settle(segment, sentence, context)
                case LeadIf() | LeadWhile() | LeadState() | LeadDuration(During()):
                    condition = self.settle(_condition(segment), sentence, context)
                    under, then = _until_another_turn(segment, rest)
                    first = _provided(condition, self._statics(under, sentence, context))
                    return *found, first, *(self._statics(then, sentence, context) if then else ())
                case LeadWhen(once=False) if rest and isinstance(rest[0], LeadInstead):
                    trigger = self.settle(trigger_of(segment), sentence, context)
                    return *found, self._replace(trigger, rest, sentence, context)
                case Modify() | Rule() | StateHolds() | CostOfUse() | UseLimit() | PlayerNumber() | CopiesAllowed() | Replace():
                    if isinstance(segment, Rule):
                        segment, subject = _same_subject(segment, subject)
                    found.append(self.settle(_Terms(None, per).times(segment), sentence, context))
                case _:
                    raise Unreadable
        return tuple(found)

    # -- what stands in 〈〉, and what points back

    def settle(self, node: Any, sentence: Sentence, context: Context) -> Any:
        """The node with what points back, or to a text in 〈〉, replaced by what it means."""
        return rewrite(context.settle(node), lambda part: self._grouped(part, sentence))

    def _grouped(self, node: Any, sentence: Sentence) -> Any:
        named: Any = node.word if isinstance(node, HasKeyword) else getattr(node, "keyword", None)
        if isinstance(named, Group):
            name = self._keyword(_group(sentence, named))
            return HasKeyword(name) if isinstance(node, HasKeyword) else replace(node, keyword=name)
        granted: Any = node.ability if isinstance(node, GainAbility) else None
        if isinstance(granted, Group) and granted.number is not None:
            return GainAbility(self._ability(_group(sentence, granted)))
        return node

    @staticmethod
    def _fill_hole(found: list[Any], ability: Ability) -> None:
        """Puts the ability where 〈〉内的能力 announced it."""
        if not found or not has_hole(found[-1]):
            raise Unreadable
        found[-1] = rewrite(found[-1], lambda node: ability if node == Group(None) else node)


class _Terms:
    """Under what a continuous effect or an act stands in its sentence: how long, and once for each of what."""

    def __init__(self, duration: Duration | None, per: LeadPer | None) -> None:
        self.duration = duration
        self._per = per

    def times(self, segment: Segment) -> Segment:
        """The segment with its amounts multiplied."""
        if self._per is None:
            return segment
        count = _so_often(self._per)
        found = [node for node in walk(segment) if isinstance(node, Number)]
        if len(found) != 1:
            raise Unreadable  # 每有1只，…+300/…+1: which of the two counts is not said
        return rewrite(segment, lambda node: _so_many_times(node, count) if isinstance(node, Number) else node)


def _so_often(per: LeadPer) -> Amount:
    """How often 每有n张 is so."""
    count = Count(per.cards)
    return count if per.number == Number(1) else Calculation(Operation.DIVIDE, count, per.number)


def _so_many_times(number: Number, count: Amount) -> Amount:
    return count if number == Number(1) else Calculation(Operation.TIMES, number, count)


def has_hole(node: object) -> bool:
    """Whether an ability was announced that has not followed."""
    return any(part == Group(None) for part in walk(node))


def trigger_of(segment: LeadWhen | LeadAt | LeadState) -> Trigger:
    """The trigger that a lead says."""
    if isinstance(segment, LeadAt):
        return At(segment.moment, segment.condition)
    if isinstance(segment, LeadState):
        return WhenState(segment.condition)
    whens = tuple(When(event, condition) for event, condition in segment.events)
    return whens[0] if len(whens) == 1 else AnyTrigger(whens)


def _until_another_turn(lead: Segment, rest: Sequence[Segment]) -> tuple[Sequence[Segment], Sequence[Segment]]:
    """What stands under 你的回合中, and what follows behind 对手的回合中 in the same sentence."""
    if not isinstance(lead, LeadDuration):
        return rest, ()
    at = next(
        (n for n, one in enumerate(rest) if n and isinstance(one, LeadDuration) and isinstance(one.duration, During)), len(rest)
    )
    return rest[:at], rest[at:]


def _as_long(sentence: Sentence, acts: Sequence[Action]) -> Duration | None:
    """How long what is added lasts, if nothing else is said: as long as what it is added to (…，追加打击力+1)."""
    last = acts[-1] if acts else None
    return last.duration if isinstance(last, Lasting) and _ADDED in sentence.folded.text else None


_ADDED = "追加"


def _is_once(segment: LeadWhen | LeadAt | LeadState) -> bool:
    """Whether only the next such event is meant (下一次…时)."""
    return isinstance(segment, LeadWhen) and segment.once


@lru_cache(maxsize=4096)
def _says_rest(sentence: str) -> bool:
    return Those(Role.REST) in walk(_read(sentence) or ())


def _speaks_of_rest(sentence: Sentence) -> bool:
    return "其余" in sentence.folded.text and _says_rest(sentence.folded.text)


def _is_if_done(segment: Segment) -> bool:
    return isinstance(segment, LeadIf) and segment.condition == Did()


def _is_offer(effect: object) -> TypeGuard[Replace]:
    """Whether the effect lets a player do something in the place of an event, to be followed by 如果如此做."""
    return isinstance(effect, Replace) and effect.optional and not effect.choice


def _of_their_own(act: Any) -> Any:
    """An act done to every card of a hand or a deck of which nothing says whose it is: it is the one of who does it."""
    cards = getattr(act, "things", None)
    if not isinstance(cards, Cards) or cards.zone not in (Zone.HAND, Zone.DECK) or cards.among is not None:
        return act
    if cards.holder is not None:
        return act
    holder = Side.SELF if act.player in (Side.BOTH, Side.ANY) else act.player
    return replace(act, things=replace(cards, holder=holder))


def _either(said: Sequence[Segment]) -> tuple[Sequence[Segment], Sequence[Segment]]:
    """What is said before and after 否则."""
    if Lead.ELSE not in said:
        return said, ()
    at = list(said).index(Lead.ELSE)
    return said[:at], said[at + 1 :]


def _group(sentence: Sentence, group: Group) -> Folded:
    assert group.number is not None
    return sentence.groups[group.number]


def _duration(segment: LeadDuration | LeadWhile) -> Duration:
    return segment.duration if isinstance(segment, LeadDuration) else While(segment.condition)


def _condition(segment: Any) -> Condition:
    if isinstance(segment, LeadDuration):
        assert isinstance(segment.duration, During)
        return IsDuring(segment.duration.period)
    condition: Condition = segment.condition
    return condition


def _provided(condition: Condition, effects: tuple[Static, ...]) -> Provided:
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


def _for(duration: Duration, act: Action) -> Action:
    """The act with a duration that is said after it."""
    return replace(act, duration=duration) if isinstance(act, Lasting) and act.duration == ForGame() else act


def _floored(floor: Floor) -> Callable[[Any], Any]:
    above = floor.above
    if not isinstance(above, Number):
        raise Unreadable
    lowest = Number(above.value + 1)
    return lambda node: replace(node, floor=lowest) if isinstance(node, ChangeStat) else node


def _same_subject(rule: Rule, before: dict[str, Any]) -> tuple[Rule, dict[str, Any]]:
    """A rule without a subject has that of the rule before it in the sentence (你不能…，且必须…)."""
    subject: Any = rule.event.subject
    if subject is Pointer.IT and before:
        return replace(rule, event=replace(rule.event, **before)), before
    if rule.event.by is not None:
        return rule, {"by": rule.event.by, "subject": None}
    return rule, before if subject is None or subject is Pointer.IT else {"subject": subject}
