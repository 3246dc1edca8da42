"""Where everything of a rulebook stands on the site: which page a clause is on, and the way there from another page."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import islice

from headjudge.kb.clause import Kind
from headjudge.kb.lookup import Brief
from headjudge.parser.named import NamedTuple
from headjudge.site.book import Book, Term
from headjudge.site.contexts import Link, Passage, Piece
from headjudge.site.names import Names, anchors, file_stem
from headjudge.site.paging import LIMIT, cuts
from headjudge.site.resting import FOLLOWED, NAMED, READ, USED, signs
from headjudge.site.weights import weights_of

CHROME_IDS = ("content", "nav-site", "nav-trail", "nav-near", "nav-parts", "nav-pager", "live", "find")
"""Ids of the page around the rulebook's text: no clause gets one of them."""
RESERVED = ("lint", "editions", "coverage", "policies")
"""Pages of a rulebook that are not called after a clause."""
_UNSAFE = re.compile(r"[^\w.~/-]")
_SHOWN_TOGETHER = 8
"""How many clauses one preview shows at most: a wide range is better read on its page."""
_OWN_PAGE = (Kind.DOCUMENT, Kind.CHAPTER, Kind.SECTION)


class Sheet(NamedTuple):
    """One of several files that a page is cut into, and what stands directly below the page's clause there, the first and the
    last of it."""

    path: str
    first: Brief
    last: Brief


class Atlas:
    """The places of one edition. Chapters and sections have a page of their own; any other clause stands on the page of the
    nearest one above it, and what has none above it on the contents page, which is the page of the document itself.

    Paths are counted from the root of the site; an href is that path as seen from the page `here`.
    """

    def __init__(self, book: Book, folder: str) -> None:
        self.folder = folder
        self.contents = f"{folder}/index.html"
        self.glossary = f"{folder}/terms.html"
        self.index = f"{folder}/search.js"
        self.pages: list[Brief] = []
        """The clauses with a page of their own, in the book's order, the document itself left out."""
        self._rows = [book.root.row, *(brief.row for brief in book.clauses)]
        self._page = {book.root.row: book.root}
        self._path = {book.root.row: self.contents}
        self._ways: dict[str, dict[int, str]] = {}
        """The ways to clauses from each folder, as they are asked for."""
        self._targets: dict[int, str] = {}
        """Where they lead, seen from the root of the site."""
        self.passages: dict[tuple[int, str], Passage] = {}
        """The texts as they are seen from a folder: `passage_of` makes each once, for its page, its previews and its own page."""
        self.marks: dict[tuple[int, str], Piece] = {}
        """The marks of terms as they are seen from a folder."""
        self.wordings: dict[int, str] = {}
        """The same as HTML (`wording.py`)."""
        self.lines: dict[int, bytes] = {}
        """The clauses as lines of lists, as they are seen from the folders in the rulebook's own (`lines.py`)."""
        self.linked: dict[int, tuple[bytes, bytes, bytes]] = {}
        """What such lines are made of."""
        self.ways: dict[tuple[int, str], str] = {}
        """The ways down to the clauses below one, as they are seen from a folder (`clauses.preview`)."""
        self.read: set[int] = set()
        """The clauses whose words a page shows: whoever makes pages empties it before each, and so the next three."""
        self.named: set[int] = set()
        """The clauses that it names in a line (`line_of`)."""
        self.followed: set[int] = set()
        """The clauses whose links (with those of all below them) it shows."""
        self.used: set[int] = set()
        """The terms of which it says where they are used."""
        self.links: dict[tuple[str, int, str], Link] = {}
        """The links to clauses as they are seen from a folder: `clauses.py` makes each once."""
        reserved = [f"{folder}/{name}" for name in ("index", "terms", *RESERVED)]
        self._taken, self._owns = Names(reserved), Names()
        rows, keys = self._rows[1:], [brief.key for brief in book.clauses]
        self._anchor: dict[int, str] = dict(zip(rows, Names(CHROME_IDS).take_all(anchors(keys)), strict=True))
        parents = book.parents
        for brief in book.clauses:
            if brief.kind in _OWN_PAGE:
                self._page[brief.row] = brief
                self._path[brief.row] = f"{self._taken.take(f'{folder}/{file_stem(brief.key)}')}.html"
                self.pages.append(brief)
            else:
                self._page[brief.row] = self._page[parents[brief.row].row]
        stems = [*map(file_stem, keys)]
        # a number is the name of its clause, whatever else would be called so (`/1` before chapter `1`)
        same = [place for place, key in enumerate(keys) if stems[place] == key]
        first = same if len(same) == len(keys) else [*same, *(place for place, key in enumerate(keys) if stems[place] != key)]
        names = self._owns.take_all([stems[place] for place in first])
        self._own: dict[int, str] = {rows[place]: f"{folder}/c/{name}" for place, name in zip(first, names, strict=True)}
        self._files: dict[tuple[str, int], list[str]] = {}
        self._place: dict[int, str] = {}
        self._sheets = dict(self._cut(book))
        terms = self._taken.take_all([f"{folder}/term/{file_stem(word)}" for _, word in book.stored.terms])
        self._term: dict[int, str] = {row: f"{path}.html" for (row, _), path in zip(book.stored.terms, terms, strict=True)}

    def places(self) -> tuple[object, ...]:
        """What tells where everything stands, as plain data, beside which clauses and terms there are."""
        return self.folder, self._place

    @cached_property
    def _signs(self) -> tuple[tuple[Callable[[int], str], set[int]], ...]:
        """What gives the sign of a clause or a term, and the set of those that were asked for, kind by kind."""
        kinds = (
            (READ, self._rows, self.read),
            (NAMED, self._rows, self.named),
            (FOLLOWED, self._rows, self.followed),
            (USED, self._term, self.used),
        )
        return tuple((dict(zip(rows, signs(kind, len(rows)), strict=True)).__getitem__, asked) for kind, rows, asked in kinds)

    def rests_on(self) -> str:
        """What was asked for since it was last asked, as `resting.py` has it."""
        found: list[str] = []
        for sign, asked in self._signs:
            found += map(sign, asked)
            asked.clear()
        return "".join(found)

    def forget(self) -> None:
        """Forgets what was asked for."""
        self.read.clear()
        self.named.clear()
        self.followed.clear()
        self.used.clear()

    def page_of(self, brief: Brief) -> Brief:
        """The chapter or section (or the document) on whose page the clause stands."""
        return self._page[brief.row]

    def path(self, brief: Brief) -> str:
        """The file that the clause is in."""
        return self._place.get(brief.row) or self._path[self._page[brief.row].row]

    def sheets(self, page: Brief) -> tuple[Sheet, ...]:
        """The files that a page with too much on it is cut into, itself the first; none if it is whole."""
        return self._sheets.get(page.row, ())

    def files_of(self, path: str, many: int) -> list[str]:
        """The files of a page that is cut into so many, of which the first is called as if it were whole."""
        if (path, many) not in self._files:
            stem = path.removesuffix(".html")
            further = (self._taken.take(f"{stem}-{place}") for place in range(2, many + 1))
            self._files[path, many] = [path, *(f"{name}.html" for name in further)]
        return self._files[path, many]

    def _cut(self, book: Book) -> Iterator[tuple[int, tuple[Sheet, ...]]]:
        """The pages that are cut, and where: never inside of what stands directly below the page's clause."""
        page_of, parents = self._page, book.parents
        pages = [page_of[brief.row].row for brief in book.clauses]
        weighing = weights_of(book.stored, book.packed.mentions)
        whole: defaultdict[int, int] = defaultdict(int)
        for page, weight in zip(pages, weighing, strict=True):
            whole[page] += weight
        heavy = {page for page, weight in whole.items() if weight > LIMIT}
        heads: dict[int, Brief] = {}
        weights: defaultdict[int, dict[int, int]] = defaultdict(dict)
        for brief, page, weight in zip(book.clauses, pages, weighing, strict=True):
            if page in heavy and page != brief.row:
                parent = parents[brief.row].row
                head = heads[brief.row] = brief if parent == page else heads[parent]
                below = weights[page]
                below[head.row] = below.get(head.row, 0) + weight
        firsts: dict[int, str] = {}
        for row, below in weights.items():
            shares = cuts([*below.values()])
            if len(shares) > 1:
                paths = self.files_of(self._path[row], len(shares))
                rows = [*below]
                for path, share in zip(paths, shares, strict=True):
                    firsts |= dict.fromkeys(rows[share.start : share.stop], path)
                yield (
                    row,
                    tuple(
                        Sheet(path, heads[rows[share.start]], heads[rows[share[-1]]])
                        for path, share in zip(paths, shares, strict=True)
                    ),
                )
        self._place = {row: firsts[head.row] for row, head in heads.items() if head.row in firsts}

    def own(self, brief: Brief, ending: str = ".html") -> str:
        """The clause's own small page, or another file about it alone."""
        return self._own[brief.row] + ending

    def gone(self, key: str) -> str:
        """A page for a number that only an older edition has."""
        return f"{self.folder}/c/{self._owns.take(file_stem(key))}.html"

    def anchor(self, brief: Brief) -> str:
        """The clause's id on its page."""
        return self._anchor[brief.row]

    def href(self, brief: Brief, here: str) -> str:
        """The way to the clause: to the page itself where it has its own."""
        folder = here[: here.rfind("/") + 1]
        ways = self._ways.get(folder)
        if ways is None:
            ways = self._ways[folder] = {}
        found = ways.get(brief.row)
        if found is None:
            found = ways[brief.row] = _way(self._targets.get(brief.row) or self._target(brief), folder)
        return found

    def _target(self, brief: Brief) -> str:
        path = self.path(brief)
        found = path if brief.kind in _OWN_PAGE else f"{path}#{_fragment(self._anchor[brief.row])}"
        self._targets[brief.row] = found
        return found

    def hrefs(self, briefs: Iterable[Brief], here: str) -> str:
        """The ways to the first few of those clauses, separated by spaces."""
        return " ".join(self.href(brief, here) for brief in islice(briefs, _SHOWN_TOGETHER))

    def term_path(self, term: Term) -> str:
        """The file of a term's page."""
        return self._term[term.row]


def previews_of(path: str) -> str:
    """The file with the previews of the clauses in that one.

    >>> previews_of("palworld/10.5.html")
    'palworld/10.5.preview.js'
    """
    return path.removesuffix(".html") + ".preview.js"


def href(path: str, here: str) -> str:
    """The way from the page `here` to the file `path`, both counted from the root of the site.

    >>> href("palworld/term/检查.html", "palworld/10.5.html"), href("index.html", "palworld/term/a.html")
    ('term/检查.html', '../../index.html')
    """
    return _way(path, here[: here.rfind("/") + 1])  # file_stem leaves nothing that a URL would have to quote


def _way(path: str, folder: str) -> str:
    """The way from a folder: `posixpath.relpath` asks for the working directory each time."""
    up = ""
    while not path.startswith(folder):
        up += "../"
        folder = folder[: folder.rfind("/", 0, -1) + 1]
    return up + path[len(folder) :]


def _fragment(anchor: str) -> str:
    return _UNSAFE.sub(_quoted, anchor)


def _quoted(found: re.Match[str]) -> str:
    from urllib.parse import quote  # takes a while to import; a number needs none of it

    return quote(found[0])
