"""Opening a knowledge base: whatever lies at its place, the answer is right or the error names the way out."""

import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from headjudge.kb import database as opening
from headjudge.kb import lock, stamp, store
from headjudge.kb.clause import HeadjudgeError
from headjudge.kb.database import (
    APPLICATION_ID,
    SCHEMA_VERSION,
    Health,
    LockedKnowledgeBase,
    NewerKnowledgeBase,
    NotAKnowledgeBase,
    UnwritableKnowledgeBase,
    connect,
    examine,
    open_knowledge_base,
)
from headjudge.kb.lookup import find_one
from tests.kb.books import SMALL, source_of

Read = Callable[[str], list[tuple[object, ...]]]


def answers(database: Path) -> Health:
    """What the file was; it must answer now."""
    connection, was = open_knowledge_base(database)
    with closing(connection):
        assert find_one(connection, "small:1.1.2").text == "先手由掷币决定。"
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    return was


def beside(database: Path) -> set[str]:
    return {path.name for path in database.parent.iterdir()}


def patched(at: int, new: bytes) -> Callable[[bytes], bytes]:
    return lambda old: old[:at] + new + old[at + len(new) :]


def cut(size: int) -> Callable[[bytes], bytes]:
    return lambda old: old[:size]


def half(old: bytes) -> bytes:
    return old[: len(old) // 2]


SPOILED: list[tuple[str, Callable[[bytes], bytes], Health]] = [
    ("empty", cut(0), Health.MISSING),
    ("the magic alone", cut(16), Health.DAMAGED),
    ("within the header", cut(80), Health.DAMAGED),
    ("the header alone", cut(100), Health.DAMAGED),
    ("one page", cut(4096), Health.DAMAGED),
    ("half", half, Health.DAMAGED),
    ("all but a byte", lambda old: old[:-1], Health.DAMAGED),
    ("page size of zero", patched(16, b"\0\0"), Health.DAMAGED),
    ("format of the future", patched(18, b"\x09\x09"), Health.DAMAGED),
    ("first table overwritten", patched(100, b"\xff" * 600), Health.DAMAGED),
    ("schema overwritten", patched(100, b"\0" * 3900), Health.DAMAGED),
    ("older tables", patched(60, (SCHEMA_VERSION - 1).to_bytes(4, "big")), Health.OLDER),
    ("untouched", lambda old: old, Health.FRESH),
]


@pytest.mark.parametrize(("spoil", "health"), [case[1:] for case in SPOILED], ids=[case[0] for case in SPOILED])
def test_a_spoiled_file_is_built_anew(small: Path, spoil: Callable[[bytes], bytes], health: Health) -> None:
    spoiled = spoil(small.read_bytes())
    small.write_bytes(spoiled)
    assert examine(small) is health
    assert answers(small) is health
    assert answers(small) is Health.FRESH
    kept = small.with_name("kb.db.damaged")
    assert (kept.read_bytes() == spoiled) if health is Health.DAMAGED else not kept.exists()
    assert not list(small.parent.glob("*.part")) + list(small.parent.glob(".*.part"))


def test_damage_in_the_middle_that_a_query_meets(small: Path) -> None:
    """Opening does not read the whole file; the caller builds anew once a query met the damage."""
    spoiled = bytearray(small.read_bytes())
    page = spoiled.index("檢检".encode()) // 4096 * 4096
    spoiled[page : page + 4096] = b"\x5a" * 4096
    small.write_bytes(bytes(spoiled))
    connection, was = open_knowledge_base(small)
    assert was is Health.FRESH
    with closing(connection), pytest.raises(sqlite3.DatabaseError) as caught:
        connection.execute("SELECT * FROM variants").fetchall()
    assert opening.is_damage(caught.value)
    store.build(small, keep_damaged=True)
    assert answers(small) is Health.FRESH
    assert small.with_name("kb.db.damaged").read_bytes() == bytes(spoiled)


def not_ours(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE mine (a)")


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")


REFUSED: list[tuple[str, Callable[[Path], object], type[HeadjudgeError], str]] = [
    ("another program's database", not_ours, NotAKnowledgeBase, "not_a_knowledge_base"),
    ("a text", lambda path: path.write_text("我的笔记" * 50, "utf-8"), NotAKnowledgeBase, "not_a_knowledge_base"),
    ("a short text", lambda path: path.write_text("SQL", "utf-8"), NotAKnowledgeBase, "not_a_knowledge_base"),
    ("a byte of it", lambda path: path.write_bytes(b"S"), NotAKnowledgeBase, "not_a_knowledge_base"),
    ("an overwritten header", lambda path: path.write_bytes(b"\0" * 8192), NotAKnowledgeBase, "not_a_knowledge_base"),
    ("a folder", lambda path: path.mkdir(), NotAKnowledgeBase, "not_a_knowledge_base"),
    ("a pipe", lambda path: os.mkfifo(path), NotAKnowledgeBase, "not_a_knowledge_base"),
    ("a newer version", newer, NewerKnowledgeBase, "newer_database"),
    ("a link to itself", lambda path: path.symlink_to(path), UnwritableKnowledgeBase, "unreadable_database"),
]


@pytest.mark.parametrize(("make", "error", "code"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_what_is_not_ours_is_left_alone(
    only_small: None, tmp_path: Path, make: Callable[[Path], object], error: type[HeadjudgeError], code: str
) -> None:
    database = tmp_path / "kb.db"
    make(database)
    before = database.read_bytes() if database.is_file() else None
    for attempt in (open_knowledge_base, store.build, lambda path: store.import_edition(path, source_of(SMALL, "2"))):
        with pytest.raises(error) as caught:
            attempt(database)
        assert (caught.value.code, caught.value.facts["path"]) == (code, str(database))
    assert before is None or database.read_bytes() == before
    assert beside(database) == {"kb.db"}


def test_a_name_that_no_file_has(only_small: None) -> None:
    with pytest.raises(UnwritableKnowledgeBase) as caught:
        open_knowledge_base(Path("a\0b"))
    assert caught.value.code == "unreadable_database"


def test_a_folder_in_the_way(only_small: None, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(UnwritableKnowledgeBase):
        open_knowledge_base(tmp_path / "file" / "kb.db")


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder that takes no files, not even from root")
def test_a_folder_that_takes_no_files_is_named_at_once(only_small: None) -> None:
    with pytest.raises(UnwritableKnowledgeBase):
        open_knowledge_base(Path("/proc/kb.db"))


def test_folders_are_made(only_small: None, tmp_path: Path) -> None:
    database = tmp_path / "a" / "b" / "kb.db"
    assert answers(database) is Health.MISSING
    assert answers(database) is Health.FRESH
    assert stat.S_IMODE(database.stat().st_mode) & 0o044 == 0o044 & ~_umask()  # others may read, as the user has it


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


NAMES = ["a b.db", "a#b?c=d&e%41.db", "知识库.db", "-x.db", "'\";.db", "a\nb.db"]


@pytest.mark.parametrize("name", NAMES)
def test_names_with_meaning_elsewhere(only_small: None, tmp_path: Path, name: str) -> None:
    database = tmp_path / "a b?#" / name
    assert answers(database) is Health.MISSING
    store.import_edition(database, source_of(SMALL, "2"))
    assert answers(database) is Health.FRESH
    assert beside(database) == {name, f"{name}.lock", f"{name}.imported"}


def test_a_link_leads_to_the_one_file(small: Path, tmp_path: Path) -> None:
    """Built and imported into through a link, the file behind it changes, and the link stays."""
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "elsewhere" / "link.db"
    link.symlink_to(small)
    store.import_edition(link, source_of(SMALL, "2"))
    small.write_bytes(small.read_bytes()[:5000])
    assert answers(link) is Health.DAMAGED
    assert link.is_symlink()
    assert answers(small) is Health.FRESH
    with closing(connect(small)) as connection:
        assert connection.execute("SELECT name FROM editions ORDER BY rank").fetchall() == [("2",), ("1",)]


def test_a_link_to_nothing_yet(only_small: None, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(tmp_path / "later" / "kb.db")
    assert answers(link) is Health.MISSING
    assert link.is_symlink()


def test_locked_by_another_program(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "PATIENCE", 0.05)
    with closing(sqlite3.connect(small, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(LockedKnowledgeBase) as caught:
            open_knowledge_base(small)
        assert caught.value.code == "locked_database"
        other.execute("ROLLBACK")
    assert answers(small) is Health.FRESH


def test_another_writer_that_does_not_end(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is stale still answers, and says so; what is missing cannot."""
    monkeypatch.setattr(lock, "WAIT", 0.05)
    with lock.scratch(small):
        with pytest.raises(LockedKnowledgeBase):
            store.import_edition(small, source_of(SMALL, "2"))
        _make_stale(small)
        assert answers(small) is Health.UNRENEWED
        small.unlink()
        with pytest.raises(LockedKnowledgeBase):
            open_knowledge_base(small)
    assert answers(small) is Health.MISSING


def _make_stale(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE meta SET value = 'other'")
        connection.commit()


@contextmanager
def unprivileged() -> Iterator[None]:
    """As a user who may not write everywhere."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def sealed(small: Path) -> Iterator[Path]:
    """A knowledge base in a folder that everyone may read and nobody may write to."""
    for folder in (small.parent, *small.parent.parents[:3]):
        if folder.stat().st_uid == os.getuid():
            folder.chmod(folder.stat().st_mode | 0o055)
    small.chmod(0o444)
    small.parent.chmod(0o555)
    yield small
    small.parent.chmod(0o755)


def test_a_folder_that_cannot_be_written(sealed: Path) -> None:
    with unprivileged():
        assert answers(sealed) is Health.FRESH
        with pytest.raises(UnwritableKnowledgeBase) as caught:
            store.import_edition(sealed, source_of(SMALL, "2"))
        assert caught.value.code == "unwritable_database"
        assert answers(sealed) is Health.FRESH
    assert beside(sealed) == {"kb.db"}


def test_a_stale_file_in_such_a_folder_answers_as_it_is(sealed: Path) -> None:
    _make_stale(sealed)
    with unprivileged():
        assert answers(sealed) is Health.UNRENEWED


def test_a_file_of_older_tables_in_such_a_folder_cannot_answer(sealed: Path) -> None:
    sealed.write_bytes(patched(60, (SCHEMA_VERSION - 1).to_bytes(4, "big"))(sealed.read_bytes()))
    with unprivileged(), pytest.raises(UnwritableKnowledgeBase):
        open_knowledge_base(sealed)


def test_a_file_that_cannot_be_read(sealed: Path) -> None:
    sealed.chmod(0)
    with unprivileged(), pytest.raises(UnwritableKnowledgeBase) as caught:
        open_knowledge_base(sealed)
    assert caught.value.code == "unreadable_database"


FULL_DISK = """
import resource, signal, sys
from pathlib import Path
from headjudge.kb import store
from headjudge.kb.database import UnwritableKnowledgeBase
from tests.kb.books import SMALL, source_of
database = Path(sys.argv[1])
store.shipped = lambda: iter([source_of(SMALL, own=True)])
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
for attempt in (lambda: store.build(database, keep_damaged=True), lambda: store.import_edition(database, source_of(SMALL, "2"))):
    try:
        attempt()
    except UnwritableKnowledgeBase as error:
        print(error.code)
"""


def run(script: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    root = Path(__file__).resolve().parents[2]
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=120)


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of file size there")
def test_a_full_disk_leaves_the_old_file(small: Path) -> None:
    before = small.read_bytes()
    done = run(FULL_DISK, small)
    assert done.stdout.split() == ["unwritable_database"] * 2, done.stderr
    assert small.read_bytes() == before
    assert beside(small) == {"kb.db", "kb.db.lock"}
    assert answers(small) is Health.FRESH


STALE: list[tuple[str, Callable[[Path], object]]] = [
    ("a text was added", lambda folder: (folder / "x.txt").write_text("", "utf-8")),
    ("a text was edited", lambda folder: next(folder.glob("*.txt")).write_text(SMALL.replace("两", "二"), "utf-8")),
    ("a text was taken away", lambda folder: next(folder.glob("*.toml")).unlink()),
]


@pytest.mark.parametrize("change", [case[1] for case in STALE], ids=[case[0] for case in STALE])
def test_a_change_of_what_was_imported_is_seen(small: Path, change: Callable[[Path], object]) -> None:
    store.import_edition(small, source_of(SMALL, "2"))
    assert examine(small) is Health.FRESH
    change(stamp.imported_folder(small))
    assert answers(small) is Health.STALE
    assert answers(small) is Health.FRESH


def test_a_copy_of_the_whole_folder_is_fresh(small: Path, tmp_path: Path) -> None:
    """Other times, other inodes, the same texts: nothing needs to be built."""
    store.import_edition(small, source_of(SMALL, "2"))
    copy = tmp_path / "copy" / "kb.db"
    stamp.imported_folder(copy).mkdir(parents=True)
    copy.write_bytes(small.read_bytes())
    for path in stamp.imported_folder(small).iterdir():
        (stamp.imported_folder(copy) / path.name).write_bytes(path.read_bytes())
    assert stamp.fingerprint(copy) != stamp.fingerprint(small)
    assert examine(copy) is Health.FRESH


def test_two_versions_that_share_a_folder(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each finds the other's file stale and builds its own; what was imported stays with both."""
    store.import_edition(small, source_of(SMALL, "2"))
    for version in ("0b", "0a", "0b"):
        for module in (stamp, store):
            monkeypatch.setattr(module, "package_digest", lambda version=version: version)
        monkeypatch.setattr(opening, "fingerprint", lambda *_: "")
        assert answers(small) is Health.STALE
        assert answers(small) is Health.FRESH
        with closing(connect(small)) as connection:
            assert connection.execute("SELECT count(*) FROM editions").fetchone() == (2,)


def test_what_changes_while_it_is_looked_at_is_stale(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if it changed while the file was built, too."""

    def vanished(*_: object) -> Iterator[stamp.Entry]:
        yield from ()
        raise FileNotFoundError

    monkeypatch.setattr(stamp, "_imported", vanished)
    assert answers(small) is Health.STALE
    assert answers(small) is Health.STALE


def test_the_stamp_covers_texts_and_code(tmp_path: Path) -> None:
    names = [name for name, _, _ in stamp._package()]
    assert {"kb/schema.sql", "kb/fold.py", "parser/grammars/blocks.lark", "rules_text/palworld/2026-07.txt"} <= set(names)
    assert names == sorted(names, key=lambda name: name.split("/"))
    assert not any("__pycache__" in name for name in names)


def test_looking_up_imports_nothing_heavy() -> None:
    script = "import sys; from headjudge.kb import database, lookup, search, terms; print(*sys.modules)"
    done = run(script)
    loaded = set(done.stdout.split())
    assert "headjudge.kb.lookup" in loaded, done.stderr
    assert not loaded & {"lark", "networkx", "sqlite_utils", "jinja2", "opencc", "filelock", "hashlib", "tomllib", "dataclasses"}


def test_a_connection_cannot_write(small: Path) -> None:
    with closing(connect(small)) as connection, pytest.raises(sqlite3.OperationalError):
        connection.execute("DELETE FROM clauses")
