"""The pages of chapters and sections: a book's clauses, put into the contexts of their pages."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial, wraps
from itertools import groupby, pairwise
from typing import TypeVar

from headjudge.kb.clause import Kind
from headjudge.kb.lookup import Brief
from headjudge.parser.named import NamedTuple
from headjudge.site.atlas import Atlas, href, previews_of
from headjudge.site.book import Book
from headjudge.site.contexts import (
    ClausePage,
    ClauseRulings,
    ContentsGroup,
    ContentsLine,
    ContentsPage,
    Entry,
    Link,
    Preview,
    Run,
)
from headjudge.site.frames import frame
from headjudge.site.library import Deferred, Families, Family, Volume, Wanted
from headjudge.site.paging import from_to
from headjudge.site.passage import label, visible
from headjudge.site.render import render_previews
from headjudge.site.trails import way
from headjudge.site.wording import wording, wording_of_title

K = TypeVar("K")
Rulings = Callable[[Brief, str], ClauseRulings | None]
"""The rulings about a clause, as seen from a page; None if there are none."""

_LISTED = (Kind.ITEM, Kind.LEGEND, Kind.ROW)
_DEEPEST = 6
"""Levels that are set apart on a page; what lies deeper is set like the last of them."""
_NEAR = 40
"""How many of the pages beside it a page lists: all of a chapter's sections, but not thousands on each of thousands."""
_BELOW = 4
"""How many of the clauses below it a preview shows."""
SHORT = 60
"""Characters of a clause's line in lists."""


def _once(make: Callable[[Atlas, Brief, str], Link]) -> Callable[[Atlas, Brief, str], Link]:
    """The same link for all pages of a folder: the ways from there are the same, and a clause is named on many of them."""

    @wraps(make)
    def link(atlas: Atlas, brief: Brief, here: str) -> Link:
        atlas.named.add(brief.row)
        seen_from = make.__name__, brief.row, here[: here.rfind("/") + 1]
        found = atlas.links.get(seen_from)
        if found is None:
            found = atlas.links[seen_from] = make(atlas, brief, here)
        return found

    return link


@_once
def line_link(atlas: Atlas, brief: Brief, here: str) -> Link:
    """A clause in one line: number, and the beginning of its title or text."""
    return Link(line_of(brief), atlas.href(brief, here), label(brief))


def line_of(brief: Brief) -> str:
    """How a clause begins."""
    return _short(brief.beginning(SHORT + 1))


@_once
def number_link(atlas: Atlas, brief: Brief, here: str) -> Link:
    """A clause by its number alone."""
    return Link(label(brief), atlas.href(brief, here), label(brief))


@_once
def page_link(atlas: Atlas, brief: Brief, here: str) -> Link:
    """A clause by number and title; one that has neither by its key."""
    number, title = visible(brief.number), _short(" ".join(brief.title.split()))
    return Link(title if title or number else label(brief), atlas.href(brief, here), number)


def _short(line: str) -> str:
    return visible(line if len(line) <= SHORT else f"{line[:SHORT]}…")


def contents_page(volume: Volume, rulings: Rulings) -> ContentsPage:
    """The page of the document itself."""
    book, atlas, edition = volume
    here = atlas.contents
    return ContentsPage(
        frame(edition, here, edition.title, place="contents"),
        tuple(_contents(book, atlas)),
        _runs(volume, book.root, here, rulings),
        parts_of(atlas, book.root, here),
    )


def _contents(book: Book, atlas: Atlas) -> Iterator[ContentsGroup]:
    def is_chapter(brief: Brief) -> bool:
        return _above(book, atlas, brief) is book.root

    here = atlas.contents
    starts = [place for place, brief in enumerate(atlas.pages) if is_chapter(brief)]
    for start, end in pairwise([*starts, len(atlas.pages)]):
        chapter, *sections = atlas.pages[start:end]
        lines = (ContentsLine(min(s.depth - chapter.depth, _DEEPEST), page_link(atlas, s, here)) for s in sections)
        yield ContentsGroup(page_link(atlas, chapter, here), tuple(lines))


def clause_pages(volume: Volume, rulings: Rulings) -> Families:
    """The page of every chapter and section, and the file that hands over the previews of what is on it."""
    yield volume.atlas.folder, Family(volume.atlas, partial(_pages_and_previews, volume, rulings))


def _pages_and_previews(volume: Volume, rulings: Rulings, wanted: Wanted) -> Iterator[tuple[str, Deferred]]:
    book, atlas, _ = volume
    beside: defaultdict[int, list[Brief]] = defaultdict(list)
    for brief in atlas.pages:
        beside[_above(book, atlas, brief).row].append(brief)

    def page(previous: _Leaf | None, leaf: _Leaf, following: _Leaf | None) -> ClausePage:
        return _clause_page(volume, leaf, (previous, following), beside, rulings)

    contents, *leaves = [leaf for brief in (book.root, *atlas.pages) for leaf in _leaves(atlas, brief)]
    for around in zip([None, *leaves], leaves, [*leaves[1:], None], strict=False):
        if around[1].path in wanted:
            yield around[1].path, Deferred(atlas, partial(page, *around), place=around[1].brief.row)
    new = {leaf.path for leaf in (contents, *leaves) if previews_of(leaf.path) in wanted}
    on: defaultdict[str, list[Brief]] = defaultdict(list)
    for brief in book.clauses if new else ():
        path = atlas.path(brief)
        if path in new:
            on[path].append(brief)
    for path, clauses in on.items():
        script = partial(_preview_script, book, atlas, previews_of(path), clauses)
        yield previews_of(path), Deferred(atlas, script, place=clauses[0].row)


class _Leaf(NamedTuple):
    """A file with clauses: the page, the file, and which one of how many it is if the page is cut."""

    brief: Brief
    path: str
    place: int
    many: int

    def link(self, atlas: Atlas, here: str) -> Link:
        """The way there."""
        whole = page_link(atlas, self.brief, here)
        if self.many == 1:
            return whole
        return whole._replace(href=href(self.path, here), text=f"{whole.text} ({self.place}/{self.many})".strip())


def _leaves(atlas: Atlas, brief: Brief) -> list[_Leaf]:
    paths = [sheet.path for sheet in atlas.sheets(brief)] or [atlas.path(brief)]
    return [_Leaf(brief, path, place, len(paths)) for place, path in enumerate(paths, 1)]


def parts_of(atlas: Atlas, page: Brief, here: str) -> tuple[Link, ...]:
    """The files that a page is cut into, by what stands first and last in each."""
    return tuple(
        Link(from_to(label(sheet.first), label(sheet.last)), href(sheet.path, here), current=sheet.path == here)
        for sheet in atlas.sheets(page)
    )


def _clause_page(
    volume: Volume,
    leaf: _Leaf,
    around: tuple[_Leaf | None, _Leaf | None],
    beside: Mapping[int, list[Brief]],
    rulings: Rulings,
) -> ClausePage:
    book, atlas, edition = volume
    brief, here, place, _ = leaf
    begins = place == 1
    above = () if brief is book.root else book.path(brief.row) if begins else (*book.path(brief.row), brief)
    previous, following = (other.link(atlas, here) if other else None for other in around)
    up = page_link(atlas, _above(book, atlas, brief) if begins else brief, here)
    return ClausePage(
        frame=frame(
            edition,
            here,
            _name(leaf.link(atlas, here)) or edition.title,
            trail=tuple(page_link(atlas, one, here) for one in above),
            beside=(previous, following, up),
        ),
        anchor=atlas.anchor(brief) if begins else "",
        permalink=href(atlas.own(brief), here) if begins else "",
        number=visible(brief.number),
        label=label(brief),
        title=wording_of_title(book, atlas, brief, here),
        passage=wording(book, atlas, brief, here) if begins else b"",
        cites=tuple(number_link(atlas, other, here) for other in cited(book, brief)) if begins else (),
        cited_by=_citing(book, atlas, brief, here) if begins else (),
        rulings=rulings(brief, here) if begins else None,
        runs=_runs(volume, brief, here, rulings),
        sections=tuple(page_link(atlas, section, here) for section in beside.get(brief.row, ())) if begins else (),
        near=_near(book, atlas, brief, here, beside),
        parts=parts_of(atlas, brief, here),
    )


def _name(link: Link) -> str:
    return f"{link.number} {link.text}".strip()


def _near(book: Book, atlas: Atlas, brief: Brief, here: str, pages: Mapping[int, list[Brief]]) -> tuple[Link, ...]:
    if brief is book.root:
        return ()
    beside = pages[_above(book, atlas, brief).row]
    place = bisect_left(beside, brief.row, key=lambda other: other.row)
    first = max(0, min(place - _NEAR // 2, len(beside) - _NEAR))
    return tuple(page_link(atlas, near, here)._replace(current=near is brief) for near in beside[first : first + _NEAR])


def _above(book: Book, atlas: Atlas, brief: Brief) -> Brief:
    """The chapter, section or document that a chapter or section belongs to."""
    return atlas.page_of(book.parents[brief.row])


def cited(book: Book, brief: Brief) -> Sequence[Brief]:
    """The clauses that one names, each once, in the order of its words."""
    records = book.references(brief.row)
    if not records:
        return ()
    targets = [target for record in records for target in record.targets]
    return [*{target.row: target for target in targets if target.row != brief.row}.values()]


def _citing(book: Book, atlas: Atlas, brief: Brief, here: str) -> tuple[Link, ...]:
    return tuple([number_link(atlas, other, here) for other in book.cited_by.get(brief.row, ())])


def _standing_on(book: Book, atlas: Atlas, page: Brief, here: str) -> Iterator[Brief]:
    """The clauses on a page below the page's own, in the book's order; of a page that is cut, those in the file `here`."""
    waiting = list(reversed(book.children.get(page.row, ())))
    while waiting:
        brief = waiting.pop()
        if atlas.page_of(brief) is page:
            if atlas.path(brief) == here:
                yield brief
            waiting.extend(reversed(book.children.get(brief.row, ())))


def _runs(volume: Volume, page: Brief, here: str, rulings: Rulings) -> tuple[Run, ...]:
    book, atlas, _ = volume

    def which(brief: Brief) -> tuple[str, int, bool]:
        alone = brief.kind in _LISTED and brief.row not in book.children
        return brief.kind, book.parents[brief.row].row, alone

    return tuple(
        Run(
            kind,
            alone,
            min(group[0].depth - page.depth, _DEEPEST),
            tuple(_entry(volume, page, brief, here, rulings) for brief in group),
        )
        for (kind, _, alone), group in _groups(_standing_on(book, atlas, page, here), which)
    )


def _entry(volume: Volume, page: Brief, brief: Brief, here: str, rulings: Rulings) -> Entry:
    book, atlas, _ = volume
    return Entry(
        anchor=atlas.anchor(brief),
        permalink=href(atlas.own(brief), here),
        kind=brief.kind,
        number=visible(brief.number),
        label=label(brief),
        level=min(brief.depth - page.depth, _DEEPEST),
        title=wording_of_title(book, atlas, brief, here),
        passage=wording(book, atlas, brief, here),
        cites=tuple([number_link(atlas, other, here) for other in cited(book, brief)]),
        cited_by=_citing(book, atlas, brief, here),
        rulings=rulings(brief, here),
    )


def preview(book: Book, atlas: Atlas, brief: Brief, here: str) -> Preview:
    """A clause as another page shows it."""
    below = book.children.get(brief.row, ())
    path = book.path(brief.row)
    atlas.named.update([up.row for up in path])
    above = path[-1].row if path else 0, here[: here.rfind("/") + 1]
    if above not in atlas.ways:
        atlas.ways[above] = way(tuple([page_link(atlas, up, here) for up in path])) if path else ""
    return Preview(
        href=atlas.href(brief, here),
        number=label(brief),
        trail=atlas.ways[above],
        title=wording_of_title(book, atlas, brief, here),
        passage=wording(book, atlas, brief, here),
        below=tuple([line_link(atlas, child, here) for child in below[:_BELOW]]),
        more=max(0, len(below) - _BELOW),
    )


def _preview_script(book: Book, atlas: Atlas, path: str, clauses: list[Brief]) -> str:
    here = atlas.contents  # links in a preview are seen from the folder of the rulebook
    by_anchor = {
        "" if atlas.page_of(brief) is brief else atlas.anchor(brief): preview(book, atlas, brief, here) for brief in clauses
    }
    return str(render_previews(path.removesuffix(".preview.js"), by_anchor), "utf-8")


def _groups(clauses: Iterable[Brief], key: Callable[[Brief], K]) -> Iterator[tuple[K, list[Brief]]]:
    """Neighbours with the same key, together."""
    for shared, group in groupby(clauses, key):
        yield shared, list(group)
