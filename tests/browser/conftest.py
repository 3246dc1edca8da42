"""The shipped site in a real browser: built once, opened from a local server and from disk, with every page watched."""

import os
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response, sync_playwright

from headjudge.kb.clause import Edition
from headjudge.kb.shipped import Source
from headjudge.kb.store import import_edition
from tests.conftest import ShippedSite, built_site
from tests.site.test_editions import NEW, OLD

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""Names of the browser in distributions; the first one on the path is used."""

QUIETLY = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",
)
"""No sandbox: in containers there is none to be had. The rest keeps the browser from asking anything of the network."""

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}

NewPage = Callable[..., Page]
"""Opens a watched page: the options are those of a browser's context (`viewport`, `color_scheme`, `has_touch`, ...)."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, without a window."""
    found = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    if found is None:
        reason = f"no browser: none of {', '.join(CHROMIUM)} is on the path (apt-get install chromium)"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=found, args=QUIETLY)
        yield started
        started.close()


@pytest.fixture(scope="session")
def site(shipped_site: ShippedSite) -> Path:
    """The folder of the site of the four shipped rulebooks."""
    return shipped_site.folder


@contextmanager
def serving(folder: Path, handler: type[SimpleHTTPRequestHandler] | None = None) -> Iterator[str]:
    """The address of a plain server of the folder's files, for this machine alone."""
    with QuietServer(("127.0.0.1", 0), partial(handler or Quiet, directory=str(folder))) as server:
        threading.Thread(target=partial(server.serve_forever, poll_interval=0.05), daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()


@pytest.fixture(scope="session")
def served(site: Path) -> Iterator[str]:
    """The site's address on a server."""
    with serving(site) as address:
        yield address


ENOUGH = 30_000
"""Bytes of a page that has everything that its kind can have; axe takes long over more of the same."""


def imported_site(shipped_database: Path, folder: Path, *sources: Source) -> ShippedSite:
    """The site of a knowledge base that holds these sources of one game and nothing else."""
    database = folder / "kb.db"
    shutil.copy(shipped_database, database)
    for source in sources:
        import_edition(database, source)
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("DELETE FROM editions WHERE game <> ?", (sources[0].edition.game,))
        db.execute("DELETE FROM games WHERE id <> ?", (sources[0].edition.game,))
    return built_site(database, folder / "out")


@pytest.fixture(scope="session")
def two_editions(shipped_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ShippedSite, str]]:
    """The site of a game that is kept in two editions, and its address on a server."""
    sources = [
        Source(Edition("cards", name, "zh", "卡牌规则", own=False, effective=effective), ("卡牌", "Cards"), "dotted", text)
        for name, effective, text in (("1.2", "2025-01-01", NEW), ("1.3", "2026-02-03", OLD))  # 2.1.3 is gone in the later
    ]
    found = imported_site(shipped_database, tmp_path_factory.mktemp("editions"), *sources)
    with serving(found.folder) as address:
        yield found, address


@pytest.fixture(scope="session")
def address_of(shipped_site: ShippedSite, served: str, request: pytest.FixtureRequest) -> Callable[[str], str]:
    """The address of a page by the template that it is made from: the largest of its kind which is not larger than need be. What
    the shipped rulebooks have no page of, a game of two editions has."""

    def address(template: str) -> str:
        site, root = (shipped_site, served) if template in shipped_site.kinds else request.getfixturevalue("two_editions")
        pages = site.kinds[template]
        size = {path: (site.folder / path).stat().st_size for path in pages}
        smaller = (path for path in pages if size[path] <= ENOUGH)
        found: str = root + max(smaller, key=size.__getitem__, default=min(pages, key=size.__getitem__))
        return found

    return address


@pytest.fixture(scope="session")
def from_disk(site: Path) -> str:
    """The site's address as files."""
    return site.as_uri() + "/"


@pytest.fixture(params=["served", "from_disk"])
def base(request: pytest.FixtureRequest) -> str:
    """The site's address: once on a server, once as files."""
    found: str = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def new_page(browser: Browser) -> Iterator[NewPage]:
    """Opens watched pages. The test fails if one of them reports an error or asks anything of another place."""
    troubles: list[str] = []
    contexts: list[BrowserContext] = []

    def opened(**options: Any) -> Page:
        # a service worker would fetch the whole site for every page that is opened
        context = browser.new_context(**{"viewport": DESKTOP, "locale": "zh-CN", "service_workers": "block", **options})
        context.set_default_timeout(10_000)
        contexts.append(context)
        watch(context, troubles)
        return context.new_page()

    yield opened
    for context in contexts:
        context.close()
    assert not troubles


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """One watched page, as wide as a desk's."""
    return new_page()


def watch(context: BrowserContext, troubles: list[str]) -> None:
    """Writes down what no page of the site may do."""

    def error(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and "Service Worker registration blocked" not in message.text:
            troubles.append(f"console: {message.text} ({message.location.get('url', '')})")

    def request(made: Request) -> None:
        if not made.url.startswith(("http://127.0.0.1:", "file:///", "data:", "blob:")):
            troubles.append(f"request elsewhere: {made.url}")

    def answer(got: Response) -> None:
        if got.status >= 400:
            troubles.append(f"{got.status}: {got.url}")

    context.on("console", error)
    context.on("weberror", lambda thrown: troubles.append(f"error: {thrown.error}"))
    context.on("request", request)
    context.on("response", answer)


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without a line of log for each."""

    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript", ".wasm": "application/wasm"}  # noqa: RUF012

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name that is overridden
        """Says nothing."""


class QuietServer(ThreadingHTTPServer):
    """Serves on when a browser hangs up."""

    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Says nothing."""
