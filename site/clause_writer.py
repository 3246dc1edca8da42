"""What the page of a clause says of it, in HTML: every part from its form, and what other pages say as well made only once."""

from collections.abc import Sequence
from functools import cache, lru_cache, partial
from typing import NamedTuple

from headjudge.kb.lookup import Brief
from headjudge.kb.redirects import Redirect
from headjudge.site.chain import Chain, Chains, Found
from headjudge.site.clauses import Rulings, cited, line_link, number_link, page_link
from headjudge.site.contexts import Frame, Link, PermalinkPage
from headjudge.site.forms import Form, escaped_text
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
_READ = 8 * _DESCRIBED
"""Characters of a text that are looked at for it."""
_MARKED = ("example", "note")
"""The kinds of clauses that are called so on their page."""


class Elsewhere(NamedTuple):
    """The number meant another clause in an older edition, which is here now (nowhere: it was removed)."""

    edition: str
    now: tuple[Link, ...]


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
        self._trails: dict[int, str] = {}
        self._names: dict[int, str] = {}
        self._outlined: dict[tuple[int, int, bool], str] = {}
        part = partial(form, _TEMPLATE)
        self._all, self._chain, self._outline_line = part("content"), part("chain"), part("outlined")
        self._below, self._cites = part("listed", "below", "below"), part("listed", "cites", "cites")
        self._cited_by = part("listed", "cited-by", "cited_by")

    def page(self, brief: Brief) -> PermalinkPage:
        """The page of that clause."""
        here = self._atlas.own(brief)
        found = self._chains.around(brief.row)
        followed = [f.row for f in (*found.rests_on, *found.rested_on_by) if f.depth == 1]
        self._atlas.followed.update(followed, (brief.row,))
        path = self._book.path(brief.row)
        number, title = visible(brief.number), visible(" ".join(brief.title.split()))
        named = " ".join(
            dict.fromkeys(part for part in (number or label(brief), title or (path[-1].title if path else "")) if part)
        )
        if self._frame is None:
            self._frame = frame(self._edition, here, "", styles=("permalink.css",))
        return PermalinkPage(
            self._frame,
            title_in(self._edition, named),
            _description(path, brief),
            self._trail(brief, path, here),
            self._content(brief, found, here),
        )

    def _content(self, brief: Brief, found: Chain, here: str) -> str:
        book, atlas, row = self._book, self._atlas, brief.row
        below, cites, cited_by = book.children.get(row, ()), [*cited(book, brief)], book.cited_by.get(row, ())
        rulings, context = self._rulings(brief, here), escaped_text(atlas.href(brief, here))
        return self._all(
            escaped_text(visible(brief.number)),
            wording_of_title(book, atlas, brief, here),
            escaped_text(label(brief)),
            _mark(brief.kind) if brief.kind in _MARKED else "",
            wording(book, atlas, brief, here),
            str(len(cites)),
            str(len(cited_by)),
            macro("_rulings.html", "about")(rulings) if rulings else "",
            macro(_TEMPLATE, "moved")(self._before(brief, here), label(brief)) if brief.key in self._led else "",
            context,
            self._named(atlas.page_of(brief), here),
            self._listed(self._below, below, here, context) if below else "",
            self._drawn(found, here) if found else "",
            self._listed(self._cites, cites, here, context) if cites else "",
            self._listed(self._cited_by, cited_by, here, context) if cited_by else "",
            escaped_text(f"{here[here.rfind('/') + 1 :].removesuffix('.html')}.json"),
        )

    def _drawn(self, found: Chain, here: str) -> str:
        rested_on_by, rests_on = self._outline(found.rested_on_by, here), self._outline(found.rests_on, here)
        return self._chain(self._painter.draw(found, here), rested_on_by, rests_on, self._loops(found, here))

    def _trail(self, brief: Brief, path: tuple[Brief, ...], here: str) -> str:
        """The ways to the clauses above, once for all clauses below the same one."""
        above = self._book.parents[brief.row].row
        self._atlas.named.update([up.row for up in path])
        if above not in self._trails:
            links = tuple(page_link(self._atlas, up, here) for up in path)
            contents = f"{'../' * here.count('/')}{self._atlas.contents}"
            self._trails[above] = trail(links, contents) if links else ""
        return self._trails[above]

    def _named(self, page: Brief, here: str) -> str:
        """The page that the clause stands on."""
        self._atlas.named.add(page.row)
        if page.row not in self._names:
            self._names[page.row] = named(page_link(self._atlas, page, here))
        return self._names[page.row]

    def _listed(self, form: Form, briefs: Sequence[Brief], here: str, context: str) -> str:
        shown = briefs[:_LISTED]
        more = len(briefs) - len(shown)
        return form(str(len(briefs)), lines(self._atlas, shown, here), str(more or ""), context)

    def _outline(self, found: Sequence[Found], here: str) -> str:
        lines = []
        named = self._atlas.named
        for row, depth, (source, target, _), holder in found:
            inner = target if source == row else source
            named.add(row)
            named.add(inner)
            through = 0 if inner == holder and depth == 1 else inner
            line = row, through, depth > 1
            html = self._outlined.get(line)
            if html is None:
                via = escaped_text(label(self._briefs[through])) if through else ""
                far = "far" if depth > 1 else ""
                html = self._outlined[line] = self._outline_line(*linked(self._atlas, self._briefs[row], here), via, far)
            lines.append(html)
        return "".join(lines)

    def _before(self, brief: Brief, here: str) -> Elsewhere:
        led = self._led[brief.key]
        now = tuple(line_link(self._atlas, self._keys[key], here) for key in led.now if key in self._keys)
        return Elsewhere(visible(led.edition), now)

    def _loops(self, found: Chain, here: str) -> str:
        loops = [[number_link(self._atlas, self._briefs[row], here) for row in loop] for loop in found.loops]
        return macro(_TEMPLATE, "loops_of")(loops) if loops else ""


@lru_cache(maxsize=256)
def _named(*path: Brief) -> str:
    return " › ".join(" ".join(f"{up.number} {up.title}".split()) for up in path)


@cache
def _mark(kind: str) -> str:
    return macro(_TEMPLATE, "mark")(kind)


def _description(path: tuple[Brief, ...], brief: Brief) -> str:
    above = _named(*path[-2:]) if path else ""
    words = " ".join((brief.text or brief.title)[:_READ].split())
    whole = visible(f"{above}：{words}" if above and words else above or words)
    return whole if len(whole) <= _DESCRIBED else f"{whole[:_DESCRIBED]}…"
