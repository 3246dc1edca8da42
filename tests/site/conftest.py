"""Sites built once for all tests: of the shipped rulebooks, and of one that means harm."""

import shutil
import sqlite3
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest

from headjudge.kb.clause import Edition
from headjudge.kb.database import connect
from headjudge.kb.shipped import Source
from headjudge.kb.store import import_edition
from headjudge.site.build import build_site
from tests.conftest import ShippedSite

HOSTILE = """第1章 <script>alert(1)</script>
1.1 "><img src=x onerror=alert(1)>
1.1.1 “粗&体”是指 & 与 &lt; 和 </p></main></html>（1.1.2）。
1.1.2 控制\x01字符\x1b[31m与\u202e倒序\u2066文字\u2069，<b>粗</b>再现（9.9.9）。
1.1.3 {{ 7 * 7 }} {% raw %} ${x} ]]> --> <!-- （1.1）\U000e0041\ufdd0
例：<svg onload=alert(1)> javascript:alert(1) \U0001f600
① <style>*{display:none}</style>
第2章 正常
2.1 引用
2.1.1 见1.1.1。
"""

Pages = dict[str, Element]
"""The pages of a site by path."""


def read_pages(folder: Path, *games: str) -> Pages:
    """The pages outside of all rulebooks, and those of the games in these folders.

    The pages are also well-formed XML, and expat reads them fifty times faster than an HTML parser written in Python.
    """
    files = sorted([*folder.glob("*.html"), *(file for game in games for file in (folder / game).rglob("*.html"))])
    return {
        file.relative_to(folder).as_posix(): fromstring(file.read_text("utf-8").removeprefix("<!DOCTYPE html>")) for file in files
    }


@pytest.fixture(scope="session")
def shipped_folder(shipped_site: ShippedSite) -> Path:
    return shipped_site.folder


@pytest.fixture(scope="session")
def shipped_pages(shipped_folder: Path) -> Pages:
    return read_pages(shipped_folder, *(folder.name for folder in shipped_folder.iterdir() if folder.is_dir()))


@pytest.fixture(scope="session")
def hostile_database(shipped_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One rulebook, whose game is named like a folder of the site itself. Its titles are set behind the back of `import`."""
    database = tmp_path_factory.mktemp("hostile") / "kb.db"
    shutil.copy(shipped_database, database)
    import_edition(database, Source(Edition("static", "1", "zh", "", False, ""), ("", ""), "dotted", HOSTILE))
    db = sqlite3.connect(database)
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("DELETE FROM editions WHERE game <> 'static'")
    db.execute("DELETE FROM games WHERE id <> 'static'")
    db.execute("UPDATE games SET title_zh = '</span><b>', title_en = '<b>&'")
    db.execute("""UPDATE editions SET name = '<i>1', title = '</title><script>', language = 'zh"><b>', effective = '"2026'""")
    db.commit()
    db.close()
    return database


@pytest.fixture(scope="session")
def hostile_folder(hostile_database: Path) -> Path:
    out = hostile_database.with_name("out")
    build_site(connect(hostile_database), out)
    return out


@pytest.fixture(scope="session")
def hostile_pages(hostile_folder: Path) -> Pages:
    return read_pages(hostile_folder, "static~2")
