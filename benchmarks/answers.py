"""How long a shipped ruling takes to be answered: the whole command with its start, and in a process that has started."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.measure import interleaved, percentile, process, processes_time
from benchmarks.report import Line
from headjudge.simulator.answers.ruling import read, shipped_rulings
from headjudge.simulator.run import Run

EACH = 10
"""Whole processes are started for one in so many rulings."""
JUDGE = Path(sys.executable).with_name("judge")


def answers(database: Path, rounds: int) -> Iterator[Line | str]:
    """Every measurement, as lines of a report."""
    rulings = list(shipped_rulings())
    yield f"answers to shipped rulings ({len(rulings)} in process, every {EACH}th with start-up)"
    taken = []
    for path in rulings:
        start = perf_counter()
        _ = Run(read(path).scenario()).verdict
        taken.append(perf_counter() - start)
    yield Line("  in process, card text read anew, median", median(taken) * 1000, "ms")
    yield Line("  in process, card text read anew, the slowest of twenty", percentile(taken, 0.95) * 1000, "ms")
    yield from whole(database, rulings[::EACH], max(1, rounds // 5))
    verifying = interleaved({"verify": process(JUDGE, "--db", database, "verify")}, 1)
    yield Line(f"  judge verify, all {len(rulings)}", verifying["verify"], "s")


def whole(database: Path, rulings: Sequence[Path], rounds: int) -> Iterator[Line]:
    """The command from its start to its end, in processor time: what it takes hangs on nothing else that runs."""
    runs = {path.stem: process(JUDGE, "--db", database, "whatif", path) for path in rulings}
    runs["start-up alone"] = process(JUDGE, "--db", database, "--version")
    seconds = interleaved(runs, rounds, clock=processes_time)
    started = seconds.pop("start-up alone")
    yield Line("  judge --version, whole process", started * 1000, "ms")
    yield Line("  whole answer: judge whatif RULING, median", median(seconds.values()) * 1000, "ms", at_most=800)
    yield Line("  whole answer: the slowest of twenty", percentile(list(seconds.values()), 0.95) * 1000, "ms", at_most=1000)
