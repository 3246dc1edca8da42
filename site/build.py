"""The whole site, from a knowledge base to a folder."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from headjudge import __version__
from headjudge.kb.lookup import games
from headjudge.site.atlas import Atlas
from headjudge.site.book import Book, load_book
from headjudge.site.clauses import clause_pages, contents_page, previews
from headjudge.site.contexts import AboutPage, Edition, HomePage
from headjudge.site.finder import VARIANTS, index_script, variants, variants_script
from headjudge.site.folder import MANIFEST, site_folder, write
from headjudge.site.frames import SITE_TITLE, edition_of, site_frame
from headjudge.site.glossary import term_pages, terms_page
from headjudge.site.names import Names, file_stem
from headjudge.site.render import Page, render_page, render_previews, static_files

Progress = Callable[[str, int, int], None]
"""Called with what is being done (a game's name), how many steps are done, and how many there are."""

_TOP = ("index.html", "about.html", "static", VARIANTS, MANIFEST)


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What was written: pages of HTML, the time it took, and the size of all files together."""

    pages: int
    seconds: float
    bytes: int


def build_site(connection: sqlite3.Connection, out: Path, progress: Progress | None = None) -> BuildReport:
    """Writes the site of every installed game (the edition that answers for it) into the folder `out`.

    The same knowledge base gives the same bytes. Raises SiteFolderRefused or SiteUnwritable; an older site is then untouched.
    """
    started = time.perf_counter()
    pages = size = 0
    with site_folder(out) as folder:
        for path, content in _files(connection, progress):
            size += write(folder, path, content)
            pages += path.endswith(".html")
    return BuildReport(pages, time.perf_counter() - started, size)


def _files(connection: sqlite3.Connection, progress: Progress | None) -> Iterator[tuple[str, str | bytes]]:
    """Every file of the site with its path."""
    yield from static_files()
    installed = games(connection)
    folders = Names(_TOP)
    table = variants(connection)
    yield VARIANTS, variants_script(table)
    editions: list[Edition] = []
    for done, game in enumerate(installed):
        if progress:
            progress(game.game, done, len(installed))
        book = load_book(connection, game, game.editions[0])
        atlas = Atlas(book, folders.take(file_stem(game.game)))
        editions.append(edition_of(book, atlas))
        for path, page in _pages(book, atlas, editions[-1]):
            yield path, render_page(page)
        for path, fragments in previews(book, atlas):
            yield path, render_previews(path.removesuffix(".preview.js"), fragments)
        yield atlas.index, index_script(book, atlas, editions[-1].game, table)
    if progress:
        progress(SITE_TITLE, len(installed), len(installed))
    all_editions = tuple(editions)
    home = site_frame("index.html", SITE_TITLE, all_editions, "home")
    yield "index.html", render_page(HomePage(home, all_editions))
    about = site_frame("about.html", "关于 About", all_editions, "about")
    yield "about.html", render_page(AboutPage(about, all_editions, __version__))


def _pages(book: Book, atlas: Atlas, edition: Edition) -> Iterator[tuple[str, Page]]:
    yield atlas.contents, contents_page(book, atlas, edition)
    yield from clause_pages(book, atlas, edition)
    yield atlas.glossary, terms_page(book, atlas, edition)
    yield from term_pages(book, atlas, edition)
