"""The rulings that name a card: those of the knowledge base, and those in the user's own files."""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from headjudge.kb.answers import AnswerView
from headjudge.kb.cards import CardRecord, fold_number
from headjudge.kb.errors import HeadjudgeError
from headjudge.kb.fold import fold
from headjudge.parser.named import NamedTuple

_MOST_FILES = 500
_BIGGEST = 1 << 18
"""Bytes of a file of one ruling; what is longer is none."""
_CARD_LINE = re.compile(r"^\s*(?:卡表|cards)\s", re.MULTILINE)


class NamingRuling(NamedTuple):
    """A ruling that names the card; `file` is '' for one of the knowledge base."""

    name: str
    title: str
    file: str = ""


def rulings_naming(db: sqlite3.Connection, card: CardRecord, names: Sequence[str]) -> Iterator[NamingRuling]:
    """The rulings of the card's game with its number or its name in them."""
    rows = db.execute("SELECT name, title, text FROM rulings WHERE game = ? ORDER BY name", (card.game,))
    yield from (NamingRuling(name, title) for name, title, text in rows if _names(text, card, names))


def rulings_of_answers(db: sqlite3.Connection, answers: Sequence[AnswerView]) -> Iterator[NamingRuling]:
    """The rulings made after published answers."""
    for game, name in dict.fromkeys((one.record.game, name) for one in answers for name in one.rulings):
        (title,) = db.execute("SELECT title FROM rulings WHERE game = ? AND name = ?", (game, name)).fetchone()
        yield NamingRuling(name, title)


def rulings_in_files(folder: Path, card: CardRecord, names: Sequence[str]) -> Iterator[NamingRuling]:
    """The user's rulings (`*.ruling` in that folder and in those right below it) that name the card, or take it from a card file
    by a part of its number or name."""
    files = sorted({*folder.glob("*.ruling"), *folder.glob("*/*.ruling")} if folder.is_dir() else {folder})
    for path in files[:_MOST_FILES]:
        try:
            text = path.read_text("utf-8") if path.stat().st_size <= _BIGGEST else ""
        except (OSError, ValueError):
            continue
        if _names(text, card, names) or (_CARD_LINE.search(text) and _takes(path, card)):
            yield NamingRuling(path.name, _title(text) or path.stem, str(path))


def _names(text: str, card: CardRecord, names: Sequence[str]) -> bool:
    folded = fold(text, {}).replace(" ", "")
    number = fold_number(card.number).lower()
    if number and re.search(rf"(?<![0-9a-z]){re.escape(number)}(?![0-9])", folded):
        return True
    return any(name in folded for name in names if len(name) > 1)


def _takes(path: Path, card: CardRecord) -> bool:
    from headjudge.parser.ruling import read_ruling  # 60 ms to import; most rulings have no card file

    try:
        scenario = read_ruling(path)
    except HeadjudgeError:
        return False
    return any(fold_number(one.number) == fold_number(card.number) for one in scenario.cards if one.number)


def _title(text: str) -> str:
    found = re.search(r"^\s*(?:裁定|ruling)\s+(.+)$", text, re.MULTILINE)
    return found[1].strip() if found else ""
