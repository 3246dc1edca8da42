"""The vocabulary that every part shares: clauses, their places in a text, and the references between them."""

from enum import StrEnum
from typing import NewType

from headjudge.kb.errors import HeadjudgeError as HeadjudgeError  # part of the vocabulary: imported from here
from headjudge.parser.named import NamedTuple

ClauseKey = NewType("ClauseKey", str)
"""A clause's key within one edition: its number with spaces and full-width forms folded (`10.5.3`), a step below it
(`2.6.1/②`), or the place of an unnumbered node among its siblings (`2.16.1/1`)."""

ClauseId = NewType("ClauseId", str)
"""A clause named outside its edition: `palworld:10.5.3`, or `palworld@2026-07:10.5.3` for one edition."""


class Kind(StrEnum):
    """What a node of a rulebook is."""

    DOCUMENT = "document"
    CHAPTER = "chapter"
    SECTION = "section"
    CLAUSE = "clause"
    STEP = "step"
    ITEM = "item"
    PARAGRAPH = "paragraph"
    EXAMPLE = "example"
    NOTE = "note"
    LEGEND = "legend"
    ROW = "row"
    CONTENTS = "contents"


class ReferenceKind(StrEnum):
    """How a text names another clause."""

    NUMBER = "number"
    RANGE = "range"
    LIST = "list"
    CHAPTER = "chapter"
    WILDCARD = "wildcard"
    TITLE = "title"
    STEP = "step"
    RELATIVE = "relative"
    EXTERNAL = "external"


class Status(StrEnum):
    """What became of a reference: exactly one reading (resolved), none (dangling), several (ambiguous), or elsewhere."""

    RESOLVED = "resolved"
    AMBIGUOUS = "ambiguous"
    DANGLING = "dangling"
    EXTERNAL = "external"


class Severity(StrEnum):
    """How much a problem of a rulebook matters."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Role(StrEnum):
    """What a run of source characters is to the node that it belongs to."""

    MARK = "mark"  # number, bullet, brackets: printed, but neither title nor text
    TITLE = "title"
    TEXT = "text"
    BLANK = "blank"  # white space, line ends, ruled lines


class Span(NamedTuple):
    """A run of characters of the source: `start` and `end` are offsets, `line` and `column` count from 1."""

    start: int
    end: int
    line: int
    column: int
    role: Role


class Reference(NamedTuple):
    """One mention of other clauses, with its exact words and every clause that they name.

    `start` and `end` are offsets into the text of the clause that says it (`Clause.text`, or its title where `in_title`).
    `targets` are the keys named, in the book's order; of an ambiguous one they are the candidates.
    `flow` is set where the words send the procedure there (`返回N`, `进入N`).
    """

    text: str
    kind: ReferenceKind
    start: int
    end: int
    targets: tuple[ClauseKey, ...]
    status: Status = Status.RESOLVED
    flow: bool = False
    in_title: bool = False


class Definition(NamedTuple):
    """A place where a text fixes the meaning of a word: `style` says by which form of words."""

    term: str
    style: str


class Clause(NamedTuple):
    """A node of a rulebook. `number` is as printed; `synthetic` says that the key was made up, the text having none."""

    key: ClauseKey
    kind: Kind
    number: str
    title: str
    text: str
    parent: ClauseKey | None
    depth: int
    spans: tuple[Span, ...]
    synthetic: bool = False
    references: tuple[Reference, ...] = ()
    definitions: tuple[Definition, ...] = ()

    @property
    def line(self) -> int:
        """The line of the source on which the node begins, from 1."""
        return self.spans[0].line if self.spans else 0


class Problem(NamedTuple):
    """A fault found in a rulebook: never dropped, always with a place. `facts` fill the words of the rule's message."""

    rule: str
    severity: Severity
    key: ClauseKey | None
    line: int
    column: int
    facts: tuple[tuple[str, str], ...] = ()


class Edition(NamedTuple):
    """One text of a game's rulebook. `own` means: in this project's own words, restating an official text."""

    game: str
    name: str
    language: str
    title: str
    own: bool
    effective: str
    restates: str = ""
