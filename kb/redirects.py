"""Where the numbers of older editions lead now, by the recorded changes (plain SQL: look-ups ask it)."""

import sqlite3

from headjudge.parser.named import NamedTuple


class Redirect(NamedTuple):
    """A number that meant another clause in an older edition. `now` are its numbers in the asked edition; none: removed."""

    edition: str
    key: str
    now: tuple[str, ...]


def redirects(db: sqlite3.Connection, game: str, key: str) -> list[Redirect]:
    """What the number was in other editions of the game, where it leads elsewhere in the edition that answers, newest first."""
    rows = db.execute(
        """SELECT o.name, c.new_key FROM changes c JOIN editions o ON o.id = c.old JOIN editions n ON n.id = c.new
           WHERE n.game = ? AND c.old_key = ? ORDER BY o.rank, c.rowid""",
        (game, key),
    )
    found: dict[str, list[str]] = {}
    for edition, now in rows:
        keys = found.setdefault(edition, [])
        if now is not None and now not in keys:
            keys.append(now)
    return [Redirect(edition, key, tuple(keys)) for edition, keys in found.items() if keys != [key]]
