"""What all tests share: the official texts beside the checkout, and the knowledge base of the shipped editions."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import hypothesis
import pytest

from headjudge.kb.database import connect, open_knowledge_base

if os.environ.get("CI"):
    # The same cases in every run: what a search finds by chance is mended by those who see it, not by those who land.
    hypothesis.settings.register_profile("ci", derandomize=True)
    hypothesis.settings.load_profile("ci")

HANDED = Path(__file__).resolve().parents[2] / "shared"


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--regenerate` writes what is expected anew from what comes out: read the difference before committing it."""
    parser.addoption("--regenerate", action="store_true", help="write the expected outputs anew")


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


@pytest.fixture
def knowledge(shipped_database: Path) -> Iterator[sqlite3.Connection]:
    """A connection to the knowledge base of the shipped editions."""
    with closing(connect(shipped_database)) as connection:
        yield connection
