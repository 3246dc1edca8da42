"""Words to a command, its answer to standard output, everything else to standard error, and an exit code."""

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import cast

from headjudge.cli.answer import Answer, Exit
from headjudge.cli.commandline import COMMANDS, ONE_BOX, Invocation, function_of, take_apart
from headjudge.cli.knowledge import BrokenWhileReading, rebuild
from headjudge.cli.messages import message
from headjudge.cli.mistakes import UsageMistake
from headjudge.cli.plain import plain
from headjudge.cli.request import Language, Request, request_from
from headjudge.kb.database import tell_of_waiting
from headjudge.kb.errors import HeadjudgeError


def dispatch(words: list[str]) -> int:
    """Runs `judge` with these arguments and says how it ended."""
    request = request_from(os.environ)
    _ready_streams()
    try:
        code = _run(words, request)
        sys.stdout.flush()
    except KeyboardInterrupt:
        _say("interrupted", {}, request)
        return Exit.INTERRUPTED
    except BrokenPipeError:
        _give_up_output()  # the reader (`head`, a pager) has what it wanted
        return Exit.DONE
    except OSError as error:
        _give_up_output()
        _say("cannot_write", {"path": error.filename or "-", "reason": error.strerror or str(error)}, request)
        return Exit.WRONG
    except Exception as error:
        _say("unexpected", {"reason": f"{type(error).__name__}: {error}"}, request)
        return Exit.WRONG
    return code


def _ready_streams() -> None:
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by the caller (`>&-`)
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - for the rest of the process
        elif hasattr(stream, "reconfigure"):  # a locale that cannot print a character must not end the answer
            stream.reconfigure(errors="backslashreplace")


def _give_up_output() -> None:
    """What is still to be written goes nowhere: Python would try again at its end, and complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(words: list[str], request: Request) -> int:
    invocation = take_apart(words)
    if invocation.language in ("zh", "en"):
        request = request._replace(language=cast(Language, invocation.language))
    try:
        if "_JUDGE_COMPLETE" in os.environ or any(word.startswith(("--install-compl", "--show-compl")) for word in words):
            from headjudge.cli.completion import complete  # registers every command

            return complete(words, request)
        if wants_help(invocation):
            from headjudge.cli.help import help_on  # reads a file of texts

            return _deliver(help_on(invocation, request), request)
        tell_of_waiting(lambda database: _say("waiting_for_writer", {"path": database}, request))
        answer, asked = _answer(invocation, request)
        return _deliver(answer, asked)
    except HeadjudgeError as error:
        _say(error.code, error.facts, request)
    except UnicodeEncodeError:
        _say("unprintable_words", {}, request)
    return Exit.WRONG


def wants_help(invocation: Invocation) -> bool:
    """Whether help or the version is asked for, in words or by asking nothing."""
    nothing = not invocation.arguments and invocation.command == ONE_BOX
    return nothing or invocation.command not in (*COMMANDS, ONE_BOX) or bool(invocation.asks & {"--help", "-h", "--version"})


def _answer(invocation: Invocation, request: Request) -> tuple[Answer, Request]:
    """What the command answers, and the request with its options. A knowledge base that breaks meanwhile is rebuilt once. Raises
    UsageMistake if there is nothing to look up."""
    if invocation.asks_for_nothing:
        raise UsageMistake("no_words", command="judge" if invocation.command == ONE_BOX else f"judge {invocation.command}")
    function = function_of(invocation.command)
    try:
        return _once(function, invocation, request)
    except BrokenWhileReading as error:
        rebuild(request._replace(named=Path(str(error.facts["path"]))))
    return _once(function, invocation, request)


def _once(function: Callable[..., Answer], invocation: Invocation, request: Request) -> tuple[Answer, Request]:
    words = invocation.words
    if words is not None:  # without options there is nothing to parse, and Typer takes longer to import than the answer
        return function(request, *words), request
    from headjudge.cli.typed import run

    return run(invocation, function, request)


def _deliver(answer: Answer, request: Request) -> int:
    if request.json:
        from headjudge.cli.data import as_json  # json takes 10 ms to import

        sys.stdout.write(as_json(answer.data()))
    elif answer.written:
        sys.stdout.write(answer.written)
    elif sys.stdout.isatty():
        from headjudge.cli.terminal import show, terminal  # rich takes 100 ms to import

        show(answer.blocks(), terminal())
    else:
        sys.stdout.write(plain(answer.blocks()))
    sys.stdout.flush()
    for note in answer.notes:
        _say(note.code, note.facts, request)
    return answer.code


def _say(code: str, facts: Mapping[str, object], request: Request) -> None:
    print(message(code, facts, request.language), file=sys.stderr)
