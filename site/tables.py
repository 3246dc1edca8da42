"""The tables of a ruling: what lies in front of each player, in pieces of which the boards of a line share most."""

import json
from collections.abc import Iterator

from headjudge.simulator.pictures import Piece
from headjudge.simulator.picturing import Picturing, Tellers
from headjudge.simulator.state import Board


class Tables:
    """The tables of one ruling. Equal pieces are kept once; a table is the numbers of its pieces, in the order of the
    game's slots."""

    def __init__(self, picturing: Picturing) -> None:
        self._picturing = picturing
        self.pieces: list[Piece] = []
        self.tables: list[list[int]] = []
        self._numbers: dict[str, int] = {}
        self._marks: list[dict[str, object]] = []
        self._places: dict[tuple[int, ...], int] = {}

    def add(self, board: Board, tellers: Tellers) -> int:
        """The number of the table that the board is."""
        pieces = self._picturing.pieces(board, tellers)
        table = [self._piece(piece) for piece in pieces]
        place = self._places.get(tuple(table))
        if place is None:
            place = self._places[tuple(table)] = len(self.tables)
            self.tables.append(table)
            self._marks.append(dict(_marks(pieces)))
        return place

    def changed(self, before: int, after: int) -> list[str]:
        """The marks of everything that is otherwise on the second table than on the first, or was not there."""
        had = self._marks[before]
        return [mark for mark, value in self._marks[after].items() if had.get(mark) != value]

    def _piece(self, piece: Piece) -> int:
        key = json.dumps(piece, ensure_ascii=False)
        if key not in self._numbers:
            self._numbers[key] = len(self.pieces)
            self.pieces.append(piece)
        return self._numbers[key]


def _marks(pieces: list[Piece]) -> Iterator[tuple[str, object]]:
    """What everything that may be marked looks like on a table: a card by how it lies and where, a number by its value."""
    for piece in pieces:
        for number in piece.get("numbers", ()):
            yield number["mark"], number["value"]
        for card in piece.get("cards", ()):
            for mark in card["marks"]:
                yield mark, {**card, "marks": [], "times": 1, "zone": (piece["what"], piece["player"])}
