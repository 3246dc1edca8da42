"""The page of a rulebook's faults, as `judge lint` finds them in its text."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

from headjudge.kb.clause import Severity
from headjudge.kb.database import database_of
from headjudge.kb.imported import imported
from headjudge.kb.shipped import Source, shipped
from headjudge.parser.named import NamedTuple
from headjudge.parser.values import dataclass
from headjudge.site.clauses import line_link
from headjudge.site.contexts import Frame, Link, Room, Words
from headjudge.site.frames import frame
from headjudge.site.library import Deferred, Files, Library, Volume
from headjudge.site.passage import visible
from headjudge.site.shelf import digest_of, shelved

PLACE = "lint"
_FORM = b"in words\0"
"""What is kept of a problem; data of another form is found anew."""


class Fault(NamedTuple):
    """One problem: its rule, where it stands (the clause, and the line of the text), what is wrong and what to do."""

    rule: str
    severity: str
    clause: Link | None
    line: int
    column: int
    said: Words
    advice: Words


@dataclass(frozen=True, slots=True)
class LintPage:
    """All faults, the worst first and then in the order of the text. `read` is whether the text was there to be read."""

    template: ClassVar = "lint.html"
    frame: Frame
    faults: tuple[Fault, ...]
    counts: tuple[tuple[str, int], ...]
    read: bool


def lint_room(folder: str) -> Room:
    """The entry of the navigation."""
    return Room(PLACE, f"{folder}/lint.html")


def lint_of(volume: Volume, library: Library) -> Files:
    """The page of the rulebook's faults."""
    book, atlas, edition = volume
    here = lint_room(atlas.folder).path
    source = _source(library.db, book.edition.game, book.edition.name)
    problems = _problems(source, library.cache) if source else []

    def page() -> LintPage:
        faults = tuple(_faults(volume, problems, here))
        found = Counter(fault.severity for fault in faults)
        return LintPage(
            frame=frame(edition, here, "体检 Lint", place=PLACE, styles=("compare.css",)),
            faults=faults,
            counts=tuple((severity.value, found[severity.value]) for severity in Severity if found[severity.value]),
            read=source is not None,
        )

    yield here, Deferred(atlas, page, also=json.dumps((problems, source is not None)))


def _source(db: sqlite3.Connection, game: str, edition: str) -> Source | None:
    """The text of an installed edition: shipped, or kept beside the knowledge base; the imported one stands for both."""
    file = database_of(db)
    kept = imported(file) if file else iter(())
    sources = {(source.edition.game, source.edition.name): source for source in (*shipped(game), *kept)}
    return sources.get((game, edition))


def _problems(source: Source, cache: Path | None) -> list[dict[str, Any]]:
    """The problems as plain data, in words: finding them takes longer than the rest of a rulebook's pages, and so does to import
    what does."""

    def find() -> list[dict[str, Any]]:
        from headjudge.kb.lint import lint
        from headjudge.kb.lint.told import told
        from headjudge.parser.rulebook import parse_rulebook

        return [
            {
                "rule": problem.rule,
                "severity": problem.severity.value,
                "key": problem.key,
                "line": problem.line,
                "column": problem.column,
                "said": told(f"rule_{problem.rule}", dict(problem.facts)),
                "advice": told(f"advice_{problem.rule}", dict(problem.facts)),
            }
            for problem in lint(parse_rulebook(source.text, source.dialect), source.text)
        ]

    file = cache / f"lint-{source.edition.game}.json" if cache else None
    of = f"{source.dialect}\0{source.text}".encode("utf-8", "surrogatepass")
    return shelved(file, digest_of("kb/lint", "parser", of=_FORM + of) if file else "", find)


def _faults(volume: Volume, problems: list[dict[str, Any]], here: str) -> Iterator[Fault]:
    briefs = {brief.key: brief for brief in volume.book.clauses}
    worst = [severity.value for severity in Severity]
    for problem in sorted(problems, key=lambda problem: worst.index(problem["severity"])):
        brief = briefs.get(problem["key"])
        yield Fault(
            rule=problem["rule"],
            severity=problem["severity"],
            clause=line_link(volume.atlas, brief, here) if brief else None,
            line=problem["line"],
            column=problem["column"],
            said=Words(*map(visible, problem["said"])),
            advice=Words(*map(visible, problem["advice"])),
        )
