"""On which clauses an answer rests: those that the ruling cites; where it cites none, those of the step that brought it about."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from headjudge.parser.board import CardRef, Player
from headjudge.parser.effect_tree import walk
from headjudge.parser.scenario import Compare, Condition, GameResult, InZone, IsState
from headjudge.simulator.answers.running import Answered
from headjudge.simulator.answers.steps import parting
from headjudge.simulator.game import below
from headjudge.simulator.games.palworld import events as ev
from headjudge.simulator.games.palworld.board import Board
from headjudge.simulator.games.palworld.table import SEATS
from headjudge.simulator.games.palworld.telling import names
from headjudge.simulator.state import ObjectId
from headjudge.simulator.verdict import Judged, Refused, TraceLine

_MOVES = (ev.Move, ev.Resolve, ev.PutOnTop)
_LASTING = (ev.Begin, ev.Expire)
_CHANGED_BY: Mapping[str, tuple[type, ...]] = {
    "life": (ev.ChangeLife, ev.SetLife),
    "damage": (ev.Damage, ev.SetDamage, ev.HealAll),
    "souls": (ev.GainSouls, ev.RestSouls, ev.StandSouls),
    "rested_souls": (ev.RestSouls, ev.StandSouls, ev.GainSouls),
    "soul_area": (ev.GainSouls,),
    "soul_deck": (ev.GainSouls, ev.FillSoulDeck),
    "material": (ev.ChangeResource,),
    "food": (ev.ChangeResource,),
    "uses": (ev.Used,),
    "power": _LASTING,
    "strike": _LASTING,
    "cost": _LASTING,
    "state": (ev.Rest, ev.Stand, ev.Attacks, ev.Assigned, *_MOVES),
}
"""What changes a number; the number of cards in a zone changes by moves."""


def because(answered: Answered) -> tuple[str, ...]:
    """The deciding clauses of the whole answer, each once, in the order of what they decide."""
    verdict = answered.verdict
    found = [clause for entry in verdict.refused for clause in forbidding(answered, entry)]
    for judged in verdict.expectations:
        found += reasons(answered, judged)
    if not found and not verdict.expectations:
        found += _last(verdict.trace)
    return tuple(dict.fromkeys((*found, *verdict.loops)))


def forbidding(answered: Answered, entry: Refused) -> tuple[str, ...]:
    """The clauses that forbid an action; those that the ruling expects to do so first."""
    illegal = answered.scenario.actions[entry.action].illegal
    wanted = [str(citation.clause) for citation in illegal.because] if illegal is not None else []
    return tuple(sorted(entry.clauses, key=lambda clause: not any(below(clause, want) for want in wanted)))


def reasons(answered: Answered, judged: Judged) -> tuple[str, ...]:
    """The clauses that decide one expectation."""
    if any(one.clauses or one.missing for one in answered.verdict.expectations):
        return judged.clauses
    lines = [line for line in (judged.witness, judged.counterexample) if line]
    condition, start = judged.expectation.condition, answered.verdict.start
    about = next((found for line in lines if (found := _brought_about(line, condition, start))), ())
    return tuple(dict.fromkeys((*_parted_at(judged), *about)))


def _parted_at(judged: Judged) -> tuple[str, ...]:
    """The clause at which a line on which the condition holds parts from one on which it does not."""
    common = parting(judged.witness, judged.counterexample)
    return (judged.witness[common].clause,) if common < len(judged.witness) and judged.counterexample else ()


def _brought_about(line: Sequence[TraceLine], condition: Condition, start: object) -> tuple[str, ...]:
    """The clauses of the last step of a line that did something to what the condition is about."""
    assert isinstance(start, Board)
    atoms = list(walk(condition))
    wanted = brings_about(condition, [start, *(step.board for step in line if isinstance(step.board, Board))])
    for step in reversed(line):
        if any(wanted(event) for event in step.events):
            return _of(step)
    return () if any(isinstance(atom, GameResult | Compare | IsState | InZone) for atom in atoms) else _last(line)


def brings_about(condition: Condition, boards: Sequence[Board]) -> Callable[[object], bool]:
    """Whether an event, on any of these boards, does something to what a condition is about."""
    atoms = list(walk(condition))
    cards = {str(atom.name) for atom in atoms if isinstance(atom, CardRef)}
    seats = {SEATS[atom] for atom in atoms if isinstance(atom, Player)}
    ends = any(isinstance(atom, GameResult) for atom in atoms)
    words = [str(atom.left.word) for atom in atoms if isinstance(atom, Compare)]
    words += ["state" for atom in atoms if isinstance(atom, IsState)] + ["zone" for atom in atoms if isinstance(atom, InZone)]
    kinds = tuple(kind for word in words for kind in _CHANGED_BY.get(word, _MOVES)) or (object,)
    if ends:
        kinds = (ev.Lose, ev.Win, ev.Surrender)
    called = names(boards)

    def wanted(event: object) -> bool:
        if not isinstance(event, kinds):
            return False
        things = {called.get(thing, "").partition("#")[0] for thing in _things(event)}
        touched = bool(things & cards) if cards else getattr(event, "player", None) in seats
        return touched or (ends and not cards)

    return wanted


def _things(value: object) -> Iterator[ObjectId]:
    """Every thing that an event names, in whatever part of it."""
    if isinstance(value, ObjectId):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _things(part)


def _last(line: Sequence[TraceLine]) -> tuple[str, ...]:
    """The clauses of the last step that did anything."""
    return next((_of(step) for step in reversed(line) if step.events), ())


def _of(step: TraceLine) -> tuple[str, ...]:
    return tuple(_numbered(dict.fromkeys((step.clause, *step.rests_on))))


def _numbered(clauses: dict[str, None]) -> Iterator[str]:
    return (clause for clause in clauses if clause and not clause.startswith("policy:"))
