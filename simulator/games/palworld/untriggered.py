"""Why an automatic ability did not trigger, or was not used: what failed of what it asks for, looked for along a line."""

from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum

from headjudge.parser import effects as fx
from headjudge.parser import scenario as sc
from headjudge.parser.effect_terms import Zone
from headjudge.parser.effect_tree import walk
from headjudge.parser.named import NamedTuple
from headjudge.simulator.citing import apart
from headjudge.simulator.games.palworld import events as ev
from headjudge.simulator.games.palworld.board import ZONES, Board, CardAbility, Origin, Waiting, Where, ZoneName, find, zone
from headjudge.simulator.games.palworld.choice import Choice
from headjudge.simulator.games.palworld.conditions import holds
from headjudge.simulator.games.palworld.happening import Happening, happenings, means
from headjudge.simulator.games.palworld.naming import now
from headjudge.simulator.games.palworld.policies import policy
from headjudge.simulator.games.palworld.validity import is_valid_in
from headjudge.simulator.games.palworld.view import abilities, context
from headjudge.simulator.games.palworld.waiting import is_used_up
from headjudge.simulator.state import ObjectId
from headjudge.simulator.verdict import TraceLine


class Hindrance(IntEnum):
    """What stood in the way; what came nearest to triggering counts for more."""

    NO_EVENT = 0
    """What it triggers on did not happen."""
    WRONG_EVENT = 1
    """Something of the kind happened, but not to, by or from what it says."""
    WRONG_ZONE = 2
    """It happened, while the ability was not valid where its card lay (10.3.5)."""
    LOST = 3
    """It happened, while the card did not have the ability any more."""
    CONDITION = 4
    """It happened, but what the ability asks besides was not so."""
    IN_THE_EFFECT = 5
    """The ability was used, and what its text asks when it is carried out was not so."""
    USED_UP = 6
    """It triggered, and had been used as often as its limit allows."""
    DECLINED = 7
    """It triggered, and its controller left it unused, as a limit allows."""
    UNPAID = 8
    """It triggered, and its controller did not pay its cost."""
    UNPAYABLE = 9
    """It triggered, and its cost could not be paid."""
    STILL_WAITS = 10
    """It triggered, and the line ends before it is used."""
    LEFT = 11
    """It was its own card that left the base, and by the reading taken the ability does not notice that."""


class Untriggered(NamedTuple):
    """An ability that did not trigger in a line. `at` is the step that came nearest to triggering it."""

    source: ObjectId
    ability: fx.Automatic
    hindrance: Hindrance
    at: TraceLine | None
    event: object | None
    before: Board | None
    zone: ZoneName
    """Where the card was then."""


CLAUSES = {
    Hindrance.NO_EVENT: "10.8.2",
    Hindrance.WRONG_EVENT: "10.8.2",
    Hindrance.WRONG_ZONE: "10.3.5",
    Hindrance.LOST: "10.10.1.2",
    Hindrance.CONDITION: "10.8.2",
    Hindrance.IN_THE_EFFECT: "10.9.1",
    Hindrance.USED_UP: "10.8.3.2",
    Hindrance.DECLINED: "10.7.3",
    Hindrance.UNPAID: "10.8.3.1.1",
    Hindrance.UNPAYABLE: "10.4.2.2",
    Hindrance.STILL_WAITS: "10.8.3",
    Hindrance.LEFT: "10.3.5",
}
"""The clause by which each keeps an ability from doing what it says."""


def untriggered(start: Board, lines: Sequence[TraceLine]) -> list[Untriggered]:
    """The automatic abilities printed on the cards of the table that a line did not trigger, or that came to nothing then."""
    found: list[Untriggered | None] = []
    for source, held in _printed(start):
        if isinstance(held.ability, fx.Automatic):
            uses = list(_uses(lines, source, held.ability))
            left = _left_unused(start, lines, source, held.ability)
            if uses:
                given_up = [_given_up(lines, used, source, held.ability) for used in uses]
                found.append(left or (given_up[-1] if all(given_up) else _asked_in_vain(lines, uses[0], source, held.ability)))
            else:
                found.append(left or _not_triggered(start, lines, source, held))
    return [one for one in found if one is not None]


def _not_triggered(start: Board, lines: Sequence[TraceLine], source: ObjectId, held: CardAbility) -> Untriggered:
    """The ability with what came nearest to triggering it."""
    assert isinstance(held.ability, fx.Automatic)
    nothing = Untriggered(source, held.ability, Hindrance.NO_EVENT, None, None, None, _zone_of(start, source))
    return max(_hindrances(start, lines, source, held), key=lambda one: one.hindrance, default=nothing)


def _printed(start: Board) -> Iterator[tuple[ObjectId, CardAbility]]:
    for player in (0, 1):
        for name in ZONES:
            for thing in zone(start, player, name):
                yield from ((thing.id, held) for held in thing.card.abilities)


def _uses(lines: Sequence[TraceLine], source: ObjectId, ability: fx.Automatic) -> Iterator[int]:
    """The places in the line at which the ability of that card was used."""
    for place, line in enumerate(lines):
        board = line.board
        assert isinstance(board, Board)
        if any(isinstance(event, ev.PutOnTop) and _is_of(board, source, ability, event) for event in line.events):
            yield place


def _is_of(board: Board, source: ObjectId, ability: fx.Automatic, of: ev.PutOnTop | Waiting) -> bool:
    return of.ability == ability and _is(board, source, of.origin.source)


def _given_up(lines: Sequence[TraceLine], used: int, source: ObjectId, ability: fx.Automatic) -> Untriggered | None:
    """The ability, if that use of it ended with a cost that was not paid."""
    begun = lines[used].board
    assert isinstance(begun, Board)
    item = begun.resolution[-1].id
    for line in lines[used + 1 :]:
        board = line.board
        assert isinstance(board, Board)
        if any(isinstance(event, ev.TakeOff) and event.item == item for event in line.events):
            if line.clause not in _PAYING:
                return None
            hindrance = Hindrance.UNPAID if line.clause == "10.6.2.3.1" else Hindrance.UNPAYABLE
            return Untriggered(source, ability, hindrance, line, None, None, _zone_of(board, source))
    return None


def _left_unused(start: Board, lines: Sequence[TraceLine], source: ObjectId, ability: fx.Automatic) -> Untriggered | None:
    """The ability, if it waited and was not used every time: its limit was reached, it was declined, or it waits still."""
    before = start
    for line in lines:
        board = line.board
        assert isinstance(board, Board)
        label = line.choice[1] if line.choice is not None else None
        if isinstance(label, Choice) and label.verb == "decline" and label.ability == ability:
            waiting = next((one for one in before.waiting if one.origin.source == label.things[0]), None)
            if waiting is not None and _is(before, source, waiting.origin.source):
                hindrance = Hindrance.USED_UP if is_used_up(before, waiting) else Hindrance.DECLINED
                return Untriggered(source, ability, hindrance, line, None, before, _zone_of(before, source))
        before = board
    if any(_is_of(before, source, ability, entry) for entry in before.waiting):
        return Untriggered(
            source, ability, Hindrance.STILL_WAITS, lines[-1] if lines else None, None, None, _zone_of(before, source)
        )
    return None


_PAYING = frozenset(("10.6.2.3", "10.6.2.3.1"))
"""Where the use of an ability ends if its cost is not paid."""


def _asked_in_vain(lines: Sequence[TraceLine], used: int, source: ObjectId, ability: fx.Automatic) -> Untriggered | None:
    """The ability, if its text begins with an "if" that failed when it was carried out."""
    line = next((line for line in lines[used:] if line.clause == "10.9.1"), None)
    if line is None or not isinstance(line.board, Board):
        return None
    board = line.board
    item = next((event for event in lines[used].events if isinstance(event, ev.PutOnTop)), None)
    assert item is not None
    ctx = context(board, item.origin)
    for act in ability.effect:
        if isinstance(act, fx.If) and not act.otherwise and not apart(lambda act=act: holds(ctx, act.condition))[0]:  # type: ignore[misc]  # bound now
            return Untriggered(source, ability, Hindrance.IN_THE_EFFECT, line, None, None, _zone_of(board, source))
    return None


def _is(board: Board, start: ObjectId, later: ObjectId) -> bool:
    """Whether a card of the start is, or became, the later one."""
    if start == later:
        return True
    became = {gone.thing.id: gone.now for gone in board.departed}
    seen = start
    while seen in became:
        seen = became[seen]
        if seen == later:
            return True
    return False


def _hindrances(start: Board, lines: Sequence[TraceLine], source: ObjectId, held: CardAbility) -> Iterator[Untriggered]:
    ability = held.ability
    assert isinstance(ability, fx.Automatic)
    before = start
    for line in lines:
        after = line.board
        assert isinstance(after, Board)
        for event in line.events:
            for happening in happenings(before, event):
                hindrance = _hindrance((before, after), source, held, happening)
                if hindrance is not None:
                    yield Untriggered(source, ability, hindrance, line, event, before, _zone_of(before, source))
        before = after


def _hindrance(boards: tuple[Board, Board], source: ObjectId, held: CardAbility, happening: Happening) -> Hindrance | None:
    """What kept a happening from triggering the ability; None if it is of another kind, or has triggered it."""
    before, after = boards
    leaves = happening.origin is Zone.BASE and happening.destination is not Zone.BASE
    board = before if leaves else after
    where = find(board, now(board, source)) or find(before, now(before, source))
    if where is None:
        return None
    nearest: Hindrance | None = None
    for trigger in _whens(held.ability):
        if trigger.event.deed is not happening.deed:
            continue
        ctx = context(board, Origin(where.player, where.thing.id))._replace(candidate=happening.subject)
        fits, _ = apart(lambda ctx=ctx, trigger=trigger: means(ctx, trigger.event, happening))  # type: ignore[misc]  # bound now
        if not fits:
            found = Hindrance.WRONG_EVENT
        elif not is_valid_in(held.ability, where.zone):
            found = Hindrance.WRONG_ZONE
        elif not _has(board, where, held):
            found = Hindrance.LOST
        elif trigger.condition is not None and not apart(lambda ctx=ctx, trigger=trigger: holds(ctx, trigger.condition))[0]:  # type: ignore[misc]  # bound now
            found = Hindrance.CONDITION
        elif leaves and happening.subject == where.thing.id and not _sees_itself_leave(after):
            found = Hindrance.LEFT
        else:
            continue
        nearest = found if nearest is None else max(nearest, found)
    return nearest


def _sees_itself_leave(board: Board) -> bool:
    return apart(lambda: policy(board, "leaving-card-sees-itself"))[0] == "sees"


def _has(board: Board, where: Where, held: CardAbility) -> bool:
    return any(one.ability == held.ability for one in apart(lambda: abilities(board, where))[0])


def _whens(ability: object) -> Iterator[fx.When]:
    assert isinstance(ability, fx.Automatic)
    triggers = ability.trigger.triggers if isinstance(ability.trigger, fx.AnyTrigger) else (ability.trigger,)
    yield from (one for one in triggers if isinstance(one, fx.When))


def _zone_of(board: Board, source: ObjectId) -> ZoneName:
    where = find(board, now(board, source))
    return "hand" if where is None else where.zone


def may_change(ability: fx.Automatic | fx.Activated, condition: sc.Condition) -> bool:
    """Whether the text of an ability has acts that may bring about what a condition is about."""
    words = {str(part.left.word) for part in walk(condition) if isinstance(part, sc.Compare)}
    kinds = {kind for word in words for kind in _ACTS.get(word, _CARDS_MOVE)}
    kinds |= {kind for of, some in _ACTS_OF for part in walk(condition) if isinstance(part, of) for kind in some}
    return any(isinstance(part, tuple(kinds)) for part in walk(ability.effect))


_CARDS_MOVE: tuple[type, ...] = (fx.Draw, fx.Discard, fx.Move, fx.Exile, fx.Butcher, fx.Deploy, fx.Exchange, fx.Damage, fx.Use)
_NUMBERS_CHANGE: tuple[type, ...] = (fx.Lasting, fx.Damage)
_ACTS: Mapping[str, tuple[type, ...]] = {
    "life": (fx.GainLife, fx.LoseLife, fx.SetLife, fx.Damage),
    "damage": (fx.Damage,),
    "souls": (fx.AddSouls, fx.PaySouls, fx.Turn),
    "rested_souls": (fx.AddSouls, fx.PaySouls, fx.Turn),
    "soul_area": (fx.AddSouls,),
    "soul_deck": (fx.AddSouls,),
    "material": (fx.GainResource, fx.LoseResource, fx.Consume),
    "food": (fx.GainResource, fx.LoseResource, fx.Consume),
    "power": _NUMBERS_CHANGE,
    "strike": _NUMBERS_CHANGE,
    "cost": _NUMBERS_CHANGE,
    "uses": (),
}
"""What changes a number; the number of cards in a zone changes as cards move."""
_ACTS_OF: tuple[tuple[type, tuple[type, ...]], ...] = (
    (sc.InZone, _CARDS_MOVE),
    (sc.IsState, (fx.Turn, *_CARDS_MOVE)),
    (sc.HasAbility, (fx.Lasting,)),
    (sc.GameResult, (fx.EndGame, fx.Damage, fx.LoseLife, fx.SetLife)),
    (sc.GameState, (fx.Lasting, fx.Delayed)),
)
