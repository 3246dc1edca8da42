"""Building and importing: whole or not at all, whoever else writes, and nothing of a text lost."""

import hashlib
import os
import re
import signal
import sqlite3
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing
from importlib.resources import files
from pathlib import Path

import pytest

from headjudge.kb import clause_rows, imported, store, workers
from headjudge.kb.clause import Clause, ClauseKey, Reference, ReferenceKind
from headjudge.kb.database import SCHEMA_VERSION, Health, connect, examine, open_knowledge_base
from headjudge.kb.edition_rows import Parsed, add_edition, rank_editions
from headjudge.kb.imported import BadName, DamagedImport
from headjudge.kb.lookup import chosen_editions, find_one, view
from headjudge.kb.search import search
from headjudge.kb.shipped import Source
from headjudge.kb.stamp import imported_folder
from headjudge.parser.rulebook import Links, Printed, find_links, parse_rulebook
from tests.kb.books import DOCUMENT, SMALL, Book, clause, save, source_of

Read = Callable[[str], list[tuple[object, ...]]]

SCHEMA = (7, "52eeffee53f7")
"""The version, and the digest of the statements that it stands for: another schema needs another version."""


def test_a_change_of_the_schema_goes_with_a_new_version() -> None:
    text = (files("headjudge.kb") / "schema.sql").read_text("utf-8")
    statements = " ".join(re.sub(r"--.*", "", text).split())
    assert (SCHEMA_VERSION, hashlib.sha256(statements.encode()).hexdigest()[:12]) == SCHEMA


def test_the_file_keeps_its_own_rules(shipped_database: Path) -> None:
    with closing(connect(shipped_database)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []


def test_the_search_index_is_sound(shipped_database: Path, tmp_path: Path) -> None:
    (tmp_path / "kb.db").write_bytes(shipped_database.read_bytes())
    with closing(sqlite3.connect(tmp_path / "kb.db")) as db:
        for index in ("clauses_fts", "clauses_fts_titles"):
            db.execute(f"INSERT INTO {index} ({index}) VALUES ('integrity-check')")


def test_every_foreign_key_is_indexed(knowledge: sqlite3.Connection) -> None:
    """Taking an edition out looks for its rows in every table; without an index, once for each clause from start to end."""
    tables = [name for (name,) in knowledge.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    missing = []
    for table in tables:
        indexes = [row[1] for row in knowledge.execute(f"PRAGMA index_list({table})")]
        first = {next(iter(knowledge.execute(f"PRAGMA index_info('{index}')")))[2] for index in indexes}
        keys = {row[3]: row[2] for row in knowledge.execute(f"PRAGMA foreign_key_list({table})")}
        missing += [(table, column) for column, target in keys.items() if column not in first and target != "games"]
    assert missing == []


def test_spans_cover_the_source_exactly_once(knowledge: sqlite3.Connection) -> None:
    for game in ("palworld", "pact", "vanguard", "zx"):
        for edition in chosen_editions(knowledge, game):
            spans = knowledge.execute(
                'SELECT start, "end" FROM spans WHERE clause BETWEEN ? AND ? ORDER BY start', (edition.first, edition.last)
            ).fetchall()
            ends = [0, *(end for _, end in spans)]
            assert [start for start, _ in spans] == ends[:-1]
            assert knowledge.execute(
                "SELECT source_characters, unaccounted FROM editions WHERE id = ?", (edition.row,)
            ).fetchone() == (ends[-1], 0)


def test_editions_have_their_clauses_in_a_row(knowledge: sqlite3.Connection) -> None:
    rows = knowledge.execute(
        """SELECT first_clause, last_clause, numbered, min(c.id), max(c.id), sum(NOT synthetic), count(*)
           FROM editions e JOIN clauses c ON c.edition = e.id GROUP BY e.id"""
    ).fetchall()
    assert len(rows) >= 1
    for first, last, numbered, lowest, highest, counted, count in rows:
        assert (first, last, numbered) == (lowest, highest, counted)
        assert last - first + 1 == count


def test_a_resolved_reference_has_a_target_and_no_other_has(knowledge: sqlite3.Connection) -> None:
    wrong = "SELECT clause, text, status FROM refs WHERE (target IS NULL) = (status = 'resolved')"
    assert knowledge.execute(wrong).fetchall() == []
    assert knowledge.execute("SELECT count(*) FROM refs WHERE target IS NOT NULL").fetchone() > (80,)


def contents(database: Path) -> dict[str, list[tuple[object, ...]]]:
    """What a file says, without the row numbers, which differ from build to build."""
    with closing(connect(database)) as db:
        return {
            "clauses": db.execute(
                """SELECT e.game, e.name, c.key, c.kind, c.title, c.text, p.key, c.depth FROM clauses c
                   JOIN editions e ON e.id = c.edition LEFT JOIN clauses p ON p.id = c.parent ORDER BY 1, 2, c.id"""
            ).fetchall(),
            "refs": db.execute(
                """SELECT e.game, e.name, c.key, r.text, r.kind, t.key FROM refs r JOIN clauses c ON c.id = r.clause
                   JOIN editions e ON e.id = c.edition LEFT JOIN clauses t ON t.id = r.target ORDER BY 1, 2, 3, r.rowid"""
            ).fetchall(),
            "mentions": db.execute(
                """SELECT e.game, e.name, c.key, t.word, m.start FROM mentions m JOIN terms t ON t.id = m.term
                   JOIN clauses c ON c.id = m.clause JOIN editions e ON e.id = c.edition ORDER BY 1, 2, 3, 5"""
            ).fetchall(),
            "editions": db.execute("SELECT game, name, own, rank, numbered FROM editions ORDER BY game, name").fetchall(),
            "hits": [(hit.brief.id,) for word in ("玩家", "先手", "处理") for hit in search(db, word, limit=99).hits],
        }


OTHER = SMALL.replace("两名", "三名").replace("掷币", "猜拳")


def test_an_import_and_a_build_come_to_the_same(small: Path) -> None:
    """Added to a copy, or built from nothing with what was kept: the same knowledge base."""
    store.import_edition(small, source_of(SMALL, "2"))
    store.import_edition(small, source_of(OTHER, "3", effective="2026-01-01"))
    store.import_edition(small, source_of(OTHER, "2"))
    added = contents(small)
    small.unlink()
    open_knowledge_base(small).connection.close()
    assert contents(small) == added
    assert [row[:4] for row in added["editions"]] == [("small", "1", 1, 3), ("small", "2", 0, 2), ("small", "3", 0, 1)]


def test_an_import_takes_the_place_of_an_older_one_of_its_name(small: Path, read: Read) -> None:
    store.import_edition(small, source_of(SMALL, "2"))
    store.import_edition(small, source_of(OTHER, "2"))
    assert read("SELECT count(*) FROM editions WHERE name = '2'") == [(1,)]
    assert read("SELECT text FROM clauses WHERE key = '1.1.2' ORDER BY edition") == [("先手由掷币决定。",), ("先手由猜拳决定。",)]
    with closing(connect(small)) as db:
        assert [hit.brief.key for hit in search(db, "猜拳").hits] == ["1.1.2"]
        assert [hit.brief.id for hit in search(db, "概要").hits] == ["small@2:1"]
        assert search(db, "掷币").total == 0  # forgotten in the edition that answers
        assert search(db, "掷币", "small", "1").total == 1
    assert len(list(imported_folder(small).iterdir())) == 2
    assert read("PRAGMA foreign_key_check") == []
    with closing(sqlite3.connect(small)) as db:
        for index in ("clauses_fts", "clauses_fts_titles"):
            db.execute(f"INSERT INTO {index} ({index}) VALUES ('integrity-check')")


@pytest.mark.parametrize("levels", [49, 51, 1200])
def test_an_import_takes_the_place_of_a_very_deep_one(small: Path, read: Read, levels: int) -> None:
    deep = "\n".join("  " * level + "- 项目" for level in range(levels))
    store.import_edition(small, source_of(f"{SMALL}\n{deep}\n", "2"))
    store.import_edition(small, source_of(SMALL, "2"))
    clauses = "SELECT c.key, c.depth FROM clauses c JOIN editions e ON e.id = c.edition WHERE e.name = '{}' ORDER BY c.id"
    assert read(clauses.format("2")) == read(clauses.format("1"))


def test_an_import_may_take_the_place_of_what_ships(small: Path, read: Read) -> None:
    store.import_edition(small, source_of(OTHER, "1"))
    assert read("SELECT name, own FROM editions") == [("1", 0)]
    small.unlink()
    open_knowledge_base(small).connection.close()
    assert read("SELECT name, own FROM editions") == [("1", 0)]


@pytest.mark.parametrize("health", [Health.STALE, Health.OLDER, Health.DAMAGED, Health.MISSING])
def test_imported_texts_outlive_the_file(small: Path, read: Read, health: Health) -> None:
    text = "第1章 甲\r\n1.1 乙\r\n1.1.1 丙\u2028\x85丁\f戊。\r\n"
    source = Source(
        source_of("").edition._replace(title='"题"\\\n\x00\U0001f600', name="官方 版".replace(" ", "-")),
        ("中", "e'"),
        "dotted",
        text,
    )
    store.import_edition(small, source)
    before = contents(small)
    spoil: dict[Health, Callable[[], object]] = {
        Health.STALE: lambda: imported_folder(small).joinpath("x.toml.txt").write_text("", "utf-8"),
        Health.OLDER: lambda: small.write_bytes(small.read_bytes()[:60] + b"\0\0\0\1" + small.read_bytes()[64:]),
        Health.DAMAGED: lambda: small.write_bytes(small.read_bytes()[:9000]),
        Health.MISSING: small.unlink,
    }
    spoil[health]()
    connection, was = open_knowledge_base(small)
    connection.close()
    assert was is health
    assert contents(small) == before
    assert next(iter(imported.imported(small))) == source
    assert read("SELECT source_characters FROM editions WHERE NOT own") == [(len(text),)]


@pytest.mark.parametrize("health", [Health.STALE, Health.OLDER, Health.DAMAGED, Health.MISSING])
def test_an_import_into_a_file_that_is_not_fresh(small: Path, read: Read, health: Health) -> None:
    """Everything is built; the new edition is there beside what was imported before."""
    store.import_edition(small, source_of(SMALL, "2"))
    spoil: dict[Health, Callable[[], object]] = {
        Health.STALE: lambda: imported_folder(small).joinpath("x.toml.txt").write_text("", "utf-8"),
        Health.OLDER: lambda: small.write_bytes(small.read_bytes()[:60] + b"\0\0\0\1" + small.read_bytes()[64:]),
        Health.DAMAGED: lambda: small.write_bytes(small.read_bytes()[:9000]),
        Health.MISSING: small.unlink,
    }
    spoil[health]()
    assert examine(small) is health
    steps: list[tuple[str, int, int]] = []
    store.import_edition(small, source_of(OTHER, "3"), lambda *step: steps.append(step))
    assert examine(small) is Health.FRESH
    assert read("SELECT name FROM editions ORDER BY name") == [("1",), ("2",), ("3",)]
    assert steps == [("small@1", 0, 3), ("small@2", 1, 3), ("small@3", 2, 3), ("", 3, 3)]
    assert small.with_name("kb.db.damaged").exists() == (health is Health.DAMAGED)


NAMES = [
    ("a", "2026-07", True),
    ("Palworld", "V1.2_beta", True),
    ("帕鲁", "官方第二版", True),
    ("a", '<1>"|?*&', True),
    ("con", "nul", True),
    ("a", "x" * 64, True),
    ("", "1", False),
    ("a", "", False),
    ("1a", "1", False),
    ("a b", "1", False),
    ("a/b", "1", False),
    ("a:b", "1", False),
    ("a", "1 2", False),
    ("a", "1:2", False),
    ("a", "1：2", False),
    ("a", "../up", False),
    ("a", "..", False),
    ("a", ".hidden", False),
    ("a", "end.", False),
    ("a", "a\\b", False),
    ("a", "a@b", False),
    ("a", "\x1b[31m", False),
    ("a", "\u202ea", False),
    ("a", "\udc80", False),
    ("a", "x" * 65, False),
    ("a" * 49, "1", False),
    ("a", "版" * 22, False),
]


@pytest.mark.parametrize(("game", "edition", "good"), NAMES)
def test_names_of_games_and_editions(small: Path, game: str, edition: str, good: bool) -> None:
    before = small.read_bytes()
    if not good:
        with pytest.raises(BadName) as caught:
            store.import_edition(small, source_of(SMALL, edition, game))
        assert caught.value.code in ("bad_game_name", "bad_edition_name")
        assert small.read_bytes() == before
        assert not imported_folder(small).exists()
        return
    store.import_edition(small, source_of(SMALL, edition, game))
    with closing(connect(small)) as db:
        assert find_one(db, f"{game}@{edition}:1.1.2").id == f"{game.casefold()}@{edition}:1.1.2"
    for path in imported_folder(small).iterdir():
        assert re.fullmatch(r"[-@.\w]+\.(txt|toml)", path.name)
        assert len(path.name.encode()) < 255


def test_names_that_differ_in_case_only_have_files_of_their_own(small: Path, read: Read) -> None:
    for name in ("beta", "Beta", "BETA", "b?ta", "b*ta"):
        store.import_edition(small, source_of(SMALL, name))
    assert len({path.name.casefold() for path in imported_folder(small).iterdir()}) == 10
    assert read("SELECT count(*) FROM editions WHERE NOT own") == [(5,)]


def test_characters_that_no_file_takes(small: Path, read: Read) -> None:
    store.import_edition(small, source_of("第1章 甲\ud800\n1.1 乙", "2"))
    assert read("SELECT title FROM clauses WHERE key = '1' AND edition = 2") == [("甲\ufffd",)]


LINKS = ("refs", "steps", "terms", "definitions", "mentions", "problems", "editions")


@pytest.mark.usefixtures("only_small")
def test_links_may_be_found_by_another_process(small_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever finds the links, while the clauses are written or before, the tables are the same."""
    text = OTHER + "1.2.2 “回到”是指返回1.2.1.1（9.9.9）。先手先行动。\n1.2.2 同上。\n"
    monkeypatch.setattr(workers, "WORTH_SHARING", 1)
    tables = []
    for way in ("alone", "shared", "parsed before"):
        database = tmp_path / f"{way}.db"
        database.write_bytes(small_file.read_bytes())
        monkeypatch.setattr(workers, "processors", lambda way=way: 2 if way == "shared" else 1)
        if way == "parsed before":
            with closing(sqlite3.connect(database)) as db:
                add_edition(db, source_of(text, "2"), parse_rulebook(text))
                rank_editions(db)
                db.commit()
        else:
            store.import_edition(database, source_of(text, "2"))
        with closing(connect(database)) as read:
            tables.append({name: read.execute(f"SELECT * FROM {name}").fetchall() for name in LINKS})
    assert all(tables[0].values())
    assert tables[0] == tables[1] == tables[2]


def test_the_other_process_is_killed(small: Path, read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    here = os.getpid()
    monkeypatch.setattr(workers, "WORTH_SHARING", 1)
    monkeypatch.setattr(workers, "processors", lambda: 2)

    def killed(printed: Printed) -> Links:
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return find_links(printed)

    monkeypatch.setattr(store, "find_links", killed)
    store.import_edition(small, source_of(SMALL, "2"))
    assert read("SELECT count(*) FROM refs JOIN clauses ON clauses.id = clause WHERE edition = 2") == [(2,)]


@pytest.mark.parametrize("part", ["find_links", "add_edition_unlinked", "rank_editions", "_lead_to_the_newest"])
def test_a_text_that_cannot_be_stored_is_not_kept(small: Path, monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    """Else every build from then on would fail."""
    before = small.read_bytes()

    def broken(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(store, part, broken)
    with pytest.raises(RuntimeError):
        store.import_edition(small, source_of(SMALL, "2"))
    assert small.read_bytes() == before
    assert not imported_folder(small).exists()
    assert {path.name for path in small.parent.iterdir()} == {"kb.db", "kb.db.lock"}


def test_a_dialect_that_is_gone(small: Path, read: Read) -> None:
    store.import_edition(small, source_of(SMALL, "2"))
    (about,) = imported_folder(small).glob("*.toml")
    about.write_text(about.read_text("utf-8").replace('"dotted"', '"gone"'), "utf-8")
    open_knowledge_base(small).connection.close()
    assert read("SELECT dialect, numbered FROM editions WHERE name = '2'") == [("dotted", 8)]


BROKEN = ["", "game = ", 'game = "a"', "\x00", 'text = 3\ngame = "a"']


@pytest.mark.parametrize("words", BROKEN)
def test_a_kept_text_that_cannot_be_read_is_named(small: Path, words: str) -> None:
    store.import_edition(small, source_of(SMALL, "2"))
    (about,) = imported_folder(small).glob("*.toml")
    about.write_text(words, "utf-8")
    before = small.read_bytes()
    with pytest.raises(DamagedImport) as caught:
        open_knowledge_base(small)
    assert (caught.value.code, caught.value.facts["path"]) == ("damaged_import", str(about))
    assert small.read_bytes() == before


HERE = Path(__file__).resolve().parents[2]

WRITER = """
import os, signal, sys
from pathlib import Path
from headjudge.kb import store, kept
from tests.kb.books import SMALL, source_of
database, what, name = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
store.shipped = lambda: iter([source_of(SMALL, own=True)])
def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)
if what == "die in a build":
    store.build(database, die, keep_damaged=True)
elif what == "die before the renaming":
    store.take_place = die
elif what == "die before the text is kept":
    kept._write = die
elif what == "die between text and description":
    real = kept._write
    kept._write = lambda path, text: die() if path.suffix == ".toml" else real(path, text)
store.import_edition(database, source_of(SMALL.replace("掷币", "写者" + name), name))
"""


def start(database: Path, what: str, name: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([sys.executable, "-c", WRITER, str(database), what, name], cwd=HERE, stderr=subprocess.PIPE)


DEATHS = [
    "die in a build",
    "die before the renaming",
    "die before the text is kept",
    "die between text and description",
]


@pytest.mark.skipif(sys.platform == "win32", reason="no kill signal there")
@pytest.mark.parametrize("death", DEATHS)
def test_a_writer_that_is_killed_leaves_a_whole_file(small: Path, read: Read, death: str) -> None:
    store.import_edition(small, source_of(SMALL, "2"))
    before = small.read_bytes()
    with start(small, death, "2") as writer:
        writer.communicate(timeout=60)
    assert writer.returncode == -9
    assert small.read_bytes() == before
    open_knowledge_base(small).connection.close()  # the lock is free, what was kept can be read
    kept = "写者2" if death == "die before the renaming" else "掷币"
    assert read("SELECT text FROM clauses WHERE key = '1.1.2' AND edition = 2") == [(f"先手由{kept}决定。",)]
    store.import_edition(small, source_of(SMALL, "3"))
    assert not list(small.parent.glob(".*.part"))
    assert len(list(imported_folder(small).iterdir())) - len(list(imported_folder(small).glob("*.part"))) >= 4


@pytest.mark.parametrize("first", ["fresh", "missing"])
def test_imports_at_the_same_time_all_end_well(small: Path, read: Read, first: str) -> None:
    if first == "missing":
        small.unlink()
    names = ["a", "b", "a"]
    writers = [start(small, "import", name) for name in names]
    for writer in writers:
        _, errors = writer.communicate(timeout=60)
        assert writer.returncode == 0, errors
    assert read("SELECT name FROM editions ORDER BY name") == [("1",), ("a",), ("b",)]
    assert read("PRAGMA integrity_check") == [("ok",)]
    assert examine(small) is Health.FRESH
    assert {path.name for path in small.parent.iterdir()} == {"kb.db", "kb.db.lock", "kb.db.imported"}


def test_a_reader_goes_on_while_the_file_is_replaced(small: Path) -> None:
    with closing(connect(small)) as reader:
        rows = reader.execute("SELECT text FROM clauses ORDER BY id")
        first = next(rows)
        store.import_edition(small, source_of(OTHER, "2"))
        assert len([first, *rows]) == reader.execute("SELECT count(*) FROM clauses").fetchone()[0]
        assert reader.execute("SELECT count(*) FROM editions").fetchone() == (1,)
    with closing(connect(small)) as reader:
        assert reader.execute("SELECT count(*) FROM editions").fetchone() == (2,)


def many(count: int) -> Iterator[Clause]:
    """A rulebook of that many clauses, made as it is read. Every clause cites one before it and one after it."""
    yield DOCUMENT
    for number in range(count):
        if number % 100 == 0:
            yield clause(f"{number // 100 + 1}", title=f"第{number}", defines=[f"词{number % 700}号"])
        key = f"{number // 100 + 1}.{number % 100 + 1}"
        around = [ClauseKey(f"{max(1, min(count // 100, number // 100 + step))}.1") for step in (0, 2)]
        cites = [Reference(target, ReferenceKind.NUMBER, 0, 1, (target,)) for target in around]
        yield clause(key, f"第{number}条说词{number % 900}号。" + "文" * 40, parent=f"{number // 100 + 1}", references=cites)


def peak(database: Path, count: int) -> int:
    tracemalloc.start()
    try:
        save(database, (source_of(""), Book(many(count))))
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_does_not_grow_with_the_rulebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clause_rows, "_BATCH", 100)
    small, large = (peak(tmp_path / f"{count}.db", count) for count in (500, 4_000))
    assert large < 1.2 * small
    with closing(connect(tmp_path / "4000.db")) as db:
        assert db.execute("SELECT count(*), sum(target IS NULL) FROM refs").fetchone() == (8_000, 0)
        assert view(db, find_one(db, "40.100")).edition.clauses == 4_040


def test_a_parsed_rulebook_can_be_stored() -> None:
    """The parser's value is what the store takes (checked by mypy too)."""
    book: Parsed = parse_rulebook("1.1 甲")
    assert {"dialect", "clauses", "steps", "problems", "characters", "unaccounted"} <= set(dir(book))
