"""The shipped rulings that are run (`rules_text/<game>/rulings/*.ruling`): their rows, and which clauses each executed.

What a ruling executes is known to the simulator alone, which stands to the right of this package; so it is recorded in
`rules_text/<game>/executed.tsv` when the rulings are run (`python -m headjudge.cli.record`), and a test runs them against it.
"""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from headjudge.kb.clause import ClauseKey
from headjudge.parser.named import NamedTuple
from headjudge.parser.packaged import files

if TYPE_CHECKING:
    from headjudge.parser.scenario import Scenario

FILE = "executed.tsv"


class Recorded(NamedTuple):
    """A ruling as it was when it was last run: the clauses that it executed, and the hashes of those that it cites, as they
    were worded then."""

    name: str
    executed: tuple[ClauseKey, ...]
    cited: tuple[tuple[ClauseKey, str], ...]


def recorded(game: str) -> Iterator[Recorded]:
    """What was recorded of a game's rulings, in the order of their names; nothing of a game that has none."""
    file = files("headjudge.rules_text") / game / FILE
    if not file.is_file():
        return
    for line in file.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            name, executed, cited = line.split("\t")
            pins = [pair.partition("=") for pair in cited.split()]
            keys = tuple(ClauseKey(key) for key in executed.split())
            yield Recorded(name, keys, tuple((ClauseKey(key), pin) for key, _, pin in pins))


def written(entries: Iterator[Recorded] | list[Recorded]) -> str:
    """The file's text, one line a ruling.

    >>> written([Recorded("b01", ("9.6.3.1", "11.4.1"), (("9.6.3.1", "0f3a"),))]).splitlines()[-1]
    'b01\\t9.6.3.1 11.4.1\\t9.6.3.1=0f3a'
    """
    head = "# ruling, clauses executed, clauses cited with the hash of their words; written by `python -m headjudge.cli.record`\n"
    lines = (
        "\t".join((entry.name, " ".join(entry.executed), " ".join(f"{key}={pin}" for key, pin in entry.cited)))
        for entry in entries
    )
    return head + "".join(f"{line}\n" for line in lines)


def citations(scenario: "Scenario") -> tuple[ClauseKey, ...]:
    """The clauses that a ruling cites, each once, in the order of its words."""
    because = [one for action in scenario.actions if action.illegal is not None for one in action.illegal.because]
    because += [one for expectation in scenario.expectations for one in expectation.because]
    return tuple(dict.fromkeys(one.clause for one in because))


def add_scenarios(connection: sqlite3.Connection) -> None:
    """Stores the rulings of every stored game, what they cite, and what they executed."""
    for (game,) in connection.execute("SELECT id FROM games ORDER BY id").fetchall():
        folder = files("headjudge.rules_text") / game / "rulings"
        if folder.is_dir():
            runs = {entry.name: entry for entry in recorded(game)}
            for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
                if file.name.endswith(".ruling"):
                    _add(connection, game, file, runs)


def _add(connection: sqlite3.Connection, game: str, file: Path, runs: dict[str, Recorded]) -> None:
    name, text = file.name.removesuffix(".ruling"), file.read_text("utf-8")
    from headjudge.parser.ruling import parse_ruling  # 60 ms to import, and an import of one rulebook reads no ruling

    scenario = parse_ruling(text)
    about = scenario.about
    row = connection.execute(
        "INSERT INTO rulings (game, name, title, source, text) VALUES (?, ?, ?, ?, ?)",
        (game, name, about.title or name, about.source, text),
    ).lastrowid
    run = runs.get(name, Recorded(name, (), ()))
    pins = dict(run.cited)
    connection.executemany(
        "INSERT INTO citations (ruling, code, game, edition, key, quote_sha256) VALUES (?, '', ?, ?, ?, ?)",
        [(row, game, about.edition, key, pins.get(key, "")) for key in citations(scenario)],
    )
    connection.executemany("INSERT INTO runs (ruling, key) VALUES (?, ?)", [(row, key) for key in run.executed])
