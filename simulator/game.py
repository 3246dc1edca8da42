"""A game as the kernel sees it: its bound clauses laid out in the book's order, and what the kernel may ask of it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from headjudge.kb.clause import HeadjudgeError
from headjudge.simulator.bindings import Bindings
from headjudge.simulator.moves import Call, Event
from headjudge.simulator.state import Board

STEP_LIMIT = 40_000


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """The step tables and policies of one game. `entry` says where a procedure begins that is called at a clause (its own name
    or any of its steps): (procedure, step). `after` and `past` say, for a procedure and a clause of it, which bound
    clause comes next: after the clause itself, and after the clause with its sub-clauses."""

    name: str
    bindings: Bindings
    entry: Mapping[str, tuple[str, str]]
    after: Mapping[str, Mapping[str, str]]
    past: Mapping[str, Mapping[str, str]]
    apply: Callable[[Board, Event, Board], Board]
    """The board once an event has happened (the same board if it cannot happen or changes nothing); given last is the
    board from before the whole batch."""
    react: Callable[[Board, Board, Sequence[Event]], Board]
    """The board once abilities have noticed what happened: (before, after, the events really done)."""
    replaced: Callable[[Board, Sequence[Event]], Call | None]
    """The procedure that settles what becomes of a batch of which something may be replaced."""
    canonical: Callable[..., bytes]
    """(state, marked things): the same for two states only if they have the same future, marked things told apart."""
    patience: int = STEP_LIMIT
    """So many steps without a decision, and the machine gives up."""


def clause_order(clause: str) -> tuple[int, ...]:
    """Sorts clause numbers in the book's order.

    >>> sorted(["10.5.3", "9.6.3.1", "9.6.3", "9.10"], key=clause_order)
    ['9.6.3', '9.6.3.1', '9.10', '10.5.3']
    """
    return tuple(int(part) for part in clause.split("."))


def below(clause: str, root: str) -> bool:
    """Whether a clause is `root` or one of its sub-clauses."""
    return clause == root or clause.startswith(f"{root}.")


def lay_out(
    bindings: Bindings,
) -> tuple[dict[str, tuple[str, str]], dict[str, dict[str, str]], dict[str, dict[str, str]]]:
    """Which procedure each step belongs to (the innermost that is declared), and what follows it there."""
    owner: dict[str, str] = {}
    entry: dict[str, tuple[str, str]] = {}
    for clause in bindings.steps:
        roots = [root for root in bindings.procedures if below(clause, root)]
        if not roots:
            raise HeadjudgeError("step_outside_procedure", clause=clause, game=bindings.game)
        owner[clause] = max(roots, key=len)
    after: dict[str, dict[str, str]] = {root: {} for root in bindings.procedures}
    past: dict[str, dict[str, str]] = {root: {} for root in bindings.procedures}
    for root in bindings.procedures:
        steps = sorted((clause for clause, home in owner.items() if home == root), key=clause_order)
        for index, clause in enumerate(steps):
            later = steps[index + 1 :]
            after[root][clause] = later[0] if later else ""
            past[root][clause] = next((other for other in later if not below(other, clause)), "")
        if root not in owner and steps:
            entry[root] = (root, steps[0])
    return {**entry, **{clause: (root, clause) for clause, root in owner.items()}}, after, past


def check(bindings: Bindings, clauses: Iterable[str]) -> None:
    """Raises an error that names every bound clause which the rulebook lacks."""
    known = set(clauses)
    missing = sorted({bound.clause for bound in bindings.bound if bound.clause not in known}, key=clause_order)
    if missing:
        raise HeadjudgeError("clauses_missing", game=bindings.game, clauses=", ".join(missing))
