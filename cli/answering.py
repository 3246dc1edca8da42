"""The process that runs rulings for `judge site serve`: `python -m headjudge.cli.answering DATABASE`. It can be killed."""

import sys
from contextlib import suppress
from pathlib import Path

from headjudge.cli.law import law
from headjudge.cli.messages import messages
from headjudge.cli.request import Request, cache_folder
from headjudge.parser.kept import keep_in
from headjudge.simulator.answers.asked import answer_lines

MEMORY = 2 << 30
"""Bytes that it may have, where the system can hold it to that."""


def _bound_memory() -> None:
    if sys.platform != "win32":
        import resource

        with suppress(ValueError, OSError):  # a lower bound is in force already
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


if __name__ == "__main__":
    _bound_memory()
    keep_in(cache_folder())
    with suppress(KeyboardInterrupt, BrokenPipeError):
        answer_lines(law(Request(Path(sys.argv[1]))), messages())
