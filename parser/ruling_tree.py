"""Looking into the tree of a ruling: the terminals and parts of a node, and where it stands."""

import unicodedata
from collections.abc import Iterator

from lark import Token, Tree

from headjudge.kb.clause import ClauseKey
from headjudge.parser.board import Place, Player, Point, Word
from headjudge.parser.ruling_grammar import Node


def place_of(part: Node | Token) -> Place:
    """Where a part of the ruling begins."""
    if isinstance(part, Token):
        return Place(part.line or 0, part.column or 0)
    return Place(part.meta.line, part.meta.column)


def parts(node: Node, *names: str) -> Iterator[Node]:
    """The parts of a node with one of these names; all of them if none is given."""
    return (child for child in node.children if isinstance(child, Tree) and (not names or child.data in names))


def part(node: Node, *names: str) -> Node | None:
    """The first part with one of these names."""
    return next(parts(node, *names), None)


def tokens(node: Node, *terminals: str) -> Iterator[Token]:
    """The terminals of a node (not of its parts)."""
    return (child for child in node.children if isinstance(child, Token) and child.type in terminals)


def token(node: Node, *terminals: str) -> Token | None:
    """The first of these terminals in a node."""
    return next(tokens(node, *terminals), None)


def the(node: Node, *terminals: str) -> str:
    """The value of a terminal that the grammar demands in this node."""
    found = token(node, *terminals)
    assert found is not None, f"{node.data} has none of {terminals}"
    return str(found)


def number(node: Node, terminal: str = "INT") -> int | None:
    """The number in a node, if it has one."""
    found = token(node, terminal)
    return None if found is None else int(found)


def player(node: Node) -> Player | None:
    """The player named in a node, if any."""
    found = token(node, "PLAYER")
    return None if found is None else Player(found)


def clause(value: str) -> ClauseKey:
    """A clause number as it is looked up: full-width figures folded."""
    return ClauseKey(unicodedata.normalize("NFKC", str(value)))


def point(node: Node) -> Point:
    """The phase, step or clause that a node names."""
    named = next(parts(node, "point"))
    number_of = token(named, "CLAUSE")
    return Point(word=Word(the(named, "POINT"))) if number_of is None else Point(clause=clause(number_of))
