"""What a step can answer with. A step changes nothing itself: the kernel makes its Moves, one after the other."""

from collections.abc import Hashable
from typing import TypeAlias

from headjudge.parser.named import NamedTuple
from headjudge.simulator.state import Player

Event: TypeAlias = Hashable
"""Something that happens on the board; each game has its own classes of them."""


class Do(tuple[Event, ...]):
    """Events that happen at the same time: `Do(Damage(a, 3), Damage(b, 5))`."""

    __slots__ = ()

    def __new__(cls, *events: Event) -> "Do":
        return super().__new__(cls, events)


class Commit(NamedTuple):
    """Applies events as they stand: only a replacement procedure, which has settled what becomes of them, answers so."""

    events: tuple[Event, ...]


class Call(NamedTuple):
    """Starts the procedure that `clause` belongs to, at that clause; this one goes on when it has returned."""

    clause: str
    locals: Hashable = None


class Goto(NamedTuple):
    """Goes on at a clause of the same procedure."""

    clause: str


class Let(NamedTuple):
    """Changes what the procedure remembers of its own progress."""

    locals: Hashable


class Recall(NamedTuple):
    """Puts back what an earlier Move brought about: chance has answered a step's question, and the step runs again."""

    result: Hashable


class Return(NamedTuple):
    """Ends the procedure, with a value for the step that called it."""

    value: Hashable = None


class Unwind(NamedTuple):
    """Abandons every procedure above `procedure` and goes on at one of its clauses."""

    procedure: str
    clause: str


class Finish(NamedTuple):
    """The game is over: every procedure is abandoned."""


class Option(NamedTuple):
    """One thing that a player may choose: what it is (a NamedTuple of the game), and the Moves that it makes."""

    label: Hashable
    moves: "tuple[Move, ...]"


class Choose(NamedTuple):
    """A player decides. It is always the only Move of its step, so that the step, asked again, gives the choice again."""

    player: Player
    options: tuple[Option, ...]


Move: TypeAlias = Do | Commit | Call | Goto | Let | Recall | Return | Unwind | Finish | Choose
Answer: TypeAlias = Move | tuple[Move, ...] | None
"""What a step returns: one Move, several in order, or None to go on to the next clause."""
