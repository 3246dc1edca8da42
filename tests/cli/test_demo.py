"""`make demo` answers with what judge answers, and says where everything is."""

from pathlib import Path

import pytest

from headjudge.cli.demo import JOBS, demo
from tests.cli.conftest import Judge


def test_demo(judge: Judge, own: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    site = own.parent / "site"
    monkeypatch.setenv("HEADJUDGE_DB", str(own))
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    assert demo(str(site)) == 0
    said = capsys.readouterr().out
    for job in JOBS:
        assert f"$ judge {job}\n\n{judge(*job.split(), db=own).out}" in said
    assert (site / "index.html").is_file()
    assert str(own) in said
    assert str(site / "index.html") in said
    (own.parent / "taken").write_text("x", "utf-8")
    assert demo(str(own.parent / "taken")) == 2
