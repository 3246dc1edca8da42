"""Many rulings run: what became of each, and the clauses that each executed."""

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path

from headjudge.cli.request import Language
from headjudge.kb.clause import ClauseKey
from headjudge.kb.database import Progress
from headjudge.kb.errors import HeadjudgeError
from headjudge.kb.scenarios import citations
from headjudge.parser.card_grammar import sentences
from headjudge.parser.named import NamedTuple
from headjudge.simulator.answers.overrides import Overrides
from headjudge.simulator.answers.processes import workers
from headjudge.simulator.answers.ruling import read
from headjudge.simulator.answers.running import How, answered, started
from headjudge.simulator.answers.sentence import sentence
from headjudge.simulator.registry import names, simulated
from headjudge.simulator.verdict import Outcome

Watch = Callable[[], AbstractContextManager[Progress | None]]
"""Begins to watch the progress."""

SHARE = 8
"""So many rulings are given out at a time."""


class Checked(NamedTuple):
    """What became of one ruling. `outcome` is None if it cannot be read or run: `error` says why, as a code with facts."""

    name: str
    file: str
    outcome: Outcome | None
    said: str
    executed: frozenset[str]
    cited: tuple[ClauseKey, ...]
    error: tuple[str, dict[str, str]] = ("", {})

    @property
    def passed(self) -> bool:
        """Whether the ruling comes out as it says."""
        return self.outcome is Outcome.TRUE

    @property
    def unknown(self) -> bool:
        """Whether that cannot be told."""
        return self.outcome is Outcome.UNKNOWN


class Report(NamedTuple):
    """All of them, in their order, and how long it took."""

    checked: tuple[Checked, ...]
    seconds: float


def check(paths: Sequence[Path], language: Language, game: str = "", watch: Watch = nullcontext) -> Report:
    """Runs the rulings in these files, on several processors if there are many. Progress is watched only once the processes
    are made: who draws it may run threads, and those must not be copied."""
    began = time.perf_counter()
    for name in names():  # before other processes are made: they inherit it
        simulated(name).shipped_law()
    shares = [paths[start : start + SHARE] for start in range(0, len(paths), SHARE)]
    work = partial(_checked_all, language=language, game=game)
    found: list[Checked] = []
    with workers(len(paths)) as pool, watch() as progress:
        for results in pool.imap(work, shares) if pool else map(work, shares):
            found += results
            if progress:
                progress(found[-1].name, len(found), len(paths))
    return Report(tuple(found), time.perf_counter() - began)


def _checked_all(paths: Sequence[Path], language: Language, game: str) -> list[Checked]:
    """What becomes of a share of the rulings; the sentences of their cards are kept for the next time."""
    found = [checked(path, language, game) for path in paths]
    sentences().save()
    return found


def checked(path: Path, language: Language, game: str = "") -> Checked:
    """What becomes of the ruling in a file."""
    try:
        ruling = read(path)
        begun = started(ruling, game, How(simulated(game if game in names() else "").shipped_law()))
        told = answered(ruling, begun, Overrides(), others=False)
    except HeadjudgeError as error:
        facts = {name: str(value) for name, value in error.facts.items()}
        return Checked(path.stem, str(path), None, "", frozenset(), (), (error.code, facts))
    verdict = told.verdict
    return Checked(path.stem, str(path), verdict.verdict, sentence(told, language), verdict.executed, citations(told.scenario))
