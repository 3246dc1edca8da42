"""One printed ability read: its marks, its costs, and what kind of ability its words make."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from headjudge.parser.card_context import Context
from headjudge.parser.card_lines import Line, Sentence, balanced, sentences, split_heading, without_reminders
from headjudge.parser.card_scope import has_hole, trigger_of
from headjudge.parser.card_segments import (
    LeadAt,
    LeadDuration,
    LeadIf,
    LeadInstead,
    LeadState,
    LeadWhen,
    OnlyIf,
    Segment,
    Unreadable,
)
from headjudge.parser.card_sentences import STATICS, EffectReader, read
from headjudge.parser.card_words import Folded, fold, joined, words
from headjudge.parser.effect_durations import During
from headjudge.parser.effect_terms import (
    AllOf,
    AnyOf,
    Condition,
    Edge,
    IsDuring,
    Matches,
    Moment,
    Number,
    Parameter,
    Period,
    Stretch,
    This,
    Variable,
    Which,
    Zone,
)
from headjudge.parser.effect_tree import explain
from headjudge.parser.effects import (
    Ability,
    AbilityText,
    Activated,
    AnyTrigger,
    At,
    Automatic,
    Continuous,
    Cost,
    Heading,
    Instructions,
    Keyword,
    Lasting,
    Limit,
    Place,
    Trigger,
    Unmodelled,
    WhenState,
)

_LIMIT = re.compile(r"【(?:每个?|1)?(回合|场?战斗|场?游戏|[局场])(?:中?(?:至多|限|只限|仅限))?([0-9])次】")
_COST = re.compile(r"\[([^\[\]]*)\]")
_ANOTHER_WAY = re.compile("(?:也?可以)?作为替代|也可以(?:作为替代)?")
_LIMITED = "(?:此卡|《[^》]*》|(?:与此卡)?同名的卡牌)?在?每个回合中?只能使用[0-9一二两三]张"
_USE_LIMIT = re.compile(f"^{_LIMITED}。(?=.)|(?<=。){_LIMITED}。?$")
_STRETCHES = {"回合": Stretch.TURN, "战斗": Stretch.BATTLE, "游戏": Stretch.GAME, "局": Stretch.GAME, "": Stretch.GAME}


class AbilityReader:
    """Reads the abilities of one text. `keywords` are the words that the rulebook explains by a formula."""

    def __init__(self, text: str, keywords: Collection[str]) -> None:
        self._known: Mapping[str, str] = {fold(word).text: word for word in keywords} | {
            fold(printed).text: word for printed, word in words().keywords.items() if word in keywords
        }
        self._effects = EffectReader(text, self.read, self._keyword_name)
        names = "|".join(map(re.escape, sorted(self._known, key=len, reverse=True)))
        self._keywords = re.compile(f"({names or '(?!)'})([0-9]+|[A-Z]|（数值）)?")
        self._keyword_line = re.compile(f"{self._keywords.pattern}。?")
        self._keyword_list = re.compile(f"{self._keywords.pattern}(?:[、，/]{self._keywords.pattern})+。?")
        word = names or "(?!)"
        self._mention = re.compile(f"(?<=持有|获得|失去|给予)(?:{word})[0-9]*|(?:{word})(?=的?帕鲁)|「(?:{word})[0-9]*」")

    def read_line(self, line: Line) -> list[AbilityText]:
        """The abilities of a line: several where it is a list of keywords, which has nothing else in it."""
        bare = without_reminders(line.folded, self._known)
        if limit := _USE_LIMIT.search(bare.text):
            return self._apart(line, bare, limit.start() or limit.end())
        _, listed = split_heading(bare)
        start = len(bare.text) - len(listed.text)
        names = [(start + found.start(), start + found.end()) for found in self._keywords.finditer(listed.text)]
        if len(names) < 2 or not self._keyword_list.fullmatch(listed.text):
            return [AbilityText(line.words, line.place, self.read(line.folded))]
        cuts = [line.place.start, *[bare.at[first] for first, _ in names[1:]], line.place.end]
        texts = [bare.cut(0, names[0][1]), *[bare.cut(first, last) for first, last in names[1:]]]
        begin = line.place.start
        return [
            AbilityText(line.words[one - begin : two - begin], Place(one, two), self.read(text))
            for one, two, text in zip(cuts, cuts[1:], texts, strict=False)
        ]

    def _apart(self, line: Line, bare: Folded, cut: int) -> list[AbilityText]:
        """How often a card can be used in a turn is an ability of its own, whatever else stands on its line."""
        between, begin = bare.at[cut], line.place.start
        return [
            AbilityText(line.words[: between - begin], Place(begin, between), self.read(bare.cut(0, cut))),
            AbilityText(line.words[between - begin :], Place(between, line.place.end), self.read(bare.cut(cut, len(bare.text)))),
        ]

    def read(self, printed: Folded) -> Ability:
        """The ability; Unmodelled as a whole where its kind, its trigger or its costs cannot be read."""
        if not balanced(printed.text):
            return self._effects.unmodelled(printed)
        try:
            return self._ability(without_reminders(printed, self._known))
        except Unreadable:
            return self._effects.unmodelled(printed)

    def _ability(self, printed: Folded) -> Ability:
        head, body = split_heading(printed)
        label, heading, mark = self._marks(head.text)
        context = Context(it=This() if label or mark else None)
        printed_costs = [head.cut(*match.span(1)) for match in _COST.finditer(head.text)]
        costs = tuple(cost for one in printed_costs for cost in self._alternatives(one))
        if match := self._keyword_line.fullmatch(body.text):
            if costs or mark:
                raise Unreadable
            return Keyword(self._known[match[1]], _amount(match[2]), heading=heading)
        said = sentences(self._in_brackets(body))
        if not said:
            raise Unreadable
        if mark:
            context.pay(costs)
            effect = self._effects.effect(said, context)
            return self._explained(Keyword(mark, None, effect, costs, heading), context)
        if label == "activated" or (label is None and costs):
            return self._activated(said, costs, heading, context)
        if label != "continuous" and (found := self._trigger(said[0], context, automatic=label == "automatic")):
            trigger, rest = found
            if rest and isinstance(rest[0], LeadInstead):
                return self._explained(Continuous(self._effects.statics(said, context), heading), context)
            context.pay(costs)
            context.trigger(trigger)
            effect = self._effects.effect(said, context, rest)
            return self._explained(Automatic(trigger, effect, costs, heading), context)
        if label == "automatic":
            raise Unreadable
        if label == "continuous" or self._only_statics(said):
            if costs:
                raise Unreadable
            context.it = This()
            return self._explained(Continuous(self._effects.statics(said, context), heading), context)
        return self._explained(Instructions(self._effects.effect(said, context), heading), context)

    def _activated(self, said: Sequence[Sentence], costs: tuple[Cost, ...], heading: Heading, context: Context) -> Ability:
        context.it = This()
        context.pay(costs)
        condition: Condition | None = None
        rest = []
        for sentence in said:
            match _segments(sentence):
                case (OnlyIf(only),) if condition is None:
                    condition = self._effects.settle(only, sentence, context)
                case _:
                    rest.append(sentence)
        effect = self._effects.effect(rest, context)
        return self._explained(Activated(costs, effect, heading, condition), context)

    def _only_statics(self, said: Sequence[Sentence]) -> bool:
        """Whether an ability without a label says nothing but what always holds: nothing is done, nothing has a term."""
        context = Context(it=This())
        if any(_is_term(segment) for sentence in said for segment in _segments(sentence)):
            return False
        return not any(isinstance(effect, Unmodelled) for effect in self._effects.statics(said, context))

    # -- marks and costs

    def _marks(self, head: str) -> tuple[str | None, Heading, str | None]:
        """The kind that the label says, the heading, and the keyword in 【】 of which the effect is the parameter."""
        label: str | None = None
        zones: list[Zone] = []
        limit: Limit | None = None
        quick, mark = False, None
        for match in re.finditer("【([^【】]*)】", _COST.sub("", head)):
            word = match[1]
            if word in words().labels and label is None:
                label = words().labels[word]
            elif (found := _LIMIT.fullmatch(match[0])) and limit is None:
                limit = Limit(int(found[2]), _STRETCHES[found[1].removeprefix("场")])
            elif word in words().meanings["zones"]:
                zones.append(Zone(words().meanings["zones"][word]))
            elif word == words().quick:
                quick = True
            elif word in self._known and mark is None:
                mark = self._known[word]
            else:
                raise Unreadable
        return label, Heading(tuple(zones), limit, quick), mark

    def _alternatives(self, printed: Folded) -> list[Cost]:
        """The ways to pay that stand in one pair of brackets: mostly one, else `②或消耗2个素材`; a pair may say that it is
        another way to pay (`可以作为替代丢弃1张手牌`)."""
        if lead := _ANOTHER_WAY.match(printed.text):
            printed = printed.cut(lead.end(), len(printed.text))
        try:
            return [self._cost(printed)]
        except Unreadable:
            ends = [match.start() for match in re.finditer("或", printed.text)]
            if not ends:
                raise
            starts = [0, *[end + 1 for end in ends]]
            return [self._cost(printed.cut(one, two)) for one, two in zip(starts, [*ends, len(printed.text)], strict=True)]

    def _cost(self, printed: Folded) -> Cost:
        found = sentences(self._in_brackets(printed))
        if len(found) != 1 or found[0].bullets:
            raise Unreadable
        acts = self._effects.effect(found, Context(it=This()))
        if not acts or any(isinstance(act, Unmodelled | Lasting) for act in acts):
            raise Unreadable
        return acts

    # -- triggers

    def _trigger(self, sentence: Sentence, context: Context, *, automatic: bool) -> tuple[Trigger, list[Segment]] | None:
        """The trigger with which the sentence begins, and what follows it; conditions before it are asked when it
        happens. Of an ability that is labelled automatic, a condition (…时) with no event behind it is the trigger."""
        asked: list[Any] = []
        said = list(read(sentence))
        for index, segment in enumerate(said):
            rest = said[index + 1 :]
            match segment:
                case LeadWhen(once=True):
                    return None  # from when on it would be the next time is known of an effect only
                case LeadWhen() | LeadAt() | LeadState():
                    if has_hole(segment):
                        raise Unreadable
                    trigger = _asking(self._effects.settle(trigger_of(segment), sentence, context), asked)
                    return trigger, rest
                case LeadIf(condition, bare=True) if not asked and _is_state(condition, rest, automatic=automatic):
                    return WhenState(self._effects.settle(condition, sentence, context)), rest
                case LeadIf(condition):
                    asked.append(self._effects.settle(condition, sentence, context))
                case LeadDuration(During(Period(Stretch.TURN, Which.THIS, None))):
                    return None  # 本回合中: an ability that an effect makes for this turn
                case LeadDuration(During(period)):
                    asked.append(IsDuring(period))
                case _:
                    return None
        return None

    # -- letters, names and brackets

    def _explained(self, ability: Ability, context: Context) -> Ability:
        if has_hole(ability):
            raise Unreadable
        try:
            return explain(ability, context.meanings)
        except ValueError:
            raise Unreadable from None

    def _keyword_name(self, printed: Folded) -> str:
        name = self._known.get(printed.text.removesuffix("。"))
        if name is None:
            raise Unreadable
        return name

    def _in_brackets(self, body: Folded) -> Folded:
        """The text with each keyword that it names put in 〈〉, as most cards print it."""
        parts, before = [], 0
        for match in self._mention.finditer(body.text):
            start, end = match.span()
            if body.text[start] == "「":  # 获得「勇敢300」: in the brackets of a work suitability, but no work is called so
                body = _in_other_brackets(body, start, end)
                continue
            opening, closing = Folded("〈", (body.at[start],) * 2), Folded("〉", (body.at[end],) * 2)
            parts += [body.cut(before, start), opening, body.cut(start, end), closing]
            before = end
        return joined([*parts, body.cut(before, len(body.text))])


def _in_other_brackets(body: Folded, start: int, end: int) -> Folded:
    """The text with a keyword put into the brackets 〈〉 in which most cards print it."""
    return Folded(f"{body.text[:start]}〈{body.text[start + 1 : end - 1]}〉{body.text[end:]}", body.at)


def _is_state(condition: Condition, rest: Sequence[Segment], *, automatic: bool) -> bool:
    """Whether a condition before the first act is a trigger (Palworld 10.8.6). What then changes without a term is so
    for as long as the condition holds: no card makes it so again and again, for the rest of the game."""
    if isinstance(condition, Matches):
        return automatic or not rest or not all(isinstance(segment, STATICS) for segment in rest)
    return automatic and not any(isinstance(segment, LeadWhen | LeadAt | LeadState) for segment in rest)


def _is_term(segment: Segment) -> bool:
    """Whether a segment says how long something lasts, and not in which of all turns it is so (在你的回合中)."""
    if not isinstance(segment, LeadDuration):
        return False
    return not isinstance(segment.duration, During) or segment.duration.period.which is not Which.EACH


def _segments(sentence: Sentence) -> tuple[Segment, ...]:
    try:
        return read(sentence)
    except Unreadable:
        return ()


def _amount(printed: str | None) -> Number | Variable | Parameter | None:
    if printed is None:
        return None
    if printed.isdigit():
        return Number(int(printed))
    return Parameter(printed.strip("（）")) if printed.startswith("（") else Variable(printed)


def _asking(trigger: Trigger, asked: list[Any]) -> Trigger:
    """The trigger with the conditions said before it; `the end of the turn`, of an ability that waits for it again and
    again, is that of every turn."""
    if isinstance(trigger, At) and trigger.moment.period.which is Which.THIS and trigger.moment.edge in Edge:
        moment = trigger.moment
        trigger = At(Moment(moment.edge, Period(moment.period.stretch, Which.EACH, moment.period.whose)), trigger.condition)
    if not asked:
        return trigger
    if isinstance(trigger, AnyTrigger | WhenState) or any(isinstance(one, AnyOf | AllOf) for one in asked):
        raise Unreadable
    asked = [*asked, trigger.condition] if trigger.condition is not None else asked
    if isinstance(trigger.condition, AnyOf | AllOf):
        raise Unreadable
    return replace(trigger, condition=asked[0] if len(asked) == 1 else AllOf(tuple(asked)))
