"""Published questions and answers in a table (CSV, TSV, JSON): one a row, with its number, its date and the cards it is about."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from headjudge.kb.clause import HeadjudgeError
from headjudge.parser.named import NamedTuple
from headjudge.parser.packaged import files
from headjudge.parser.table import Row, Table, read_table

NEEDED = ("id", "question", "answer")
_DATE = re.compile(r"((?:19|20)\d\d)\s*(?:[-/.年]\s*(\d{1,2})\s*(?:[-/.月]\s*(\d{1,2})\s*日?|月)?)?(?:[T\s].*)?")
_EUROPEAN = re.compile(r"(\d{1,2})\.(\d{1,2})\.((?:19|20)\d\d)")
_COMPACT = re.compile(r"((?:19|20)\d\d)(\d\d)(\d\d)")
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


class AnswerFileError(HeadjudgeError):
    """A file of answers that cannot be used: a needed column is missing, or a row does not fit; with its place."""


class Published(NamedTuple):
    """A question and its answer as they were published. `date` is ISO or a prefix of it, '' where none is given; `cards` and
    `clauses` are what the columns of these names say."""

    name: str
    date: str
    source: str
    question: str
    answer: str
    cards: str
    clauses: str
    start: int
    """Where its row begins in the file."""


class AnswerSheet(NamedTuple):
    """The answers of a file, and everything that is wrong with its rows. A row without number, question or answer is left out."""

    table: Table
    answers: tuple[Published, ...]
    problems: tuple[AnswerFileError, ...]


def read_answers(text: str, path: str = "-") -> AnswerSheet:
    """The questions and answers of a table in a text.

    Raises TableError, and AnswerFileError if a needed column is missing.

    >>> sheet = read_answers("编号,日期,问题,回答\\n7,2026年7月3日,可以吗？,不可以。\\n")
    >>> sheet.answers[0].name, sheet.answers[0].date, sheet.answers[0].answer
    ('7', '2026-07-03', '不可以。')
    """
    table = read_table(text, path)
    columns = _by_column(table.headings)
    missing = [column for column in NEEDED if column not in columns]
    if missing:
        raise AnswerFileError(
            "answers_without_columns",
            path=path,
            missing=", ".join(f"{column} ({'、'.join(_words()[column][:4])})" for column in missing),
            heading=" | ".join(table.headings)[:160],
        )
    answers: list[Published] = []
    problems = [_problem(table, row.start, "answers_too_many_cells", cells=cells) for row, cells in table.crowded]
    first: dict[str, Published] = {}
    for row in table.rows:
        answer, wrong = _published(table, row, columns)
        problems += wrong
        if answer is None:
            continue
        if before := first.get(f"{answer.source}\0{answer.name}"):
            line = table.position(before.start).line
            problems.append(_problem(table, answer.start, "answers_number_again", name=answer.name, first=line))
        first.setdefault(f"{answer.source}\0{answer.name}", answer)
        answers.append(answer)
    problems.sort(key=lambda problem: (problem.facts["line"], problem.facts["column"]))
    return AnswerSheet(table, tuple(answers), tuple(problems))


def _published(table: Table, row: Row, columns: Mapping[str, str]) -> tuple[Published | None, list[AnswerFileError]]:
    cells = {column: row.cells[heading] for column, heading in columns.items() if heading in row.cells}
    said = {column: cell.text for column, cell in cells.items()}
    empty = [column for column in NEEDED if not said.get(column)]
    if empty:
        return None, [_problem(table, row.start, "answers_empty_cell", name=columns[empty[0]])]
    date = iso_date(said.get("date", ""))
    wrong = []
    if date is None:
        wrong.append(_problem(table, cells["date"].start, "answers_no_date", found=said["date"][:40]))
    answer = Published(
        said["id"],
        date or "",
        said.get("source", ""),
        said["question"],
        said["answer"],
        said.get("cards", ""),
        said.get("clauses", ""),
        row.start,
    )
    return answer, wrong


def iso_date(written: str) -> str | None:
    """The date as ISO has it, whole or as far as it is given; '' for nothing, None for what is no date.

    >>> [iso_date(words) for words in ("2026/7/3", "2026年7月", "20260703", "3.7.2026", "2026-07-03T10:00:00Z", "", "gestern")]
    ['2026-07-03', '2026-07', '2026-07-03', '2026-07-03', '2026-07-03', '', None]
    >>> iso_date("2026-13-01"), iso_date("2026-02-30")
    (None, None)
    """
    written = written.strip()
    if not written:
        return ""
    if found := _EUROPEAN.fullmatch(written):
        day, month, year = found.groups()
    elif found := _COMPACT.fullmatch(written) or _DATE.fullmatch(written):
        year, month, day = found.groups()
    else:
        return None
    if month and not (1 <= int(month) <= 12 and (day is None or 1 <= int(day) <= _DAYS[int(month) - 1])):
        return None
    return "-".join([year, *(f"{int(part):02}" for part in (month, day) if part)])


def _problem(table: Table, offset: int, code: str, **facts: object) -> AnswerFileError:
    return AnswerFileError(code, path=table.path, **table.position(offset)._asdict(), **facts)


def _by_column(headings: tuple[str, ...]) -> dict[str, str]:
    """The heading of each column that has one; the first heading that fits, words in the order of the data file."""
    keys = {_key(heading): heading for heading in reversed(headings)}
    found = {}
    for column, words in _words().items():
        if heading := next((keys[_key(word)] for word in words if _key(word) in keys), None):
            found[column] = heading
    return found


def _key(words: str) -> str:
    return "".join(words.lower().split())


@cache
def _words() -> Mapping[str, tuple[str, ...]]:
    data = tomllib.loads((files("headjudge.parser") / "table_words.toml").read_text("utf-8"))
    return MappingProxyType({column: tuple(words) for column, words in data["answers"].items()})
