"""The code that games are run by, as something that rests on clauses: which function is bound to which clause, as worded then.

The simulator stands to the right of this package, so its bindings are recorded in `rules_text/<game>/bound.tsv` (`python -m
headjudge.cli.record_bound`; a test compares them); the hash of the wording that each was written for stands in `classes.toml`.
"""

import tomllib
from collections.abc import Iterable, Iterator

from headjudge.kb.clause import ClauseKey
from headjudge.parser.named import NamedTuple
from headjudge.parser.packaged import files

FILE = "bound.tsv"


class Bound(NamedTuple):
    """A clause, and the function that does what it says (`headjudge.simulator.games.palworld.battle:pals_trade_blows`)."""

    clause: ClauseKey
    code: str


def written(edition: str, entries: Iterable[Bound]) -> str:
    """The file's text: the edition that the code is written for, then one line a binding.

    >>> written("1", [Bound(ClauseKey("9.6.3.1"), "game.battle:blows")]).splitlines()[1:]
    ['1', '9.6.3.1\\tgame.battle:blows']
    """
    head = "# the edition, then each clause with the code bound to it; written by `python -m headjudge.cli.record_bound`\n"
    return f"{head}{edition}\n" + "".join(f"{entry.clause}\t{entry.code}\n" for entry in entries)


def bound(game: str) -> tuple[str, list[Bound]]:
    """The edition that a game's code is written for, and what is bound; nothing for a game that is not run."""
    file = files("headjudge.rules_text") / game / FILE
    if not file.is_file():
        return "", []
    edition, *lines = [line for line in file.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    return edition, [Bound(ClauseKey(clause), code) for clause, code in (line.split("\t") for line in lines)]


class CodeCitation(NamedTuple):
    """A row of the table of citations: a piece of code rests on a clause, as it was worded then."""

    code: str
    game: str
    edition: str
    key: ClauseKey
    quote_sha256: str


def bound_code(game: str) -> Iterator[CodeCitation]:
    """What the code of a game is bound to, as its citations."""
    edition, entries = bound(game)
    pins = _pins(game) if entries else {}
    for entry in entries:
        yield CodeCitation(entry.code, game, edition, entry.clause, pins.get(entry.clause, ""))


def _pins(game: str) -> dict[str, str]:
    """The hash of the wording that the code of each clause was written for."""
    classes = tomllib.loads((files("headjudge.rules_text") / game / "classes.toml").read_text("utf-8"))
    return {clause: entry["pin"] for clause, entry in classes.items()}
