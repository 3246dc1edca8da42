"""The entry point. Whatever takes time to import is imported where Ctrl-C is answered and not shown as a traceback."""

import gc
import os
import sys
from contextlib import suppress
from typing import NoReturn


def main(arguments: list[str] | None = None) -> int:
    """Runs `judge` with these arguments (else those of the process) and says how it ended."""
    gc.set_threshold(SELDOM)
    try:
        from headjudge.cli.dispatch import dispatch

        return dispatch(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:  # before there was anybody to say so, or once more while it was being said
        return INTERRUPTED


def run() -> NoReturn:
    """Runs `judge` with the arguments of the process."""
    end(main())


def end(code: int) -> NoReturn:
    """Ends the process at once: to give back what a large build holds, object by object, takes a tenth of a second and is for
    nothing (mypy ends in the same way)."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # closed by its reader, which `main` has dealt with
            stream.flush()
    os._exit(code)


SELDOM = 100_000
"""So many new objects, and cycles among them are looked for: by default after 700, which a start has many times over and hardly
one of them in a cycle. It takes a tenth of the time of a whole answer."""
INTERRUPTED = 130
"""As `answer.Exit` has it, which may not have been imported yet."""
