"""Importing a rulebook against the naive script: whole processes; judge adds it to a knowledge base that is there already."""

import shutil
import sys
from pathlib import Path

from benchmarks.measure import interleaved, peak_megabytes, process
from benchmarks.report import Line
from headjudge.kb.database import open_knowledge_base
from headjudge.kb.stamp import imported_folder

NAIVE = Path(__file__).with_name("naive.py")


def import_against_naive(
    name: str, text: Path, game: str, folder: Path, rounds: int, *, most_memory: float | None = None
) -> list[Line]:
    """`judge import` of one text, and the naive script on the same one."""
    ready, database = folder / "ready.db", folder / "import.db"
    open_knowledge_base(ready).connection.close()

    def new() -> None:
        """The shipped rulebooks and nothing imported, as the user has it before."""
        shutil.copyfile(ready, database)
        shutil.rmtree(imported_folder(database), ignore_errors=True)
        (folder / "naive.db").unlink(missing_ok=True)

    judge = (sys.executable, "-m", "headjudge.cli", "import", text, "--game", game, "--edition", "bench", "--db", database)
    naive = (sys.executable, NAIVE, text, folder / "naive.db")
    seconds = interleaved({"naive": process(*naive), "judge": process(*judge)}, rounds, new)
    new()
    return [
        Line(f"import {name}: the naive script", seconds["naive"] * 1000, "ms"),
        Line(f"import {name}: judge import", seconds["judge"] * 1000, "ms"),
        Line("  ratio", seconds["judge"] / seconds["naive"], "x", at_most=10),
        Line(f"peak memory: import {name}", peak_megabytes(*judge), "MB", at_most=most_memory),
    ]
