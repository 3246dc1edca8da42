"""Clauses as lines of lists: the pages of folders that lie side by side list a clause in the same line."""

from collections.abc import Sequence

from headjudge.kb.lookup import Brief
from headjudge.site.atlas import Atlas
from headjudge.site.clauses import line_of
from headjudge.site.forms import all_in_html
from headjudge.site.fragments import form
from headjudge.site.passage import label


def lines(atlas: Atlas, briefs: Sequence[Brief], here: str) -> bytes:
    """The clauses one below the other, as a page in a folder of the rulebook's folder lists them."""
    atlas.named.update([brief.row for brief in briefs])
    known = atlas.lines
    return b"".join([known.get(brief.row) or _made(atlas, brief, here) for brief in briefs])


def linked(atlas: Atlas, brief: Brief, here: str) -> tuple[bytes, bytes, bytes]:
    """The way to a clause, its number and how it begins, all three as HTML and as a page in such a folder has them. It is up to
    the caller to say that the clause is named."""
    found = atlas.linked.get(brief.row)
    if found is None:
        way, number, line = all_in_html(atlas.href(brief, here), label(brief), line_of(brief))
        found = atlas.linked[brief.row] = way, number, line
    return found


def _made(atlas: Atlas, brief: Brief, here: str) -> bytes:
    html = atlas.lines[brief.row] = form("_line.html", "line").filled(*linked(atlas, brief, here))
    return html
