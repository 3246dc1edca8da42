"""What effects forbid, demand and permit; a prohibition always beats a command (1.3.3)."""

from collections.abc import Iterator

from headjudge.parser.effect_terms import Deed, Event
from headjudge.parser.effects import Mode, Rule, UseLimit
from headjudge.simulator.citing import cite
from headjudge.simulator.games.palworld.board import Board, Origin, Thing, in_base
from headjudge.simulator.games.palworld.book import reminder
from headjudge.simulator.games.palworld.continuous import Live
from headjudge.simulator.games.palworld.happening import Happening, happenings, may_be_called, means
from headjudge.simulator.games.palworld.meaning import amount
from headjudge.simulator.games.palworld.view import context, features_of, standing


def rules(board: Board, mode: Mode, deed: Deed) -> tuple[Live, ...]:
    """The effects in force that say so about such a deed."""
    found = standing(board).rules
    return found.get((mode, deed), ()) if found else ()


def _says(board: Board, mode: Mode, done: Happening, *, aimed: bool = False) -> bool:
    for live in rules(board, mode, done.deed):
        assert isinstance(live.effect, Rule)
        if aimed and live.effect.event.target is None:
            continue
        if means(context(board, live.origin), live.effect.event, done):
            cite(*_keyword_clauses(board, live))
            return True
    return False


@reminder("12.10.2", "12.11.2", "12.15.2")
def _keyword_clauses(board: Board, live: Live) -> tuple[str, ...]:
    """The clauses of the keyword from which an effect comes, if it comes from one."""
    where = in_base(board, live.origin.source)
    if where is None:
        return ()
    for held in features_of(board, where.thing).abilities:
        if held.keyword and live.effect in getattr(held.ability, "effects", ()):
            return board.world.keyword_clauses.get(held.keyword, ())
    return ()


def forbidden(board: Board, done: Happening) -> bool:
    """Whether an effect says that this cannot be done."""
    if _says(board, Mode.CANNOT, done):
        cite("1.3.3")
        return True
    return False


def use_forbidden(board: Board, player: int, thing: Thing) -> bool:
    """Whether an effect says that the player cannot use this card, or no more such cards this turn."""
    use = Happening(Deed.USE, player, thing.id)
    if forbidden(board, use):
        return True
    if any(_used_up(board, limit, origin, use) for limit, origin in _use_limits(board, player, thing)):
        cite("1.3.3")
        return True
    return False


@reminder("10.3.4")
def _use_limits(board: Board, player: int, thing: Thing) -> Iterator[tuple[UseLimit, Origin]]:
    """Those in force, and those that a card prints about its own use: they count where it is used from."""
    for live in standing(board).all:
        if isinstance(live.effect, UseLimit):
            yield live.effect, live.origin
    for held in thing.card.abilities:
        for effect in getattr(held.ability, "effects", ()):
            if isinstance(effect, UseLimit):
                cite("10.3.4")
                yield effect, Origin(player, thing.id)


def _used_up(board: Board, limit: UseLimit, origin: Origin, use: Happening) -> bool:
    ctx = context(board, origin)
    if not means(ctx, limit.use, use):
        return False
    used = [done for done in board.deeds if done.deed is Deed.USE and not done.old and done.by == use.by]
    return sum(means(ctx, limit.use, Happening(Deed.USE, done.by, done.subject)) for done in used) >= amount(ctx, limit.times)


def demanded(board: Board, done: Happening) -> bool:
    """Whether an effect says that this must be done as far as it can be."""
    return _says(board, Mode.MUST, done)


def demanding(board: Board, done: Happening) -> int:
    """How many cards say that this must be done: however often one of them says so, it counts once (12.10.2.1)."""
    saying = rules(board, Mode.MUST, done.deed)
    return len({live.origin.source for live in saying if means(context(board, live.origin), _event(live), done)})


def _event(live: Live) -> Event:
    assert isinstance(live.effect, Rule)
    return live.effect.event


def permitted(board: Board, done: Happening) -> bool:
    """Whether an effect lets this be done although the rules alone would not: one that names what it may be done to. That a Pal
    may attack at all says no more than 9.2.2."""
    return _says(board, Mode.MAY, done, aimed=True)


def event_forbidden(board: Board, event: object) -> bool:
    """Whether an effect forbids an event under any of its names."""
    if not may_be_called(event, board.world.forbids):
        return False
    about = standing(board).forbidden
    return bool(about) and any(forbidden(board, done) for done in happenings(board, event, about))
