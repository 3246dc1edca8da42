"""How long effects of the effect tree last."""

from headjudge.parser.effect_terms import Condition, Moment, Period
from headjudge.parser.values import dataclass


@dataclass(frozen=True, slots=True)
class Until:
    """To that moment."""

    moment: Moment


@dataclass(frozen=True, slots=True)
class During:
    """In that period only, which may lie ahead (在下一个对手的重置阶段中)."""

    period: Period


@dataclass(frozen=True, slots=True)
class While:
    """As long as the condition holds (此卡在据点期间); once it fails, it is over."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class ForGame:
    """To the end of the game: what an effect without a duration lasts (Palworld 10.2.1.2)."""


Duration = Until | During | While | ForGame
