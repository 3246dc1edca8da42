"""The simulator as one archive for a browser: our packages, the grammar library, the rulebook and the words of its errors."""

import json
from collections.abc import Iterator
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path

from headjudge.parser.packaged import files
from headjudge.simulator.answers.asked import rows_of
from headjudge.simulator.answers.bounds import Messages
from headjudge.simulator.law import Law
from headjudge.site.archive import packed

PACKAGES = ("kb", "parser", "simulator")
_DATA = (".py", ".lark", ".toml", ".sql", ".txt")
_LEFT_OUT = ("__pycache__", "__pyinstaller", "lint")


def bundle(law: Law, messages: Messages) -> bytes:
    """The archive. `law.json` in it is what `law_from` reads; `messages.json` are the words of errors."""
    contents: dict[str, bytes] = {
        "law.json": _json(rows_of(law)),
        "messages.json": _json(messages),
        **dict(_ours()),
        **dict(_grammar_library()),
    }
    return packed(contents)


def _ours() -> Iterator[tuple[str, bytes]]:
    root = files("headjudge")
    yield "headjudge/__init__.py", (root / "__init__.py").read_bytes()
    for package in PACKAGES:
        yield from _within(root / package, f"headjudge/{package}", _DATA)
    for game in (root / "rules_text").iterdir():
        if game.is_dir():  # what the simulator reads; rulebooks and rulings are not among it
            yield from ((f"headjudge/rules_text/{game.name}/{one.name}", one.read_bytes()) for one in _tables(game))


def _tables(folder: Path) -> Iterator[Path]:
    return (entry for entry in folder.iterdir() if entry.is_file() and entry.name.endswith(".toml"))


def _within(folder: Path, path: str, endings: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir() and entry.name not in _LEFT_OUT:
            yield from _within(entry, f"{path}/{entry.name}", endings)
        elif entry.is_file() and entry.name.endswith(endings):
            yield f"{path}/{entry.name}", entry.read_bytes()


def _grammar_library() -> Iterator[tuple[str, bytes]]:
    """Lark as it is installed, with its licence."""
    spec = find_spec("lark")
    assert spec is not None
    assert spec.origin is not None
    yield from _within(Path(spec.origin).parent, "lark", (".py", ".lark"))
    for file in distribution("lark").files or ():
        if "LICEN" in file.name.upper():
            yield "lark/LICENSE", file.read_binary()


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
