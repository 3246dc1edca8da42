"""Abilities -> canonical text in this project's own words, which reads back as the same abilities."""

from collections.abc import Iterator
from dataclasses import replace
from string import ascii_uppercase
from typing import assert_never

from headjudge.parser.card_act_wording import ActWording, Causeless, Plain, is_plain
from headjudge.parser.card_wording import Wording
from headjudge.parser.effect_durations import During, ForGame, Until, While
from headjudge.parser.effect_terms import (
    AnyNumber,
    Battle,
    Cards,
    Compare,
    Condition,
    ControllerOf,
    Count,
    Description,
    Edge,
    Every,
    Exactly,
    Happened,
    InBattle,
    Matches,
    Moment,
    Number,
    OwnerOf,
    Parameter,
    Period,
    Reference,
    Relation,
    Side,
    Stretch,
    UpTo,
    Zone,
)
from headjudge.parser.effect_tree import variables
from headjudge.parser.effects import (
    Ability,
    Action,
    Activated,
    AnyTrigger,
    At,
    Automatic,
    Continuous,
    Cost,
    Delayed,
    Effect,
    Heading,
    If,
    Instructions,
    Keyword,
    Lasting,
    Look,
    May,
    Modes,
    Provided,
    Repeat,
    Replace,
    Reveal,
    Static,
    Trigger,
    Unmodelled,
    When,
    WhenState,
)

_STRETCHES = {Stretch.TURN: "回合", Stretch.BATTLE: "战斗", Stretch.GAME: "游戏"}


def print_ability(ability: Ability) -> str:
    """The ability in canonical words.

    >>> from headjudge.parser.card_text import read_card_text
    >>> print(print_ability(read_card_text("【起】［②］或者［丢弃2张手牌］选择至多1只帕鲁，给予700伤害。", ())[0].ability))
    【起】[②]或[丢弃2张手牌中的卡牌]选择至多1只帕鲁。对所选的卡牌造成700伤害。
    """
    used = variables(ability)
    return _Printer(letter for letter in "XYZ" + ascii_uppercase[-4::-1] if letter not in used).ability(ability)


def print_words(said: object) -> str:
    """The words for a piece of an ability, for what cannot be modelled to be named by.

    >>> from headjudge.parser.effect_durations import During
    >>> from headjudge.parser.effect_terms import Period, Side, Stretch, Which
    >>> print_words(During(Period(Stretch.QUICK_STEP, Which.NEXT, Side.OPPONENT)))
    '在下一个对手的迅捷步骤中'
    """
    wording = Wording(iter("XYZ"))
    match said:
        case Side() | ControllerOf() | OwnerOf():
            return wording.player(said)
        case Zone():
            return wording.zone(said)
        case Period():
            return wording.period(said)
        case Until() | During() | While() | ForGame():
            return wording.duration(said)
        case Exactly() | UpTo() | Every() | AnyNumber():
            return wording.quantity(said, "张")
        case Happened():
            return wording.condition(said)
    return str(said)


_NEXT_TIME = "下一次"
_TOOK_PART = {Battle.ATTACKING: "攻击", Battle.BLOCKING: "阻挡", Battle.FIGHTING: "战斗"}


def _fighter(condition: Condition) -> tuple[Reference, Battle] | None:
    """Of whose battle it is the beginning or the end, if that is what a condition asks (此卡攻击的战斗结束时)."""
    match condition:
        case Matches(what, Cards((Description((InBattle(battle),)),))) if battle in _TOOK_PART:
            return what, battle
        case Compare(Count(Cards() as cards, False), Relation.AT_LEAST, Number(1)):
            last = {one.traits[-1] if one.traits else None for one in cards.any_of}
            role = last.pop()
            if not last and isinstance(role, InBattle) and role.battle in _TOOK_PART:
                return replace(cards, any_of=tuple(Description(one.traits[:-1]) for one in cards.any_of)), role.battle
    return None


class _Printer(ActWording):
    def __init__(self, letters: Iterator[str]) -> None:
        super().__init__(letters, lambda ability: _Printer(letters).ability(ability))

    def ability(self, ability: Ability) -> str:
        """The whole text, with the letters that it uses explained at its end."""
        return self._said(ability) + "".join([f"{letter}为{value}。" for letter, value in self.explained])

    def _said(self, ability: Ability) -> str:
        match ability:
            case Unmodelled():
                return ability.words
            case Activated():
                body = self._costs(ability.costs) + self._effect(ability.effect)
                if ability.condition is not None:
                    body += f"此能力只能在{self.condition(ability.condition)}时使用。"
                return f"【起】{self._heading(ability.heading)}{body}"
            case Automatic():
                lead = f"【自】{self._heading(ability.heading)}{self._costs(ability.costs)}"
                return f"{lead}{self._trigger(ability.trigger)}，{self._effect(ability.effect)}"
            case Continuous():
                return f"【永】{self._heading(ability.heading)}{self._statics(ability.effects)}"
            case Keyword(word, number, (), (), heading):
                return f"{self._heading(heading)}{word}{'' if number is None else self.figure(number)}"
            case Keyword():
                effect = self._costs(ability.costs) + self._effect(ability.effect)
                return f"{self._heading(ability.heading)}【{ability.word}】{effect}"
            case Instructions():
                return self._heading(ability.heading) + self._instructions(ability.effect)
            case _:
                assert_never(ability)

    def _heading(self, heading: Heading) -> str:
        said = "".join([f"【{self.zone(zone)}】" for zone in heading.zones])
        if heading.limit is not None:
            said += f"【1{_STRETCHES[heading.limit.per]}{heading.limit.times}次】"
        return said + ("【迅捷】" if heading.quick else "")

    def _costs(self, costs: tuple[Cost, ...]) -> str:
        said = []
        for cost in costs:
            self.new_sentence()
            said.append("、".join([self.cost(act) if isinstance(act, Plain) else self._act(act) for act in cost]))
        return "或".join([f"[{cost}]" for cost in said])

    # -- triggers

    def _trigger(self, trigger: Trigger, which: str = "") -> str:
        match trigger:
            case When():
                return f"当{self._when(trigger, which)}时"
            case AnyTrigger(triggers):
                return f"当{'或'.join([self._when(one, which) for one in triggers])}时"
            case At(moment, condition):
                return self._at(moment, condition)
            case WhenState(condition):
                return f"当{self.condition(condition)}时"

    def _at(self, moment: Moment, condition: Condition | None) -> str:
        at = f"在{self.moment(moment)}时"
        fighter = None if condition is None or moment.period.stretch is not Stretch.BATTLE else _fighter(condition)
        if fighter is not None:
            edge = "开始" if moment.edge is Edge.START else "结束"
            return f"在{self.reference(fighter[0])}{_TOOK_PART[fighter[1]]}的战斗{edge}时"
        return at if condition is None else f"如果{self.condition(condition)}，{at}"

    def _when(self, when: When, which: str) -> str:
        asked = "" if when.condition is None else f"{self.condition(when.condition)}，且"
        return asked + self.event(when.event, which)

    # -- effects

    def _instructions(self, effect: Effect) -> str:
        """An effect on its own: one that begins with a trigger must not look like an automatic ability, nor one with a
        condition for its term like a continuous one."""
        first = effect[0]
        is_like_ability = isinstance(first, Lasting) and (isinstance(first.effect, Replace) or isinstance(first.duration, While))
        if isinstance(first, Delayed) or is_like_ability:
            return f"执行〈{self._effect(effect[:1])}〉。{self._effect(effect[1:])}"
        return self._effect(effect)

    def _effect(self, effect: Effect) -> str:
        said = []
        for act in effect:
            self.new_sentence()
            said.append(f"{self._act(act)}。")
        return "".join(said)

    def _block(self, effect: Effect) -> str:
        """Acts within a sentence, to its end; what is not a plain act goes into 〈〉."""
        if (len(effect) == 1 and isinstance(effect[0], Look | Reveal)) or all(is_plain(act) for act in effect):
            return "，".join([self._act(act) for act in effect])
        return f"执行〈{self._effect(effect)}〉"

    def _act(self, act: Action) -> str:
        match act:
            case Unmodelled():
                return act.words
            case Parameter(name):
                return f"（{name}）"
            case Lasting(effect, duration):
                return f"{self.duration(duration)}，{self._static(effect)}"
            case Delayed(trigger, effect, lasting, once):
                lead = "" if lasting is None else f"{self.duration(lasting)}，"
                return f"{lead}{self._trigger(trigger, _NEXT_TIME if once else '')}，{self._block(effect)}"
            case If(condition, then, otherwise):
                said = f"如果{self.condition(condition)}，{self._block(then)}"
                if not otherwise:
                    return said
                self.new_sentence()
                return f"{said}。否则，{self._block(otherwise)}"
            case May(effect, player):
                return f"{self.who(player)}可以{self._block(effect)}"
            case Modes(quantity, options, player):
                chooser = self.who(player)
                with self.speaking_of(player):
                    listed = "或".join([f"〈{self._effect(option)}〉" for option in options])
                return f"{chooser}从{listed}中选择{self.quantity(quantity, '项')}"
            case Repeat(times, effect):
                return f"执行{self.figure(times)}次〈{self._effect(effect)}〉"
            case _:
                return self.causeless(act) if isinstance(act, Causeless) else self.plain(act)

    def _statics(self, effects: tuple[Static | Unmodelled, ...]) -> str:
        said = []
        for effect in effects:
            self.new_sentence()
            said.append(f"{self._static(effect)}。")
        return "".join(said)

    def _static(self, effect: Static | Unmodelled) -> str:
        match effect:
            case Unmodelled():
                return effect.words
            case Provided(condition, effects):
                return f"如果{self.condition(condition)}，{'，'.join([self._static(one) for one in effects])}"
            case Replace():
                return self._replace(effect)
            case _:
                return self.worded(effect)

    def _replace(self, effect: Replace) -> str:
        offer = effect.choice or effect.instead
        event = self.event(effect.event, _NEXT_TIME if effect.once else "")
        said = f"当{event}时，{'可以' if effect.optional else ''}作为替代{self._block(offer)}"
        if not effect.choice:
            return said
        self.new_sentence()
        return f"{said}。如果如此做，{self._block(effect.instead)}"
