"""`judge coverage`: how far a rulebook is bound to the game that runs it, and which clauses passing rulings execute."""

from collections.abc import Iterator, Sequence
from typing import Any

from headjudge.cli.answer import BLANK, Answer, Block, heading, text
from headjudge.cli.characters import width
from headjudge.cli.labels import label
from headjudge.cli.law import law
from headjudge.cli.progress import bar
from headjudge.cli.request import Language, Request
from headjudge.cli.verdicts.checking import check
from headjudge.kb.scenarios import recorded
from headjudge.parser.named import NamedTuple
from headjudge.simulator.answers.ruling import shipped_rulings
from headjudge.simulator.coverage import ClauseClass, Coverage, classes
from headjudge.simulator.coverage import coverage as covered
from headjudge.simulator.law import Law
from headjudge.simulator.registry import names


class Chapter(NamedTuple):
    """The counts of one chapter."""

    number: str
    title: str
    executable: int
    bound: int
    executed: int


def coverage(
    request: Request,
    run: bool = False,  # noqa: FBT001, FBT002 - an option
) -> Answer:
    """The coverage of a game's rulebook by the shipped rulings, as recorded, or by a `run` of them now."""
    game = request.game or names()[0]
    if run and game in names():
        report = check(list(shipped_rulings(game)), request.language, game, bar)
        executed = {clause for one in report.checked if one.passed for clause in one.executed}
    else:
        executed = {clause for entry in recorded(game) for clause in entry.executed}
    rulebook = law(request)
    found = covered(executed, game=game, law=rulebook)
    return Answer(lambda: _data(found, rulebook), lambda: _blocks(found, rulebook, request.language))


def chapters(found: Coverage, rulebook: Law) -> list[Chapter]:
    """The counts by chapter, in the book's order; chapters without an executable clause are left out."""
    executable = [key for key, entry in classes(found.game).items() if entry.kind is ClauseClass.EXECUTABLE]
    unbound, uncovered = {*found.unbound}, {*found.uncovered}
    out = []
    for number in dict.fromkeys(key.partition(".")[0] for key in executable):
        here = [key for key in executable if key.partition(".")[0] == number]
        bound = [key for key in here if key not in unbound]
        title = rulebook.clauses[number].title
        out.append(Chapter(number, title, len(here), len(bound), sum(key not in uncovered for key in bound)))
    return out


def _data(found: Coverage, rulebook: Law) -> dict[str, Any]:
    return {
        "game": found.game,
        "clauses": found.clauses,
        "executable": found.executable,
        "bound": found.bound,
        "executed": found.executed,
        "definitional": found.definitional,
        "out_of_scope": found.out_of_scope,
        "silent": found.silent,
        "unclassified": len(found.unclassified),
        "uncovered": list(found.uncovered),
        "unbound": list(found.unbound),
        "changed": list(found.changed),
        "chapters": [chapter._asdict() for chapter in chapters(found, rulebook)],
    }


def _blocks(found: Coverage, rulebook: Law, language: Language) -> Iterator[Block]:
    counts = [f"{label(kind, language)} {getattr(found, kind)}" for kind in ("definitional", "out_of_scope", "silent")]
    yield heading("  ·  ".join([found.game, label("clauses", language, count=found.clauses), *counts]))
    yield BLANK
    heads = [label(name, language) for name in ("chapter", "executable", "bound", "executed", "share")]
    rows = [
        [f"{one.number}  {one.title}", *map(str, (one.executable, one.bound, one.executed)), share(one.executed, one.executable)]
        for one in chapters(found, rulebook)
    ]
    total = [label("total", language), *map(str, (found.executable, found.bound, found.executed))]
    yield from _table([heads, *rows, [*total, share(found.executed, found.executable)]])
    for name, listed in (
        ("uncovered", found.uncovered),
        ("unbound", found.unbound),
        ("unclassified", found.unclassified),
        ("reworded", found.changed),
    ):
        if listed:
            yield BLANK
            yield heading(f"{label(name, language)} ({len(listed)})")
            yield from (_clause(key, rulebook) for key in listed)


def share(part: int, whole: int) -> str:
    """A part of a whole in per cent.

    >>> share(2, 3), share(0, 0)
    ('66.7 %', '–')
    """
    return f"{100 * part / whole:.1f} %" if whole else "–"


def _clause(key: str, rulebook: Law) -> Block:
    clause = rulebook.clauses.get(key)
    words = " ".join((clause.title or clause.text).split()) if clause else ""
    return text(words, label=key, indent=1, cut=True)


def _table(rows: Sequence[Sequence[str]]) -> Iterator[Block]:
    """Rows of cells: the first to the left, numbers to the right; the first row names the columns."""
    widths = [max(width(row[at]) for row in rows) for at in range(len(rows[0]))]
    for number, row in enumerate(rows):
        first = row[0] + " " * (widths[0] - width(row[0]))
        others = [" " * (widths[at] - width(row[at])) + row[at] for at in range(1, len(row))]
        yield text("  ".join([first, *others]), "dim" if number == 0 else "heading" if number == len(rows) - 1 else "", indent=1)
