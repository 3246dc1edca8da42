"""Tables that people hand in (TSV, CSV, JSON): a heading and rows, every cell with its place in the file."""

import json
import re
from collections.abc import Iterator
from json.decoder import scanstring  # type: ignore[attr-defined]  # public in fact; its stub is missing

from headjudge.kb.clause import HeadjudgeError
from headjudge.parser.named import NamedTuple

_SPACE = re.compile(r"\s*")
_JSON_SIGN = re.compile(r"\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u....|\\.|.", re.DOTALL)
_CSV_SIGN = re.compile(r'""|.', re.DOTALL)
_LISTED = "|"
"""What stands between the values of a JSON list in one cell; `\\n` between texts of several lines does the same there."""


class TableError(HeadjudgeError):
    """A file that is no table: nothing in it, quotes or brackets left open, or JSON that is no list of objects."""


class Position(NamedTuple):
    """Where something stands in a file: line and column, from 1."""

    line: int
    column: int


class Cell(NamedTuple):
    """A value, and how it is written in the file from `start` on (escapes and doubled quotes included)."""

    text: str
    start: int = 0
    raw: str = ""
    escapes: re.Pattern[str] | None = None

    def offset(self, index: int) -> int:
        """Where the character at `index` of the text stands in the file."""
        if self.escapes is None:
            return self.start + min(index, len(self.raw))
        at = self.start
        for count, sign in enumerate(self.escapes.finditer(self.raw)):
            if count == index:
                break
            at = self.start + sign.end()
        return at


class Row(NamedTuple):
    """A row: its cells by heading as written, and where it begins."""

    cells: dict[str, Cell]
    start: int


class Table(NamedTuple):
    """The headings in the file's order, and the rows that are not empty; `crowded` are the rows with more cells than headings."""

    path: str
    source: str
    headings: tuple[str, ...]
    rows: tuple[Row, ...]
    crowded: tuple[tuple[Row, int], ...] = ()

    def position(self, offset: int) -> Position:
        """The line and column of a place in the file."""
        return position(self.source, offset)


def position(source: str, offset: int) -> Position:
    """The line and column of a place in a text.

    >>> position("ab\\ncd", 4)
    Position(line=2, column=2)
    """
    before = source.rfind("\n", 0, offset) + 1
    return Position(source.count("\n", 0, offset) + 1, offset - before + 1)


def read_table(text: str, path: str = "-") -> Table:
    """The table that the text is: JSON if it begins with a bracket, TSV if its first line has a tab, else CSV (`,` or `;`).

    Raises TableError.

    >>> table = read_table('id,text\\n1,"抽1张，\\n弃""1""张"\\n', "x.csv")
    >>> table.rows[0].cells["text"].text, table.position(table.rows[0].cells["text"].offset(7))
    ('抽1张，\\n弃"1"张', Position(line=3, column=4))
    """
    body = text.removeprefix("\ufeff")
    if not body.strip():
        raise TableError("table_empty", path=path)
    if body.lstrip()[0] in "[{":
        return _json_table(body, path)
    first = body.lstrip("\r\n").split("\n", 1)[0]
    if "\t" in first:
        return _laid_out(list(_tab_lines(body)), body, path)
    return _laid_out(list(_csv_lines(body, ";" if ";" in first and "," not in first else ",", path)), body, path)


def _laid_out(lines: list[list[Cell]], source: str, path: str) -> Table:
    lines = [line for line in lines if any(cell.text.strip() for cell in line)]
    headings = [cell.text.strip() for cell in lines[0]]
    rows, crowded = [], []
    for line in lines[1:]:
        # of two columns with one heading the first counts
        cells = dict(reversed([*zip(headings, (_stripped(cell) for cell in line), strict=False)]))
        row = Row({heading: cells[heading] for heading in headings if heading in cells}, line[0].start)
        rows.append(row)
        if any(cell.text.strip() for cell in line[len(headings) :]):
            crowded.append((row, len(line)))
    return Table(path, source, tuple(heading for heading in headings if heading), tuple(rows), tuple(crowded))


def _stripped(cell: Cell) -> Cell:
    text = cell.text.strip()
    if text == cell.text:
        return cell
    before = cell.offset(len(cell.text) - len(cell.text.lstrip())) - cell.start
    return Cell(text, cell.start + before, cell.raw[before:], cell.escapes)


def _tab_lines(source: str) -> Iterator[list[Cell]]:
    """Quotes mean nothing here: a card text may begin with one."""
    at = 0
    for line in source.split("\n"):
        cells, start = [], at
        for written in line.removesuffix("\r").split("\t"):
            cells.append(Cell(written, start, written))
            start += len(written) + 1
        yield cells
        at += len(line) + 1


def _csv_lines(source: str, separator: str, path: str) -> Iterator[list[Cell]]:
    quoted = re.compile(r'[ \t]*"((?:[^"]|"")*)"[ \t]*(?=[%s\r\n]|\Z)' % separator)  # noqa: UP031 - braces are the pattern's own
    plain = re.compile(r"[^%s\r\n]*" % separator)  # noqa: UP031
    at, cells = 0, list[Cell]()
    while at <= len(source):
        if found := quoted.match(source, at):
            cells.append(Cell(found[1].replace('""', '"'), found.start(1), found[1], _CSV_SIGN))
        elif source[at : at + 1] == '"' and not re.compile(r'"[^"\n]*"').match(source, at):
            raise TableError("table_quote_open", path=path, **position(source, at)._asdict())
        else:
            found = plain.match(source, at)
            assert found is not None  # it may match nothing
            cells.append(Cell(found[0], at, found[0]))
        at = found.end()
        if source.startswith(separator, at):
            at += 1
            continue
        yield cells
        cells = []
        at += 2 if source.startswith("\r\n", at) else 1


# JSON ------------------------------------------------------------------------------------------------------------------------


class _Reading(NamedTuple):
    source: str
    path: str

    def wrong(self, at: int, code: str = "table_json_broken") -> TableError:
        return TableError(code, path=self.path, **position(self.source, at)._asdict())

    def past(self, at: int, sign: str) -> int:
        """The place behind that sign, which must stand at `at` or behind white space."""
        at = self.skip(at)
        if not self.source.startswith(sign, at):
            raise self.wrong(at)
        return at + 1

    def skip(self, at: int) -> int:
        found = _SPACE.match(self.source, at)
        return found.end() if found else at

    def key(self, at: int) -> tuple[str, int]:
        at = self.past(at, '"')
        try:
            name, end = scanstring(self.source, at, True)  # noqa: FBT003 - its own signature
        except ValueError:
            raise self.wrong(at - 1) from None
        return str(name), self.past(end, ":")

    def value(self, at: int) -> tuple[str, int]:
        """The value that stands there, as it is shown in a cell, and the place behind it."""
        try:
            value, end = json.JSONDecoder().raw_decode(self.source, self.skip(at))
            return _plain(value), end
        except (ValueError, RecursionError) as error:
            raise self.wrong(getattr(error, "pos", at)) from None


def _json_table(source: str, path: str) -> Table:
    reading = _Reading(source, path)
    at = reading.skip(0)
    if source[at] == "{":  # {"cards": [...]}: the first list in it
        at = _list_within(reading, at + 1)
    rows: list[Row] = []
    at = reading.skip(at + 1)
    while not source.startswith("]", at):
        if not source.startswith("{", at):
            raise reading.wrong(at, "table_json_no_object")
        row, at = _object(reading, at)
        rows.append(row)
        at = reading.skip(at)
        if not source.startswith("]", at):
            at = reading.skip(reading.past(at, ","))
    if not rows:
        raise TableError("table_empty", path=path)
    headings = dict.fromkeys(heading for row in rows for heading in row.cells)
    return Table(path, source, tuple(headings), tuple(rows))


def _list_within(reading: _Reading, at: int) -> int:
    at = reading.skip(at)
    while not reading.source.startswith("}", at):
        _, at = reading.key(at)
        at = reading.skip(at)
        if reading.source.startswith("[", at):
            return at
        _, at = reading.value(at)
        at = reading.skip(at)
        if reading.source.startswith(",", at):
            at += 1
    raise reading.wrong(at, "table_json_no_object")


def _object(reading: _Reading, start: int) -> tuple[Row, int]:
    cells: dict[str, Cell] = {}
    at = reading.skip(start + 1)
    while not reading.source.startswith("}", at):
        name, at = reading.key(at)
        begin = reading.skip(at)
        value, at = reading.value(begin)
        if reading.source.startswith('"', begin):
            cells[name] = _stripped(Cell(value, begin + 1, reading.source[begin + 1 : at - 1], _JSON_SIGN))
        else:
            cells[name] = Cell(value, begin)
        at = reading.skip(at)
        if not reading.source.startswith("}", at):
            at = reading.past(at, ",")
    return Row(cells, start), at + 1


def _plain(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        between = "\n" if any(isinstance(part, str) and len(part) > 20 for part in value) else _LISTED
        return between.join(_plain(part) for part in value)
    if isinstance(value, bool | int | float):
        return str(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
