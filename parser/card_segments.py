"""What one sentence says, piece by piece: the parse tree as segments, in the order of the words.

Words that point to something said before (其, 自己, 任命的帕鲁, a verb without an object) stay `Pointer` and `ByDeed` values
here; `card_sentences` knows what came before and puts the cards themselves in their place.
"""

from enum import Enum
from typing import Any

from headjudge.parser.effect_durations import Duration
from headjudge.parser.effect_terms import (
    Amount,
    AnyNumber,
    Cards,
    Condition,
    Deed,
    Event,
    Every,
    Exactly,
    Feature,
    Moment,
    Player,
    Quantity,
    Selection,
    Those,
    Total,
    UpTo,
)
from headjudge.parser.effects import Action, Static
from headjudge.parser.values import dataclass


class Unreadable(Exception):
    """The words fit the grammar and still say nothing that can be modelled (two quantities for one noun)."""


class Pointer(Enum):
    """What is meant is known only from what came before."""

    IT = "it"  # 其, or a verb without an object
    SELF = "self"  # 自己: the player who does it
    THEIR = "their"  # 其手牌: of the player who does it, where that is not you
    DOER = "doer"  # no player is said: the subject of the sentence so far


@dataclass(frozen=True, slots=True)
class ByDeed:
    """The cards with which something was done (任命的帕鲁, 被解体帕鲁)."""

    deed: Deed


@dataclass(frozen=True, slots=True)
class Group:
    """The text in the n-th pair of 〈〉; None is the one that follows (〈〉内的能力)."""

    number: int | None


@dataclass(frozen=True, slots=True)
class AtLeast:
    """1只以上: how many at once make one event."""

    amount: Amount


@dataclass(frozen=True, slots=True)
class Many:
    """That many cards at least, of an event: it is one event however many they are."""

    cards: Cards
    number: Amount


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun phrase: which cards, how many, and whether their names must all differ."""

    cards: Cards
    quantity: Quantity | AtLeast | None = None
    different_names: bool = False
    total: Total | None = None
    place_first: bool = False
    """Whether it says whose or where before it says how many: 你墓地中的1只帕鲁, and not 1只你墓地中的帕鲁."""

    @property
    def all_of_them(self) -> Cards:
        """The cards, where no choice among them is said."""
        if self.quantity not in (None, Every()) or self.different_names or self.total is not None:
            raise Unreadable
        return self.cards

    @property
    def some(self) -> Cards | Selection:
        """The cards, or a selection of them; of those whose numbers may only add up to so much, any number is chosen."""
        if isinstance(self.quantity, AtLeast) or (self.different_names and self.quantity in (None, Every())):
            raise Unreadable
        if self.total is not None or self.different_names:
            return Selection(self.quantity or AnyNumber(), self.cards, self.total, self.different_names)
        return self.cards if self.quantity is None else Selection(self.quantity, self.cards)


@dataclass(frozen=True, slots=True)
class LeadIf:
    """如果…; with `bare` only …时 or …的场合, which before the first act may be a trigger or the term of an effect."""

    condition: Condition
    bare: bool = False


@dataclass(frozen=True, slots=True)
class LeadWhile:
    """…期间."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class LeadWhen:
    """当…时: any of these events, with the condition that must hold at that moment; 下一次…时 means only the first of them."""

    events: tuple[tuple[Event, Condition | None], ...]
    once: bool = False


@dataclass(frozen=True, slots=True)
class LeadState:
    """当…时, of a condition."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class LeadAt:
    """…开始时, …结束时, 此卡攻击的战斗结束时: with the condition that must hold at that moment."""

    moment: Moment
    condition: Condition | None = None


@dataclass(frozen=True, slots=True)
class LeadDuration:
    """直到…, 在…中."""

    duration: Duration


@dataclass(frozen=True, slots=True)
class LeadPer:
    """每有n…: what follows counts once for every n."""

    number: Amount
    cards: Cards | Those
    feature: Feature | None = None
    """每有1种颜色: what there are kinds of, and not cards."""


@dataclass(frozen=True, slots=True)
class LeadInstead:
    """作为替代, 可以作为替代."""

    optional: bool


@dataclass(frozen=True, slots=True)
class LeadMay:
    """可以."""

    player: Player | Pointer


class Lead(Enum):
    """Words that lead on without saying more."""

    ELSE = "否则"
    THEN = "则"


@dataclass(frozen=True, slots=True)
class Floor:
    """不会因此变为n以下: the change just said stops above that."""

    above: Amount


@dataclass(frozen=True, slots=True)
class Define:
    """X为…."""

    name: str
    amount: Amount


@dataclass(frozen=True, slots=True)
class OnlyIf:
    """此能力只能在…时使用."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class Listed:
    """从以下选择n项: the options are the bullets below."""

    quantity: Exactly | UpTo
    player: Player | Pointer = Pointer.DOER


@dataclass(frozen=True, slots=True)
class GroupModes:
    """从〈〉或〈〉中选择n项."""

    quantity: Exactly | UpTo
    groups: tuple[Group, ...]
    player: Player | Pointer = Pointer.DOER


@dataclass(frozen=True, slots=True)
class Repeated:
    """执行n次〈〉; without a number once."""

    group: Group
    times: Amount | None = None


@dataclass(frozen=True, slots=True)
class ResourcePool:
    """选择…的素材与食材合计n个: which resources; what becomes of them is said next."""

    loser: Player | Pointer
    resources: tuple[str, ...]
    quantity: Quantity
    chooser: Player | Pointer


@dataclass(frozen=True, slots=True)
class LosePool:
    """失去它们."""

    player: Player | Pointer


@dataclass(frozen=True, slots=True)
class Several:
    """One phrase that is several acts (与牌库洗牌)."""

    acts: tuple[Any, ...]


Segment = (
    LeadIf | LeadWhile | LeadWhen | LeadState | LeadAt | LeadDuration | LeadPer | LeadInstead | LeadMay | Lead | Floor
    | Define | OnlyIf | Listed | GroupModes | Repeated | Group | ResourcePool | LosePool | Several | Action | Static
)  # fmt: skip
