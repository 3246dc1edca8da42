"""The pages of defined terms: one a term, and the list of them all."""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby

from headjudge.site.atlas import Atlas, href
from headjudge.site.book import Book, Term
from headjudge.site.clauses import page_link, preview
from headjudge.site.contexts import Edition, Link, TermGroup, TermPage, TermsPage
from headjudge.site.frames import frame
from headjudge.site.library import Deferred, Families, Family, Wanted
from headjudge.site.lines import lines
from headjudge.site.paging import LIMIT, cuts, from_to
from headjudge.site.passage import label, visible
from headjudge.site.setting import cards

_USE, _TERM = 26, 20
"""About the bytes that a line, and a term of the list, adds to a compressed page."""


def term_pages(book: Book, atlas: Atlas, edition: Edition) -> Families:
    """The pages of all defined terms."""
    yield f"{atlas.folder}/term", Family(atlas, partial(_of_terms, book, atlas, edition))


def _of_terms(book: Book, atlas: Atlas, edition: Edition, wanted: Wanted) -> Iterator[tuple[str, Deferred]]:
    """The page of every defined term, with its path, in the order of first definition. Where more clauses use one than a page
    should list, further pages do."""
    terms, used_in = list(book.terms.values()), book.used_in

    def page(previous: Term | None, term: Term, following: Term | None, place: int) -> TermPage:
        paths, shares = files[term.row]
        here = paths[place]
        around = [
            Link(visible(other.word), href(atlas.term_path(other), here)) if other else None for other in (previous, following)
        ]
        up = Link("", href(atlas.glossary, here))
        word = visible(term.word)
        atlas.used.add(term.row)
        used = used_in.get(term.row, ())
        ends = [[used[share[0]], used[share[-1]]] for share in shares] if len(shares) > 1 else []
        atlas.named.update([brief.row for both in ends for brief in both])
        return TermPage(
            frame=frame(edition, here, _of(word, place, len(paths)), beside=(around[0], around[1], up), place="term"),
            term=word,
            definitions=cards(preview(book, atlas, brief, here) for brief in term.defined_by if place == 0),
            used_in=lines(atlas, used[shares[place].start : shares[place].stop], here),
            parts=_parts(paths, [[*map(label, both)] for both in ends], here),
        )

    files = {term.row: _shared(atlas, atlas.term_path(term), len(used_in.get(term.row, ())), _USE) for term in terms}
    for around in zip([None, *terms], terms, [*terms[1:], None], strict=False):
        first = around[1].defined_by[0].row
        for place, path in enumerate(files[around[1].row][0]):
            if path in wanted:
                yield path, Deferred(atlas, partial(page, *around, place), place=first)


def terms_pages(book: Book, atlas: Atlas, edition: Edition) -> Families:
    """The list of all defined terms."""
    yield atlas.glossary, Family(atlas, partial(_lists_of_terms, book, atlas, edition))


def _lists_of_terms(book: Book, atlas: Atlas, edition: Edition, wanted: Wanted) -> Iterator[tuple[str, Deferred]]:
    """All terms by the chapter that defines them first, on as many pages as that takes."""
    defined = [(min(term.defined_by, key=lambda brief: brief.row), term) for term in book.terms.values()]
    terms = sorted(((book.chapters[first.row], term) for first, term in defined), key=lambda found: found[0].row)
    paths, shares = _shared(atlas, atlas.glossary, len(terms), _TERM)
    words = [[visible(terms[place][1].word) for place in share] for share in shares]

    def page(here: str, share: range) -> TermsPage:
        groups = groupby((terms[place] for place in share), key=lambda found: found[0])
        return TermsPage(
            frame=frame(edition, here, _of("术语 Terms", paths.index(here), len(paths)), place="terms"),
            groups=tuple(
                TermGroup(page_link(atlas, chapter, here), tuple(_link(atlas, term, here) for _, term in found))
                for chapter, found in groups
            ),
            total=len(terms),
            parts=_parts(paths, words, here),
        )

    for here, share in zip(paths, shares, strict=True):
        if here in wanted:
            yield here, Deferred(atlas, partial(page, here, share))


def _shared(atlas: Atlas, path: str, many: int, weight: int) -> tuple[list[str], list[range]]:
    """The files that so many entries of a list take, and which stand in each."""
    shares = cuts([weight] * many) if weight * many > LIMIT else [range(many)]
    return atlas.files_of(path, len(shares)), shares


def _of(title: str, place: int, many: int) -> str:
    return title if many == 1 else f"{title} ({place + 1}/{many})"


def _parts(paths: list[str], names: Iterable[list[str]], here: str) -> tuple[Link, ...]:
    """The ways to all of several files, each by the first and the last name in it."""
    if len(paths) == 1:
        return ()
    return tuple(
        Link(from_to(found[0], found[-1]), href(path, here), current=path == here)
        for path, found in zip(paths, names, strict=True)
    )


def _link(atlas: Atlas, term: Term, here: str) -> Link:
    return Link(visible(term.word), href(atlas.term_path(term), here), previews=atlas.hrefs(term.defined_best, here))
