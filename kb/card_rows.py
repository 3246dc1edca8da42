"""Writing the cards that a user handed in: rows from card files, the latest of a card last."""

import json
import sqlite3
from collections.abc import Iterable

from headjudge.kb.cards import fold_number
from headjudge.kb.errors import HeadjudgeError
from headjudge.kb.fold import all_variants, fold
from headjudge.kb.user_files import UserFile
from headjudge.parser.card_file import Printed, read_sheet


def add_cards(db: sqlite3.Connection, files: Iterable[UserFile]) -> None:
    """Stores the cards of these files; of cards with one number (or one name, without number) in a game the last is current.
    A file that can no longer be read (the reader may have become stricter) is passed over.
    """
    for file in files:
        try:
            sheet = read_sheet(file.text, file.path)
        except HeadjudgeError:
            continue
        for printed in sheet.cards:
            _add(db, file, printed, sheet.table.position(printed.start).line)


def _add(db: sqlite3.Connection, file: UserFile, printed: Printed, line: int) -> None:
    card = printed.card
    number, name = fold_number(card.number), folded(card.name)
    db.execute(
        "UPDATE cards SET current = 0 WHERE game = ?1 AND folded = ?2 AND (?2 <> '' OR name = ?3)", (file.game, number, card.name)
    )
    row = db.execute(
        """INSERT INTO cards (game, number, folded, name, text, facts, file, line, read_on, current)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1)""",
        (
            file.game,
            card.number,
            number,
            card.name,
            printed.text.text,
            json.dumps(printed.facts, ensure_ascii=False),
            file.path,
            line,
            file.read_on,
        ),
    ).lastrowid
    main = card.name.split()[-1]  # 狂暴熔岩龙 腾炎龙 is 腾炎龙 to players
    names = dict.fromkeys([name, folded(main), *(folded(other) for other in printed.names)])
    db.executemany("INSERT INTO card_names (card, folded) VALUES (?, ?)", [(row, one) for one in names if one])


def folded(words: str) -> str:
    """A name in one width, case and script, without blanks."""
    return fold(words, all_variants()).replace(" ", "")
