"""What takes long to work out again, kept between runs: compiled grammars, and the trees of sentences of card text.

Nothing is kept unless a folder is named (`keep_in`); what stands there may be thrown away at any time.
"""

import json
import os
import pickle
import sys
import tempfile
from collections.abc import Callable, Sequence
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import lark
from lark import Token, Tree

_T = TypeVar("_T")

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


def kept_or_made(name: str, made_from: Sequence[str], make: Callable[[], _T]) -> _T:
    """What was made in an earlier run from data of these names in this package, else what `make` makes now."""
    file = _file(f"{name}.pickle")
    made_by = _digest(made_from) if file else ""
    packed = _kept(file, made_by)
    if packed is not None:
        try:
            found: _T = pickle.loads(packed)  # noqa: S301  # the user's own folder, and as it was written
            return found
        except Exception:  # noqa: S110  # of another version of a library: make it anew
            pass
    made = make()
    if file:
        _keep(file, made_by, pickle.dumps(made, pickle.HIGHEST_PROTOCOL))
    return made


def _file(name: str) -> Path | None:
    return _folder[0] / name if _folder else None


def _kept(file: Path | None, made_by: str) -> bytes | None:
    """What a file holds, if it is whole and was made by that; None if not."""
    try:
        kept = file.read_bytes() if file else b""
    except OSError:
        return None
    head, _, body = kept.partition(b"\n")
    return body if head == _head(made_by, body) else None


def _keep(file: Path, made_by: str, body: bytes) -> bool:
    """Writes a file whole or not at all, and says whether it could; what cannot be written is worked out again next time."""
    try:
        handle, part = tempfile.mkstemp(dir=file.parent)
        with os.fdopen(handle, "wb") as written:
            written.write(_head(made_by, body) + b"\n" + body)
        Path(part).replace(file)
    except OSError:
        return False
    return True


def _head(made_by: str, body: bytes) -> bytes:
    return f"{made_by} {sha256(body).hexdigest()}".encode()


def _digest(made_from: Sequence[str]) -> str:
    """Tells apart by what, and from what, something was made."""
    digest = sha256(f"{lark.__version__} {sys.version_info[:2]}".encode())
    for name in made_from:
        digest.update((files("headjudge.parser") / name).read_bytes())
    return digest.hexdigest()


class Sentences:
    """The trees of sentences (None for one that cannot be read), as made from data of these names in this package.

    Kept one a line, the sentence and its tree, so that of thousands only those are read that are asked for.
    """

    def __init__(self, name: str, made_from: Sequence[str]) -> None:
        self._file = _file(f"{name}.jsonl")
        self._made_from = made_from
        self._trees: dict[str, str] | None = None
        """Sentence and tree, both as they are written."""
        self._grown = False

    def __contains__(self, sentence: str) -> bool:
        return _written(sentence) in self._read()

    def __getitem__(self, sentence: str) -> Tree[Token] | None:
        return _tree(json.loads(self._read()[_written(sentence)]))

    def __setitem__(self, sentence: str, tree: Tree[Token] | None) -> None:
        if self._file is not None:
            self._read()[_written(sentence)] = _written(_plain(tree))
            self._grown = True

    def save(self) -> None:
        """Writes down what is new, whole or not at all; what cannot be written is worked out again next time."""
        if self._file is None or not self._grown:
            return
        grown, self._trees = self._read(), None
        trees = dict(list({**self._read(), **grown}.items())[-MOST:])  # with what another process wrote down meanwhile
        self._trees = trees
        body = "".join(f"{sentence}{_BETWEEN}{tree}\n" for sentence, tree in trees.items()).encode("ascii")
        self._grown = not _keep(self._file, _digest(self._made_from), body)

    def _read(self) -> dict[str, str]:
        if self._trees is None:
            body = _kept(self._file, _digest(self._made_from)) if self._file else None
            lines = [] if body is None else body.decode("ascii").splitlines()
            self._trees = {sentence: tree for sentence, _, tree in (line.partition(_BETWEEN) for line in lines)}
        return self._trees


_BETWEEN = "\t"


def _written(value: object) -> str:
    """As one line, in which no tab stands as it is."""
    return json.dumps(value, ensure_ascii=True)


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
