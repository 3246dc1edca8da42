"""What is printed reads back as the same tree, for every tree that the grammar can read.

The strategies below build trees in the one form that reading gives: the kind last among the traits, one choice of words
for each meaning (`effect_terms` and `effects` say which).
"""

from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from headjudge.parser.card_print import print_ability
from headjudge.parser.card_text import read_card_text
from headjudge.parser.effect_durations import During, ForGame, Until, While
from headjudge.parser.effect_terms import (
    AllOf,
    AnyNumber,
    AnyOf,
    Battle,
    Before,
    Calculation,
    Cards,
    Compare,
    ControllerOf,
    Count,
    Deed,
    Description,
    Did,
    Edge,
    Event,
    Every,
    Exactly,
    Extreme,
    Happened,
    HasAttribute,
    HasIcon,
    HasKeyword,
    Held,
    InBattle,
    InState,
    IsDuring,
    Lacks,
    Life,
    Matches,
    Moment,
    Named,
    NamePart,
    Not,
    Number,
    OfColor,
    OfKind,
    Operation,
    Orientation,
    Oriented,
    OwnerOf,
    Period,
    Relation,
    Role,
    SameNameAs,
    Selection,
    Side,
    Stat,
    StatIs,
    StatOf,
    Stretch,
    SuitsWork,
    This,
    Those,
    Together,
    Top,
    Underwent,
    UpTo,
    Variable,
    Which,
    Zone,
)
from headjudge.parser.effects import (
    Activated,
    ActivateTimes,
    AddSouls,
    AnyTrigger,
    Assign,
    At,
    Automatic,
    Butcher,
    ChangeStat,
    Choose,
    Consume,
    Continuous,
    CopiesAllowed,
    CostOfUse,
    Damage,
    Declare,
    Delayed,
    Deploy,
    DisableAbilities,
    Discard,
    Draw,
    EndGame,
    Exchange,
    Exile,
    FailAttack,
    Feature,
    GainAbility,
    GainFeature,
    GainLife,
    GainName,
    GainResource,
    Heading,
    If,
    Instructions,
    Keyword,
    Lasting,
    Limit,
    Look,
    LoseAbilities,
    LoseLife,
    LoseResource,
    May,
    Mode,
    Modes,
    Modify,
    Move,
    Outcome,
    PaySouls,
    Provided,
    Repeat,
    Replace,
    Reveal,
    Rule,
    SetFeature,
    SetLife,
    SetStat,
    Shuffle,
    StateHolds,
    TradeDamage,
    Turn,
    Use,
    When,
    WhenState,
)

KEYWORDS = ("勇敢", "认真", "夜行性", "登场时", "攻击时")

both = st.sampled_from([Side.YOU, Side.OPPONENT])
sides = st.sampled_from([Side.YOU, Side.OPPONENT, Side.BOTH, Side.ANY, Side.TURN_PLAYER, Side.OTHER_PLAYER])
maybe = st.one_of
zones = st.sampled_from(list(Zone))
names = st.sampled_from(["火狐", "古 式", "X为夜晚", "抽1张牌"])
numbers = st.builds(Number, st.integers(0, 2000))
resources = st.sampled_from(["素材", "食材"])
variables = st.builds(Variable, st.sampled_from("XYN"))
stats = st.sampled_from(list(Stat))
those = st.builds(Those, st.sampled_from([role for role in Role if role is not Role.REST]))
pointed = st.just(This()) | those
players = sides | st.builds(ControllerOf, pointed) | st.builds(OwnerOf, pointed)
orientations = st.sampled_from(list(Orientation))

phases = [stretch for stretch in Stretch if stretch is not Stretch.GAME]
present = st.sampled_from([Period(Stretch.TURN), Period(Stretch.BATTLE)])
periods = present | st.builds(Period, st.sampled_from(phases), st.sampled_from([Which.NEXT, Which.EACH]), st.none() | sides)
moments = st.builds(Moment, st.sampled_from(list(Edge)), periods)
past = present | st.just(Period(Stretch.GAME))

suffered = st.sampled_from([Deed.DISCARD, Deed.EXILE, Deed.BUTCHER, Deed.ASSIGN, Deed.CHOOSE, Deed.REVEAL])
underwent = (
    st.builds(Underwent, suffered, st.just(True), past)
    | st.builds(Underwent, st.sampled_from([Deed.ATTACK, Deed.BLOCK]), st.booleans(), past)
    | st.builds(Underwent, st.sampled_from([Deed.DEPLOY, Deed.STAND, Deed.REST, Deed.USE]), st.just(False), past)
)
simple_traits = (
    st.builds(OfColor, st.sampled_from(["红色", "无色"]))
    | st.builds(HasAttribute, st.sampled_from(["龙", "无", "地"]))
    | st.builds(SuitsWork, st.sampled_from(["牧场", "搬运"]))
    | st.builds(HasIcon, st.sampled_from(["幸运图标", "快速图标"]))
    | st.builds(Named, st.sampled_from(list(NamePart)), names)
    | st.builds(SameNameAs, pointed)
    | st.builds(Oriented, orientations)
    | st.builds(HasKeyword, st.sampled_from(["勇敢", "夜行性"]))
    | st.builds(InBattle, st.sampled_from(list(Battle)))
    | underwent
    | st.builds(Extreme, stats, st.booleans())
)
kinds = st.sampled_from(["帕鲁", "幸运帕鲁", "普通帕鲁", "建筑物", "装备", "事件", "灵魂"]).map(OfKind)


@st.composite
def calculations(draw: st.DrawFn) -> Any:
    """Amounts of any depth that a card could print."""
    return draw(
        st.recursive(
            numbers | st.builds(Held, both, resources) | st.builds(Life, both) | st.builds(StatOf, stats, pointed) | counts,
            lambda inner: st.builds(Calculation, st.sampled_from(list(Operation)), inner, inner) | st.builds(Before, inner),
            max_leaves=4,
        )
    )


plain_cards = st.builds(
    lambda kind, holder, zone: Cards((Description(kind),), holder, zone),
    st.just(()) | kinds.map(lambda kind: (kind,)), st.none() | both, st.none() | zones,
)  # fmt: skip
counts = st.builds(Count, plain_cards | those, st.booleans())
amounts = numbers | variables | calculations()
stat_traits = st.builds(StatIs, stats, st.sampled_from(list(Relation)), amounts)
traits = simple_traits | stat_traits | st.builds(Lacks, simple_traits | stat_traits | kinds)


@st.composite
def descriptions(draw: st.DrawFn) -> Description:
    """Some traits, the kind last."""
    first = draw(st.lists(traits, max_size=2))
    return Description((*first, *draw(st.just(()) | kinds.map(lambda kind: (kind,)))))


cards = st.builds(
    Cards,
    st.lists(descriptions(), min_size=1, max_size=2).map(tuple),
    st.none() | players, st.none() | zones, st.none() | those.map(lambda one: one.role), st.booleans(),
)  # fmt: skip
references = pointed | cards
quantities = st.builds(Exactly, amounts) | st.builds(UpTo, amounts) | st.just(AnyNumber())
selections = st.builds(Selection, quantities, cards)
chosen = selections | st.builds(Selection, st.just(Every()), cards)
tops = st.builds(Top, both, quantities, st.booleans()) | st.builds(Top, both, st.just(Every()))
parts = st.builds(Selection, st.builds(Exactly, numbers), plain_cards)
# of all the cards of a hand or a deck it is always said whose they are
owned = cards.map(lambda of: replace(of, holder=Side.YOU) if of.zone in (Zone.HAND, Zone.DECK) and of.holder is None else of)
things = pointed | owned | selections | tops | st.builds(lambda one, two: Together((one, two)), pointed, parts)


@st.composite
def events(draw: st.DrawFn) -> Event:
    """Events in the ways in which each can be worded."""
    subject, target, who = draw(references), draw(references), draw(both)
    causes: list[dict[str, Any]] = [{}, {"by": who}, {"source": draw(references)}]
    cause = draw(st.sampled_from(causes))
    deed = draw(st.sampled_from(list(Deed)))
    match deed:
        case Deed.MOVE:
            return Event(deed, subject=subject, origin=draw(st.none() | zones), destination=draw(zones), **cause)
        case Deed.LEAVE:
            return Event(deed, subject=subject, origin=draw(zones), **cause)
        case Deed.DEPLOY:
            return Event(deed, subject=subject, origin=draw(st.none() | zones))
        case Deed.DISCARD | Deed.EXILE:
            return Event(deed, subject=subject, origin=draw(st.none() | zones), **cause)
        case Deed.ATTACK | Deed.BLOCK:
            ways: list[dict[str, Any]] = [
                {"subject": subject, "target": target}, {"subject": subject}, {"target": target},
                {"by": who, "target": target}, {"by": who}, {"by": who, "subject": draw(cards)},
            ]  # fmt: skip
            return Event(deed, **draw(st.sampled_from(ways)))
        case Deed.FIGHT:
            return Event(deed, subject=subject, target=draw(st.none() | references))
        case Deed.DAMAGE:
            source = draw(st.sampled_from([subject, None]))
            return Event(deed, subject=source, target=draw(references | both), battle=draw(st.none() | st.booleans()))
        case Deed.GAIN_RESOURCE | Deed.CONSUME:
            return Event(deed, by=who, resource=draw(resources))
        case Deed.DRAW | Deed.GAIN_LIFE | Deed.LOSE_LIFE | Deed.ADD_SOULS | Deed.SHUFFLE | Deed.WIN_GAME | Deed.LOSE_GAME:
            return Event(deed, by=who)
        case Deed.ASSIGN:
            return Event(deed, subject=subject, target=draw(st.none() | references), **cause)
    return Event(deed, subject=subject, **cause)


simple_conditions = (
    st.just(InState("夜晚"))
    | st.builds(Compare, calculations(), st.sampled_from(list(Relation)), amounts)
    | st.builds(Matches, pointed, cards)
    | st.builds(Happened, events(), past)
    | st.just(Did())
    | st.builds(IsDuring, periods)
)
negatable = simple_conditions | simple_conditions.map(Not)
conjunctions = st.lists(negatable, min_size=2, max_size=2).map(tuple).map(AllOf)
conditions = negatable | conjunctions | st.lists(negatable | conjunctions, min_size=2, max_size=2).map(tuple).map(AnyOf)
durations = (
    st.builds(Until, moments) | st.builds(During, periods) | st.builds(While, negatable) | st.just(ForGame())
)  # fmt: skip

changes = (
    st.builds(
        ChangeStat, stats, st.sampled_from([Operation.ADD, Operation.SUBTRACT, Operation.TIMES]), amounts, st.none() | numbers
    )
    | st.builds(SetStat, stats, amounts)
    | st.builds(LoseAbilities, st.none() | st.just("勇敢"))
    | st.builds(DisableAbilities, st.none() | st.just("勇敢"))
    | st.builds(GainName, st.none() | names)
    | st.builds(GainFeature, st.sampled_from(list(Feature)), st.just("龙"))
    | st.builds(SetFeature, st.just(Feature.COLOR), st.sampled_from([(), ("红",), ("蓝", "紫")]))
    | st.builds(SetFeature, st.just(Feature.ATTRIBUTE), st.sampled_from([("无",), ("龙", "暗")]))
    | st.builds(ActivateTimes, amounts)
    | st.builds(GainAbility, st.deferred(lambda: small_abilities))
)
use_costs = st.builds(
    CostOfUse,
    st.builds(lambda by, subject: Event(Deed.USE, by=by, subject=subject), both, cards),
    st.builds(ChangeStat, st.just(Stat.COST), st.sampled_from([Operation.ADD, Operation.SUBTRACT]), amounts, st.none() | numbers)
    | st.builds(SetStat, st.just(Stat.COST), amounts),
    st.booleans(),
)
lone = (
    st.builds(Modify, references, st.lists(changes, min_size=1, max_size=2).map(tuple))
    | st.builds(Rule, st.sampled_from(list(Mode)), events())
    | st.just(StateHolds("夜晚"))
    | use_costs
    | st.builds(CopiesAllowed, st.none() | numbers)
)

plain_acts = (
    st.builds(Draw, st.builds(Exactly, amounts) | st.builds(UpTo, amounts), players)
    | st.builds(Choose, chosen, players, st.lists(chosen, max_size=2).map(tuple))
    | st.builds(Declare, players)
    | st.builds(lambda kind, what, who: kind(what, who), st.sampled_from([Discard, Exile, Butcher]), things, players)
    | st.builds(Turn, things, orientations, players)
    | st.builds(Move, things, zones.filter(lambda zone: zone is not Zone.DECK), st.none() | both, st.none() | orientations,
                st.just(False), players)
    | st.builds(Move, things, st.just(Zone.DECK), st.none() | both, st.none(), st.booleans(), players)
    | st.builds(Deploy, things, st.none() | both, st.none() | orientations, players)
    | st.builds(Assign, things, st.none() | references, players)
    | st.builds(Exchange, pointed, parts, players)
    | st.builds(Use, pointed, st.none() | st.builds(SetStat, st.just(Stat.COST), numbers), st.just(False), players)
    | st.builds(Use, pointed, st.none(), st.booleans(), players)
    | st.builds(lambda kind, n, who: kind(n, who), st.sampled_from([GainLife, LoseLife, SetLife, PaySouls]), amounts, players)
    | st.builds(AddSouls, amounts, st.none() | orientations, players)
    | st.builds(GainResource, st.lists(resources, min_size=1, max_size=2, unique=True).map(tuple), amounts, players)
    | st.builds(LoseResource, st.lists(resources, min_size=1, max_size=2, unique=True).map(tuple), quantities, players,
                st.none() | both)
    | st.builds(Consume, resources, amounts, players)
    | st.builds(Shuffle, players)
    | st.builds(EndGame, st.sampled_from(list(Outcome)), players)
    | st.builds(FailAttack, st.none() | both)
    | st.builds(Damage, things | players, amounts, st.none() | references)
    | st.builds(TradeDamage, references, stats)
)  # fmt: skip
# 2张以上的…: what happens at once is one event
together = (
    st.builds(
        lambda cards, number, to: Event(Deed.MOVE, subject=cards, destination=to, at_least=number),
        cards, numbers | variables, zones,
    )
    | st.builds(lambda cards, number: Event(Deed.DEPLOY, subject=cards, at_least=number), cards, numbers)
    | st.builds(lambda cards, number: Event(Deed.ATTACK, target=cards, at_least=number), cards, numbers)
)  # fmt: skip
whens = st.builds(When, events() | together, st.none() | negatable)
triggers = whens | st.lists(whens, min_size=2, max_size=2).map(tuple).map(AnyTrigger) | st.builds(WhenState, negatable)


def compound(acts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Actions that hold others."""
    several = st.lists(acts, min_size=1, max_size=2).map(tuple)
    replacements = st.builds(Replace, events(), several, st.booleans()) | st.builds(
        Replace, events(), several, st.just(True), several
    )
    return (
        st.builds(If, conditions, several, st.just(()) | several)
        | st.builds(May, several, players)
        | st.builds(Repeat, amounts, several)
        | st.builds(Delayed, triggers | st.builds(At, moments), several, st.none() | durations)
        | st.builds(Lasting, lone | replacements, durations)
        | st.builds(
            Modes,
            st.builds(Exactly, numbers) | st.builds(UpTo, numbers),
            st.lists(several, min_size=1, max_size=2).map(tuple),
            both,
        )
        | st.builds(Look, tops | pointed, players)
        | st.builds(Reveal, selections | pointed, players)
    )


acts = st.recursive(plain_acts, compound, max_leaves=4)
effects = st.lists(acts, min_size=1, max_size=3).map(tuple)
costs = st.lists(st.lists(plain_acts, min_size=1, max_size=2).map(tuple), min_size=1, max_size=2).map(tuple)
headings = st.builds(
    Heading,
    st.lists(st.sampled_from([Zone.HAND, Zone.GRAVEYARD]), max_size=2, unique=True).map(tuple),
    st.none() | st.builds(Limit, st.integers(1, 3), st.sampled_from([Stretch.TURN, Stretch.BATTLE, Stretch.GAME])),
    st.booleans(),
)
lasting_moments = moments.map(lambda moment: At(moment) if moment.period.which is not Which.THIS else At(
    Moment(moment.edge, Period(moment.period.stretch, Which.EACH))))  # fmt: skip
statics = lone | st.builds(Provided, negatable, st.lists(lone, min_size=1, max_size=2).map(tuple)) | st.builds(
    Replace, events(), effects, st.booleans()
)  # fmt: skip
small_abilities: st.SearchStrategy[Any] = (
    st.builds(Keyword, st.sampled_from(["勇敢", "认真"]), numbers, heading=headings)
    | st.builds(Keyword, st.just("夜行性"), heading=headings)
    | st.builds(Automatic, whens, st.lists(plain_acts, min_size=1, max_size=2).map(tuple))
    | st.builds(lambda cards, change: Continuous((Modify(cards, (change,)),)), references, st.builds(SetStat, stats, amounts))
)  # fmt: skip
abilities = (
    small_abilities
    | st.builds(Keyword, st.sampled_from(["登场时", "攻击时"]), st.none(), effects, st.just(()) | costs, headings)
    | st.builds(Activated, st.just(()) | costs, effects, headings, st.none() | negatable)
    | st.builds(Automatic, triggers | lasting_moments, effects, st.just(()) | costs, headings)
    | st.builds(Continuous, st.lists(statics, min_size=1, max_size=2).map(tuple), headings)
    | st.builds(Instructions, effects, headings)
)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(abilities)
def test_print_then_read(ability: Any) -> None:
    printed = print_ability(ability)
    assert [one.ability for one in read_card_text(printed, KEYWORDS)] == [ability], printed
