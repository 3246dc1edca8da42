"""What is done on the table, and what is expected of it, as values."""

from dataclasses import field
from enum import StrEnum

from headjudge.kb.clause import ClauseKey
from headjudge.parser.board import NOWHERE, AbilityRef, CardName, CardRef, Place, Player, Point, Word
from headjudge.parser.values import dataclass


@dataclass(frozen=True, slots=True)
class Citation:
    """A clause that something rests on, by its number; with the words quoted from it, if the ruling quotes it."""

    clause: ClauseKey
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Setting:
    """A number that a decision fixes: `ability 2`, `mode 1`, `x 3`, `times 4`, `payment 2` (the second way to pay)."""

    word: Word
    value: int


@dataclass(frozen=True, slots=True)
class Amount:
    """A bare number as the object of a decision: `选择 0`."""

    value: int


@dataclass(frozen=True, slots=True)
class Quoted:
    """Words given as an answer: a declared name, a line of card text."""

    words: str


@dataclass(frozen=True, slots=True)
class Named:
    """A word of the game as the object of a decision: a zone, a kind of card, a property (`宣告 帕鲁`, `支付 素材`)."""

    word: Word


Operand = CardRef | Player | Setting | Amount | Quoted | Point | Named
"""What a decision is about."""


@dataclass(frozen=True, slots=True)
class Action:
    """A scripted decision: `甲 以 疾风 攻击 石墙` is player A, verb `attack`, `by` 疾风, `on` 石墙.

    `negated` is the decision not to: `乙 不 阻挡`, `甲 不 使用 X` (where that may be declined).
    Without `at` it is taken at the first choice of that player that offers it.
    """

    player: Player
    verb: Word
    by: tuple[CardRef, ...] = ()
    on: tuple[Operand, ...] = ()
    negated: bool = False
    at: Point | None = None
    illegal: "Illegal | None" = None
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Illegal:
    """The ruling expects this action to be refused, by these clauses if any are given; the script ends there."""

    because: tuple[Citation, ...] = ()


class Quantifier(StrEnum):
    """Over the choices that the script leaves open."""

    ALWAYS = "always"
    SOMETIMES = "sometimes"
    NEVER = "never"
    CAN_FORCE = "can_force"


class When(StrEnum):
    """At which moment of a line the condition is looked at."""

    END = "end"
    EVER = "ever"
    """At one moment of the line at least."""
    THROUGHOUT = "throughout"


class Operator(StrEnum):
    """How two numbers compare."""

    EQUAL = "="
    UNEQUAL = "!="
    LESS = "<"
    AT_MOST = "<="
    MORE = ">"
    AT_LEAST = ">="


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number on the table: of a player (`甲 生命`), of the cards in a zone (`甲 手牌`, of one name: `甲 墓地 的 普通`),
    of a card (`疾风 战斗力`, `疾风 伤害`) or of an ability (`X 能力 2 发动`: how often it was used; `X 待机`)."""

    subject: CardRef | Player
    word: Word
    of: CardName | None = None
    ability: int | None = None


@dataclass(frozen=True, slots=True)
class Compare:
    """`甲 手牌 = 1`."""

    left: Quantity
    operator: Operator
    right: int


@dataclass(frozen=True, slots=True)
class InZone:
    """`盾兵 在 墓地`: in that zone of `player`, or of anyone's if None."""

    card: CardRef
    zone: Word
    player: Player | None = None


@dataclass(frozen=True, slots=True)
class IsState:
    """`盾兵 横置`, `疾风 已攻击`: an orientation or a flag of a card."""

    card: CardRef
    word: Word


@dataclass(frozen=True, slots=True)
class HasAbility:
    """`石墙 有 挑衅`, `石墙 有 「抽1张牌」`: a keyword or card text that the card now has (`times` of it, None at least one)."""

    card: CardRef
    ability: str
    times: int | None = None


@dataclass(frozen=True, slots=True)
class GameResult:
    """`乙 败北`, `甲 胜利`, `平局`, `未结束`: the words `loses`, `wins`, `draw`, `goes_on`; the last two name no player."""

    word: Word
    player: Player | None = None


@dataclass(frozen=True, slots=True)
class AtPoint:
    """`现在 主要阶段`: where the game stands."""

    point: Point


@dataclass(frozen=True, slots=True)
class TurnOf:
    """`甲 回合玩家`."""

    player: Player


@dataclass(frozen=True, slots=True)
class GameState:
    """`夜晚`: a named state of the whole game."""

    word: Word


@dataclass(frozen=True, slots=True)
class RunsThrough:
    """`经过 7.3.3`: the line executed this clause. It is about the line, never about its end."""

    clause: ClauseKey


@dataclass(frozen=True, slots=True)
class InOrder:
    """`顺序 X Y W Z`: the abilities or cards were used in this order, others perhaps between. It is about the line."""

    used: tuple[AbilityRef, ...]


@dataclass(frozen=True, slots=True)
class Permitted:
    """`合法 甲 以 疾风 攻击 石墙`: the action may be taken where the run ends."""

    action: Action


@dataclass(frozen=True, slots=True)
class Not:
    """The condition does not hold."""

    condition: "Condition"


@dataclass(frozen=True, slots=True)
class AllOf:
    """All conditions hold (at the same moment)."""

    conditions: tuple["Condition", ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of the conditions holds."""

    conditions: tuple["Condition", ...]


Condition = (
    Compare
    | InZone
    | IsState
    | HasAbility
    | GameResult
    | AtPoint
    | TurnOf
    | GameState
    | RunsThrough
    | InOrder
    | Permitted
    | Not
    | AllOf
    | AnyOf
)


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the ruling says comes out: over which choices, when in the line, what, and the clauses that the trace must contain.

    `forcer` is the player who can force it, with Quantifier.CAN_FORCE only.
    """

    condition: Condition
    quantifier: Quantifier = Quantifier.ALWAYS
    forcer: Player | None = None
    when: When = When.END
    because: tuple[Citation, ...] = ()
    place: Place = field(default=NOWHERE, compare=False)
