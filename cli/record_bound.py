"""`python -m headjudge.cli.record_bound`: writes down which code is bound to which clause.

For maintainers, in a checkout: after a binding was added, moved or renamed. The hashes of what the clauses said when it was
written are kept by hand, in `classes.toml`.
"""

import sys

from headjudge.kb.bound import FILE, Bound, written
from headjudge.kb.clause import ClauseKey
from headjudge.parser.packaged import files
from headjudge.simulator.game import clause_order
from headjudge.simulator.registry import names, simulated


def entries(game: str) -> list[Bound]:
    """What the code of a game is bound to, in the book's order."""
    package = f"headjudge.simulator.games.{game}"
    found = {(one.clause, f"{package}.{one.name.replace('.', ':', 1)}") for one in simulated(game).bindings.bound}
    return [Bound(ClauseKey(clause), code) for clause, code in sorted(found, key=lambda one: (clause_order(one[0]), one[1]))]


def text_of(game: str) -> str:
    """The file of a game as it should be."""
    return written(simulated(game).shipped_law().edition, entries(game))


def main() -> int:
    """Writes the file of every game that can be run."""
    for game in names():
        out = files("headjudge.rules_text") / game / FILE
        out.write_text(text_of(game), "utf-8", newline="\n")
        print(f"{out}: {len(entries(game))}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
