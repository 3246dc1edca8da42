"""What takes long to work out again, kept between runs: compiled grammars, and what was read with them.

Nothing is kept unless a folder is named (`keep_in`); what stands there may be thrown away at any time.
"""

import os
import pickle
import sys
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from headjudge.parser.packaged import files
from headjudge.parser.whole import write_file

_T = TypeVar("_T")

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


def kept_or_made(name: str, made_from: Sequence[str], make: Callable[[], _T], *, given: str = "") -> _T:
    """What was made in an earlier run from the files of these names in this package and from what is `given`, else what `make`
    makes now."""
    file = file_in_folder(f"{name}.pickle")
    made_by = digest_of(made_from, given) if file else ""
    packed = read_whole(file, made_by)
    if packed is not None:
        try:
            found: _T = pickle.loads(packed)  # noqa: S301  # the user's own folder, and as it was written
            return found
        except Exception:  # noqa: S110  # of another version of a library: make it anew
            pass
    made = make()
    if file:
        write_whole(file, made_by, pickle.dumps(made, pickle.HIGHEST_PROTOCOL))
    return made


def file_in_folder(name: str) -> Path | None:
    """Where something of that name is kept; None for nowhere."""
    return _folder[0] / name if _folder else None


def read_whole(file: Path | None, made_by: str) -> bytes | None:
    """What a file holds, if it is whole and was made by that; None if not."""
    try:
        kept = file.read_bytes() if file else b""
    except OSError:
        return None
    head, _, body = kept.partition(b"\n")
    return body if head == _head(made_by, body) else None


def write_whole(file: Path, made_by: str, body: bytes) -> bool:
    """Writes a file whole or not at all, and says whether it could; what cannot be written is worked out again next time."""
    try:
        write_file(file, _head(made_by, body) + b"\n" + body)
    except OSError:
        return False
    return True


def _head(made_by: str, body: bytes) -> bytes:
    return f"{made_by} {sha256(body).hexdigest()}".encode()


def digest_of(made_from: Sequence[str], given: str = "") -> str:
    """Tells apart by what, and from what, something was made."""
    digest = sha256(f"{sys.version_info[:2]} {given}".encode())
    for name in made_from:
        digest.update((files("headjudge.parser") / name).read_bytes())
    return digest.hexdigest()
