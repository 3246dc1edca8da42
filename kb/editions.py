"""What is installed: games, their editions, and which edition answers."""

import sqlite3

from headjudge.kb.errors import HeadjudgeError
from headjudge.kb.records import EditionRecord, GameRecord


class UnknownGame(HeadjudgeError):
    """No such game is installed."""


class UnknownEdition(HeadjudgeError):
    """The game is installed, but not in that edition."""


class Reader(sqlite3.Connection):
    """A connection for a reader of one language: of a game's editions one in that language answers, if there is any."""

    language: str = ""


def editions(db: sqlite3.Connection) -> list[EditionRecord]:
    """Every installed edition, games by name, the preferred edition of each first: one in the reader's language, else in that of
    an edition in our own words; of those the one that the knowledge base ranks first."""
    rows = db.execute(
        """SELECT id, game, name, language, title, own, effective, restates, dialect, rank, numbered, first_clause, last_clause
           FROM editions ORDER BY game, rank"""
    )
    installed = [EditionRecord(*row)._replace(own=bool(row[5])) for row in rows]
    if len({(e.game, e.language) for e in installed}) == len({e.game for e in installed}):
        return installed  # no game is there in two languages
    wanted = db.language if isinstance(db, Reader) else ""
    own = {(e.game, tongue(e.language)) for e in installed if e.own}
    installed.sort(key=lambda e: (e.game, tongue(e.language) != wanted, (e.game, tongue(e.language)) not in own, e.rank))
    return installed


def tongue(language: str) -> str:
    """The language without its script and country.

    >>> tongue("zh-Hans"), tongue("en_GB")
    ('zh', 'en')
    """
    return language.replace("_", "-").partition("-")[0].casefold()


def games(db: sqlite3.Connection) -> list[GameRecord]:
    """Everything installed, games by name."""
    installed = editions(db)
    rows = db.execute("SELECT id, title_zh, title_en FROM games ORDER BY id").fetchall()
    return [GameRecord(game, zh, en, tuple(e for e in installed if e.game == game)) for game, zh, en in rows]


def chosen_editions(db: sqlite3.Connection, game: str = "", edition: str = "") -> list[EditionRecord]:
    """The edition that answers for each game, or for `game` alone. Raises UnknownGame or UnknownEdition."""
    installed = editions(db)
    wanted = game.casefold()
    if wanted and not any(e.game == wanted for e in installed):
        raise UnknownGame("unknown_game", game=game, known=", ".join(sorted({e.game for e in installed})))
    of_game = [e for e in installed if wanted in ("", e.game)]
    if edition:
        named = [e for e in of_game if e.name == edition]
        if not named:
            raise UnknownEdition("unknown_edition", edition=edition, known=", ".join(f"{e.game}@{e.name}" for e in of_game))
        return named
    first: dict[str, EditionRecord] = {}
    for installed_edition in of_game:
        first.setdefault(installed_edition.game, installed_edition)
    return [*first.values()]
