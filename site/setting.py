"""Clauses as they are set on a page, and as they are shown where another one cites them: contexts into HTML, by forms."""

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial

from headjudge.site.contexts import ClausePage, Entry, Link, Preview, Run
from headjudge.site.forms import all_in_html, encoded, in_html
from headjudge.site.fragments import form, macro
from headjudge.site.trails import named, trail

_ENTRIES, _PREVIEW, _SHEET = "_entries.html", "_preview.html", "_sheet.html"


def runs_set(runs: tuple[Run, ...]) -> bytes:
    """The clauses of a page, one below the other; those of a list together."""
    return b"".join([_list(run) if run.is_list else b"".join(_entries(run, "entry")) for run in runs])


def _list(run: Run) -> bytes:
    return form(_ENTRIES, "list", run.kind).filled(b"%d" % run.level, b"".join(_entries(run, "item")))


def _entries(run: Run, name: str) -> Iterator[bytes]:
    set_as, inside = form(_ENTRIES, name, run.kind), form(_ENTRIES, "inside", run.kind)
    for entry in run.entries:
        yield set_as.filled(
            b"%d" % entry.level,
            *all_in_html(entry.anchor, entry.permalink, entry.number, entry.label),
            inside.filled(entry.title, entry.passage, _beside(entry)),
        )


def _beside(entry: Entry | ClausePage) -> bytes:
    if not (entry.cites or entry.cited_by or entry.rulings):
        return b""
    about = encoded(macro("_rulings.html", "about")(entry.rulings)) if entry.rulings else b""
    cites, cited_by = (b"".join(map(_reference, links)) for links in (entry.cites, entry.cited_by))
    return form(_ENTRIES, "beside").filled(cites, cited_by, about)


def sheet(page: ClausePage) -> tuple[bytes, ...]:
    """The parts of the page of a chapter or section that `ClauseSheet` has beside its frame, in order."""
    up, part = page.frame.up, partial(form, _SHEET)
    neighbours = [part("neighbour", link.current).filled(*_said(link)) for link in page.near]
    sections = [part("section").filled(*_said(link)) for link in page.sections]
    trailed = (
        trail(page.frame.trail, page.frame.root + page.frame.edition.contents) if page.frame.trail and page.frame.edition else ""
    )
    return (
        encoded(trailed),
        *all_in_html(page.anchor, page.permalink, page.number, page.label),
        page.title,
        _beside(page),
        page.passage,
        encoded(macro("_parts.html", "parts")(page.parts, "nav-parts")) if page.parts else b"",
        runs_set(page.runs),
        part("sections").filled(b"".join(sections)) if sections else b"",
        part("near").filled(in_html(up.href), encoded(named(up)), b"".join(neighbours)) if up and len(neighbours) > 1 else b"",
    )


def _said(link: Link) -> list[bytes]:
    return all_in_html(link.href, link.number, link.text)


@lru_cache(maxsize=1 << 15)
def _reference(link: Link) -> bytes:
    return form(_ENTRIES, "reference").filled(*all_in_html(link.href, link.text))


def card(preview: Preview) -> bytes:
    """A clause as it is shown where another one cites it."""
    return form(_PREVIEW, "card").filled(
        encoded(preview.trail),
        *all_in_html(preview.href, preview.number),
        preview.title,
        preview.passage,
        b"".join(map(_below, preview.below)),
        b"%d" % preview.more if preview.more else b"",
    )


def cards(previews: Iterable[Preview]) -> bytes:
    """Clauses as the page of a term shows them, one below the other."""
    return b"".join([form(_PREVIEW, "whole").filled(card(one)) for one in previews])


@lru_cache(maxsize=1 << 14)
def _below(link: Link) -> bytes:
    return form(_PREVIEW, "below").filled(*_said(link))
