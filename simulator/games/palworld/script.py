"""Card text under way: what is left of it, and what its words point back to so far."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass

from headjudge.parser import effect_terms as terms
from headjudge.parser import effects as fx
from headjudge.parser.named import NamedTuple
from headjudge.simulator.citing import cite
from headjudge.simulator.games.palworld.board import ZONES, Board, Origin, Roles, find
from headjudge.simulator.games.palworld.meaning import Context, amount, things
from headjudge.simulator.games.palworld.souls import Souls
from headjudge.simulator.games.palworld.view import context
from headjudge.simulator.state import ObjectId


@dataclass(frozen=True, slots=True)
class MayEnds:
    """Where what a player may do ends: from here on "if you did" asks whether any part of it was done."""


@dataclass(frozen=True, slots=True)
class AlsoChosen:
    """What the second of two players chooses: spoken of later together with what the first has chosen."""

    act: fx.Choose


class Script(NamedTuple):
    """The instructions that are left to do (10.9.1), or the acts of a cost (10.4.2)."""

    todo: tuple[object, ...]
    origin: Origin
    x: int | None = None
    declared: str = ""
    did: bool = False
    part: bool = False
    """Whether any act has been done since the player chose to do what they may."""
    before: tuple[tuple[terms.Amount, int], ...] = ()
    follow: tuple[tuple[ObjectId, ObjectId], ...] = ()
    """What the cards became that this text moved, or whose move triggered it."""
    picked: tuple[tuple[ObjectId, ...], ...] = ()
    """The cards chosen so far for the act that comes next."""
    souls: Souls | None = None
    """The soul cards chosen, if soul cards were."""
    paying: bool = False
    shown: bool = False
    """Whether the cards seen last were shown to all, and not only looked at."""
    item: ObjectId | None = None
    doing: object = None
    """The act that is being done, to which what has really happened will be compared."""
    exempt: tuple[tuple[object, ...], ...] = ()
    """The replacements already applied to the event in whose place this is done (10.11.2.3)."""

    def role(self, role: terms.Role, members: tuple[ObjectId, ...]) -> "Script":
        """The same with other cards in a role."""
        roles = {**dict(self.origin.roles), role: members}
        return self._replace(origin=self.origin._replace(roles=_sorted(roles)))

    def members(self, role: terms.Role) -> tuple[ObjectId, ...]:
        """The cards in a role."""
        return dict(self.origin.roles).get(role, ())


def _sorted(roles: dict[terms.Role, tuple[ObjectId, ...]]) -> Roles:
    return tuple(sorted(roles.items(), key=lambda entry: entry[0].value))


def reading(board: Board, script: Script) -> Context:
    """From where the script's words are read now."""
    ctx = context(board, script.origin)
    return ctx._replace(x=script.x, declared=script.declared, did=script.did, before=script.before)


def reach(board: Board, script: Script, thing: ObjectId) -> ObjectId | None:
    """Where an act finds a card: as it is, or what it became if this very text (or its trigger) moved it; None if gone."""
    became = dict(script.follow)
    while find(board, thing) is None:
        if thing not in became:
            return None
        thing = became[thing]
    return thing


def as_moved(board: Board, script: Script) -> Origin:
    """What the script's words point back to, for an effect or an ability that outlives it: a card that this text has moved
    is what it became."""
    roles = {
        role: tuple(thing if (now := reach(board, script, thing)) is None else now for thing in members)
        for role, members in script.origin.roles
    }
    return script.origin._replace(roles=_sorted(roles))


def meant(board: Board, script: Script, wanted: terms.Things, picked: Iterator[tuple[ObjectId, ...]]) -> tuple[ObjectId, ...]:
    """The cards that an act is done to, those chosen for it taken from `picked`."""
    from headjudge.simulator.games.palworld.hidden import bottom, top

    ctx = reading(board, script)
    match wanted:
        case terms.Selection():
            return next(picked)
        case terms.Together(parts):
            return tuple(thing for part in parts for thing in meant(board, script, part, picked))
        case terms.Top(player, quantity, is_bottom):
            out: tuple[ObjectId, ...] = ()
            for one in _players(ctx, player):
                count = len(board.seats[one].deck) if isinstance(quantity, terms.Every) else _number(ctx, quantity)
                if count > len(board.seats[one].deck):
                    cite("1.3.2")
                if count >= len(board.seats[one].deck):  # nothing of the deck is left for now, which only a check timing looks at
                    cite("11.3.3")
                out += (bottom if is_bottom else top)(board, one, count)
            return out
        case _:
            found = (reach(board, script, thing) for thing in things(ctx, wanted))
            return tuple(thing for thing in found if thing is not None)


def _players(ctx: Context, player: terms.Player) -> tuple[int, ...]:
    from headjudge.simulator.games.palworld.meaning import players

    return players(ctx, player)


def _number(ctx: Context, quantity: terms.Quantity) -> int:
    return max(0, amount(ctx, quantity.amount)) if isinstance(quantity, terms.Exactly | terms.UpTo) else 0


def walk(tree: object) -> Iterator[object]:
    """A piece of card text and every piece of it."""
    yield tree
    if isinstance(tree, tuple):
        for part in tree:
            yield from walk(part)
    elif is_dataclass(tree) and not isinstance(tree, type):
        for field in fields(tree):
            yield from walk(getattr(tree, field.name))


_HAS_X: dict[object, bool] = {}


def leaves_x_open(tree: object) -> bool:
    """Whether a text has a letter that is chosen when it is used (10.6.2.2.2)."""
    found = _HAS_X.get(tree)
    if found is None:
        found = _HAS_X[tree] = any(isinstance(part, terms.Variable) for part in walk(tree))
    return found


def selections(act: object) -> list[terms.Selection]:
    """The choices of cards that an act asks for, in the order of its words."""
    if isinstance(act, fx.Choose) or not is_dataclass(act):
        return []
    found: list[terms.Selection] = []
    for field in fields(act):
        value = getattr(act, field.name)
        parts = value.parts if isinstance(value, terms.Together) else (value,)
        found += [part for part in parts if isinstance(part, terms.Selection)]
    return found


def still_there(board: Board, thing: ObjectId) -> bool:
    """Whether a card lies anywhere under this id."""
    return any(thing == card.id for player in (0, 1) for name in ZONES for card in getattr(board.seats[player], name))
