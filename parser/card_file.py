"""Card files: a table (TSV, CSV or JSON), a card a row -> cards by number and name."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from headjudge.kb.clause import HeadjudgeError
from headjudge.parser.board import Card, CardName, Word
from headjudge.parser.decode import read_text
from headjudge.parser.named import NamedTuple
from headjudge.parser.packaged import files
from headjudge.parser.ruling_vocabulary import vocabulary
from headjudge.parser.table import Cell, Row, Table, read_table

NUMBERS = ("power", "strike", "cost")
TRAITS = ("colour", "element", "work", "icon")

_SEPARATORS = re.compile(r"[|｜/、，,;；]")
_LINE = re.compile(r"\\n|\n|<br\s*/?>")
_NO_NUMBER = ("", "-", "–", "—")


class CardFileError(HeadjudgeError):
    """A card file that cannot be used: no column of names, or a row that does not fit; with its place."""


class AmbiguousCardError(HeadjudgeError):
    """A name that fits several cards of a file; the fitting ones are listed."""


@dataclass(frozen=True, slots=True)
class CardFile:
    """The cards of a file, in its order."""

    path: str
    cards: tuple[Card, ...]

    def find(self, wanted: str) -> Card | None:
        """The card meant by a number, a name, or a part of either that fits one card only; None if nothing fits.

        A whole number or name beats a part of one. Raises AmbiguousCardError if several fit equally well.
        """
        key = _key(wanted)
        if not key:
            return None
        for fits in (_is_number, _is_name, _ends_number, _is_in_name):
            found = [card for card in self.cards if fits(card, key)]
            if len(found) > 1:
                listed = ", ".join(f"{card.number} {card.name}".strip() for card in found[:8])
                raise AmbiguousCardError("ambiguous_card", name=wanted, cards=listed, path=self.path)
            if found:
                return found[0]
        return None


def _key(words: str) -> str:
    return "".join(words.lower().split())


def _is_number(card: Card, key: str) -> bool:
    return _key(card.number) == key


def _is_name(card: Card, key: str) -> bool:
    return _key(card.name) == key


def _ends_number(card: Card, key: str) -> bool:
    """`074` for BP01-074: whole figures only, so that 4 is not 074."""
    return bool(re.search(rf"[^0-9a-z]{re.escape(key)}$", _key(card.number)))


def _is_in_name(card: Card, key: str) -> bool:
    return key in _key(card.name)


def read_card_file(path: Path, *, shown: str = "") -> CardFile:
    """The cards of a file; `shown` is its name in errors and in `Card.file` if not the path itself.

    Raises CardFileError, or what `decode.read_text` raises for a file that cannot be read.
    """
    return read_cards(read_text(path), shown or str(path))


def read_cards(text: str, path: str = "-") -> CardFile:
    """The cards of a table in a text. The heading names the columns, in any order; unknown columns are passed over.

    Raises TableError for what is no table, and CardFileError for the first thing in it that is wrong.

    >>> file = read_cards("编号\\t名称\\t种类\\t战斗力\\t文本\\nT-01\\t疾风\\t帕鲁\\t500\\t勇敢300\\\\n【登场时】抽1张牌。")
    >>> card = file.find("疾")
    >>> card.kind, card.numbers, card.text
    ('pal', (('power', 500),), ('勇敢300', '【登场时】抽1张牌。'))
    """
    sheet = read_sheet(text, path)
    for problem in sheet.problems:
        raise problem
    return CardFile(path, tuple(printed.card for printed in sheet.cards))


class Printed(NamedTuple):
    """A card of a file with the place of its row, its text as it stands there, its names in all languages, and what its other
    cells say: (property, heading, words), the property '' where the heading means nothing here."""

    card: Card
    start: int
    text: Cell
    names: tuple[str, ...]
    facts: tuple[tuple[str, str, str], ...]


class Sheet(NamedTuple):
    """The cards of a file, and everything that is wrong with its rows. A row without a name is left out."""

    table: Table
    columns: frozenset[str]
    """The properties that have a column."""
    cards: tuple[Printed, ...]
    problems: tuple[CardFileError, ...]


def read_sheet(text: str, path: str = "-") -> Sheet:
    """Every card of the table in a text, and every problem of its rows. Raises TableError, and CardFileError if no column has
    names."""
    table = read_table(text, path)
    columns = {heading: _column(heading) for heading in table.headings}
    if "name" not in columns.values():
        named = next((heading for heading in table.headings if _is_name_column(heading)), "")
        if not named:
            raise CardFileError("card_file_without_names", path=path, heading=" ".join(table.headings)[:120])
        columns[named] = "name"  # the first of those in several languages
    problems = [
        _problem(table, row.start, "card_file_too_many_cells", cells=cells, columns=len(table.headings))
        for row, cells in table.crowded
    ]
    cards = []
    for row in table.rows:
        printed, wrong = _printed(table, row, columns)
        problems += wrong
        if printed:
            cards.append(printed)
    problems.sort(key=lambda problem: (problem.facts["line"], problem.facts["column"]))
    return Sheet(table, frozenset(filter(None, columns.values())), tuple(cards), tuple(problems))


def _problem(table: Table, offset: int, code: str, **facts: object) -> CardFileError:
    return CardFileError(code, path=table.path, **table.position(offset)._asdict(), **facts)


@cache
def _columns() -> Mapping[str, str]:
    """Heading -> property, from the words file."""
    data = tomllib.loads((files("headjudge.parser") / "ruling_words.toml").read_text("utf-8"))
    return MappingProxyType(
        {_key(heading): column for column, words in data["columns"].items() for spelled in words.values() for heading in spelled}
    )


def _column(heading: str) -> str:
    return _columns().get(_key(heading), "")


@cache
def _name_words() -> tuple[str, ...]:
    data = tomllib.loads((files("headjudge.parser") / "table_words.toml").read_text("utf-8"))
    return tuple(data["names"]["words"])


def _is_name_column(heading: str) -> bool:
    """Whether a column that means nothing else has the cards' names in some language."""
    return not _column(heading) and any(word in _key(heading) for word in _name_words())


def _printed(table: Table, row: Row, columns: Mapping[str, str]) -> tuple[Printed | None, list[CardFileError]]:
    by_property = {columns[heading]: cell for heading, cell in reversed(row.cells.items()) if columns[heading]}
    values = {column: cell.text for column, cell in by_property.items()}
    if not values.get("name"):
        return None, [_problem(table, row.start, "card_file_nameless")]
    numbers: list[tuple[Word, int]] = []
    problems = []
    for column in NUMBERS:
        written = values.get(column, "")
        if re.fullmatch(r"[-+]?\d{1,9}", written):
            numbers.append((Word(column), int(written)))
        elif written not in _NO_NUMBER:
            place = by_property[column].start
            problems.append(_problem(table, place, "card_file_not_a_number", name=column, found=written[:40]))
    text = by_property.get("text", Cell("", row.start))
    card = Card(
        name=CardName(values["name"]),
        kind=_word("KIND", values.get("kind", "")),
        numbers=tuple(numbers),
        traits=tuple(_traits(values)),
        text=tuple(text_lines(text.text)),
        number=values.get("number", ""),
        file=table.path,
    )
    names = [card.name, *(cell.text for heading, cell in row.cells.items() if _is_name_column(heading))]
    shown = {id(by_property[column]) for column in ("number", "name", "text") if column in by_property}
    facts = tuple((columns[h], h, cell.text) for h, cell in row.cells.items() if cell.text and id(cell) not in shown)
    return Printed(card, row.start, text, tuple(dict.fromkeys(filter(None, names))), facts), problems


def text_lines(text: str) -> list[str]:
    """The lines of a card's text, however they are parted in the file.

    >>> text_lines("一。\\\\n二。<br>三。")
    ['一。', '二。', '三。']
    """
    return [part for line in _LINE.split(text) if (part := line.strip())]


def _word(terminal: str, written: str) -> Word | None:
    """A word of the language, or the written one if the language does not know it: a game may."""
    if not written:
        return None
    known = [entry.identifier for entry in vocabulary().entries(written) if entry.terminal == terminal]
    return Word(known[0] if known else written.lower())


def _traits(row: Mapping[str, str]) -> Iterator[tuple[Word, Word]]:
    for column in TRAITS:
        for written in filter(None, (value.strip() for value in _SEPARATORS.split(row.get(column, "")))):
            known = _word("TRAIT", written)
            what, _, which = str(known).partition("/")
            yield Word(column), Word(which if what == column else written.lower())
