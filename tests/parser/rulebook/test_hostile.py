"""Hostile texts are read whole, in a number of steps that grows no faster than they do."""

import os
import sys
import time
from collections.abc import Callable
from types import FrameType

import pytest

from headjudge.parser.rulebook import parse_rulebook
from tests.parser.rulebook.hostile import texts
from tests.parser.rulebook.properties import check

TEXTS = texts()
SMALL, TIMES = 1500, 4
CALLS_GROW = 1.5 * TIMES
TIME_GROWS = 4 * TIMES
"""A quadratic step would take 16 times as long; what is measured in milliseconds is never exact."""


def _calls(text: str) -> int:
    """How many functions are called to read the text."""
    count = 0

    def note(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        parse_rulebook(text, "dotted")
    finally:
        sys.setprofile(before)
    return count


def _seconds(text: str) -> float:
    start = time.process_time()
    parse_rulebook(text)
    return time.process_time() - start


@pytest.mark.parametrize("make", TEXTS.values(), ids=list(TEXTS))
def test_hostile_text_is_read_whole(make: Callable[[int], str]) -> None:
    text = make(SMALL)
    check(text, parse_rulebook(text))


@pytest.mark.parametrize("make", TEXTS.values(), ids=list(TEXTS))
def test_steps_grow_with_the_text_and_no_faster(make: Callable[[int], str]) -> None:
    parse_rulebook("1.1 warm", "dotted")
    assert _calls(make(TIMES * SMALL)) <= CALLS_GROW * _calls(make(SMALL))


@pytest.mark.skipif(bool(os.environ.get("CI")), reason="times are no proof on a shared machine")
@pytest.mark.parametrize("make", TEXTS.values(), ids=list(TEXTS))
def test_time_grows_with_the_text_and_hardly_faster(make: Callable[[int], str]) -> None:
    small, large = (min(_seconds(make(size)) for _ in range(2)) for size in (2 * SMALL, 2 * TIMES * SMALL))
    assert large <= TIME_GROWS * max(small, 0.005)


def test_ten_thousand_levels() -> None:
    text = "第1章 概要\n" + ".".join(["1"] * 10_000) + " 深处。\n"
    book = parse_rulebook(text)
    check(text, book)
    assert book.clauses[-1].key == ".".join(["1"] * 10_000)


def test_every_level_hangs_below_the_one_above() -> None:
    text = "\n".join(".".join(["1"] * level) + " 一层。" for level in range(2, 302))
    assert max(clause.depth for clause in parse_rulebook(text).clauses) == 300


def test_one_long_line() -> None:
    text = "1.1 " + "按照1.1、“词”是指（1.1）。" * 6_000
    book = parse_rulebook(text)
    assert (book.unaccounted, len(book.clauses[-1].references)) == (0, 12_000)
