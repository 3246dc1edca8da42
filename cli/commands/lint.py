"""`judge lint`: the faults of a rulebook, of those installed or of a file, with their places and what to do about them."""

import sqlite3
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from headjudge.cli.answer import BLANK, Answer, Block, Exit, Line, Note, Run, heading, text
from headjudge.cli.excerpt import excerpt
from headjudge.cli.knowledge import opened
from headjudge.cli.labels import label
from headjudge.cli.messages import message
from headjudge.cli.mistakes import UsageMistake, one_of
from headjudge.cli.reading import handed_in
from headjudge.cli.request import Language, Request
from headjudge.kb.clause import Edition, HeadjudgeError, Problem, Severity
from headjudge.kb.diff_records import ChangedCitation
from headjudge.kb.diff_store import diff_editions
from headjudge.kb.editions import chosen_editions, editions, tongue
from headjudge.kb.imported import imported
from headjudge.kb.lint import NAMES
from headjudge.kb.lint import lint as problems_of
from headjudge.kb.lint.citations import Cited, astray, cited_by, place_in, stored
from headjudge.kb.records import EditionRecord
from headjudge.kb.shipped import shipped
from headjudge.kb.written import shipped_written
from headjudge.parser.decode import UnreadableFile, read_text
from headjudge.parser.named import NamedTuple
from headjudge.parser.packaged import files
from headjudge.parser.rulebook import Rulebook, parse_rulebook
from headjudge.parser.ruling import read_ruling

_FORMATS = ("text", "github")
_WORST_FIRST = (Severity.ERROR, Severity.WARNING, Severity.NOTE)
_GITHUB = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


class Found(NamedTuple):
    """A problem with the file that it stands in, its clause's id, and the line of the file."""

    file: str
    problem: Problem
    id: str
    line: str


def lint(
    request: Request,
    file: str = "",
    rule: str | None = None,
    severity: str | None = None,
    format: str = "text",  # noqa: A002
) -> Answer:
    """The problems of a file, or of the installed editions of the game (of all games, if none is chosen)."""
    one_of("--format", format, _FORMATS, "judge lint")
    rules = [one_of("--rule", name.strip(), NAMES, "judge lint") for name in rule.split(",")] if rule else NAMES
    least = Severity(one_of("--severity", severity or Severity.NOTE, [*Severity], "judge lint"))
    severities = _WORST_FIRST[: _WORST_FIRST.index(least) + 1]
    linted = _of_file(file, request) if file else _of_editions(request)
    shown = [found for found in linted if found.problem.rule in rules and found.problem.severity in severities]
    failed = any(found.problem.severity is Severity.ERROR for found in shown)
    notes = () if shown else (Note("lint_clean"),)
    return Answer(
        lambda: {"problems": [_data(found, request.language) for found in shown]},
        lambda: _blocks(shown, request.language),
        Exit.EMPTY if failed else Exit.DONE,
        notes,
        "".join(_annotation(found, request.language) for found in shown) if format == "github" else "",
    )


# What is linted ---------------------------------------------------------------------------------------------------


def _of_file(file: str, request: Request) -> list[Found]:
    """The problems of a file. Raises UsageMistake where a game is named in its place."""
    try:
        source = handed_in(file)
    except UnreadableFile as error:
        path = Path(file)
        if path.exists() or path.name != file or path.suffix:
            raise
        games = sorted({source.edition.game for source in (*shipped(), *imported(request.database))})
        raise UsageMistake("game_as_file", path=file, games=", ".join(games)) from error
    rulebook = parse_rulebook(source)
    return _found(file, source, rulebook, f"{request.game}:" if request.game else "")


def _of_editions(request: Request) -> list[Found]:
    """The problems of the editions that answer, the citations that no longer hold in the edition that they were written for
    (an edition in our own words, whichever answers), and those whose clause a newer imported text has changed."""
    with opened(request) as db:
        chosen = chosen_editions(db, request.game)
        answering = {(record.game, record.name) for record in chosen}
        changed = {(record.game, record.name): list(_changed(db, record)) for record in chosen if not record.own}
        own = [record for record in editions(db) if record.own and record.game in {game for game, _ in answering}]
        kept = {(record.game, record.name): list(stored(db, record.game, record.name)) for record in own}
    newest = {record.game: record.name for record in sorted(own, key=lambda record: -record.rank)}
    found: list[Found] = []
    for source in (*shipped(), *imported(request.database)):
        edition = source.edition
        key, stem = (edition.game, edition.name), _stem(edition)
        if key in answering or key in kept:
            rulebook = parse_rulebook(source.text, source.dialect)
            found += _found(stem, source.text, rulebook, f"{stem}:") if key in answering else []
            found += _revised(changed.get(key, []), stem, source.text, rulebook)
            found += _cited(edition, rulebook, kept.get(key, []), newest=newest.get(edition.game) == edition.name)
    return found


def _changed(db: sqlite3.Connection, record: EditionRecord) -> Iterator[tuple[str, str, ChangedCitation]]:
    """The rulings that rest on clauses of an imported text which the one before it had otherwise: that text, ruling, clause."""
    like = [e for e in editions(db) if not e.own and (e.game, tongue(e.language)) == (record.game, tongue(record.language))]
    before = next((older for newer, older in pairwise(like) if newer.row == record.row), None)
    if before is not None:
        for ruling in diff_editions(db, before.row, record.row).affected_rulings:
            yield from ((before.name, ruling.ruling, citation) for citation in ruling.citations)


def _revised(changed: Sequence[tuple[str, str, ChangedCitation]], stem: str, source: str, rulebook: Rulebook) -> Iterator[Found]:
    """Those rulings as problems, each at its clause in the text that answers."""
    starts = {clause.key: clause.spans[0] for clause in rulebook.clauses if clause.spans}
    lines = source.split("\n")
    for old, ruling, (key, _, now) in changed:
        span = starts.get(now[0]) if now else None
        line, column = (span.line, span.column) if span else (0, 0)
        moved = "、".join(now) if now and now != (key,) else ""
        game, _, new = stem.partition("@")
        facts = (("source", ruling), ("clause", key), ("old", old), ("new", new), ("now", moved), ("game", game))
        problem = Problem("changed_citation", Severity.NOTE, now[0] if now else key, line, column, facts)
        yield Found(stem, problem, f"{stem}:{problem.key}", lines[line - 1].rstrip("\r") if line else "")


def _cited(edition: Edition, rulebook: Rulebook, kept: Sequence[Cited], *, newest: bool) -> Iterator[Found]:
    """The citations of an edition that do not hold: in the files of its rulings, and what else the knowledge base keeps."""
    stem = _stem(edition)
    of_rulings = list(_rulings(edition, newest=newest)) if edition.own else []
    for file, words, cited in of_rulings:
        yield from _astray(file, words, cited, stem, rulebook)
    known = {citation.source for _, _, cited in of_rulings for citation in cited}
    yield from _astray(stem, "", [citation for citation in kept if citation.source not in known], stem, rulebook)


def _found(file: str, source: str, rulebook: Rulebook, prefix: str) -> list[Found]:
    lines = source.split("\n")
    found = []
    for problem in problems_of(rulebook, source):
        line = lines[problem.line - 1].rstrip("\r") if 0 < problem.line <= len(lines) else ""
        found.append(Found(file, problem, f"{prefix}{problem.key}" if problem.key else "", line))
    return found


def _stem(edition: Edition) -> str:
    return f"{edition.game}@{edition.name}"


def _rulings(edition: Edition, *, newest: bool) -> Iterator[tuple[str, str, list[Cited]]]:
    """The shipped rulings that rest on an edition (on the newest, if they name none): file, text, and what each cites."""
    folder = files("headjudge.rules_text") / edition.game / "rulings"
    for path in sorted(folder.glob("*.ruling")):
        try:
            scenario = read_ruling(path)
        except HeadjudgeError:
            continue  # `judge verify` says what is wrong with it
        if scenario.about.edition == edition.name or (newest and not scenario.about.edition):
            yield f"{edition.game}/rulings/{path.name}", read_text(path), list(cited_by(path.stem, scenario))
    for ruling, written in shipped_written():
        if (ruling.game, ruling.edition) == (edition.game, edition.name):
            cited = [Cited(ruling.name, reason.clause, reason.pin, reason.quote) for reason in ruling.reasons]
            yield f"{edition.game}/written/{ruling.name}.toml", written, cited


def _astray(file: str, words: str, citations: Sequence[Cited], stem: str, rulebook: Rulebook) -> Iterator[Found]:
    """The citations of a file that do not hold, as its problems."""
    for one in astray(citations, rulebook.clauses):
        line, column = place_in(words, one.cited) if words else (0, 0)
        rule, severity = ("missing_citation", Severity.ERROR) if one.missing else ("stale_citation", Severity.WARNING)
        facts = (("source", one.cited.source), ("clause", one.cited.key), ("fits", one.fits or ""), ("quote", one.cited.quote))
        problem = Problem(rule, severity, one.cited.key, line, column, facts)
        yield Found(file, problem, f"{stem}:{one.cited.key}", words.split("\n")[line - 1] if words else "")


# What is answered -------------------------------------------------------------------------------------------------


def _message(problem: Problem, language: Language) -> str:
    return message(f"rule_{problem.rule}", dict(problem.facts), language)


def _advice(problem: Problem, language: Language) -> str:
    return message(f"advice_{problem.rule}", dict(problem.facts), language)


def _place(found: Found) -> str:
    return f"{found.file}:{found.problem.line}:{found.problem.column}"


def _blocks(shown: Sequence[Found], language: Language) -> Iterator[Block]:
    for found in shown:
        problem = found.problem
        severity = label(problem.severity.value, language)
        yield Line(
            (
                Run(f"{_place(found)}  ", "number"),
                Run(f"{severity}  ", "warning"),
                Run(f"{problem.rule}  ", "dim"),
                Run(f"{problem.key}  " if problem.key else "", "number"),
                Run(_message(problem, language)),
            )
        )
        if found.line:
            line, caret = excerpt(found.line, problem.column)
            yield text(line, "dim", indent=2)
            yield text(caret, "warning", indent=2)
        yield text(f"→ {_advice(problem, language)}", indent=2)
    if shown:
        counts = [(severity, sum(found.problem.severity is severity for found in shown)) for severity in _WORST_FIRST]
        summary = "  ·  ".join(f"{label(severity.value, language)} {count}" for severity, count in counts if count)
        yield BLANK
        yield heading(f"{label('problems', language, count=len(shown))}  ·  {summary}")


def _annotation(found: Found, language: Language) -> str:
    """The problem as GitHub shows it beside the line."""
    problem = found.problem
    words = f"{problem.key or ''} {_message(problem, language)} → {_advice(problem, language)}".strip()
    properties = {"file": found.file, "line": problem.line, "col": problem.column, "title": problem.rule}
    written = ",".join(f"{name}={_escaped(str(value), ',:')}" for name, value in properties.items())
    return f"::{_GITHUB[problem.severity]} {written}::{_escaped(words)}\n"


def _escaped(words: str, more: str = "") -> str:
    return "".join(f"%{ord(char):02X}" if char in f"%\r\n{more}" else char for char in words)


def _data(found: Found, language: Language) -> dict[str, Any]:
    problem = found.problem
    return {
        "rule": problem.rule,
        "severity": problem.severity.value,
        "id": found.id,
        "file": found.file,
        "line": problem.line,
        "column": problem.column,
        "message": _message(problem, language),
        "advice": _advice(problem, language),
    }
