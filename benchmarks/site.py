"""Building the website against MkDocs Material building the same text, a page a section and a ruling; and building it again."""

import gzip
import os
import re
import resource
import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from benchmarks.measure import Run, peak_megabytes, process
from benchmarks.report import Line
from headjudge.kb.clause import Edition
from headjudge.kb.database import connect, open_knowledge_base
from headjudge.kb.edition_rows import add_edition
from headjudge.kb.lookup import games
from headjudge.kb.rulings import rulings
from headjudge.kb.shipped import Source
from headjudge.kb.store import writing
from headjudge.parser.rulebook import parse_rulebook
from headjudge.site.book import Book, load_book

RATIO, AGAIN, HEAVIEST, MEMORY = 0.5, 0.2, 60_000, 300

_BUILD = """
import gc, sys
from headjudge.cli.main import SELDOM, end
gc.set_threshold(SELDOM)
from pathlib import Path
from headjudge.kb.database import connect
from headjudge.site.build import build_site
build_site(connect(Path(sys.argv[1])), Path(sys.argv[2]), cache=Path(sys.argv[3]), last=True)
end(0)
"""
"""Begins and ends as the command does."""
_CONFIG = """
site_name: rulebooks
theme: {name: material, font: false}
plugins: [search]
"""
_PAGES = ("chapter", "section")
_MARKUP = re.compile(r"([\\`*_{}\[\]<>()#+\-.!|])")
_NEEDED = re.compile(r'<(?:script src|link rel="stylesheet" href)="([^"]+)"')


def against_mkdocs(name: str, database: Path, folder: Path, rounds: int, *, shipped: bool = False) -> Iterator[Line]:
    """Both sites of that knowledge base, and ours again after a change of one clause, whole processes run in turns. Ours is built
    by the command as it is typed, if that would not add what is `shipped` to the knowledge base."""
    source, cache = folder / "source", folder / "cache"
    pages = mkdocs_project(database, source)
    config = source / "mkdocs.yml"

    def mkdocs(out: Path) -> Run:
        return process(sys.executable, "-m", "mkdocs", "build", "--quiet", "--config-file", config, "--site-dir", out)

    def judge(out: Path) -> Run:
        typed = (sys.executable, "-m", "headjudge.cli", "site", "build", out)
        return process(*typed, environment=own) if shipped else process(*building, out, cache)

    def judge_again(_out: Path) -> Run:
        change_a_clause(database)
        return judge(ours)

    own = {**os.environ, "HEADJUDGE_DB": str(database), "XDG_CACHE_HOME": str(cache)}
    building = (sys.executable, "-c", _BUILD, database)
    ours = folder / "ours"
    yield Line(f"site {name}: judge, nothing kept from earlier builds", _taken(judge(ours)).wall, "s")
    taken = _in_turns({"mkdocs": mkdocs, "judge": judge, "again": judge_again}, rounds, folder)
    full, mkdocs_took, again = taken["judge"], taken["mkdocs"], taken["again"]
    yield Line(f"site {name}: MkDocs Material, {pages} pages", mkdocs_took.wall, "s")
    yield Line(f"site {name}: judge, {sum(1 for _ in ours.rglob('*.html'))} pages", full.wall, "s")
    yield Line("  ratio", full.wall / mkdocs_took.wall, "x", at_most=RATIO)
    yield Line("  ratio of processor time", full.processor / mkdocs_took.processor, "x")
    yield Line(f"site {name}: judge, again after a clause has changed", again.wall, "s")
    yield Line("  ratio to a full build", again.wall / full.wall, "x", at_most=AGAIN)
    yield Line("  ratio of processor time", again.processor / full.processor, "x")
    yield Line(f"peak memory: site {name}", peak_megabytes(*building, folder / "fresh", cache), "MB", at_most=MEMORY)
    yield Line("  heaviest page with its styles and scripts, compressed", heaviest(ours), "bytes", at_most=HEAVIEST)


class _Taken(NamedTuple):
    wall: float
    processor: float


def _taken(run: Run) -> _Taken:
    """How long a run of other processes took, and how much of the processors' time."""
    start, before = perf_counter(), _processor()
    run()
    return _Taken(perf_counter() - start, _processor() - before)


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _in_turns(runs: Mapping[str, Callable[[Path], Run]], rounds: int, folder: Path) -> dict[str, _Taken]:
    """The medians of each, run in turns; the first turn does not count. Each is given a place of its own there, and none is
    removed in between: just after thousands of files were, ext4 takes up to ten times as long to make new ones. What one has
    written is on the disk before the next begins, which would else wait for it."""
    found: dict[str, list[_Taken]] = {name: [] for name in runs}
    for turn in range(rounds + 1):
        for name, run in runs.items():
            prepared = run(folder / f"{name}-{turn}")
            os.sync()
            taken = _taken(prepared)
            if turn:
                found[name].append(taken)
    return {name: _Taken(*map(median, zip(*taken, strict=True))) for name, taken in found.items()}


def shipped_in(database: Path) -> Path:
    """The shipped rulebooks and their rulings."""
    open_knowledge_base(database).connection.close()
    return database


def alone(text: Path, database: Path) -> Path:
    """One rulebook in English and nothing else."""
    words = text.read_text("utf-8-sig")
    edition = Edition(text.stem, "1", "en", "", own=False, effective="")
    with writing(database, database) as db:
        add_edition(db, Source(edition, ("", ""), "", words), parse_rulebook(words))
    return database


def change_a_clause(database: Path) -> None:
    """Another sentence more in the middle clause of the whole knowledge base."""
    with closing(sqlite3.connect(database)) as db, db:
        db.execute(
            """UPDATE clauses SET text = text || ' x' WHERE id = (SELECT id FROM clauses WHERE kind = 'clause' ORDER BY id
               LIMIT 1 OFFSET (SELECT COUNT(*) / 2 FROM clauses WHERE kind = 'clause'))"""
        )


def mkdocs_project(database: Path, folder: Path) -> int:
    """Writes a project with the text of every rulebook, one page a section with its clauses as headings or paragraphs, and one a
    ruling. Returns how many pages it has."""
    docs = folder / "docs"
    docs.mkdir(parents=True)
    (folder / "mkdocs.yml").write_text(_CONFIG, "utf-8")
    (docs / "index.md").write_text("# Rulebooks\n", "utf-8")
    with closing(connect(database)) as db:
        for game in games(db):
            (docs / game.game).mkdir()
            for number, text in enumerate(_sections(load_book(db, game, game.editions[0]))):
                (docs / game.game / f"{number:04}.md").write_text(text, "utf-8")
            for ruling in rulings(db, game.game):
                text = f"# {_plain(ruling.title)}\n\n{_plain(ruling.source)}\n\n```\n{ruling.text}\n```\n"
                (docs / game.game / f"ruling-{ruling.name}.md").write_text(text, "utf-8")
    return sum(1 for _ in docs.rglob("*.md"))


def _sections(book: Book) -> Iterator[str]:
    page: list[str] = []
    for brief in book.clauses:
        heading = _plain(f"{brief.number} {brief.title}".strip() or brief.key)
        if brief.kind in _PAGES and page:
            yield "\n\n".join(page)
            page = []
        page.append(f"# {heading}" if brief.kind in _PAGES else f"### {heading}" if brief.title else "")
        page.append(_plain(brief.text if brief.title or brief.kind in _PAGES else f"{brief.number} {brief.text}"))
    yield "\n\n".join(page)


def _plain(text: str) -> str:
    """Text that Markdown leaves as it is."""
    return _MARKUP.sub(r"\\\1", text)


def heaviest(site: Path) -> int:
    """The bytes of the page that weighs most, with the style sheets and scripts that it names; the search index is not among
    them."""
    weights: dict[Path, int] = {}

    def weight(file: Path) -> int:
        if file not in weights:
            weights[file] = len(gzip.compress(file.read_bytes(), 6, mtime=0))
        return weights[file]

    most = 0
    for page in site.rglob("*.html"):
        html = page.read_text("utf-8")
        needed = {Path(os.path.normpath(page.parent / name)) for name in _NEEDED.findall(html)}
        most = max(most, weight(page) + sum(map(weight, needed)))
    return most
