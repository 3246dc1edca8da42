"""Clauses as they are set on a page, and as they are shown where another one cites them: contexts into HTML, by forms."""

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial

from markupsafe import Markup

from headjudge.site.contexts import ClausePage, Entry, Link, Preview, Run
from headjudge.site.forms import escaped_text
from headjudge.site.fragments import form, macro
from headjudge.site.trails import named, trail

_ENTRIES, _PREVIEW, _SHEET = "_entries.html", "_preview.html", "_sheet.html"


def runs_set(runs: tuple[Run, ...]) -> str:
    """The clauses of a page, one below the other; those of a list together."""
    return "".join([_list(run) if run.is_list else "".join(_entries(run, "entry")) for run in runs])


def _list(run: Run) -> str:
    return form(_ENTRIES, "list", run.kind)(str(run.level), "".join(_entries(run, "item")))


def _entries(run: Run, name: str) -> Iterator[str]:
    set_as, inside = form(_ENTRIES, name, run.kind), form(_ENTRIES, "inside", run.kind)
    for entry in run.entries:
        links = _beside(entry)
        yield set_as(
            str(entry.level),
            escaped_text(entry.anchor),
            escaped_text(entry.permalink),
            escaped_text(entry.number),
            escaped_text(entry.label),
            inside(entry.title, entry.passage, links),
        )


def _beside(entry: Entry | ClausePage) -> str:
    if not (entry.cites or entry.cited_by or entry.rulings):
        return ""
    about = macro("_rulings.html", "about")(entry.rulings) if entry.rulings else ""
    return form(_ENTRIES, "beside")("".join(map(_reference, entry.cites)), "".join(map(_reference, entry.cited_by)), about)


def sheet(page: ClausePage) -> tuple[str, ...]:
    """The parts of the page of a chapter or section that `ClauseSheet` has beside its frame, in order."""
    up, part = page.frame.up, partial(form, _SHEET)
    neighbours = [
        part("neighbour", link.current)(escaped_text(link.href), escaped_text(link.number), escaped_text(link.text))
        for link in page.near
    ]
    sections = [
        part("section")(escaped_text(link.href), escaped_text(link.number), escaped_text(link.text)) for link in page.sections
    ]
    return (
        trail(page.frame.trail, page.frame.root + page.frame.edition.contents) if page.frame.trail and page.frame.edition else "",
        escaped_text(page.anchor),
        escaped_text(page.permalink),
        escaped_text(page.number),
        escaped_text(page.label),
        page.title,
        _beside(page),
        page.passage,
        macro("_parts.html", "parts")(page.parts, "nav-parts") if page.parts else "",
        runs_set(page.runs),
        part("sections")("".join(sections)) if sections else "",
        part("near")(escaped_text(up.href), named(up), "".join(neighbours)) if up and len(neighbours) > 1 else "",
    )


@lru_cache(maxsize=1 << 15)
def _reference(link: Link) -> str:
    return form(_ENTRIES, "reference")(escaped_text(link.href), escaped_text(link.text))


def card(preview: Preview) -> str:
    """A clause as it is shown where another one cites it."""
    return form(_PREVIEW, "card")(
        preview.trail,
        escaped_text(preview.href),
        escaped_text(preview.number),
        preview.title,
        preview.passage,
        "".join(map(_below, preview.below)),
        str(preview.more or ""),
    )


def cards(previews: Iterable[Preview]) -> Markup:
    """Clauses as the page of a term shows them, one below the other."""
    return Markup().join([Markup(form(_PREVIEW, "whole")(card(one))) for one in previews])  # noqa: S704 - HTML already


@lru_cache(maxsize=1 << 14)
def _below(link: Link) -> str:
    return form(_PREVIEW, "below")(escaped_text(link.href), escaped_text(link.number), escaped_text(link.text))
