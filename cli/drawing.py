"""A chain as a picture in words: Mermaid and Graphviz."""

from collections.abc import Iterable, Mapping

from headjudge.cli.characters import shorten
from headjudge.kb.phrase import visible
from headjudge.parser.named import NamedTuple

_CELLS = 40
"""How much of a clause stands in its box."""


class Arrow(NamedTuple):
    """An edge to draw: keys of clauses, and what joins them."""

    source: str
    target: str
    kind: str


def mermaid(clauses: Mapping[str, str], arrows: Iterable[Arrow]) -> str:
    """A Mermaid flow chart of clauses (key -> words) and arrows.

    >>> print(mermaid({"1": "甲", "2": '"乙"'}, [Arrow("1", "2", "cites")]), end="")
    flowchart LR
        n0["1 甲"]
        n1["2 #quot;乙#quot;"]
        n0 -->|cites| n1
    """
    numbers = {key: f"n{count}" for count, key in enumerate(clauses)}
    lines = ["flowchart LR"]
    for key, words in clauses.items():
        text = f"{key} {shorten(_one_line(words), _CELLS)}".replace("#", "#35;").replace('"', "#quot;").replace("<", "#lt;")
        lines.append(f'    {numbers[key]}["{text}"]')
    lines += [f"    {numbers[arrow.source]} -->|{arrow.kind}| {numbers[arrow.target]}" for arrow in arrows]
    return "\n".join(lines) + "\n"


def dot(clauses: Mapping[str, str], arrows: Iterable[Arrow]) -> str:
    r"""A Graphviz graph of clauses (key -> words) and arrows.

    >>> print(dot({"1": "甲\\"}, [Arrow("1", "1", "flow")]), end="")
    digraph chain {
        rankdir=LR;
        node [shape=box];
        "1" [label="1 甲\\"];
        "1" -> "1" [label="flow"];
    }
    """
    lines = ["digraph chain {", "    rankdir=LR;", "    node [shape=box];"]
    for key, words in clauses.items():
        lines.append(f"    {_quoted(key)} [label={_quoted(f'{key} {shorten(_one_line(words), _CELLS)}')}];")
    lines += [f"    {_quoted(arrow.source)} -> {_quoted(arrow.target)} [label={_quoted(arrow.kind)}];" for arrow in arrows]
    return "\n".join([*lines, "}"]) + "\n"


def _one_line(words: str) -> str:
    return visible(" ".join(words.split()))


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
