"""The pages of defined terms: one a term, and the list of them all."""

from functools import partial

from headjudge.kb.lookup import Brief
from headjudge.site.atlas import Atlas, href
from headjudge.site.book import Book, Term
from headjudge.site.clauses import line_link, page_link, preview
from headjudge.site.contexts import Edition, Link, TermGroup, TermPage, TermsPage
from headjudge.site.frames import frame
from headjudge.site.library import Deferred, Files
from headjudge.site.passage import visible


def term_pages(book: Book, atlas: Atlas, edition: Edition) -> Files:
    """The page of every defined term, with its path, in the order of first definition."""
    terms = list(book.terms.values())

    def page(previous: Term | None, term: Term, following: Term | None) -> TermPage:
        here = atlas.term_path(term)
        around = [_link(atlas, other, here) if other else None for other in (previous, following)]
        up = Link("", href(atlas.glossary, here))
        return TermPage(
            frame=frame(edition, here, visible(term.word), beside=(around[0], around[1], up), place="term"),
            term=visible(term.word),
            definitions=tuple(preview(book, atlas, brief, here) for brief in term.defined_by),
            used_in=tuple(line_link(atlas, brief, here) for brief in term.used_in),
        )

    for around in zip([None, *terms], terms, [*terms[1:], None], strict=False):
        users = " ".join(brief.key for brief in around[1].used_in)
        yield atlas.term_path(around[1]), Deferred(atlas, partial(page, *around), also=users)


def terms_page(book: Book, atlas: Atlas, edition: Edition) -> TermsPage:
    """All terms by the chapter that defines them first."""
    here = atlas.glossary
    chapters: dict[int, tuple[Brief, list[Link]]] = {}
    for term in book.terms.values():
        first = min(term.defined_by, key=lambda brief: brief.row)
        chapter = book.chapters[first.row]
        chapters.setdefault(chapter.row, (chapter, []))[1].append(_link(atlas, term, here))
    return TermsPage(
        frame=frame(edition, here, "术语 Terms", place="terms"),
        groups=tuple(TermGroup(page_link(atlas, chapters[row][0], here), tuple(chapters[row][1])) for row in sorted(chapters)),
        total=len(book.terms),
    )


def _link(atlas: Atlas, term: Term, here: str) -> Link:
    return Link(visible(term.word), href(atlas.term_path(term), here), previews=atlas.hrefs(term.defined_best, here))
