"""The entry point. Whatever takes time to import is imported where Ctrl-C is answered and not shown as a traceback."""

import sys


def main(arguments: list[str] | None = None) -> int:
    """Runs `judge` with these arguments (else those of the process) and says how it ended."""
    try:
        from headjudge.cli.dispatch import dispatch

        return dispatch(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:  # before there was anybody to say so, or once more while it was being said
        return INTERRUPTED


INTERRUPTED = 130
"""As `answer.Exit` has it, which may not have been imported yet."""
