"""The rulings of a game: where each has its page, and which of them cite a clause or run through it."""

import sqlite3
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from headjudge.kb.rulings import KeptRuling, rulings
from headjudge.parser.values import dataclass
from headjudge.simulator.registry import names
from headjudge.site.contexts import Room
from headjudge.site.kept import Case, Progress, Simulation, Wording, simulation
from headjudge.site.names import Names, file_stem

if TYPE_CHECKING:
    from headjudge.simulator.law import Law


@dataclass(frozen=True, slots=True)
class Casebook:
    """The rulings of one game, by name. `simulation` is what running them brings; None for a game that cannot be run."""

    folder: str
    rulings: Mapping[str, KeptRuling]
    paths: Mapping[str, str]
    citing: Mapping[str, tuple[str, ...]]
    """The rulings that cite a clause, by its key."""
    running: Mapping[str, tuple[str, ...]]
    """The rulings whose course runs through it."""
    simulation: Simulation | None

    @property
    def index(self) -> str:
        """The page that lists them."""
        return f"{self.folder}/rulings/index.html"

    @property
    def courses(self) -> str:
        """The script that says which clauses each of them runs through."""
        return f"{self.folder}/rulings/courses.js"

    @property
    def coverage(self) -> str:
        """The page on the clauses that they execute."""
        return f"{self.folder}/coverage.html"

    @property
    def policies(self) -> str:
        """The page of the readings that they rest on."""
        return f"{self.folder}/policies.html"


def casebook(db: sqlite3.Connection, game: str, folder: str, cache: Path | None, progress: Progress | None = None) -> Casebook:
    """The rulings of that game, which has that folder on the site; what running them brings is kept in the folder `cache`."""
    kept = {ruling.name: ruling for ruling in rulings(db, game)}
    stems = Names(["index", "courses"])
    citing: defaultdict[str, list[str]] = defaultdict(list)
    for ruling in kept.values():
        for key in ruling.clauses:
            citing[key].append(ruling.name)
    running: defaultdict[str, list[str]] = defaultdict(list)
    query = "SELECT r.name, x.key FROM runs x JOIN rulings r ON r.id = x.ruling WHERE r.game = ? ORDER BY r.name"
    for name, key in db.execute(query, (game,)):
        running[key].append(name)
    return Casebook(
        folder=folder,
        rulings=kept,
        paths={name: f"{folder}/rulings/{stems.take(file_stem(name))}.html" for name in kept},
        citing={key: tuple(found) for key, found in citing.items()},
        running={key: tuple(found) for key, found in running.items()},
        simulation=_simulation(db, game, kept, cache, progress) if game in names() else None,
    )


def _simulation(
    db: sqlite3.Connection, game: str, kept: Mapping[str, KeptRuling], cache: Path | None, progress: Progress | None
) -> Simulation:
    query = """SELECT e.name, c.key, c.text FROM clauses c JOIN editions e ON e.id = c.edition
        WHERE e.game = ? AND e.own = 1 ORDER BY c.id"""
    clauses = [(f"{edition}:{key}", text) for edition, key, text in db.execute(query, (game,))]

    def law() -> "Law":
        from headjudge.simulator.registry import simulated  # takes a while, and everything may be kept

        return simulated(game).law_in(db)

    cases = [Case(ruling.name, ruling.text) for ruling in kept.values() if not ruling.written]
    return simulation(game, cases, Wording(clauses, law), cache, progress)


def rooms_of(cases: Casebook) -> tuple[Room, ...]:
    """The entries of the navigation that lead to the rulings of a game, and to what its program makes of its rulebook."""
    rooms = [Room("rulings", cases.index, first=True)] if cases.rulings else []
    if cases.simulation is not None:
        rooms += [Room("policies", cases.policies), Room("coverage", cases.coverage)]
    return tuple(rooms)
