"""What tells programs of the site: the feed of changes, and (where the address is known) the map of its pages."""

import re
from collections.abc import Iterable, Iterator

from headjudge.parser.named import NamedTuple
from headjudge.site.contexts import Link, News, Words
from headjudge.site.editions import compared_with, editions_room
from headjudge.site.library import Library, Notice, Volume
from headjudge.site.passage import visible

FEED = "feed.xml"
SITEMAP = "sitemap.xml"

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_LATEST = 100
_NEWS = 6
_NEVER = "1970-01-01T00:00:00Z"
"""A feed must say when it changed last; one without dated entries never did."""


class Entry(NamedTuple):
    """Something that happened on a day: an edition came into force, or a ruling was given."""

    date: str
    id: str
    title: str
    path: str
    summary: str
    game: Words


def feed(library: Library, url: str) -> Notice:
    """The latest editions and rulings, newest first. What has no date is left out: a feed is in the order of time."""
    latest = _latest(library)
    updated = f"{latest[0].date}T00:00:00Z" if latest else _NEVER
    return Notice("feed.xml", {"url": url, "entries": latest, "updated": updated})


def news(library: Library) -> tuple[News, ...]:
    """The last few of them, for the front page; rulings of one day stand for each other, so that one game does not crowd it."""
    one_a_day = {(entry.date, entry.game): entry for entry in reversed(_latest(library))}
    newest = sorted(one_a_day.values(), key=lambda entry: entry.date, reverse=True)[:_NEWS]
    return tuple(News(entry.date, entry.game, Link(entry.title, entry.path)) for entry in newest)


def _latest(library: Library) -> list[Entry]:
    entries = sorted((entry for volume in library.volumes for entry in _entries(volume, library)), key=lambda e: (e.date, e.id))
    return entries[: -_LATEST - 1 : -1]


def sitemap(paths: Iterable[str], url: str) -> Notice:
    """The map of a site that is published at that address: without one there is none, since it may only name whole addresses."""
    return Notice("sitemap.xml", {"url": url, "paths": [_quoted(path.removesuffix("index.html")) for path in sorted(paths)]})


def _entries(volume: Volume, library: Library) -> Iterator[Entry]:
    game, called = volume.book.game, volume.edition.game
    diffs = compared_with(volume)
    for record in game.editions:
        date = _DATE.match(record.effective)
        if date:
            path = diffs.get(record, editions_room(volume.atlas.folder).path)
            title = edition_title(visible(record.title) or _both(called), visible(record.name))
            yield Entry(date[0], _urn(record.game, record.name), title, path, visible(record.title), called)
    cases = library.cases[game.game]
    for name, ruling in cases.rulings.items():
        date = _DATE.search(ruling.source)
        if date:
            summary = f"{_both(called)}：{visible(ruling.source)}"
            yield Entry(date[0], _urn(game.game, "ruling", name), visible(ruling.title), cases.paths[name], summary, called)


def edition_title(title: str, name: str) -> str:
    """The title with the edition's name; what was imported without a title is called by both already.

    >>> edition_title("综合规则", "2026-07"), edition_title("magic 2022-04-29", "2022-04-29")
    ('综合规则 2026-07', 'magic 2022-04-29')
    """
    return title if title.endswith(f" {name}") else f"{title} {name}"


def _urn(*parts: str) -> str:
    """A name for good, wherever the site is published."""
    return ":".join(("urn:headjudge", *(_quoted(part, safe="") for part in parts)))


def _quoted(text: str, safe: str = "/") -> str:
    from urllib.parse import quote  # takes a while to import, and what has no date needs none of it

    return quote(text, safe)


def _both(words: Words) -> str:
    return " · ".join(dict.fromkeys(part for part in words if part))
