"""The concordance: ideas that a judge meets in every game, with the clauses that decide them and how the games differ.

`rules_text/concordance.toml` has an entry an idea. Its `rule` is one sentence; a game either has the same rule, or differs from
it, or does not regulate the matter, and then the clauses are those that come nearest.
"""

import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from headjudge.kb.clause import ClauseKey
from headjudge.parser.named import NamedTuple
from headjudge.parser.packaged import files


class Verdict(StrEnum):
    """How a game stands to the rule of an idea."""

    SAME = "same"
    DIFFERS = "differs"
    UNREGULATED = "unregulated"


class Words(NamedTuple):
    """One sentence in Chinese and in English."""

    zh: str
    en: str


class Side(NamedTuple):
    """What one game says: the clauses that decide, and (unless it is the same) how it differs or what comes nearest."""

    game: str
    verdict: Verdict
    clauses: tuple[ClauseKey, ...]
    how: Words | None


@dataclass(frozen=True, slots=True)
class Idea:
    """A question that every game has to answer. `words` are what it is called, beside its title."""

    name: str
    title: Words
    rule: Words
    words: tuple[str, ...]
    sides: tuple[Side, ...]

    @property
    def differs(self) -> bool:
        """Whether some game has another rule (not: none)."""
        return any(side.verdict is Verdict.DIFFERS for side in self.sides)


class Concordance(NamedTuple):
    """All ideas, and the edition of each game that they were read from."""

    editions: Mapping[str, str]
    ideas: tuple[Idea, ...]


@cache
def concordance() -> Concordance:
    """The concordance that ships."""
    return read_concordance(shipped_text())


def shipped_text() -> str:
    """The text of the concordance that ships, in TOML."""
    return (files("headjudge.rules_text") / "concordance.toml").read_text("utf-8")


def read_concordance(text: str) -> Concordance:
    """The concordance that the TOML text says."""
    return concordance_in(tomllib.loads(text))


def concordance_in(data: Mapping[str, Any]) -> Concordance:
    """The concordance that the data of such a text says."""
    editions = data["editions"]
    return Concordance(editions, tuple(_idea(name, entry, editions) for name, entry in data.items() if name != "editions"))


def _idea(name: str, entry: Mapping[str, Any], games: Iterable[str]) -> Idea:
    title, rule = Words(**entry["title"]), Words(**entry["rule"])
    return Idea(name, title, rule, tuple(entry.get("words", ())), tuple(_side(game, entry[game]) for game in games))


def _side(game: str, entry: Mapping[str, Any]) -> Side:
    clauses = tuple(ClauseKey(key) for key in entry["clauses"])
    for verdict in (Verdict.DIFFERS, Verdict.UNREGULATED):
        if verdict in entry:
            return Side(game, verdict, clauses, Words(**entry[verdict]))
    return Side(game, Verdict.SAME, clauses, None)


def about_words(asked: Collection[str], ideas: Iterable[Idea]) -> list[Idea]:
    """The ideas that are called by one of the words (all mean the same), whose names contain one, or whose name is in one; the
    nearest first."""
    ranked = ((_nearness(asked, idea), idea) for idea in ideas)
    return [idea for nearness, idea in sorted(ranked, key=lambda pair: -pair[0]) if nearness]


def _nearness(asked: Collection[str], idea: Idea) -> float:
    """From 0 (not called so) to 3: the whole name; a part of it (the more of it, the nearer); a name is a part of the word."""
    names = [name.casefold() for name in (idea.title.zh, idea.title.en, idea.name, *idea.words)]
    parts = [1 + len(word) / len(name) + (word == name) for word in asked for name in names if word in name]
    wholes = [len(name) / len(word) for word in asked for name in names if name in word and len(name) > 1]
    return max([*parts, *wholes], default=0.0)


def about_clause(game: str, key: str, ideas: Iterable[Idea]) -> list[Idea]:
    """The ideas that the clause decides; then those decided below it; then those that a clause above it decides."""
    near: dict[int, list[Idea]] = {}
    for idea in ideas:
        keys = [cited for side in idea.sides if side.game == game for cited in side.clauses]
        steps = [0 if cited == key else 1 if _below(cited, key) else 2 for cited in keys if _related(cited, key)]
        if steps:
            near.setdefault(min(steps), []).append(idea)
    return [idea for step in sorted(near) for idea in near[step]]


def _related(one: str, other: str) -> bool:
    return one == other or _below(one, other) or _below(other, one)


def _below(key: str, above: str) -> bool:
    """
    >>> _below("10.5.3.1", "10.5.3"), _below("3.0/④", "3.0"), _below("10.53", "10.5")
    (True, True, False)
    """
    return key.startswith((f"{above}.", f"{above}/"))


def citations(ideas: Iterable[Idea]) -> Iterator[tuple[str, str, ClauseKey]]:
    """Every clause that an idea rests on: (idea, game, clause)."""
    for idea in ideas:
        for side in idea.sides:
            yield from ((idea.name, side.game, key) for key in side.clauses)
