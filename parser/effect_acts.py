"""The single acts of the effect tree: what is done to cards, players, souls and resources. `player` performs the act and makes
its choices."""

from enum import Enum

from headjudge.parser.effect_terms import (
    Amount,
    Cards,
    Exactly,
    Operation,
    Orientation,
    Player,
    Quantity,
    Reference,
    Selection,
    Side,
    Stat,
    Things,
    UpTo,
    Zone,
)
from headjudge.parser.values import dataclass


@dataclass(frozen=True, slots=True)
class Draw:
    """The player draws, one card after another; UpTo may stop at any point."""

    quantity: Exactly | UpTo
    player: Player = Side.YOU


@dataclass(frozen=True, slots=True)
class Look:
    """The player learns what the cards are."""

    things: Things
    player: Player = Side.YOU


@dataclass(frozen=True, slots=True)
class Reveal:
    """The player shows the cards to all."""

    things: Things
    player: Player = Side.YOU


@dataclass(frozen=True, slots=True)
class RevealUntil:
    """The player shows the cards of a deck one after another from the top, until that many that fit are among them: those are
    then called chosen, and the others the rest."""

    owner: Player
    cards: Cards
    number: Amount
    player: Player = Side.YOU


@dataclass(frozen=True, slots=True)
class Choose:
    """The player chooses targets; later actions call them Those(Role.CHOSEN). Those of `also` are chosen after them, each choice
    of its own kind (选择1只你的帕鲁与1只对手的帕鲁)."""

    selection: Selection
    player: Player = Side.YOU
    also: tuple[Selection, ...] = ()


@dataclass(frozen=True, slots=True)
class Declare:
    """The player names a card name."""

    player: Player = Side.YOU


@dataclass(frozen=True, slots=True)
class Move:
    """The cards go to a zone: of `whose` it is (None: of their controller, or as the zone allows), how they are turned,
    and in a deck whether they go to the bottom."""

    things: Things
    zone: Zone
    whose: Player | None = None
    orientation: Orientation | None = None
    bottom: bool = False
    player: Player = Side.YOU


@dataclass(frozen=True, slots=True)
class Deploy:
    """The cards enter a base: of `whose` it is (None: of the effect's controller)."""

    things: Things
    whose: Player | None = None
    orientation: Orientation | None = None
    player: Player = Side.YOU


@dataclass(frozen=True, slots=True)
class Discard:
    """The cards go to their owners' graveyards; cards of no named zone are hand cards."""

    things: Things
    player: Player = Side.YOU


@dataclass(frozen=True, slots=True)
class Exile:
    """The cards leave the game."""

    things: Things
    player: Player = Side.YOU


@dataclass(frozen=True, slots=True)
class Butcher:
    """The player puts Pals that they control into their graveyard (解体)."""

    things: Things
    player: Player = Side.YOU


@dataclass(frozen=True, slots=True)
class Exchange:
    """Each card goes to where the other is, both at once or neither."""

    one: Things
    other: Things
    player: Player = Side.YOU


@dataclass(frozen=True, slots=True)
class Turn:
    """The cards stand or rest."""

    things: Things
    orientation: Orientation
    player: Player = Side.YOU


@dataclass(frozen=True, slots=True)
class Assign:
    """Pals are assigned to a structure; None is the structure whose ability this is (Palworld 5.17.3)."""

    things: Things
    to: Things | None = None
    player: Player = Side.YOU


@dataclass(frozen=True, slots=True)
class Damage:
    """Damage is dealt to cards or to a player; `source` None is the source of the effect (Palworld 10.13.3)."""

    target: Things | Player
    amount: Amount
    source: Reference | None = None


@dataclass(frozen=True, slots=True)
class TradeDamage:
    """Each of the cards deals damage to every other of them, as much as that number of its own, all at once."""

    things: Things
    stat: Stat


@dataclass(frozen=True, slots=True)
class GainLife:
    """The player's life goes up."""

    amount: Amount
    player: Player = Side.YOU


@dataclass(frozen=True, slots=True)
class LoseLife:
    """The player's life goes down; that is no damage."""

    amount: Amount
    player: Player = Side.YOU


@dataclass(frozen=True, slots=True)
class SetLife:
    """The player's life becomes this."""

    amount: Amount
    player: Player = Side.YOU


@dataclass(frozen=True, slots=True)
class PaySouls:
    """The player rests that many standing souls."""

    amount: Amount
    player: Player = Side.YOU


@dataclass(frozen=True, slots=True)
class AddSouls:
    """Cards come from the player's soul deck to the soul zone."""

    amount: Amount
    orientation: Orientation | None = None
    player: Player = Side.YOU


@dataclass(frozen=True, slots=True)
class GainResource:
    """The player gets that much of a resource: of any one of them, if several are named."""

    resources: tuple[str, ...]
    amount: Amount
    player: Player = Side.YOU


@dataclass(frozen=True, slots=True)
class LoseResource:
    """The player loses resources, of all those named together; `chooser` (None: the player) decides how many of which."""

    resources: tuple[str, ...]
    quantity: Quantity
    player: Player = Side.YOU
    chooser: Player | None = None


@dataclass(frozen=True, slots=True)
class Consume:
    """The player pays that much of a resource: all of it or none (Palworld 3.3.3.2)."""

    resource: str
    amount: Amount
    player: Player = Side.YOU


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The player shuffles their deck."""

    player: Player = Side.YOU


@dataclass(frozen=True, slots=True)
class FailAttack:
    """The attack under way fails (Palworld 5.18); `whose` attack it must be, where the text says so."""

    whose: Player | None = None


class Outcome(Enum):
    """How a player ends the game."""

    WIN = "win"
    LOSE = "lose"


@dataclass(frozen=True, slots=True)
class EndGame:
    """The player wins or loses the game."""

    outcome: Outcome
    player: Player = Side.YOU


@dataclass(frozen=True, slots=True)
class AlteredEvent:
    """In `Replace.instead`: the same event, its number changed (造成+200的伤害)."""

    operation: Operation
    amount: Amount
