"""What card text speaks of: players, zones, cards, amounts, events, conditions and times - the nouns of `effects`.

Every value is frozen, hashable and equal only to its own class, so that a tree can stand in a game's state as data.
Words that a game defines (`帕鲁`, `素材`, `夜晚`) are kept as the rulebook's own words; only what every card game has is
an enum. A Cards value with no zone says no more than the text: the game's rules supply the rest (Palworld 4.4.3).
"""

from headjudge.parser.effect_words import (
    Battle,
    Deed,
    Edge,
    Feature,
    NamePart,
    Operation,
    Orientation,
    Relation,
    Role,
    Side,
    Stat,
    Stretch,
    Which,
    Zone,
)
from headjudge.parser.values import dataclass

__all__ = [
    "AllOf", "Amount", "AnyNumber", "AnyOf", "Battle", "Before", "Calculation", "Cards", "Compare", "Condition",
    "ControllerOf", "Count", "Deed", "Description", "Did", "Edge", "Event", "Every", "Exactly",
    "Extreme", "Feature", "Happened", "HasAttribute", "HasIcon", "HasKeyword", "Held", "InBattle", "InRole", "InState",
    "IsDuring", "Lacks", "Life", "Matches", "Moment", "NamePart", "Named", "Not", "Number", "OfColor", "OfKind", "Operation",
    "Orientation", "Oriented", "OwnerOf", "Parameter", "Period", "Player", "Property", "Quantity", "Reference", "Relation",
    "Role", "SameNameAs", "Selection", "Side", "Simple", "Stat", "StatIs", "StatOf", "Stretch", "SuitsWork", "Things", "This",
    "Those", "Together", "Top", "Total", "Trait", "Underwent", "UpTo", "Variable", "Varieties", "Which", "Zone",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class ControllerOf:
    """The player who controls these cards (last known information if they have left)."""

    cards: "Reference"


@dataclass(frozen=True, slots=True)
class OwnerOf:
    """The player who owns these cards."""

    cards: "Reference"


Player = Side | ControllerOf | OwnerOf


# Amounts ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number:
    """A figure; never negative."""

    value: int


@dataclass(frozen=True, slots=True)
class Variable:
    """A letter that the text leaves open: chosen when the card or ability is used, once for cost and effect together.

    A letter that the text does explain (`X为…`) never appears: the explanation stands in its place.
    """

    name: str


@dataclass(frozen=True, slots=True)
class Parameter:
    """A gap in a keyword's formula, such as `（数值）`; an expanded ability has none."""

    name: str


@dataclass(frozen=True, slots=True)
class Count:
    """How many cards there are; with `different_names`, how many different card names they have."""

    of: "Cards | Those"
    different_names: bool = False


@dataclass(frozen=True, slots=True)
class Varieties:
    """How many different colours (attributes …) the cards have."""

    of: "Cards | Those"
    feature: Feature


@dataclass(frozen=True, slots=True)
class StatOf:
    """The number that a card has; of several cards their sum."""

    stat: Stat
    of: "Reference"


@dataclass(frozen=True, slots=True)
class Held:
    """How much of a resource a player has."""

    player: Player
    resource: str


@dataclass(frozen=True, slots=True)
class Life:
    """A player's life."""

    player: Player


@dataclass(frozen=True, slots=True)
class Before:
    """What an amount was just before the preceding act of the same effect (`增加前的…`)."""

    amount: "Amount"


@dataclass(frozen=True, slots=True)
class Calculation:
    """Two amounts put together."""

    operation: Operation
    left: "Amount"
    right: "Amount"


Amount = Number | Variable | Parameter | Count | Varieties | StatOf | Held | Life | Before | Calculation


@dataclass(frozen=True, slots=True)
class Exactly:
    """That many, or as many as there are (Palworld 10.6.3.1.2); as a cost that many and no fewer."""

    amount: Amount


@dataclass(frozen=True, slots=True)
class UpTo:
    """From none to that many (Palworld 10.6.3.1.1)."""

    amount: Amount


@dataclass(frozen=True, slots=True)
class Every:
    """All there are: nothing to decide."""


@dataclass(frozen=True, slots=True)
class AnyNumber:
    """From none to all there are."""


Quantity = Exactly | UpTo | Every | AnyNumber


# Cards -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class This:
    """The card that has the ability (此卡)."""


@dataclass(frozen=True, slots=True)
class Those:
    """The cards in a role."""

    role: Role


@dataclass(frozen=True, slots=True)
class OfKind:
    """A card kind or subkind, as the rulebook words it: 帕鲁, 建筑物, 装备, 事件, 灵魂, 幸运帕鲁, 普通帕鲁."""

    word: str


@dataclass(frozen=True, slots=True)
class OfColor:
    """A colour; `无色` is having none."""

    word: str


@dataclass(frozen=True, slots=True)
class HasAttribute:
    """An attribute (龙, 炎 …)."""

    word: str


@dataclass(frozen=True, slots=True)
class SuitsWork:
    """A work suitability, written 「…」."""

    word: str


@dataclass(frozen=True, slots=True)
class HasIcon:
    """A printed icon (幸运图标, 快速图标)."""

    word: str


@dataclass(frozen=True, slots=True)
class Named:
    """A card name, or a part of one, written 《…》."""

    part: NamePart
    name: str


@dataclass(frozen=True, slots=True)
class SameNameAs:
    """Having a card name in common with these."""

    cards: "Reference"


@dataclass(frozen=True, slots=True)
class StatIs:
    """A number of the card compared (费用6以下)."""

    stat: Stat
    relation: Relation
    amount: Amount


@dataclass(frozen=True, slots=True)
class Oriented:
    """Standing or rested."""

    orientation: Orientation


@dataclass(frozen=True, slots=True)
class HasKeyword:
    """Having the keyword ability, written 〈…〉."""

    word: str


@dataclass(frozen=True, slots=True)
class InBattle:
    """Taking part in the battle under way."""

    battle: Battle


@dataclass(frozen=True, slots=True)
class InRole:
    """Being one of the cards in a role (of Lacks: 所选的卡牌以外的帕鲁)."""

    role: Role


@dataclass(frozen=True, slots=True)
class Extreme:
    """Having the highest (or lowest) such number among the cards that fit the rest of the description."""

    stat: Stat
    highest: bool


@dataclass(frozen=True, slots=True)
class Underwent:
    """Having done this, or with `passive` had it done to it, in a period (该回合中攻击过的)."""

    deed: "Deed"
    passive: bool
    period: "Period"


Property = (
    OfKind | OfColor | HasAttribute | SuitsWork | HasIcon | Named | SameNameAs | StatIs | Oriented | HasKeyword | InBattle
    | InRole | Underwent | Extreme
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Lacks:
    """Not having a property."""

    trait: Property


Trait = Property | Lacks


@dataclass(frozen=True, slots=True)
class Description:
    """Cards that have all these traits; with none, any card. The card kind, if one is said, stands last."""

    traits: tuple[Trait, ...] = ()


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards that fit any one of the descriptions. Whose, where, among which: None says that the text does not say.

    `holder` is whose zone they lie in (their controller); `among` limits them to cards in a role (查看的卡牌之中);
    `others` leaves out this card itself (其他).
    """

    any_of: tuple[Description, ...] = (Description(),)
    holder: Player | None = None
    zone: Zone | None = None
    among: Role | None = None
    others: bool = False


Reference = This | Those | Cards
"""Cards that are fixed without a choice."""


@dataclass(frozen=True, slots=True)
class Total:
    """What a number of the cards chosen together adds up to (费用合计4以下)."""

    stat: Stat
    relation: Relation
    amount: Amount


@dataclass(frozen=True, slots=True)
class Selection:
    """Cards that the player who performs the act chooses when it is done; with `different_names` no two of one name."""

    quantity: Quantity
    cards: Cards
    total: Total | None = None
    different_names: bool = False


@dataclass(frozen=True, slots=True)
class Top:
    """Cards from the top (or bottom) of a player's deck, in order; Every is the whole deck."""

    player: Player
    quantity: Quantity
    bottom: bool = False


@dataclass(frozen=True, slots=True)
class Together:
    """Several of these at once (此卡和手牌中的另1张卡牌)."""

    parts: tuple["This | Those | Cards | Selection | Top", ...]


Things = This | Those | Cards | Selection | Top | Together


# Times -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Period:
    """A stretch: which one and, where the text says so, whose. Where one moment is meant, EACH is the first to come."""

    stretch: Stretch
    which: Which = Which.THIS
    whose: Side | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """The beginning or the end of a period."""

    edge: Edge
    period: Period


# Events ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Event:
    """A happening that fits: who does it (`by`), which card does it or has it done (`subject`), to what (`target`), and
    the card whose effect does it (`source`, where that is neither).

    None leaves a part open. `battle` is True for battle damage only, False for any other damage only; `resource` is the
    one that is gained or consumed. With `at_least` it is one event however many cards it happens to at the same time, if
    they are that many (1只以上的帕鲁被放置到墓地时); without, each of them is an event of its own.
    """

    deed: Deed
    by: Player | None = None
    subject: Reference | None = None
    target: Reference | Player | None = None
    origin: Zone | None = None
    destination: Zone | None = None
    battle: bool | None = None
    resource: str | None = None
    source: Reference | None = None
    at_least: Amount | None = None


# Conditions ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class InState:
    """The game is in a named state (夜晚)."""

    state: str


@dataclass(frozen=True, slots=True)
class Compare:
    """Two amounts compared. `如果你有…` is a Count of at least 1."""

    left: Amount
    relation: Relation
    right: Amount


@dataclass(frozen=True, slots=True)
class Matches:
    """The cards referred to are (all) among the cards described."""

    what: This | Those
    cards: Cards


@dataclass(frozen=True, slots=True)
class Happened:
    """Such an event has happened in the period."""

    event: Event
    period: Period


@dataclass(frozen=True, slots=True)
class Did:
    """The preceding act, or what the preceding May offered, was done, at least in part (如果如此做)."""


@dataclass(frozen=True, slots=True)
class IsDuring:
    """It is that period now (在你的回合中)."""

    period: Period


Simple = InState | Compare | Matches | Happened | Did | IsDuring


@dataclass(frozen=True, slots=True)
class Not:
    """The condition does not hold."""

    condition: Simple


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every one holds."""

    conditions: tuple[Simple | Not, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one holds."""

    conditions: tuple[Simple | Not | AllOf, ...]


Condition = Simple | Not | AllOf | AnyOf
