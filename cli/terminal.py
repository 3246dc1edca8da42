"""Answers on a terminal (rich): colour, trees, and Chinese text broken where it may be."""

from collections.abc import Iterable

from rich.console import Console
from rich.table import Table
from rich.text import Text
from rich.tree import Tree as RichTree

from headjudge.cli.answer import Block, Columns, Line, Run, Tree
from headjudge.cli.characters import breaks, shorten, width
from headjudge.cli.plain import STEP, with_label_width
from headjudge.kb.phrase import visible

STYLES = {
    "": "",
    "heading": "bold",
    "number": "bold cyan",
    "link": "cyan",
    "found": "bold yellow",
    "dim": "dim",
    "warning": "yellow",
}

_GUIDE = 4
"""Cells that a tree's lines take for each level."""

NARROWEST = 24
"""Columns of fewer cells are stacked instead."""


def show(blocks: Iterable[Block], console: Console) -> None:
    """Prints the blocks as wide as the terminal is."""
    for block, labels in with_label_width(blocks):
        if isinstance(block, Line):
            for text in _lines(block, labels, console.width):
                console.print(text, no_wrap=True, crop=False, overflow="ignore")
        elif isinstance(block, Tree):
            console.print(_tree(block, console.width))
        else:
            _columns(block, console)


def terminal(*, stderr: bool = False) -> Console:
    """A console that changes nothing in the text: no markup, no emoji codes, no guessing what to highlight."""
    return Console(stderr=stderr, markup=False, emoji=False, highlight=False)


def _lines(line: Line, labels: int, cells: int) -> list[Text]:
    label = visible(line.label)
    head = STEP * line.indent
    hang = len(head) + (labels + len(STEP) if label else 0)
    room = max(cells - hang, 8)
    out: list[Text] = []
    for part in _paragraphs(line.runs):
        if line.cut:
            out.append(_cut(part, room))
        else:
            out.extend(part.divide(breaks(part.plain, room)) if part.plain else [part])
    for count, text in enumerate(out):
        text.rstrip()
        first = count == 0 and label
        front = Text(head)
        front.append(label if first else "", STYLES["number"])
        front.append(" " * (hang - len(head) - width(label if first else "")))
        out[count] = front.append_text(text) if text.plain or first else text
    return out


def _paragraphs(runs: tuple[Run, ...]) -> list[Text]:
    whole = Text()
    for run in runs:
        whole.append(visible(run.text), STYLES[run.style])
    return list(whole.split("\n", allow_blank=True)) if whole.plain else [whole]


def _tree(tree: Tree, cells: int) -> RichTree:
    root = RichTree(_label(tree.line, cells), guide_style="dim")
    waiting = [(root, tree, cells)]
    while waiting:
        drawn, branch, room = waiting.pop()
        room -= _GUIDE
        waiting += [(drawn.add(_label(below.line, room)), below, room) for below in branch.branches]
    return root


def _label(line: Line, cells: int) -> Text:
    """One line: what is too long for it ends in an ellipsis."""
    text = Text(no_wrap=True, overflow="ellipsis")
    if line.label:
        text.append(visible(line.label), STYLES["number"])
        text.append(STEP)
    for run in line.runs:
        text.append(visible(run.text).replace("\n", " "), STYLES[run.style])
    return _cut(text, cells)


def _cut(text: Text, cells: int) -> Text:
    """The text in one line; rich's own ellipsis leaves a gap where half of a Chinese character would have fitted."""
    shortened = shorten(text.plain, cells)
    return text if shortened == text.plain else text[: len(shortened) - 1].append("…")


def _columns(columns: Columns, console: Console) -> None:
    count = len(columns.heads)
    room = (console.width - 3 * (count - 1)) // count
    if room < NARROWEST:
        for head, words in zip(columns.heads, columns.texts, strict=True):
            show((Line((Run(head, "heading"),)), Line((Run(words),), indent=1)), console)
        return
    table = Table(box=None, padding=(0, 3, 0, 0), pad_edge=False, collapse_padding=True)
    for head in columns.heads:
        table.add_column(Text(visible(head), STYLES["heading"]), width=room, no_wrap=True)
    cells = []
    for words in columns.texts:
        lines = [text for part in visible(words).split("\n") for text in Text(part).divide(breaks(part, room))]
        cells.append(Text("\n").join(lines))
    table.add_row(*cells)
    console.print(table)
