"""A site that is built again after a change is the one that would have been built anew, and most of it is not written again."""

import marshal
import os
import shutil
import sqlite3
from collections.abc import Callable, Collection
from contextlib import closing
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from headjudge.kb import workers
from headjudge.kb.database import connect
from headjudge.site import glossary
from headjudge.site import press as pressing
from headjudge.site import whole as making
from headjudge.site.build import build_site
from headjudge.site.folder import MANIFEST
from headjudge.site.journal import read_journal
from headjudge.site.ledger import Ledger, read_ledger, write_ledger
from headjudge.site.library import Page
from headjudge.site.names import file_stem
from headjudge.site.paging import LIMIT
from headjudge.site.render import render_page
from tests.site.test_folder import contents

TRADE = "b01-pals-trade-blows"
LEAF = "(SELECT MAX(c.id) FROM clauses c JOIN editions e ON e.id = c.edition WHERE e.game = 'zx' AND c.kind = 'clause')"
CITED = """(SELECT r.target FROM refs r JOIN clauses c ON c.id = r.target JOIN editions e ON e.id = c.edition
    WHERE e.game = 'zx' GROUP BY r.target ORDER BY COUNT(*) DESC, r.target LIMIT 1)"""
FIRST = "(SELECT MIN(c.id) FROM clauses c JOIN editions e ON e.id = c.edition WHERE e.game = 'zx' AND c.kind = 'clause')"
CHAPTER = "(SELECT MIN(c.id) FROM clauses c JOIN editions e ON e.id = c.edition WHERE e.game = 'zx' AND c.depth = 1)"
BOOK = "(SELECT id FROM editions WHERE game = 'zx')"

CHANGES: list[tuple[str, str, bool]] = [
    ("a text", f"UPDATE clauses SET text = '改写过的话。' WHERE id = {LEAF}", True),
    ("a text that is cited", f"UPDATE clauses SET text = text || '又一句。' WHERE id = {CITED}", True),
    ("a text with markup", f"UPDATE clauses SET text = '<b>&\u202e' || text WHERE id = {FIRST}", True),
    ("the title of a chapter", f"UPDATE clauses SET title = '别的标题' WHERE id = {CHAPTER}", True),
    ("a number", f"UPDATE clauses SET number = '九九' WHERE id = {CITED}", True),
    (
        "a reference more",
        f"INSERT INTO refs VALUES ({LEAF}, 90, 0, 2, 0, '改写', 'number', 'resolved', 0, {FIRST})",
        True,
    ),
    ("a reference less", f"DELETE FROM refs WHERE clause = (SELECT clause FROM refs WHERE target = {CITED} LIMIT 1)", True),
    (
        "a reference elsewhere",
        f"UPDATE refs SET target = {LEAF} WHERE rowid = (SELECT rowid FROM refs WHERE target = {CITED} LIMIT 1)",
        True,
    ),
    ("a jump", f"INSERT INTO refs VALUES ({LEAF}, 91, 2, 4, 0, '过的', 'number', 'resolved', 1, {FIRST})", False),
    ("a step", f"INSERT OR IGNORE INTO steps VALUES ({FIRST}, {FIRST} + 1)", False),
    (
        "a mention",
        f"INSERT OR REPLACE INTO mentions SELECT {LEAF}, MIN(id), 0, 2 FROM terms WHERE edition = {BOOK}",
        True,
    ),
    (
        "a term",
        f"""INSERT INTO terms (edition, word, folded) VALUES ({BOOK}, '改写', '改写');
            INSERT INTO definitions SELECT id, {LEAF}, 'means' FROM terms WHERE word = '改写'""",
        False,
    ),
    (
        "a ruling",
        """INSERT INTO rulings (game, name, title, source, text, written)
               SELECT game, 'another', '另一则', source, text, 1 FROM rulings WHERE game = 'zx' AND written LIMIT 1;
           INSERT INTO citations
               SELECT (SELECT id FROM rulings WHERE name = 'another'), code, game, edition, key, quote_sha256 FROM citations
               WHERE ruling = (SELECT id FROM rulings WHERE game = 'zx' AND written LIMIT 1)""",
        True,
    ),
    ("the title of a ruling", "UPDATE rulings SET title = '改了题目' WHERE game = 'zx'", True),
    ("the name of the game", "UPDATE games SET title_zh = '别名' WHERE id = 'zx'", False),
    ("the date of the edition", "UPDATE editions SET effective = '2031-01-01' WHERE game = 'zx'", False),
    (
        "a clause less",
        f"DELETE FROM clauses WHERE id = {LEAF}; UPDATE editions SET last_clause = last_clause - 1 WHERE game = 'zx'",
        False,
    ),
]
"""What is changed, how, and whether pages of its rulebook stay as they were."""


@pytest.fixture(scope="module")
def small(shipped_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two of the shipped rulebooks."""
    database = tmp_path_factory.mktemp("small") / "kb.db"
    shutil.copy(shipped_database, database)
    edit(database, "DELETE FROM editions WHERE game IN ('palworld', 'pact'); DELETE FROM games WHERE id IN ('palworld', 'pact')")
    return database


@pytest.fixture
def built(small: Path, tmp_path: Path) -> Path:
    """A folder with a copy of the knowledge base, its site, and a cache."""
    shutil.copy(small, tmp_path / "kb.db")
    build(tmp_path)
    return tmp_path


def edit(database: Path, script: str) -> None:
    with closing(sqlite3.connect(database)) as db:
        db.execute("PRAGMA foreign_keys = ON")
        db.executescript(script)
        db.commit()


def build(folder: Path, out: str = "out", cache: str = "cache", url: str = "") -> dict[str, bytes]:
    with closing(connect(folder / "kb.db")) as db:
        build_site(db, folder / out, cache=folder / cache, url=url)
    return contents(folder / out)


def times(folder: Path) -> dict[str, int]:
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.stat().st_mtime_ns for file in files}


def made_from_now_on(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of the pages that are made, as they are."""
    made: list[str] = []

    def noted(page: Page, path: str, url: str) -> bytes:
        made.append(path)
        return render_page(page, path, url)

    monkeypatch.setattr(pressing, "render_page", noted)
    return made


@pytest.mark.parametrize(("change", "stays"), [pytest.param(*row[1:], id=row[0]) for row in CHANGES])
def test_a_site_built_again_is_as_one_built_anew(change: str, stays: bool, built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, first = times(built / "out"), contents(built / "out")
    edit(built / "kb.db", change)
    made = made_from_now_on(monkeypatch)
    again = build(built)
    monkeypatch.undo()
    assert again == build(built, "anew", "another cache")
    assert again != first
    after = times(built / "out")
    for path in again.keys() & first.keys() - {MANIFEST}:
        assert (after[path] == before[path]) == (again[path] == first[path]), path
    assert not [path for path in made if path.startswith("vanguard/c/")]
    mine = [path for path in again if path.startswith("zx/c/") and path.endswith(".html")]
    assert (len(set(made) & set(mine)) < len(mine) / 2) == stays


def test_a_site_built_again_after_each_of_several_changes_is_as_one_built_anew(built: Path) -> None:
    for _, change, stays in CHANGES:
        if stays:
            edit(built / "kb.db", change)
            again = build(built)
    assert again == build(built, "anew", "another cache")


def test_nothing_changed_nothing_is_written(built: Path) -> None:
    before = times(built / "out")
    build(built)
    assert times(built / "out") == before


def test_what_was_damaged_or_removed_is_made_again(built: Path) -> None:
    first = contents(built / "out")
    pages = sorted((built / "out" / "zx" / "c").glob("*.html"))
    pages[0].write_text("damaged")
    pages[1].unlink()
    shutil.rmtree(built / "out" / "vanguard")
    assert build(built) == first


@pytest.mark.parametrize("change", [0, -1], ids=["a text", "a clause less"])
def test_what_was_removed_before_a_change_is_no_part_of_what_stays(change: int, built: Path) -> None:
    """One of the files is made again, the other may be made no more; no list names what is not there."""
    with closing(connect(built / "kb.db")) as db:
        ((key,),) = db.execute(f"SELECT key FROM clauses WHERE id = {LEAF}")
    edit(built / "kb.db", CHANGES[change][1])
    for name in (f"{file_stem(key)}.html", "1.html"):
        (built / "out" / "zx" / "c" / name).unlink()
    assert build(built) == build(built, "anew", "another cache")


def written_whole(facts: Any) -> bytes:
    data = marshal.dumps(facts)
    return len(data).to_bytes(8, "little") + crc32(data).to_bytes(4, "little") + data


DAMAGES: list[tuple[str, Callable[[bytes], bytes]]] = [
    ("empty", lambda _: b""),
    ("another file", lambda _: b'{"manifest": 1}'),
    ("cut off", lambda whole: whole[: len(whole) // 2]),
    ("cut off near its end", lambda whole: whole[:-9]),
    ("cut off after all that matters", lambda whole: whole + whole[:7]),
    ("a byte is another", lambda whole: b"%b%c%b" % (whole[:999], whole[999] ^ 1, whole[1000:])),
    ("its last byte is another", lambda whole: b"%b%c" % (whole[:-1], whole[-1] ^ 1)),
    ("something else before it", lambda whole: written_whole([]) + whole),
    ("something else after it", lambda whole: whole + written_whole([])),
    ("other facts that are whole", lambda _: written_whole((1, 2, 3))),
    ("what is no data", lambda _: written_whole(()).replace(b"\xa9", b"?")),
]


@pytest.mark.parametrize("damage", [pytest.param(damage, id=name) for name, damage in DAMAGES])
def test_a_damaged_ledger_is_no_harm(damage: Callable[[bytes], bytes], built: Path) -> None:
    """Also not one that has grown."""
    edit(built / "kb.db", CHANGES[1][1])
    first = build(built)
    (ledger,) = (built / "cache").glob("*.ledger")
    ledger.write_bytes(damage(ledger.read_bytes()))
    edit(built / "kb.db", CHANGES[0][1])
    assert build(built) == build(built, "anew", "another cache") != first


def test_a_ledger_that_grows_tells_what_one_written_at_once_does(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[tuple[Ledger, str]] = []

    def noted(cache: Path, out: Path, ledger: Ledger, made_by: str, before: Ledger, made: Collection[str]) -> None:
        written.append((ledger, made_by))
        write_ledger(cache, out, ledger, made_by, before, made)

    monkeypatch.setattr(making, "write_ledger", noted)
    records = []
    for name, script, _ in CHANGES[:-1]:
        edit(built / "kb.db", script)
        first = build(built)
        ledger, made_by = written[-1]
        found = read_ledger(built / "cache", built / "out", made_by)
        assert found.files == ledger.files, name
        assert found.origins == {ground: known for ground, known in ledger.origins.items() if known}, name
        assert found.books == ledger.books, name
        records.append(len(found.journal.records))
    assert first == build(built, "anew", "another cache")
    assert 1 in records, "some change is so large that it is written anew"
    assert max(records) > 3


def test_a_ledger_that_another_process_has_changed_is_written_anew(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (file,) = (built / "cache").glob("*.ledger")
    whole = file.read_bytes()

    def late(cache: Path, out: Path, ledger: Ledger, made_by: str, before: Ledger, made: Collection[str]) -> None:
        file.write_bytes(whole + written_whole(1))
        write_ledger(cache, out, ledger, made_by, before, made)

    monkeypatch.setattr(making, "write_ledger", late)
    edit(built / "kb.db", CHANGES[0][1])
    build(built)
    assert len(read_journal(file).records) == 1
    assert build(built) == build(built, "anew", "another cache")


def test_ledgers_of_sites_that_were_built_long_ago_are_removed(built: Path) -> None:
    """As one is written whole."""
    for day in range(40):
        old = built / "cache" / f"site-{day}.ledger"
        old.write_bytes(b"")
        os.utime(old, (day, day))
    (ledger,) = {*(built / "cache").glob("*.ledger")} - {built / "cache" / f"site-{day}.ledger" for day in range(40)}
    ledger.unlink()
    first = times(built / "out")
    build(built)
    left = {file.name for file in (built / "cache").glob("*.ledger")}
    assert left == {ledger.name, *(f"site-{day}.ledger" for day in range(9, 40))}
    assert times(built / "out") == first


def test_another_program_makes_all_anew(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = contents(built / "out")
    monkeypatch.setattr(making, "program", lambda url: f"another {url}")
    monkeypatch.setattr(workers, "WORTH_SHARING", len(first) * 9)
    made = made_from_now_on(monkeypatch)
    assert build(built) == first
    assert {path for path in first if path.startswith("zx/c/") and path.endswith(".html")} <= {*made}


def test_what_is_found_as_it_would_be_made_is_known_from_then_on(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a ledger all is made, and the files that are the same keep their times: those are what the new ledger tells of."""
    (ledger,) = (built / "cache").glob("*.ledger")
    ledger.unlink()
    build(built)
    made = made_from_now_on(monkeypatch)
    build(built)
    assert not [path for path in made if "/c/" in path or "/term/" in path]


def test_what_only_names_a_clause_rests_on_its_first_words(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    long = f"UPDATE clauses SET text = '{'很长的一条规则' * 20}', title = '' WHERE id = {CITED}"
    edit(built / "kb.db", long)
    build(built)
    edit(built / "kb.db", f"UPDATE clauses SET text = text || '又一句。' WHERE id = {CITED}")
    made = made_from_now_on(monkeypatch)
    again = build(built)
    with closing(connect(built / "kb.db")) as db:
        ((key,),) = db.execute(f"SELECT key FROM clauses WHERE id = {CITED}")
    assert [path for path in made if path.startswith("zx/c/")] == [f"zx/c/{file_stem(key)}.html"]
    monkeypatch.undo()
    assert again == build(built, "anew", "another cache")


ENDS: list[tuple[str, str]] = [
    ("the number of a clause that parts begin with", "UPDATE clauses SET number = '九九' WHERE id = {first}"),
    ("one more at the front", "INSERT INTO mentions VALUES ((SELECT MIN(id) FROM clauses), {term}, 0, 2)"),
    ("one less", "DELETE FROM mentions WHERE clause = {first} AND term = {term}"),
    ("all but one", "DELETE FROM mentions WHERE clause <> {first} AND term = {term}"),
]


@pytest.mark.parametrize("change", [pytest.param(change, id=name) for name, change in ENDS])
def test_the_parts_of_a_long_list_of_uses_name_each_other(change: str, built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(glossary, "_USE", LIMIT // 9)
    first = build(built, "cut")
    with closing(connect(built / "kb.db")) as db:
        (term,) = db.execute("SELECT term FROM mentions GROUP BY term ORDER BY COUNT(DISTINCT clause) DESC LIMIT 1").fetchone()
        uses = [row for (row,) in db.execute("SELECT DISTINCT clause FROM mentions WHERE term = ? ORDER BY 1", (term,))]
    edit(built / "kb.db", change.format(term=term, first=uses[9]))
    again = build(built, "cut")
    assert again == build(built, "anew", "another cache") != first


def test_a_site_of_another_build_is_made_whole(built: Path) -> None:
    """The ledger tells of a site that was written over since."""
    first = contents(built / "out")
    edit(built / "kb.db", CHANGES[0][1])
    build(built, cache="another cache")
    edit(built / "kb.db", f"UPDATE clauses SET text = '第三种话。' WHERE id = {LEAF}")
    assert build(built) == build(built, "anew", "a third cache") != first


def test_another_address_is_another_site(built: Path) -> None:
    assert build(built, url="https://rules.example/") == build(built, "anew", "another cache", "https://rules.example/")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="further processes begin as copies of this one")
def test_several_processes_write_the_same_site(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = contents(built / "out")
    monkeypatch.setattr(workers, "WORTH_SHARING", 1)
    monkeypatch.setattr(workers, "processors", lambda: 3)
    assert build(built, "anew", "another cache") == first
    edit(built / "kb.db", CHANGES[1][1])
    assert build(built, "anew", "another cache") == build(built)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="further processes begin as copies of this one")
def test_an_error_in_another_process_is_told(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(page: object, path: str, url: str) -> bytes:
        if path.endswith("/c/1.html"):
            raise MemoryError(path)
        return b""

    monkeypatch.setattr(workers, "WORTH_SHARING", 1)
    monkeypatch.setattr(workers, "processors", lambda: 2)
    monkeypatch.setattr(pressing, "render_page", failing)
    with pytest.raises(MemoryError):
        build(built, "anew", "another cache")
    assert not (built / "anew").exists()


def test_rulings_that_are_run_are_made_again_for_what_they_quote(shipped_database: Path, tmp_path: Path) -> None:
    shutil.copy(shipped_database, tmp_path / "kb.db")
    edit(
        tmp_path / "kb.db",
        f"""DELETE FROM editions WHERE game <> 'palworld'; DELETE FROM games WHERE id <> 'palworld';
            DELETE FROM rulings WHERE name <> '{TRADE}'""",
    )
    first = build(tmp_path)
    edit(tmp_path / "kb.db", "UPDATE clauses SET text = '改' || text WHERE key = '9.6.3.1'")
    again = build(tmp_path)
    page = f"palworld/rulings/{TRADE}.html"
    assert again[page] != first[page]
    assert again == build(tmp_path, "anew", "another cache")
