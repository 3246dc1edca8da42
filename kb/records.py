"""What the knowledge base answers with. NamedTuples: a look-up is so short that making dataclasses would cost half of it."""

from headjudge.parser.named import NamedTuple


class Brief(NamedTuple):
    """A clause in one line. `row` is its id in this database file; `id` is its name outside."""

    row: int
    id: str
    game: str
    edition: str
    key: str
    number: str
    kind: str
    title: str
    text: str
    depth: int

    @property
    def line(self) -> str:
        """Title or text, whichever the clause has, on one line."""
        return " ".join((self.title or self.text).split())

    def beginning(self, most: int) -> str:
        """At most so many characters of the line: of a long text only the beginning is looked at.

        >>> Brief(1, "", "", "", "1", "1", "clause", "", "One  card is drawn. " * 9, 2).beginning(15)
        'One card is dra'
        """
        words = self.title or self.text
        begun = " ".join(words[: 2 * most].split())
        return begun[:most] if len(begun) >= most or len(words) <= 2 * most else self.line[:most]


class EditionRecord(NamedTuple):
    """An installed edition. When none is named, that with the lowest `rank` in its game answers, of those in the language of the
    reader if there are any."""

    row: int
    game: str
    name: str
    language: str
    title: str
    own: bool
    effective: str
    restates: str
    dialect: str
    rank: int
    clauses: int
    """How many numbered clauses it has."""
    first: int
    """Its clauses have the rows from `first` to `last`, in the book's order."""
    last: int


class GameRecord(NamedTuple):
    """An installed game with its editions, the preferred one first."""

    game: str
    title_zh: str
    title_en: str
    editions: tuple[EditionRecord, ...]


class ReferenceRecord(NamedTuple):
    """A reference of a clause: its words, where they stand in the text (or title), and the clauses it names."""

    text: str
    kind: str
    status: str
    flow: bool
    in_title: bool
    start: int
    end: int
    targets: tuple[Brief, ...]


class MentionRecord(NamedTuple):
    """A defined term in a clause's text, with the clauses that define it."""

    word: str
    start: int
    end: int
    defined_by: tuple[str, ...]
    """Keys, in the book's order."""


class RulingRecord(NamedTuple):
    """A ruling that rests on the clause or executes it."""

    name: str
    title: str
    executes: bool
    cites: bool = True


class ClauseView(NamedTuple):
    """A clause in context."""

    brief: Brief
    path: tuple[Brief, ...]
    """The clauses above it, the chapter first."""
    children: tuple[Brief, ...]
    references: tuple[ReferenceRecord, ...]
    cited_by: tuple[Brief, ...]
    mentions: tuple[MentionRecord, ...]
    defines: tuple[str, ...]
    rulings: tuple[RulingRecord, ...]
    previous: Brief | None
    next: Brief | None
    edition: EditionRecord
