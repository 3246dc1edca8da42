"""Two editions compared, clause by clause: against the plainest comparison of their lines, and by size."""

import random
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from math import log2
from pathlib import Path
from time import process_time
from typing import NamedTuple

from benchmarks.measure import interleaved
from benchmarks.report import Line
from headjudge.kb.clause import Clause
from headjudge.kb.diff import Diff, diff
from headjudge.parser.rulebook import parse_rulebook

SIGNS = "玩家卡牌区域效果能力攻击战斗伤害费用支付手库墓地放置移动选择发生处理宣告适站立横"
SECTION = 20
SMALLEST, DOUBLINGS = 1000, 4


class Editions(NamedTuple):
    """Two texts, and their clauses."""

    texts: tuple[str, str]
    clauses: tuple[Sequence[Clause], Sequence[Clause]]


def editions(old: str, new: str) -> Editions:
    """Two texts, parsed."""
    return Editions((old, new), (parse_rulebook(old).clauses, parse_rulebook(new).clauses))


def synthetic(count: int) -> Editions:
    """A rulebook of so many clauses and its next edition: of a hundred clauses one is new, one gone and three are edited, so that
    most have another number."""
    draw = random.Random(count)
    old = ["".join(draw.choices(SIGNS, k=draw.randint(16, 60))) for _ in range(count)]
    new: list[str] = []
    for text in old:
        fate = draw.randrange(100)
        if fate == 0:
            new.append("".join(draw.choices(SIGNS, k=40)))
        if fate != 1:
            new.append(f"{text[:8]}{draw.choice(SIGNS)}{text[10:]}" if fate in (2, 3, 4) else text)
    return editions(_numbered(old), _numbered(new))


def _numbered(texts: Sequence[str]) -> str:
    """Chapters of twenty sections of twenty clauses."""
    lines = []
    for place, text in enumerate(texts):
        section, clause = place // SECTION, place % SECTION + 1
        chapter, section = section // SECTION + 1, section % SECTION + 1
        if clause == 1 and section == 1:
            lines.append(f"第{chapter}章 卷{chapter}")
        if clause == 1:
            lines.append(f"{chapter}.{section} 节{chapter}之{section}")
        lines.append(f"{chapter}.{section}.{clause} {text}。")
    return "\n".join(lines)


def plain_lines(pair: Editions) -> list[str]:
    """What the standard library makes of the lines of two texts: added and removed ones. To it, a clause with another number is
    another clause."""
    old, new = (text.split("\n") for text in pair.texts)
    return list(unified_diff(old, new, n=0))


def by_structure(pair: Editions) -> Diff:
    return diff(*pair.clauses)


def against_plain(name: str, pair: Editions, rounds: int) -> Iterator[Line | str]:
    """The comparison by structure (word-level edits, renumbered, moved, split and merged clauses) against that of the lines."""
    runs = {"lines": lambda: plain_lines(pair), "clauses": lambda: by_structure(pair)}
    seconds = interleaved(runs, rounds, clock=process_time)
    rules = by_structure(pair).rules
    counts = (rules.added, rules.removed, rules.edited, rules.renumbered)
    yield Line(f"diff {name}: difflib over the lines", seconds["lines"] * 1000, "ms")
    yield Line(f"diff {name}: by structure and text", seconds["clauses"] * 1000, "ms")
    yield Line("  ratio", seconds["clauses"] / seconds["lines"], "x")
    yield f"  lines that differ: {len(plain_lines(pair)):,}; clauses that do: {sum(map(len, counts)):,}"


def growth() -> Iterator[Line]:
    """The time of twice the clauses, again and again: the exponent is 1 if it doubles, 2 if it is four times as long."""
    by_structure(synthetic(SMALLEST // 10))  # what is imported on first use does not count
    taken: list[float] = []
    for doubling in range(DOUBLINGS + 1):
        pair = synthetic(SMALLEST * 2**doubling)
        start = process_time()
        by_structure(pair)
        taken.append(process_time() - start)
        yield Line(f"diff: synthetic pair of {SMALLEST * 2**doubling:,} clauses (CPU time)", taken[-1], "s")
    yield Line("  exponent over all doublings (2 is quadratic)", log2(taken[-1] / taken[0]) / DOUBLINGS, "", at_most=1.7)


def pair_in(folder: Path) -> Editions | None:
    """The two editions of Magic's rules that stand beside the checkout, if they do."""
    files = [folder / f"mtg.en.{date}.txt" for date in ("2022-02-18", "2022-04-29")]
    if not all(file.is_file() for file in files):
        return None
    old, new = (file.read_text("utf-8-sig") for file in files)
    return editions(old, new)
