"""The knowledge base under the commands: built on first use, and every way in which its file can be wrong."""

import os
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from headjudge.kb.database import UnwritableKnowledgeBase
from tests.cli.conftest import Judge, process, start


@pytest.mark.usefixtures("palworld_alone")
def test_first_use_builds_it_and_says_nothing_in_a_pipe(judge: Judge, tmp_path: Path) -> None:
    ended = judge("show", "10.5.3", db=tmp_path / "new" / "folder" / "kb.db")
    assert (ended.code, ended.err) == (0, "")
    assert ended == judge("show", "10.5.3")


def test_without_a_named_place_it_lives_in_the_users_data_folder(judge: Judge, shipped: Path, tmp_path: Path) -> None:
    home = tmp_path / "headjudge"
    home.mkdir()
    shutil.copy(shipped, home / "headjudge.db")
    ended = judge("show", "10.5.3", env={"HEADJUDGE_DB": "", "XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path)})
    assert ended.code == 0
    assert {path.name for path in home.iterdir()} <= {"headjudge.db", "headjudge.db.lock"}


def test_the_option_goes_before_the_environment(judge: Judge, shipped: Path) -> None:
    env = {"HEADJUDGE_DB": "/nowhere/kb.db"}
    assert judge("--db", str(shipped), "show", "10.5.3", env=env) == judge("show", "10.5.3")


Spoil = Callable[[Path], None]


def truncate(database: Path) -> None:
    with database.open("r+b") as file:
        file.truncate(100_000)


def cut_to_the_header(database: Path) -> None:
    with database.open("r+b") as file:
        file.truncate(60)


def overwrite_the_middle(database: Path) -> None:
    """Everything but the first pages: the file opens well, and queries meet the damage."""
    whole = database.read_bytes()
    database.write_bytes(whole[:40_000] + b"\xff" * (len(whole) - 40_000))


def drop_a_table(database: Path) -> None:
    connection = sqlite3.connect(database)
    connection.execute("DROP TABLE refs")
    connection.close()


def empty(database: Path) -> None:
    database.write_bytes(b"")


DAMAGE = [truncate, cut_to_the_header, overwrite_the_middle, drop_a_table]


@pytest.mark.usefixtures("palworld_alone")
@pytest.mark.parametrize("spoil", DAMAGE)
def test_a_damaged_file_is_kept_and_built_anew(judge: Judge, own: Path, spoil: Spoil) -> None:
    spoil(own)
    spoilt = own.read_bytes()
    ended = judge("show", "10.5.3", db=own)
    assert (ended.code, ended.out) == (0, judge("show", "10.5.3").out)
    kept = own.with_name(f"{own.name}.damaged")
    assert str(kept) in ended.err
    assert kept.read_bytes() == spoilt
    assert judge("show", "10.5.3", db=own).err == "", "once"


@pytest.mark.usefixtures("palworld_alone")
def test_an_empty_file_is_filled(judge: Judge, own: Path) -> None:
    empty(own)
    assert judge("show", "10.5.3", db=own) == judge("show", "10.5.3")


def newer(database: Path) -> None:
    whole = database.read_bytes()
    database.write_bytes(whole[:60] + (9999).to_bytes(4, "big") + whole[64:])


def somebody_elses(database: Path) -> None:
    database.unlink()
    connection = sqlite3.connect(database)
    connection.execute("CREATE TABLE mine (x)")
    connection.close()


def text_file(database: Path) -> None:
    database.write_text("my notes, not a database: they must not be lost" * 10, "utf-8")


def folder(database: Path) -> None:
    database.unlink()
    database.mkdir()


# (what the file is, what the message must name)
LEFT_ALONE = [(newer, "9999"), (somebody_elses, "HEADJUDGE_DB"), (text_file, "HEADJUDGE_DB"), (folder, "HEADJUDGE_DB")]


@pytest.mark.parametrize(("make", "wanted"), LEFT_ALONE)
def test_what_is_not_ours_is_left_alone(judge: Judge, own: Path, make: Spoil, wanted: str) -> None:
    make(own)
    before = own.read_bytes() if own.is_file() else None
    for line in ("show 10.5.3", "检查时点", "export out"):
        ended = judge(*line.split(), db=own)
        assert (ended.code, ended.out) == (2, "")
        assert str(own) in ended.err
        assert wanted in ended.err or "--db" in ended.err
    assert (own.read_bytes() if own.is_file() else None) == before


def test_a_locked_file_is_named(judge: Judge, own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headjudge.kb.database.PATIENCE", 0.1)
    holder = sqlite3.connect(own, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    try:
        ended = judge("show", "10.5.3", db=own)
    finally:
        holder.close()
    assert (ended.code, ended.out) == (2, "")
    assert str(own) in ended.err
    assert "lock" in ended.err


def test_a_place_that_cannot_be_written_is_named(judge: Judge, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    ended = judge("show", "10.5.3", db=tmp_path / "file" / "kb.db")
    assert (ended.code, ended.out) == (2, "")
    assert "HEADJUDGE_DB" in ended.err or "--db" in ended.err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_file_answers(judge: Judge, own: Path) -> None:
    own.chmod(0o400)
    own.parent.chmod(0o500)
    try:
        assert judge("show", "10.5.3", db=own) == judge("show", "10.5.3")
        stale = judge("import", "x", "--game", "a", "--edition", "b", db=own)
        assert stale.code == 2
    finally:
        own.parent.chmod(0o700)


@pytest.mark.usefixtures("palworld_alone")
def test_an_interrupted_build_leaves_nothing_behind(judge: Judge, tmp_path: Path) -> None:
    database = tmp_path / "kb.db"
    running = start("show", "10.5.3", db=database)
    part = database.with_name(".kb.db.part")
    deadline = time.monotonic() + 30
    while not (part.exists() and part.stat().st_size) and time.monotonic() < deadline:
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=30)
    assert (running.returncode, out) == (130, b"")
    assert b"Traceback" not in err
    assert not database.exists()
    assert not part.exists()
    assert judge("show", "10.5.3", db=database).code == 0


def test_a_reader_that_leaves_early_is_no_fault(shipped: Path) -> None:
    running = start("search", "的", "--limit", "5000", db=shipped)
    assert running.stdout is not None
    assert running.stdout.readline().startswith("的".encode())
    running.stdout.close()
    assert running.stderr is not None
    assert running.stderr.read() == b""
    assert running.wait(timeout=30) == 0
    running.stderr.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_disk_is_named(shipped: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        ended = process("show", "10.5.3", db=shipped, stdout=full)
    assert ended.code == 2
    assert "space" in ended.err
    assert "Exception ignored" not in ended.err


def test_bytes_that_are_no_text_are_answered(judge: Judge) -> None:
    for command in ([], ["show"], ["search"], ["term"], ["chain"]):
        ended = judge(*command, b"\xff10".decode("utf-8", "surrogateescape"))
        assert ended.code in (1, 2)
        assert "fault of its own" not in ended.err


def test_an_old_file_that_cannot_be_renewed_answers_and_says_so(judge: Judge, own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(database: Path, *_: object, **__: object) -> None:
        raise UnwritableKnowledgeBase("unwritable_database", path=str(database), reason="read-only")

    monkeypatch.setattr("headjudge.kb.store.build", refuse)
    monkeypatch.setattr("headjudge.kb.database.fingerprint", lambda *_: "other files")
    monkeypatch.setattr("headjudge.kb.database.stamp", lambda _: "another text")
    ended = judge("show", "10.5.3", db=own)
    assert (ended.code, ended.out) == (0, judge("show", "10.5.3").out)
    assert "out of date" in ended.err
