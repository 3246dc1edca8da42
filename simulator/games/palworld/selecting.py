"""10.6.3: choosing cards when an instruction comes to it, and which ones can be chosen."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from headjudge.parser import effect_terms as terms
from headjudge.parser import effects as fx
from headjudge.simulator.citing import cite
from headjudge.simulator.games.palworld.board import PAL, PUBLIC, Board, Origin, find
from headjudge.simulator.games.palworld.book import definition, reminder
from headjudge.simulator.games.palworld.happening import Happening
from headjudge.simulator.games.palworld.meaning import Context, amount, candidates, compare, information, one_player
from headjudge.simulator.games.palworld.meaning import number as number_of
from headjudge.simulator.games.palworld.restrictions import forbidden
from headjudge.simulator.games.palworld.script import Script, reach, reading
from headjudge.simulator.games.palworld.view import is_kind
from headjudge.simulator.games.palworld.wording import different_names
from headjudge.simulator.state import ObjectId
from headjudge.simulator.unmodelled import NotModelledError

OPTION_LIMIT = 4000
"""So many ways to choose, and the choice is given up as too wide to explore."""
TRIED_AT_MOST = 200_000
"""So many sets of cards are added up to find those that a choice allows."""


@reminder("5.10.2", "5.16.2", "5.17.2")
def pool(board: Board, script: Script, act: object, cards: terms.Cards) -> tuple[ObjectId, ...]:
    """What can be chosen for an act: cards that fit, and on which the act can be done at all."""
    ctx = reading(board, script)
    chooser = one_player(ctx, act.player) if hasattr(act, "player") else ctx.you
    acting = ctx._replace(origin=Origin(chooser, ctx.origin.source, ctx.origin.roles))
    match act:
        case fx.Discard() if cards.zone is None and cards.among is None:
            cite("5.10.2")
            cards = _in_zone(cards, terms.Zone.HAND)
            return _mine(board, candidates(ctx, cards), chooser) if cards.holder is None else candidates(ctx, cards)
        case fx.Butcher():
            cite("5.16.2")
            return tuple(thing for thing in _mine(board, candidates(acting, cards), chooser) if _is_pal(board, thing))
        case fx.Assign():
            cite("5.17.2")
            mine = _mine(board, candidates(acting, cards), chooser)
            return tuple(thing for thing in mine if _is_pal(board, thing) and can_be_assigned(board, thing, chooser))
        case fx.Turn(orientation=orientation) if script.paying:
            return tuple(thing for thing in candidates(ctx, cards) if _can_be_turned(board, thing, orientation))
        case _:
            found = tuple(now for thing in candidates(ctx, cards) if (now := reach(board, script, thing)) is not None)
            if cards.holder is None and cards.zone in (terms.Zone.HAND, terms.Zone.DECK):
                found = _mine(board, found, chooser)
            return tuple(thing for thing in found if not forbidden(board, Happening(terms.Deed.CHOOSE, chooser, thing)))


@reminder("1.3.2.1")
def _can_be_turned(board: Board, thing: ObjectId, orientation: terms.Orientation) -> bool:
    """Whether turning a card does anything: with one that lies so already no cost is paid (10.4.2.2)."""
    where = find(board, thing)
    if where is not None and where.thing.rested != (orientation is terms.Orientation.RESTED):
        return True
    cite("1.3.2.1")
    return False


def _in_zone(cards: terms.Cards, zone: terms.Zone) -> terms.Cards:
    return terms.Cards(cards.any_of, cards.holder, zone, cards.among, cards.others)


def _mine(board: Board, found: Sequence[ObjectId], player: int) -> tuple[ObjectId, ...]:
    return tuple(thing for thing in found if (where := find(board, thing)) is not None and where.player == player)


def _is_pal(board: Board, thing: ObjectId) -> bool:
    where = find(board, thing)
    return where is not None and where.zone == "base" and is_kind(board, where, PAL)


def can_be_assigned(board: Board, pal: ObjectId, player: int) -> bool:
    """Whether a Pal stands (5.17.2) and nothing forbids to assign it."""
    where = find(board, pal)
    return where is not None and not where.thing.rested and not forbidden(board, Happening(terms.Deed.ASSIGN, player, pal))


@definition("10.6.3.1")
@reminder("5.9.1", "5.9.1.2", "5.9.1.3", "10.6.3.1.1", "10.6.3.1.2", "10.6.3.1.3", "10.6.3.1.5")
def sizes(board: Board, ctx: Context, selection: terms.Selection, found: Sequence[ObjectId], *, looked_at: bool = False) -> range:
    """How many cards are chosen: as many as asked for or as there are; fewer only where the words or hidden cards allow."""
    there = len(found)
    conditions = any(description.traits for description in selection.cards.any_of)
    if looked_at:
        cite("5.9.1", "5.9.1.2" if conditions else "5.9.1.3")
    match selection.quantity:
        case terms.Every():
            return range(there, there + 1)
        case terms.AnyNumber():
            return range(there + 1)
        case terms.UpTo(most):
            cite("10.6.3.1.1")
            return range(min(there, max(0, amount(ctx, most))) + 1)
        case terms.Exactly(wanted):
            number = max(0, amount(ctx, wanted))
            if there == 0:
                cite("10.6.3.1.3")
            elif there < number:
                cite("10.6.3.1.2")
            number = min(there, number)
            if conditions and (looked_at or _is_hidden(board, selection.cards, found)):
                cite("10.6.3.1.5")
                return range(number + 1)
            return range(number, number + 1)
    raise AssertionError(selection)


def _is_hidden(board: Board, cards: terms.Cards, found: Sequence[ObjectId]) -> bool:
    if cards.among is not None:
        return False
    zones = {where.zone for thing in found if (where := find(board, thing)) is not None}
    return bool(zones) and not zones & PUBLIC


def ways(board: Board, script: Script, selection: terms.Selection, found: Sequence[ObjectId]) -> Iterator[tuple[ObjectId, ...]]:
    """Every set of cards that can be chosen; cards that nothing tells apart count once."""
    alike: dict[object, list[ObjectId]] = {}
    for thing in found:
        alike.setdefault(_appearance(board, thing), []).append(thing)
    groups = list(alike.values())
    ctx = reading(board, script)
    looked_at = selection.cards.among is terms.Role.SEEN and not script.shown
    number = sizes(board, ctx, selection, found, looked_at=looked_at)
    of_any_sum = (chosen for size in number for chosen in from_groups(groups, size))
    every = _fitting_together(ctx, selection, groups, number) if _asks_of_all(selection) else of_any_sum
    for count, chosen in enumerate(every):
        if count >= OPTION_LIMIT:
            raise NotModelledError(f"> {OPTION_LIMIT}")
        yield chosen


@reminder("10.6.3.1.2", "10.6.3.1.3")
def _fitting_together(
    ctx: Context, selection: terms.Selection, groups: list[list[ObjectId]], number: range
) -> Iterator[tuple[ObjectId, ...]]:
    """The sets that are together as is asked for; of a stated number of cards, the largest that are. None where no set is, and
    of up to so many."""
    tried, none_fits = 0, True
    stated = isinstance(selection.quantity, terms.Exactly)
    for size in range(number[-1], -1, -1) if stated else number:
        for chosen in from_groups(groups, size):
            tried += 1
            if tried > TRIED_AT_MOST:
                raise NotModelledError(f"> {TRIED_AT_MOST}")
            if _fit_together(ctx, selection, chosen) or (not chosen and isinstance(selection.quantity, terms.UpTo)):
                none_fits = False
                yield chosen
        if stated and not none_fits:
            if size < number[-1]:
                cite("10.6.3.1.2")
            return
    if none_fits:
        cite("10.6.3.1.3")
        yield ()


def adds_up(board: Board, script: Script, selection: terms.Selection, chosen: Sequence[ObjectId]) -> bool:
    """Whether cards are together what their choice asks for, if it asks for anything: a cost is not paid with others."""
    return not _asks_of_all(selection) or _fit_together(reading(board, script), selection, chosen)


def _asks_of_all(selection: terms.Selection) -> bool:
    """Whether a choice asks for something of the cards chosen together: their sum, or names that all differ."""
    return selection.total is not None or selection.different_names


def _fit_together(ctx: Context, selection: terms.Selection, chosen: Sequence[ObjectId]) -> bool:
    total = selection.total
    if selection.different_names and different_names([information(ctx, thing) for thing in chosen]) < len(chosen):
        return False
    if total is None:
        return True
    return compare(sum(number_of(ctx, thing, total.stat) or 0 for thing in chosen), total.relation, amount(ctx, total.amount))


def from_groups(groups: list[list[ObjectId]], size: int) -> Iterator[tuple[ObjectId, ...]]:
    """Every set of that size of cards of which those of a group are all alike."""
    if all(len(group) == 1 for group in groups):
        yield from combinations((group[0] for group in groups), size)
        return
    if not groups:
        if size == 0:
            yield ()
        return
    first, rest = groups[0], groups[1:]
    for taken in range(min(len(first), size), -1, -1):
        for others in from_groups(rest, size - taken):
            yield (*first[:taken], *others)


def _appearance(board: Board, thing: ObjectId) -> object:
    """What tells a card apart from others: of hand cards and graveyard cards nothing but which card it is and whose."""
    where = find(board, thing)
    if where is None or where.zone not in ("hand", "graveyard", "exile"):
        return thing
    return where.zone, where.player, where.thing.card.serial, where.thing.owner, where.thing.known
