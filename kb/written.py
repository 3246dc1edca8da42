"""Written rulings: a question, its answer and the clauses that make it so, decided by an office and not by a simulation.

They stand in `rules_text/<game>/written/<name>.toml`; every reason quotes a clause of the edition named, and keeps its pin.
"""

import sqlite3
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from headjudge.kb.clause import ClauseKey, HeadjudgeError
from headjudge.kb.pin import pin
from headjudge.parser.named import NamedTuple
from headjudge.parser.packaged import files


class BadRuling(HeadjudgeError):
    """A written ruling lacks something, or is no TOML."""


class Reason(NamedTuple):
    """A clause that the answer rests on: words of it, what follows from them here, and the pin of the whole clause."""

    clause: ClauseKey
    quote: str
    why: str
    pin: str


@dataclass(frozen=True, slots=True)
class WrittenRuling:
    """A case put in words, and how it is to be decided. `office` decided it; a ruling names no person."""

    name: str
    game: str
    edition: str
    title: str
    question: str
    answer: str
    reasons: tuple[Reason, ...]
    decided: date
    office: str


def read_written(text: str, name: str) -> WrittenRuling:
    """The ruling that the text says. Raises BadRuling, which names what is missing or wrong.

    >>> read_written('game = "zx"', "a-case")
    Traceback (most recent call last):
    headjudge.kb.written.BadRuling: written_ruling_lacks: ruling='a-case', field='edition'
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadRuling("written_ruling_unreadable", ruling=name, reason=str(error)) from error
    words = {field: _words(data, field, name) for field in ("game", "edition", "title", "question", "answer", "office")}
    decided = data.get("decided")
    if not isinstance(decided, date):
        raise BadRuling("written_ruling_lacks", ruling=name, field="decided")
    entries = data.get("reasons")
    if not isinstance(entries, list) or not entries:
        raise BadRuling("written_ruling_lacks", ruling=name, field="reasons")
    return WrittenRuling(name=name, **words, reasons=tuple(_reason(entry, name) for entry in entries), decided=decided)


def _reason(entry: Mapping[str, Any], name: str) -> Reason:
    clause, quote, why, pinned = (_words(entry, field, name) for field in ("clause", "quote", "why", "pin"))
    return Reason(ClauseKey(clause), quote, why, pinned)


def _words(data: Mapping[str, Any], field: str, name: str) -> str:
    words = data.get(field)
    if not isinstance(words, str) or not words.strip():
        raise BadRuling("written_ruling_lacks", ruling=name, field=field)
    return words.strip()


def shipped_written() -> Iterator[tuple[WrittenRuling, str]]:
    """Every written ruling in `rules_text/`, with its text; games and names in order."""
    for folder in sorted(files("headjudge.rules_text").iterdir(), key=lambda entry: entry.name):
        rulings = folder / "written"
        if rulings.is_dir():
            for entry in sorted(rulings.iterdir(), key=lambda entry: entry.name):
                if entry.name.endswith(".toml"):
                    text = entry.read_text("utf-8")
                    yield read_written(text, entry.name.removesuffix(".toml")), text


def add_written(db: sqlite3.Connection) -> None:
    """Stores the shipped written rulings of the games that are there, with their citations."""
    installed = {game for (game,) in db.execute("SELECT id FROM games")}
    for ruling, text in shipped_written():
        if ruling.game in installed:
            _add(db, ruling, text)


def _add(db: sqlite3.Connection, ruling: WrittenRuling, text: str) -> None:
    source = f"{ruling.office}, {ruling.decided.isoformat()}"
    row = db.execute(
        "INSERT INTO rulings (game, name, title, source, text, written) VALUES (?, ?, ?, ?, ?, 1)",
        (ruling.game, ruling.name, ruling.title, source, text),
    ).lastrowid
    db.executemany(
        "INSERT INTO citations (ruling, code, game, edition, key, quote_sha256) VALUES (?, '', ?, ?, ?, ?)",
        [
            (row, ruling.game, ruling.edition, key, figures)
            for key, figures in dict.fromkeys((r.clause, r.pin) for r in ruling.reasons)
        ],
    )


def stale(ruling: WrittenRuling, texts: Mapping[str, str]) -> Iterator[Reason]:
    """The reasons whose clause (`texts`, by key) has gone, or has other words than it had when the ruling was made."""
    for reason in ruling.reasons:
        text = texts.get(reason.clause)
        if text is None or not pin(text).startswith(reason.pin):
            yield reason
