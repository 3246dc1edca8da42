"""What a user handed in, in the knowledge base: the rows of card files and answers, and what joins them to the clauses."""

import sqlite3
from pathlib import Path

from headjudge.kb.user_files import What, user_files


def add_user_rows(db: sqlite3.Connection, database: Path) -> None:
    """Stores what is kept beside that knowledge base in place of what is stored of it. Raises DamagedUserFile."""
    from headjudge.kb.answer_rows import add_answers  # an import of a rulebook does without them
    from headjudge.kb.card_rows import add_cards

    db.execute("DELETE FROM answers")
    db.execute("DELETE FROM cards")
    add_cards(db, user_files(database, What.CARDS))
    add_answers(db, user_files(database, What.ANSWERS))


def join_user_rows(db: sqlite3.Connection) -> None:
    """Joins answers to cards and clauses anew: either may have changed."""
    for table in ("answer_cards", "answer_clauses", "disagreements"):
        db.execute(f"DELETE FROM {table}")
    if db.execute("SELECT 1 FROM answers LIMIT 1").fetchone():
        from headjudge.kb.answer_links import link_answers  # as above

        link_answers(db)
