"""What the page of a clause says of it, in HTML: every part from its form, and what other pages say as well made only once."""

from collections.abc import Sequence
from functools import cache, partial

from headjudge.kb.lookup import Brief
from headjudge.kb.redirects import Redirect
from headjudge.parser.named import NamedTuple
from headjudge.site.chain import Chain, Chains, Found
from headjudge.site.clauses import Rulings, cited, line_link, number_link, page_link
from headjudge.site.contexts import Frame, Link, PermalinkPage
from headjudge.site.forms import Form, encoded, in_html
from headjudge.site.fragments import form, macro
from headjudge.site.frames import frame, title_in
from headjudge.site.library import Volume
from headjudge.site.lines import lines, linked
from headjudge.site.passage import label, visible
from headjudge.site.picture import Painter
from headjudge.site.trails import named, trail
from headjudge.site.wording import wording, wording_of_title

_TEMPLATE = "_permalink.html"
_LISTED = 24
"""How many clauses a list of the page shows; the clause's page in context has them all."""
_DESCRIBED = 180
"""Characters of a description: what is shown of a link elsewhere."""
_MARKED = ("example", "note")
"""The kinds of clauses that are called so on their page."""


class Elsewhere(NamedTuple):
    """The number meant another clause in an older edition, which is here now (nowhere: it was removed)."""

    edition: str
    now: tuple[Link, ...]


class _Way(NamedTuple):
    """The way down to the clauses below one: the trail on their pages, how their descriptions begin, the title of that one, and
    the rows of all on the way."""

    trail: bytes
    above: str
    title: str
    rows: tuple[int, ...]


class ClauseWriter:
    """Writes the pages of one rulebook's clauses. All of them are in one folder, so that the ways from each are the same."""

    def __init__(self, volume: Volume, chains: Chains, rulings: Rulings, led: dict[str, Redirect]) -> None:
        self._book, self._atlas, self._edition = volume
        self._chains = chains
        self._rulings = rulings
        self._led = led
        self._keys = {brief.key: brief for brief in self._book.clauses} if led else {}
        self._briefs = {brief.row: brief for brief in self._book.clauses}
        self._painter = Painter(self._book, self._atlas, chains)
        self._frame: Frame | None = None
        self._ways: dict[int, _Way] = {}
        self._names: dict[int, bytes] = {}
        self._outlined: dict[tuple[int, int, int], bytes] = {}
        part = partial(form, _TEMPLATE)
        self._all, self._chain, self._outline_line = part("content"), part("chain"), part("outlined")
        self._below, self._cites = part("listed", "below", "below"), part("listed", "cites", "cites")
        self._cited_by = part("listed", "cited-by", "cited_by")

    def page(self, brief: Brief) -> PermalinkPage:
        """The page of that clause."""
        atlas, row = self._atlas, brief.row
        here = atlas.own(brief)
        found = self._chains.around(row)
        atlas.followed.add(row)
        for side in (found.rests_on, found.rested_on_by):
            if side:
                atlas.followed.update([f.row for f in side if f.depth == 1])
        way = self._way(row, here)
        number, title = visible(brief.number) or label(brief), visible(" ".join(brief.title.split())) or way.title
        named = f"{number} {title}" if number and title and number != title else number or title
        if self._frame is None:
            self._frame = frame(self._edition, here, "", styles=("permalink.css",))
        return PermalinkPage(
            self._frame,
            title_in(self._edition, named),
            _description(way.above, brief),
            way.trail,
            self._content(brief, found, here),
        )

    def _content(self, brief: Brief, found: Chain, here: str) -> bytes:
        book, atlas, row = self._book, self._atlas, brief.row
        below, cites, cited_by = book.children.get(row, ()), cited(book, brief), book.cited_by.get(row, ())
        rulings = self._rulings(brief, here)
        context, number, _ = linked(atlas, brief, here)
        return self._all.filled(
            in_html(visible(brief.number)),
            wording_of_title(book, atlas, brief, here),
            number,
            _mark(brief.kind) if brief.kind in _MARKED else b"",
            wording(book, atlas, brief, here),
            b"%d" % len(cites),
            b"%d" % len(cited_by),
            encoded(macro("_rulings.html", "about")(rulings)) if rulings else b"",
            self._moved(brief, here) if brief.key in self._led else b"",
            context,
            self._named(atlas.page_of(brief), here),
            self._listed(self._below, below, here, context) if below else b"",
            self._drawn(found, here) if found else b"",
            self._listed(self._cites, cites, here, context) if cites else b"",
            self._listed(self._cited_by, cited_by, here, context) if cited_by else b"",
            in_html(f"{here[here.rfind('/') + 1 :].removesuffix('.html')}.json"),
        )

    def _drawn(self, found: Chain, here: str) -> bytes:
        rested_on_by, rests_on = self._outline(found.rested_on_by, here), self._outline(found.rests_on, here)
        loops = self._loops(found, here) if found.loops else b""
        return self._chain.filled(self._painter.draw(found, here), rested_on_by, rests_on, loops)

    def _way(self, row: int, here: str) -> _Way:
        """The way down to the clause with that row, once for all clauses below the same one."""
        above = self._book.parents[row].row
        if above not in self._ways:
            path = self._book.way(above)
            links = tuple(page_link(self._atlas, up, here) for up in path)
            contents = f"{'../' * here.count('/')}{self._atlas.contents}"
            self._ways[above] = _Way(
                encoded(trail(links, contents)) if links else b"",
                " › ".join(" ".join(f"{up.number} {up.title}".split()) for up in path[-2:]),
                path[-1].title if path else "",
                tuple(up.row for up in path),
            )
        way = self._ways[above]
        self._atlas.named.update(way.rows)
        return way

    def _named(self, page: Brief, here: str) -> bytes:
        """The page that the clause stands on."""
        self._atlas.named.add(page.row)
        if page.row not in self._names:
            self._names[page.row] = encoded(named(page_link(self._atlas, page, here)))
        return self._names[page.row]

    def _listed(self, form: Form, briefs: Sequence[Brief], here: str, context: bytes) -> bytes:
        shown = briefs[:_LISTED]
        more = len(briefs) - len(shown)
        return form.filled(b"%d" % len(briefs), lines(self._atlas, shown, here), b"%d" % more if more else b"", context)

    def _outline(self, found: Sequence[Found], here: str) -> bytes:
        lines = []
        named: list[int] = []
        known = self._outlined
        for row, depth, (source, target, _), holder in found:
            inner = target if source == row else source
            named += row, inner
            line = row, 0 if inner == holder and depth == 1 else inner, depth
            lines.append(known.get(line) or self._outlined_once(line, here))
        self._atlas.named.update(named)
        return b"".join(lines)

    def _outlined_once(self, line: tuple[int, int, int], here: str) -> bytes:
        row, through, depth = line
        via = linked(self._atlas, self._briefs[through], here)[1] if through else b""
        far = b"far" if depth > 1 else b""
        html = self._outlined[line] = self._outline_line.filled(*linked(self._atlas, self._briefs[row], here), via, far)
        return html

    def _moved(self, brief: Brief, here: str) -> bytes:
        """What an older edition had under that number."""
        led = self._led[brief.key]
        now = tuple(line_link(self._atlas, self._keys[key], here) for key in led.now if key in self._keys)
        before = Elsewhere(visible(led.edition), now)
        return encoded(macro(_TEMPLATE, "moved")(before, label(brief)))

    def _loops(self, found: Chain, here: str) -> bytes:
        loops = [[number_link(self._atlas, self._briefs[row], here) for row in loop] for loop in found.loops]
        return encoded(macro(_TEMPLATE, "loops_of")(loops))


@cache
def _mark(kind: str) -> bytes:
    return encoded(macro(_TEMPLATE, "mark")(kind))


def _description(above: str, brief: Brief) -> str:
    words = " ".join(brief.text[: 2 * _DESCRIBED].split()) or brief.beginning(_DESCRIBED + 1)
    whole = visible(f"{above}：{words}" if above and words else above or words)
    return whole if len(whole) <= _DESCRIBED else f"{whole[:_DESCRIBED]}…"
