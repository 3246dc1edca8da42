"""Processes that run rulings for the pages of `judge site serve`: a few at a time, each for so long and no longer."""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, Self

from headjudge.simulator.answers.asked import LIMITS

SEATS = 2
"""So many rulings are run at a time."""

PATIENCE = LIMITS.seconds + 20
"""Seconds after which a run is ended from outside; the simulator's own limit is the first to be met."""

_LOOK = 0.25
"""Seconds between two looks at a run."""


class Busy(Exception):
    """All seats are taken."""


class TookTooLong(Exception):
    """The run was ended."""


class GivenUp(Exception):
    """Nobody waits for the answer any more: the run was ended, and its seat is free."""


class Broken(Exception):
    """The process that ran it ended by itself."""


def _never() -> bool:
    return False


class Bench:
    """The processes. One that was killed, or that died, is followed by another when there is something to run."""

    def __init__(self, database: Path, *, seats: int = SEATS, patience: float = PATIENCE) -> None:
        self._database = database
        self._patience = patience
        self._idle: SimpleQueue[subprocess.Popen[str] | None] = SimpleQueue()
        self._running: set[subprocess.Popen[str]] = set()
        for _ in range(seats):
            self._idle.put(None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for process in tuple(self._running):
            self._end(process)

    def answer(self, text: str, game: str, *, given_up: Callable[[], bool] = _never) -> dict[str, Any]:
        """What the ruling is answered. Meanwhile `given_up` is asked now and then. Raises Busy, TookTooLong, GivenUp, Broken."""
        try:
            process = self._idle.get_nowait()
        except Empty:
            raise Busy from None
        try:
            if process is None or process.poll() is not None:
                process = self._start()
            return self._asked(process, {"text": text, "game": game}, given_up)
        except BaseException:
            if process is not None:
                self._end(process)
            process = None
            raise
        finally:
            self._idle.put(process)

    def _asked(self, process: subprocess.Popen[str], request: dict[str, str], given_up: Callable[[], bool]) -> dict[str, Any]:
        assert process.stdin is not None
        assert process.stdout is not None
        settled = threading.Event()
        ended: list[type[Exception]] = []
        last = time.monotonic() + self._patience

        def watch() -> None:
            while not ended and not settled.wait(min(_LOOK, self._patience)):
                if time.monotonic() >= last:
                    ended.append(TookTooLong)
                elif given_up():
                    ended.append(GivenUp)
            if ended:
                process.kill()

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except BrokenPipeError:
            line = ""
        finally:
            settled.set()
            watcher.join()
        if ended:
            raise ended[0]
        if not line:
            raise Broken
        found: dict[str, Any] = json.loads(line)
        return found

    def _start(self) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "headjudge.cli.answering", str(self._database)]
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(  # noqa: S603 - our own module
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=quiet, encoding="utf-8", start_new_session=True
        )
        self._running.add(process)
        return process

    def _end(self, process: subprocess.Popen[str]) -> None:
        self._running.discard(process)
        process.kill()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        process.wait()
