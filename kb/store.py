"""Writing the knowledge base: rows from parsed rulebooks, a whole file at a time, renamed over the old one when it is done."""

import hashlib
import json
import os
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

from filelock import FileLock, Timeout
from sqlite_utils import Database

from headjudge.kb.clause import Clause, ClauseKey, Status
from headjudge.kb.database import (
    APPLICATION_ID,
    SCHEMA_VERSION,
    Health,
    LockedKnowledgeBase,
    Progress,
    UnwritableKnowledgeBase,
    examine,
)
from headjudge.kb.fold import fold, tokens, variants_in
from headjudge.kb.shipped import Source, imported, imported_stamp, keep, shipped, stamp
from headjudge.kb.terms import Vocabulary
from headjudge.parser.rulebook import Rulebook, parse_rulebook

_WAIT = 60
"""Seconds to wait for another process that is writing the same knowledge base."""


def build(database: Path, progress: Progress | None = None, *, keep_damaged: bool = False) -> None:
    """Builds the file anew from the shipped and the imported editions.

    Raises UnwritableKnowledgeBase or LockedKnowledgeBase; the old file is then untouched.
    """
    with _writing(database) as part:
        if not keep_damaged and examine(database) is Health.FRESH:
            return  # another process was quicker
        if keep_damaged and database.exists():
            database.replace(database.with_name(f"{database.name}.damaged"))
        sources = {(s.edition.game, s.edition.name): s for s in (*shipped(), *imported(database))}
        with _database(part) as db:
            for done, source in enumerate(sources.values()):
                if progress:
                    progress(f"{source.edition.game}@{source.edition.name}", done, len(sources))
                add_edition(db, source, parse_rulebook(source.text, source.dialect))
            _finish(db, database)
        part.replace(database)


def import_edition(database: Path, source: Source, progress: Progress | None = None) -> Rulebook:
    """Parses the text, keeps it beside the knowledge base, and adds it there in place of an older text of that name.

    Raises UnknownDialect, UnwritableKnowledgeBase or LockedKnowledgeBase.
    """
    rulebook = parse_rulebook(source.text, source.dialect)
    if examine(database) is not Health.FRESH:
        build(database, progress)
    with _writing(database) as part:
        keep(database, source)
        if examine_readable(database):
            _copy(database, part)
            with _database(part, new=False) as db:
                remove_edition(db, source.edition.game, source.edition.name)
                add_edition(db, source, rulebook)
                _finish(db, database)
            part.replace(database)
            return rulebook
    build(database, progress)
    return rulebook


def examine_readable(database: Path) -> bool:
    """Whether there is a whole file that an edition can be added to."""
    return examine(database) in (Health.FRESH, Health.STALE)


@contextmanager
def _writing(database: Path) -> Iterator[Path]:
    """The one writer's scratch file beside the knowledge base; it is gone afterwards, whatever happens."""
    lock = database.with_name(f"{database.name}.lock")
    part: Path | None = None
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(lock, timeout=_WAIT):
            handle, name = tempfile.mkstemp(prefix=f".{database.name}.", suffix=".part", dir=database.parent)
            os.close(handle)
            part = Path(name)
            yield part
    except Timeout as error:
        raise LockedKnowledgeBase("locked_database", path=str(database)) from error
    except (PermissionError, FileExistsError, NotADirectoryError, OSError) as error:
        raise UnwritableKnowledgeBase("unwritable_database", path=str(database), reason=error.strerror or str(error)) from error
    finally:
        if part is not None:
            part.unlink(missing_ok=True)


@contextmanager
def _database(path: Path, *, new: bool = True) -> Iterator[Database]:
    db = Database(sqlite3.connect(path))
    try:
        # The file is thrown away unless it is finished: journalling it would only cost time.
        db.conn.execute("PRAGMA journal_mode = OFF")
        db.conn.execute("PRAGMA synchronous = OFF")
        if new:
            db.conn.executescript((files("headjudge.kb") / "schema.sql").read_text("utf-8"))
            db.conn.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            db.conn.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
            pairs = variants_in([])
            db.table("variants").insert_all({"traditional": old, "simplified": new} for old, new in pairs.items())
        db.conn.execute("PRAGMA foreign_keys = ON")
        yield db
        db.conn.commit()
    finally:
        db.conn.close()


def _copy(database: Path, part: Path) -> None:
    old = sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)
    new = sqlite3.connect(part)
    try:
        old.backup(new)
    finally:
        old.close()
        new.close()


def add_edition(db: Database, source: Source, rulebook: Rulebook) -> None:
    """Stores a parsed rulebook: clauses with their spans, references, procedures, terms and problems, and the search index."""
    edition = source.edition
    zh, en = source.game_titles
    db.table("games", pk="id").upsert({"id": edition.game, "title_zh": zh, "title_en": en})
    inserted = db.table("editions").insert(
        {
            "game": edition.game,
            "name": edition.name,
            "language": edition.language,
            "title": edition.title,
            "own": int(edition.own),
            "effective": edition.effective,
            "restates": edition.restates,
            "dialect": rulebook.dialect.name,
            "source_sha256": hashlib.sha256(source.text.encode("utf-8", "surrogatepass")).hexdigest(),
            "source_characters": rulebook.characters,
            "unaccounted": rulebook.unaccounted,
            "rank": 0,
        }
    )
    first = db.execute("SELECT coalesce(max(id), 0) + 1 FROM clauses").fetchone()[0]
    rows = {clause.key: first + place for place, clause in enumerate(rulebook.clauses)}
    assert isinstance(inserted.last_pk, int)
    edition_row = inserted.last_pk
    db.table("clauses").insert_all(_clauses(rulebook.clauses, rows, edition_row, edition.game), batch_size=1000)
    db.table("spans").insert_all(_spans(rulebook.clauses, rows), batch_size=1000)
    db.table("refs").insert_all(_refs(rulebook.clauses, rows), batch_size=1000)
    db.table("steps").insert_all(({"clause": rows[a], "next": rows[b]} for a, b in rulebook.steps), batch_size=1000)
    _add_terms(db, rulebook.clauses, rows, edition_row)
    db.table("problems").insert_all(
        {
            "edition": edition_row,
            "rule": problem.rule,
            "severity": problem.severity.value,
            "key": problem.key or "",
            "line": problem.line,
            "column": problem.column,
            "facts": json.dumps(dict(problem.facts), ensure_ascii=False),
        }
        for problem in rulebook.problems
    )
    _index(db, ((rows[clause.key], clause.title, clause.text) for clause in rulebook.clauses))


def remove_edition(db: Database, game: str, name: str) -> None:
    """Takes an edition out, with everything that belongs to it; nothing happens if there is none of that name."""
    found = db.execute("SELECT id FROM editions WHERE game = ? AND name = ?", (game, name)).fetchone()
    if not found:
        return
    rows = db.execute("SELECT id, title, text FROM clauses WHERE edition = ?", found).fetchall()
    table = dict(db.execute("SELECT traditional, simplified FROM variants").fetchall())
    # A contentless index must be told what it forgets.
    db.conn.executemany(
        "INSERT INTO clauses_fts(clauses_fts, rowid, title, text) VALUES ('delete', ?, ?, ?)",
        ((row, tokens(fold(title, table)), tokens(fold(text, table))) for row, title, text in rows),
    )
    db.execute("DELETE FROM editions WHERE id = ?", found)


def _clauses(clauses: Iterable[Clause], rows: dict[ClauseKey, int], edition: int, game: str) -> Iterator[dict[str, object]]:
    for clause in clauses:
        yield {
            "id": rows[clause.key],
            "edition": edition,
            "key": clause.key,
            "number": clause.number,
            "kind": clause.kind.value,
            "title": clause.title,
            "text": clause.text,
            "parent": None if clause.parent is None else rows[clause.parent],
            "depth": clause.depth,
            "synthetic": int(clause.synthetic),
            "lineage": f"{game}:{clause.key}",
        }


def _spans(clauses: Iterable[Clause], rows: dict[ClauseKey, int]) -> Iterator[dict[str, object]]:
    for clause in clauses:
        for span in clause.spans:
            yield {"clause": rows[clause.key], **span._asdict(), "role": span.role.value}


def _refs(clauses: Iterable[Clause], rows: dict[ClauseKey, int]) -> Iterator[dict[str, object]]:
    for clause in clauses:
        for mention, reference in enumerate(clause.references):
            for target in reference.targets or (None,):
                yield {
                    "clause": rows[clause.key],
                    "mention": mention,
                    "start": reference.start,
                    "end": reference.end,
                    "in_title": int(reference.in_title),
                    "text": reference.text,
                    "kind": reference.kind.value,
                    "status": reference.status.value,
                    "flow": int(reference.flow),
                    # the candidates of an ambiguous reference are problems, not links
                    "target": rows[target] if target is not None and reference.status is Status.RESOLVED else None,
                }


def _add_terms(db: Database, clauses: Iterable[Clause], rows: dict[ClauseKey, int], edition: int) -> None:
    clauses = list(clauses)
    vocabulary = Vocabulary(clauses)
    first = db.execute("SELECT coalesce(max(id), 0) + 1 FROM terms").fetchone()[0]
    ids = {word: first + place for place, word in enumerate(vocabulary.words)}
    db.table("terms").insert_all(
        ({"id": ids[word], "edition": edition, "word": word} for word in vocabulary.words), batch_size=1000
    )
    db.table("definitions").insert_all(
        (
            {"term": ids[definition.term], "clause": rows[clause.key], "style": definition.style}
            for clause in clauses
            for definition in clause.definitions
        ),
        batch_size=1000,
    )
    db.table("mentions").insert_all(
        (
            {"clause": rows[clause.key], "term": ids[mention.word], "start": mention.start, "end": mention.end}
            for clause in clauses
            for mention in vocabulary.mentions(clause)
        ),
        batch_size=1000,
    )


def _index(db: Database, texts: Iterable[tuple[int, str, str]]) -> None:
    table = dict(db.execute("SELECT traditional, simplified FROM variants").fetchall())
    db.conn.executemany(
        "INSERT INTO clauses_fts(rowid, title, text) VALUES (?, ?, ?)",
        ((row, tokens(fold(title, table)), tokens(fold(text, table))) for row, title, text in texts),
    )


def _finish(db: Database, database: Path) -> None:
    """Ranks the editions (an imported official text answers first, then the newest), and says what the file was built from."""
    order = db.execute("SELECT id, game FROM editions ORDER BY game, own, effective DESC, name DESC").fetchall()
    ranks: dict[str, int] = {}
    for row, game in order:
        ranks[game] = ranks.get(game, 0) + 1
        db.execute("UPDATE editions SET rank = ? WHERE id = ?", (ranks[game], row))
    db.execute("DELETE FROM games WHERE id NOT IN (SELECT game FROM editions)")
    for name, value in (("shipped", stamp()), ("imported", imported_stamp(database))):
        db.table("meta", pk="name").upsert({"name": name, "value": value})
    db.execute("ANALYZE")
