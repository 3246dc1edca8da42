"""What can happen on the table. Events only say what happens; `happen` does it."""

from headjudge.parser.effect_terms import Deed, Edge, Stretch
from headjudge.parser.effects import Ability
from headjudge.parser.named import NamedTuple
from headjudge.simulator.games.palworld.board import (
    Battle,
    Delayed,
    InForce,
    Item,
    Origin,
    Target,
    Waiting,
    ZoneName,
)
from headjudge.simulator.state import ObjectId


class Move(NamedTuple):
    """A card goes to a zone of `player` (5.4.1). `deeds` are what that is called (discard, exile, butcher, draw)."""

    thing: ObjectId
    to: ZoneName
    player: int
    rested: bool = False
    bottom: bool = False
    deeds: tuple[Deed, ...] = ()
    by: int | None = None
    source: ObjectId | None = None


class Stand(NamedTuple):
    """A card stands (5.2.1). Where an effect does it: whose, and of which card the effect is."""

    thing: ObjectId
    by: int | None = None
    source: ObjectId | None = None


class Rest(NamedTuple):
    """A card rests (5.2.1). Where an effect does it: whose, and of which card the effect is."""

    thing: ObjectId
    by: int | None = None
    source: ObjectId | None = None


class Damage(NamedTuple):
    """Damage is dealt to a Pal, a structure or a player (5.14)."""

    target: Target
    amount: int
    source: ObjectId | None = None
    battle: bool = False


class HealAll(NamedTuple):
    """All damage on Pals and structures is cleared (7.6.3)."""


class SetDamage(NamedTuple):
    """A player's damage becomes that number (11.2.2.4)."""

    player: int
    amount: int


class ChangeLife(NamedTuple):
    """A player's life goes up or down."""

    player: int
    amount: int


class GainSouls(NamedTuple):
    """Cards come from the soul deck to the soul zone (7.4.2)."""

    player: int
    amount: int
    rested: bool = False


class ReturnSouls(NamedTuple):
    """Soul cards go from the soul zone to the soul deck: so many standing and rested ones."""

    player: int
    standing: int
    rested: int


class RestSouls(NamedTuple):
    """Standing souls rest (10.4.3)."""

    player: int
    amount: int


class StandSouls(NamedTuple):
    """Rested souls stand."""

    player: int
    amount: int


class ChangeResource(NamedTuple):
    """A player's holding of a resource goes up or down (3.3)."""

    player: int
    resource: str
    amount: int
    consumed: bool = False


class Occur(NamedTuple):
    """A stretch of the game begins or ends: the trigger conditions that name it occur."""

    edge: Edge
    stretch: Stretch
    opening: bool = False


class Declare(NamedTuple):
    """A battle is declared: who attacks what (9.3.1)."""

    battle: Battle


class Attacks(NamedTuple):
    """A Pal attacks something (9.3.2); from here on it is the attacking Pal (9.3.2.1)."""

    attacker: ObjectId
    target: Target


class Blocks(NamedTuple):
    """A Pal blocks: it becomes what is attacked (9.4.2.1)."""

    blocker: ObjectId


class Opposes(NamedTuple):
    """The attacking Pal and the Pal it attacks are battle opponents (9.4.3)."""


class AttackFails(NamedTuple):
    """The attack is made to fail (5.18.1)."""


class StopsAttacking(NamedTuple):
    """No Pal is attacking any more (9.7.3.1)."""


class EndBattle(NamedTuple):
    """The battle is over (9.7.4)."""


class Assigned(NamedTuple):
    """A Pal is assigned to a structure (5.17.1.2)."""

    pal: ObjectId
    structure: ObjectId


class Become(NamedTuple):
    """The game enters a named state (5.3.2)."""

    state: str


class Begin(NamedTuple):
    """A continuous effect is in force from now on (10.2.1.2)."""

    effect: InForce


class EndEffect(NamedTuple):
    """A continuous effect is over before its time: it was for one use only."""

    effect: InForce


class Expire(NamedTuple):
    """The effects that last until the end of this turn or battle end (7.6.4, 9.7.3)."""

    stretch: Stretch


class Wait(NamedTuple):
    """An automatic ability has triggered and waits (10.8.2)."""

    waiting: Waiting


class Unwait(NamedTuple):
    """One waiting of an ability is over (10.8.3)."""

    waiting: Waiting


class Vanish(NamedTuple):
    """Cards that might have been in a hidden zone are supposed not to be there."""

    things: tuple[ObjectId, ...]


class WaitTimes(NamedTuple):
    """It has been decided how often an ability that has just triggered waits (5.21.2)."""

    waiting: Waiting
    times: int


class Delay(NamedTuple):
    """An automatic ability that triggers later is made (10.8.5)."""

    delayed: Delayed


class PutOnTop(NamedTuple):
    """A card or an ability comes to the resolution zone (10.6.2.1)."""

    origin: Origin
    thing: ObjectId | None
    ability: Ability | None


class TakeOff(NamedTuple):
    """An ability leaves the resolution zone (10.6.2.4.3)."""

    item: ObjectId


class Resolve(NamedTuple):
    """A card leaves the resolution zone for another zone (10.6.2.4.1, 10.6.2.4.2)."""

    item: ObjectId
    to: ZoneName
    player: int


class CountUse(NamedTuple):
    """A limited ability of a card has been used once more (10.7)."""

    thing: ObjectId
    ability: Ability


class SoulDraw(NamedTuple):
    """The turn player has paid souls to draw, this turn (8.5.2)."""

    player: int


class Reveal(NamedTuple):
    """Cards are shown to all."""

    things: tuple[ObjectId, ...]
    by: int


class LookAt(NamedTuple):
    """A player learns what cards are."""

    things: tuple[ObjectId, ...]
    player: int


class Shuffle(NamedTuple):
    """A deck's order becomes random (5.6.1)."""

    player: int


class Learn(NamedTuple):
    """It turns out what an unknown card is, in one respect."""

    thing: ObjectId
    about: str
    value: object


class Lose(NamedTuple):
    """A player loses the game (11.3)."""

    player: int


class Win(NamedTuple):
    """A player wins the game (1.2.4)."""

    player: int


class EndTurn(NamedTuple):
    """The turn is over and the other player's begins (7.6.5)."""


class Used(NamedTuple):
    """A card or an ability is used."""

    item: Item


class Chosen(NamedTuple):
    """Cards have been chosen for an effect (10.6.3): by whom, and of which card the effect is."""

    things: tuple[ObjectId, ...]
    by: int
    source: ObjectId


class BecomeStarter(NamedTuple):
    """A player goes first (6.2.1.3)."""

    player: int


class SetLife(NamedTuple):
    """A player's life becomes that number (6.2.1.8)."""

    player: int
    life: int


class ClearResources(NamedTuple):
    """A player has nothing of any resource (6.2.1.10)."""

    player: int


class FillSoulDeck(NamedTuple):
    """A player's soul cards lie in the soul deck (6.2.1.4)."""

    player: int


class Redraw(NamedTuple):
    """A player declares to exchange the opening hand (6.2.1.7), or has done so."""

    player: int
    done: bool


class BeginGame(NamedTuple):
    """The first player's first turn begins (6.2.1.11)."""


class Arrange(NamedTuple):
    """Chance decides which card of a shuffled deck is the next one."""

    player: int
    thing: ObjectId


class Surrender(NamedTuple):
    """A player gives up (1.2.3): nothing can forbid or replace it, and no card can make anyone do it."""

    player: int
