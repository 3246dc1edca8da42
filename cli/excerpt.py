"""A place in a rulebook shown to its reader: the line, and a caret below the character."""

from headjudge.cli.characters import width
from headjudge.kb.phrase import visible

_AROUND = 36
"""Characters of the line that are shown on either side of the place."""


def excerpt(source_line: str, column: int) -> tuple[str, str]:
    """The line around that column (from 1), and a line with the caret below it.

    >>> print("\\n".join(excerpt("返回10.99。", 3)))
    返回10.99。
        ^
    """
    at = min(max(column - 1, 0), len(source_line))
    start = max(at - _AROUND, 0)
    head = ("…" if start else "") + visible(source_line[start:at])
    tail = visible(source_line[at : at + _AROUND]) + ("…" if at + _AROUND < len(source_line) else "")
    return head + tail, " " * width(head) + "^"
