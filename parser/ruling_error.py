"""What is wrong with a ruling, and where: the line is drawn with a caret below the place."""

import unicodedata

from headjudge.kb.clause import HeadjudgeError
from headjudge.parser.board import Place

SHOWN = 72
"""How many characters of a long line are drawn around the place."""


class RulingError(HeadjudgeError):
    """A ruling that cannot be read. `facts` always have `line`, `column` (from 1) and `drawing`."""

    @property
    def place(self) -> Place:
        """Where the fault is."""
        return Place(int(str(self.facts["line"])), int(str(self.facts["column"])))


class RulingSyntaxError(RulingError):
    """The words are not put together as the language wants.

    `facts` of code `ruling_unexpected` also have `found`, `expected_zh`, `expected_en` and `nearest` (empty if none is near).
    """


class UnknownCardError(RulingError):
    """A card is named that the ruling does not describe, or that its card files do not have or have several times."""


class ContradictionError(RulingError):
    """The ruling says two different things of the same matter, or something that cannot be."""


class Source:
    """The text of a ruling, kept to draw the place of a fault."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")

    def error(self, kind: type[RulingError], code: str, place: Place, **facts: object) -> RulingError:
        """An error of that kind, its place drawn."""
        return kind(code, line=place.line, column=place.column, drawing=self.draw(place), **facts)

    def draw(self, place: Place) -> str:
        r"""The line of a place and a caret below it; a full-width character is two columns wide.

        >>> Source("甲 生命 十").draw(Place(1, 6)).split("\n")
        ['甲 生命 十', '\u3000 \u3000\u3000 ^']
        """
        line = self._lines[place.line - 1] if 0 < place.line <= len(self._lines) else ""
        at = max(0, place.column - 1)
        start = max(0, at - SHOWN // 2)
        shown = "".join(char if char.isprintable() else " " for char in line[start : start + SHOWN])
        blank = "".join("\u3000" if unicodedata.east_asian_width(char) in "WF" else " " for char in shown[: at - start])
        return f"{shown}\n{blank}^"
