"""Walks a line on a terminal, step by step, forwards and back."""

import os
import select
import sys
import termios
import tty
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from headjudge.cli.answer import BLANK, Block, Line, Run, heading, text
from headjudge.cli.request import Language
from headjudge.cli.terminal import show, terminal
from headjudge.cli.verdicts.words import say
from headjudge.simulator.answers.steps import Step
from headjudge.simulator.telling import Teller

FORWARDS = frozenset(("n", " ", "\r", "\n", "j", "\x1b[C", "\x1b[B", "\x1bOC", "\x1bOB"))
BACK = frozenset(("p", "k", "\x7f", "\x1b[D", "\x1b[A", "\x1bOD", "\x1bOA"))
FIRST = frozenset(("g", "\x1b[H"))
LAST = frozenset(("G", "\x1b[F"))
QUIT = frozenset(("q", "Q", "\x1b", "\x03", "\x04", ""))

_REST_OF_KEY = 0.05
"""Seconds in which the rest of an arrow key's characters arrives."""


def walk(shown: Sequence[Step], teller: Teller, head: str, language: Language) -> None:
    """Shows a step at a time, and the table after it, until the reader leaves."""
    at = 0
    with _keys() as keys:
        for key in _with_first(keys):
            if key in QUIT and key is not _NO_KEY:
                return
            at = _moved(at, key, len(shown))
            _draw(shown, at, teller, head, language)


_NO_KEY = "nothing yet"


def _with_first(keys: Iterator[str]) -> Iterator[str]:
    """The keys, and before them none: the first step is shown at once."""
    yield _NO_KEY
    yield from keys


def _moved(at: int, key: str, count: int) -> int:
    if key in FORWARDS:
        return min(at + 1, count - 1)
    if key in BACK:
        return max(at - 1, 0)
    if key in FIRST:
        return 0
    return count - 1 if key in LAST else at


def _draw(shown: Sequence[Step], at: int, teller: Teller, head: str, language: Language) -> None:
    console = terminal()
    console.clear()
    step = shown[at]
    lines: list[Block] = [heading(head), text(say("step_of", language, step=at + 1, count=len(shown)), "dim"), BLANK]
    lines.append(Line((Run(" ".join(step.quote.split())),), step.clause or "—"))
    if step.passed:
        lines.append(text(say("passed", language), "dim", indent=1))
    lines += [
        text(f"→ {words}", "found" if words == step.chosen else "", indent=1) for words in (step.chosen, *step.events) if words
    ]
    cited = [*step.rests_on, *(say("policy_named", language, policy=name) for name in step.policies)]
    if cited:
        lines.append(text(say("rests_on", language, clauses=" ".join(cited)), "dim", indent=1))
    show([*lines, BLANK, *_table(step, teller), BLANK, text(say("step_keys", language), "dim")], console)


def _table(step: Step, teller: Teller) -> Iterator[Block]:
    """The table after a step."""
    for row in teller.table(step.board):
        yield text(row.words, "heading" if row.turn else "", label=row.label, indent=1 if row.inner else 0)


@contextmanager
def _keys() -> Iterator[Iterator[str]]:
    """The keys that are pressed, each as the characters that it sends; the terminal is left as it was."""
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    tty.setcbreak(descriptor)
    try:
        yield iter(lambda: _key(descriptor), None)
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def _key(descriptor: int) -> str:
    first = os.read(descriptor, 1)
    if first == b"\x1b":
        while select.select([descriptor], [], [], _REST_OF_KEY)[0] and len(first) < 3:
            first += os.read(descriptor, 1)
    return first.decode("utf-8", "replace")
