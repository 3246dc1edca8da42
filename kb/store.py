"""Writing the knowledge base: rows from parsed rulebooks, a whole file at a time, renamed over the old one when it is done.

Everything streams: what is in memory does not grow with the number of clauses, only with the number of defined words.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from headjudge.kb.collector import without_collector
from headjudge.kb.database import APPLICATION_ID, SCHEMA_VERSION, Health, Progress, connect, examine, is_damage, is_disk
from headjudge.kb.edition_rows import add_edition, add_edition_unlinked, rank_editions, remove_edition
from headjudge.kb.fold import all_variants
from headjudge.kb.imported import imported, keep, storable
from headjudge.kb.lock import identity, scratch, take_place, unwritable
from headjudge.kb.mention_rows import Uses, find_uses
from headjudge.kb.shipped import Source, shipped
from headjudge.kb.stamp import fingerprint, package_digest, package_looks, stamp
from headjudge.kb.user_files import UserFile, forget_user_file, keep_user_file
from headjudge.kb.user_rows import add_user_rows, join_user_rows
from headjudge.kb.workers import aside_in_turn
from headjudge.parser.dialect import UnknownDialect
from headjudge.parser.packaged import files
from headjudge.parser.rulebook import Links, Printed, Rulebook, find_links, linked, parse_rulebook, read_clauses


def build(database: Path, progress: Progress | None = None, *, keep_damaged: bool = False) -> None:
    """Builds the file anew from the shipped and the imported editions. `keep_damaged` builds even what looks whole (a query met
    damage in it), and keeps the old file as `<name>.damaged`.

    Raises NotAKnowledgeBase, NewerKnowledgeBase, UnwritableKnowledgeBase, LockedKnowledgeBase or DamagedImport; the old file is
    then untouched.
    """
    examine(database)
    database = database.resolve()
    before = identity(database)
    with scratch(database) as part:
        replaced = identity(database) != before  # by a quicker process
        if (replaced or not keep_damaged) and examine(database) is Health.FRESH:
            return
        with writing(part, database) as db:
            _add_all(db, database, progress)
        take_place(part, database, keep_old=keep_damaged)


@without_collector()
def import_edition(database: Path, source: Source, progress: Progress | None = None) -> Rulebook:
    """Parses the text, keeps it beside the knowledge base, and adds it there in place of an older text of that name.

    Raises BadName, UnknownDialect, and what `build` raises. Nothing is kept of a text that cannot be stored.
    """
    source = storable(source)
    package = package_looks()
    examine(database, package)  # what is not ours stops us before the long work
    database = database.resolve()
    printed = read_clauses(source.text, source.dialect)
    with aside_in_turn(partial(_links_and_uses, printed), many=len(printed.clauses)) as told:
        found = _Found(printed, told)
        with scratch(database) as part:
            health = examine(database, package)
            if health is Health.FRESH:
                health = _add_to_copy(database, part, source, printed, found)
            if health is not Health.FRESH:
                part.unlink()
                with writing(part, database, imports=source) as db:
                    _add_all(db, database, progress, (source, found.rulebook))
            take_place(part, database, keep_old=health is Health.DAMAGED)
        return found.rulebook


def _links_and_uses(printed: Printed) -> Iterator[Links | Uses]:
    links = find_links(printed)
    yield links
    yield find_uses(printed.clauses, links.definitions, links.references)


class _Found:
    """What is found of a rulebook while its clauses are being written."""

    def __init__(self, printed: Printed, told: Iterator[Any]) -> None:
        self._printed = printed
        self._told = told

    @cached_property
    def rulebook(self) -> Rulebook:
        links: Links = next(self._told)
        return linked(self._printed, links)

    @cached_property
    def uses(self) -> Uses:
        assert self.rulebook, "the links are told first"
        uses: Uses = next(self._told)
        return uses


def _add_to_copy(database: Path, part: Path, source: Source, printed: Printed, found: _Found) -> Health:
    """Adds the edition to a copy of the whole and fresh file. DAMAGED: it was not whole after all, and all must be built."""
    try:
        with writing(part, database, copy=True, imports=source) as db:
            remove_edition(db, source.edition.game, source.edition.name)
            add_edition_unlinked(db, source, printed, found)
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            return Health.DAMAGED
        raise
    return Health.FRESH


def hand_in(database: Path, file: UserFile, progress: Progress | None = None) -> None:
    """Keeps a card file, or published answers, beside the knowledge base, and stores what is in it.

    Raises what `build` raises.
    """
    _with_user_files(database, lambda: keep_user_file(database.resolve(), file), progress)


def take_back(database: Path, file: UserFile, progress: Progress | None = None) -> None:
    """Throws away what was kept of the file, and takes out what was in it. Raises what `build` raises."""
    _with_user_files(database, lambda: forget_user_file(database.resolve(), file), progress)


def _with_user_files(database: Path, change: Callable[[], None], progress: Progress | None) -> None:
    """Changes what is kept of the user's files, and the knowledge base with it."""
    examine(database)
    database = database.resolve()
    with scratch(database) as part:
        health = examine(database)
        change()
        if health is Health.FRESH:
            health = _renew_user_rows(database, part)
        if health is not Health.FRESH:
            part.unlink()
            with writing(part, database) as db:
                _add_all(db, database, progress)
        take_place(part, database, keep_old=health is Health.DAMAGED)


def _renew_user_rows(database: Path, part: Path) -> Health:
    """Stores the user's files anew in a copy of the whole and fresh file. DAMAGED: it was not whole after all."""
    try:
        with writing(part, database, copy=True) as db:
            add_user_rows(db, database)
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            return Health.DAMAGED
        raise
    return Health.FRESH


def _add_all(
    db: sqlite3.Connection, database: Path, progress: Progress | None, new: tuple[Source, Rulebook] | None = None
) -> None:
    """Adds every shipped and imported edition (an imported one in place of a shipped one of its name), and the new one."""
    # an import into a fresh file does without them: sqlite-utils takes 65 ms to import, the language of rulings 40 ms
    from sqlite_utils import Database

    from headjudge.kb.bound import bound_code
    from headjudge.kb.scenarios import add_scenarios
    from headjudge.kb.synonyms import shipped_synonyms
    from headjudge.kb.written import add_written

    sources = {(s.edition.game, s.edition.name): s for s in (*shipped(), *imported(database))}
    if new:
        sources[new[0].edition.game, new[0].edition.name] = new[0]
    for done, source in enumerate(sources.values()):
        if progress:
            progress(f"{source.edition.game}@{source.edition.name}", done, len(sources))
        add_edition(db, source, new[1] if new and source is new[0] else _parsed(source))
    tables = Database(db, execute_plugins=False)
    tables.table("synonyms").insert_all(synonym._asdict() for synonym in shipped_synonyms())
    add_written(db)
    add_scenarios(db)
    games = [game for (game,) in db.execute("SELECT id FROM games ORDER BY id").fetchall()]
    tables.table("citations").insert_all(citation._asdict() for game in games for citation in bound_code(game))
    add_user_rows(db, database)
    if progress:
        progress("", len(sources), len(sources))


def _parsed(source: Source) -> Rulebook:
    try:
        return parse_rulebook(source.text, source.dialect)
    except UnknownDialect:  # an import may outlive the dialect that it was read with
        return parse_rulebook(source.text)


@contextmanager
def writing(part: Path, database: Path, *, copy: bool = False, imports: Source | None = None) -> Iterator[sqlite3.Connection]:
    """The scratch file, empty or a copy of the old file, open for writing; left without an error, its editions are ranked and
    compared, the text that was imported is kept (not before: what cannot be stored would spoil every build), and the file says
    what it was built from.

    Raises UnwritableKnowledgeBase if the disk is full.
    """
    connection = sqlite3.connect(part)
    try:
        # The file is thrown away unless it is finished: journalling it would only cost time.
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        if copy:
            with closing(connect(database)) as old:
                old.backup(connection)
        else:
            connection.executescript((files("headjudge.kb") / "schema.sql").read_text("utf-8"))
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
            connection.executemany("INSERT INTO variants VALUES (?, ?)", all_variants().items())
        connection.execute("PRAGMA foreign_keys = ON")
        yield connection
        rank_editions(connection)
        _lead_to_the_newest(connection)
        join_user_rows(connection)
        if imports:
            keep(database, imports)
        _stamp(connection, database)
        connection.commit()
    except sqlite3.OperationalError as error:
        if is_disk(error):
            raise unwritable(database, error) from error
        raise
    finally:
        connection.close()


def _lead_to_the_newest(db: sqlite3.Connection) -> None:
    """Records what changed between the editions of a game, where there are several of one kind."""
    several = "SELECT DISTINCT game FROM editions GROUP BY game, own HAVING count(*) > 1 ORDER BY game"
    if games := db.execute(several).fetchall():
        from headjudge.kb.diff_store import record_game  # seldom needed, and long to import

        for (game,) in games:
            record_game(db, game)


def _stamp(db: sqlite3.Connection, database: Path) -> None:
    """Says what the file was built from. A copy of an older file knows the digest of the package, unless that changed since."""
    known = dict(db.execute("SELECT name, value FROM meta").fetchall())
    looks = package_looks()
    package = known["package"] if looks and known.get("package_looks") == looks else package_digest()
    meta = {
        "looks": fingerprint(database, looks),
        "stamp": stamp(database, package),
        "package_looks": looks,
        "package": package,
    }
    db.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", meta.items())
