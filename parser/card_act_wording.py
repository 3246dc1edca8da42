"""The canonical words for plain acts and continuous effects: what fits between two commas of a sentence."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import assert_never

from headjudge.parser.card_wording import FEATURES, Wording
from headjudge.parser.effect_terms import (
    Calculation,
    Cards,
    ControllerOf,
    Count,
    Exactly,
    Number,
    Operation,
    Orientation,
    OwnerOf,
    Parameter,
    Player,
    Selection,
    Side,
    Things,
    Together,
    UpTo,
    Zone,
)
from headjudge.parser.effects import (
    Ability,
    ActivateTimes,
    AddSouls,
    AlteredEvent,
    Assign,
    Butcher,
    Change,
    ChangeStat,
    Choose,
    Consume,
    CopiesAllowed,
    CostOfUse,
    Damage,
    Declare,
    Delayed,
    Deploy,
    DisableAbilities,
    Discard,
    Draw,
    EndGame,
    Exchange,
    Exile,
    FailAttack,
    Feature,
    GainAbility,
    GainFeature,
    GainLife,
    GainName,
    GainResource,
    If,
    Lasting,
    Look,
    LoseAbilities,
    LoseLife,
    LoseResource,
    May,
    Mode,
    Modes,
    Modify,
    Move,
    Outcome,
    PaySouls,
    PlayerNumber,
    Repeat,
    Replace,
    Reveal,
    RevealUntil,
    Rule,
    SetFeature,
    SetLife,
    SetStat,
    Shuffle,
    StateHolds,
    TradeDamage,
    Turn,
    Unmodelled,
    Use,
    UseLimit,
)

Whole = If | May | Modes | Repeat | Delayed | Lasting | Unmodelled | Parameter
"""Actions that are worded by what they hold, not by a verb and its object."""

Causeless = Damage | TradeDamage | FailAttack | AlteredEvent
"""Actions that no player is said to do."""

Plain = (
    Draw | Look | Reveal | RevealUntil | Choose | Declare | Move | Deploy | Discard | Exile | Butcher | Exchange | Turn | Assign
    | Use | GainLife | LoseLife | SetLife | PaySouls | AddSouls | GainResource | LoseResource | Consume | Shuffle | EndGame
)  # fmt: skip
"""Actions that a player does."""

Worded = Modify | Rule | StateHolds | CostOfUse | UseLimit | PlayerNumber | CopiesAllowed
"""Continuous effects that are one clause."""

_MODES = {Mode.CANNOT: "不能", Mode.MUST: "必须", Mode.MAY: "能够"}
_SIGNS = {Operation.ADD: "+", Operation.SUBTRACT: "-", Operation.TIMES: "×"}
_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"


class ActWording(Wording):
    """Words for the acts of one ability; `granted` gives the words of an ability that a card gains."""

    def __init__(self, letters: Iterator[str], granted: Callable[[Ability], str]) -> None:
        super().__init__(letters)
        self._granted = granted
        self._speaker: Player = Side.YOU  # who does what a sentence says that names nobody
        self._subject: Player = Side.YOU  # who does what the sentence says so far

    def who(self, player: Player) -> str:
        """The player, where another is the subject of the sentence so far."""
        if player == self._subject:
            return ""
        self._subject = player
        return self.player(player)

    def new_sentence(self) -> None:
        """The subject is not carried over the full stop."""
        self._subject = self._speaker

    @contextmanager
    def speaking_of(self, player: Player) -> Iterator[None]:
        """Options listed for a player: what names nobody is done by them."""
        before, self._speaker = self._speaker, player
        yield
        self._speaker = self._subject = before

    def cost(self, act: Plain) -> str:
        """An act of a cost: ② alone pays souls."""
        said = self.plain(act)
        return said.removeprefix("支付") if isinstance(act, PaySouls) and said[-1] in _CIRCLED else said

    def causeless(self, act: Causeless) -> str:
        """造成伤害, 使攻击失败."""
        match act:
            case Damage(target, amount, source):
                giver = "" if source is None else self.reference(source)
                return f"{giver}对{self._receiver(target)}造成{self.figure(amount)}伤害"
            case TradeDamage(things, stat):
                return f"{self.things(things)}相互造成等同于其{self.stat(stat)}的伤害"
            case FailAttack(whose):
                return f"使{'' if whose is None else self.player(whose) + '的'}攻击失败"
            case AlteredEvent(operation, amount):
                return f"使该事件的数值{_SIGNS[operation]}{self.figure(amount)}"

    def _receiver(self, target: Things | Player) -> str:
        return self.player(target) if isinstance(target, Side | ControllerOf | OwnerOf) else self.things(target)

    def plain(self, act: Plain) -> str:
        """Who does what to what."""
        return self.who(act.player) + self._done(act)

    def _done(self, act: Plain) -> str:
        match act:
            case Draw(Exactly(Calculation(Operation.SUBTRACT, kept, Count(Cards() as hand)))) if _is_own_hand(hand, act.player):
                return f"抽牌直到手牌为{self.figure(kept)}张"
            case Discard(Selection(Exactly(Calculation(Operation.SUBTRACT, Count(Cards() as hand), kept)), Cards() as cards)) if (
                _is_own_hand(hand, act.player) and cards == replace(hand, holder=None)
            ):
                return f"丢弃手牌直到手牌为{self.figure(kept)}张"
            case Draw(quantity):
                return f"{'至多' if isinstance(quantity, UpTo) else ''}抽{self.figure(quantity.amount)}张牌"
            case Look():
                return f"查看{self.things(act.things)}"
            case Reveal():
                return f"公开{self.things(act.things)}"
            case RevealUntil(owner, cards, number):
                return f"从{self.player(owner)}的牌库顶公开卡牌直到公开{self.figure(number)}张{self.reference(cards)}"
            case Choose():
                return f"选择{self.things(Together((act.selection, *act.also)))}"
            case Discard():
                return f"丢弃{self.things(act.things)}"
            case Exile():
                return f"放逐{self.things(act.things)}"
            case Butcher():
                return f"解体{self.things(act.things)}"
            case Turn():
                return ("站立" if act.orientation is Orientation.STANDING else "横置") + self.things(act.things)
            case Move():
                return self._moved(act)
            case Deploy():
                where = "" if act.whose is None else f"到{self.player(act.whose)}的据点"
                return f"将{self.things(act.things)}{self.orientation(act.orientation)}登场{where}"
            case Assign():
                where = "" if act.to is None else f"到{self.things(act.to)}"
                return f"指派{self.things(act.things)}{where}"
            case Exchange():
                return f"将{self.things(act.one)}与{self.things(act.other)}交换"
            case Use():
                change = "" if act.change is None else f"以{self.change(act.change)}"
                return f"{change}{'不支付费用' if act.free else ''}使用{self.things(act.things)}"
            case Declare():
                return "宣告1个卡牌名称"
            case Shuffle():
                return "洗牌"
            case EndGame():
                return "胜利" if act.outcome is Outcome.WIN else "败北"
        return self._counted(act)

    def _moved(self, act: Move) -> str:
        whose = "" if act.whose is None else f"{self.player(act.whose)}的"
        edge = ("底" if act.bottom else "顶") if act.zone is Zone.DECK else ""
        return f"将{self.things(act.things)}{self.orientation(act.orientation)}放置到{whose}{self.zone(act.zone)}{edge}"

    def _counted(self, act: GainLife | LoseLife | SetLife | PaySouls | AddSouls | GainResource | LoseResource | Consume) -> str:
        match act:
            case PaySouls(Number(value)) if 1 <= value <= len(_CIRCLED):
                return f"支付{_CIRCLED[value - 1]}"
            case PaySouls(amount):
                return f"支付{self.figure(amount)}点灵魂"
            case GainLife(amount):
                return f"获得{self.figure(amount)}点生命"
            case LoseLife(amount):
                return f"失去{self.figure(amount)}点生命"
            case SetLife(amount):
                return f"生命变为{self.value(amount)}"
            case AddSouls(amount, orientation):
                return f"{self.orientation(orientation)}增加{self.figure(amount)}张灵魂"
            case GainResource(resources, amount):
                return f"获得{self.figure(amount)}个{'或'.join(resources)}"
            case Consume(resource, amount):
                return f"消耗{self.figure(amount)}个{resource}"
            case LoseResource(resources, quantity):
                chooser = "" if act.chooser is None else f"由{self.player(act.chooser)}决定的"
                return f"失去{chooser}{self.quantity(quantity, '个')}{'与'.join(resources)}"

    # -- continuous effects

    def worded(self, effect: Worded) -> str:
        """What is so as long as the effect lasts."""
        match effect:
            case Modify(cards, changes):
                of = "的" if isinstance(changes[0], ChangeStat | SetStat | ActivateTimes) else ""
                return f"{self.reference(cards)}{of}{'/'.join([self.change(change) for change in changes])}"
            case Rule(mode, event):
                return self.event(event, _MODES[mode])
            case StateHolds(state):
                return "变为" + state
            case CostOfUse(use, change, next_only):
                by = "" if use.by is None else self.player(use.by)
                used = "" if use.subject is None else self.reference(use.subject)
                return f"{by}{'下一次' if next_only else ''}使用{used}的{self.change(change)}"
            case UseLimit(use, times):
                by = "" if use.by is None else self.player(use.by)
                used = "卡牌" if use.subject is None else self.reference(use.subject)
                return f"{by}每个回合只能使用{self.figure(times)}张{used}"
            case PlayerNumber(player, word, operation, amount):
                sign = "变为" if operation is None else _SIGNS[operation]
                return f"{self.player(player)}的{word}{sign}{self.figure(amount)}"
            case CopiesAllowed(limit):
                copies = "任意张" if limit is None else f"至多{self.figure(limit)}张"
                return f"牌库中可以放置{copies}与此卡同名的卡牌"

    def change(self, change: Change) -> str:
        """战斗力+300, 获得〈…〉."""
        match change:
            case ChangeStat(stat, operation, amount, floor):
                lowest = "" if floor is None else f"最低为{self.figure(floor)}"
                return f"{self.stat(stat)}{_SIGNS[operation]}{self.figure(amount)}{lowest}"
            case SetStat(stat, amount):
                return f"{self.stat(stat)}变为{self.figure(amount)}"
            case GainAbility(ability):
                return f"获得〈{self._granted(ability)}〉"
            case LoseAbilities(keyword):
                return "失去所有能力" if keyword is None else f"失去〈{keyword}〉"
            case DisableAbilities(keyword):
                return "所有能力无效" if keyword is None else f"〈{keyword}〉无效"
            case GainName(name):
                return "追加被宣告的卡牌名称" if name is None else f"追加卡牌名称《{name}》"
            case GainFeature(feature, word):
                return f"追加{FEATURES[feature]}「{word}」"
            case SetFeature(Feature.COLOR, colors):
                return f"颜色变为{'与'.join([f'{color}色' for color in colors] or ['无色'])}"
            case SetFeature(feature, attributes):
                assert feature is Feature.ATTRIBUTE  # the grammar sets no other
                return f"属性变为{'与'.join([f'{attribute}属性' for attribute in attributes])}"
            case ActivateTimes(times):
                return f"【自】发动{self.figure(times)}次"
            case _:
                assert_never(change)


def _is_own_hand(hand: Cards, player: Player) -> bool:
    """Whether it is the whole hand of the player who does the act."""
    return hand == Cards(holder=Side.SELF if player is Side.BOTH else player, zone=Zone.HAND)


def is_plain(act: object) -> bool:
    """Whether the act can stand between two commas, with others before and after it. What follows a look in the same
    sentence would be done with the cards seen."""
    if isinstance(act, Lasting):
        return not isinstance(act.effect, Replace)
    return not isinstance(act, Whole | Look | Reveal)
