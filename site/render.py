"""Contexts into HTML: one template a page, escaped throughout."""

from collections.abc import Callable
from functools import cache, partial
from hashlib import sha256
from typing import TYPE_CHECKING

from markupsafe import Markup

from headjudge.parser.packaged import files
from headjudge.parser.values import replace
from headjudge.site.contexts import (
    ClausePage,
    ClauseSheet,
    Edition,
    Frame,
    Link,
    PermalinkPage,
    PermalinkSheet,
    Preview,
    Run,
    TermPage,
    TermSheet,
)
from headjudge.site.forms import Form, all_in_html, encoded, escaped_text
from headjudge.site.library import Files, Notice, Page, Standalone
from headjudge.site.passage import quoted, quoted_html
from headjudge.site.setting import card, runs_set, sheet
from headjudge.site.sources import state_of_files
from headjudge.site.trails import named, trail

if TYPE_CHECKING:
    from jinja2 import Template


def render_page(page: Page | PermalinkPage, path: str = "", url: str = "") -> bytes:
    """The HTML of the page at `path` of a site that is published at `url` ('' if that is not known), as a file holds it."""
    address = url + path.removesuffix("index.html")
    if isinstance(page, PermalinkPage):
        return _permalink(page, address if url else "")
    if isinstance(page, TermPage):
        return _term(page, address if url else "")
    if isinstance(page, ClausePage):
        return _clause(page, address if url else "")
    return encoded(_template(page.template).render(page=page, address=address, published=bool(url)))


def _permalink(page: PermalinkPage, address: str) -> bytes:
    """The page of a clause, of which a site has thousands: what surrounds it is the same for all of a rulebook."""
    around = _around(page.frame, PermalinkSheet.template, _around_permalink)
    title, description, canonical = all_in_html(page.title, page.description, address)
    return around.filled(title, description, page.trail, page.content, canonical)


def _term(page: TermPage, address: str) -> bytes:
    """The page of a term, of which there are hundreds."""
    frame = page.frame
    if page.parts:
        html = Markup(str(page.definitions, "utf-8")), Markup(str(page.used_in, "utf-8"))  # noqa: S704 - HTML already
        whole = TermSheet(frame, page.term, *html, page.parts)
        return encoded(_template(page.template).render(page=whole, address=address, published=bool(address)))
    around = [part for link in (frame.previous, frame.next) for part in ((link.href, link.text) if link else ("", ""))]
    title, term, *further = all_in_html(frame.title, page.term, address, *around)
    return _around(frame, page.template, _around_term).filled(title, term, page.definitions, page.used_in, *further)


def _around_term(frame: Frame, *parts: str) -> str:
    title, term, definitions, used_in, address, *around = map(Markup, parts)
    previous, following = (Link(text, way) if way else None for way, text in (around[:2], around[2:]))
    page = TermSheet(replace(frame, title=title, previous=previous, next=following), term, definitions, used_in)
    return _template(page.template).render(page=page, address=address, published=bool(address))


def _clause(page: ClausePage, address: str) -> bytes:
    """The page of a chapter or section, of which there are hundreds."""
    beside = page.frame.previous, page.frame.up, page.frame.next
    around = [part for link in beside for part in ((escaped_text(link.href), named(link)) if link else ("", ""))]
    title, address = escaped_text(page.frame.title), escaped_text(address)
    return _around(page.frame, page.template, _around_clause).filled(*map(encoded, (title, address, *around)), *sheet(page))


def _around_clause(frame: Frame, *parts: str) -> str:
    title, address, *further = map(Markup, parts)
    previous, up, following = (Link(text, way) if way else None for way, text in zip(further[:6:2], further[1:6:2], strict=True))
    framed = replace(frame, title=title, previous=previous, up=up, next=following)
    page = ClauseSheet(framed, *further[6:])
    return _template(page.template).render(page=page, address=address, published=bool(address))


def _around(frame: Frame, template: str, make: Callable[..., str]) -> Form:
    """What surrounds the pages of that kind in a rulebook."""
    edition = frame.edition
    known = id(edition), template
    if known not in _frames:
        of = sha256(encoded(repr((edition, frame.root)))).hexdigest()
        _frames[known] = edition, Form(partial(make, frame), f"{template} {of}")
    return _frames[known][1]


_frames: dict[tuple[int, str], tuple[Edition | None, Form]] = {}
"""What surrounds the pages of clauses, sections and terms, by the identity of their edition."""


def _around_permalink(frame: Frame, title: str, description: str, trail: str, content: str, address: str) -> str:
    page = PermalinkSheet(replace(frame, title=title, description=description), trail, content)
    return _template(page.template).render(page=page, address=address, published=bool(address))


def render_previews(page: str, previews: dict[str, Preview]) -> bytes:
    """The script that hands the previews of one page to the site's own script; a script also loads where nothing can be fetched
    (`file://`)."""
    fragments = [b"%b: %b" % (encoded(quoted(anchor)), quoted_html(card(one).strip())) for anchor, one in previews.items()]
    return b"headjudge.receive(%b, {%b});\n" % (encoded(quoted(page)), b", ".join(fragments))


def render_notice(notice: Notice) -> str:
    """A file for programs, escaped like a page."""
    return _template(notice.template).render(**notice.values)


def static_files() -> Files:
    """Style sheet, scripts and icon, with their paths."""
    for file in sorted((files("headjudge.site") / "static").iterdir()):
        if file.is_file():
            yield f"static/{file.name}", Standalone(file.read_bytes, state_of_files([(file.name, file)]))


def service_worker() -> str:
    """The script that keeps the site for reading without network, but for its first line."""
    return (files("headjudge.site") / "templates" / "sw.js").read_text("utf-8")


def _runs_set(runs: tuple[Run, ...]) -> str:
    return str(runs_set(runs), "utf-8")


@cache
def _template(name: str) -> "Template":
    from headjudge.site.templating import environment, template  # takes a while, and all forms may be kept

    environment().filters |= {"set": _runs_set, "trail": trail}
    return template(name)
