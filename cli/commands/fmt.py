"""`judge fmt`: rulings written in their one canonical form."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from headjudge.cli.answer import Answer, Block, Exit, Line, Run, text
from headjudge.cli.labels import label
from headjudge.cli.messages import message
from headjudge.cli.mistakes import UsageMistake, one_of
from headjudge.cli.reading import handed_in
from headjudge.cli.request import Language, Request
from headjudge.kb.errors import HeadjudgeError
from headjudge.parser.named import NamedTuple
from headjudge.parser.ruling import format_scenario, parse_ruling
from headjudge.parser.ruling_error import Source
from headjudge.parser.ruling_lexer import Lexer
from headjudge.simulator.answers.ruling import Ruling, drawn, read, rulings_in


class Unstable(HeadjudgeError):
    """The ruling would not say the same after formatting."""


class Formatted(NamedTuple):
    """A file, and whether it was not yet in the canonical form."""

    file: str
    changed: bool


def fmt(
    request: Request,
    files: list[str],
    check: bool = False,  # noqa: FBT001, FBT002 - an option
    to: str = "",
) -> Answer:
    """Writes the rulings in these files and folders anew, or only names those that would change (`check`)."""
    if to:
        one_of("--to", to, ("zh", "en"), "judge fmt")
    if files == ["-"]:
        ruling = Ruling("", handed_in("-"), Path.cwd(), confined=True)
        written = formatted(ruling, to)
        changed = written != ruling.text
        return Answer(
            lambda: {"text": written, "changed": changed},
            written="" if check else written,
            code=Exit.EMPTY if check and changed else Exit.DONE,
        )
    if "-" in files:
        raise UsageMistake("pipe_alone", command="judge fmt")
    done = []
    for path in list(rulings_in([Path(name) for name in files])):
        ruling = read(path)
        written = formatted(ruling, to)
        done.append(Formatted(str(path), written != ruling.text))
        if done[-1].changed and not check:
            _replace(path, written)
    return Answer(
        lambda: _data(done),
        lambda: _blocks(done, request.language, check=check),
        Exit.EMPTY if check and any(one.changed for one in done) else Exit.DONE,
    )


def formatted(ruling: Ruling, to: str = "") -> str:
    """The ruling in canonical form, in its own language unless it is to be in another. Raises RulingError."""
    scenario = drawn(ruling, ruling.scenario)
    written = format_scenario(scenario, "en" if (to or language_of(ruling.text)) == "en" else "zh")
    if parse_ruling(written, ruling.folder, confined=ruling.confined) != scenario:
        raise Unstable("format_unstable", file=ruling.name)
    return written


def language_of(words: str) -> Language:
    """The language in which most of a ruling's keywords are.

    >>> language_of("A base Gale(pal 500/1)"), language_of("game palworld\\n甲 据点 Gale(帕鲁 500/1)")
    ('en', 'zh')
    """
    lexemes = Lexer(words, Source(words))
    known = [one.text for one in lexemes if any(entry.terminal not in ("HEAD", "NAME", "RAW", "INT") for entry in one.entries)]
    letters = [word for word in known if any(map(str.isalpha, word)) and word not in ("X", "x")]
    return "en" if sum(map(str.isascii, letters)) * 2 > len(letters) else "zh"


def _replace(path: Path, written: str) -> None:
    """Writes the file whole or not at all; a link keeps leading to it."""
    path = path.resolve()
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_text(written, "utf-8", newline="\n")
        part.chmod(path.stat().st_mode)
        os.replace(part, path)  # noqa: PTH105 - the same thing
    finally:
        part.unlink(missing_ok=True)


def _data(done: list[Formatted]) -> dict[str, Any]:
    return {"files": [one._asdict() for one in done], "changed": sum(one.changed for one in done)}


def _blocks(done: list[Formatted], language: Language, *, check: bool) -> Iterator[Block]:
    for one in done:
        if one.changed:
            yield Line((Run(one.file),), label("to_format" if check else "formatted", language))
    facts = {"total": len(done), "changed": sum(one.changed for one in done)}
    yield text(message("format_checked" if check else "format_done", facts, language))
