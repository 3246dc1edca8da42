"""Where a ruling comes from: a file, a shipped ruling by its name, standard input, or the words of the command line."""

import sys
from collections.abc import Sequence
from pathlib import Path

from headjudge.parser.decode import EmptyFile, decode
from headjudge.simulator.answers.ruling import SUFFIX, Ruling, read, shipped_rulings

_LONGEST_NAME = 250


def found(words: Sequence[str]) -> Ruling:
    """The ruling that the arguments of a command name or say. Raises UnreadableFile and the like."""
    said = " ".join(words)
    if said == "-":
        said = decode(sys.stdin.buffer.read(), "-")
    elif len(words) == 1 and _is_name(said):
        path = Path(said)
        if path.exists() or path.suffix == SUFFIX:
            return read(path)
        shipped = next((ruling for ruling in shipped_rulings() if ruling.stem == said), None)
        if shipped is not None:
            return read(shipped)
        if ("/" in said or path.suffix) and not any(map(str.isspace, said)):
            return read(path)
    if not said.strip():
        raise EmptyFile("empty_ruling")
    return Ruling("", said, Path.cwd(), confined=True)


def _is_name(said: str) -> bool:
    return 0 < len(said.encode()) <= _LONGEST_NAME and not any(char in said for char in "\0\n;；")
