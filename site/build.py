"""The whole site, from a knowledge base to a folder. What makes its pages is imported while the rulebooks are read."""

import sqlite3
import time
from operator import itemgetter
from pathlib import Path

from headjudge.kb.database import Progress
from headjudge.parser.named import NamedTuple
from headjudge.site.reading import reading
from headjudge.site.workshop import NO_WORKSHOP, Workshop


class BuildReport(NamedTuple):
    """What was written: pages of HTML, the time it took, and the size of all files together."""

    pages: int
    seconds: float
    bytes: int


def build_site(
    connection: sqlite3.Connection,
    out: Path,
    progress: Progress | None = None,
    *,
    url: str = "",
    cache: Path | None = None,
    workshop: Workshop = NO_WORKSHOP,
    last: bool = False,
) -> BuildReport:
    """Writes the site of every installed game (the edition that answers for it) into the folder `out`. `url` is the address at
    which it will be published, if that is known: some things can only be said with it (`published.py`). What running the rulings
    brings is kept in the folder `cache`, if one is named, and need not be worked out again by the next build. The `workshop` runs
    rulings on the pages. If it is the `last` that the process does, what was made is left for its end.

    The same knowledge base gives the same bytes. Raises SiteFolderRefused or SiteUnwritable; an older site is then untouched.
    """
    started = time.perf_counter()
    with reading(connection) as read:
        from headjudge.site.whole import write_site

        files = write_site(connection, read, out, progress, url, cache, workshop, last=last)
    pages = "\n".join((*files, "")).count(".html\n")  # of thousands of names sooner than one by one
    return BuildReport(pages, time.perf_counter() - started, sum(map(itemgetter(1), files.values())))
