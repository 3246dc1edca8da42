"""The words by which a sentence says how much, how many, and what must or may be done: `claim_words.toml`, as patterns."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from headjudge.parser.packaged import files

LONGEST_REACH = 12
"""Characters that may lie between what is compared and the word that compares."""


@dataclass(frozen=True, slots=True)
class ClaimWords:
    """The words of the data file, as patterns."""

    before: Mapping[str, str]
    after: Mapping[str, str]
    than: Mapping[str, str]
    obligations: Mapping[str, str]
    figures: Mapping[str, str]
    quantities: tuple[str, ...]
    yes: tuple[str, ...]
    no: tuple[str, ...]
    cases: tuple[tuple[tuple[str, ...], ...], ...]
    same: Mapping[str, str]
    empty: frozenset[str]
    compare: re.Pattern[str]
    oblige: re.Pattern[str]
    count: re.Pattern[str]
    claiming: re.Pattern[str]


@cache
def claim_words() -> ClaimWords:
    """The shipped words."""
    data = tomllib.loads((files("headjudge.kb") / "claim_words.toml").read_text("utf-8"))
    comparison = {place: _by_word(data["comparison"][place]) for place in ("before", "after", "than")}
    no = data["obligations"].pop("no")["words"]
    obligations, figures = _by_word(data["obligations"]), _by_word(data["figures"])
    than = f"比(?P<than>[^，。比]{{1,{LONGEST_REACH}}}?)(?:更|还)?(?P<adjective>{any_of(comparison['than'])})(?![于家约部小])"
    count = (
        f"(?P<number>\\d{{1,6}}|[①-⑳]|[一二两三四五六七八九十](?=[^\\d])|"
        f"{any_of(data['unlimited']['words'])})(?P<measure>{any_of(data['measures']['words'])})(?!以[上下]|或以[上下])"
    )
    return ClaimWords(
        comparison["before"],
        comparison["after"],
        comparison["than"],
        obligations,
        figures,
        tuple(data["quantities"]["words"]),
        tuple(data["beginnings"]["yes"]),
        tuple(data["beginnings"]["no"]),
        tuple(tuple(tuple(words.split()) for words in line.split("|")) for line in data["cases"]["lines"]),
        data["same"],
        frozenset(data["empty"]["signs"]),
        re.compile(f"(?P<before>{any_of(comparison['before'])})|(?P<after>{any_of(comparison['after'])})|{than}"),
        re.compile(f"(?P<no>{any_of(no)})|(?P<force>{any_of(obligations)})"),
        re.compile(count),
        re.compile(any_of((*comparison["before"], *comparison["after"], *obligations, *figures))),
    )


def _by_word(table: Mapping[str, Any]) -> dict[str, str]:
    return {word: name for name, words in table.items() for word in words}


def any_of(words: Iterable[str]) -> str:
    """A pattern of these words, the longest first."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
