"""`judge cards`: a card file is read, kept, and reported on: how much of its texts is modelled, and what is not."""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from headjudge.cli.answer import BLANK, Answer, Block, Exit, Line, Note, Run, heading, text
from headjudge.cli.card_texts import CardTexts, Modelled, Printed
from headjudge.cli.excerpt import excerpt
from headjudge.cli.knowledge import opened
from headjudge.cli.labels import label
from headjudge.cli.law import law
from headjudge.cli.messages import message
from headjudge.cli.mistakes import UsageMistake
from headjudge.cli.progress import bar
from headjudge.cli.reading import handed_in
from headjudge.cli.request import Language, Request, cache_folder
from headjudge.kb import lookup
from headjudge.kb.cards import FileRecord, card_files, fold_number, known_numbers
from headjudge.kb.errors import HeadjudgeError
from headjudge.kb.store import hand_in, take_back
from headjudge.kb.user_files import UserFile, What, user_files
from headjudge.parser.card_faults import Fault
from headjudge.parser.card_file import CardFileError, Sheet, read_sheet
from headjudge.parser.card_file import Printed as PrintedCard
from headjudge.parser.kept import keep_in
from headjudge.parser.named import NamedTuple
from headjudge.parser.table import Position
from headjudge.simulator import registry

_FEW = 8


class UnknownCardFile(HeadjudgeError):
    """The file to be forgotten was never read."""


class Unread(NamedTuple):
    """An ability that is not modelled whole, and where each fault lies in the file."""

    card: PrintedCard
    printed: Printed
    places: tuple[Position, ...]


class Report(NamedTuple):
    """What was read from a card file. `lines` is None for a game that is not simulated: its texts are kept as they are."""

    sheet: Sheet
    lines: Counter[Modelled] | None
    unread: tuple[Unread, ...]
    problems: tuple[HeadjudgeError, ...]


def cards(request: Request, file: str = "", forget: str = "") -> Answer:
    """Reads the card file, keeps it for `judge card`, and reports on it; without a file, lists those read so far."""
    if forget:
        return _forget(request, forget)
    if not file:
        return _files(request)
    if not request.game:
        raise UsageMistake("cards_need_a_game", file=file)
    game = request.game.casefold()
    words = handed_in(file)
    sheet = read_sheet(words, file)
    if "text" not in sheet.columns:
        raise CardFileError("card_file_without_text", path=file, heading=" ".join(sheet.table.headings)[:120])
    with opened(request) as db:
        lookup.chosen_editions(db, game)  # names the games there are
    report = _report(request, game, sheet)
    path = file if file == "-" else str(Path(file).resolve())
    with opened(request) as db:
        known = known_numbers(db, game, other_than=path)
    with bar() as progress:
        hand_in(request.database, UserFile(What.CARDS, game, path, words, date.today().isoformat()), progress)
    again = list(dict.fromkeys(one.card.number for one in sheet.cards if fold_number(one.card.number) in known))
    notes = [Note(problem.code, problem.facts) for problem in report.problems]
    if "number" not in sheet.columns:
        notes.append(Note("card_file_without_numbers", {"path": file}))
    if again:
        listed = ", ".join(again[:_FEW]) + ("…" if len(again) > _FEW else "")
        notes.append(Note("cards_known_before", {"count": len(again), "cards": listed}))
    left_out = any(problem.code == "card_file_nameless" for problem in report.problems)
    code = Exit.DONE if sheet.cards and not left_out else Exit.EMPTY
    return Answer(lambda: _data(report, request.language), lambda: _blocks(report, request.language), code, tuple(notes))


def _report(request: Request, game: str, sheet: Sheet) -> Report:
    problems = [*sheet.problems, *_repeated(sheet)]
    problems.sort(key=lambda problem: (problem.facts["line"], problem.facts["column"]))
    if game not in registry.names():
        return Report(sheet, None, (), tuple(problems))
    keep_in(cache_folder())  # compiling the grammar takes longer than reading some cards
    texts = CardTexts(game, law(request))
    counted: Counter[Modelled] = Counter()
    unread = []
    with bar() as progress:
        for number, card in enumerate(sheet.cards):
            if progress:
                progress(card.card.number or card.card.name, number, len(sheet.cards))
            for printed in texts.read(card.text.text):
                counted[printed.modelled] += 1
                if printed.faults:
                    places = tuple(sheet.table.position(card.text.offset(fault.at)) for fault in printed.faults)
                    unread.append(Unread(card, printed, places))
    return Report(sheet, counted, tuple(unread), tuple(problems))


def _repeated(sheet: Sheet) -> Iterator[CardFileError]:
    """Numbers that stand in the file more than once: its last card counts."""
    first: dict[str, int] = {}
    for one in sheet.cards:
        number = fold_number(one.card.number)
        place = sheet.table.position(one.start)
        if number in first:
            facts = {**place._asdict(), "name": one.card.number, "first": first[number]}
            yield CardFileError("card_number_again", path=sheet.table.path, **facts)
        elif number:
            first[number] = place.line


def _blocks(report: Report, language: Language) -> Iterator[Block]:
    count = len(report.sheet.cards)
    if report.lines is None:
        yield text(message("cards_kept", {"cards": count}, language))
        return
    lines, whole = report.lines.total(), report.lines[Modelled.WHOLE]
    facts = {
        "cards": count,
        "lines": lines,
        "modelled": whole,
        "percent": f"{100 * whole / lines:.1f}" if lines else "",
        "partial": report.lines[Modelled.PARTLY],
        "unmodelled": report.lines[Modelled.NOT],
    }
    yield text(message("cards_read", facts, language))
    for unread in report.unread:
        yield BLANK
        card = unread.card.card
        yield heading(" ".join(filter(None, (card.number, card.name))))
        for fault, place in zip(unread.printed.faults, unread.places, strict=True):
            yield from _fault(fault, place, report, language)


def _fault(fault: Fault, place: Position, report: Report, language: Language) -> Iterator[Block]:
    runs = (Run(f"{report.sheet.table.path}:{place.line}:{place.column}  ", "number"), Run(told(fault, language)))
    yield Line(runs)
    shown, caret = excerpt(report.sheet.table.source.split("\n")[place.line - 1].rstrip("\r").replace("\t", " "), place.column)
    yield text(shown, "dim", indent=2)
    yield text(caret, "warning", indent=2)


def told(fault: Fault, language: Language) -> str:
    """What is wrong, in words."""
    return message(fault.code, {"found": fault.found, "expected": " ".join(fault.expected[:_FEW])}, language)


def _data(report: Report, language: Language) -> dict[str, Any]:
    counted = report.lines or Counter()
    return {
        "cards": len(report.sheet.cards),
        "lines": counted.total(),
        "modelled": counted[Modelled.WHOLE],
        "partial": counted[Modelled.PARTLY],
        "unmodelled": [
            {
                "id": unread.card.card.number or unread.card.card.name,
                "line": place.line,
                "column": place.column,
                "ability": unread.printed.words,
                "words": fault.words,
                "whole": unread.printed.modelled is Modelled.NOT,
                "problem": fault.code.removeprefix("card_"),
                "found": fault.found,
                "expected": list(fault.expected),
                "message": told(fault, language),
            }
            for unread in report.unread
            for fault, place in zip(unread.printed.faults, unread.places, strict=True)
        ],
        "simulated": report.lines is not None,
        "problems": [
            {
                "problem": problem.code.removeprefix("card_file_"),
                "line": problem.facts["line"],
                "column": problem.facts["column"],
                "message": message(problem.code, problem.facts, language),
            }
            for problem in report.problems
        ],
    }


# The files read so far ---------------------------------------------------------------------------------------------------------


def _files(request: Request) -> Answer:
    with opened(request) as db:
        found = card_files(db, request.game.casefold())
    listed = [record._asdict() for record in found]
    if not found:
        return Answer(lambda: {"files": []}, code=Exit.EMPTY, notes=(Note("no_card_files"),))
    return Answer(lambda: {"files": listed}, lambda: _list(found, request.language))


def _list(found: list[FileRecord], language: Language) -> Iterator[Block]:
    for record in found:
        facts = (record.file, label("cards_count", language, count=record.cards), record.read_on)
        yield text("  ·  ".join(facts), label=record.game)


def _forget(request: Request, path: str) -> Answer:
    kept = user_files(request.database, What.CARDS)
    wanted = [file for file in kept if path in (file.path, Path(file.path).name) or str(Path(path).resolve()) == file.path]
    wanted = [file for file in wanted if request.game.casefold() in ("", file.game)]
    if not wanted:
        raise UnknownCardFile("unknown_card_file", path=path, known=", ".join(file.path for file in kept))
    with opened(request) as db:
        before = {record.file: record.cards for record in card_files(db)}
    for file in wanted:
        take_back(request.database, file)
    facts = {"path": ", ".join(file.path for file in wanted), "cards": sum(before.get(file.path, 0) for file in wanted)}
    return Answer(
        lambda: {"forgotten": [file.path for file in wanted]},
        lambda: [text(message("card_file_forgotten", facts, request.language))],
    )
