"""The games that can be run, by name: each package in `games` has a module `supplied` with its
`SIMULATED`, `told` with its `TELLING`, and `pictured` with its `PICTURING`."""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from headjudge.kb.clause import HeadjudgeError
from headjudge.parser.packaged import files
from headjudge.simulator import games

if TYPE_CHECKING:  # who only asks which games there are need not wait for them
    from headjudge.parser.effects import Ability
    from headjudge.simulator.picturing import Picturing
    from headjudge.simulator.play import Simulated
    from headjudge.simulator.telling import Telling


@cache
def names() -> tuple[str, ...]:
    """The names of all games that can be run."""
    return tuple(sorted(folder.name for folder in files(games.__name__).iterdir() if (folder / "__init__.py").is_file()))


def simulated(name: str = "") -> "Simulated":
    """The game of that name; without one, the only game there is.

    Raises HeadjudgeError for a game that cannot be run, or if the name is needed.

    >>> simulated("palworld").name
    'palworld'
    """
    known = names()
    wanted = name or (known[0] if len(known) == 1 else "")
    if wanted not in known:
        raise HeadjudgeError("game_not_simulated", game=name, known=", ".join(known))
    supplied: Simulated = import_module(f"{games.__name__}.{wanted}.supplied").SIMULATED
    return supplied


def telling(name: str = "") -> "Telling":
    """How the game of that name is told; without one, the only game there is. Raises HeadjudgeError as `simulated` does."""
    found: Telling = import_module(f"{games.__name__}.{simulated(name).name}.told").TELLING
    return found


def picturing(name: str = "") -> "Picturing":
    """How the tables of the game of that name are drawn; without one, of the only game there is. Raises HeadjudgeError as
    `simulated` does."""
    found: Picturing = import_module(f"{games.__name__}.{simulated(name).name}.pictured").PICTURING
    return found


def not_run(name: str, ability: "Ability") -> tuple[str, ...]:
    """What of an ability the game of that name has no way to do, in the words of card text."""
    found: tuple[str, ...] = import_module(f"{games.__name__}.{name}.runnable").not_run(ability)
    return found
