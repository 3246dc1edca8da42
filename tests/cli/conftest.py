"""`judge` as its users run it, over one knowledge base that is built once."""

import io
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from headjudge.cli.main import main
from headjudge.kb.clause import Edition
from headjudge.kb.database import open_knowledge_base
from headjudge.kb.shipped import Source
from headjudge.kb.shipped import shipped as shipped_editions


class Ended(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


Judge = Callable[..., Ended]


@pytest.fixture(scope="session")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A knowledge base of the shipped editions. Not to be written to."""
    database = tmp_path_factory.mktemp("kb") / "shipped.db"
    open_knowledge_base(database).connection.close()
    return database


@pytest.fixture(scope="session")
def palworld(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A knowledge base of Palworld alone. Not to be written to."""
    database = tmp_path_factory.mktemp("kb") / "palworld.db"
    with pytest.MonkeyPatch.context() as patch:
        _ship_palworld_alone(patch)
        open_knowledge_base(database).connection.close()
    return database


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A knowledge base of one short rulebook: a site of it takes no time. Not to be written to."""
    database = tmp_path_factory.mktemp("kb") / "tiny.db"
    edition = Edition("tiny", "1", "zh", "小规则书", own=True, effective="2026", restates="nothing")
    source = Source(
        edition,
        ("小游戏", "Tiny"),
        "",
        "第1章 概要\n1.1 人数\n1.1.1 两名玩家对战。\n1.2 牌库\n1.2.1 “牌库”是指一个区域（1.1）。\n",
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("headjudge.kb.store.shipped", lambda: iter([source]))
        open_knowledge_base(database).connection.close()
    return database


@pytest.fixture
def own(palworld: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may spoil."""
    return Path(shutil.copy(palworld, tmp_path / "own.db"))


@pytest.fixture
def palworld_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """As though the package shipped no other game: what is built in this process takes a third of the time."""
    _ship_palworld_alone(monkeypatch)


def _ship_palworld_alone(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        "headjudge.kb.store.shipped", lambda: (source for source in shipped_editions() if source.edition.game == "palworld")
    )


def environment(database: Path, **more: str) -> dict[str, str]:
    """The environment of a command: nothing of ours but what is said."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("HEADJUDGE", "LC_", "LANG", "NO_COLOR", "_"))
    }
    return {**kept, "HEADJUDGE_DB": str(database), "XDG_CACHE_HOME": str(database.parent / "cache"), **more}


@pytest.fixture
def judge(shipped: Path, monkeypatch: pytest.MonkeyPatch) -> Judge:
    """Runs judge in this process, into a pipe."""

    def run(*arguments: str, env: Mapping[str, str] | None = None, db: Path | None = None, stdin: bytes = b"") -> Ended:
        wanted = environment(db or shipped, **(env or {}))
        with monkeypatch.context() as patch:
            for name in [*os.environ]:
                patch.delenv(name)
            for name, value in wanted.items():
                patch.setenv(name, value)
            out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
            code = main([*arguments])
            texts = []
            for stream in (out, err):
                stream.flush()
                assert isinstance(stream.buffer, io.BytesIO)
                texts.append(stream.buffer.getvalue().decode("utf-8"))
        return Ended(code, *texts)

    return run


def start(*arguments: str, db: Path, **popen: object) -> "subprocess.Popen[bytes]":
    """Runs judge in a process of its own."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": environment(db)} | popen
    return subprocess.Popen([sys.executable, "-m", "headjudge.cli", *arguments], **pipes)  # type: ignore[call-overload, no-any-return]


def process(*arguments: str, db: Path, **popen: object) -> Ended:
    """Runs judge in a process of its own to its end."""
    running = start(*arguments, db=db, **popen)
    out, err = running.communicate(timeout=120)
    return Ended(running.returncode, (out or b"").decode(), (err or b"").decode())
