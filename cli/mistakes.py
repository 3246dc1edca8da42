"""Command lines that are not as a command takes them."""

from collections.abc import Collection

from headjudge.kb.errors import HeadjudgeError


class UsageMistake(HeadjudgeError):
    """The command line is not one that the command takes."""


def one_of(option: str, value: str, known: Collection[str], command: str) -> str:
    """The value, which must be one of those known. Raises UsageMistake."""
    if value not in known:
        raise UsageMistake("bad_value", name=option, value=value, known=", ".join(known), command=command)
    return value
