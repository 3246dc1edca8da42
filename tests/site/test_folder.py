"""Where a site may be written, what becomes of an older one, and that building twice changes nothing."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from headjudge.kb.database import connect
from headjudge.site import press as pressing
from headjudge.site.build import build_site
from headjudge.site.folder import MANIFEST, Scratch, SiteFolderRefused, SiteUnwritable, Written, site_folder, write
from headjudge.site.templating import _compiled as keeping_compiled


def contents(folder: Path) -> dict[str, bytes]:
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def small_site(out: Path, **files: str) -> None:
    with site_folder(out) as folder:
        for name, content in files.items():
            path = name.replace("__", "/") + ".html"
            folder.take({path: write(folder, path, content)})


BUILD = """
import sys
from pathlib import Path
from headjudge.kb.database import connect
from headjudge.site.build import build_site
build_site(connect(Path(sys.argv[1])), Path(sys.argv[2]))
"""


@pytest.mark.parametrize("seed", ["1", "2"])
def test_every_process_writes_the_same_bytes(seed: str, hostile_database: Path, hostile_folder: Path, tmp_path: Path) -> None:
    arguments = [sys.executable, "-c", BUILD, str(hostile_database), str(tmp_path / "again")]
    subprocess.run(arguments, check=True, env={**os.environ, "PYTHONHASHSEED": seed})
    assert contents(tmp_path / "again") == contents(hostile_folder)


def test_the_report_counts_what_was_written(hostile_database: Path, tmp_path: Path) -> None:
    report = build_site(connect(hostile_database), tmp_path / "out")
    written = contents(tmp_path / "out")
    assert report.pages == sum(name.endswith(".html") for name in written)
    assert report.bytes == sum(len(data) for name, data in written.items() if name != MANIFEST)
    assert 0 < report.seconds < 60


def test_progress_is_told_game_by_game(hostile_database: Path, tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    build_site(connect(hostile_database), tmp_path / "out", lambda *step: told.append(step))
    assert told == [("static", 0, 1), ("headjudge", 1, 1)]


def a_file(place: Path) -> None:
    place.write_text("mine")


def a_full_folder(place: Path) -> None:
    place.mkdir()
    (place / "thesis.txt").write_text("mine")


def a_broken_manifest(place: Path) -> None:
    place.mkdir()
    (place / MANIFEST).write_text("{")


def a_manifest_of_another_program(place: Path) -> None:
    place.mkdir()
    (place / MANIFEST).write_text('{"made_by": "another", "files": ["thesis.txt"]}')


@pytest.mark.parametrize(
    ("prepare", "code"),
    [
        (a_file, "site_out_is_a_file"),
        (a_full_folder, "site_out_not_ours"),
        (a_broken_manifest, "site_out_not_ours"),
        (a_manifest_of_another_program, "site_out_not_ours"),
    ],
)
def test_what_is_not_a_site_of_ours_is_refused(tmp_path: Path, prepare: Callable[[Path], None], code: str) -> None:
    place = tmp_path / "out"
    prepare(place)
    before = place.read_bytes() if place.is_file() else contents(place)
    with pytest.raises(SiteFolderRefused) as refused:
        small_site(place, index="new")
    assert refused.value.code == code
    assert refused.value.facts["path"] == str(place)
    assert (place.read_bytes() if place.is_file() else contents(place)) == before
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_an_empty_folder_and_a_missing_one_are_filled(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    small_site(tmp_path / "empty", index="new")
    small_site(tmp_path / "a" / "b", index="new")
    assert set(contents(tmp_path / "empty")) == set(contents(tmp_path / "a" / "b")) == {"index.html", MANIFEST}


@pytest.mark.parametrize("named", [".", "../here", "there"])
def test_the_working_directory_is_a_place_too(named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    for text in ("one", "two"):
        small_site(Path(named), a=text, b__c=text)
    assert Path(named, "b", "c.html").read_text() == "two"
    assert {file.name for file in Path(named).iterdir()} == {"a.html", "b", MANIFEST}
    assert not [*tmp_path.rglob("*.part")]


def test_stale_files_go_and_foreign_ones_stay(tmp_path: Path) -> None:
    out = tmp_path / "out"
    small_site(out, index="old", game__gone="old", game__kept="same")
    (out / "game" / "mine.txt").write_text("mine")
    (out / "CNAME").write_text("rules.example")
    small_site(out, index="new", game__kept="same")
    assert set(contents(out)) == {"index.html", "game/kept.html", "game/mine.txt", "CNAME", MANIFEST}
    small_site(out, index="new")
    assert set(contents(out)) == {"index.html", "game/mine.txt", "CNAME", MANIFEST}
    (out / "game" / "mine.txt").unlink()
    assert json.loads((out / MANIFEST).read_text())["files"] == ["index.html"]


def test_a_folder_that_becomes_empty_goes(tmp_path: Path) -> None:
    small_site(tmp_path / "out", index="old", game__term__gone="old")
    small_site(tmp_path / "out", index="old")
    assert not (tmp_path / "out" / "game").exists()


def test_a_file_of_the_users_is_not_written_over(tmp_path: Path) -> None:
    out = tmp_path / "out"
    small_site(out, index="old")
    (out / "about.html").write_text("mine")
    with pytest.raises(SiteFolderRefused) as refused:
        small_site(out, index="new", about="ours")
    assert refused.value.code == "site_foreign_file"
    assert (out / "about.html").read_text() == "mine"
    assert (out / "index.html").read_text() == "old"


def test_an_unchanged_file_keeps_its_time(tmp_path: Path) -> None:
    small_site(tmp_path / "out", index="same", other="old")
    before = {name: (tmp_path / "out" / name).stat().st_mtime_ns for name in ("index.html", "other.html")}
    small_site(tmp_path / "out", index="same", other="new")
    assert (tmp_path / "out" / "index.html").stat().st_mtime_ns == before["index.html"]
    assert (tmp_path / "out" / "other.html").stat().st_mtime_ns > before["other.html"]


def test_a_manifest_cannot_make_us_delete_elsewhere(tmp_path: Path) -> None:
    out, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    small_site(out, index="old")
    elsewhere.mkdir()
    (elsewhere / "thesis.txt").write_text("mine")
    (out / "link").symlink_to(elsewhere)
    names = ["../elsewhere/thesis.txt", str(elsewhere / "thesis.txt"), "link/thesis.txt", "index.html"]
    (out / MANIFEST).write_text(json.dumps({"made_by": "headjudge", "files": names}))
    small_site(out, index="new")
    assert (elsewhere / "thesis.txt").read_text() == "mine"


def test_a_failed_build_leaves_the_old_site(hostile_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out"
    small_site(out, index="old")
    before = contents(out)
    pages = 0

    def render_page(page: object, path: str, url: str) -> bytes:
        nonlocal pages
        pages += 1
        if pages == 5:
            raise MemoryError
        return b"new"

    monkeypatch.setattr(pressing, "render_page", render_page)
    with pytest.raises(MemoryError):
        build_site(connect(hostile_database), out)
    assert contents(out) == before
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_folder_in_the_place_of_a_file_is_named(tmp_path: Path) -> None:
    out = tmp_path / "out"
    small_site(out, index="old")
    (out / "index.html").unlink()
    (out / "index.html" / "mine").mkdir(parents=True)
    with pytest.raises(SiteUnwritable) as unwritable:
        small_site(out, index="new")
    assert unwritable.value.facts["path"] == str(out / "index.html")
    assert (out / "index.html" / "mine").is_dir()


def test_a_crash_while_files_are_put_in_place_is_mended_by_the_next_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    small_site(out, a="old", b="old", gone="old")
    replace = os.replace

    def crashing(new: str, place: str) -> None:
        if place.endswith("c.html"):
            raise KeyboardInterrupt
        replace(new, place)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", crashing)
        with pytest.raises(KeyboardInterrupt):
            small_site(out, a="new", b="new", c="new", d="new")
    assert {name: data for name, data in contents(out).items() if name != MANIFEST} == {
        "a.html": b"new",
        "b.html": b"new",
        "gone.html": b"old",
    }
    small_site(out, a="new", b="new", c="new", d="new")
    assert set(contents(out)) == {"a.html", "b.html", "c.html", "d.html", MANIFEST}


def test_a_folder_that_cannot_be_written_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SiteUnwritable) as unwritable:
        small_site(tmp_path / "file" / "out", index="new")
    assert unwritable.value.code == "site_unwritable"
    assert unwritable.value.facts["reason"]


def test_an_empty_knowledge_base_gives_an_empty_site(hostile_database: Path, tmp_path: Path) -> None:
    shutil.copy(hostile_database, tmp_path / "kb.db")
    db = sqlite3.connect(tmp_path / "kb.db")
    db.executescript("DELETE FROM editions; DELETE FROM games;")
    assert build_site(db, tmp_path / "out").pages == 4


OLDER: dict[str, Written] = {"a.html": ("1", 1, 1), "b.html": ("2", 2, 2), "c.html": ("3", 3, 3)}
NEW: Written = ("9", 9, 9)


@pytest.mark.parametrize(
    ("kept", "taken", "files", "like_the_older"),
    [
        pytest.param([["a.html", "b.html", "c.html"]], {}, "abc", True, id="all stay"),
        pytest.param([["a.html"], ["c.html"]], {"b.html": NEW}, "abc", True, id="one is another"),
        pytest.param([["a.html"], ["c.html"]], {"b.html": OLDER["b.html"]}, "abc", True, id="one is made just so again"),
        pytest.param([["a.html", "c.html"]], {}, "ac", False, id="one less"),
        pytest.param([["a.html", "c.html"]], {"d.html": NEW}, "acd", False, id="one for another"),
        pytest.param([["a.html", "b.html", "c.html"]], {"d.html": NEW}, "abcd", False, id="one more"),
        pytest.param([], {}, "", False, id="none"),
    ],
)
def test_a_site_has_the_files_that_were_taken(
    kept: list[list[str]], taken: dict[str, Written], files: str, like_the_older: bool, tmp_path: Path
) -> None:
    scratch = Scratch("", tmp_path, OLDER, [*OLDER])
    for paths in kept:
        scratch.keep_all(paths)
    scratch.take(taken)
    found = {f"{name}.html": taken.get(f"{name}.html") or OLDER[f"{name}.html"] for name in files}
    assert scratch.files() == found
    assert scratch.made == {path: written for path, written in found.items() if written != OLDER.get(path)}
    assert scratch.is_like_the_older() == like_the_older


def test_a_site_of_which_a_file_is_gone_is_not_like_the_older(tmp_path: Path) -> None:
    scratch = Scratch("", tmp_path, {path: OLDER[path] for path in ("a.html", "b.html")}, [*OLDER])
    scratch.keep_all(["a.html", "b.html"])
    assert not scratch.is_like_the_older()
    scratch.take({"c.html": NEW})
    assert not scratch.is_like_the_older()  # what was told of it before may be anything


def test_templates_that_cannot_be_kept_are_done_without(tmp_path: Path) -> None:
    """The cache may be emptied while they are being compiled."""
    kept = keeping_compiled(tmp_path / "cache")
    assert kept is not None
    (tmp_path / "cache").rmdir()
    templates = Environment(loader=DictLoader({"a": "{{ 1 + 1 }}"}), bytecode_cache=kept, autoescape=True)
    assert templates.get_template("a").render() == "2"
    assert not (tmp_path / "cache").exists()
