"""A look-up from a cold start against the bare import of the command-line library, its memory, and search in process."""

import os
import random
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from time import perf_counter, process_time

from benchmarks.measure import interleaved, peak_megabytes, percentile, process
from benchmarks.report import Line
from headjudge.kb.clause import Edition
from headjudge.kb.database import connect, open_knowledge_base
from headjudge.kb.edition_rows import add_edition
from headjudge.kb.lookup import find_one, view
from headjudge.kb.search import search
from headjudge.kb.shipped import Source
from headjudge.kb.store import writing
from headjudge.parser.rulebook import parse_rulebook

SHOW = (sys.executable, "-m", "headjudge.cli", "show", "palworld:10.5.3")
QUERIES = 300


def cold_look_up(database: Path, rounds: int) -> list[Line]:
    """`judge show 10.5.3` against `python -c "import typer"`, both as processes of their own: as it is typed, with the knowledge
    base in the user's data folder, and with an option, which Typer has to parse."""
    environment = {
        **{name: value for name, value in os.environ.items() if name != "HEADJUDGE_DB"},
        "XDG_DATA_HOME": str(database.parent),
    }
    option = (*SHOW, "--db", database)
    subprocess.run(SHOW, check=True, env=environment, capture_output=True)
    open_knowledge_base(database).connection.close()
    seconds = interleaved(
        {
            "typer": process(sys.executable, "-c", "import typer"),
            "judge": process(*SHOW, environment=environment),
            "option": process(*option),
        },
        rounds,
    )
    return [
        Line('cold: python -c "import typer"', seconds["typer"] * 1000, "ms"),
        Line("cold: judge show 10.5.3", seconds["judge"] * 1000, "ms"),
        Line("  ratio", seconds["judge"] / seconds["typer"], "x", at_most=1.4),
        Line("cold: judge show 10.5.3 --db FILE", seconds["option"] * 1000, "ms"),
        Line("  ratio", seconds["option"] / seconds["typer"], "x"),
        Line("peak memory: judge show 10.5.3 --db FILE", peak_megabytes(*option), "MB", at_most=40),
    ]


def in_process(database: Path) -> list[Line]:
    """Search and look-up without a process around them: words of 1 to 4 characters as they stand in the rulebooks."""
    with closing(open_knowledge_base(database).connection) as db:
        queries = drawn_queries(db, QUERIES)
        found = [timed(db, query) for query in queries]
        shown = []
        for _ in range(100):
            start = perf_counter()
            view(db, find_one(db, "palworld:10.5.3"))
            shown.append(perf_counter() - start)
    return [
        Line(f"in process: search, p50 of {QUERIES}", percentile(found, 0.5) * 1000, "ms"),
        Line(f"in process: search, p95 of {QUERIES}", percentile(found, 0.95) * 1000, "ms"),
        Line("in process: one clause in context, p50", percentile(shown, 0.5) * 1000, "ms"),
    ]


def of_one_text(name: str, text: Path, database: Path) -> list[Line]:
    """Search in one rulebook alone: words of one to three as they follow one another in it, and pieces of them."""
    words = text.read_text("utf-8-sig")
    with writing(database, database) as db:
        add_edition(db, Source(Edition(name, "1", "en", "", own=False, effective=""), ("", ""), "", words), parse_rulebook(words))
    draw = random.Random(10_5_3)
    clean = re.findall(r"[A-Za-z]{2,}(?: [A-Za-z]{2,}){2}", words)
    queries = [" ".join(draw.choice(clean).split(" ")[: draw.randint(1, 3)]) for _ in range(QUERIES)]
    with closing(connect(database)) as connection:
        found = [timed(connection, query) for query in queries]
    return [
        Line(f"{name}: search, p50 of {QUERIES}", percentile(found, 0.5) * 1000, "ms"),
        Line(f"{name}: search, p95 of {QUERIES}", percentile(found, 0.95) * 1000, "ms"),
    ]


def timed(db: sqlite3.Connection, query: str) -> float:
    """Seconds of the processor: one thread does it all, and what else the machine has to do is left out."""
    start = process_time()
    search(db, query)
    return process_time() - start


def drawn_queries(db: sqlite3.Connection, count: int) -> list[str]:
    """Pieces of the texts, the same ones every time."""
    texts = [text for (text,) in db.execute("SELECT text FROM clauses WHERE length(text) > 8 ORDER BY id")]
    draw = random.Random(10_5_3)
    out = []
    for _ in range(count):
        text = draw.choice(texts)
        start = draw.randrange(len(text) - 4)
        out.append(text[start : start + draw.randint(1, 4)])
    return out
