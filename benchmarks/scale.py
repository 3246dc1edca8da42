"""A knowledge base of a thousand to a million clauses that no one wrote: what grows with it, and what does not."""

import random
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import perf_counter

from benchmarks.measure import percentile
from headjudge.kb.clause import Clause, ClauseKey, Definition, Edition, Kind, Problem, Reference, ReferenceKind, Role, Span
from headjudge.kb.database import connect
from headjudge.kb.edition_rows import add_edition
from headjudge.kb.lookup import find_one, parts, read_address, view
from headjudge.kb.search import search
from headjudge.kb.shipped import Source
from headjudge.kb.store import writing
from headjudge.parser.dialect import Dialect, dialect

CHARACTERS = "的回合玩家卡牌区域效果能力攻击战斗伤害费用支付手牌库墓地放置移动选择发生检查时点处理宣告适用站立横置"
SECTION = 100
CHAPTER = 100 * SECTION
REPEATS = 30


class Synthetic:
    """A rulebook of so many clauses, made as it is read: chapters of a hundred sections of a hundred clauses."""

    steps: tuple[tuple[ClauseKey, ClauseKey], ...] = ()
    problems: tuple[Problem, ...] = ()
    unaccounted = 0

    def __init__(self, count: int) -> None:
        self.count = count
        self.characters = 0
        self._draw = random.Random(count)

    @property
    def dialect(self) -> Dialect:
        return dialect("dotted")

    @property
    def clauses(self) -> Iterator[Clause]:
        """Every clause cites one that stands anywhere; every section defines a word, one of five thousand."""
        yield Clause(ClauseKey(""), Kind.DOCUMENT, "", "", "", None, 0, (), synthetic=True)
        for number in range(self.count):
            chapter, section, last = number // CHAPTER + 1, number % CHAPTER // SECTION + 1, number % SECTION + 1
            if number % CHAPTER == 0:
                yield self._clause(f"{chapter}", "", Kind.CHAPTER, title=f"第{chapter}章")
            if number % SECTION == 0:
                word = f"术语{number // SECTION % 5000}号"
                yield self._clause(f"{chapter}.{section}", f"{chapter}", Kind.SECTION, title=word)
            target = self._draw.randrange(self.count)
            cited = f"{target // CHAPTER + 1}.{target % CHAPTER // SECTION + 1}.{target % SECTION + 1}"
            yield self._clause(f"{chapter}.{section}.{last}", f"{chapter}.{section}", Kind.CLAUSE, cited=cited)

    def _clause(self, key: str, parent: str, kind: Kind, title: str = "", cited: str = "") -> Clause:
        words = "".join(self._draw.choices(CHARACTERS, k=60)) if cited else ""
        text = f"{words}（{cited}）" if cited else ""
        references = (
            (Reference(cited, ReferenceKind.NUMBER, len(words) + 1, len(text) - 1, (ClauseKey(cited),)),) if cited else ()
        )
        definitions = (Definition(title, "title"),) if kind is Kind.SECTION else ()
        length = len(text) + len(title)
        span = Span(self.characters, self.characters + length, 1, 1, Role.TEXT)
        self.characters += length
        depth = key.count(".") + 1
        return Clause(
            ClauseKey(key),
            kind,
            key,
            title,
            text,
            ClauseKey(parent),
            depth,
            (span,),
            references=references,
            definitions=definitions,
        )


def build(database: Path, count: int) -> None:
    """Writes the knowledge base, and prints seconds and peak memory: run in a process of its own."""
    start = perf_counter()
    source = Source(Edition("synthetic", "1", "zh", "", own=False, effective=""), ("", ""), "", "")
    with writing(database, database) as db:
        add_edition(db, source, Synthetic(count))
    print(perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


QUERIES = {
    "one rare": "术语17号",
    "one frequent": "的",
    "two frequent": "的 牌",
    "frequent pair": "回合",
    "none": "象棋",
    "phrase": "战斗伤害费",
}


def measured(database: Path, count: int) -> str:
    """One row of the curve."""
    built = subprocess.run(
        [sys.executable, "-m", "benchmarks.scale", str(database), str(count)], check=True, capture_output=True, text=True
    )
    seconds, peak = map(float, built.stdout.split())
    middle = f"synthetic:{count // 2 // CHAPTER + 1}.{count // 2 % CHAPTER // SECTION + 1}.1"
    with closing(connect(database)) as db:
        cells = [_milliseconds(lambda: view(db, find_one(db, middle)))]
        cells.append(_milliseconds(lambda: parts(db, read_address(middle.rpartition(".")[0]))))
        cells += [_milliseconds(lambda query=query: search(db, query)) for query in QUERIES.values()]
    size = database.stat().st_size / 2**20
    return f"{count:>9,}{seconds:>9.1f}{peak:>9.0f}{size:>9.0f}" + "".join(f"{cell:>15.2f}" for cell in cells)


def _milliseconds(run: object) -> float:
    assert callable(run)
    run()
    taken = []
    for _ in range(REPEATS):
        start = perf_counter()
        run()
        taken.append(perf_counter() - start)
    return percentile(taken, 0.5) * 1000


def curve(folder: Path, largest: int) -> Iterator[str]:
    """The rows from a thousand clauses up to `largest`, ten times more in each."""
    heads = ["show", "part of number", *QUERIES]
    yield f"{'clauses':>9}{'build s':>9}{'peak MB':>9}{'file MB':>9}" + "".join(f"{head:>15}" for head in heads)
    count = 1000
    while count <= largest:
        database = folder / f"{count}.db"
        yield measured(database, count)
        database.unlink()
        count *= 10


if __name__ == "__main__":
    build(Path(sys.argv[1]), int(sys.argv[2]))
