"""Card files: a table with a heading line, TSV or CSV, a card a line -> cards by number and name."""

import csv
import io
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType

from headjudge.kb.clause import HeadjudgeError
from headjudge.parser.board import Card, CardName, Word
from headjudge.parser.decode import read_text
from headjudge.parser.ruling_vocabulary import vocabulary

NUMBERS = ("power", "strike", "cost")
TRAITS = ("colour", "element", "work", "icon")

_SEPARATORS = re.compile(r"[|｜/、，,;；]")
_LINE = re.compile(r"\\n|\n|<br\s*/?>")
_BIGGEST_FIELD = 1 << 20


class CardFileError(HeadjudgeError):
    """A card file that cannot be used: no heading line, no column of names, or a line that does not fit; with its line."""


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

    >>> file = read_cards("编号\\t名称\\t种类\\t战斗力\\t文本\\nT-01\\t疾风\\t帕鲁\\t500\\t勇敢300\\\\n【登场时】抽1张牌。")
    >>> card = file.find("疾")
    >>> card.kind, card.numbers, card.text
    ('pal', (('power', 500),), ('勇敢300', '【登场时】抽1张牌。'))
    """
    rows = list(_rows(text.removeprefix("\ufeff"), path))
    if not rows:
        raise CardFileError("card_file_empty", path=path)
    heading = [_column(cell) for cell in rows[0][1]]
    if "name" not in heading:
        raise CardFileError("card_file_without_names", path=path, heading=" ".join(rows[0][1])[:120])
    cards = []
    for line, cells in rows[1:]:
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) > len(heading):
            raise CardFileError("card_file_too_many_cells", path=path, line=line, cells=len(cells), columns=len(heading))
        row = {column: cell.strip() for column, cell in zip(heading, cells, strict=False) if column}
        cards.append(_card(row, path, line))
    return CardFile(path, tuple(cards))


def _rows(text: str, path: str) -> Iterator[tuple[int, list[str]]]:
    """The lines of the table with their line numbers. Quotes mean something in CSV only: a card text may begin with one."""
    first = text.split("\n", 1)[0]
    if "\t" in first:
        for line, row in enumerate(text.split("\n"), 1):
            yield line, row.rstrip("\r").split("\t")
        return
    csv.field_size_limit(_BIGGEST_FIELD)
    reader = csv.reader(io.StringIO(text), delimiter=";" if ";" in first and "," not in first else ",")
    try:
        for cells in reader:
            yield reader.line_num, cells
    except csv.Error as error:
        raise CardFileError("card_file_broken", path=path, line=reader.line_num, reason=str(error)) from error


@cache
def _columns() -> Mapping[str, str]:
    """Heading -> property, from the words file."""
    data = tomllib.loads((files("headjudge.parser") / "ruling_words.toml").read_text("utf-8"))
    return MappingProxyType(
        {_key(heading): column for column, words in data["columns"].items() for spelled in words.values() for heading in spelled}
    )


def _column(heading: str) -> str:
    return _columns().get(_key(heading), "")


def _card(row: Mapping[str, str], path: str, line: int) -> Card:
    if not row.get("name"):
        raise CardFileError("card_file_nameless", path=path, line=line)
    return Card(
        name=CardName(row["name"]),
        kind=_word("KIND", row.get("kind", "")),
        numbers=tuple(_numbers(row, path, line)),
        traits=tuple(_traits(row)),
        text=tuple(filter(None, (part.strip() for part in _LINE.split(row.get("text", ""))))),
        number=row.get("number", ""),
        file=path,
    )


def _word(terminal: str, written: str) -> Word | None:
    """A word of the language, or the written one if the language does not know it: a game may."""
    if not written:
        return None
    known = [entry.identifier for entry in vocabulary().entries(written) if entry.terminal == terminal]
    return Word(known[0] if known else written.lower())


def _numbers(row: Mapping[str, str], path: str, line: int) -> Iterator[tuple[Word, int]]:
    for column in NUMBERS:
        written = row.get(column, "")
        if written in ("", "-", "–"):
            continue
        if not re.fullmatch(r"[-+]?\d{1,9}", written):
            raise CardFileError("card_file_not_a_number", path=path, line=line, column=column, found=written[:40])
        yield Word(column), int(written)


def _traits(row: Mapping[str, str]) -> Iterator[tuple[Word, Word]]:
    for column in TRAITS:
        for written in filter(None, (value.strip() for value in _SEPARATORS.split(row.get(column, "")))):
            known = _word("TRAIT", written)
            what, _, which = str(known).partition("/")
            yield Word(column), Word(which if what == column else written.lower())
