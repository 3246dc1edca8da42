"""What takes long to work out again, kept between runs: compiled grammars, and the trees of sentences of card text.

Nothing is kept unless a folder is named (`keep_in`); what stands there may be thrown away at any time.
"""

import json
import os
import tempfile
from collections.abc import Sequence
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

import lark
from lark import Token, Tree

MOST = 4000
"""So many sentences are kept; all cards of a game have fewer."""

_folder: list[Path] = []
"""The folder, once it is named."""


def keep_in(folder: Path) -> None:
    """Names the folder, which is made. One that cannot be written is passed over."""
    _folder.clear()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return
    if os.access(folder, os.W_OK):
        _folder.append(folder)


def grammar_file(name: str) -> str | bool:
    """Where Lark may keep a compiled grammar, as its option `cache` wants it; False for nowhere."""
    return str(_folder[0] / f"{name}.grammar") if _folder else False


class Sentences:
    """The trees of sentences (None for one that cannot be read), as made from data of these names in this package."""

    def __init__(self, name: str, made_from: Sequence[str]) -> None:
        self._file = _folder[0] / f"{name}.json" if _folder else None
        self._made_from = made_from
        self._trees: dict[str, Any] | None = None
        self._grown = False

    def __contains__(self, sentence: str) -> bool:
        return sentence in self._read()

    def __getitem__(self, sentence: str) -> Tree[Token] | None:
        return _tree(self._read()[sentence])

    def __setitem__(self, sentence: str, tree: Tree[Token] | None) -> None:
        if self._file is not None:
            self._read()[sentence] = _plain(tree)
            self._grown = True

    def save(self) -> None:
        """Writes down what is new, whole or not at all; what cannot be written is worked out again next time."""
        if self._file is None or not self._grown:
            return
        trees = dict(list(self._read().items())[-MOST:])
        try:
            handle, part = tempfile.mkstemp(dir=self._file.parent)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump({"digest": self._digest(), "trees": trees}, file, ensure_ascii=False)
            Path(part).replace(self._file)
        except OSError:
            return
        self._grown = False

    def _read(self) -> dict[str, Any]:
        if self._trees is None:
            self._trees = {}
            try:
                kept = json.loads(self._file.read_text("utf-8")) if self._file is not None else {}
                if isinstance(kept, dict) and kept.get("digest") == self._digest():
                    self._trees = dict(kept["trees"])
            except (OSError, ValueError):
                pass  # missing or damaged: begin anew
        return self._trees

    def _digest(self) -> str:
        digest = sha256(lark.__version__.encode())
        for name in self._made_from:
            digest.update((files("headjudge.parser") / name).read_bytes())
        return digest.hexdigest()


def _plain(tree: Tree[Token] | None) -> Any:
    """A tree as lists: [rule, children], a token as [type, words, offset]; what is absent is null."""
    if tree is None:
        return None
    return [str(tree.data), [_token(child) if isinstance(child, Token) else _plain(child) for child in tree.children]]


def _token(token: Token) -> Any:
    return [token.type, str(token), token.start_pos]


def _tree(plain: Any) -> Tree[Token] | None:
    if plain is None:
        return None
    rule, children = plain
    made: list[Any] = [Token(*child) if child is not None and len(child) == 3 else _tree(child) for child in children]
    return Tree(rule, made)
