"""Writing the published answers that a user imported: every state of them, the latest of each number current."""

import sqlite3
from collections.abc import Iterable

from headjudge.kb.errors import HeadjudgeError
from headjudge.kb.user_files import UserFile
from headjudge.parser.answer_file import Published, read_answers
from headjudge.parser.named import NamedTuple


class _Stated(NamedTuple):
    """An answer in one of the files in which it was published."""

    date: str
    place: int
    file: UserFile
    answer: Published
    line: int

    @property
    def source(self) -> str:
        return self.answer.source or self.file.source

    @property
    def words(self) -> tuple[str, ...]:
        return (self.source, self.answer.question, self.answer.answer, self.date)


def add_answers(db: sqlite3.Connection, files: Iterable[UserFile]) -> None:
    """Stores the answers of these files. Of those with one number from one source, the one with the latest date is current (of
    one date, the one handed in last); what says the same as before is stored once. A file that can no longer be read is passed
    over."""
    stated: dict[tuple[str, str, str], dict[tuple[str, ...], _Stated]] = {}
    for file in files:
        try:
            sheet = read_answers(file.text, file.path)
        except HeadjudgeError:
            continue
        for place, answer in enumerate(sheet.answers):
            one = _Stated(answer.date, place, file, answer, sheet.table.position(answer.start).line)
            states = stated.setdefault((file.game, one.source, answer.name), {})
            states.pop(one.words, None)  # the later file is the one to name
            states[one.words] = one
    for states in stated.values():
        in_order = sorted(states.values(), key=lambda one: (one.date, one.file.order, one.place))
        for one in in_order:
            _add(db, one, current=one is in_order[-1])


def _add(db: sqlite3.Connection, one: _Stated, *, current: bool) -> None:
    answer, file = one.answer, one.file
    db.execute(
        """INSERT INTO answers (game, name, date, source, question, answer, cards, clauses, file, line, read_on, current)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        (
            file.game,
            answer.name,
            one.date,
            one.source,
            answer.question,
            answer.answer,
            answer.cards,
            answer.clauses,
            file.path,
            one.line,
            file.read_on,
            int(current),
        ),
    )
