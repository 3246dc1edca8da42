"""The state of a game: a board, and the stack of procedures that are under way on it."""

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, TypeAlias

from headjudge.parser.named import NamedTuple

if TYPE_CHECKING:
    from headjudge.simulator.moves import Move

Board: TypeAlias = Any
"""Each game has its own: a hashable NamedTuple of tuples. The kernel only hands it on."""

Player: TypeAlias = int
CHANCE: Player = -1
"""Who "chooses" what nobody decides: a shuffled card, or what an unknown card turns out to be."""


class ObjectId(int):
    """Names one card in one zone. A class of its own, so that canonical keys can find and rename it anywhere."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"#{int(self)}"


made = tuple.__new__
"""Makes a named tuple of a tuple of all its parts. Called by its own name it takes twice as long, which is felt where several are
made after every event."""


class Frame(NamedTuple):
    """A procedure under way. `position` is the clause whose step comes next ("" once past the last one)."""

    procedure: str
    position: str
    locals: Hashable = None
    result: Hashable = None
    """What the last Move brought about (events really done, or a value returned); only the next step can read it."""
    moves: "tuple[Move, ...]" = ()
    """Moves of the step before `position` that are still to be made."""


class State(NamedTuple):
    """All that decides how the game goes on. The top of the stack is its last frame; an empty stack is a game that is over."""

    board: Board
    stack: tuple[Frame, ...]
