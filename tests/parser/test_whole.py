"""A file is written whole or not at all."""

from pathlib import Path

import pytest

from headjudge.parser.whole import write_file


def test_a_file_is_replaced(tmp_path: Path) -> None:
    for content in (b"one", b"", b"two" * 100_000):
        write_file(tmp_path / "file", content)
        assert (tmp_path / "file").read_bytes() == content
    assert [*tmp_path.iterdir()] == [tmp_path / "file"]


def test_what_cannot_be_written_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_file(tmp_path / "file", b"before")

    def full(_file: Path, _place: Path) -> Path:
        raise OSError("no space")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="no space"):
        write_file(tmp_path / "file", b"after")
    assert (tmp_path / "file").read_bytes() == b"before"
    assert [*tmp_path.iterdir()] == [tmp_path / "file"]
