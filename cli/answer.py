"""What a command answers, before it is printed: data for programs, and blocks of text for readers."""

from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from typing import Any, TypeAlias

from headjudge.parser.named import NamedTuple


class Exit(IntEnum):
    """The exit codes of the contract."""

    DONE = 0
    EMPTY = 1
    """Done, but nothing was found, or the answer is no."""
    WRONG = 2
    """The input or the usage is wrong."""
    INTERRUPTED = 130


class Run(NamedTuple):
    """Words in one style: '' (plain), heading, number, link, found, dim, or warning."""

    text: str
    style: str = ""


class Line(NamedTuple):
    """A paragraph. Its text hangs behind the label; the labels of neighbouring lines of one indent share a width.

    `cut` lines are shortened to one line on a terminal. A line without label and text is a blank one.
    """

    runs: tuple[Run, ...] = ()
    label: str = ""
    indent: int = 0
    cut: bool = False


class Tree(NamedTuple):
    """A line and what branches off it."""

    line: Line
    branches: "tuple[Tree, ...]" = ()


class Columns(NamedTuple):
    """Texts side by side, each below its head."""

    heads: tuple[str, ...]
    texts: tuple[str, ...]


Block: TypeAlias = Line | Tree | Columns

BLANK = Line()


def heading(text: str) -> Line:
    """A line that names what follows."""
    return Line((Run(text, "heading"),))


def text(words: str, style: str = "", *, label: str = "", indent: int = 0, cut: bool = False) -> Line:
    """A line in one style."""
    return Line((Run(words, style),), label, indent, cut)


class Note(NamedTuple):
    """Something to say beside the answer (on standard error): a message's code and its facts."""

    code: str
    facts: Mapping[str, object] = {}


class Answer(NamedTuple):
    """`data` and `blocks` are made only when they are wanted; `written` is a finished text that takes the place of blocks."""

    data: Callable[[], Mapping[str, Any]]
    blocks: Callable[[], Iterable[Block]] = tuple
    code: Exit = Exit.DONE
    notes: tuple[Note, ...] = ()
    written: str = ""
