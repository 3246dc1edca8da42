"""`judge` as its users run it, over one knowledge base that is built once."""

import io
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from headjudge.cli.main import main
from headjudge.kb.database import open_knowledge_base


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


@pytest.fixture
def own(shipped: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may spoil."""
    return Path(shutil.copy(shipped, tmp_path / "own.db"))


def environment(database: Path, **more: str) -> dict[str, str]:
    """The environment of a command: nothing of ours but what is said."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("HEADJUDGE", "LC_", "LANG", "NO_COLOR", "_"))}
    return {**kept, "HEADJUDGE_DB": str(database), **more}


@pytest.fixture
def judge(shipped: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Judge]:
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

    yield run


def start(*arguments: str, db: Path, **popen: object) -> "subprocess.Popen[bytes]":
    """Runs judge in a process of its own."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": environment(db)} | popen
    return subprocess.Popen([sys.executable, "-m", "headjudge.cli", *arguments], **pipes)  # type: ignore[call-overload, no-any-return]


def process(*arguments: str, db: Path, **popen: object) -> Ended:
    """Runs judge in a process of its own to its end."""
    running = start(*arguments, db=db, **popen)
    out, err = running.communicate(timeout=120)
    return Ended(running.returncode, (out or b"").decode(), (err or b"").decode())
