"""A line of the game in words, step by step."""

import re
from collections.abc import Collection, Sequence

from headjudge.parser.named import NamedTuple
from headjudge.parser.ruling_vocabulary import Language
from headjudge.simulator.answers.words import say
from headjudge.simulator.registry import telling
from headjudge.simulator.state import Board
from headjudge.simulator.telling import Teller
from headjudge.simulator.verdict import TraceLine

_ROUNDS = 3
"""What is told so many times more is said to go round."""

_NUMBER = re.compile(r"[+-]?\d+")


class Step(NamedTuple):
    """A step of a line in words. `told` is whether a reader who is in a hurry wants it."""

    clause: str
    depth: int
    quote: str
    chosen: str
    events: tuple[str, ...]
    rests_on: tuple[str, ...]
    policies: tuple[str, ...]
    passed: bool
    told: bool
    news: tuple[str, ...]
    """The events that such a reader wants to know of."""
    alternatives: int
    board: Board
    visit: int = 0
    """How often the line had come to the clause by then."""


def steps(lines: Sequence[TraceLine], start: Board, language: Language, game: str = "") -> tuple[Step, ...]:
    """The steps of a line of a game that begins on that board."""
    teller = teller_of(lines, start, language, game=game)
    top = min((line.depth for line in lines), default=0)
    out = []
    before = start
    for line in lines:
        out.append(_step(line, before, teller, top))
        before = out[-1].board
    return tuple(out)


def teller_of(lines: Sequence[TraceLine], start: Board, language: Language, *more: Board, game: str = "") -> Teller:
    """Who tells of a line of a game: it knows the names of everything on its boards."""
    return telling(game).teller(language, (start, *(line.board for line in lines if line.board is not None), *more))


def _step(line: TraceLine, before: Board, teller: Teller, top: int) -> Step:
    board = line.board
    chosen, loud = "", False
    if line.choice is not None:
        player, label = line.choice
        chosen = say("chooses", teller.language, player=teller.player(player), choice=teller.choice(label, before))
        loud = line.alternatives > 0 or not teller.is_quiet(label)
    events = [(teller.event(event, before, board), teller.is_news(event)) for event in line.events]
    events += [(words, True) for words in (teller.waits(before, board) if line.events else ())]
    news = tuple(words for words, matters in events if matters)
    policies = tuple(cited.removeprefix("policy:") for cited in line.rests_on if cited.startswith("policy:"))
    rests_on = tuple(cited for cited in line.rests_on if not cited.startswith("policy:") and cited != line.clause)
    return Step(
        clause=line.clause,
        depth=line.depth - top,
        quote=line.quote,
        chosen=chosen,
        events=tuple(words for words, _ in events),
        rests_on=rests_on,
        policies=policies,
        passed=line.passed,
        told=loud or bool(news),
        news=news,
        alternatives=line.alternatives,
        board=board,
        visit=line.visit,
    )


def parting(first: Sequence[TraceLine], second: Sequence[TraceLine]) -> int:
    """How many lines two traces have in common."""
    for at, (one, other) in enumerate(zip(first, second, strict=False)):
        if (one.clause, one.depth, one.events, one.choice) != (other.clause, other.depth, other.events, other.choice):
            return at
    return min(len(first), len(second))


def condensed(shown: Sequence[Step], wanted: Collection[str]) -> list[Step]:
    """The steps that changed or decided something, and one for each visit to a clause that is `wanted`."""
    kept: list[Step] = []
    for step in shown:
        visit = step.clause in wanted and not step.passed and not (kept and kept[-1].clause == step.clause)
        if step.told or visit:
            kept.append(step)
    return kept


def goes_round(told: Sequence[Step], at: int) -> int:
    """How often what was told just before is told again from there to the end, numbers apart; 0 if that is not all."""
    rest = len(told) - at
    for cycle in range(1, min(at, rest // _ROUNDS) + 1):
        if rest % cycle == 0 and all(_alike(told[place], told[place - cycle]) for place in range(at, len(told))):
            return rest // cycle
    return 0


def _alike(one: Step, other: Step) -> bool:
    return (one.clause, one.depth, _NUMBER.sub("", one.chosen + "".join(one.events))) == (
        other.clause,
        other.depth,
        _NUMBER.sub("", other.chosen + "".join(other.events)),
    )
