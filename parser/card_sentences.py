"""Sentences put together: segments -> the actions of an effect, or the effects of a continuous ability."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeGuard

from headjudge.parser.card_acts import segments
from headjudge.parser.card_context import Context
from headjudge.parser.card_grammar import parse
from headjudge.parser.card_instead import instead
from headjudge.parser.card_lines import Sentence, sentences
from headjudge.parser.card_scope import (
    Terms,
    as_long,
    before_and_after_else,
    condition_of,
    duration_of,
    floored,
    for_that_long,
    has_hole,
    is_once,
    of_their_own,
    provided,
    same_subject,
    so_often,
    trigger_of,
    until_another_turn,
)
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
from headjudge.parser.effect_durations import Duration, During, ForGame
from headjudge.parser.effect_terms import Did, HasKeyword, Period, Role, Stretch, Those, Which
from headjudge.parser.effect_tree import rewrite, walk
from headjudge.parser.effects import (
    Ability,
    Action,
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
    Repeat,
    Replace,
    Rule,
    StateHolds,
    Static,
    Trigger,
    Unmodelled,
    UseLimit,
    When,
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
        since = 0  # where the acts of the sentence before begin
        last_rest = max((number for number, sentence in enumerate(body) if _speaks_of_rest(sentence)), default=-1)
        for number, sentence in enumerate(body):
            context.new_sentence(rest_follows=number <= last_rest)
            kept = list(acts)
            try:
                self._sentence(before if number == 0 and before else read(sentence), sentence, context, (acts, since))
            except Unreadable:
                acts[:] = [*kept, self.unmodelled(sentence.folded)]
            since = min(len(kept), len(acts) - 1)
        context.subject = subject
        if not acts:
            raise Unreadable
        return tuple(acts)

    # -- one sentence of an effect

    def _sentence(self, said: Sequence[Segment], sentence: Sentence, context: Context, so_far: tuple[list[Action], int]) -> None:
        """Adds what the sentence says, which may complete what the one before it said (whose place comes with the acts)."""
        acts, since = so_far
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
            duration = acts[-1].duration if isinstance(acts[-1], Lasting) else None
            instead(acts, condition, self._some(said[2:], sentence, context, duration), since)
        elif _is_if_done(first) and acts and isinstance(acts[-1], Lasting) and _is_offer(acts[-1].effect):
            offer = acts[-1].effect
            done = replace(offer, instead=self._some(said[1:], sentence, context), choice=offer.instead)
            acts[-1] = replace(acts[-1], effect=done)
        elif len(said) == 1 and isinstance(first, Group):
            self._fill_hole(acts, self._ability(_group(sentence, first)))
        elif len(said) == 1 and isinstance(first, Floor) and acts:
            acts[:] = [rewrite(act, floored(first)) if act is acts[-1] else act for act in acts]
        else:
            acts.extend(self._acts(said, sentence, context, as_long(sentence, acts)))

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
                    duration = self.settle(duration_of(segment), sentence, context)
                    if not any(isinstance(other, (*STATICS, LeadWhen, LeadAt, LeadState)) for other in rest):
                        acts = [for_that_long(duration, act) for act in acts]
                case LeadIf():
                    condition = self.settle(segment.condition, sentence, context)
                    then, otherwise = before_and_after_else(rest)
                    yes = self._some(then, sentence, context, duration)
                    no = self._some(otherwise, sentence, context, duration) if otherwise else ()
                    return *acts, If(condition, yes, no)
                case LeadWhen() | LeadAt() | LeadState():
                    trigger = self.settle(trigger_of(segment), sentence, context)
                    if rest and isinstance(rest[0], LeadInstead):
                        effect = replace(self._replace(trigger, rest, sentence, context), once=is_once(segment))
                        return *acts, Lasting(effect, duration or ForGame())
                    once = duration is not None and is_once(segment)
                    with context.within(trigger):
                        return *acts, Delayed(trigger, self._some(rest, sentence, context), duration, once)
                case LeadMay():
                    player = self.settle(segment.player, sentence, context)
                    context.subject = player
                    return *acts, May(self._some(rest, sentence, context, duration), player)
                case LeadPer():
                    per = self.settle(segment, sentence, context)
                    if any(isinstance(other, Choose) for other in rest):  # each time anew
                        return *acts, Repeat(so_often(per), self._some(rest, sentence, context, duration))
                case Define():
                    context.meanings[segment.name] = self.settle(segment.amount, sentence, context)
                case Floor():
                    if not acts:
                        raise Unreadable
                    acts[-1] = rewrite(acts[-1], floored(segment))
                case LosePool() if acts and isinstance(acts[-1], LoseResource):
                    if acts[-1].player != self.settle(segment.player, sentence, context):
                        raise Unreadable
                case _:
                    if isinstance(segment, Rule):
                        segment, subject = same_subject(segment, subject)
                    acts.extend(self._act(segment, sentence, context, Terms(duration, per)))
        if not acts and not any(isinstance(segment, Define) for segment in said):
            raise Unreadable
        return tuple(acts)

    def _act(self, segment: Segment, sentence: Sentence, context: Context, terms: "Terms") -> Effect:
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
                lasting = Lasting(static, terms.duration or ForGame())
                context.after(lasting)
                return (lasting,)
            case Group() | Lead() | LeadInstead() | OnlyIf() | LosePool():
                raise Unreadable
            case _:
                context.subject = self.settle(getattr(segment, "player", Pointer.DOER), sentence, context)
                act = self.settle(terms.times(segment), sentence, context)
                act = of_their_own(context.choice(act))
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
            found[-1] = rewrite(found[-1], floored(first))
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
                    condition = self.settle(condition_of(segment), sentence, context)
                    under, then = until_another_turn(segment, rest)
                    first = provided(condition, self._statics(under, sentence, context))
                    return *found, first, *(self._statics(then, sentence, context) if then else ())
                case LeadWhen(once=False) if rest and isinstance(rest[0], LeadInstead):
                    trigger = self.settle(trigger_of(segment), sentence, context)
                    return *found, self._replace(trigger, rest, sentence, context)
                case Modify() | Rule() | StateHolds() | CostOfUse() | UseLimit() | PlayerNumber() | CopiesAllowed() | Replace():
                    if isinstance(segment, Rule):
                        segment, subject = same_subject(segment, subject)
                    found.append(self.settle(Terms(None, per).times(segment), sentence, context))
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


def _group(sentence: Sentence, group: Group) -> Folded:
    assert group.number is not None
    return sentence.groups[group.number]
