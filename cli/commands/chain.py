"""`judge chain`: everything that a clause rests on, and everything that rests on it."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from headjudge.cli.answer import BLANK, Answer, Block, Exit, Line, Note, Run, Tree, heading, text
from headjudge.cli.clauses import line
from headjudge.cli.commands.show import find
from headjudge.cli.drawing import Arrow, dot, mermaid
from headjudge.cli.knowledge import opened
from headjudge.cli.labels import label
from headjudge.cli.mistakes import UsageMistake, one_of
from headjudge.cli.request import Language, Request
from headjudge.kb import lookup
from headjudge.kb.graph import Chain, ChainEdge, Direction, EdgeKind
from headjudge.kb.graph import chain as follow
from headjudge.kb.lookup import Brief
from headjudge.parser.named import NamedTuple

VALUES: Mapping[str, tuple[str, ...]] = {
    "direction": tuple(Direction),
    "edges": tuple(EdgeKind),
    "format": ("text", "json", "mermaid", "dot"),
}
"""What its options may be."""

_NO_END = 1_000_000
_AT_ONCE = 500  # SQLite builds may allow no more than 999 values


class Followed(NamedTuple):
    """A chain with every clause that stands at an end of one of its edges, by key."""

    chain: Chain
    clauses: Mapping[str, Brief]


def chain(
    request: Request,
    ref: list[str],
    direction: str = "both",
    depth: int | None = None,
    edges: str = "cites,flow",
    format: str = "text",  # noqa: A002 - the option's name
) -> Answer:
    """The chain from the clause; without `depth` to its very ends."""
    way = Direction(one_of("--direction", direction, VALUES["direction"], "judge chain"))
    kinds = [EdgeKind(one_of("--edges", kind.strip(), VALUES["edges"], "judge chain")) for kind in edges.split(",")]
    one_of("--format", format, VALUES["format"], "judge chain")
    if depth is not None and depth < 1:
        raise UsageMistake("bad_value", name="--depth", value=depth, known="1, 2, 3 …", command="judge chain")
    with opened(request) as db:
        root = find(db, " ".join(ref), request.game)
        steps = _NO_END if depth is None else max(depth, 0)
        found = follow(db, root, direction=way, depth=steps, edges=kinds)
        followed = Followed(found, _clauses(db, found))
    if format == "json":
        request = request._replace(json=True)
    nothing = (Note("no_chain", {"clause": root.key}),)
    return Answer(
        lambda: _data(followed),
        lambda: _blocks(followed, way, request.language) if found.edges else (),
        Exit.DONE if found.edges else Exit.EMPTY,
        () if found.edges else nothing,
        _written(followed, format),
    )


def _clauses(db: sqlite3.Connection, chain: Chain) -> dict[str, Brief]:
    clauses = {node.brief.key: node.brief for node in chain.nodes}
    keys = sorted({key for edge in chain.edges for key in (edge.source, edge.target)} - clauses.keys())
    for start in range(0, len(keys), _AT_ONCE):
        some = keys[start : start + _AT_ONCE]
        where = f"WHERE e.game = ? AND e.name = ? AND c.key IN ({','.join('?' * len(some))}) ORDER BY c.id"
        found = lookup.briefs(db, where, (chain.root.game, chain.root.edition, *some))
        clauses.update((clause.key, clause) for clause in found)
    return clauses


def _written(followed: Followed, format: str) -> str:  # noqa: A002
    if format == "json":
        from headjudge.cli.data import as_json  # json takes 10 ms to import

        return as_json(_data(followed))
    if format not in ("mermaid", "dot"):
        return ""
    draw = mermaid if format == "mermaid" else dot
    words = {key: clause.line for key, clause in followed.clauses.items()}
    return draw(words, dict.fromkeys(Arrow(edge.source, edge.target, edge.kind.value) for edge in followed.chain.edges))


def _blocks(followed: Followed, way: Direction, language: Language) -> Iterator[Block]:
    chain = followed.chain
    sides = [side for side in (Direction.OUT, Direction.IN) if way in (side, Direction.BOTH)]
    branches = []
    for side in sides:
        drawn = Drawing(followed, side, language).below(chain.root.key)
        nothing = (Tree(text(label("nothing", language), "dim")),)
        branches.append(Tree(heading(label(side.value, language)), drawn or nothing))
    yield Tree(line(chain.root, language), tuple(branches))
    if chain.cycles:
        yield BLANK
        yield heading(label("loops", language))
        for cycle in chain.cycles:
            yield text(" → ".join(cycle), "link", indent=1)


class Drawing:
    """One side of a chain as a tree. Every clause branches only once, as near to the root as it can."""

    def __init__(self, followed: Followed, side: Direction, language: Language) -> None:
        self._followed = followed
        self._side = side
        self._language = language
        chain = followed.chain
        self._depths = {chain.root.key: 0} | {n.brief.key: n.depth for n in chain.nodes if n.way is side}
        self._edges: dict[str, list[ChainEdge]] = {}
        for edge in chain.edges:
            if edge.way is side:
                self._edges.setdefault(edge.holder, []).append(edge)
        self._back = {cycle[-2:] for cycle in chain.cycles}
        self._said = {chain.root.key}
        self._branched = {chain.root.key}

    def below(self, holder: str) -> tuple[Tree, ...]:
        """What branches off a clause of the chain."""
        edges = self._edges.get(holder, [])
        # a clause that branches here must not be drawn first by an edge further down
        own = list(dict.fromkeys(key for edge in edges if self._branches(key := self._other(edge), holder)))
        self._branched.update(own)
        return tuple(self._branch(edge, holder, own) for edge in edges)

    def _other(self, edge: ChainEdge) -> str:
        return edge.target if self._side is Direction.OUT else edge.source

    def _branches(self, key: str, holder: str) -> bool:
        return key not in self._branched and self._depths.get(key) == self._depths[holder] + 1

    def _branch(self, edge: ChainEdge, holder: str, own: list[str]) -> Tree:
        key = self._other(edge)
        if key not in own:
            return Tree(self._line(edge, holder, key, elsewhere=key in self._depths))
        drawn = self._line(edge, holder, key, elsewhere=False)
        own.remove(key)
        return Tree(drawn, self.below(key))

    def _line(self, edge: ChainEdge, holder: str, key: str, *, elsewhere: bool) -> Line:
        """`elsewhere`: the clause has its own branch in another place, and its words stand there."""
        source, target = (self._name(end) for end in (edge.source, edge.target))
        joined = f"{source} → {target}"
        if self._side is Direction.OUT and edge.source == holder:
            joined = f"→ {target}"
        elif self._side is Direction.IN and edge.target == holder:
            joined = source
        return Line(tuple(self._words(edge, key, elsewhere=elsewhere)), joined, cut=True)

    def _name(self, key: str) -> str:
        """The number as printed where the key is another (第三条), with what leads to a place below it (第三条/（二）)."""
        head, slash, rest = key.partition("/")
        clause = self._followed.clauses.get(head)
        printed = clause.number if clause and head not in clause.number else ""
        return (printed or head) + slash + rest

    def _words(self, edge: ChainEdge, key: str, *, elsewhere: bool) -> Iterable[Run]:
        if edge.kind is not EdgeKind.CITES:
            yield Run(label("kind", self._language, kind=label(edge.kind.value, self._language)), "dim")
        if edge.text and edge.text not in (edge.target, f"（{edge.target}）"):
            yield Run(label("quoted", self._language, words=edge.text), "dim")
        if (edge.source, edge.target) in self._back:
            yield Run(f"↺ {label('back', self._language)} {edge.target}", "link")
        elif key in self._said:
            yield Run(label("above", self._language), "dim")
        elif elsewhere:
            yield Run(label("below_here", self._language), "dim")
        else:
            self._said.add(key)
            clause = self._followed.clauses[key]
            yield Run(clause.line, "heading" if clause.title else "")


def _data(followed: Followed) -> dict[str, Any]:
    chain = followed.chain
    depths: dict[str, int] = {}
    for node in chain.nodes:
        depths.setdefault(node.brief.key, node.depth)
    for edge in chain.edges:  # a sub-clause is as far away as the clause that it was reached with
        for key in (edge.source, edge.target):
            depths.setdefault(key, depths[edge.holder])
    ids = {key: clause.id for key, clause in followed.clauses.items()}
    return {
        "root": chain.root.id,
        "nodes": [
            {"id": clause.id, "number": clause.number, "title": clause.title, "text": clause.text, "depth": depths[key]}
            for key, clause in followed.clauses.items()
        ],
        "edges": [
            {
                "source": ids[edge.source],
                "target": ids[edge.target],
                "kind": edge.kind.value,
                "text": edge.text,
                "holder": ids[edge.holder],
                "direction": edge.way.value,
            }
            for edge in chain.edges
        ],
        "cycles": [[ids.get(key, key) for key in cycle] for cycle in chain.cycles],
    }
