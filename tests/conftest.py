"""What all tests share: the official texts beside the checkout, and the knowledge base of the shipped editions."""

import os
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import hypothesis
import pytest

from headjudge.kb.database import connect, open_knowledge_base

# The same cases in every run of continuous integration: what a search finds by chance is mended by those who see it, not by those
# who land. How long a case takes says more of the machine than of the code.
hypothesis.settings.register_profile(
    "headjudge",
    derandomize=bool(os.environ.get("CI")),
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("headjudge")

HANDED = Path(__file__).resolve().parents[2] / "shared"


class ShippedSite(NamedTuple):
    """A site, and its pages by the template that they are made from."""

    folder: Path
    kinds: dict[str, list[str]]


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--regenerate` writes what is expected anew from what comes out: read the difference before committing it."""
    parser.addoption("--regenerate", action="store_true", help="write the expected outputs anew")


def pytest_configure() -> None:
    """A shell has its background jobs ignore interrupts, and so does all that they start; some tests interrupt a process."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks every test that reads the official texts, so that `-m "not handed"` leaves them out."""
    for item in items:
        if "handed" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.handed)


@pytest.fixture(scope="session")
def handed() -> Path:
    """The folder with the official texts and cards, which are not part of this project."""
    if not (HANDED / "rulebooks").is_dir():
        reason = f"the official texts are not at {HANDED} (see CONTRIBUTING.md)"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return HANDED


@pytest.fixture(scope="session")
def shipped_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The knowledge base of the shipped editions: to be read only."""
    database = tmp_path_factory.mktemp("knowledge") / "kb.db"
    open_knowledge_base(database).connection.close()
    return database


@pytest.fixture(scope="session")
def kept_runs(request: pytest.FixtureRequest) -> Path:
    """Where what running the rulings brings is kept between test runs: it is told apart by all that it follows from."""
    return Path(request.config.cache.mkdir("headjudge"))


@pytest.fixture(scope="session")
def shipped_site(shipped_database: Path, kept_runs: Path, tmp_path_factory: pytest.TempPathFactory) -> ShippedSite:
    """The site of the shipped editions, with what runs rulings in a browser if that can be had. Not to be written to."""
    from headjudge.cli.messages import messages  # most tests need none of this
    from headjudge.cli.pyodide import NoPyodide, runtime
    from headjudge.site.workshop import Workshop

    try:
        workshop = Workshop(runtime=runtime("npm", kept_runs), messages=messages)
    except NoPyodide:
        workshop = Workshop()
    return built_site(shipped_database, tmp_path_factory.mktemp("shipped") / "site", cache=kept_runs, workshop=workshop)


def built_site(database: Path, folder: Path, **options: Any) -> ShippedSite:
    """The site of a knowledge base, and the kinds of its pages."""
    from headjudge.kb import workers
    from headjudge.site import build as building
    from headjudge.site import press as pressing
    from headjudge.site import render as rendering

    kinds: dict[str, list[str]] = {}
    render = rendering.render_page

    def rendered(page: Any, path: str, *more: Any) -> bytes:
        kinds.setdefault(page.template, []).append(path)
        return render(page, path, *more)

    with pytest.MonkeyPatch.context() as patch, closing(connect(database)) as connection:
        patch.setattr(pressing, "render_page", rendered)
        patch.setattr(workers, "processors", lambda: 1)  # what is rendered elsewhere is not seen here
        building.build_site(connection, folder, **options)
    return ShippedSite(folder, kinds)


@pytest.fixture
def knowledge(shipped_database: Path) -> Iterator[sqlite3.Connection]:
    """A connection to the knowledge base of the shipped editions."""
    with closing(connect(shipped_database)) as connection:
        yield connection
