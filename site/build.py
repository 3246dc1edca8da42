"""The whole site, from a knowledge base to a folder."""

import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from headjudge import __version__
from headjudge.kb.lookup import games
from headjudge.site.atlas import Atlas
from headjudge.site.book import load_book
from headjudge.site.clauses import clause_pages, contents_page, previews
from headjudge.site.contexts import AboutPage, HomePage
from headjudge.site.finder import LIBRARY, index_script, library_script, variants
from headjudge.site.folder import MANIFEST, site_folder, write
from headjudge.site.frames import SITE_TITLE, edition_of, site_frame
from headjudge.site.glossary import term_pages, terms_page
from headjudge.site.library import Files, Library, Volume
from headjudge.site.names import Names, file_stem
from headjudge.site.render import render_page, render_previews, static_files

Progress = Callable[[str, int, int], None]
"""Called with what is being done (a game's name), how many steps are done, and how many there are."""

_TOP = ("index.html", "about.html", "static", LIBRARY, MANIFEST)


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
        for path, file in _files(connection, progress):
            size += write(folder, path, file if isinstance(file, str | bytes) else render_page(file))
            pages += path.endswith(".html")
    return BuildReport(pages, time.perf_counter() - started, size)


def _files(connection: sqlite3.Connection, progress: Progress | None) -> Files:
    """Every file of the site."""
    yield from static_files()
    library = _library(connection)
    yield LIBRARY, library_script(library)
    for done, volume in enumerate(library.volumes):
        if progress:
            progress(volume.book.game.game, done, len(library.volumes))
        for family in _OF_A_BOOK:
            yield from family(volume, library)
    if progress:
        progress(SITE_TITLE, len(library.volumes), len(library.volumes))
    for whole in _OF_THE_SITE:
        yield from whole(library)


def _library(connection: sqlite3.Connection) -> Library:
    folders = Names(_TOP)
    volumes: list[Volume] = []
    for game in games(connection):
        book = load_book(connection, game, game.editions[0])
        atlas = Atlas(book, folders.take(file_stem(game.game)))
        volumes.append(Volume(book, atlas, edition_of(book, atlas)))
    return Library(connection, tuple(volumes), variants(connection))


def _clauses(volume: Volume, library: Library) -> Files:
    yield volume.atlas.contents, contents_page(*volume)
    yield from clause_pages(*volume)
    for path, fragments in previews(volume.book, volume.atlas):
        yield path, render_previews(path.removesuffix(".preview.js"), fragments)
    yield volume.atlas.index, index_script(volume, library)


def _terms(volume: Volume, _library: Library) -> Files:
    yield volume.atlas.glossary, terms_page(*volume)
    yield from term_pages(*volume)


def _front(library: Library) -> Files:
    yield "index.html", HomePage(site_frame("index.html", SITE_TITLE, library.editions, "home"), library.editions)
    about = site_frame("about.html", "关于 About", library.editions, "about")
    yield "about.html", AboutPage(about, library.editions, __version__)


_OF_A_BOOK: tuple[Callable[[Volume, Library], Files], ...] = (_clauses, _terms)
"""The kinds of pages that every rulebook has, one function a kind."""
_OF_THE_SITE: tuple[Callable[[Library], Files], ...] = (_front,)
"""The kinds of pages that stand outside of any rulebook."""
