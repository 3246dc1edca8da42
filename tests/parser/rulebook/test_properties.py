"""No text fails to parse, and none loses a character."""

import random
import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headjudge.kb.clause import HeadjudgeError
from headjudge.parser.decode import decode
from headjudge.parser.dialect import dialect, dialect_names
from headjudge.parser.mentions import expanded, mentions
from headjudge.parser.reference_lexer import References
from headjudge.parser.rulebook import parse_rulebook
from headjudge.parser.shape_grammar import single_tokens
from tests.parser.rulebook.properties import check

FIXTURES = sorted((Path(__file__).resolve().parents[2] / "rulebooks").glob("*/*.txt"))
TEXTS = [decode(path.read_bytes()) for path in FIXTURES]

_PIECES = st.sampled_from(
    [
        *("1", "2", "10", "3.1", "3.1.1", "3.1.2", "1-1", "1-1-1", "305.", "305.2", "305.2a", "1.", "1.1.", "７．１"),
        *("第1章", "第一章", "第三条", "第十二条之一", "第一节", "第二款", "（三）项", "附录A", "8. 3.1", "A.1"),
        *("①", "②", "⑤", "a)", "i)", "ii)", "（二）", "一、", "1)", "•", "- ", "* ", "#", "## ", "**", "---→", "------→"),
        *("名称 ---> ", "[标记] ---> ", "例：", "例如", "Example:", "※", "注：", "术语表", "Glossary", "目录", "Contents"),
        *("返回", "进入", "根据", "见", "参见", "上文", "See ", "rule ", "through ", "至", "到", "-", "–", "~", "、", "和"),
        *("前款", "前两条", "本条第二项", "上述规定", "《规程》", "本法", "[[rule:3.1]]", "{ref:3.1}", "3.X", "3.1张"),
        *("“", "”", "「", "」", "【", "】", "（", "）", "(", ")", "是指", "称为", "意味着", " means ", "概要", "text"),
        *("Appendix B", "Chapter 2", "Article 3", "---", "|", "|---|", "Credits", "步骤", "行动", ", and ", "3.1倍"),
        *("\n", "\n", "\n\n", "\r\n", "\r", "\f", "\x0b", "\x85", "\u2028", "\t", "　", " ", "\u202e", "\u200b", "\ufeff"),
        *("。", "：", ":", ";", ".", "…", "\ud800", "\0", "- 1 -", "第 2 页", "Page 3 of 9", "......... 7", "https://a.b/3.1"),
    ]
)
rulebooks = st.lists(_PIECES, max_size=60).map("".join)


@settings(max_examples=400, deadline=None)
@given(st.one_of(rulebooks, st.text(max_size=300)))
def test_any_text_is_read_whole(text: str) -> None:
    check(text, parse_rulebook(text))


@pytest.mark.parametrize("name", dialect_names())
@settings(max_examples=150, deadline=None)
@given(text=rulebooks)
def test_any_text_is_read_whole_in_every_dialect(name: str, text: str) -> None:
    check(text, parse_rulebook(text, name))


@pytest.mark.parametrize("name", dialect_names())
@settings(max_examples=150, deadline=None)
@given(words=rulebooks)
def test_references_stand_in_order_and_apart(name: str, words: str) -> None:
    found = mentions(words, dialect(name))
    assert all(one.start < one.end <= two.start for one, two in pairwise(found))


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.binary(max_size=400), rulebooks.map(lambda text: text.encode("gb18030", "replace"))))
def test_any_bytes_are_text_or_a_named_error(data: bytes) -> None:
    try:
        outcome = type(decode(data)).__name__
    except HeadjudgeError as error:
        outcome = error.code
    assert outcome in {"str", "binary_file", "wrong_encoding", "foreign_encoding", "unknown_encoding"}


def _shuffled(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    rng.shuffle(lines)
    return "\n".join(lines)


def _cut(text: str, rng: random.Random) -> str:
    return "\n".join(line[: rng.randrange(len(line) + 1)] for line in text.split("\n"))


def _wrapped(text: str, rng: random.Random) -> str:
    width = rng.randrange(3, 20)
    return "\n".join(text[at : at + width] for at in range(0, len(text), width))


def _renumbered(text: str, rng: random.Random) -> str:
    return "".join(str(rng.randrange(10)) if char.isdecimal() and rng.random() < 0.4 else char for char in text)


def _twice(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    return "\n".join(line for line in lines for _ in range(rng.randrange(1, 3)))


def _bidirectional(text: str, rng: random.Random) -> str:
    return "".join(char + (rng.choice("\u202a\u202e\u2066\u2069\u200f") if rng.random() < 0.2 else "") for char in text)


def _without_line_ends(text: str, rng: random.Random) -> str:
    return "".join(char for char in text if char != "\n" or rng.random() < 0.5)


@pytest.mark.parametrize("mangle", [_shuffled, _cut, _wrapped, _renumbered, _twice, _bidirectional, _without_line_ends])
@pytest.mark.parametrize("seed", range(3))
def test_mangled_rulebooks_are_read_whole(mangle: Callable[[str, random.Random], str], seed: int) -> None:
    rng = random.Random(seed)
    for text in TEXTS:
        mangled = mangle(text, rng)
        check(mangled, parse_rulebook(mangled))


@pytest.mark.parametrize("text", TEXTS, ids=[path.stem for path in FIXTURES])
def test_every_fixture_is_read_whole(text: str) -> None:
    check(text, parse_rulebook(text))


@pytest.mark.parametrize("name", dialect_names())
@settings(max_examples=100, deadline=None)
@given(words=rulebooks)
def test_the_quick_look_for_references_misses_none(name: str, words: str) -> None:
    found = [
        [(rule, reference.span()) for rule, reference in references.find(words)]
        for references in (_references(name), _references(name, first=r"[\s\S]"))
    ]
    assert found[0] == found[1]


@cache
def _references(name: str, first: str = "") -> References:
    """What finds references, with another expression for where one may start."""
    chosen = dialect(name)
    grammar = (files("headjudge.parser") / "grammars" / "references.lark").read_text("utf-8")
    if first:
        grammar, replaced = re.subn(r"^FIRST: /.*/$", lambda _: f"FIRST: /{first}/", grammar, flags=re.MULTILINE)
        assert replaced == 1
    words_of = {"N": chosen.reference_number, "RELATED": chosen.relative, "DOCUMENT": chosen.documents}
    return References(single_tokens(expanded(grammar, words_of), start="reference"))
