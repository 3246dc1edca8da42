"""Answers as plain text: for pipes and files, where a paragraph is one line and nothing is coloured."""

from collections.abc import Iterable, Iterator

from headjudge.cli.answer import Block, Columns, Line, Tree
from headjudge.cli.characters import width
from headjudge.kb.phrase import visible

STEP = "  "
"""What one level of indent is."""


def plain(blocks: Iterable[Block]) -> str:
    """The blocks as text that ends in a line end (empty if there are none)."""
    lines: list[str] = []
    for block, labels in with_label_width(blocks):
        if isinstance(block, Line):
            lines.extend(_line(block, labels))
        elif isinstance(block, Tree):
            lines.extend(_tree(block, block.line.indent))
        else:
            lines.extend(_columns(block))
    return "".join(f"{line}\n" for line in lines)


def with_label_width(blocks: Iterable[Block]) -> Iterator[tuple[Block, int]]:
    """Each block with the width that its label is given: that of the longest label among its neighbours of one indent."""
    held: list[Line] = []
    for block in blocks:
        if held and not (isinstance(block, Line) and block.label and block.indent == held[0].indent):
            yield from _aligned(held)
            held = []
        if isinstance(block, Line) and block.label:
            held.append(block)
        else:
            yield block, 0
    yield from _aligned(held)


def _aligned(lines: list[Line]) -> Iterator[tuple[Block, int]]:
    widest = max((width(visible(line.label)) for line in lines), default=0)
    return ((line, widest) for line in lines)


def _line(line: Line, labels: int) -> Iterator[str]:
    head = STEP * line.indent
    label = visible(line.label)
    if label:
        label += " " * (labels - width(label)) + STEP
    words = visible("".join(run.text for run in line.runs))
    for count, part in enumerate(words.split("\n")):
        yield (head + (label if count == 0 else " " * width(label)) + part).rstrip()


def _tree(tree: Tree, indent: int) -> Iterator[str]:
    yield from _line(tree.line._replace(indent=indent), 0)
    for branch in tree.branches:
        yield from _tree(branch, indent + 1)


def _columns(columns: Columns) -> Iterator[str]:
    for head, words in zip(columns.heads, columns.texts, strict=True):
        yield visible(head)
        yield from (STEP + part for part in visible(words).split("\n"))
