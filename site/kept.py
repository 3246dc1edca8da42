"""What running a game's rulings brings, worked out once and kept between builds, in a folder that may be emptied at any time."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from headjudge.parser.named import NamedTuple
from headjudge.parser.packaged import files
from headjudge.parser.whole import write_file
from headjudge.site.records import GameRecord, ReplayRecord
from headjudge.site.sources import digest_of_files, digest_of_package, sources

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


class Outline(NamedTuple):
    """What lists say of a replay: its verdict, whether there are steps in it, and the policies that it rests on."""

    verdict: str
    played: bool
    policies: Sequence[str]


class Replays(Mapping[str, ReplayRecord]):
    """The replay of each ruling by its name, read from JSON when it is asked for: most builds need a few of hundreds."""

    def __init__(self, texts: Mapping[str, bytes]) -> None:
        self._texts = texts

    def __getitem__(self, name: str) -> ReplayRecord:
        record: ReplayRecord = json.loads(self._texts[name])
        return record

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


class Simulation(NamedTuple):
    """What the program is bound to, the outline and the replay of each ruling by its name, and what tells apart the programs and
    rulebooks that they are made by."""

    game: GameRecord
    outlines: Mapping[str, Outline]
    replays: Mapping[str, ReplayRecord]
    made_by: str


class _Kept(NamedTuple):
    """Outlines and replays (as JSON) by the hash of the ruling."""

    game: GameRecord
    outlines: Mapping[str, Outline]
    texts: Mapping[str, bytes]


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
    missing = [case for case in cases if keys[case.name] not in kept.texts]
    if missing or not kept.game["clauses"]:
        from headjudge.parser.kept import keep_in
        from headjudge.site.bound import game_record

        if folder:
            keep_in(folder)  # to read the cards of all rulings takes twice as long as to run them

        run = {keys[name]: record for name, record in _run(missing, wording.law(), progress)} if missing else {}
        outlines = {**kept.outlines, **{key: _outline(record) for key, record in run.items()}}
        texts = {**kept.texts, **{key: _encoded(record) for key, record in run.items()}}
        wanted = dict.fromkeys(keys.values())
        kept = _Kept(game_record(game), {key: outlines[key] for key in wanted}, {key: texts[key] for key in wanted})
        _write(file, kept, made_by)
    outlines = {name: kept.outlines[key] for name, key in keys.items()}
    return Simulation(kept.game, outlines, Replays({name: kept.texts[key] for name, key in keys.items()}), made_by)


def _outline(record: ReplayRecord) -> Outline:
    return Outline(record["verdict"], bool(record["lines"]), [entry["id"] for entry in record["policies"]])


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
        digest.update(digest_of_package(package).encode())
    read = sources(files("headjudge.rules_text") / game, game, _READ)
    digest.update(digest_of_files((name, file) for name, file in read if name.count("/") == 1).encode())  # not its rulings
    ours = ((name, files("headjudge.site") / name) for name in ("bound.py", "kept.py", "records.py", "replay.py", "tables.py"))
    digest.update(digest_of_files(ours).encode())
    for key, text in clauses:
        digest.update(f"{key}\0{text if _EXPLAINS in text else ''}\0".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _read(file: Path | None, made_by: str) -> _Kept:
    """The first line says whatever is short, each further line is a replay."""
    try:
        first, *texts = file.read_bytes().split(b"\n") if file else (b"{}",)
        kept: Any = json.loads(first)
        if kept and kept["made_by"] == made_by:
            outlines = {key: Outline(*outline) for key, outline in kept["outlines"].items()}
            return _Kept(kept["game"], outlines, dict(zip(outlines, texts, strict=True)))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        pass  # missing, damaged, or of another version: worked out anew
    return _Kept({"clauses": {}, "policies": {}}, {}, {})


def _write(file: Path | None, kept: _Kept, made_by: str) -> None:
    """Writes the file whole or not at all; what cannot be written is worked out again next time."""
    if file is None:
        return
    first = _encoded({"made_by": made_by, "game": kept.game, "outlines": kept.outlines})
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_file(file, b"\n".join((first, *kept.texts.values())))
    except OSError:
        return


def _encoded(data: object) -> bytes:
    """As JSON, in a line; a ruling may hold any character."""
    return json.dumps(data, ensure_ascii=False).encode("utf-8", "surrogatepass")
