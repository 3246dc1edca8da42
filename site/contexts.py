"""What the templates are given: one frozen context a page, every link already made, all text plain."""

from enum import StrEnum
from typing import ClassVar

from headjudge.parser.named import NamedTuple
from headjudge.parser.values import dataclass


class Words(NamedTuple):
    """The same words in the two languages of the interface."""

    zh: str
    en: str


class PieceKind(StrEnum):
    """What a run of a clause's text is."""

    __hash__ = str.__hash__  # that of enumerations is written in Python, and is asked for with every mark of a text

    PLAIN = "plain"
    REFERENCE = "reference"
    FLOW = "flow"  # a reference that sends the procedure there
    UNLINKED = "unlinked"  # a reference that names nothing in this rulebook, or several things
    EXTERNAL = "external"  # a reference to another document
    TERM = "term"
    DEFINITION = "definition"  # the term that this clause defines


class Piece(NamedTuple):
    """A run of text. `previews` are the hrefs of the clauses to show on hover, '' where the link's own target is shown."""

    kind: PieceKind
    text: str
    href: str = ""
    previews: str = ""


Passage = tuple[tuple[Piece, ...], ...]
"""A text: its paragraphs, each a row of pieces."""


class Link(NamedTuple):
    """A clause, page or term by its name. `number` is '' where it has none; `previews` as in a piece; `current` marks the page
    that the link stands on; `said` is the name of the words for a page that the interface names ('' for all others)."""

    text: str
    href: str
    number: str = ""
    previews: str = ""
    current: bool = False
    said: str = ""


class ClauseRulings(NamedTuple):
    """The rulings about a clause: how many cite it, the first of them, how many run through it, and the way to those."""

    citing: int
    first: tuple[Link, ...]
    running: int
    all: str


class Entry(NamedTuple):
    """A clause as it is set on a page; title and passage are HTML as files hold it. `level` counts from 1 for what stands right
    below the page's own clause; `permalink` is the way to the clause's own small page."""

    anchor: str
    permalink: str
    kind: str
    number: str
    label: str
    level: int
    title: bytes
    passage: bytes
    cites: tuple[Link, ...]
    cited_by: tuple[Link, ...]
    rulings: ClauseRulings | None = None


class Run(NamedTuple):
    """Neighbours of one kind; those of a list (items, legends, rows) are set as one."""

    kind: str
    is_list: bool
    level: int
    entries: tuple[Entry, ...]


class Preview(NamedTuple):
    """What is shown of a clause where another one cites it; trail, title and passage are HTML, title and passage as files hold
    it."""

    href: str
    number: str
    trail: str
    title: bytes
    passage: bytes
    below: tuple[Link, ...]
    more: int


class Room(NamedTuple):
    """An entry of a rulebook's navigation: the place that it leads to (also the name of its words in `templates/words*.toml`)
    and its path from the root of the site."""

    place: str
    path: str
    first: bool = False
    """Whether it stands in the bar itself; the others are in its menu."""


@dataclass(frozen=True, slots=True)
class Edition:
    """What a reader must know of the text in front of him. `contents`, `glossary` and `index` (what the search box loads) are
    hrefs from the root of the site."""

    game: Words
    title: str
    name: str
    effective: str
    language: str
    own: bool
    restates: str
    clauses: int
    contents: str
    glossary: str
    index: str
    terms: int
    rooms: tuple[Room, ...] = ()


@dataclass(frozen=True, slots=True)
class Frame:
    """What surrounds every page. `root` leads to the root of the site; `edition` is None outside a rulebook."""

    title: str
    language: str
    root: str
    edition: Edition | None
    searched: tuple[Edition, ...]
    """Whose clauses the search box finds: those of this rulebook, or of all."""
    trail: tuple[Link, ...] = ()
    previous: Link | None = None
    next: Link | None = None
    up: Link | None = None
    place: str = ""
    """Which entry of the navigation the page is (`home`, `contents`, `terms`, `about`, the place of a room), `term` for the page
    of a term, or ''."""
    styles: tuple[str, ...] = ()
    """Style sheets in `static/` that this page needs beside the site's own."""
    scripts: tuple[str, ...] = ()
    """Scripts in `static/` that this page needs beside the site's own."""
    rooms: tuple[Room, ...] = ()
    """The entries of the navigation that belong to no rulebook."""
    description: str = ""
    """What a page that links here shows of this one, beside its title."""


class News(NamedTuple):
    """An edition that came into force or a ruling that was given, on a day (ISO)."""

    date: str
    game: Words
    link: Link


@dataclass(frozen=True, slots=True)
class HomePage:
    """All games, and what happened last."""

    template: ClassVar = "home.html"
    frame: Frame
    editions: tuple[Edition, ...]
    news: tuple[News, ...] = ()


@dataclass(frozen=True, slots=True)
class AboutPage:
    """What the site is, which texts it shows, and how to link to them."""

    template: ClassVar = "about.html"
    frame: Frame
    editions: tuple[Edition, ...]
    version: str


class ContentsLine(NamedTuple):
    """A section in a list of contents; `level` counts from 1 below the chapter."""

    level: int
    link: Link


class ContentsGroup(NamedTuple):
    """A chapter with all sections below it."""

    chapter: Link
    lines: tuple[ContentsLine, ...]


@dataclass(frozen=True, slots=True)
class ContentsPage:
    """The contents of a rulebook, and those of its clauses that stand outside of any chapter."""

    template: ClassVar = "contents.html"
    frame: Frame
    groups: tuple[ContentsGroup, ...]
    runs: tuple[Run, ...]
    parts: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class ClausePage:
    """A chapter or section with everything under it that has no page of its own."""

    template: ClassVar = "clause.html"
    frame: Frame
    anchor: str
    permalink: str
    number: str
    label: str
    title: bytes
    passage: bytes
    cites: tuple[Link, ...]
    cited_by: tuple[Link, ...]
    rulings: ClauseRulings | None
    runs: tuple[Run, ...]
    sections: tuple[Link, ...]
    near: tuple[Link, ...]
    """The pages beside this one, itself among them."""
    parts: tuple[Link, ...] = ()
    """The files that the page is cut into because it would be too heavy."""


@dataclass(frozen=True, slots=True)
class ClauseSheet:
    """The same as its template takes it: everything but the frame is HTML."""

    template: ClassVar = "clause.html"
    frame: Frame
    trail: str
    anchor: str
    permalink: str
    number: str
    label: str
    title: str
    links: str
    passage: str
    parts: str
    runs: str
    sections: str
    near: str


@dataclass(frozen=True, slots=True)
class TermPage:
    """A defined term: the clauses that define it, whole, and those that use it, a line each; both in HTML as files hold it."""

    template: ClassVar = "term.html"
    frame: Frame
    term: str
    definitions: bytes
    used_in: bytes
    parts: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class TermSheet:
    """The same as its template takes it."""

    template: ClassVar = "term.html"
    frame: Frame
    term: str
    definitions: str
    used_in: str
    parts: tuple[Link, ...] = ()


class PermalinkPage(NamedTuple):
    """One clause: the way down to it, and all that is said of it, in HTML as files hold it. The frame is the same for all of a
    rulebook, but for the title and the description."""

    frame: Frame
    title: str
    description: str
    trail: bytes
    content: bytes

    @property
    def template(self) -> str:
        """The template of its sheet."""
        return PermalinkSheet.template


@dataclass(frozen=True, slots=True)
class PermalinkSheet:
    """The same as its template takes it."""

    template: ClassVar = "permalink.html"
    frame: Frame
    trail: str
    content: str


class TermGroup(NamedTuple):
    """The terms first defined in one chapter."""

    chapter: Link
    terms: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class TermsPage:
    """All defined terms of a rulebook."""

    template: ClassVar = "terms.html"
    frame: Frame
    groups: tuple[TermGroup, ...]
    total: int
    parts: tuple[Link, ...] = ()
