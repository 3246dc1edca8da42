"""What the words of card text mean on a board: players, cards, amounts and conditions (2.16, 4.4.3, 5.20, 10.6.3)."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, assert_never

from headjudge.parser import effect_terms as terms
from headjudge.parser.card_print import print_words
from headjudge.parser.named import NamedTuple
from headjudge.simulator.citing import cite
from headjudge.simulator.games.palworld.board import (
    PERMANENT_KINDS,
    ZONE_NAMES,
    ZONES,
    Board,
    Departed,
    Features,
    Origin,
    Thing,
    Where,
    both,
    departed,
    find,
    held,
    other,
    zone,
)
from headjudge.simulator.games.palworld.book import definition, reminder
from headjudge.simulator.games.palworld.policies import policy
from headjudge.simulator.games.palworld.souls import are_souls, mixes_souls, souls_of
from headjudge.simulator.games.palworld.unknown import has_lucky_icon, known
from headjudge.simulator.games.palworld.wording import ASKED_OF_UNKNOWN, Worded, different_names, is_worded, same_name
from headjudge.simulator.state import ObjectId
from headjudge.simulator.unmodelled import NotModelledError


class Context(NamedTuple):
    """From where words are read: whose ability it is, which card is "this card", and what the words point back to."""

    board: Board
    origin: Origin
    features: "Callable[[Board, Thing], Features]"
    """The information of a thing in a base; other things have what is printed on them."""
    in_state: "Callable[[Board, str], bool]"
    x: int | None = None
    declared: str = ""
    did: bool = False
    before: tuple[tuple[terms.Amount, int], ...] = ()
    candidate: ObjectId | None = None

    @property
    def you(self) -> int:
        """The controller of the ability (3.1.2)."""
        return self.origin.controller


def players(ctx: Context, player: terms.Player) -> tuple[int, ...]:
    """The players that words name, the turn player first."""
    match player:
        case terms.Side.YOU:
            return (ctx.you,)
        case terms.Side.OPPONENT:
            return (other(ctx.you),)
        case terms.Side.BOTH | terms.Side.ANY:
            return both(ctx.board)
        case terms.Side.TURN_PLAYER:
            return (ctx.board.turn,)
        case terms.Side.OTHER_PLAYER:
            return (other(ctx.board.turn),)
        case terms.Side.SELF:  # gone by the time an act of both players is done by one of them
            raise NotModelledError(print_words(player))
        case terms.ControllerOf(cards):
            return tuple(dict.fromkeys(controller(ctx.board, thing) for thing in things(ctx, cards)))
        case terms.OwnerOf(cards):
            return tuple(dict.fromkeys(card(ctx.board, thing).owner for thing in things(ctx, cards)))
        case _:
            assert_never(player)


def one_player(ctx: Context, player: terms.Player) -> int:
    """The single player that words name."""
    found = players(ctx, player)
    if len(found) != 1:
        raise NotModelledError(print_words(player))
    return found[0]


@definition("3.1.2", printed=lambda board, thing: _owner(board, thing))
def controller(board: Board, thing: ObjectId) -> int:
    """Who controls a thing: whose zone it is in; of one that left, who controlled it last (10.12.1)."""
    where = find(board, thing)
    if where is not None:
        return where.player
    for item in board.resolution:
        if item.id == thing or item.origin.source == thing:
            return item.origin.controller
    return gone(board, thing).controller


def gone(board: Board, thing: ObjectId) -> Departed:
    """The last information of a thing that has left (10.12.1)."""
    record = departed(board, thing)
    if record is None:
        raise NotModelledError(f"{thing!r}")
    cite("10.12.1")
    return record


@reminder("10.12.1")
def card(board: Board, thing: ObjectId) -> Thing:
    """A thing as it lies, or as it last lay."""
    where = find(board, thing)
    if where is not None:
        return where.thing
    for item in board.resolution:
        if item.id == thing and item.thing is not None:
            return item.thing
    return gone(board, thing).thing


def _owner(board: Board, thing: ObjectId) -> int:
    return card(board, thing).owner


def printed(thing: Thing) -> Features:
    """What is printed on a card (10.10.1.1); of an unknown card, what has turned out."""
    of = thing.card
    if of.unknown:
        kinds = next((value for name, value in thing.known if name == "kinds"), ())
        assert isinstance(kinds, tuple)
        return Features(kinds, (), (), (), (), None, None, None, ())
    return of.printed


def information(ctx: Context, thing: ObjectId) -> Features:
    """The information of a thing now, or the last one it had."""
    where = find(ctx.board, thing)
    if where is not None:
        return ctx.features(ctx.board, where.thing) if where.zone == "base" else printed(where.thing)
    for item in ctx.board.resolution:
        if item.id == thing and item.thing is not None:
            return printed(item.thing)
    return gone(ctx.board, thing).features


_KINDS_OF: dict[terms.Feature, Callable[[Features], tuple[str, ...]]] = {
    terms.Feature.COLOR: lambda features: features.colors,
    terms.Feature.ATTRIBUTE: lambda features: features.attributes,
}


def _kinds(ctx: Context, reference: terms.Cards | terms.Those, feature: terms.Feature) -> frozenset[str]:
    """The different colours (attributes) of cards; one without any adds none (2.6.3)."""
    found: set[str] = set()
    for thing in things(ctx, reference):
        if (where := find(ctx.board, thing)) is not None and where.thing.card.unknown:
            raise NotModelledError(print_words(reference))
        found.update(_KINDS_OF[feature](information(ctx, thing)))
    return frozenset(found)


def things(ctx: Context, reference: terms.Reference) -> tuple[ObjectId, ...]:
    """The things that words point to without a choice."""
    match reference:
        case terms.This():
            return (ctx.origin.source,)
        case terms.Those(role):
            return _in_role(ctx, role)
        case terms.Cards():
            return candidates(ctx, reference)
        case _:
            assert_never(reference)


def _in_role(ctx: Context, role: terms.Role) -> tuple[ObjectId, ...]:
    for name, members in ctx.origin.roles:
        if name is role:
            return members
    battle = ctx.board.battle
    if battle is None:
        return ()
    if role is terms.Role.TARGET:
        return (battle.target,) if isinstance(battle.target, ObjectId) else ()
    if role is terms.Role.RIVAL:
        return rivals(ctx.board, ctx.origin.source)
    return ()


def rivals(board: Board, thing: ObjectId) -> tuple[ObjectId, ...]:
    """The battle opponent of a Pal (9.4.3): none before the block declaration step, or of a Pal that does not fight."""
    battle = board.battle
    if battle is None or not battle.opponents or not isinstance(battle.target, ObjectId):
        return ()
    if thing == battle.attacker:
        return (battle.target,)
    return (battle.attacker,) if thing == battle.target else ()


@definition("4.4.3")
def zone_meant(cards: terms.Cards) -> terms.Zone:
    """Words that name a Pal, a structure or gear and no zone mean cards in a base; so do words that name no zone at all."""
    return cards.zone or terms.Zone.BASE


def candidates(ctx: Context, cards: terms.Cards) -> tuple[ObjectId, ...]:
    """The things that fit a description (2.16.1), in the order in which they lie, the turn player's first."""
    board = ctx.board
    if are_souls(cards) or mixes_souls(cards):  # they are no things of their own: what counts or turns them asks for their number
        raise NotModelledError(print_words(cards))
    if cards.among is not None:
        lying = _found_or_last_known if cards.among in _DONE_TO else find
        pool = [where for thing in _in_role(ctx, cards.among) if (where := lying(board, thing)) is not None]
    else:
        if cards.zone is not None and cards.zone not in ZONE_NAMES:
            raise NotModelledError(print_words(cards.zone))
        holders = both(board) if cards.holder is None else players(ctx, cards.holder)
        name = ZONE_NAMES[cards.zone if cards.zone is not None else zone_meant(cards)]
        pool = [Where(player, name, thing) for player in holders for thing in zone(board, player, name)]
    if cards.among is not None and cards.holder is not None:
        holders = players(ctx, cards.holder)
        pool = [where for where in pool if where.player in holders]
    if cards.others:
        pool = [where for where in pool if where.thing.id != ctx.origin.source]
    cite_traits(cards)
    found = tuple(where.thing.id for where in pool if fits(ctx, where.thing.id, cards))
    extremes = [trait for description in cards.any_of for trait in description.traits if isinstance(trait, terms.Extreme)]
    return _extreme(ctx, found, extremes[0]) if extremes else found


_DONE_TO = (terms.Role.DONE, terms.Role.PAID)
"""Roles of cards to which something has been done, by which they may have become other things."""


def _found_or_last_known(board: Board, thing: ObjectId) -> Where | None:
    """Where a card lies, or lay until it went (10.12.1): what has been done to it may have moved it."""
    if (where := find(board, thing)) is not None or (last := departed(board, thing)) is None:
        return where
    return Where(last.controller, last.zone, last.thing)


def cite_traits(cards: terms.Cards) -> None:
    """Cites that a card has to have every trait of a description (2.16.1)."""
    if any(len(description.traits) > 1 for description in cards.any_of):
        cite("2.16.1")


def _extreme(ctx: Context, found: Sequence[ObjectId], trait: terms.Extreme) -> tuple[ObjectId, ...]:
    """Those of the cards that have the highest (lowest) such number."""
    numbers = {thing: number(ctx, thing, trait.stat) for thing in found}
    known_numbers = [value for value in numbers.values() if value is not None]
    if not known_numbers:
        return ()
    best = max(known_numbers) if trait.highest else min(known_numbers)
    return tuple(thing for thing in found if numbers[thing] == best)


@reminder("2.16.1", "2.6.3", "5.3.4")
def fits(ctx: Context, thing: ObjectId, cards: terms.Cards) -> bool:
    """Whether a thing has all the traits of one of the descriptions, wherever it lies."""
    for description in cards.any_of:
        for trait in description.traits:
            if not _HAS[type(trait)](ctx, thing, trait):
                break
        else:
            return True
    return False


_Has: TypeAlias = Callable[[Context, ObjectId, Any], bool]
_HAS: dict[type, _Has] = {}
"""What tells whether a thing has a trait, by kinds of traits; asked more often than anything else."""


def _tells(*kinds: type) -> Callable[[_Has], _Has]:
    def bind(function: _Has) -> _Has:
        _HAS.update(dict.fromkeys(kinds, function))
        return function

    return bind


@_tells(terms.Lacks)
def _lacks(ctx: Context, thing: ObjectId, trait: terms.Lacks) -> bool:
    return not _HAS[type(trait.trait)](ctx, thing, trait.trait)


@_tells(terms.OfKind, terms.OfColor, terms.HasAttribute, terms.SuitsWork, terms.Named, terms.HasKeyword)
def _is_so_worded(ctx: Context, thing: ObjectId, trait: Worded) -> bool:
    return is_worded(_settled(ctx, thing, trait), trait)


@_tells(terms.HasIcon)
def _has_icon(ctx: Context, thing: ObjectId, trait: terms.HasIcon) -> bool:
    found = card(ctx.board, thing)
    if trait.word.startswith("幸运"):
        return has_lucky_icon(ctx.board, found)
    if found.card.unknown:
        raise NotModelledError(trait.word)
    return any(getattr(getattr(held.ability, "heading", None), "quick", False) for held in found.card.abilities)


@_tells(terms.SameNameAs)
def _has_their_name(ctx: Context, thing: ObjectId, trait: terms.SameNameAs) -> bool:
    return any(same_name(information(ctx, thing), information(ctx, fellow)) for fellow in things(ctx, trait.cards))


@_tells(terms.StatIs)
def _has_such_number(ctx: Context, thing: ObjectId, trait: terms.StatIs) -> bool:
    value = number(ctx, thing, trait.stat)
    return value is not None and compare(value, trait.relation, amount(ctx, trait.amount))


@_tells(terms.Oriented)
def _lies_so(ctx: Context, thing: ObjectId, trait: terms.Oriented) -> bool:
    return card(ctx.board, thing).rested == (trait.orientation is terms.Orientation.RESTED)


@_tells(terms.InBattle)
def _has_role_in_battle(ctx: Context, thing: ObjectId, trait: terms.InBattle) -> bool:
    return _is_in_battle(ctx.board, thing, trait.battle)


@_tells(terms.InRole)
def _is_in_role(ctx: Context, thing: ObjectId, trait: terms.InRole) -> bool:
    return thing in _in_role(ctx, trait.role)


@_tells(terms.Extreme)
def _may_be_extreme(_ctx: Context, _thing: ObjectId, _trait: terms.Extreme) -> bool:
    """Among the cards that fit the rest: `fits` leaves it to `candidates`."""
    return True


@_tells(terms.Underwent)
def _underwent(ctx: Context, thing: ObjectId, trait: terms.Underwent) -> bool:
    if trait.period.stretch is not terms.Stretch.TURN or trait.period.which is not terms.Which.THIS:
        raise NotModelledError(print_words(trait.period))
    return any(
        done.deed is trait.deed and not done.old and thing == (done.target if trait.passive else done.subject)
        for done in ctx.board.deeds
    )


def _settled(ctx: Context, thing: ObjectId, trait: Worded) -> Features:
    """The information of a thing; of an unknown card, with what has turned out of that which a trait asks for."""
    features = information(ctx, thing)
    about = ASKED_OF_UNKNOWN.get(type(trait))
    if about is None or not (found := card(ctx.board, thing)).card.unknown:
        return features
    settled: dict[str, Any] = {about: known(found, about)}
    return features._replace(**settled)


def _is_in_battle(board: Board, thing: ObjectId, role: terms.Battle) -> bool:
    battle = board.battle
    if battle is None:
        return False
    attacking = battle.attacking and battle.attacker == thing
    match role:
        case terms.Battle.ATTACKING:
            return attacking
        case terms.Battle.ATTACKED:
            return battle.target == thing and isinstance(battle.target, ObjectId)
        case terms.Battle.BLOCKING:
            return battle.blocker == thing
        case terms.Battle.FIGHTING:
            policy(board, "fighting")
            return bool(rivals(board, thing))
        case _:
            assert_never(role)


def number(ctx: Context, thing: ObjectId, stat: terms.Stat) -> int | None:
    """A number of a thing; None if it has none (a structure has no strike)."""
    features = information(ctx, thing)
    match stat:
        case terms.Stat.COST:
            if card(ctx.board, thing).card.unknown:
                raise NotModelledError("◇?")
            return features.cost
        case terms.Stat.POWER | terms.Stat.DURABILITY:
            return features.power
        case terms.Stat.STRIKE:
            return features.strike
        case terms.Stat.DAMAGE:
            return card(ctx.board, thing).damage
        case _:
            assert_never(stat)


def compare(left: int, relation: terms.Relation, right: int) -> bool:
    """Two numbers compared."""
    match relation:
        case terms.Relation.EQUAL:
            return left == right
        case terms.Relation.UNEQUAL:
            return left != right
        case terms.Relation.AT_LEAST:
            return left >= right
        case terms.Relation.AT_MOST:
            return left <= right
        case terms.Relation.MORE:
            return left > right
        case terms.Relation.LESS:
            return left < right
        case _:
            assert_never(relation)


def amount(ctx: Context, wanted: terms.Amount) -> int:
    """What an amount is now."""
    match wanted:
        case terms.Number(value):
            return value
        case terms.Variable(name):
            if ctx.x is None:
                raise NotModelledError(name)
            return ctx.x
        case terms.Parameter(name):
            raise NotModelledError(name)
        case terms.Count(terms.Cards() as of) if are_souls(of):
            holders = both(ctx.board) if of.holder is None else players(ctx, of.holder)
            return sum(souls_of(ctx.board, holder, of).total for holder in holders)
        case terms.Count(of, distinct):
            counted = things(ctx, of)
            return different_names([information(ctx, thing) for thing in counted]) if distinct else len(counted)
        case terms.Varieties(of, feature):
            return len(_kinds(ctx, of, feature))
        case terms.StatOf(stat, of):
            return sum(number(ctx, thing, stat) or 0 for thing in things(ctx, of))
        case terms.Held(player, resource):
            return sum(held(ctx.board, one, resource) for one in players(ctx, player))
        case terms.Life(player):
            return sum(max(0, ctx.board.seats[one].life) for one in players(ctx, player))
        case terms.Before(of):
            return next(value for name, value in ctx.before if name == of)
        case terms.Calculation(operation, left, right):
            return calculate(amount(ctx, left), operation, amount(ctx, right))
        case _:
            assert_never(wanted)


def calculate(left: int, operation: terms.Operation, right: int) -> int:
    """Two numbers put together; the result may be negative (1.3.2.4)."""
    match operation:
        case terms.Operation.ADD:
            return left + right
        case terms.Operation.SUBTRACT:
            return left - right
        case terms.Operation.TIMES:
            return left * right
        case terms.Operation.DIVIDE:
            return left // right if right else 0
        case _:
            assert_never(operation)


def is_permanent_card(features: Features) -> bool:
    """Whether a card is of a kind that lies in a base."""
    return any(kind in PERMANENT_KINDS for kind in features.kinds)


def in_any_zone(board: Board, thing: ObjectId) -> bool:
    """Whether a thing still lies where it got its id."""
    return any(thing == candidate.id for player in (0, 1) for name in ZONES for candidate in zone(board, player, name))
