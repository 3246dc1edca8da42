"""`judge verify`: rulings run, and those named that do not come out as they say."""

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from headjudge.cli.answer import BLANK, Answer, Block, Exit, Line, Note, Run, text
from headjudge.cli.messages import message
from headjudge.cli.progress import bar
from headjudge.cli.request import Language, Request, cache_folder
from headjudge.cli.verdicts.checking import Checked, Report, check
from headjudge.parser.decode import UnreadableFile
from headjudge.parser.kept import keep_in
from headjudge.simulator.answers.ruling import rulings_in, shipped_rulings


def verify(request: Request, paths: list[str] | None = None) -> Answer:
    """Runs the rulings in these files and folders; without any, those that ship with headjudge."""
    for path in map(Path, paths or ()):
        if not path.exists():
            raise UnreadableFile("unreadable_file", path=str(path), reason=os.strerror(errno.ENOENT))
    files = list(rulings_in([Path(path) for path in paths])) if paths else list(shipped_rulings(request.game))
    keep_in(cache_folder())
    report = check(files, request.language, request.game, bar)
    passed = bool(files) and all(checked.passed for checked in report.checked)
    notes = () if files else (Note("no_rulings", {"where": " ".join(paths or [])}),)
    return Answer(
        lambda: _data(report, request.language),
        lambda: _blocks(report, request.language),
        Exit.DONE if passed else Exit.EMPTY,
        notes,
    )


def _why(checked: Checked, language: Language) -> str:
    """The verdict in a sentence, or why there is none."""
    code, facts = checked.error
    return message(code, facts, language) if code else checked.said


def _data(report: Report, language: Language) -> dict[str, Any]:
    def listed(wanted: Iterator[Checked]) -> list[dict[str, str]]:
        return [{"name": one.name, "file": one.file, "why": _why(one, language)} for one in wanted]

    checked = report.checked
    return {
        "total": len(checked),
        "passed": sum(one.passed for one in checked),
        "failed": listed(one for one in checked if not one.passed and not one.unknown),
        "unknown": listed(one for one in checked if one.unknown),
        "seconds": round(report.seconds, 3),
    }


def _blocks(report: Report, language: Language) -> Iterator[Block]:
    astray = [one for one in report.checked if not one.passed]
    for one in astray:
        mark = "?" if one.unknown else "✗"
        yield Line((Run(one.file, "heading"),), mark)
        yield text(_why(one, language), indent=2)
    if astray:
        yield BLANK
    facts = {
        "total": len(report.checked),
        "passed": sum(one.passed for one in report.checked),
        "failed": sum(not one.unknown for one in astray) or "",
        "unknown": sum(one.unknown for one in astray) or "",
        "seconds": f"{report.seconds:.1f}",
    }
    yield text(message("verified", facts, language))
