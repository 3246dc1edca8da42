"""The canonical words for what effects speak of: one wording for each value, which the grammar reads back as the same."""

from collections.abc import Iterator, Mapping

from headjudge.parser.card_words import words
from headjudge.parser.effect_durations import Duration, During, ForGame, Until, While
from headjudge.parser.effect_terms import (
    AllOf,
    Amount,
    AnyNumber,
    AnyOf,
    Battle,
    Before,
    Calculation,
    Cards,
    Compare,
    Condition,
    ControllerOf,
    Count,
    Deed,
    Description,
    Did,
    Edge,
    Event,
    Every,
    Exactly,
    Extreme,
    Feature,
    Happened,
    HasAttribute,
    HasIcon,
    HasKeyword,
    Held,
    InBattle,
    InRole,
    InState,
    IsDuring,
    Lacks,
    Life,
    Matches,
    Moment,
    Named,
    NamePart,
    Not,
    Number,
    OfColor,
    OfKind,
    Operation,
    Orientation,
    Oriented,
    Parameter,
    Period,
    Player,
    Quantity,
    Reference,
    Relation,
    Role,
    SameNameAs,
    Selection,
    Side,
    Stat,
    StatIs,
    StatOf,
    Stretch,
    SuitsWork,
    Things,
    This,
    Those,
    Together,
    Top,
    Total,
    Trait,
    Underwent,
    UpTo,
    Variable,
    Varieties,
    Which,
    Zone,
)


def _named(name: str) -> Mapping[str, str]:
    return {meaning: word for word, meaning in words().meanings[name].items()}


_SIDES = {
    Side.YOU: "你", Side.OPPONENT: "对手", Side.BOTH: "双方玩家", Side.ANY: "任意玩家", Side.SELF: "自己",
    Side.TURN_PLAYER: "回合玩家", Side.OTHER_PLAYER: "非回合玩家",
}  # fmt: skip
_ROLES = {
    Role.CHOSEN: "所选的卡牌", Role.SEEN: "所查看的卡牌", Role.REST: "其余的卡牌", Role.DONE: "所处理的卡牌",
    Role.PAID: "支付费用的卡牌", Role.TRIGGER: "引起诱发的卡牌", Role.RIVAL: "此卡的战斗对手", Role.TARGET: "攻击目标",
}  # fmt: skip
_RELATIONS = {
    Relation.EQUAL: "为{}", Relation.UNEQUAL: "不等于{}", Relation.AT_LEAST: "为{}以上", Relation.AT_MOST: "为{}以下",
    Relation.MORE: "大于{}", Relation.LESS: "小于{}",
}  # fmt: skip
_OPERATIONS = {
    Operation.ADD: "加上", Operation.SUBTRACT: "减去", Operation.TIMES: "乘以", Operation.DIVIDE: "除以",
}  # fmt: skip
_NAMES = {NamePart.WHOLE: "卡牌名称为", NamePart.MAIN: "主名称为", NamePart.SUB: "副名称为", NamePart.CONTAINS: "卡牌名称中含有"}
_BATTLES = {
    Battle.ATTACKING: "正在攻击", Battle.ATTACKED: "正在被攻击", Battle.BLOCKING: "正在阻挡", Battle.FIGHTING: "正在战斗",
}  # fmt: skip
_ORIENTATIONS = {Orientation.STANDING: "站立", Orientation.RESTED: "横置"}
_DEEDS = {
    Deed.ATTACK: "攻击", Deed.BLOCK: "阻挡", Deed.FIGHT: "战斗", Deed.DEPLOY: "登场", Deed.STAND: "站立", Deed.REST: "横置",
    Deed.DISCARD: "丢弃", Deed.EXILE: "放逐", Deed.BUTCHER: "解体", Deed.ASSIGN: "指派", Deed.CHOOSE: "选择",
    Deed.REVEAL: "公开", Deed.USE: "使用", Deed.MOVE: "放置", Deed.DRAW: "抽牌", Deed.GAIN_LIFE: "获得生命",
    Deed.LOSE_LIFE: "失去生命", Deed.ADD_SOULS: "增加灵魂",
    Deed.GAIN_RESOURCE: "获得", Deed.CONSUME: "消耗", Deed.SHUFFLE: "洗牌",
    Deed.WIN_GAME: "胜利", Deed.LOSE_GAME: "败北",
}  # fmt: skip
_DAMAGE = {None: "伤害", True: "战斗伤害", False: "战斗伤害以外的伤害"}
FEATURES = {
    Feature.KIND: "卡牌种类", Feature.COLOR: "颜色", Feature.ATTRIBUTE: "属性", Feature.WORK: "工作适应性",
}  # fmt: skip


class Wording:
    """Words for one ability. An amount that is more than a figure gets a letter, explained at the end (`X为…`)."""

    def __init__(self, letters: Iterator[str]) -> None:
        self._letters = letters
        self.explained: list[tuple[str, str]] = []

    # -- players and amounts

    def player(self, player: Player) -> str:
        """你, 对手, …的控制者."""
        if isinstance(player, Side):
            return _SIDES[player]
        return self.reference(player.cards) + ("的控制者" if isinstance(player, ControllerOf) else "的拥有者")

    def figure(self, amount: Amount) -> str:
        """A figure, or the letter that stands for the amount."""
        match amount:
            case Number(value):
                return str(value)
            case Variable(name):
                return name
            case Parameter(name):
                return f"（{name}）"
        letter = next(self._letters)
        self.explained.append((letter, ""))  # in the order in which they are used
        at = len(self.explained) - 1
        self.explained[at] = (letter, self.value(amount))
        return letter

    def value(self, amount: Amount) -> str:
        """The amount in full."""
        match amount:
            case Calculation(operation, left, right):
                return self._operand(left) + _OPERATIONS[operation] + self._operand(right)
            case Varieties(of, feature):
                return f"{self.reference(of)}的不同{FEATURES[feature]}的数量"
            case Count(of, different):
                return self.reference(of) + ("的不同卡牌名称的数量" if different else "的数量")
            case StatOf(stat, of):
                return f"{self.reference(of)}的{_named('stats')[stat.value]}"
            case Held(player, resource):
                return f"{self.player(player)}的{resource}的数量"
            case Life(player):
                return f"{self.player(player)}的生命"
            case Before(inner):
                return "处理前的" + self._operand(inner)
        return self.figure(amount)

    def _operand(self, amount: Amount) -> str:
        return self.figure(amount) if isinstance(amount, Calculation) else self.value(amount)

    def stat(self, stat: Stat) -> str:
        """费用, 战斗力, ..."""
        return _named("stats")[stat.value]

    def quantity(self, quantity: Quantity, unit: str) -> str:
        """2张, 至多2张, 所有, 任意张."""
        match quantity:
            case Exactly(amount):
                return self.figure(amount) + unit
            case UpTo(amount):
                return f"至多{self.figure(amount)}{unit}"
            case AnyNumber():
                return f"任意{unit}"
            case Every():
                return "所有"

    # -- cards

    def reference(self, cards: Reference) -> str:
        """此卡, 所选的卡牌, 你的红色的帕鲁."""
        if isinstance(cards, This):
            return "此卡"
        return _ROLES[cards.role] if isinstance(cards, Those) else self._cards(cards)

    def things(self, things: Things) -> str:
        """What an act is done to."""
        match things:
            case Selection(quantity, cards, total):
                unit = "只" if all(_is_pal(description) for description in cards.any_of) else "张"
                limit = "" if total is None else f"{self._total(total)}的"
                limit += "卡牌名称互不相同的" if things.different_names else ""
                return self.quantity(quantity, unit) + limit + self._cards(cards)
            case Top(player, Every()):
                return f"{self.player(player)}的整个牌库"
            case Top(player, quantity, bottom):
                return f"{self.player(player)}的牌库{'底' if bottom else '顶'}{self.quantity(quantity, '张')}卡牌"
            case Together(parts):
                return "与".join([self.things(part) for part in parts])
            case This() | Those() | Cards():
                return self.reference(things)

    def _total(self, total: Total) -> str:
        return f"{self.stat(total.stat)}合计{_RELATIONS[total.relation].format(self.figure(total.amount))}"

    def _cards(self, cards: Cards) -> str:
        said = ""
        if cards.among is not None:
            said += f"{_ROLES[cards.among]}中的"
        if cards.holder is not None:
            said += f"{self.player(cards.holder)}的"
        if cards.zone is not None:
            said += f"{self.zone(cards.zone)}中的"
        if cards.others:
            said += "其他"
        first, *rest = cards.any_of
        said += self._description(first)
        marked = any(not isinstance(trait, OfKind) for trait in first.traits)
        for description in rest:
            bare = all(isinstance(trait, OfKind) for trait in description.traits)
            said += "或" + ("任意" if marked and bare else "") + self._description(description)
        return said

    def _description(self, description: Description) -> str:
        kind = next((trait.word for trait in description.traits if isinstance(trait, OfKind)), "卡牌")
        return "".join([f"{self._trait(one)}的" for one in description.traits if not isinstance(one, OfKind)]) + kind

    def _trait(self, trait: Trait) -> str:
        match trait:
            case Lacks(InRole(role)):
                return f"{_ROLES[role]}以外"
            case InRole(role):
                return f"作为{_ROLES[role]}"
            case Lacks(inner):
                return "非" + self._trait(inner)
            case OfKind(word) | OfColor(word):
                return word
            case HasAttribute(word):
                return f"{word}属性"
            case SuitsWork(word):
                return f"「{word}」"
            case HasIcon(word):
                return f"有{word}"
            case Named(part, name):
                return f"{_NAMES[part]}《{name}》"
            case SameNameAs(cards):
                return f"与{self.reference(cards)}同名"
            case StatIs(stat, relation, amount):
                return self.stat(stat) + _RELATIONS[relation].format(self.figure(amount))
            case Oriented(orientation):
                return f"{_ORIENTATIONS[orientation]}状态"
            case HasKeyword(word):
                return f"持有〈{word}〉"
            case InBattle(battle):
                return _BATTLES[battle]
            case Underwent(deed, passive, period):
                return f"{self.period(period)}中{'被' if passive else ''}{_DEEDS[deed]}过"
            case Extreme(stat, highest):
                return self.stat(stat) + ("最高" if highest else "最低")

    def zone(self, zone: Zone) -> str:
        """手牌, 墓地, ..."""
        return _named("zones")[zone.value]

    def orientation(self, orientation: Orientation | None) -> str:
        """以横置状态, or nothing."""
        return f"以{_ORIENTATIONS[orientation]}状态" if orientation is not None else ""

    # -- times and conditions

    def period(self, period: Period) -> str:
        """本回合, 下一个对手的回合."""
        match period:
            case Period(Stretch.TURN, Which.THIS, None):
                return "本回合"
            case Period(Stretch.BATTLE, Which.THIS, None):
                return "本次战斗"
            case Period(Stretch.GAME):
                return "本场游戏"
        whose = "" if period.whose is None else f"{_SIDES[period.whose]}的"
        which = {Which.THIS: "本", Which.NEXT: "下一个", Which.EACH: "" if whose else "每个"}[period.which]
        return f"{which}{whose}{'战斗' if period.stretch is Stretch.BATTLE else _named('stretches')[period.stretch.value]}"

    def moment(self, moment: Moment) -> str:
        """你的回合结束."""
        return self.period(moment.period) + ("开始" if moment.edge is Edge.START else "结束")

    def duration(self, duration: Duration) -> str:
        """直到回合结束."""
        match duration:
            case Until(Moment(edge, Period(Stretch.TURN | Stretch.BATTLE as stretch, Which.THIS, None))):
                return f"直到{'回合' if stretch is Stretch.TURN else '战斗'}{'开始' if edge is Edge.START else '结束'}"
            case Until(moment):
                return "直到" + self.moment(moment)
            case During(period):
                return f"在{self.period(period)}中"
            case While(condition):
                return f"在{self.condition(condition)}期间"
            case ForGame():
                return "在本场游戏中"

    def condition(self, condition: Condition) -> str:
        """What stands after 如果."""
        match condition:
            case AnyOf(conditions):
                return "抑或".join([self.condition(one) for one in conditions])
            case AllOf(conditions):
                return "且".join([self.condition(one) for one in conditions])
            case Not(inner):
                return "并非" + self.condition(inner)
            case InState(state):
                return "为" + state
            case Compare(left, relation, right):
                return self._operand(left) + _RELATIONS[relation].format(self.figure(right))
            case Matches(what, cards):
                return f"{self.reference(what)}是{self._cards(cards)}"
            case Happened(event, period):
                return f"{self.period(period)}中有过{self.event(event)}"
            case Did():
                return "如此做"
            case IsDuring(period):
                return "现在是" + self.period(period)

    # -- events

    def event(self, event: Event, mode: str = "") -> str:
        """What happens; `mode` is 不能, 必须, 能够 or nothing."""
        by = "" if event.by is None else self.player(event.by)
        many = "" if event.at_least is None else f"{self.figure(event.at_least)}张以上的"
        subject = "" if event.subject is None else many + self.reference(event.subject)
        target = "" if event.target is None else ("" if subject else many) + self._target(event.target)
        cause = by if event.source is None else self.reference(event.source)
        deed = event.deed
        verb = _DEEDS.get(deed, "")
        origin = "" if event.origin is None else self.zone(event.origin)
        match deed:
            case Deed.MOVE:
                start = f"从{origin}" if origin else ""
                where = "" if event.destination is None else f"到{self.zone(event.destination)}"
                return f"{subject}{mode}被{cause}{start}放置{where}"
            case Deed.LEAVE:
                return f"{subject}{mode}{f'由于{cause}' if cause else ''}离开{origin}"
            case Deed.ATTACK | Deed.BLOCK if not subject and not by:
                return f"{target}{mode}被{verb}"
            case Deed.ATTACK | Deed.BLOCK if by and subject:
                return f"{by}{mode}用{subject}{verb}{target}"
            case Deed.ATTACK | Deed.BLOCK:
                return f"{by}{subject}{mode}{verb}{target}"
            case Deed.FIGHT:
                return f"{subject}{mode}与{target}战斗" if target else f"{subject}{mode}战斗"
            case Deed.DAMAGE if subject or by:
                return f"{subject or by}{mode}对{target}造成{_DAMAGE[event.battle]}"
            case Deed.DAMAGE:
                return f"{target}{mode}受到{_DAMAGE[event.battle]}"
            case Deed.DEPLOY:
                return f"{subject}{mode}{f'从{origin}' if origin else ''}登场"
            case Deed.STAND | Deed.REST if not cause:
                return f"{subject}{mode}{verb}"
            case _ if subject and origin:
                return f"{subject}{mode}从{origin}被{cause}{verb}"
            case _ if subject:
                return f"{subject}{mode}被{cause}{verb}" + (f"到{target}" if target else "")
            case _:
                return f"{by}{mode}{verb}{event.resource or ''}"

    def _target(self, target: Reference | Player) -> str:
        if isinstance(target, This | Those | Cards):
            return self.reference(target)
        return self.player(target)


def _is_pal(description: Description) -> bool:
    return any(isinstance(trait, OfKind) and trait.word.endswith("帕鲁") for trait in description.traits)
