"""Where a rulebook is silent: an open question with its readings, as a game's list of them has it."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Policy:
    """A question that the rulebook leaves open: `readings` maps each answer to its words in Chinese and English."""

    id: str
    clauses: tuple[str, ...]
    question: tuple[str, str]
    readings: Mapping[str, tuple[str, str]]
    taken: str
    why: tuple[str, str]
