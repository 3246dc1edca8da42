"""How things are measured: in turns, so that a busy machine slows all of them alike, and by the median."""

import resource
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from time import perf_counter

Run = Callable[[], object]

_PEAK = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
"""Run in a process of its own: what a child is said to have used is at least what its parent had when it was started."""


def process(*command: object, environment: Mapping[str, str] | None = None) -> Run:
    """A run of that command to its end (by default in this process's environment), its output thrown away. It raises if the
    command fails."""
    words = [str(word) for word in command]

    def run() -> None:
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)

    return run


def interleaved(
    runs: Mapping[str, Run], rounds: int, before_each: Run = lambda: None, *, clock: Callable[[], float] = perf_counter
) -> dict[str, float]:
    """The median seconds of each, run in turns; the first turn, which warms the disk cache, does not count, nor does what is
    done before each. A `clock` of the processor's time suits what runs in this process."""
    seconds: dict[str, list[float]] = {name: [] for name in runs}
    for turn in range(rounds + 1):
        for name, run in runs.items():
            before_each()
            start = clock()
            run()
            if turn:
                seconds[name].append(clock() - start)
    return {name: median(measured) for name, measured in seconds.items()}


def processes_time() -> float:
    """The processor time that the processes have taken which were started here and have ended: a clock for `interleaved`."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def percentile(values: Sequence[float], share: float) -> float:
    """The value that so large a share of them does not exceed.

    >>> percentile([5.0, 1.0, 2.0, 3.0, 4.0], 0.5), percentile([1.0, 2.0], 0.95)
    (3.0, 2.0)
    """
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def peak_megabytes(*command: object) -> float:
    """The most memory that the command had at any time (resident, in MB of 2**20 bytes)."""
    words = [sys.executable, "-c", _PEAK, *(str(word) for word in command)]
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    unit = 1 if sys.platform == "darwin" else 1024
    return int(done.stdout) * unit / 2**20
