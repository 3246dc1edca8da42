"""The rulings about a clause, as its page and its place in context tell of them."""

from collections.abc import Callable

from headjudge.kb.lookup import Brief
from headjudge.site.atlas import href
from headjudge.site.contexts import ClauseRulings, Link
from headjudge.site.library import Library, Volume
from headjudge.site.names import anchor
from headjudge.site.passage import visible

_CITING = 12
"""So many rulings that cite it are named beside a clause."""


def clause_rulings(volume: Volume, library: Library) -> Callable[[Brief, str], ClauseRulings | None]:
    """What tells of the rulings about a clause, on that clause's page."""
    cases = library.cases[volume.book.game.game]

    def about(brief: Brief, here: str) -> ClauseRulings | None:
        citing, running = cases.citing.get(brief.key, ()), cases.running.get(brief.key, ())
        if not citing and not running:
            return None
        first = tuple(Link(visible(cases.rulings[name].title), href(cases.paths[name], here)) for name in citing[:_CITING])
        return ClauseRulings(len(citing), first, len(running), f"{href(cases.index, here)}#{anchor(brief.key)}")

    return about
