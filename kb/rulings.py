"""The rulings that a knowledge base keeps, written ones and scenarios alike: found by name, or listed."""

import sqlite3

from headjudge.kb.editions import chosen_editions
from headjudge.kb.errors import HeadjudgeError
from headjudge.parser.named import NamedTuple


class UnknownRuling(HeadjudgeError):
    """No installed game has a ruling of that name; the facts name the nearest."""


class KeptRuling(NamedTuple):
    """A ruling as it is kept: who decided it and when (`source`), its whole text, and the clauses that it cites (keys)."""

    game: str
    name: str
    title: str
    source: str
    text: str
    written: bool
    clauses: tuple[str, ...]


def rulings(db: sqlite3.Connection, game: str = "") -> list[KeptRuling]:
    """The rulings of one game or of all, in the order of games and names. Raises UnknownGame."""
    if game:
        chosen_editions(db, game)
    return _rulings(db, "WHERE ?1 IN ('', game)", game)


def find_rulings(db: sqlite3.Connection, name: str, game: str = "") -> list[KeptRuling]:
    """The rulings of that name or title (one a game at most). Raises UnknownRuling, and UnknownGame."""
    if game:
        chosen_editions(db, game)
    found = _rulings(db, "WHERE ?1 IN ('', game) AND ?2 IN (name, title)", game, name)
    if not found:
        from difflib import get_close_matches  # only if nothing was found

        known = [kept.name for kept in rulings(db, game)]
        near = [other for other in known if name and name in other][:5]
        near = near or get_close_matches(name, known, n=5, cutoff=0.4) or _like_its_number(name, known)
        raise UnknownRuling("unknown_ruling", ruling=name, near=", ".join(near))
    return found


def _like_its_number(name: str, known: list[str]) -> list[str]:
    """The rulings whose number (`q97` of `q97-gained-name`) is most like the name, which may have been cut short."""
    from difflib import get_close_matches

    numbers = {other.partition("-")[0]: other for other in reversed(known) if any(map(str.isdigit, other.partition("-")[0]))}
    return [numbers[number] for number in get_close_matches(name, list(numbers), n=5)]


def is_name_of_ruling(db: sqlite3.Connection, name: str, game: str = "") -> bool:
    """Whether a ruling of the game, or of any, has exactly that name."""
    return db.execute("SELECT 1 FROM rulings WHERE name = ? AND ? IN ('', game) LIMIT 1", (name, game)).fetchone() is not None


def _rulings(db: sqlite3.Connection, where: str, *parameters: str) -> list[KeptRuling]:
    cited: dict[int, tuple[str, ...]] = {}
    for row, key in db.execute("SELECT DISTINCT ruling, key FROM citations WHERE ruling IS NOT NULL ORDER BY rowid"):
        cited[row] = (*cited.get(row, ()), key)
    rows = db.execute(f"SELECT id, game, name, title, source, text, written FROM rulings {where} ORDER BY game, name", parameters)
    return [
        KeptRuling(game, name, title, source, text, bool(written), cited.get(row, ()))
        for row, game, name, title, source, text, written in rows
    ]
