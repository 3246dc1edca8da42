"""Many rulings run: what became of each, and the clauses that each executed."""

import multiprocessing
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from multiprocessing.pool import Pool
from pathlib import Path
from typing import NamedTuple

from headjudge.cli.request import Language
from headjudge.cli.verdicts.overrides import Overrides
from headjudge.cli.verdicts.running import How, answered, started
from headjudge.cli.verdicts.sentence import sentence
from headjudge.cli.verdicts.source import read
from headjudge.kb.clause import ClauseKey
from headjudge.kb.database import Progress
from headjudge.kb.errors import HeadjudgeError
from headjudge.kb.scenarios import citations
from headjudge.simulator.games.palworld.game import palworld
from headjudge.simulator.games.palworld.law import shipped_law
from headjudge.simulator.verdict import Outcome

WORTH_SHARING = 40
"""So many rulings take longer than it does to start further processes."""


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


def check(paths: Sequence[Path], language: Language, game: str = "", progress: Progress | None = None) -> Report:
    """Runs the rulings in these files, on several processors if there are many."""
    began = time.perf_counter()
    shipped_law(), palworld()  # before other processes are made: they inherit it
    work = partial(checked, language=language, game=game)
    found: list[Checked] = []
    with _workers(len(paths)) as pool:
        results: Iterator[Checked] = pool.imap(work, paths, chunksize=4) if pool else map(work, paths)
        for done, result in enumerate(results):
            if progress:
                progress(result.name, done, len(paths))
            found.append(result)
    return Report(tuple(found), time.perf_counter() - began)


@contextmanager
def _workers(rulings: int) -> Iterator[Pool | None]:
    """Processes that share the work; none where they would not pay, or would have to begin from nothing."""
    processors = len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1
    if processors < 2 or rulings < WORTH_SHARING:
        yield None
        return
    with multiprocessing.get_context("fork").Pool(processors) as pool:
        yield pool


def checked(path: Path, language: Language, game: str = "") -> Checked:
    """What becomes of the ruling in a file."""
    try:
        ruling = read(path)
        begun = started(ruling, game, How(shipped_law()))
        told = answered(ruling, begun, Overrides(), others=False)
    except HeadjudgeError as error:
        facts = {name: str(value) for name, value in error.facts.items()}
        return Checked(path.stem, str(path), None, "", frozenset(), (), (error.code, facts))
    verdict = told.verdict
    return Checked(path.stem, str(path), verdict.verdict, sentence(told, language), verdict.executed, citations(told.scenario))
