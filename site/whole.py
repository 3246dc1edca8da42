"""All of a site: its files, from the rulebooks of a knowledge base."""

import sqlite3
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from headjudge import __version__
from headjudge.kb.collector import hold, without_collector
from headjudge.kb.database import Progress
from headjudge.kb.lookup import games
from headjudge.kb.workers import all_ended, aside
from headjudge.parser.values import replace
from headjudge.site.atlas import Atlas
from headjudge.site.book import Book
from headjudge.site.casebook import Casebook, casebook, rooms_of
from headjudge.site.clause_rulings import clause_rulings
from headjudge.site.clauses import clause_pages, contents_page
from headjudge.site.compared import PAGE as CONCORDANCE
from headjudge.site.compared import concordance_of
from headjudge.site.contexts import AboutPage, HomePage
from headjudge.site.editions import editions_of, editions_room
from headjudge.site.faces import Changes, Faces, changes, faces_of, program
from headjudge.site.faults import lint_of, lint_room
from headjudge.site.finder import LIBRARY, index_of, library_script, variants
from headjudge.site.folder import MANIFEST, Scratch, Written, site_folder
from headjudge.site.forms import keep_forms, shelve_forms
from headjudge.site.frames import SITE_TITLE, edition_of, site_frame
from headjudge.site.glossary import term_pages, terms_pages
from headjudge.site.ledger import Ledger, Standing, gone_from, read_ledger, write_ledger
from headjudge.site.library import Deferred, Families, Files, Library, Volume
from headjudge.site.names import Names, file_stem
from headjudge.site.offline import PATHS as OFFLINE
from headjudge.site.offline import offline
from headjudge.site.permalinks import GAMES, games_index, permalinks
from headjudge.site.playground import FOLDER, PAGE, playground
from headjudge.site.press import Press
from headjudge.site.published import FEED, SITEMAP, feed, news, sitemap
from headjudge.site.reading import Read
from headjudge.site.render import service_worker, static_files
from headjudge.site.workshop import Workshop

_TOP = ("index.html", "about.html", "static", LIBRARY, MANIFEST, PAGE, FOLDER, *OFFLINE, CONCORDANCE, GAMES, FEED, SITEMAP)


def write_site(
    connection: sqlite3.Connection,
    read: Read,
    out: Path,
    progress: Progress | None,
    url: str,
    cache: Path | None,
    workshop: Workshop,
    *,
    last: bool,
) -> Mapping[str, Written]:
    """Writes the site of the rulebooks that `read` gives, with all else as `build_site` has it. Returns its files."""
    url = f"{url.rstrip('/')}/" if url else ""
    made_by = program(url)
    keep_forms(cache / "templates" if cache else None, made_by)
    with without_collector():
        ledger = read_ledger(cache, out, made_by)
        with aside(partial(gone_from, out, ledger.files), many=len(ledger.files)) as gone:
            library = replace(_library(connection, read, cache, progress), messages=workshop.messages)
            books = {volume.atlas.folder: faces_of(volume, library) for volume in library.volumes}
            standing = Standing(ledger, gone(), {v.atlas.folder: _changes(v, ledger.books, books) for v in library.volumes})
            with site_folder(out, standing.files, ledger.files) as scratch:
                press = Press(scratch, url, standing)
                press.take(_files(library, workshop, progress))
                press.take(_told(library, url, scratch))
                press.take(offline(scratch, library.editions, service_worker()))
            if cache:
                shelve_forms()
                made = {*scratch.made}.union(path for path, *_ in press.taken)
                write_ledger(cache, out, Ledger(scratch.files(), press.origins, books), made_by, ledger, made)
    all_ended()
    if last:
        hold(library, ledger, press)
    return scratch.files()


def _changes(volume: Volume, before: Mapping[str, Faces], now: Mapping[str, Faces]) -> Changes | None:
    """What has changed in a rulebook; None if everything may have."""
    folder = volume.atlas.folder
    return changes(volume.book, before[folder], now[folder]) if folder in before else None


def _told(library: Library, url: str, site: Scratch) -> Files:
    """What tells programs of the site; no reader of its pages needs it."""
    yield FEED, feed(library, url)
    if url:
        yield SITEMAP, sitemap([path for path in site.files() if path.endswith(".html")], url)


def _files(library: Library, workshop: Workshop, progress: Progress | None) -> Families:
    """Every file of the site, but for those that follow from all others."""
    yield from static_files()
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
    yield from playground(library, workshop)


def _library(connection: sqlite3.Connection, read: Read, cache: Path | None, progress: Progress | None) -> Library:
    simplified = variants(connection)  # the rulebooks are still being read
    folders = Names(_TOP)
    volumes: list[Volume] = []
    cases: dict[str, Casebook] = {}
    for game in games(connection):
        book = Book(game, game.editions[0], read(game.editions[0]))
        atlas = Atlas(book, folders.take(file_stem(game.game)))
        cases[game.game] = casebook(connection, game.game, atlas.folder, cache, progress and partial(progress, game.game))
        edition = edition_of(book, atlas)
        volumes.append(
            Volume(
                book,
                atlas,
                replace(edition, rooms=(*rooms_of(cases[game.game]), lint_room(atlas.folder), editions_room(atlas.folder))),
            )
        )
    return Library(connection, tuple(volumes), simplified, cases, cache)


def _clauses(volume: Volume, library: Library) -> Families:
    rulings = clause_rulings(volume, library)
    yield from index_of(volume, library)
    yield volume.atlas.contents, Deferred(volume.atlas, partial(contents_page, volume, rulings))
    yield from clause_pages(volume, rulings)


def _terms(volume: Volume, _library: Library) -> Families:
    yield from terms_pages(*volume)
    yield from term_pages(*volume)


def _rulings(volume: Volume, library: Library) -> Files:
    """The files about the rulings of a game; what makes them takes a while to import, and many games have none."""
    cases = library.cases[volume.book.game.game]
    if cases.rulings:
        from headjudge.site.rulings import rulings_of

        yield from rulings_of(volume, library)
    if cases.simulation is not None:
        from headjudge.site.coverage import coverage_of

        yield from coverage_of(volume, library)


def _front(library: Library) -> Files:
    yield "index.html", HomePage(site_frame("index.html", SITE_TITLE, library.editions, "home"), library.editions, news(library))
    about = site_frame("about.html", "关于 About", library.editions, "about")
    yield "about.html", AboutPage(about, library.editions, __version__)


_OF_A_BOOK: tuple[Callable[[Volume, Library], Families], ...] = (
    _clauses,
    permalinks,
    _terms,
    _rulings,
    lint_of,
    editions_of,
)
"""The kinds of pages that every rulebook has, one function a kind."""
_OF_THE_SITE: tuple[Callable[[Library], Files], ...] = (_front, concordance_of, games_index)
"""The kinds of pages that stand outside of any rulebook."""
