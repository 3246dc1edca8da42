"""What a command is handed to read: a named file, or standard input for `-`."""

import sys
from pathlib import Path

from headjudge.parser.decode import decode_whole, read_text


def handed_in(file: str) -> str:
    """The text. Raises what `read_text` raises: nothing on standard input is as little to read as an empty file (most often the
    program before the pipe failed)."""
    return decode_whole(sys.stdin.buffer.read(), "-") if file == "-" else read_text(Path(file))
