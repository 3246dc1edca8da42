"""Every clause has a class, every binding its wording, and the counts may only rise."""

from pathlib import Path

import headjudge.rules_text
from headjudge.parser.ruling import read_ruling
from headjudge.simulator.coverage import classes, coverage
from headjudge.simulator.run import verify

RULINGS = sorted((Path(headjudge.rules_text.__file__).parent / "palworld" / "rulings").glob("*.ruling"))
BOUND, EXECUTED = 318, 318
"""As counted when last raised: raise them with every change that raises the counts."""


def test_every_clause_is_classified_and_no_binding_is_stale() -> None:
    found = coverage(())
    assert found.unclassified == ()
    assert found.changed == ()
    assert found.clauses == found.executable + found.definitional + found.out_of_scope + found.silent
    assert found.bound >= BOUND
    assert found.executed == 0


def test_what_is_out_of_scope_or_silent_says_why() -> None:
    assert all(all(entry.reason) for entry in classes().values() if entry.kind in ("out_of_scope", "silent"))


def test_the_shipped_rulings_execute_no_less_than_before() -> None:
    verified = verify((path.stem, lambda path=path: read_ruling(path)) for path in RULINGS)  # type: ignore[misc]  # bound now
    assert (verified.failed, verified.unknown) == ((), ())
    assert verified.total == len(RULINGS)
    assert coverage(frozenset().union(*verified.executed.values())).executed >= EXECUTED
