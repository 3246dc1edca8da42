"""What the site is made from: every rulebook that it publishes, loaded once, each with its place on the site."""

import sqlite3
from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import ClassVar, Protocol

from headjudge.kb.lookup import Brief
from headjudge.parser.named import NamedTuple
from headjudge.parser.values import dataclass
from headjudge.site.atlas import Atlas
from headjudge.site.book import Book
from headjudge.site.casebook import Casebook
from headjudge.site.contexts import Edition, Frame, PermalinkPage
from headjudge.site.forms import encoded
from headjudge.site.workshop import WordsOfErrors, no_words


class Page(Protocol):
    """The context of a page: the template that it fills, and what surrounds it."""

    template: ClassVar[str]

    @property
    def frame(self) -> Frame:
        """Title, language, edition and the ways on from here."""


class Deferred(NamedTuple):
    """A file that need not be made again while what it is made from is the same: the clauses that it asks the atlas for as it is
    made, and beside those what `also` tells apart."""

    atlas: Atlas
    make: Callable[[], Page | PermalinkPage | str]
    also: str = ""
    place: int = 0
    """The row of the clause that it is about: what is about neighbours has much in common."""


class Wanted:
    """Which files of a family are to be made: those which do not stay. If the same files as before are in it, `few` are they."""

    def __init__(self, stays: Container[str] = (), few: Set[str] | None = None) -> None:
        self._stays = stays
        self.few = few

    def __contains__(self, path: str) -> bool:
        return path not in self._stays


class Family(NamedTuple):
    """Many files that are made from clauses alone. Which there are follows from the frame of their rulebook (see `Faces`), from
    `also`, and from where its terms are used, if they say so; `files` gives those that are wanted."""

    atlas: Atlas
    files: Callable[[Wanted], Iterator[tuple[str, Deferred]]]
    also: str = ""


class ByClause(NamedTuple):
    """A file with a line for each of these clauses, between a first and a last line (`around`). A line is made from what its
    clause says and from what no clause says (see `Faces`), and those two from the latter and what the clauses with the rows
    `named` say."""

    atlas: Atlas
    clauses: Sequence[Brief]
    line: Callable[[Brief], str]
    around: Callable[[], tuple[str, str]]
    also: str = ""
    place: int = 0
    named: Collection[int] = ()

    def content(self, older: bytes = b"", said: Set[int] = frozenset()) -> bytes:
        """The file. Of an `older` one with lines for the same clauses all stay but those of the clauses with the rows `said`."""
        many = len(self.clauses)
        if older and older.count(b"\n") == many + 2:
            lines = {place: self.line(brief) for place, brief in enumerate(self.clauses, 1) if brief.row in said}
            if not said.isdisjoint(self.named):
                lines[0], lines[many + 1] = self.around()
            return mended(older, {place: encoded(line) for place, line in lines.items()})
        first, last = self.around()
        between = ",\n".join(map(self.line, self.clauses))
        return encoded(f"{first}\n{between}\n{last}\n")


def mended(older: bytes, lines: Mapping[int, bytes]) -> bytes:
    """The file with other lines at these places; a comma at the end of one stays. What lies between is not looked into: JSON has
    no line end inside of anything.

    >>> mended(b"[\\n1,\\n2,\\n3\\n]\\n", {1: b"one", 3: b"three"})
    b'[\\none,\\n2,\\nthree\\n]\\n'
    """
    pieces: list[bytes | memoryview] = []
    whole, taken = memoryview(older), 0
    place = start = 0
    for wanted, line in sorted(lines.items()):
        for _ in range(wanted - place):
            start = older.index(b"\n", start) + 1
        end = older.index(b"\n", start)
        pieces += whole[taken:start], line
        place, taken = wanted, end - (older[end - 1 : end] == b",")
    return b"".join([*pieces, whole[taken:]])


class Notice(NamedTuple):
    """A text for programs: the template that it fills, and what with."""

    template: str
    values: Mapping[str, object]


class Standalone(NamedTuple):
    """A file that is made from no rulebook, but from what `also` tells apart alone."""

    make: Callable[[], str | bytes]
    also: str


PutOff = Deferred | ByClause | Standalone
"""A file that need not be made again while what it is made from is the same."""
Files = Iterator[tuple[str, Page | Notice | str | bytes | PutOff]]
"""Files of the site with their paths from its root; a page is still to be rendered."""
Families = Iterator[tuple[str, Page | Notice | str | bytes | PutOff | Family]]
"""The same, and families of files, each with the path of its folder."""


def made(file: Page | Notice | str | bytes | PutOff) -> Page | PermalinkPage | Notice | str | bytes:
    """The file, made if that was put off."""
    if isinstance(file, ByClause):
        return file.content()
    return file.make() if isinstance(file, Deferred | Standalone) else file


class Volume(NamedTuple):
    """A rulebook, where everything in it stands, and what its pages say about it."""

    book: Book
    atlas: Atlas
    edition: Edition


@dataclass(frozen=True, slots=True)
class Library:
    """The knowledge base that is published, its rulebooks in order, the simplified form of each traditional character, and the
    rulings of each game. `cache` is a folder for what need not be worked out again by the next build, `messages` gives the words
    of errors by their codes, in each language."""

    db: sqlite3.Connection
    volumes: tuple[Volume, ...]
    variants: dict[str, str]
    cases: dict[str, Casebook]
    cache: Path | None = None
    messages: WordsOfErrors = no_words

    @property
    def editions(self) -> tuple[Edition, ...]:
        """What is said about each rulebook."""
        return tuple(volume.edition for volume in self.volumes)
