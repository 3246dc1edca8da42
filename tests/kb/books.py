"""Small rulebooks: texts of our own, and clauses that no parser has seen."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from headjudge.kb import store
from headjudge.kb.clause import Clause, ClauseKey, Definition, Edition, Kind, Problem, Reference, Role, Span
from headjudge.kb.edition_rows import add_edition
from headjudge.kb.shipped import Source
from headjudge.parser.dialect import Dialect, dialect

SMALL = """第1章 概要
1.1 人数
1.1.1 两名玩家对战。“先手”是指先行动的玩家（1.1.2）。
1.1.2 先手由掷币决定。
1.2 检查时点
1.2.1 在检查时点，依次执行以下处理：
1.2.1.1 如果有规则处理，执行规则处理。返回1.2.1.1。
1.2.1.2 结束。
"""
"""A rulebook of our own, so small that it is stored in a few milliseconds."""


def source_of(text: str, name: str = "1", game: str = "small", *, own: bool = False, effective: str = "") -> Source:
    return Source(Edition(game, name, "zh", "小", own, effective), ("小", "Small"), "dotted", text)


@dataclass(frozen=True)
class Book:
    """A rulebook that no parser has seen."""

    clauses: Iterable[Clause]
    steps: tuple[tuple[ClauseKey, ClauseKey], ...] = ()
    problems: tuple[Problem, ...] = ()
    characters: int = 0
    unaccounted: int = 0

    @property
    def dialect(self) -> Dialect:
        return dialect("dotted")


def clause(
    key: str,
    text: str = "",
    title: str = "",
    *,
    parent: str | None = "",
    defines: Iterable[str] = (),
    references: Iterable[Reference] = (),
) -> Clause:
    """A clause of one line; its definitions are quoted ones, or the title's where the title has the word."""
    kind = Kind.SECTION if title else Kind.CLAUSE
    definitions = tuple(Definition(word, "title" if word in title else "quoted") for word in defines)
    above = None if parent is None else ClauseKey(parent)
    depth = 0 if parent is None else key.count(".") + 1
    synthetic = parent is None or "/" in key
    spans = (Span(0, len(text), 1, 1, Role.TEXT),)
    return Clause(ClauseKey(key), kind, key, title, text, above, depth, spans, synthetic, tuple(references), definitions)


DOCUMENT = clause("", parent=None)


def save(database: Path, *editions: tuple[Source, Book]) -> None:
    with store.writing(database, database) as db:
        for source, book in editions:
            add_edition(db, source, book)
