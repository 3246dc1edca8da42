"""Full-text search: exact for words of one character and up, several words and-ed, the clause that defines first."""

import sqlite3
from dataclasses import dataclass

from headjudge.kb.fold import fold, match, words
from headjudge.kb.lookup import Brief, briefs, chosen_editions, path


@dataclass(frozen=True, slots=True)
class Hit:
    """A clause that contains every word of the query. `found` are runs (start, end) of the snippet that match."""

    brief: Brief
    path: tuple[Brief, ...]
    snippet: str
    found: tuple[tuple[int, int], ...]
    score: float
    """Higher is better: 3 where the title is the query, 2 where a definition of it stands, 1 where a title contains it; plus
    a text rank below 1 (BM25, squashed)."""


@dataclass(frozen=True, slots=True)
class Results:
    """The best hits, and how many clauses matched in all."""

    query: str
    total: int
    hits: tuple[Hit, ...]


def variants(db: sqlite3.Connection, text: str) -> dict[str, str]:
    """The simplified forms of the traditional characters in `text`."""
    wide = sorted({char for char in text if char > "\u2e7f"})[:900]
    marks = ",".join("?" * len(wide))
    return dict(db.execute(f"SELECT traditional, simplified FROM variants WHERE traditional IN ({marks})", wide)) if wide else {}


def search(db: sqlite3.Connection, query: str, game: str = "", edition: str = "", *, limit: int = 20) -> Results:
    """The clauses of the chosen editions whose title or text contains every word of `query`."""
    folded = words(query, variants(db, query))
    if not folded:
        return Results(query, 0, ())
    editions = [e.row for e in chosen_editions(db, game, edition)]
    marks = ",".join("?" * len(editions))
    scope = f"f.clauses_fts MATCH ? AND c.edition IN ({marks})"
    source = "FROM clauses_fts f JOIN clauses c ON c.id = f.rowid"
    total = db.execute(f"SELECT count(*) {source} WHERE {scope}", (match(folded), *editions)).fetchone()[0]
    defines = "EXISTS (SELECT 1 FROM definitions d JOIN terms t ON t.id = d.term WHERE d.clause = c.id AND t.word = ?"
    rows = db.execute(
        f"""SELECT c.id, CASE WHEN {defines} AND d.style = 'title') THEN 3.0 WHEN {defines}) THEN 2.0
                              WHEN instr(c.title, ?) > 0 THEN 1.0 ELSE 0.0 END
                   - bm25(clauses_fts, 4.0, 1.0) / (1.0 - bm25(clauses_fts, 4.0, 1.0)) AS score
            {source} WHERE {scope} ORDER BY score DESC, c.id LIMIT {int(limit)}""",
        (*[" ".join(folded)] * 3, match(folded), *editions),
    ).fetchall()
    wanted = ",".join(str(int(row)) for row, _ in rows)
    by_row = {b.row: b for b in briefs(db, f"WHERE c.id IN ({wanted})")}
    return Results(query, total, tuple(_hit(db, by_row[row], folded, score) for row, score in rows))


def _hit(db: sqlite3.Connection, brief: Brief, folded: list[str], score: float) -> Hit:
    snippet, found = snippet_of(brief.line, folded, variants(db, brief.line))
    return Hit(brief, path(db, brief.row), snippet, found, round(score, 3))


def snippet_of(text: str, folded: list[str], table: dict[str, str], width: int = 60) -> tuple[str, tuple[tuple[int, int], ...]]:
    """About `width` characters of `text` around the first word found, and where the words stand in them.

    >>> snippet_of("发生检查时点。", ["检查时点"], {})
    ('发生检查时点。', ((2, 6),))
    """
    places = _places(text, folded, table)
    first = places[0][0] if places else 0
    start = max(0, first - width // 3) if len(text) > width else 0
    end = min(len(text), start + width)
    head, tail = ("…" if start else ""), ("…" if end < len(text) else "")
    inside = tuple(
        (max(a, start) - start + len(head), min(b, end) - start + len(head)) for a, b in places if a < end and b > start
    )
    return head + text[start:end] + tail, inside


def _places(text: str, folded: list[str], table: dict[str, str]) -> list[tuple[int, int]]:
    """Where the folded words stand in the text as printed: folding is followed character by character."""
    letters: list[str] = []
    origin: list[int] = []
    for at, char in enumerate(text):
        for letter in fold(char, table) if not char.isspace() else "":
            letters.append(letter)
            origin.append(at)
    line = "".join(letters)
    places = []
    for word in folded:
        bare = word.replace(" ", "")
        at = line.find(bare)
        while bare and at >= 0:
            places.append((origin[at], origin[at + len(bare) - 1] + 1))
            at = line.find(bare, at + len(bare))
    return sorted(places)
