"""Clauses bound to what they mean: the table of a game's steps, guards, conditions, definitions, rules and interrupts.

Everything bound takes the board first. A board carries its game's `world`, whose `suspended` clauses count as absent: a
guard false, a condition met, a definition as printed, a rule or interrupt not called for (`judge whatif --decisive`).
"""

import functools
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import Any, ParamSpec, TypeVar

from headjudge.kb.clause import HeadjudgeError
from headjudge.parser.named import NamedTuple
from headjudge.simulator.citing import cite, cite_all, noted, taken_back
from headjudge.simulator.moves import Answer, Event, Move
from headjudge.simulator.state import Board, Frame

_P = ParamSpec("_P")
_R = TypeVar("_R")
_T = TypeVar("_T")

StepFunction = Callable[[Board, Frame], Answer]
Guard = Callable[[Board, Frame], object]
Condition = Callable[..., bool]


class BindingKind(StrEnum):
    """How a clause takes part in the game."""

    STEP = "step"
    GUARD = "guard"
    CONDITION = "condition"
    DEFINITION = "definition"
    RULE = "rule"
    INTERRUPT = "interrupt"
    REMINDER = "reminder"


class Binding(NamedTuple):
    """One clause bound to one function, named for reports."""

    clause: str
    kind: BindingKind
    name: str


class Step(NamedTuple):
    """What happens at a clause. `thereby`: it reads what the Move before it really brought about."""

    clause: str
    run: StepFunction
    when: Guard | None
    thereby: bool


class Bindings:
    """The bound clauses of one game. Modules fill it with its decorators; `kernel.load` checks it against the rulebook."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.bound: list[Binding] = []
        self.steps: dict[str, Step] = {}
        self.rules: list[tuple[str, Callable[[Board], Iterable[Event]]]] = []
        self.interrupts: list[tuple[str, Callable[[Board, tuple[Frame, ...]], Move | None]]] = []
        self.procedures: set[str] = set()
        self.overriding: set[str] = set()
        """The definitions that can be suspended: without them a value is as printed."""

    def _note(self, clause: str, kind: BindingKind, function: Callable[..., object]) -> None:
        self.bound.append(Binding(clause, kind, f"{function.__module__.rpartition('.')[2]}.{function.__name__}"))

    def procedure(self, *clauses: str) -> None:
        """Names clauses whose steps run as one procedure, in the book's order, and return at the end."""
        self.procedures.update(clauses)

    def step(self, clause: str, *, when: Guard | None = None, thereby: bool = False) -> Callable[[StepFunction], StepFunction]:
        """Binds what is done at a clause; unless `when` holds, the clause and its sub-clauses are passed over."""

        def bind(function: StepFunction) -> StepFunction:
            if clause in self.steps:
                raise HeadjudgeError("clause_bound_twice", clause=clause, game=self.game)
            self.steps[clause] = Step(clause, function, when, thereby)
            self._note(clause, BindingKind.STEP, function)
            return function

        return bind

    def guard(self, clause: str) -> Callable[[Guard], Guard]:
        """Binds a clause that does nothing itself but decides whether its sub-clauses are reached."""

        def bind(function: Guard) -> Guard:
            self.steps[clause] = Step(clause, lambda _board, _frame: None, function, thereby=False)
            self._note(clause, BindingKind.GUARD, function)
            return function

        return bind

    def condition(self, clause: str) -> Callable[[Condition], Condition]:
        """Binds a clause that permits or forbids; ask through `allowed`, which cites it where it alone decides."""

        def bind(function: Condition) -> Condition:
            @functools.wraps(function)
            def met(board: Board, *args: object) -> bool:
                return clause in board.world.suspended or function(board, *args)

            met.clause = clause  # type: ignore[attr-defined]  # a function's own attribute: what `allowed` cites
            self._note(clause, BindingKind.CONDITION, function)
            return met

        return bind

    def definition(
        self, clause: str, *, printed: Callable[..., Any] | None = None
    ) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
        """Binds a clause that says what a word or a value means. It is cited where its value differs from the printed one."""

        def bind(function: Callable[_P, _R]) -> Callable[_P, _R]:
            self._note(clause, BindingKind.DEFINITION, function)
            if printed is not None:
                self.overriding.add(clause)

            @functools.wraps(function)
            def value(*args: _P.args, **kwargs: _P.kwargs) -> _R:
                if printed is None:
                    cite(clause)
                    return function(*args, **kwargs)
                plain: _R = printed(*args, **kwargs)
                board: Board = args[0]
                if clause in board.world.suspended:
                    return plain
                found = function(*args, **kwargs)
                if found != plain:
                    cite(clause)
                return found

            return value

        return bind

    def rule(self, clause: str) -> Callable[[Callable[[Board], _R]], Callable[[Board], _R]]:
        """Binds a clause of rule processing: the events that are due now, none if its premise does not hold."""

        def bind(function: Callable[[Board], _R]) -> Callable[[Board], _R]:
            @functools.wraps(function)
            def plan(board: Board) -> Any:
                return () if clause in board.world.suspended else function(board)

            self.rules.append((clause, plan))
            self._note(clause, BindingKind.RULE, function)
            return plan

        return bind

    def interrupt(
        self, clause: str
    ) -> Callable[[Callable[[Board, tuple[Frame, ...]], Move | None]], Callable[[Board, tuple[Frame, ...]], Move | None]]:
        """Binds a clause that acts in the middle of anything else: looked for after every batch and every return."""

        def bind(
            function: Callable[[Board, tuple[Frame, ...]], Move | None],
        ) -> Callable[[Board, tuple[Frame, ...]], Move | None]:
            self.interrupts.append((clause, function))
            self._note(clause, BindingKind.INTERRUPT, function)
            return function

        return bind

    def reminder(self, *clauses: str) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
        """Binds clauses that only settle a doubt which the decorated function also settles; it cites them as it sees fit."""

        def bind(function: Callable[_P, _R]) -> Callable[_P, _R]:
            for clause in clauses:
                self._note(clause, BindingKind.REMINDER, function)
            return function

        return bind


def allowed(board: Board, candidates: Iterable[_T], conditions: Sequence[Condition]) -> list[_T]:
    """The candidates for which every condition holds. A condition is cited if it alone kept a candidate out."""
    kept = []
    for candidate in candidates:
        failed: list[tuple[str, ...]] = []
        met_by: tuple[str, ...] = ()
        for condition in conditions:
            met, cited = _asked(condition, board, candidate)
            if met:
                met_by += cited
            else:
                failed.append((condition.clause, *cited))  # type: ignore[attr-defined]  # set by `Bindings.condition`
                if len(failed) > 1:
                    break
        if not failed:
            kept.append(candidate)
            cite_all(met_by)
        elif len(failed) == 1:
            cite_all(failed[0])
    return kept


def forbidding(board: Board, candidate: object, conditions: Sequence[Condition]) -> tuple[str, ...]:
    """The clauses that keep a candidate out, in the order of the conditions, with what they rest on."""
    found: list[str] = []
    for condition in conditions:
        met, cited = _asked(condition, board, candidate)
        if not met:
            found += (condition.clause, *cited)  # type: ignore[attr-defined]  # set by `Bindings.condition`
    return tuple(dict.fromkeys(found))


def _asked(condition: Condition, board: Board, candidate: object) -> tuple[bool, tuple[str, ...]]:
    """Whether a condition is met, and what that rests on, which is not noted for the step that is running."""
    start = noted()
    met = condition(board, candidate)
    return met, taken_back(start)
