"""`python -m headjudge.cli.record`: runs the shipped rulings and writes down which clauses each executes.

For maintainers, in a checkout: after a ruling, the game or the rulebook has changed. A ruling that fails is not recorded.
"""

import sys
from importlib.resources import files
from pathlib import Path

from headjudge.cli.verdicts.checking import check
from headjudge.cli.verdicts.running import SIMULATED
from headjudge.cli.verdicts.source import shipped_rulings
from headjudge.kb.clause import ClauseKey
from headjudge.kb.scenarios import FILE, Recorded, written
from headjudge.simulator.game import clause_order
from headjudge.simulator.games.palworld.law import pin, shipped_law


def entries(game: str) -> list[Recorded]:
    """What the passing rulings of a game execute and cite now."""
    clauses = shipped_law().clauses
    found = []
    for one in check(list(shipped_rulings(game)), "en", game).checked:
        if one.passed:
            executed = tuple(ClauseKey(key) for key in sorted(one.executed, key=clause_order))
            cited = sorted((key for key in one.cited if key in clauses), key=clause_order)
            found.append(Recorded(one.name, executed, tuple((key, pin(clauses[key])) for key in cited)))
    return found


def main() -> int:
    """Writes the file of every game that can be run."""
    for game in SIMULATED:
        out = Path(str(files("headjudge.rules_text"))) / game / FILE
        found = entries(game)
        out.write_text(written(found), "utf-8", newline="\n")
        print(f"{out}: {len(found)}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
