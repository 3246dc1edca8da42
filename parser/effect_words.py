"""The closed sets of the effect tree: the words that card text chooses from."""

from enum import Enum


class _Word(Enum):
    """A word of a closed set. Each is one object, so that its identity tells it apart: what Enum looks it up by is worked out
    in Python, every time, and abilities are looked up by such words after every event of a game."""

    __hash__ = object.__hash__


class Side(_Word):
    """A player as a card names them, seen from the controller of the ability."""

    YOU = "you"
    OPPONENT = "opponent"
    BOTH = "both"  # 双方玩家: each of the two
    ANY = "any"  # 任意玩家: whoever it is, of a trigger or a phase
    SELF = "self"  # 自己: each of those who do the act, where they are BOTH (or ANY) of them
    TURN_PLAYER = "turn player"
    OTHER_PLAYER = "other player"  # 非回合玩家


class Feature(_Word):
    """What else a card can be given by its word."""

    KIND = "kind"
    COLOR = "colour"
    ATTRIBUTE = "attribute"
    WORK = "work suitability"


class Zone(_Word):
    """Where cards lie."""

    BASE = "base"
    DECK = "deck"
    HAND = "hand"
    GRAVEYARD = "graveyard"
    SOUL_DECK = "soul deck"
    SOULS = "souls"
    EXILE = "exile"
    RESOLUTION = "resolution"


class Orientation(_Word):
    """How a card is turned."""

    STANDING = "standing"
    RESTED = "rested"


class Stat(_Word):
    """A number of a card. A structure's power is its durability (Palworld 2.8.3): the same number under another word."""

    COST = "cost"
    POWER = "power"
    DURABILITY = "durability"
    STRIKE = "strike"
    DAMAGE = "damage"  # the damage marked on it


class Relation(_Word):
    """How two amounts compare."""

    EQUAL = "="
    UNEQUAL = "≠"
    AT_LEAST = "≥"
    AT_MOST = "≤"
    MORE = ">"
    LESS = "<"


class Operation(_Word):
    """What is done with a number."""

    ADD = "+"
    SUBTRACT = "-"
    TIMES = "×"
    DIVIDE = "÷"  # rounded down


class Role(_Word):
    """The part that cards played earlier in the same ability, to which words such as 其, 该帕鲁, 其余 point back.

    Each role holds the cards of the latest act that fills it; an act not done (a May declined) leaves it empty.
    """

    CHOSEN = "chosen"  # by the latest Choose
    SEEN = "seen"  # looked at or revealed by the latest Look or Reveal
    REST = "rest"  # seen, and not chosen since
    DONE = "done"  # on which the latest other act was really done (moved, discarded, butchered …)
    PAID = "paid"  # on which the acts of the cost were done (assigned, butchered, discarded …)
    TRIGGER = "trigger"  # the subject of the event that triggered (the Pal that was deployed, moved, attacks …)
    RIVAL = "rival"  # the battle opponent of this card
    TARGET = "target"  # what is attacked now


class NamePart(_Word):
    """Which name is compared."""

    WHOLE = "name"
    MAIN = "main name"
    SUB = "sub name"
    CONTAINS = "name contains"


class Battle(_Word):
    """What a card does in the battle under way."""

    ATTACKING = "attacking"
    ATTACKED = "attacked"
    BLOCKING = "blocking"
    FIGHTING = "fighting"


class Stretch(_Word):
    """A stretch of the game."""

    GAME = "game"
    TURN = "turn"
    BATTLE = "battle"
    RESET_PHASE = "reset phase"
    DRAW_PHASE = "draw phase"
    SOUL_PHASE = "soul phase"
    MAIN_PHASE = "main phase"
    END_PHASE = "end phase"
    ATTACK_STEP = "attack declaration step"
    BLOCK_STEP = "block declaration step"
    QUICK_STEP = "quick step"
    DAMAGE_STEP = "damage step"
    BATTLE_END_STEP = "battle end step"


class Which(_Word):
    """Which stretch of its kind."""

    THIS = "this"  # the one under way
    NEXT = "next"  # the next to begin
    EACH = "each"  # every one


class Edge(_Word):
    """One end of a period."""

    START = "start"
    END = "end"


class Deed(_Word):
    """What happens. `Event` says what subject and target are for each."""

    MOVE = "move"  # subject: the card; origin, destination
    DEPLOY = "deploy"  # subject: the card that enters a base
    LEAVE = "leave"  # subject: the card that leaves the zone `origin`
    DISCARD = "discard"
    EXILE = "exile"
    BUTCHER = "butcher"
    DRAW = "draw"
    STAND = "stand"
    REST = "rest"
    ASSIGN = "assign"  # subject: the Pal; target: the structure
    ATTACK = "attack"  # subject: the attacker; target: what is attacked
    BLOCK = "block"  # subject: the blocker; target: the attacker
    FIGHT = "fight"  # subject: a fighter; target: its battle opponent
    DAMAGE = "damage"  # subject: the source; target: what takes the damage
    USE = "use"  # subject: the card, or the card whose ability is used
    CHOOSE = "choose"  # subject: what is chosen
    REVEAL = "reveal"
    GAIN_LIFE = "gain life"  # by: whose life
    LOSE_LIFE = "lose life"
    ADD_SOULS = "add souls"  # by: whose soul zone
    GAIN_RESOURCE = "gain resource"
    CONSUME = "consume"
    SHUFFLE = "shuffle"
    LOSE_GAME = "lose the game"
    WIN_GAME = "win the game"
