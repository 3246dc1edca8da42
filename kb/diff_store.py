"""Editions in the knowledge base compared, and the table of changes between them, along which old numbers lead to new ones."""

import sqlite3
from collections.abc import Iterator
from hashlib import sha256

from headjudge.kb.align import align, align_by_number
from headjudge.kb.clause import Clause, ClauseKey, Definition, Kind, Reference, ReferenceKind, Status
from headjudge.kb.diff import compare
from headjudge.kb.diff_records import Alignment, ChangeKind, Cited, Diff, Link
from headjudge.kb.editions import tongue

_FOLLOWED = "followed"
"""The kind of what is stored for its key alone: a bullet or step below a renumbered parent, a list of contents taken out."""


def diff_editions(db: sqlite3.Connection, old: int, new: int, *, by_number: bool = False) -> Diff:
    """What changed between two editions, named by their ids, with the rulings of the game that this affects.

    What was recorded is not aligned again.
    """
    before, after = read_clauses(db, old), read_clauses(db, new)
    alignment = align_by_number(before, after) if by_number else recorded(db, old, new) or align(before, after)
    return compare(before, after, alignment, _cited(db, old, before, after))


def record_changes(db: sqlite3.Connection, old: int, new: int) -> Diff:
    """Compares two editions and stores what changed, in place of what was stored before. The caller commits."""
    db.execute("DELETE FROM changes WHERE old = ? AND new = ?", (old, new))
    found = diff_editions(db, old, new)
    rows = [(old, new, kind, before, after) for kind, before, after in _rows(found)]
    db.executemany("INSERT INTO changes (old, new, kind, old_key, new_key) VALUES (?, ?, ?, ?, ?)", rows)
    return found


def record_game(db: sqlite3.Connection, game: str) -> None:
    """Records what changed from each edition of a game to the one that answers, and gives their clauses its lineage.

    Own wordings are compared with own ones, imported texts with imported ones of their language. The caller commits.
    """
    rows = db.execute("SELECT id, own, language FROM editions WHERE game = ? ORDER BY rank", (game,)).fetchall()
    preferred: dict[tuple[int, str], int] = {}
    for edition, own, language in rows:
        newest = preferred.setdefault((own, tongue(language)), edition)
        if edition != newest:
            _give_lineage(db, edition, newest, record_changes(db, edition, newest).alignment)


def _give_lineage(db: sqlite3.Connection, old: int, new: int, alignment: Alignment) -> None:
    """A clause has the lineage of its successor; one that was removed keeps its own number, marked with its edition."""
    (name,) = db.execute("SELECT game || '@' || name FROM editions WHERE id = ?", (old,)).fetchone()
    lineages = dict(db.execute("SELECT key, lineage FROM clauses WHERE edition = ?", (new,)).fetchall())
    db.executemany(
        "UPDATE clauses SET lineage = ? WHERE edition = ? AND key = ?",
        [(lineages[now[0]] if now else f"{name}:{key}", old, key) for key, now in alignment.successors().items()],
    )


def recorded(db: sqlite3.Connection, old: int, new: int) -> Alignment | None:
    """The alignment of two editions as it was stored; None if nothing was (or nothing had changed)."""
    rows = db.execute(
        "SELECT kind, old_key, new_key FROM changes WHERE old = ? AND new = ? ORDER BY rowid", (old, new)
    ).fetchall()
    if not rows:
        return None
    new_of: dict[ClauseKey, list[ClauseKey]] = {}
    old_of: dict[ClauseKey, list[ClauseKey]] = {}
    for _, before, after in rows:
        if before is not None:
            new_of.setdefault(before, []).extend([] if after is None else [after])
        if after is not None:
            old_of.setdefault(after, []).extend([] if before is None else [before])
    return Alignment(tuple(_links(db, old, new, new_of, old_of)))


def _links(
    db: sqlite3.Connection, old: int, new: int, new_of: dict[ClauseKey, list[ClauseKey]], old_of: dict[ClauseKey, list[ClauseKey]]
) -> Iterator[Link]:
    """The stored links and, of what they do not name, the clauses of one key."""
    done: set[ClauseKey] = set()
    for key in _keys(db, old):
        after = tuple(dict.fromkeys(new_of.get(key, [key])))
        before = tuple(dict.fromkeys(old_of.get(after[0], [key]))) if after else (key,)
        if not done.issuperset(before):
            done.update(before)
            yield Link(before, after)
    yield from (Link((), (key,)) for key in _keys(db, new) if old_of.get(key) == [])


def _keys(db: sqlite3.Connection, edition: int) -> list[ClauseKey]:
    return [key for (key,) in db.execute("SELECT key FROM clauses WHERE edition = ? ORDER BY id", (edition,))]


def _rows(found: Diff) -> Iterator[tuple[str, ClauseKey | None, ClauseKey | None]]:
    for link in found.alignment.links:
        kinds: tuple[str, ...] = found.became.get(link.old[0], ()) if link.old else (ChangeKind.ADDED,)
        for kind in kinds or ((_FOLLOWED,) if link.old != link.new else ()):
            for before in link.old or (None,):
                yield from ((str(kind), before, after) for after in link.new or (None,))


def led_to(db: sqlite3.Connection, old: int, new: int, key: ClauseKey) -> tuple[ClauseKey, ...]:
    """Where a number of an old edition leads in a newer one, by what was recorded; nowhere if the clause was removed.

    `10.5.3` of 1.2 is `10.6.1` now.
    """
    rows = db.execute(
        "SELECT new_key FROM changes WHERE old = ? AND old_key = ? AND new = ? ORDER BY rowid", (old, key, new)
    ).fetchall()
    if rows:
        return tuple(dict.fromkeys(after for (after,) in rows if after is not None))
    there = db.execute("SELECT count(*) FROM clauses WHERE key = ? AND edition IN (?, ?)", (key, old, new)).fetchone()
    return (key,) if there == (2,) else ()


def came_from(db: sqlite3.Connection, old: int, new: int, key: ClauseKey) -> tuple[ClauseKey, ...]:
    """Which numbers a clause of the newer edition had in the old one, by what was recorded; none if it was added."""
    rows = db.execute(
        "SELECT old_key FROM changes WHERE new = ? AND new_key = ? AND old = ? ORDER BY rowid", (new, key, old)
    ).fetchall()
    if rows:
        return tuple(dict.fromkeys(before for (before,) in rows if before is not None))
    there = db.execute("SELECT count(*) FROM clauses WHERE key = ? AND edition IN (?, ?)", (key, old, new)).fetchone()
    return (key,) if there == (2,) else ()


def read_clauses(db: sqlite3.Connection, edition: int) -> list[Clause]:
    """The clauses of an edition in its order, with references and definitions, without their places in the source."""
    references = _references(db, edition)
    definitions: dict[int, list[Definition]] = {}
    for clause, word, style in db.execute(
        "SELECT d.clause, t.word, d.style FROM definitions d JOIN terms t ON t.id = d.term WHERE t.edition = ?", (edition,)
    ):
        definitions.setdefault(clause, []).append(Definition(word, style))
    rows = db.execute(
        """SELECT c.id, c.key, c.kind, c.number, c.title, c.text, p.key, c.depth, c.synthetic
           FROM clauses c LEFT JOIN clauses p ON p.id = c.parent WHERE c.edition = ? ORDER BY c.id""",
        (edition,),
    )
    return [
        Clause(
            key=key,
            kind=Kind(kind),
            number=number,
            title=title,
            text=text,
            parent=parent,
            depth=depth,
            spans=(),
            synthetic=bool(synthetic),
            references=tuple(references.get(row, ())),
            definitions=tuple(definitions.get(row, ())),
        )
        for row, key, kind, number, title, text, parent, depth, synthetic in rows
    ]


def _references(db: sqlite3.Connection, edition: int) -> dict[int, list[Reference]]:
    """The references of each clause row, in the order of its words."""
    mentions: dict[tuple[int, int], tuple[Reference, list[ClauseKey]]] = {}
    for clause, mention, text, kind, start, end, status, flow, in_title, target in db.execute(
        """SELECT r.clause, r.mention, r.text, r.kind, r.start, r."end", r.status, r.flow, r.in_title, t.key
           FROM refs r JOIN clauses c ON c.id = r.clause LEFT JOIN clauses t ON t.id = r.target
           WHERE c.edition = ? ORDER BY r.clause, r.mention, r.rowid""",
        (edition,),
    ):
        said = Reference(text, ReferenceKind(kind), start, end, (), Status(status), bool(flow), bool(in_title))
        targets = mentions.setdefault((clause, mention), (said, []))[1]
        if target is not None:
            targets.append(target)
    out: dict[int, list[Reference]] = {}
    for (clause, _), (said, targets) in mentions.items():
        out.setdefault(clause, []).append(
            Reference(said.text, said.kind, said.start, said.end, tuple(targets), said.status, said.flow, said.in_title)
        )
    return out


def _cited(db: sqlite3.Connection, old: int, before: list[Clause], after: list[Clause]) -> Iterator[Cited]:
    """The clauses of the old edition that the game's rulings rest on; not those that a ruling cites as the new one words them."""
    texts = ({clause.key: clause.text for clause in before}, {clause.key: clause.text for clause in after})
    for ruling, key, quote in db.execute(
        """SELECT r.name, c.key, c.quote_sha256 FROM citations c JOIN rulings r ON r.id = c.ruling
           WHERE c.game = (SELECT game FROM editions WHERE id = ?) ORDER BY r.name, c.rowid""",
        (old,),
    ):
        here, there = (key in side and _quotes(side[key], quote) for side in texts)
        if key in texts[0] and (here or not there):
            yield Cited(ruling, key)


def _quotes(text: str, quote: str) -> bool:
    """Whether the hash is that of these words, white space aside; it may be cut short."""
    return bool(quote) and sha256("".join(text.split()).encode()).hexdigest().startswith(quote)
