"""`judge answers`: published questions and answers imported, listed, and shown with the cards and clauses that they are about."""

import sqlite3
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from headjudge.cli.answer import BLANK, Answer, Block, Exit, Line, Note, Run, heading, text
from headjudge.cli.clauses import line as clause_line
from headjudge.cli.knowledge import opened
from headjudge.cli.labels import label
from headjudge.cli.messages import message
from headjudge.cli.mistakes import UsageMistake
from headjudge.cli.progress import bar
from headjudge.cli.published import answer_data, disagreement, disagreement_data, origin, told_by
from headjudge.cli.request import Language, Request
from headjudge.kb import lookup
from headjudge.kb.answers import AnswerView, UnknownAnswer, answers, find_answers, imported_at, view_answer
from headjudge.kb.errors import HeadjudgeError
from headjudge.kb.lookup import Brief
from headjudge.kb.store import hand_in, take_back
from headjudge.kb.user_files import UserFile, What, user_files
from headjudge.parser.named import NamedTuple

_FEW = 60


class UnknownAnswerFile(HeadjudgeError):
    """The file to be forgotten was never imported."""


class Unlinked(NamedTuple):
    """An answer that is joined to no card and no clause, or names cards that no card file has."""

    view: AnswerView
    unknown: tuple[str, ...]


class Shown(NamedTuple):
    """An answer with the clauses that it is joined to, as they are worded."""

    view: AnswerView
    clauses: tuple[Brief, ...]


def import_answers(request: Request, file: str, source: str = "") -> Answer:
    """Imports the questions and answers in `file`, which `source` published, and reports what they are joined to."""
    from headjudge.cli.reading import handed_in
    from headjudge.parser.answer_file import read_answers  # listing needs no parser

    if not request.game:
        raise UsageMistake("answers_need_a_game", file=file)
    game = request.game.casefold()
    words = handed_in(file)
    sheet = read_answers(words, file)
    with opened(request) as db:
        lookup.chosen_editions(db, game)  # names the games there are
    path = file if file == "-" else str(Path(file).resolve())
    with bar() as progress:
        handed = UserFile(What.ANSWERS, game, path, words, date.today().isoformat(), source)
        hand_in(request.database, handed, progress)
    with opened(request) as db:
        views = [view_answer(db, record) for record in imported_at(db, game, path, {one.name for one in sheet.answers})]
    unlinked = [one for one in (Unlinked(view, view.unknown_cards) for view in views) if one.unknown or not _is_linked(one.view)]
    notes = [Note(problem.code, problem.facts) for problem in sheet.problems]
    left_out = any(problem.code == "answers_empty_cell" for problem in sheet.problems)
    code = Exit.EMPTY if left_out or not sheet.answers else Exit.DONE
    return Answer(
        lambda: _import_data(len(sheet.answers), views, unlinked, [(note, request.language) for note in notes]),
        lambda: _import_blocks(len(sheet.answers), views, unlinked, request.language),
        code,
        tuple(notes),
    )


def _is_linked(view: AnswerView) -> bool:
    return bool(view.cards or view.clauses)


def _import_blocks(count: int, views: list[AnswerView], unlinked: list[Unlinked], language: Language) -> Iterator[Block]:
    replaced = sum(bool(view.before) for view in views)
    facts = {"imported": count, "linked": sum(map(_is_linked, views)), "replaced": replaced or ""}
    yield text(message("answers_imported", facts, language))
    if unlinked:
        yield BLANK
        yield heading(label("unlinked", language))
        for one in unlinked:
            yield text(_reason(one, language), label=one.view.record.name, indent=1)
    doubtful = [view for view in views if view.disagreements]
    if doubtful:
        yield BLANK
        yield heading(label("disagreements", language, count=len(doubtful)))
        for view in doubtful:
            yield text(_one_line(view.record.question), label=view.record.name, indent=1)
            for found in view.disagreements:
                yield disagreement(found, language, indent=2)


def _reason(one: Unlinked, language: Language) -> str:
    if one.unknown:
        return message("answers_unknown_cards", {"cards": "、".join(one.unknown)}, language)
    return _one_line(one.view.record.question)


def _import_data(
    count: int, views: list[AnswerView], unlinked: list[Unlinked], notes: list[tuple[Note, Language]]
) -> dict[str, Any]:
    return {
        "imported": count,
        "linked": sum(map(_is_linked, views)),
        "unlinked": [
            {"id": one.view.record.name, "line": one.view.record.line, "unknown_cards": list(one.unknown)} for one in unlinked
        ],
        "replaced": [view.record.name for view in views if view.before],
        "disagreements": [
            {"id": view.record.name, **disagreement_data(one, view.record.game)} for view in views for one in view.disagreements
        ],
        "problems": [
            {"problem": note.code.removeprefix("answers_"), **_place(note), "message": message(note.code, note.facts, language)}
            for note, language in notes
        ],
    }


def _place(note: Note) -> dict[str, object]:
    return {name: note.facts[name] for name in ("line", "column")}


# Those imported so far ---------------------------------------------------------------------------------------------------------


def list_answers(
    request: Request,
    check: bool = False,  # noqa: FBT001, FBT002 - an option
    forget: str = "",
) -> Answer:
    """The imported answers, the newest first; with `check` those that may disagree with the rulebook."""
    if forget:
        return _forget(request, forget)
    with opened(request) as db:
        if request.game:
            lookup.chosen_editions(db, request.game)
        found = [view_answer(db, record) for record in answers(db, request.game.casefold())]
    shown = [view for view in found if view.disagreements] if check else found
    notes = () if found else (Note("no_answers"),)
    code = Exit.DONE if shown else Exit.EMPTY
    if found and not shown:
        notes = (Note("answers_all_agree"),)
    return Answer(
        lambda: {"total": len(shown), "answers": [answer_data(view) for view in shown]},
        lambda: _list(shown, request.language),
        code,
        notes,
    )


def _list(views: list[AnswerView], language: Language) -> Iterator[Block]:
    place: tuple[str, str, str] | None = None
    for view in views:
        record = view.record
        here = (record.game, record.date or label("undated", language), origin(view))
        if here != place:
            if place:
                yield BLANK
            yield heading("  ·  ".join(here))
            place = here
        yield text(_one_line(record.question), label=record.name, indent=1, cut=True)
        for found in view.disagreements:
            yield disagreement(found, language, indent=2)


def show_answer(request: Request, words: list[str]) -> Answer:
    """The answers of that number, or with these words, with their clauses."""
    asked = " ".join(words)
    with opened(request) as db:
        try:
            found = find_answers(db, asked, request.game.casefold())
        except UnknownAnswer as error:
            return Answer(lambda: {"total": 0, "answers": []}, code=Exit.EMPTY, notes=(Note(error.code, error.facts),))
        shown = [Shown(view, _clauses(db, view)) for view in (view_answer(db, record) for record in found[:_FEW])]
    return Answer(
        lambda: {"total": len(found), "answers": [answer_data(one.view) for one in shown]},
        lambda: _several(shown, request.language),
    )


def _clauses(db: sqlite3.Connection, view: AnswerView) -> tuple[Brief, ...]:
    game = view.record.game
    found = (lookup.find(db, lookup.Address(game, "", key)) for key, _ in view.clauses)
    return tuple(brief for briefs in found for brief in briefs)


def _several(shown: list[Shown], language: Language) -> Iterator[Block]:
    for place, one in enumerate(shown):
        if place:
            yield BLANK
        yield from _whole(one, language)


def _whole(one: Shown, language: Language) -> Iterator[Block]:
    record = one.view.record
    yield Line((Run(record.question),), f"{record.name}  {label('question', language)}")
    yield Line((Run(record.answer, "found"),), f"{record.name}  {label('ruling_answer', language)}")
    for found in one.view.disagreements:
        yield disagreement(found, language, indent=1)
    if one.view.cards:
        yield BLANK
        yield heading(label("cards_named", language))
        yield text("、".join(one.view.cards), indent=1)
    if one.clauses:
        yield BLANK
        yield heading(label("clauses_joined", language))
        hows = dict(one.view.clauses)
        for brief in one.clauses:
            line = clause_line(brief, language, indent=1)
            yield line._replace(runs=(Run(told_by(hows[brief.key], language), "dim"), *line.runs))
    if one.view.rulings:
        yield BLANK
        yield heading(label("rulings", language))
        yield text("  ".join(one.view.rulings), indent=1)
    for before in one.view.before:
        yield BLANK
        yield heading(label("answered_before", language, date=before.date or label("undated", language)))
        yield text(before.answer, "dim", indent=1)
    yield BLANK
    facts = (record.game, record.date or label("undated", language), origin(one.view), f"{record.file}:{record.line}")
    yield text("  ·  ".join(facts), "dim", cut=True)


def _forget(request: Request, path: str) -> Answer:
    kept = user_files(request.database, What.ANSWERS)
    wanted = [file for file in kept if path in (file.path, Path(file.path).name) or str(Path(path).resolve()) == file.path]
    if not wanted:
        known = ", ".join(dict.fromkeys(file.path for file in kept))
        raise UnknownAnswerFile("unknown_answer_file", path=path, known=known)
    for file in wanted:
        take_back(request.database, file)
    paths = list(dict.fromkeys(file.path for file in wanted))
    said = message("answer_file_forgotten", {"path": ", ".join(paths)}, request.language)
    return Answer(lambda: {"forgotten": paths}, lambda: [text(said)])


def _one_line(words: str) -> str:
    return " ".join(words.split())
