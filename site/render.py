"""Contexts into HTML: one template a page, escaped throughout."""

import json
from dataclasses import replace
from functools import cache, partial
from importlib.resources import files

from jinja2 import Template

from headjudge.site.contexts import Edition, Frame, PermalinkPage, Preview
from headjudge.site.forms import Form
from headjudge.site.fragments import environment, escaped_text, read, template
from headjudge.site.library import Page
from headjudge.site.setting import card, runs_set


def render_page(page: Page, path: str = "", url: str = "") -> str:
    """The HTML of the page at `path` of a site that is published at `url` ('' if that is not known)."""
    address = url + path.removesuffix("index.html")
    if isinstance(page, PermalinkPage):
        return _permalink(page, address if url else "")
    return _template(page.template).render(page=page, address=address, published=bool(url))


def _permalink(page: PermalinkPage, address: str) -> str:
    """The page of a clause, of which a site has thousands: what surrounds it is the same for all of a rulebook."""
    edition = page.frame.edition
    if id(edition) not in _frames:
        _frames[id(edition)] = edition, Form(partial(_around_permalink, page.frame))
    parts = escaped_text(page.frame.title), escaped_text(page.frame.description), page.trail, page.content, escaped_text(address)
    return _frames[id(edition)][1](*parts)


_frames: dict[int, tuple[Edition | None, Form]] = {}
"""What surrounds the pages of clauses, by the identity of their edition."""


def _around_permalink(frame: Frame, title: str, description: str, trail: str, content: str, address: str) -> str:
    page = PermalinkPage(replace(frame, title=title, description=description), trail, content)
    return _template(page.template).render(page=page, address=address, published=bool(address))


def render_previews(page: str, previews: dict[str, Preview]) -> str:
    """The script that hands the previews of one page to the site's own script; a script also loads where nothing can be fetched
    (`file://`)."""
    fragments = {anchor: card(preview).strip() for anchor, preview in previews.items()}
    return f"headjudge.receive({json.dumps(page, ensure_ascii=False)}, {json.dumps(fragments, ensure_ascii=False)});\n"


def render_text(template: str, **values: object) -> str:
    """A file for programs, escaped like a page."""
    return _template(template).render(**values)


def static_files() -> list[tuple[str, bytes]]:
    """Style sheet, scripts and icon, with their paths."""
    return [(f"static/{name}", content) for name, content in read(files("headjudge.site") / "static")]


def service_worker() -> str:
    """The script that keeps the site for reading without network, but for its first line."""
    return (files("headjudge.site") / "templates" / "sw.js").read_text("utf-8")


@cache
def _template(name: str) -> Template:
    environment().filters |= {"set": runs_set, "card": card}
    return template(name)
