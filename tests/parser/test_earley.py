"""Lark's Earley parser reads the same when it is made quicker."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark, Tree
from lark.exceptions import LarkError

from headjudge.parser.earley import quicken

GRAMMARS = {
    "left and right": """start: list
        list: item | list "," item
        item: WORD | WORD item
        WORD: "a" | "b"
        """,
    "ambiguous": """start: sum
        sum: sum "+" sum | A
        A: "a"
        """,
    "what may be absent": """start: one* two? three
        one: [A] B?
        two: B | one one
        three: A? ("," three)?
        A: "a"
        B: "b"
        """,
    "itself at the start": """start: start? word
        word: A -> first | B | A B
        A: "a"
        B: "b"
        """,
}


def parser(grammar: str) -> Lark:
    options: Any = {"parser": "earley", "lexer": "basic"}
    return Lark(grammar, **options)


def quick(grammar: str) -> Lark:
    made = parser(grammar)
    front: Any = made.parser
    quicken(front.parser)
    return made


PLAIN = {name: parser(grammar) for name, grammar in GRAMMARS.items()}
QUICK = {name: quick(grammar) for name, grammar in GRAMMARS.items()}


def read(lark: Lark, text: str) -> tuple[str, object]:
    """The tree, or at which word the reading stops and what would go on."""
    try:
        tree: Tree[Any] = lark.parse(text)
    except LarkError as error:
        return type(error).__name__, (getattr(error, "pos_in_stream", None), getattr(error, "expected", None))
    return "read", tree


@pytest.mark.parametrize("name", GRAMMARS)
@given(text=st.text("ab+,", max_size=7))
def test_a_quick_parser_reads_the_same(name: str, text: str) -> None:
    one, other = read(PLAIN[name], text), read(QUICK[name], text)
    assert _unordered(one) == _unordered(other)


def _unordered(found: tuple[str, object]) -> tuple[str, object]:
    how, what = found
    if how == "UnexpectedEOF":
        assert isinstance(what, tuple)
        return how, (what[0], sorted(what[1]))
    return found


@pytest.mark.parametrize(
    ("name", "text"),
    [("left and right", "ab,b,aa"), ("ambiguous", "a+a+a"), ("what may be absent", "abba,a"), ("itself at the start", "aabab")],
)
def test_what_is_read(name: str, text: str) -> None:
    """The texts above are not all refused."""
    assert read(QUICK[name], text)[0] == "read"
