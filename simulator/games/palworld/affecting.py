"""Which cards in bases a continuous effect affects (10.10.2, 10.10.3)."""

from collections.abc import Callable, Iterable, Mapping

from headjudge.parser import effects as fx
from headjudge.parser.effect_terms import Cards, Extreme, Lacks, Number, Reference, Side, Stat, StatIs, This, Trait, Zone
from headjudge.parser.named import NamedTuple
from headjudge.simulator.citing import cite
from headjudge.simulator.games.palworld.board import Features, Thing, Where
from headjudge.simulator.games.palworld.book import reminder
from headjudge.simulator.games.palworld.continuous import Live, stat_name
from headjudge.simulator.games.palworld.meaning import Context, compare, fits, players, things, zone_meant
from headjudge.simulator.games.palworld.wording import Worded, is_worded
from headjudge.simulator.once import once_each
from headjudge.simulator.state import ObjectId


def affected(lying: Iterable[Where], ctx: Context, live: Live) -> tuple[Thing, ...]:
    """Those of the cards in bases that an effect affects, with what `ctx` knows of cards."""
    return tuple([where.thing for where in lying if affects(ctx, live, where)])


def affects(ctx: Context, live: Live, where: Where) -> bool:
    """Whether an effect affects a card in a base."""
    assert isinstance(live.effect, fx.Modify)
    return _is_among(ctx, live.effect.cards, where) and _comes_in_time(live, where.thing)


class Reach(NamedTuple):
    """The cards in bases that an effect may affect by who controls them, and what tells whether it does: nothing has to be read
    for it, as most effects name their own card, or cards of one side by their kind or colour."""

    cards: Mapping[ObjectId, tuple[bool, str]]
    """Whether each has come in time to be affected, and the clause that says so if one has to."""
    fitting: Callable[[Features], bool]

    def affects(self, thing: ObjectId, features: Features) -> bool:
        """Whether the effect affects one of the cards, which has this information."""
        if not self.fitting(features):
            return False
        in_time, clause = self.cards[thing]
        if clause:
            cite(clause)
        return in_time


def reach(live: Live, lying: Iterable[Where]) -> Reach | None:
    """Which of these cards an effect may affect; None if it has to be read on a board to tell which it does."""
    meant = {}
    for where in lying:
        may = _may_affect(live, where)
        if may is None:
            return None
        if may:
            meant[where.thing.id] = _in_time(live, where.thing)
    return Reach(meant, _fitting(live) if meant else _always)


def affects_alone(live: Live, where: Where, features: Features) -> bool | None:
    """Whether an effect affects one card, which has this information; None if it has to be read on a board to tell that."""
    may = _may_affect(live, where)
    return _fitting(live)(features) and _comes_in_time(live, where.thing) if may else may


def _may_affect(live: Live, where: Where) -> bool | None:
    """Whether an effect may affect a card, by who controls it; None if it has to be read on a board."""
    assert isinstance(live.effect, fx.Modify)
    cards, (player, _, thing), origin = live.effect.cards, where, live.origin
    if isinstance(cards, This):
        return thing.id == origin.source
    if not isinstance(cards, Cards):
        return None
    described, holder = _described(cards), cards.holder
    if described.fitting is None or not described.card_by_card:
        return None
    if holder is _YOU or holder is _OPPONENT:
        if (player == origin.controller) is not (holder is _YOU):
            return False
    elif holder is not None:
        return None
    return None if thing.card.unknown else not cards.others or thing.id != origin.source


def _fitting(live: Live) -> Callable[[Features], bool]:
    """What tells whether an effect affects a card that it may affect."""
    assert isinstance(live.effect, fx.Modify)
    if not isinstance(live.effect.cards, Cards):
        return _always
    described = _described(live.effect.cards)
    if described.has_several_traits:
        cite("2.16.1")
    assert described.fitting is not None
    return described.fitting


def _always(_features: Features) -> bool:
    return True


_YOU, _OPPONENT = Side.YOU, Side.OPPONENT


@reminder("10.10.2", "10.10.3")
def _in_time(live: Live, thing: Thing) -> tuple[bool, str]:
    """Whether an effect can affect a card, and why: one of a used ability leaves out what came later (10.10.2)."""
    if live.stamp is not None and thing.arrived > live.stamp:
        return False, "10.10.2"
    later = live.stamp is None and thing.id != live.origin.source and thing.arrived > live.order[0]
    return True, "10.10.3" if later else ""


def _comes_in_time(live: Live, thing: Thing) -> bool:
    in_time, clause = _in_time(live, thing)
    if clause:
        cite(clause)
    return in_time


def _is_among(ctx: Context, cards: Reference, where: Where) -> bool:
    """Whether words mean this card in a base, without going through all others if they need not be looked at."""
    if isinstance(cards, This):
        return where.thing.id == ctx.origin.source
    if not isinstance(cards, Cards):
        return where.thing.id in things(ctx, cards)
    described = _described(cards)
    if not described.card_by_card:
        return where.thing.id in things(ctx, cards)
    if cards.holder is not None and where.player not in players(ctx, cards.holder):
        return False
    if cards.others and where.thing.id == ctx.origin.source:
        return False
    if described.has_several_traits:
        cite("2.16.1")
    if described.fitting is None or where.thing.card.unknown:
        return fits(ctx, where.thing.id, cards)
    return described.fitting(ctx.features(ctx.board, where.thing))


class _Described(NamedTuple):
    """How a description is to be read of cards in bases."""

    card_by_card: bool
    """Whether each card can be told to be meant without looking at others."""
    has_several_traits: bool
    fitting: Callable[[Features], bool] | None
    """What tells whether a card fits, if nothing but its information counts."""


@once_each
def _described(cards: Cards) -> _Described:
    if cards.zone is None:
        zone_meant(cards)
    traits = [trait for description in cards.any_of for trait in description.traits]
    return _Described(
        cards.among is None and cards.zone in (None, Zone.BASE) and not any(isinstance(trait, Extreme) for trait in traits),
        any(len(description.traits) > 1 for description in cards.any_of),
        _by_information(cards) if all(map(_is_of_information, traits)) else None,
    )


@once_each
def is_told_card_by_card(effect: fx.Modify) -> bool:
    """Whether an effect affects a card, or not, by nothing but what this card is and where the effect comes from."""
    if isinstance(effect.cards, Cards):
        described = _described(effect.cards)
        return described.card_by_card and described.fitting is not None and isinstance(effect.cards.holder, Side | None)
    return isinstance(effect.cards, This)


def _by_information(cards: Cards) -> Callable[[Features], bool]:
    """What tells whether a card fits a description, asked once for each information that a card has."""

    @once_each
    def fitting(features: Features) -> bool:
        return any(all(_has(features, trait) for trait in description.traits) for description in cards.any_of)

    return fitting


def _is_of_information(trait: Trait) -> bool:
    match trait:
        case Lacks():
            return _is_of_information(trait.trait)
        case StatIs():
            return isinstance(trait.amount, Number) and trait.stat is not Stat.DAMAGE
        case _:
            return isinstance(trait, Worded)


def _has(features: Features, trait: Trait) -> bool:
    match trait:
        case Lacks():
            return not _has(features, trait.trait)
        case StatIs(stat, relation, Number(figure)):
            number = getattr(features, stat_name(stat))
            return number is not None and compare(number, relation, figure)
        case _:
            assert isinstance(trait, Worded)
            return is_worded(features, trait)
