"""python -m benchmarks [--rounds N] [--largest N] [NAME ...]: prints medians of interleaved runs, and ratios."""

import argparse
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.answers import answers
from benchmarks.diffs import against_plain, growth, pair_in, synthetic
from benchmarks.effects import effects
from benchmarks.imports import import_against_naive
from benchmarks.look_up import cold_look_up, in_process, of_one_text
from benchmarks.scale import curve
from benchmarks.simulator import simulator
from benchmarks.site import against_mkdocs, alone, shipped_in

HANDED = Path(__file__).resolve().parents[2] / "shared" / "rulebooks"
OWN = Path(__file__).resolve().parents[1] / "rules_text" / "palworld" / "2026-07.txt"


def main() -> None:
    known: dict[str, Callable[[Path, argparse.Namespace], Iterator[object]]] = {
        "look-up": look_up,
        "import": imports,
        "diff": diffs,
        "scale": scale,
        "simulator": simulated,
        "effects": with_card_text,
        "answers": answered,
        "site": sites,
    }
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which: {', '.join(known)} (all)")
    parser.add_argument("--rounds", type=int, default=15, help="interleaved runs of each command")
    parser.add_argument(
        "--largest", type=int, default=100_000, help="clauses of the largest synthetic rulebook (a million takes minutes)"
    )
    options = parser.parse_args()
    if unknown := set(options.names) - set(known):
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    for name, run in known.items():
        if name in (options.names or known):
            with tempfile.TemporaryDirectory() as folder:
                for line in run(Path(folder), options):
                    print(line, flush=True)


def look_up(folder: Path, options: argparse.Namespace) -> Iterator[object]:
    yield from cold_look_up(folder / "kb.db", options.rounds)
    yield from in_process(folder / "kb.db")
    magic = HANDED / "other" / "mtg.en.2022-04-29.txt"
    if magic.is_file():
        yield from of_one_text("Magic", magic, folder / "magic.db")


def imports(folder: Path, options: argparse.Namespace) -> Iterator[object]:
    """The texts beside the checkout; without them the shipped edition, which has the same clauses."""
    official = HANDED / "palworld.zh.txt"
    palworld = official if official.is_file() else OWN
    yield from import_against_naive("Palworld", palworld, "palworld", folder, options.rounds)
    magic = HANDED / "other" / "mtg.en.2022-02-18.txt"
    if magic.is_file():
        yield from import_against_naive("Magic", magic, "magic", folder, max(3, options.rounds // 3), most_memory=300)
    else:
        yield f"import Magic: skipped, {magic} is not there"


def diffs(_folder: Path, options: argparse.Namespace) -> Iterator[object]:
    """The two editions beside the checkout; without them a made-up pair as long."""
    rounds = max(3, options.rounds // 5)
    magic = pair_in(HANDED / "other")
    yield from against_plain("Magic, two editions", magic, rounds) if magic else against_plain("made up", synthetic(2600), rounds)
    yield from growth()


def scale(folder: Path, options: argparse.Namespace) -> Iterator[object]:
    yield "synthetic rulebooks (milliseconds, median; a look-up and searches must stay flat)"
    yield from curve(folder, options.largest)


def simulated(_folder: Path, options: argparse.Namespace) -> Iterator[object]:
    yield "simulator (CPU time, tracing off)"
    yield from simulator(options.rounds)


def with_card_text(_folder: Path, options: argparse.Namespace) -> Iterator[object]:
    yield "simulator with card text (CPU time, tracing off)"
    yield from effects(options.rounds)


def answered(folder: Path, options: argparse.Namespace) -> Iterator[object]:
    yield from answers(folder / "kb.db", options.rounds)


def sites(folder: Path, options: argparse.Namespace) -> Iterator[object]:
    """The shipped rulebooks with their rulings, and the Magic text beside the checkout."""
    rounds = max(1, options.rounds // 5)
    yield from against_mkdocs("four games", shipped_in(folder / "four.db"), folder / "four", rounds, shipped=True)
    magic = HANDED / "other" / "mtg.en.2022-04-29.txt"
    if magic.is_file():
        yield from against_mkdocs("Magic", alone(magic, folder / "magic.db"), folder / "magic", rounds)
    else:
        yield f"site Magic: skipped, {magic} is not there"


if __name__ == "__main__":
    main()
