"""What the READMEs show is what the commands print. `HEADJUDGE_WRITE_README=1 pytest tests/test_readme.py` writes it anew."""

import os
import re
import shlex
from pathlib import Path

import pytest

from headjudge.cli.main import main

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"(?P<open>```console\n\$ judge (?P<arguments>[^\n]*)\n)(?P<output>.*?)(?P<close>```)", re.DOTALL)
BLOCKS = [
    (name, match["arguments"])
    for name in ("README.md", "README.zh.md")
    for match in BLOCK.finditer((ROOT / name).read_text("utf-8"))
]


@pytest.mark.parametrize(("name", "arguments"), BLOCKS)
def test_shown_output_is_real(
    name: str, arguments: str, shipped_database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("HEADJUDGE_DB", str(shipped_database))
    monkeypatch.setenv("LANG", "zh_CN.UTF-8" if name.endswith("zh.md") else "en_US.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    main(shlex.split(arguments))
    printed = capsys.readouterr().out.rstrip() + "\n"
    page = (ROOT / name).read_text("utf-8")
    block = next(match for match in BLOCK.finditer(page) if match["arguments"] == arguments)
    if os.environ.get("HEADJUDGE_WRITE_README"):
        (ROOT / name).write_text(page[: block.start("output")] + printed + page[block.end("output") :], "utf-8")
        return
    shown = block["output"]
    if "\n…\n" in shown:  # the middle is cut
        head, tail = shown.split("…\n")
        assert printed.startswith(head)
        assert printed.endswith(tail)
    else:
        assert printed == shown


def test_both_readmes_show_the_same_commands() -> None:
    shown = {name: [arguments for page, arguments in BLOCKS if page == name] for name in ("README.md", "README.zh.md")}
    assert shown["README.md"] == shown["README.zh.md"] != []
