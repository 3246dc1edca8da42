"""Clauses as lines of lists: the pages of folders that lie side by side list a clause in the same line."""

from collections.abc import Sequence

from headjudge.kb.lookup import Brief
from headjudge.site.atlas import Atlas
from headjudge.site.clauses import line_link
from headjudge.site.forms import escaped_text
from headjudge.site.fragments import form


def lines(atlas: Atlas, briefs: Sequence[Brief], here: str) -> str:
    """The clauses one below the other, as a page in a folder of the rulebook's folder lists them."""
    atlas.named.update([brief.row for brief in briefs])
    known = atlas.lines
    return "".join([known.get(brief.row) or _made(atlas, brief, here) for brief in briefs])


def linked(atlas: Atlas, brief: Brief, here: str) -> tuple[str, str, str]:
    """The way to a clause, its number and how it begins, all three as HTML."""
    link = line_link(atlas, brief, here)
    return escaped_text(link.href), escaped_text(link.number), escaped_text(link.text)


def _made(atlas: Atlas, brief: Brief, here: str) -> str:
    html = atlas.lines[brief.row] = form("_line.html", "line")(*linked(atlas, brief, here))
    return html
