"""A small page for each clause: its lasting address, its words, what it rests on and what rests on it; and that for machines."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from typing import Any, ClassVar, NamedTuple

from headjudge.kb.lookup import Brief
from headjudge.kb.redirects import Redirect
from headjudge.site.atlas import Atlas, href
from headjudge.site.book import Book
from headjudge.site.chain import Chain, Chains, Found
from headjudge.site.clauses import Rulings, cited, line_link, number_link, page_link
from headjudge.site.contexts import ClauseRulings, Frame, Link, Passage, Piece
from headjudge.site.editions import led_elsewhere
from headjudge.site.frames import frame
from headjudge.site.library import Deferred, Files, Library, Volume
from headjudge.site.passage import json_of, label, passage_of, title_of, visible
from headjudge.site.picture import Painter, Picture
from headjudge.site.rulings import clause_rulings

GAMES = "clauses.json"
"""The list of all rulebooks, for machines."""
_LISTED = 24
"""How many clauses a list of the page shows; the clause's page in context has them all."""
_DESCRIBED = 180
"""Characters of a description: what is shown of a link elsewhere."""


class OutlineLine(NamedTuple):
    """A clause of the chain in the outline. `via` is the clause in which the link stands, if that is another."""

    link: Link
    via: str
    far: bool


@dataclass(frozen=True, slots=True)
class Listed:
    """Some clauses, and how many there are."""

    links: tuple[Link, ...]
    total: int


class Elsewhere(NamedTuple):
    """The number meant another clause in an older edition, which is here now (nowhere: it was removed)."""

    edition: str
    now: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class PermalinkPage:
    """One clause. `context` leads to its place on the page of its section."""

    template: ClassVar = "permalink.html"
    frame: Frame
    number: str
    label: str
    kind: str
    title: tuple[Piece, ...]
    passage: Passage
    context: Link
    data: str
    """The way to the same for machines."""
    below: Listed
    cites: Listed
    cited_by: Listed
    picture: Picture | None
    rests_on: tuple[OutlineLine, ...]
    rested_on_by: tuple[OutlineLine, ...]
    rulings: ClauseRulings | None
    loops: tuple[tuple[Link, ...], ...]
    before: Elsewhere | None


def permalinks(volume: Volume, library: Library) -> Files:
    """The pages of all clauses of a rulebook, and the files with the same for machines."""
    book, atlas, _ = volume
    led = led_elsewhere(library.db, book.edition)

    @cache
    def writer() -> _Writer:
        return _Writer(volume, Chains(book, library.db), clause_rulings(volume, library), led)

    records: list[str] = []
    for brief in book.clauses:
        yield (
            atlas.own(brief),
            Deferred(atlas, partial(_page, writer, brief), also=repr(led[brief.key]) if brief.key in led else ""),
        )
        record = json_of(_record(book, atlas, brief))
        records.append(record)
        yield atlas.own(brief, ".json"), record + "\n"
    about = json_of(_about(volume)).removesuffix("}")
    yield f"{atlas.folder}/clauses.json", f'{about},"clauses":[\n' + ",\n".join(records) + "\n]}\n"


def _page(writer: "Callable[[], _Writer]", brief: Brief) -> PermalinkPage:
    return writer().page(brief)


def _record(book: Book, atlas: Atlas, brief: Brief) -> dict[str, Any]:
    """The clause for machines; ways are seen from the root of the site."""
    return {
        "id": brief.id,
        "key": brief.key,
        "number": brief.number,
        "kind": brief.kind,
        "title": brief.title,
        "text": brief.text,
        "path": [up.id for up in book.path(brief.row)],
        "cites": [target.id for target in cited(book, brief)],
        "cited_by": [citing.id for citing in book.cited_by.get(brief.row, ())],
        "url": atlas.own(brief),
        "context": atlas.href(brief, ""),
    }


def games_index(library: Library) -> Files:
    """The list of all rulebooks, for machines."""
    games = [{**_about(volume), "clauses": f"{volume.atlas.folder}/clauses.json"} for volume in library.volumes]
    yield GAMES, json.dumps({"games": games}, ensure_ascii=False, indent=1) + "\n"


class _Writer:
    def __init__(self, volume: Volume, chains: Chains, rulings: Rulings, led: dict[str, Redirect]) -> None:
        self._book, self._atlas, self._edition = volume
        self._chains = chains
        self._rulings = rulings
        self._led = led
        self._keys = {brief.key: brief for brief in self._book.clauses} if led else {}
        self._trails: dict[int, tuple[Link, ...]] = {}
        self._painter = Painter(self._book, self._atlas, chains)
        self._briefs = {brief.row: brief for brief in self._book.clauses}

    def page(self, brief: Brief) -> PermalinkPage:
        book, atlas = self._book, self._atlas
        here = atlas.own(brief)
        found = self._chains.around(brief.row)
        atlas.followed.update({brief.row, *(f.row for f in (*found.rests_on, *found.rested_on_by) if f.depth == 1)})
        page = atlas.page_of(brief)
        path = book.path(brief.row)
        heading = page_link(atlas, page, here)
        number, title = visible(brief.number), visible(" ".join(brief.title.split()))
        named = " ".join(
            dict.fromkeys(part for part in (number or label(brief), title or (path[-1].title if path else "")) if part)
        )
        return PermalinkPage(
            frame=frame(
                self._edition,
                here,
                named,
                trail=self._trail(brief, path),
                styles=("permalink.css",),
                description=_description(path, brief),
            ),
            number=number,
            label=label(brief),
            kind=brief.kind,
            title=title_of(book, atlas, brief, here),
            passage=passage_of(book, atlas, brief, here),
            context=heading._replace(href=atlas.href(brief, here)),
            data=href(atlas.own(brief, ".json"), here),
            below=_listed(line_link(atlas, below, here) for below in book.children.get(brief.row, ())),
            cites=_listed(line_link(atlas, target, here) for target in cited(book, brief)),
            cited_by=_listed(line_link(atlas, citing, here) for citing in book.cited_by.get(brief.row, ())),
            picture=self._painter.draw(found, here) if found else None,
            rests_on=self._outline(found.rests_on, here),
            rested_on_by=self._outline(found.rested_on_by, here),
            rulings=self._rulings(brief, here),
            loops=self._loops(found, here),
            before=self._before(brief, here),
        )

    def _trail(self, brief: Brief, path: tuple[Brief, ...]) -> tuple[Link, ...]:
        """The ways to the clauses above, once for all clauses below the same one."""
        above = self._book.parents[brief.row].row
        self._atlas.read.update([up.row for up in path])
        if above not in self._trails:
            here = self._atlas.own(brief)
            self._trails[above] = tuple(page_link(self._atlas, up, here) for up in path)
        return self._trails[above]

    def _outline(self, found: Iterable[Found], here: str) -> tuple[OutlineLine, ...]:
        lines = []
        for f in found:
            inner = f.link.target if f.link.source == f.row else f.link.source
            self._atlas.read.add(inner)
            via = "" if inner == f.holder and f.depth == 1 else label(self._briefs[inner])
            lines.append(OutlineLine(line_link(self._atlas, self._briefs[f.row], here), via, f.depth > 1))
        return tuple(lines)

    def _before(self, brief: Brief, here: str) -> Elsewhere | None:
        led = self._led.get(brief.key)
        if led is None:
            return None
        now = tuple(line_link(self._atlas, self._keys[key], here) for key in led.now if key in self._keys)
        return Elsewhere(visible(led.edition), now)

    def _loops(self, found: Chain, here: str) -> tuple[tuple[Link, ...], ...]:
        return tuple(tuple(number_link(self._atlas, self._briefs[row], here) for row in loop) for loop in found.loops)


def _about(volume: Volume) -> dict[str, Any]:
    record = volume.book.edition
    return {
        "game": record.game,
        "edition": record.name,
        "title": record.title,
        "language": record.language,
        "effective": record.effective,
        "own_wording": record.own,
        "restates": record.restates,
    }


def _listed(links: Iterable[Link]) -> Listed:
    every = iter(links)
    shown = tuple(islice(every, _LISTED))
    return Listed(shown, len(shown) + sum(1 for _ in every))


def _description(path: tuple[Brief, ...], brief: Brief) -> str:
    above = " › ".join(" ".join(f"{up.number} {up.title}".split()) for up in path[-2:])
    words = " ".join((brief.text or brief.title).split())
    whole = visible(f"{above}：{words}" if above and words else above or words)
    return whole if len(whole) <= _DESCRIBED else f"{whole[:_DESCRIBED]}…"
