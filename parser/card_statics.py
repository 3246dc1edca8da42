"""From parse tree to continuous effects: what is so while it lasts."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from typing import Any

from lark import Token

from headjudge.parser.card_events import DOER, IT, Events, fixed, suffered
from headjudge.parser.card_nouns import DEEDS, any_token, reference
from headjudge.parser.card_segments import (
    Define,
    Floor,
    Group,
    LeadPer,
    OnlyIf,
    Several,
    Unreadable,
)
from headjudge.parser.effect_terms import (
    Cards,
    Deed,
    Description,
    Event,
    Exactly,
    HasAttribute,
    Lacks,
    Named,
    NamePart,
    Number,
    OfKind,
    Operation,
    SameNameAs,
    Selection,
    Side,
    This,
    Those,
    Together,
    Trait,
)
from headjudge.parser.effects import (
    ActivateTimes,
    AlteredEvent,
    ChangeStat,
    CopiesAllowed,
    CostOfUse,
    DisableAbilities,
    Feature,
    GainAbility,
    GainFeature,
    GainName,
    LoseAbilities,
    Mode,
    Modify,
    PlayerNumber,
    Replace,
    Rule,
    SetFeature,
    SetStat,
    StateHolds,
    UseLimit,
)

_CONSTANTS: Mapping[str, Any] = {
    "kind_feature": Feature.KIND, "work_feature": Feature.WORK, "hole": Group(None),
}  # fmt: skip


class Statics(Events):
    """Continuous effects, and the sentences that belong to them."""

    def __default__(self, data: str, children: list[Any], meta: Any) -> Any:
        return _CONSTANTS[data] if data in _CONSTANTS else super().__default__(data, children, meta)

    def modify(self, children: list[Any]) -> Modify:
        children = [part for child in children for part in (child if isinstance(child, list) else [child])]
        said = next((child for child in children if not _is_change(child)), None)
        given = [child for child in children if isinstance(child, tuple)]
        cards = [reference(said)] if said is not None else []
        cards += [reference(one[1]) for one in given if one[1] is not None]
        if len(cards) > 1:
            raise Unreadable
        changes = tuple(child[2] if isinstance(child, tuple) else child for child in children if _is_change(child))
        return Modify(cards[0] if cards else IT, changes)

    def about(self, children: list[Any]) -> Several:
        cards, lead, *rest = children
        if isinstance(rest[0], Rule):
            return Several((lead, replace(rest[0], event=replace(rest[0].event, **_it_fills(rest[0], reference(cards))))))
        return Several((lead, self.modify([cards, *rest])))

    def change_stat(self, children: list[Any]) -> ChangeStat:
        return ChangeStat(*children)

    def set_stat(self, children: list[Any]) -> SetStat:
        return SetStat(*children)

    def multiply_stat(self, children: list[Any]) -> ChangeStat:
        return ChangeStat(children[0], Operation.TIMES, children[1])

    def gain_ability(self, children: list[Any]) -> list[GainAbility]:
        return [GainAbility(child) for child in children]

    def give_ability(self, children: list[Any]) -> tuple[str, Any, GainAbility]:
        return "give", children[0], GainAbility(children[1])

    def granted(self, children: list[Token]) -> Group:
        return group_of(children[0])

    def lose_abilities(self, children: list[Any]) -> LoseAbilities | DisableAbilities:
        kind = DisableAbilities if any_token(children, "VOID") else LoseAbilities
        name: Any = next((child for child in children if isinstance(child, Group)), None)
        return kind(name)

    def gain_name(self, children: list[Token]) -> GainName:
        name = next((child for child in children if child.type == "NAME"), None)
        return GainName(str(name)[1:-1] if name else None)

    def gain_feature(self, children: list[Any]) -> GainFeature:
        return GainFeature(children[0], str(children[1])[1:-1])

    def gain_work(self, children: list[Any]) -> GainFeature:
        return GainFeature(Feature.WORK, str(children[0])[1:-1])

    def gain_attribute(self, children: list[Any]) -> GainFeature:
        (attribute,) = children
        return GainFeature(Feature.ATTRIBUTE, attribute.word if isinstance(attribute, HasAttribute) else str(attribute))

    def gain_color(self, children: list[Token]) -> GainFeature:
        if children[0] == _COLOURLESS:
            raise Unreadable
        return GainFeature(Feature.COLOR, _color(children[0]))

    def set_color(self, children: list[Token]) -> SetFeature:
        colors = tuple(_color(child) for child in children if child != _COLOURLESS)
        if len(colors) < len(children) > 1:
            raise Unreadable
        return SetFeature(Feature.COLOR, colors)

    def set_attribute(self, children: list[HasAttribute]) -> SetFeature:
        return SetFeature(Feature.ATTRIBUTE, tuple(child.word for child in children))

    def activate_times(self, children: list[Any]) -> ActivateTimes:
        return ActivateTimes(children[0])

    def rule_bare(self, children: list[Any]) -> Rule:
        return children[0]  # type: ignore[no-any-return]

    def both_rules(self, children: list[Any]) -> Several:
        verbs = [child for child in children if isinstance(child, Token)]
        mode = next(child for child in children if isinstance(child, Mode))
        subject = IT if isinstance(children[0], Mode) else reference(children[0])
        return Several(tuple(Rule(mode, Event(DEEDS[verb.type], subject=subject)) for verb in verbs))

    def bare_active(self, children: list[Any]) -> Rule:
        mode, verb, target = children
        return Rule(mode, Event(DEEDS[verb.type], subject=IT, target=fixed(target)))

    def bare_passive(self, children: list[Any]) -> Rule:
        mode, _by, whose, verb = children
        return Rule(mode, suffered(IT, DEEDS[verb.type], {"by": whose} if whose else {}))

    def bare_intransitive(self, children: list[Any]) -> Rule:
        return Rule(children[0], Event(DEEDS[children[1].type], subject=IT))

    def damage_change(self, children: list[Any]) -> Replace:
        target, battle, operation, amount = children
        event = Event(Deed.DAMAGE, target=fixed(reference(target)), battle=battle)
        return Replace(event, (AlteredEvent(operation, amount),))

    def damage_set(self, children: list[Any]) -> Replace:
        target, battle, amount = children
        if amount != Number(0):
            raise Unreadable
        return self.damage_change([target, battle, Operation.TIMES, amount])

    def damage_times(self, children: list[Any]) -> Replace:
        target, battle, amount = children
        return self.damage_change([target, battle, Operation.TIMES, amount])

    def only_by(self, children: list[Any]) -> Rule:
        """只能被…阻挡: whatever fits none of the descriptions cannot."""
        target, _by, able, verb = children
        deed = DEEDS[verb.type]
        cards = reference(able)
        if deed not in (Deed.ATTACK, Deed.BLOCK) or not isinstance(cards, Cards) or not _is_plain(cards):
            raise Unreadable
        return Rule(Mode.CANNOT, Event(deed, subject=_all_but(cards), target=reference(target)))

    def state(self, children: list[Token]) -> StateHolds:
        return StateHolds(str(children[0]))

    def state_while(self, children: list[Any]) -> Several:
        return Several((children[0], StateHolds(str(children[1]))))

    def cost_of_use(self, children: list[Any]) -> CostOfUse:
        player, next_only, zone, used, _cost, change = [child for child in children if not _is_use(child)]
        cards = reference(used)
        if zone is not None and isinstance(cards, Cards):  # this card has its own cost wherever it is used from
            cards = limited_to((None, zone), cards)
        return CostOfUse(Event(Deed.USE, by=player or DOER, subject=cards), change, next_only is not None)

    def cost_in_zone(self, children: list[Any]) -> CostOfUse:
        """手牌中的此卡费用减少2: what it costs to use it from there."""
        player, zone, used, _cost, change = children
        if zone != "手牌":
            raise Unreadable
        return CostOfUse(Event(Deed.USE, by=player or DOER, subject=used), change)

    def cost_of_use_per(self, children: list[Any]) -> Several:
        per = next(child for child in children if isinstance(child, LeadPer))
        return Several((per, self.cost_of_use([child for child in children if child is not per])))

    def number_of_player(self, children: list[Any]) -> PlayerNumber:
        player, word, operation, amount = _but_the_base(children)
        return PlayerNumber(player or DOER, str(word), operation, amount)

    def number_of_player_set(self, children: list[Any]) -> PlayerNumber:
        player, word, amount = _but_the_base(children)
        return PlayerNumber(player or DOER, str(word), None, amount)

    def use_limit(self, children: list[Any]) -> UseLimit:
        player, stretch, _use, noun = children
        if stretch != "回合" or not isinstance(noun.quantity, Exactly):
            raise Unreadable
        return UseLimit(Event(Deed.USE, by=player, subject=replace(noun, quantity=None).all_of_them), noun.quantity.amount)

    def use_limit_of(self, children: list[Any]) -> UseLimit:
        """Of a card or its name: no other of that name either."""
        *_said, stretch, _use, number = children
        name = next((child for child in children if isinstance(child, Token) and child.type == "NAME"), None)
        if stretch != "回合":
            raise Unreadable
        trait = SameNameAs(This()) if name is None else Named(NamePart.WHOLE, str(name)[1:-1])
        return UseLimit(Event(Deed.USE, by=Side.YOU, subject=Cards((Description((trait,)),))), number)

    def copies(self, children: list[Any]) -> CopiesAllowed:
        return CopiesAllowed(next((child for child in children if not isinstance(child, Token)), None))

    def floor(self, children: list[Any]) -> Floor:
        return Floor(children[0])

    def define(self, children: list[Any]) -> Define:
        return Define(str(children[0]), children[1])

    def only_if(self, children: list[Any]) -> OnlyIf:
        return OnlyIf(children[0])


def _but_the_base(children: list[Any]) -> list[Any]:
    """The words for a number of a player without the base in which it counts (据点中的帕鲁上限)."""
    places = [child for child in children if isinstance(child, Token) and child.type == "ZONE"]
    if any(place != "据点" for place in places):
        raise Unreadable
    return [child for child in children if child not in places]


def _is_use(child: Any) -> bool:
    return isinstance(child, Token) and child.type == "USE"


_COLOURLESS = "无色"
"""Having no colour (Palworld 2.6.3): nothing that could be gained."""


def _color(token: Token) -> str:
    return str(token).removesuffix("色")


def group_of(token: Token) -> Group:
    return Group(int(token[1:-1]))


def _is_plain(cards: Cards) -> bool:
    """Whether nothing but their descriptions says which cards are meant."""
    return cards.holder is None and cards.zone is None and cards.among is None and not cards.others


def _all_but(cards: Cards) -> Cards:
    """The Pals that fit none of the descriptions: of each of these they lack a trait."""
    lacking = product(*([_lack(trait) for trait in one.traits if trait != OfKind("帕鲁")] for one in cards.any_of))
    return Cards(tuple(Description((*traits, OfKind("帕鲁"))) for traits in lacking))


def _lack(trait: Trait) -> Trait:
    return trait.trait if isinstance(trait, Lacks) else Lacks(trait)


def _is_change(child: Any) -> bool:
    return isinstance(
        child,
        tuple | ChangeStat | SetStat | GainAbility | LoseAbilities | DisableAbilities | GainName | GainFeature | SetFeature
        | ActivateTimes,
    )  # fmt: skip


def _it_fills(rule: Rule, cards: Any) -> dict[str, Any]:
    return {name: cards for name in ("subject", "target") if getattr(rule.event, name) is IT}


def limited_to(source: Any, things: Any) -> Any:
    """The things, limited to where they come from."""
    if source is None:
        return things
    if isinstance(things, Selection):
        return replace(things, cards=limited_to(source, things.cards))
    if isinstance(things, Together):
        return Together(tuple(limited_to(source, part) for part in things.parts))
    if isinstance(things, This | Those) and not isinstance(source, Those):
        return things  # a card that is fixed and lies elsewhere by now is another card (Palworld 4.1.4)
    if not isinstance(things, Cards):
        raise Unreadable
    if isinstance(source, Those):
        return replace(things, among=source.role)
    holder, zone = source
    if things.zone not in (None, zone) or (holder is not None and things.holder is not None):
        raise Unreadable
    return replace(things, zone=zone, holder=things.holder if holder is None else holder)
