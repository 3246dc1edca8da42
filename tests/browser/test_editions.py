"""The kinds of pages that only a game of several editions has: nobody is left out on them either."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from headjudge.kb.clause import Edition
from headjudge.kb.database import connect
from headjudge.kb.shipped import Source
from headjudge.kb.store import import_edition
from headjudge.site.build import build_site
from tests.browser.conftest import NewPage, serving
from tests.browser.test_axe import VIEWS, violations
from tests.site.test_editions import NEW, OLD


@pytest.fixture(scope="module")
def two_editions(shipped_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """The site of a game that is kept in two editions, and its address on a server."""
    database = tmp_path_factory.mktemp("editions") / "kb.db"
    shutil.copy(shipped_database, database)
    for name, effective, text in (("1.2", "2025-01-01", NEW), ("1.3", "2026-02-03", OLD)):  # 2.1.3 is gone in the later
        edition = Edition("cards", name, "zh", "卡牌规则", own=False, effective=effective)
        import_edition(database, Source(edition, ("卡牌", "Cards"), "dotted", text))
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("DELETE FROM editions WHERE game <> 'cards'")
        db.execute("DELETE FROM games WHERE id <> 'cards'")
    out = database.with_name("out")
    with closing(connect(database)) as connection:
        build_site(connection, out)
    with serving(out) as address:
        yield out, address


def test_axe_finds_nothing_where_editions_are_compared(two_editions: tuple[Path, str], new_page: NewPage) -> None:
    out, address = two_editions
    pages = [path.relative_to(out).as_posix() for path in (*(out / "cards" / "diff").glob("*.html"), *out.rglob("2.1.3.html"))]
    assert len(pages) == 2
    page = new_page()
    for path in pages:
        page.goto(address + path)
        for theme, size, language in VIEWS:
            page.evaluate(
                "([theme, language]) => { headjudge.set('theme', theme); headjudge.set('interface', language); }",
                [theme, language],
            )
            page.set_viewport_size(size)  # type: ignore[arg-type]  # the keys are right
            assert not violations(page), (path, theme, size, language)
