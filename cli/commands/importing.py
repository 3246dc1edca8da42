"""`judge import`: a rulebook from a file into the knowledge base."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import Any

from headjudge.cli.answer import BLANK, Answer, Block, Exit, Line, Note, Run, heading, text
from headjudge.cli.excerpt import excerpt
from headjudge.cli.knowledge import opened
from headjudge.cli.labels import label
from headjudge.cli.languages import known_language
from headjudge.cli.messages import message
from headjudge.cli.mistakes import UsageMistake
from headjudge.cli.progress import bar
from headjudge.cli.reading import handed_in
from headjudge.cli.request import Language, Request, cache_folder
from headjudge.kb import lookup
from headjudge.kb.clause import Clause, Edition, Kind, Problem, Reference, Status
from headjudge.kb.errors import HeadjudgeError
from headjudge.kb.shipped import Source, game_titles, shipped
from headjudge.kb.store import import_edition
from headjudge.parser.kept import keep_in
from headjudge.parser.named import NamedTuple
from headjudge.parser.rulebook import Rulebook

_ISO = re.compile(r"[0-9]{4}(?:-[0-9]{2}){0,2}")
_DATE = re.compile(r"(?<!\d)(?:19|20)\d\d(?:-\d\d(?:-\d\d)?)?(?!\d)")
_SAMPLE = 20_000
"""Characters of a text that are looked at to find out its language."""


class EditionTaken(HeadjudgeError):
    """A shipped edition has that name; an import would hide it."""


class Imported(NamedTuple):
    """What was imported, from where."""

    file: str
    source: Source
    rulebook: Rulebook
    replaced: bool

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The nodes of the text, without the document itself."""
        return tuple(clause for clause in self.rulebook.clauses if clause.kind is not Kind.DOCUMENT)

    @property
    def references(self) -> list[tuple[Clause, Reference]]:
        """Every reference with the clause that makes it."""
        return [(clause, reference) for clause in self.rulebook.clauses for reference in clause.references]


def import_(
    request: Request,
    file: str,
    edition: str | None = None,
    game: str | None = None,
    dialect: str = "",
    lang: str = "",
    title: str = "",
    effective: str = "",
) -> Answer:
    """Stores the rulebook in `file` as that edition of the game, and reports what is in it and what is odd about it."""
    keep_in(cache_folder())  # compiling the grammars takes longer than reading a short rulebook
    game = (game or request.game).casefold()
    if not game or not edition:
        raise UsageMistake("missing_names", command="judge import")
    if any((source.edition.game, source.edition.name) == (game, edition) for source in shipped()):
        raise EditionTaken("edition_taken", game=game, edition=edition)
    _check_date(effective)
    words = handed_in(file)
    with opened(request) as db:
        known = next((known for known in lookup.games(db) if known.game == game), None)
    titles = game_titles().get(game) or ((known.title_zh, known.title_en) if known else (title or game, title or game))
    source = Source(
        Edition(
            game=game,
            name=edition,
            language=known_language(lang, "judge import") if lang else language_of(words),
            title=title or f"{titles[0]} {edition}",
            own=False,
            effective=effective or (found[0] if (found := _DATE.search(edition)) else ""),
        ),
        titles,
        dialect,
        words,
    )
    replaced = known is not None and any(record.name == edition for record in known.editions)
    with bar() as progress:
        rulebook = import_edition(request.database, source, progress)
    imported = Imported(file, source, rulebook, replaced)
    twice = list(
        dict.fromkeys(str(dict(problem.facts)["number"]) for problem in rulebook.problems if problem.rule == "duplicate_number")
    )
    notes = (
        *((Note("unaccounted", {"count": rulebook.unaccounted}),) if rulebook.unaccounted else ()),
        *((Note("number_twice", {"numbers": ", ".join(twice)}),) if twice else ()),
    )
    code = Exit.WRONG if twice else Exit.DONE  # it is stored, and which clause a number means is open
    return Answer(lambda: _data(imported, request.language), lambda: _blocks(imported, request.language), code, notes)


def _check_date(written: str) -> None:
    """Raises UsageMistake for what is no date: of two editions the later one answers."""
    year, *later = written.split("-")
    full = "-".join([year, *later, *["01"] * (2 - len(later))])
    try:
        is_date = not written or (_ISO.fullmatch(written) is not None and bool(date.fromisoformat(full)))
    except ValueError:
        is_date = False
    if not is_date:
        facts = {"name": "--effective", "value": written, "known": "2026, 2026-07, 2026-07-30", "command": "judge import"}
        raise UsageMistake("bad_value", **facts)


def language_of(words: str) -> str:
    """The language of a rulebook, as far as its letters tell.

    >>> [language_of(words) for words in ("回合玩家抽1张卡。", "ターンプレイヤー", "The turn player draws a card.")]
    ['zh', 'ja', 'en']
    """
    sample = words[:_SAMPLE]
    kana = sum("ぁ" <= char <= "ヿ" for char in sample)
    hanzi = sum("\u4e00" <= char <= "\u9fff" for char in sample)
    if kana > (kana + hanzi) // 20:
        return "ja"
    return "zh" if hanzi * 10 > len(sample) else "en"


def _counts(imported: Imported) -> dict[str, Any]:
    clauses, references = imported.clauses, [reference for _, reference in imported.references]
    numbered = [clause for clause in clauses if not clause.synthetic]
    return {
        "nodes": len(clauses),
        "numbered": len(numbered),
        "by_kind": dict(Counter(clause.kind.value for clause in clauses)),
        "by_depth": {str(depth): count for depth, count in sorted(Counter(clause.depth for clause in numbered).items())},
        "references": len(references),
        "targets": sum(len(reference.targets) for reference in references if reference.status is Status.RESOLVED),
        "references_by_kind": dict(Counter(reference.kind.value for reference in references)),
    }


def _blocks(imported: Imported, language: Language) -> Iterator[Block]:
    edition, counts = imported.source.edition, _counts(imported)
    facts = {
        **counts,
        "game": edition.game,
        "edition": edition.name,
        "dialect": imported.rulebook.dialect.name,
        "unnumbered": counts["nodes"] - counts["numbered"],
        "dangling": sum(reference.status is Status.DANGLING for _, reference in imported.references),
        "ambiguous": sum(reference.status is Status.AMBIGUOUS for _, reference in imported.references),
        "unaccounted": imported.rulebook.unaccounted,
    }
    yield text(message("import_done", facts, language))
    if imported.replaced:
        yield text(message("replaced_edition", facts, language))
    if imported.rulebook.problems:
        yield BLANK
        yield heading(label("problems", language, count=len(imported.rulebook.problems)))
        lines = imported.source.text.split("\n")
        for problem in imported.rulebook.problems:
            yield from _problem(problem, lines, imported.file, language)
    first = next((clause for clause in imported.clauses if not clause.synthetic), None)
    if first:
        yield BLANK
        command = f"judge show {edition.game}@{edition.name}:{first.key}"
        yield text(message("next_show", {"command": command}, language), "dim")


def _problem(problem: Problem, lines: list[str], file: str, language: Language) -> Iterator[Block]:
    place = f"{file}:{problem.line}:{problem.column}"
    severity = label(problem.severity.value, language)
    runs = (Run(f"{place}  ", "number"), Run(f"{severity}  ", "warning"), Run(_message(problem, language)))
    yield Line(runs)
    if 0 < problem.line <= len(lines):
        shown, caret = excerpt(lines[problem.line - 1].rstrip("\r"), problem.column)
        yield text(shown, "dim", indent=2)
        yield text(caret, "warning", indent=2)


def _message(problem: Problem, language: Language) -> str:
    return message(f"rule_{problem.rule}", dict(problem.facts), language)


def _data(imported: Imported, language: Language) -> dict[str, Any]:
    edition = imported.source.edition
    stem = f"{edition.game}@{edition.name}"
    return {
        "game": edition.game,
        "edition": edition.name,
        "dialect": imported.rulebook.dialect.name,
        **_counts(imported),
        "unresolved": [
            {
                "id": f"{stem}:{clause.key}",
                "text": reference.text,
                "kind": reference.kind.value,
                "status": reference.status.value,
                "candidates": [f"{stem}:{key}" for key in reference.targets],
                "line": clause.line,
            }
            for clause, reference in imported.references
            if reference.status is not Status.RESOLVED
        ],
        "unaccounted_characters": imported.rulebook.unaccounted,
        "problems": [
            {
                "rule": problem.rule,
                "severity": problem.severity.value,
                "id": f"{stem}:{problem.key}" if problem.key else "",
                "line": problem.line,
                "column": problem.column,
                "message": _message(problem, language),
            }
            for problem in imported.rulebook.problems
        ],
    }
