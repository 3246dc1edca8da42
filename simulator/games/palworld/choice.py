"""What a player can choose, as the label of an option: read by scripts, traces and expectations."""

from headjudge.parser.effects import Ability
from headjudge.parser.named import NamedTuple
from headjudge.simulator.games.palworld.board import Target


class Choice(NamedTuple):
    """A verb with what it is about. `things` are cards or players, in the order of the words (attacker, target)."""

    verb: str
    things: tuple[Target, ...] = ()
    ability: Ability | None = None
    number: int | None = None
    word: str = ""
