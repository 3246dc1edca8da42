"""What running a game's rulings brings, worked out once and kept between builds, in a folder that may be emptied at any time."""

import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from headjudge.site.records import GameRecord, ReplayRecord
from headjudge.site.sources import sources

if TYPE_CHECKING:  # the simulator and the reader of rulings take a while to import: not needed if everything is kept
    from headjudge.simulator.law import Law

Progress = Callable[[int, int], None]
"""Called with how many rulings are done, and how many there are."""

_SHARE = 8
"""So many rulings are given out at a time."""
_EXPLAINS = "意味着"
"""In every text that explains a keyword by a formula; the texts of other clauses are shown, not run."""
_READ = (".py", ".toml", ".lark")


class Case(NamedTuple):
    """A ruling to run: its name and its text."""

    name: str
    text: str


class Wording(NamedTuple):
    """The clauses of the rulebook that rulings are run by: keys and texts, and how to make a law of them."""

    clauses: Sequence[tuple[str, str]]
    law: "Callable[[], Law]"


class Simulation(NamedTuple):
    """What the program is bound to, and the replay of each ruling by its name."""

    game: GameRecord
    replays: Mapping[str, ReplayRecord]


class _Kept(NamedTuple):
    game: GameRecord
    replays: Mapping[str, ReplayRecord]
    """By the hash of the ruling."""


def simulation(
    game: str, cases: Sequence[Case], wording: Wording, folder: Path | None, progress: Progress | None = None
) -> Simulation:
    """What the game's program makes of its rulebook and of these rulings: as it was kept in that folder (None: nothing is kept),
    else worked out now.

    It is kept for the ruling's text, the program, and what of the rulebook the program reads: the numbers of its clauses and
    the texts that explain a keyword.
    """
    made_by = _made_by(game, wording.clauses)
    file = folder / f"simulation-{game}.json" if folder else None
    kept = _read(file, made_by)
    keys = {case.name: sha256(f"{case.name}\0{case.text}".encode("utf-8", "surrogatepass")).hexdigest() for case in cases}
    missing = [case for case in cases if keys[case.name] not in kept.replays]
    if missing or not kept.game["clauses"]:
        from headjudge.site.bound import game_record

        run = {keys[name]: record for name, record in _run(missing, wording.law(), progress)} if missing else {}
        known = {**kept.replays, **run}
        kept = _Kept(game_record(game), {key: known[key] for key in keys.values()})
        _write(file, json.dumps({"made_by": made_by, **kept._asdict()}, ensure_ascii=False))
    return Simulation(kept.game, {case.name: kept.replays[keys[case.name]] for case in cases})


def _run(cases: Sequence[Case], law: "Law", progress: Progress | None) -> Iterator[tuple[str, ReplayRecord]]:
    """The replays of these rulings, worked out on several processors if there are many."""
    from headjudge.simulator.answers.processes import workers

    shares = [cases[start : start + _SHARE] for start in range(0, len(cases), _SHARE)]
    done = 0
    with workers(len(cases)) as pool:
        work = partial(_run_all, law=law)
        for found in pool.imap(work, shares) if pool else map(work, shares):
            yield from found
            done += len(found)
            if progress:
                progress(done, len(cases))


def _run_all(cases: Sequence[Case], law: "Law") -> list[tuple[str, ReplayRecord]]:
    from headjudge.parser.card_grammar import sentences
    from headjudge.site.replay import replay_of

    found = [(case.name, replay_of(case.name, case.text, law)) for case in cases]
    sentences().save()
    return found


def _made_by(game: str, clauses: Sequence[tuple[str, str]]) -> str:
    """Tells apart the programs and rulebooks that replays are made by."""
    digest = sha256()
    for package in ("parser", "simulator"):
        for path, content in sources(files("headjudge") / package, package, _READ):
            digest.update(f"{path}\0{len(content)}\0".encode() + content)
    for path, content in sources(files("headjudge.rules_text") / game, game, _READ):
        if path.count("/") == 1:  # what the game reads, not its rulings
            digest.update(f"{path}\0{len(content)}\0".encode() + content)
    for name in ("bound.py", "kept.py", "records.py", "replay.py", "tables.py"):
        digest.update((files("headjudge.site") / name).read_bytes())
    for key, text in clauses:
        digest.update(f"{key}\0{text if _EXPLAINS in text else ''}\0".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _read(file: Path | None, made_by: str) -> _Kept:
    try:
        kept: Any = json.loads(file.read_text("utf-8")) if file else {}
        if kept and kept["made_by"] == made_by:
            return _Kept(kept["game"], dict(kept["replays"]))
    except (OSError, ValueError, KeyError, TypeError):
        pass  # missing, damaged, or of another version: worked out anew
    return _Kept({"clauses": {}, "policies": {}}, {})


def _write(file: Path | None, text: str) -> None:
    """Writes the file whole or not at all; what cannot be written is worked out again next time."""
    if file is None:
        return
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(dir=file.parent)
        with os.fdopen(handle, "wb") as written:
            written.write(text.encode("utf-8", "surrogatepass"))
        Path(part).replace(file)
    except OSError:
        return
