"""Shell completion: commands, options, clause numbers and terms.

It answers between two key strokes: from the knowledge base as it is, never building one.
"""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import Any

from headjudge.cli.answer import Answer
from headjudge.cli.commandline import COMMANDS, function_of, is_option, take_apart
from headjudge.cli.mistakes import one_of
from headjudge.cli.request import Request
from headjudge.cli.typed import Completer, Group, application, nothing
from headjudge.kb.database import connect
from headjudge.parser.named import NamedTuple

MOST = 200
"""So many proposals are more than a reader looks through."""

SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")
"""The shells that Typer can install completion for."""

_CLAUSES = """SELECT DISTINCT c.key FROM clauses c JOIN editions e ON e.id = c.edition
    WHERE e.rank = 1 AND NOT c.synthetic AND ?1 IN ('', e.game) AND c.key >= ?2 AND c.key < ?2 || char(1114111)
    ORDER BY length(c.key) - length(replace(c.key, '.', '')), c.id LIMIT ?3"""
_TERMS = """SELECT DISTINCT t.word FROM terms t JOIN editions e ON e.id = t.edition
    WHERE e.rank = 1 AND ?1 IN ('', e.game) AND t.word >= ?2 AND t.word < ?2 || char(1114111) ORDER BY t.word LIMIT ?3"""
_RULINGS = """SELECT DISTINCT name FROM rulings WHERE ?1 IN ('', game) AND name >= ?2 AND name < ?2 || char(1114111)
    ORDER BY name LIMIT ?3"""
_CARDS = """SELECT number FROM cards WHERE current AND ?1 IN ('', game) AND number >= ?2 AND number < ?2 || char(1114111)
    UNION SELECT name FROM cards WHERE current AND ?1 IN ('', game) AND name >= ?2 AND name < ?2 || char(1114111)
    ORDER BY 1 LIMIT ?3"""
_GAMES = "SELECT id FROM games WHERE ?1 = ?1 AND id >= ?2 AND id < ?2 || char(1114111) ORDER BY id LIMIT ?3"


class Item(NamedTuple):
    """A proposal, with the fields that the shells' formatters read."""

    value: str
    type: str = "plain"
    help: str | None = None


def complete(arguments: list[str], request: Request) -> int:
    """Answers the shell, or installs (or shows) what the shell needs to ask. Raises UsageMistake for an unknown shell."""
    option, shell = _asked(arguments)
    if shell:
        _give(option, one_of(option, shell, SHELLS, "judge"))
        return 0
    clauses = partial(_proposals, request, _CLAUSES)
    terms = partial(_proposals, request, _TERMS)
    completers: dict[str, Completer] = {
        "ref": clauses,
        "start": clauses,
        "end": clauses,
        "word": terms,
        "words": partial(_proposals, request, _CARDS) if _typed() == "card" else terms,
        "idea": partial(_ideas, clauses),
        "name": partial(_proposals, request, _RULINGS),
        "game": partial(_proposals, request, _GAMES),
        "lang": partial(_among, ("zh", "en")),
        "direction": partial(_chains, "direction"),
        "edges": partial(_chains, "edges"),
        "format": partial(_chains, "format"),
    }

    class Judge(Group):
        """Beside its commands it proposes what the one box takes."""

        def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
            own = list(super().shell_complete(ctx, incomplete))
            found = [*clauses(incomplete), *terms(incomplete)] if incomplete else []
            return [*own, *(Item(value) for value in found)]

    app = application(_commands(), request, completers, Judge)
    try:
        app(arguments, prog_name="judge")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 1
    return 0


def _asked(arguments: list[str]) -> tuple[str, str]:
    """`--install-completion` or `--show-completion` with the shell named behind it; '' where none is, and Typer finds it out."""
    for at, argument in enumerate(arguments):
        option, _, shell = argument.partition("=")
        if option in ("--install-completion", "--show-completion"):
            behind = [word for word in arguments[at + 1 : at + 2] if not is_option(word)]
            return option, shell or "".join(behind)
    return "", ""


def _give(option: str, shell: str) -> None:
    """Installs (or shows) completion for that shell: Typer's own options take none and look which shell is running."""
    from typer.completion import get_completion_script, install  # type: ignore[attr-defined]  # its own, and named nowhere else

    if option == "--install-completion":
        _, path = install(shell=shell, prog_name="judge")
        print(path)
    else:
        print(get_completion_script(prog_name="judge", complete_var="_JUDGE_COMPLETE", shell=shell))


def _commands() -> dict[str, Callable[..., Answer]]:
    """The command being typed, or the names of all while none is: their functions are not imported."""
    command = _typed()
    if command in COMMANDS:
        return {command: function_of(command)}
    return dict.fromkeys(COMMANDS, nothing)


def _typed() -> str:
    """The command being typed."""
    typed = os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS", "")
    return take_apart(typed.split()[1:]).command


def _chains(option: str, incomplete: str) -> list[str]:
    """The values of `chain`'s options."""
    from headjudge.cli.commands.chain import VALUES  # networkx takes 100 ms to import

    head, comma, last = incomplete.rpartition(",")
    return [f"{head}{comma}{value}" for value in _among(tuple(VALUES[option]), last)]


def _ideas(clauses: Completer, incomplete: str) -> list[str]:
    """What the ideas of the concordance are called, and clauses."""
    from headjudge.kb.concordance import concordance  # reads a file

    names = (name for idea in concordance().ideas for name in (idea.title.zh, idea.name))
    return [*_among(tuple(names), incomplete), *clauses(incomplete)]


def _among(values: tuple[str, ...], incomplete: str) -> list[str]:
    return [str(value) for value in values if value.startswith(incomplete)]


def _proposals(request: Request, query: str, incomplete: str) -> list[str]:
    game, colon, beginning = incomplete.rpartition(":")
    if not request.database.exists():
        return []
    try:
        with closing(connect(request.database)) as db:
            rows = db.execute(query, (game or request.game, beginning, MOST)).fetchall()
    except sqlite3.Error:
        return []  # what is wrong with the file is said when a command meets it
    return [f"{game}{colon}{value}" for (value,) in rows]
