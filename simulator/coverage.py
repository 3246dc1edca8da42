"""Clause coverage: which clauses of a rulebook are bound to the game, and which a passing ruling executes."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from headjudge.kb.clause import Clause, Kind
from headjudge.parser.named import NamedTuple
from headjudge.parser.packaged import files
from headjudge.simulator.game import below, clause_order
from headjudge.simulator.law import Law, pin
from headjudge.simulator.registry import simulated


class ClauseClass(StrEnum):
    """What a clause is to the simulator."""

    EXECUTABLE = "executable"
    DEFINITIONAL = "definitional"
    OUT_OF_SCOPE = "out_of_scope"
    SILENT = "silent"


class Classified(NamedTuple):
    """A clause's class, why where that is not plain (in Chinese and English), and the hash of the wording that it was classified
    by."""

    kind: ClauseClass
    reason: tuple[str, str]
    pin: str


@dataclass(frozen=True, slots=True)
class Coverage:
    """The counts of `judge coverage`, and the lists behind them, in the book's order."""

    game: str
    clauses: int
    executable: int
    bound: int
    executed: int
    definitional: int
    out_of_scope: int
    silent: int
    unclassified: tuple[str, ...]
    unbound: tuple[str, ...]
    """Executable, and bound to nothing."""
    uncovered: tuple[str, ...]
    """Executable and bound, and executed by no passing ruling."""
    changed: tuple[str, ...]
    """Bound to a wording that is no longer the clause's."""


def classes(game: str = "") -> Mapping[str, Classified]:
    """The class of every clause of the shipped edition; of the only game there is, if none is named."""
    folder = files("headjudge.rules_text") / simulated(game).name
    data, chinese = (tomllib.loads((folder / f"{name}.toml").read_text("utf-8")) for name in ("classes", "reasons"))
    found = {}
    for clause, entry in data.items():
        reason = entry.get("reason", "")
        found[clause] = Classified(ClauseClass(entry["class"]), (chinese[reason] if reason else "", reason), entry["pin"])
    return found


def bindings_of(clause: str, law: Law | None = None, *, game: str = "") -> tuple[tuple[str, str], ...]:
    """What a clause is bound to, as (kind of binding, where): functions of the game, or the formula of a keyword."""
    supplied = simulated(game)
    found = [(bound.kind.value, bound.name) for bound in supplied.bindings.bound if bound.clause == clause]
    keywords = (law or supplied.shipped_law()).keywords.formulas
    found += [("definition", f"formula of {word}") for word, formula in keywords.items() if formula.clause == clause]
    return tuple(found)


def coverage(executed: Iterable[str], *, game: str = "", law: Law | None = None) -> Coverage:
    """How far the rulebook is bound and executed; `executed` are the clauses that passing rulings have executed."""
    supplied = simulated(game)
    law = law or supplied.shipped_law()
    known = {key: clause for key, clause in law.clauses.items() if clause.kind is Kind.CLAUSE}
    classified = classes(game)
    bound = {binding.clause for binding in supplied.bindings.bound}
    bound |= {str(formula.clause) for formula in law.keywords.formulas.values()}
    ran = {clause for clause in known if any(below(done, clause) for done in executed)}
    of = {kind: {key for key in known if key in classified and classified[key].kind is kind} for kind in ClauseClass}
    executable = of[ClauseClass.EXECUTABLE]
    return Coverage(
        supplied.name,
        len(known),
        len(executable),
        len(executable & bound),
        len(executable & bound & ran),
        len(of[ClauseClass.DEFINITIONAL]),
        len(of[ClauseClass.OUT_OF_SCOPE]),
        len(of[ClauseClass.SILENT]),
        _sorted(key for key in known if key not in classified),
        _sorted(executable - bound),
        _sorted((executable & bound) - ran),
        _sorted(key for key in bound if key in classified and _is_changed(known.get(key), classified[key])),
    )


def _is_changed(clause: Clause | None, classified: Classified) -> bool:
    return clause is not None and pin(clause) != classified.pin


def _sorted(keys: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(keys, key=clause_order))
