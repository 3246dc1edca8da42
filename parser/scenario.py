"""What a ruling says, as values: the cards, the board, what is done, and what is expected of it.

The parts are defined in `board` (cards and boards) and `question` (what is done, what is expected) and exported here.

Nothing here belongs to a game. Zones, phases, numbers, flags, verbs and kinds of cards are `Word`s: the identifiers of
`ruling_words.toml` (`base`, `main_phase`, `power`, `attack`), which a game resolves or refuses. Card texts are kept as
written. Where a value came from a text, `place` says where; places never count when two values are compared.
"""

from dataclasses import field

from headjudge.parser.board import (
    NOWHERE,
    AbilityRef,
    Attack,
    Card,
    CardName,
    CardRef,
    Contents,
    EffectInForce,
    Fill,
    Numbers,
    Place,
    Placement,
    Player,
    PlayerBoard,
    Point,
    Position,
    Waiting,
    Word,
)
from headjudge.parser.named import NamedTuple
from headjudge.parser.question import (
    Action,
    AllOf,
    Amount,
    AnyOf,
    AtPoint,
    Citation,
    Compare,
    Condition,
    Expectation,
    GameResult,
    GameState,
    HasAbility,
    Illegal,
    InOrder,
    InZone,
    IsState,
    Named,
    Not,
    Operand,
    Operator,
    Permitted,
    Quantifier,
    Quantity,
    Quoted,
    RunsThrough,
    Setting,
    TurnOf,
    When,
)
from headjudge.parser.values import dataclass

__all__ = [
    "DECK",
    "HAND",
    "NOWHERE",
    "UNLISTED_DECK",
    "UNSAID",
    "UNTITLED",
    "AbilityRef",
    "About",
    "Action",
    "AllOf",
    "Amount",
    "AnyOf",
    "Assumption",
    "AtPoint",
    "Attack",
    "Card",
    "CardName",
    "CardRef",
    "Citation",
    "Comment",
    "Compare",
    "Condition",
    "Contents",
    "EffectInForce",
    "Expectation",
    "Fill",
    "GameResult",
    "GameState",
    "HasAbility",
    "Illegal",
    "InOrder",
    "InZone",
    "IsState",
    "Named",
    "Not",
    "Numbers",
    "Operand",
    "Operator",
    "Permitted",
    "Place",
    "Placement",
    "Player",
    "PlayerBoard",
    "Point",
    "Position",
    "Quantifier",
    "Quantity",
    "Quoted",
    "RunsThrough",
    "Scenario",
    "Setting",
    "TurnOf",
    "Waiting",
    "When",
    "Word",
    "assumptions",
]


class Comment(NamedTuple):
    """A comment of the text; `alone` if nothing else stands on its line."""

    line: int
    text: str
    alone: bool


@dataclass(frozen=True, slots=True)
class About:
    """The lines that head a ruling: free text, each empty if not given."""

    title: str = ""
    game: str = ""
    edition: str = ""
    source: str = ""
    date: str = ""
    office: str = ""
    """Who decided it: an office, not a person."""
    question: str = ""
    answer: str = ""
    lines: tuple[tuple[str, int], ...] = field(default=(), compare=False)
    """On which line of the text each of these stands."""


UNTITLED = About()
UNSAID = Position()
"""Nothing is said of where the game stands."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A whole ruling. Without expectations it only asks what happens."""

    about: About = UNTITLED
    card_files: tuple[str, ...] = ()
    """Card files as named in the ruling, relative to it."""
    cards: tuple[Card, ...] = ()
    """Every card described in the ruling, and the stock cards named in it, sorted by name."""
    position: Position = UNSAID
    boards: tuple[PlayerBoard, ...] = ()
    """Player A's first; a player of whom nothing is said has none."""
    attack: Attack | None = None
    waiting: tuple[Waiting, ...] = ()
    effects: tuple[EffectInForce, ...] = ()
    policies: tuple[tuple[str, str], ...] = ()
    """Readings chosen where the book is silent: (policy, reading)."""
    premises: tuple[str, ...] = ()
    """Assumptions that the ruling states in words (`设 …`); they are repeated with the verdict."""
    actions: tuple[Action, ...] = ()
    horizon: Point | None = None
    """Where the run ends; None: when the action timing of the last scripted action is given again."""
    expectations: tuple[Expectation, ...] = ()
    comments: tuple[Comment, ...] = field(default=(), compare=False)

    def board(self, player: Player) -> PlayerBoard:
        """What that player has; an empty board if the ruling says nothing of it."""
        return next((board for board in self.boards if board.player is player), PlayerBoard(player))

    def card(self, name: CardName) -> Card | None:
        """The card described under that name."""
        return next((card for card in self.cards if card.name == name), None)


HAND = Word("hand")
DECK = Word("deck")
MAIN_DECK = Word("main_deck")
"""The deck as brought to the game: listed, it is the deck."""
UNLISTED_DECK = 20
"""How many unknown cards an unlisted deck has: enough that it does not run out by itself."""


@dataclass(frozen=True, slots=True)
class Assumption:
    """What is taken for a zone of which the ruling says nothing: `contents` as if it had been written."""

    player: Player
    contents: Contents


def assumptions(scenario: Scenario) -> tuple[Assumption, ...]:
    """What the scenario leaves unsaid about hands and decks, to be said with every verdict.

    An unlisted hand is cards that are not used; an unlisted deck is unknown cards; any other unlisted zone is empty, which
    is the rule of the language and no assumption.

    >>> [(a.player.value, a.contents.zone, a.contents.total) for a in assumptions(Scenario())]
    [('A', 'hand', 0), ('A', 'deck', 20), ('B', 'hand', 0), ('B', 'deck', 20)]
    """
    taken = (Contents(HAND, (), Fill.UNUSED), Contents(DECK, (Placement(None, UNLISTED_DECK),)))
    return tuple(
        Assumption(player, contents)
        for player in Player
        for contents in taken
        if scenario.board(player).zone(contents.zone) is None
        if contents.zone == HAND or scenario.board(player).zone(MAIN_DECK) is None
    )
