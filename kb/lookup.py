"""Clauses looked up by number: plain SQL over bound parameters, nothing else imported, so that answers come at once."""

import re
import sqlite3
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from headjudge.kb.clause import HeadjudgeError


class UnknownClause(HeadjudgeError):
    """No installed rulebook has a clause of that number; the facts name the nearest real ones."""


class UnknownGame(HeadjudgeError):
    """No such game is installed."""


class UnknownEdition(HeadjudgeError):
    """The game is installed, but not in that edition."""


class SeveralGames(HeadjudgeError):
    """The number exists in several games, and none was chosen."""


class Address(NamedTuple):
    """What a reader names: `10.5.3`, `palworld:10.5.3`, or `palworld@2026-07:10.5.3`."""

    game: str
    edition: str
    key: str


class Brief(NamedTuple):
    """A clause in one line. `row` is its id in this database file; `id` is its name outside."""

    row: int
    id: str
    game: str
    edition: str
    key: str
    number: str
    kind: str
    title: str
    text: str
    depth: int

    @property
    def line(self) -> str:
        """Title or text, whichever the clause has, on one line."""
        return " ".join((self.title or self.text).split())


@dataclass(frozen=True, slots=True)
class EditionRecord:
    """An installed edition. The one with the lowest `rank` in its game answers when none is named."""

    row: int
    game: str
    name: str
    language: str
    title: str
    own: bool
    effective: str
    restates: str
    dialect: str
    rank: int
    clauses: int
    """How many numbered clauses it has."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """An installed game with its editions, the preferred one first."""

    game: str
    title_zh: str
    title_en: str
    editions: tuple[EditionRecord, ...]


@dataclass(frozen=True, slots=True)
class ReferenceRecord:
    """A reference of a clause: its words, where they stand in the text (or title), and the clauses it names."""

    text: str
    kind: str
    status: str
    flow: bool
    in_title: bool
    start: int
    end: int
    targets: tuple[Brief, ...]


@dataclass(frozen=True, slots=True)
class MentionRecord:
    """A defined term in a clause's text, with the clauses that define it."""

    word: str
    start: int
    end: int
    defined_by: tuple[str, ...]
    """Keys, in the book's order."""


@dataclass(frozen=True, slots=True)
class RulingRecord:
    """A ruling that rests on the clause or executes it."""

    name: str
    title: str
    executes: bool


@dataclass(frozen=True, slots=True)
class ClauseView:
    """A clause in context."""

    brief: Brief
    path: tuple[Brief, ...]
    """The clauses above it, the chapter first."""
    children: tuple[Brief, ...]
    references: tuple[ReferenceRecord, ...]
    cited_by: tuple[Brief, ...]
    mentions: tuple[MentionRecord, ...]
    defines: tuple[str, ...]
    rulings: tuple[RulingRecord, ...]
    previous: Brief | None
    next: Brief | None
    edition: EditionRecord


_COLUMNS = """c.id, e.game, e.name, c.key, c.number, c.kind, c.title, c.text, c.depth
    FROM clauses c JOIN editions e ON e.id = c.edition"""
_ADDRESS = re.compile(r"\s*(?:(?P<game>[^\W\d][\w-]*)(?:@(?P<edition>[^:\s]+))?\s*:)?\s*(?P<key>.+?)\s*$")
_NUMBER = re.compile(r"\d{1,4}(?:[.-]\d{1,4})*[a-z]{0,2}(?:/[^\s/]{1,4}|[①-⑳])?(?:~\d+)?")


def _brief(row: tuple[int, str, str, str, str, str, str, str, int]) -> Brief:
    number, game, edition, key, *rest = row
    return Brief(number, f"{game}@{edition}:{key}", game, edition, key, *rest)  # type: ignore[arg-type]


def briefs(db: sqlite3.Connection, where: str, parameters: Iterable[object] = ()) -> list[Brief]:
    """The clauses that satisfy a constant SQL condition over `clauses c` and `editions e`."""
    return [_brief(row) for row in db.execute(f"SELECT {_COLUMNS} {where}", tuple(parameters))]


def fold_number(words: str) -> str:
    """A typed number as clauses are keyed: full-width forms, stray spaces, brackets and a trailing dot folded; '' if it is
    no number.

    >>> fold_number(" １０. ５．3 "), fold_number("（11.2.2.4）"), fold_number("第10章"), fold_number("2.6.1②")
    ('10.5.3', '11.2.2.4', '10', '2.6.1/②')
    >>> fold_number("检查时点"), fold_number("10.5.3 检查")
    ('', '')
    """
    circled = words.strip()[-1:] if "①" <= words.strip()[-1:] <= "⑳" else ""
    folded = unicodedata.normalize("NFKC", words.strip().removesuffix(circled)).casefold()
    folded = re.sub(r"\s+", "", folded).replace("。", ".").strip("()[]【】").removesuffix(".")
    if chapter := re.fullmatch(r"(?:第|chapter)(\d+)章?", folded):
        folded = chapter[1]
    key = folded.removesuffix("/") + (f"/{circled}" if circled else "")
    return key if _NUMBER.fullmatch(key) else ""


def read_address(words: str) -> Address:
    """The parts of a clause id, each '' where it is left out; the key is folded if it is a number.

    >>> read_address("palworld@2026-07:10.5.3"), read_address("10．5.3")
    (Address(game='palworld', edition='2026-07', key='10.5.3'), Address(game='', edition='', key='10.5.3'))
    """
    found = _ADDRESS.match(words)
    if not found:
        return Address("", "", "")
    return Address(found["game"] or "", found["edition"] or "", fold_number(found["key"]) or found["key"])


def games(db: sqlite3.Connection) -> list[GameRecord]:
    """Everything installed, games by name."""
    editions = _editions(db)
    rows = db.execute("SELECT id, title_zh, title_en FROM games ORDER BY id").fetchall()
    return [GameRecord(game, zh, en, tuple(e for e in editions if e.game == game)) for game, zh, en in rows]


def _editions(db: sqlite3.Connection, edition: int | None = None) -> list[EditionRecord]:
    rows = db.execute(
        """SELECT id, game, name, language, title, own, effective, restates, dialect, rank,
                  (SELECT count(*) FROM clauses WHERE edition = editions.id AND NOT synthetic)
           FROM editions WHERE ?1 IS NULL OR id = ?1 ORDER BY game, rank""",
        (edition,),
    )
    return [replace(EditionRecord(*row), own=bool(row[5])) for row in rows]


def chosen_editions(db: sqlite3.Connection, game: str = "", edition: str = "") -> list[EditionRecord]:
    """The edition that answers for each game, or for `game` alone. Raises UnknownGame or UnknownEdition."""
    installed = _editions(db)
    if game and not any(e.game == game for e in installed):
        raise UnknownGame("unknown_game", game=game, known=", ".join(sorted({e.game for e in installed})))
    of_game = [e for e in installed if game in ("", e.game)]
    if edition:
        named = [e for e in of_game if e.name == edition]
        if not named:
            raise UnknownEdition("unknown_edition", edition=edition, known=", ".join(f"{e.game}@{e.name}" for e in of_game))
        return named
    return [e for e in of_game if e.rank == min(other.rank for other in of_game if other.game == e.game)]


def find(db: sqlite3.Connection, address: Address) -> list[Brief]:
    """The clauses with exactly that key, one for each game that has it (preferred edition, or the one named)."""
    found = []
    for edition in chosen_editions(db, address.game, address.edition):
        found.extend(briefs(db, "WHERE c.edition = ? AND c.key = ?", (edition.row, address.key)))
    return found


def find_one(db: sqlite3.Connection, words: str, game: str = "") -> Brief:
    """The one clause that `words` name. Raises UnknownClause (with the nearest numbers) or SeveralGames."""
    address = read_address(words)
    if not address.game:
        address = address._replace(game=game)
    found = find(db, address)
    if not found:
        near = ", ".join(nearest(db, address))
        raise UnknownClause("unknown_clause", clause=address.key, near=near, game=address.game)
    if len(found) > 1:
        raise SeveralGames("several_games", clause=address.key, games=", ".join(brief.game for brief in found))
    return found[0]


def parts(db: sqlite3.Connection, address: Address, limit: int = 50) -> list[Brief]:
    """The clauses whose number begins with that number, part by part: 10.5 finds 10.5 and 10.5.3, never 110.5 or 10.50."""
    found = []
    for edition in chosen_editions(db, address.game, address.edition):
        found += briefs(
            db,
            r"""WHERE c.edition = ?1 AND NOT c.synthetic AND (c.key = ?2 OR c.key LIKE ?3 || '.%' ESCAPE '\'
                OR c.key LIKE ?3 || '-%' ESCAPE '\' OR c.key GLOB ?2 || '[a-z]*') ORDER BY c.id LIMIT ?4""",
            (edition.row, address.key, re.sub(r"([%_\\])", r"\\\1", address.key), limit),
        )
    return found


def nearest(db: sqlite3.Connection, address: Address, limit: int = 5) -> list[str]:
    """Real numbers close to one that does not exist: the longest existing head of it and what lies next to it there."""
    key = address.key
    while key:
        rows = [b for b in parts(db, address._replace(key=key), 400) if b.key != address.key]
        if rows:
            rows.sort(key=lambda brief: _distance(brief.key, address.key))
            return [brief.key for brief in rows[:limit]]
        key = re.sub(r"[.-]?(?:\d+|[a-z]+|/.*|~.*)$", "", key)
    top = [b.key for e in chosen_editions(db, address.game, address.edition) for b in _children(db, None, e.row)]
    return top[:limit]


def _distance(one: str, other: str) -> tuple[int, int]:
    """How far apart two numbers are: in length first, then in their first differing part."""
    left, right = ([int(part) for part in re.findall(r"\d+", key)] for key in (one, other))
    differing = next((abs(a - b) for a, b in zip(left, right, strict=False) if a != b), 0)
    return abs(len(left) - len(right)), differing


def _children(db: sqlite3.Connection, parent: int | None, edition: int | None = None) -> list[Brief]:
    if parent is not None:
        return briefs(db, "WHERE c.parent = ? ORDER BY c.id", (parent,))
    return briefs(db, "JOIN clauses p ON p.id = c.parent WHERE p.parent IS NULL AND c.edition = ? ORDER BY c.id", (edition,))


def chapters(db: sqlite3.Connection, edition: EditionRecord) -> list[Brief]:
    """The top of an edition's tree, in the book's order."""
    return _children(db, None, edition.row)


def below(db: sqlite3.Connection, brief: Brief) -> list[Brief]:
    """Everything under a clause, in the book's order."""
    return briefs(
        db,
        """WHERE c.id IN (WITH RECURSIVE under(id) AS (SELECT id FROM clauses WHERE parent = ?
           UNION ALL SELECT clauses.id FROM clauses JOIN under ON clauses.parent = under.id) SELECT id FROM under)
           ORDER BY c.id""",
        (brief.row,),
    )


def path(db: sqlite3.Connection, row: int) -> tuple[Brief, ...]:
    """The clauses above that one, the chapter first; the document itself is left out."""
    above = briefs(
        db,
        """JOIN (WITH RECURSIVE above(id, level) AS (SELECT parent, 1 FROM clauses WHERE id = ?
           UNION ALL SELECT clauses.parent, level + 1 FROM clauses JOIN above ON clauses.id = above.id)
           SELECT id, level FROM above) a ON a.id = c.id WHERE c.parent IS NOT NULL ORDER BY a.level DESC""",
        (row,),
    )
    return tuple(above)


def view(db: sqlite3.Connection, brief: Brief) -> ClauseView:
    """A clause with all that the knowledge base knows around it."""
    row = brief.row
    cited_by = briefs(
        db,
        """WHERE c.id IN (SELECT clause FROM refs WHERE target = ?1 AND clause <> ?1) ORDER BY c.id""",
        (row,),
    )
    edition_row = db.execute("SELECT edition FROM clauses WHERE id = ?", (row,)).fetchone()[0]
    neighbours = [
        briefs(
            db,
            f"WHERE c.edition = ? AND NOT c.synthetic AND c.id {sign} ? ORDER BY c.id {order} LIMIT 1",
            (edition_row, row),
        )
        for sign, order in (("<", "DESC"), (">", "ASC"))
    ]
    return ClauseView(
        brief=brief,
        path=path(db, row),
        children=tuple(_children(db, row)),
        references=tuple(references(db, row)),
        cited_by=tuple(cited_by),
        mentions=tuple(mentions(db, row)),
        defines=tuple(
            word
            for (word,) in db.execute(
                "SELECT t.word FROM definitions d JOIN terms t ON t.id = d.term WHERE d.clause = ? ORDER BY t.id",
                (row,),
            )
        ),
        rulings=tuple(_rulings(db, brief)),
        previous=neighbours[0][0] if neighbours[0] else None,
        next=neighbours[1][0] if neighbours[1] else None,
        edition=_editions(db, edition_row)[0],
    )


def references(db: sqlite3.Connection, row: int) -> list[ReferenceRecord]:
    """The references that a clause makes, in the order of its words."""
    rows = db.execute(
        """SELECT mention, text, kind, status, flow, in_title, start, "end", target FROM refs
           WHERE clause = ? ORDER BY in_title DESC, start, target""",
        (row,),
    ).fetchall()
    wanted = sorted({target for *_, target in rows if target is not None})
    marks = ",".join("?" * len(wanted))
    targets = {b.row: b for b in briefs(db, f"WHERE c.id IN ({marks})", wanted)} if wanted else {}
    out: dict[int, ReferenceRecord] = {}
    for mention, text, kind, status, flow, in_title, start, end, target in rows:
        before = out[mention].targets if mention in out else ()
        named = (*before, targets[target]) if target is not None else before
        out[mention] = ReferenceRecord(text, kind, status, bool(flow), bool(in_title), start, end, named)
    return list(out.values())


def mentions(db: sqlite3.Connection, row: int) -> list[MentionRecord]:
    """The defined terms in a clause's text, in the order of its words."""
    rows = db.execute(
        """SELECT t.word, m.start, m."end", group_concat(d.key, ' ') FROM mentions m JOIN terms t ON t.id = m.term
           LEFT JOIN (SELECT definitions.term, clauses.key FROM definitions JOIN clauses ON clauses.id = definitions.clause
                      ORDER BY clauses.id) d ON d.term = t.id
           WHERE m.clause = ? GROUP BY m.start ORDER BY m.start""",
        (row,),
    )
    return [MentionRecord(word, start, end, tuple((keys or "").split())) for word, start, end, keys in rows]


def _rulings(db: sqlite3.Connection, brief: Brief) -> list[RulingRecord]:
    rows = db.execute(
        """SELECT r.name, r.title, EXISTS (SELECT 1 FROM runs WHERE ruling = r.id AND key = ?2)
           FROM rulings r WHERE r.game = ?1 AND (r.id IN (SELECT ruling FROM citations WHERE game = ?1 AND key = ?2)
             OR r.id IN (SELECT ruling FROM runs WHERE key = ?2)) ORDER BY r.name""",
        (brief.game, brief.key),
    )
    return [RulingRecord(name, title, bool(executes)) for name, title, executes in rows]


def sides(db: sqlite3.Connection, brief: Brief) -> list[Brief]:
    """The clause of the same number in every edition of its game, the preferred edition first."""
    return briefs(db, "WHERE e.game = ? AND c.key = ? ORDER BY e.rank", (brief.game, brief.key))
