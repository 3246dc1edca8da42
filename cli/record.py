"""`python -m headjudge.cli.record`: runs the shipped rulings and writes down which clauses each executes, and the bindings.

For maintainers, in a checkout: after a ruling, the game or the rulebook has changed. A ruling that fails is not recorded.
"""

import sys
from collections.abc import Iterable

from headjudge.cli import record_bound
from headjudge.cli.verdicts.checking import check
from headjudge.kb.clause import ClauseKey
from headjudge.kb.scenarios import FILE, Recorded, written
from headjudge.parser.packaged import files
from headjudge.simulator.answers.ruling import shipped_rulings
from headjudge.simulator.game import clause_order
from headjudge.simulator.law import pin
from headjudge.simulator.registry import names, simulated


def entries(game: str) -> list[Recorded]:
    """What the passing rulings of a game execute and cite now."""
    checked = check(list(shipped_rulings(game)), "en", game).checked
    return [entry_of(one.name, one.executed, one.cited, game) for one in checked if one.passed]


def entry_of(name: str, executed: Iterable[str], cited: Iterable[ClauseKey], game: str = "") -> Recorded:
    """What is recorded of one ruling, in the book's order."""
    clauses = simulated(game).shipped_law().clauses
    ran = tuple(ClauseKey(key) for key in sorted(executed, key=clause_order))
    known = sorted((key for key in cited if key in clauses), key=clause_order)
    return Recorded(name, ran, tuple((key, pin(clauses[key])) for key in known))


def main() -> int:
    """Writes the file of every game that can be run."""
    for game in names():
        out = files("headjudge.rules_text") / game / FILE
        found = entries(game)
        out.write_text(written(found), "utf-8", newline="\n")
        print(f"{out}: {len(found)}", file=sys.stderr)
    return record_bound.main()


if __name__ == "__main__":
    raise SystemExit(main())
