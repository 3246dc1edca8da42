"""The typed effect tree: what the text of a card says, as data that a simulator can run and a printer can print.

A card's text is a tuple of `AbilityText`, one a printed ability, whose words put together are the text again. An ability
is Activated, Automatic, Continuous, a Keyword (whose meaning the rulebook's own formula supplies), the Instructions of an
event card, or Unmodelled. An effect is a tuple of actions done in order; what is left of the tuple is where it stands.
What could not be read is an `Unmodelled` value in its place, never a guess.
"""

from enum import Enum

from headjudge.parser.effect_acts import (
    AddSouls,
    AlteredEvent,
    Assign,
    Butcher,
    Choose,
    Consume,
    Damage,
    Declare,
    Deploy,
    Discard,
    Draw,
    EndGame,
    Exchange,
    Exile,
    FailAttack,
    GainLife,
    GainResource,
    Look,
    LoseLife,
    LoseResource,
    Move,
    Outcome,
    PaySouls,
    Reveal,
    RevealUntil,
    SetLife,
    Shuffle,
    TradeDamage,
    Turn,
)
from headjudge.parser.effect_durations import Duration
from headjudge.parser.effect_terms import (
    Amount,
    Condition,
    Event,
    Exactly,
    Moment,
    Operation,
    Parameter,
    Player,
    Reference,
    Side,
    Stat,
    Stretch,
    Things,
    UpTo,
    Zone,
)
from headjudge.parser.effect_words import Feature
from headjudge.parser.named import NamedTuple
from headjudge.parser.values import dataclass

__all__ = [
    "Ability", "AbilityText", "Action", "ActivateTimes", "Activated", "AddSouls", "AlteredEvent", "AnyTrigger", "Assign",
    "At", "Automatic", "Butcher", "Change", "ChangeStat", "Choose", "Consume", "Continuous", "CopiesAllowed", "Cost",
    "CostOfUse", "Damage", "Declare", "Delayed", "Deploy", "DisableAbilities", "Discard", "Draw", "Effect", "EndGame",
    "Exchange", "Exile", "FailAttack", "Feature", "GainAbility", "GainFeature", "GainLife", "GainName", "GainResource",
    "Heading", "If", "Instructions", "Keyword", "Lasting", "Limit", "Lone", "Look", "LoseAbilities", "LoseLife",
    "LoseResource", "May", "Mode", "Modes", "Modify", "Move", "Outcome", "PaySouls", "Place", "PlayerNumber", "Provided",
    "Repeat", "Replace", "Reveal", "RevealUntil", "Rule", "SetFeature", "SetLife", "SetStat", "Shuffle", "StateHolds",
    "Static", "TradeDamage", "Trigger", "Turn", "Unmodelled", "Use", "UseLimit", "When", "WhenState",
]  # fmt: skip


class Place(NamedTuple):
    """Where words stand in the text that was read: offsets of its characters."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Unmodelled:
    """Words that the grammar does not read, exactly as printed: an ability, or one sentence of an effect."""

    words: str
    place: Place


# Changes: what a continuous effect does to the cards to which it applies ------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChangeStat:
    """Adds to a number of a card or takes from it. It takes the number no lower than `floor`, where there is one."""

    stat: Stat
    operation: Operation
    amount: Amount
    floor: Amount | None = None


@dataclass(frozen=True, slots=True)
class SetStat:
    """Makes a number of a card this."""

    stat: Stat
    amount: Amount


@dataclass(frozen=True, slots=True)
class GainAbility:
    """The card has this ability too. Two equal ones are two."""

    ability: "Ability"


@dataclass(frozen=True, slots=True)
class LoseAbilities:
    """The card loses its abilities: all of them, or only those of a keyword."""

    keyword: str | None = None


@dataclass(frozen=True, slots=True)
class DisableAbilities:
    """The card's abilities are void: still there, but without effect (Palworld 10.3.2)."""

    keyword: str | None = None


@dataclass(frozen=True, slots=True)
class GainName:
    """The card has this card name too; None is the name last declared."""

    name: str | None = None


@dataclass(frozen=True, slots=True)
class GainFeature:
    """The card has this kind, colour, attribute or work suitability too."""

    feature: Feature
    word: str


@dataclass(frozen=True, slots=True)
class SetFeature:
    """The card has these colours (attributes …) and no others; none at all is 无色."""

    feature: Feature
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ActivateTimes:
    """The card's automatic abilities wait this many times when they trigger once (Palworld 5.21)."""

    times: Amount


Change = (
    ChangeStat | SetStat | GainAbility | LoseAbilities | DisableAbilities | GainName | GainFeature | SetFeature
    | ActivateTimes
)  # fmt: skip


# Continuous effects: held by a continuous ability, or set going for a time by `Lasting` -----------------------------------


@dataclass(frozen=True, slots=True)
class Modify:
    """These cards are changed so."""

    cards: Reference
    changes: tuple[Change, ...]


class Mode(Enum):
    """What a rule made by a card says about an event."""

    CANNOT = "cannot"
    MUST = "must"  # as far as it can be done
    MAY = "may"  # although the rules would not let it


@dataclass(frozen=True, slots=True)
class Rule:
    """Something cannot, must or may happen: 不能被阻挡, 必须攻击, 可以选择站立状态的帕鲁作为攻击目标."""

    mode: Mode
    event: Event


@dataclass(frozen=True, slots=True)
class StateHolds:
    """The game is in a named state (夜晚)."""

    state: str


@dataclass(frozen=True, slots=True)
class CostOfUse:
    """Using such a card costs more or less; with `next_only` it is spent by the first such use."""

    use: Event
    change: ChangeStat | SetStat
    next_only: bool = False


@dataclass(frozen=True, slots=True)
class UseLimit:
    """A player uses no more than that many such cards in a turn."""

    use: Event
    times: Amount


@dataclass(frozen=True, slots=True)
class PlayerNumber:
    """A number of a player goes up or down (帕鲁上限+1), or with no operation becomes that."""

    player: Player
    word: str
    operation: Operation | None
    amount: Amount


@dataclass(frozen=True, slots=True)
class CopiesAllowed:
    """A deck may hold that many cards of this card's name; None is any number."""

    limit: Amount | None = None


@dataclass(frozen=True, slots=True)
class Replace:
    """When the event would happen, `instead` happens in its place.

    With `choice` the player may do that first, and only then is the event replaced (Palworld 10.2.1.3.2); `optional`
    without a choice simply lets the player decide. With `once` it is over when the event would have happened once.
    """

    event: Event
    instead: tuple["Action", ...]
    optional: bool = False
    choice: tuple["Action", ...] = ()
    once: bool = False


@dataclass(frozen=True, slots=True)
class Provided:
    """Continuous effects that are there only while the condition holds."""

    condition: Condition
    effects: tuple["Lone", ...]


Lone = Modify | Rule | StateHolds | CostOfUse | UseLimit | PlayerNumber | CopiesAllowed | Replace
"""A continuous effect with no condition of its own."""

Static = Lone | Provided


# Actions -------------------------------------------------------------------------------------------------------------------
# Single acts are in `effect_acts`; here is what is made of acts, or makes effects and abilities.


@dataclass(frozen=True, slots=True)
class Use:
    """The player uses the card, at its cost changed so; with `free` without paying."""

    things: Things
    change: ChangeStat | SetStat | None = None
    free: bool = False
    player: Player = Side.YOU


@dataclass(frozen=True, slots=True)
class Lasting:
    """A continuous effect is in force from now on for the duration."""

    effect: Lone
    duration: Duration


@dataclass(frozen=True, slots=True)
class Delayed:
    """An automatic ability is made that triggers later (Palworld 10.8.5): once, or as often as it does in `lasting`; with
    `once` the first time in it only."""

    trigger: "Trigger"
    effect: tuple["Action", ...]
    lasting: Duration | None = None
    once: bool = False


@dataclass(frozen=True, slots=True)
class If:
    """One or the other, decided when the effect comes to it."""

    condition: Condition
    then: tuple["Action", ...]
    otherwise: tuple["Action", ...] = ()


@dataclass(frozen=True, slots=True)
class May:
    """The player does all of this or nothing of it; `Did` afterwards asks which."""

    effect: tuple["Action", ...]
    player: Player = Side.YOU


@dataclass(frozen=True, slots=True)
class Modes:
    """The player chooses among listed options when using the card or ability (Palworld 10.6.2.2.1); the rest is void."""

    quantity: Exactly | UpTo
    options: tuple[tuple["Action", ...], ...]
    player: Player = Side.YOU


@dataclass(frozen=True, slots=True)
class Repeat:
    """The effect is done that many times over; each time it may choose the same again (Palworld 10.6.3.1.4)."""

    times: Amount
    effect: tuple["Action", ...]


Action = (
    Draw | Look | Reveal | RevealUntil | Choose | Declare | Move | Deploy | Discard | Exile | Butcher | Exchange | Turn | Assign
    | Use | Damage | TradeDamage | GainLife | LoseLife | SetLife
    | PaySouls | AddSouls | GainResource | LoseResource | Consume | Shuffle | FailAttack | EndGame
    | AlteredEvent | Lasting | Delayed | If | May | Modes | Repeat | Parameter | Unmodelled
)  # fmt: skip
"""`Parameter` is the gap `（效果）` of a formula; an expanded ability has none."""

Effect = tuple[Action, ...]
Cost = tuple[Action, ...]
"""The acts of one way to pay, in order."""


# Abilities -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Limit:
    """So many times in each such stretch (【1回合1次】)."""

    times: int
    per: Stretch


@dataclass(frozen=True, slots=True)
class When:
    """Each time the event happens; `condition` is asked at that very moment, not later."""

    event: Event
    condition: Condition | None = None


@dataclass(frozen=True, slots=True)
class At:
    """At the beginning or the end of a turn, phase, step or battle; `condition` is asked at that very moment, not later."""

    moment: Moment
    condition: Condition | None = None


@dataclass(frozen=True, slots=True)
class WhenState:
    """Whenever the condition comes to hold (state trigger, Palworld 10.8.6)."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class AnyTrigger:
    """Any one of several triggers."""

    triggers: tuple[When, ...]


Trigger = When | At | WhenState | AnyTrigger


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands before an ability: in which zones it is valid (none: as the rules say), how often it may be used, and
    whether it is quick (迅捷)."""

    zones: tuple[Zone, ...] = ()
    limit: Limit | None = None
    quick: bool = False


@dataclass(frozen=True, slots=True)
class Activated:
    """`[cost]effect`. `costs` are the alternatives, one of which is paid; `condition` must hold to use it at all."""

    costs: tuple[Cost, ...]
    effect: Effect
    heading: Heading = Heading()
    condition: Condition | None = None


@dataclass(frozen=True, slots=True)
class Automatic:
    """`when …, effect`. With `costs` one of them may be paid to use it (Palworld 10.8.3.1.1)."""

    trigger: Trigger
    effect: Effect
    costs: tuple[Cost, ...] = ()
    heading: Heading = Heading()


@dataclass(frozen=True, slots=True)
class Continuous:
    """Effects that are there as long as the ability is valid."""

    effects: tuple[Static | Unmodelled, ...]
    heading: Heading = Heading()


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword with what its formula asks for: a number (勇敢300), or an effect (【登场时】抽1张牌) with its costs."""

    word: str
    number: Amount | None = None
    effect: Effect = ()
    costs: tuple[Cost, ...] = ()
    heading: Heading = Heading()


@dataclass(frozen=True, slots=True)
class Instructions:
    """The text of an event card: done once when the card resolves."""

    effect: Effect
    heading: Heading = Heading()


Ability = Activated | Automatic | Continuous | Keyword | Instructions | Unmodelled


@dataclass(frozen=True, slots=True)
class AbilityText:
    """One printed ability: its words with whatever separates it from the next, where they stand, and what they say."""

    words: str
    place: Place
    ability: Ability
