"""From parse tree to segments: what leads, acts, continuous effects and events (the upper half of the grammar's reading)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from unicodedata import numeric

from lark import Token, Tree
from lark.exceptions import VisitError

from headjudge.parser.card_nouns import DEEDS, Nouns, any_token, orientation, reference
from headjudge.parser.card_segments import (
    Define,
    Floor,
    Group,
    GroupModes,
    Lead,
    LeadAt,
    LeadDuration,
    LeadIf,
    LeadInstead,
    LeadMay,
    LeadPer,
    LeadState,
    LeadWhen,
    LeadWhile,
    Listed,
    LosePool,
    Noun,
    OnlyIf,
    Pointer,
    Repeated,
    ResourcePool,
    Segment,
    Several,
    Unreadable,
)
from headjudge.parser.effect_terms import (
    Cards,
    ControllerOf,
    Deed,
    During,
    Event,
    Every,
    Exactly,
    ForGame,
    Moment,
    Number,
    Orientation,
    OwnerOf,
    Parameter,
    Role,
    Selection,
    Side,
    Stat,
    Those,
    Together,
    Top,
    Until,
    UpTo,
    Zone,
)
from headjudge.parser.effects import (
    ActivateTimes,
    AddSouls,
    AlteredEvent,
    Assign,
    Butcher,
    ChangeStat,
    Choose,
    Consume,
    CopiesAllowed,
    CostOfUse,
    Damage,
    Declare,
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
    Look,
    LoseAbilities,
    LoseLife,
    LoseResource,
    Mode,
    Modify,
    Move,
    Outcome,
    PaySouls,
    Replace,
    Reveal,
    Rule,
    SetLife,
    SetStat,
    Shuffle,
    StateHolds,
    Turn,
    Use,
)

# Any: they stand where the finished tree has players and cards.
_DOER: Any = Pointer.DOER
_IT: Any = Pointer.IT
_CONSTANTS: Mapping[str, Any] = {
    "cannot": Mode.CANNOT, "must": Mode.MUST, "may_do": Mode.MAY,
    "any_damage": None, "battle_damage": True, "other_damage": False,
    "kind_feature": Feature.KIND, "color_feature": Feature.COLOR, "attribute_feature": Feature.ATTRIBUTE,
    "work_feature": Feature.WORK,
    "lead_else": Lead.ELSE, "lead_then": Lead.THEN, "lead_game": LeadDuration(ForGame()),
    "hole": Group(None), "source_seen": Those(Role.SEEN), "gap": Parameter("效果"),
}  # fmt: skip
_SAME = frozenset(("handle_verb", "amount_of", "cost_change", "lowest", "event", "rule", "act_things"))
_HANDLED: Mapping[str, Any] = {"LOOK": Look, "REVEAL": Reveal, "DISCARD": Discard, "EXILE": Exile, "BUTCHER": Butcher}


class Segments(Nouns):
    """The segments of a sentence, in order."""

    def __default__(self, data: str, children: list[Any], meta: Any) -> Any:
        if data in _CONSTANTS:
            return _CONSTANTS[data]
        return children[0] if data in _SAME else super().__default__(data, children, meta)

    def sentence(self, children: list[Any]) -> list[Segment]:
        return children

    # -- what leads

    def lead_if(self, children: list[Any]) -> LeadIf:
        return LeadIf(children[0])

    def lead_case(self, children: list[Any]) -> LeadIf:
        return LeadIf(children[0], bare=True)

    def lead_while(self, children: list[Any]) -> LeadWhile:
        return LeadWhile(children[0])

    def lead_when(self, children: list[Any]) -> LeadWhen:
        return LeadWhen(children[0])

    def triggers(self, children: list[Any]) -> tuple[Any, ...]:
        return tuple(one for child in children for one in (child if isinstance(child, list) else [child]))

    def trigger_event(self, children: list[Any]) -> tuple[Any, None]:
        return children[0], None

    def trigger_event_if(self, children: list[Any]) -> tuple[Any, Any]:
        return children[1], children[0]

    def trigger_either(self, children: list[Any]) -> list[tuple[Event, None]]:
        subject = reference(children[0])
        return [(Event(DEEDS[verb.type], subject=subject), None) for verb in children[1:]]

    def lead_state(self, children: list[Any]) -> LeadState:
        return LeadState(children[0])

    def lead_at(self, children: list[Any]) -> LeadAt:
        return LeadAt(Moment(children[1], children[0]))

    def lead_until(self, children: list[Any]) -> LeadDuration:
        return LeadDuration(Until(Moment(children[1], children[0])))

    def lead_during(self, children: list[Any]) -> LeadDuration:
        return LeadDuration(During(children[0]))

    def lead_per(self, children: list[Any]) -> LeadPer:
        player, number, noun = children
        cards = noun.all_of_them
        if player is not None:
            if cards.holder not in (None, player):
                raise Unreadable
            cards = replace(cards, holder=player)
        return LeadPer(number, cards)

    def lead_instead(self, children: list[Any]) -> LeadInstead:
        return LeadInstead(optional=bool(children))

    def lead_may(self, children: list[Any]) -> LeadMay:
        return LeadMay(children[0] or _DOER)

    # -- acts

    def act(self, children: list[Any]) -> Any:
        who, act = children
        return act if who is None else _done_by(who, act)

    def topic_act(self, children: list[Any]) -> Any:
        who, act = children
        if isinstance(act, Several):
            return Several(tuple(_with_object(one, who) for one in act.acts))
        return _with_object(act, who)

    def draw(self, children: list[Any]) -> Draw:
        number = next(child for child in children if not isinstance(child, Token))
        return Draw(UpTo(number) if any_token(children, "UP_TO") else Exactly(number), _DOER)

    def handle(self, children: list[Any]) -> Any:
        verb = next(child for child in children if isinstance(child, Token) and child.type != "UP_TO")
        things = [child for child in children if not isinstance(child, Token)]
        if any_token(children, "UP_TO"):  # 至多查看牌库顶3张
            if not things or not isinstance(top := things[0], Top) or not isinstance(top.quantity, Exactly):
                raise Unreadable
            things = [replace(top, quantity=UpTo(top.quantity.amount))]
        return _handle(verb, things[0] if things else _IT)

    handle_bare = handle

    def choose_from(self, children: list[Any]) -> Any:
        source, verb, things = children
        return _handle(verb, _from(source, things))

    def source(self, children: list[Any]) -> tuple[Any, Zone]:
        return children[0], children[1]

    def source_top(self, _children: list[Any]) -> Any:
        raise Unreadable

    def search(self, children: list[Any]) -> Any:
        source, things, destination = children
        return _move([_from(source, things), destination])

    def move(self, children: list[Any]) -> Any:
        return _move(children)

    move_bare = move

    def destination(self, children: list[Any]) -> tuple[str, Any, Zone, bool]:
        player, zone, edge = children
        if edge is not None and zone is not Zone.DECK:
            raise Unreadable
        return "to", player, zone, edge is not None and edge.type == "BOTTOM"

    def origin(self, children: list[Any]) -> tuple[Any, Zone]:
        return children[0], children[1]

    event_origin = origin

    def orient(self, children: list[Token]) -> Orientation:
        return orientation(children[0])

    def deploy(self, children: list[Any]) -> Deploy:
        things, turned, origin = _IT, None, None
        whose = None
        for child in children:
            if isinstance(child, Orientation):
                turned = child
            elif isinstance(child, tuple) and child[0] == "base of":
                whose = child[1]
            elif isinstance(child, tuple):
                origin = child
            elif child is not None and not isinstance(child, Token):
                things = child
        return Deploy(_from(origin, _settled(things)), whose, turned, _DOER)

    deploy_bare = deploy

    def deploy_to(self, children: list[Any]) -> tuple[str, Any]:
        if children[1] != "据点":
            raise Unreadable
        return "base of", children[0]

    def assign(self, children: list[Any]) -> Assign:
        things, structure = _IT, None
        for child in children:
            if isinstance(child, tuple):
                structure = child[1]
            elif child is not None and not isinstance(child, Token):
                things = child
        return Assign(_settled(things), structure, _DOER)

    def to_structure(self, children: list[Any]) -> tuple[str, Any]:
        return "structure", reference(children[0])

    def exchange(self, children: list[Any]) -> Exchange:
        one, other = (child.some if isinstance(child, Noun) else child for child in children)
        return Exchange(one, other, _DOER)

    def use(self, children: list[Any]) -> Use:
        change = next((child for child in children if isinstance(child, ChangeStat | SetStat)), None)
        things = [child for child in children if not isinstance(child, Token | ChangeStat | SetStat)]
        return Use(_settled(things[0]) if things else _IT, change, any_token(children, "FREE"), _DOER)

    def cost_change(self, children: list[Any]) -> Any:
        return children[1]

    def cost_step(self, children: list[Any]) -> ChangeStat:
        return ChangeStat(Stat.COST, *children)

    def cost_set(self, children: list[Any]) -> SetStat:
        return SetStat(Stat.COST, children[0])

    def damage(self, children: list[Any]) -> Damage:
        source, target, amount = children if len(children) == 3 else (None, *children)
        return Damage(_IT if target is None else _settled(target), amount, reference(source))

    def life(self, children: list[Any]) -> GainLife | LoseLife:
        kind = GainLife if children[0].type == "GAIN" else LoseLife
        return kind(children[1], _DOER)

    def set_life(self, children: list[Any]) -> SetLife:
        return SetLife(children[1], children[0] or _DOER)

    def pay(self, children: list[Any]) -> PaySouls:
        said = children[0]
        return PaySouls(Number(int(numeric(said))) if isinstance(said, Token) else said, _DOER)

    def souls(self, children: list[Any]) -> AddSouls:
        turned, whose, amount = children
        return AddSouls(amount, turned, whose or _DOER)

    def gain(self, children: list[Any]) -> GainResource:
        amount = next(child for child in children if not isinstance(child, Token))
        return GainResource(_resources(children), amount, _DOER)

    def lose(self, children: list[Any]) -> LoseResource:
        return LoseResource(_resources(children), children[2], _DOER, children[1])

    def choose_resources(self, children: list[Any]) -> ResourcePool:
        return ResourcePool(children[2], _resources(children), children[-1], children[0] or _DOER)

    def lose_chosen(self, children: list[Any]) -> LosePool:
        return LosePool(children[0])

    def consume(self, children: list[Any]) -> Consume:
        (resource,) = _resources(children)
        amount = next(child for child in children if not isinstance(child, Token))
        return Consume(resource, amount, _DOER)

    def shuffle(self, children: list[Any]) -> Shuffle:
        return Shuffle(children[0] or _DOER)

    def shuffle_in(self, children: list[Any]) -> Several:
        things, whose = children[0], children[1]
        return Several((Move(_settled(things), Zone.DECK, whose, player=_DOER), Shuffle(whose or _DOER)))

    def shuffle_bare(self, children: list[Any]) -> Several:
        return self.shuffle_in([_IT, children[0]])

    def fail(self, children: list[Any]) -> FailAttack:
        return FailAttack(children[0] if not isinstance(children[0], Token) else None)

    def finish(self, children: list[Token]) -> EndGame:
        return EndGame(Outcome.WIN if children[0].type == "WIN" else Outcome.LOSE, _DOER)

    def altered(self, children: list[Any]) -> AlteredEvent:
        return AlteredEvent(children[0], children[1])

    def declare(self, children: list[Any]) -> Declare:
        if children[0] != Number(1):
            raise Unreadable
        return Declare(_DOER)

    def repeat(self, children: list[Any]) -> Repeated:
        group = next(_group(child) for child in children if isinstance(child, Token))
        return Repeated(group, next(child for child in children if not isinstance(child, Token)))

    def group(self, children: list[Token]) -> Repeated:
        return Repeated(_group(children[0]))

    def group_as_sentence(self, children: list[Token]) -> Group:
        return _group(children[0])

    def modes(self, children: list[Any]) -> GroupModes:
        groups = [child for child in children if isinstance(child, Token) and child.type == "GROUP"]
        return GroupModes(children[-1], tuple(map(_group, groups)))

    def listed_modes(self, children: list[Any]) -> Listed:
        return Listed(children[-1])

    def up_to_listed(self, children: list[Any]) -> UpTo:
        return UpTo(children[1])

    # -- continuous effects

    def modify(self, children: list[Any]) -> Modify:
        said = next((child for child in children if not _is_change(child)), None)
        given = [child for child in children if isinstance(child, tuple)]
        cards = [reference(said)] if said is not None else []
        cards += [reference(one[1]) for one in given if one[1] is not None]
        if len(cards) > 1:
            raise Unreadable
        changes = tuple(child[2] if isinstance(child, tuple) else child for child in children if _is_change(child))
        return Modify(cards[0] if cards else _IT, changes)

    def about(self, children: list[Any]) -> Several:
        cards, lead, *rest = children
        if isinstance(rest[0], Rule):
            return Several((lead, replace(rest[0], event=replace(rest[0].event, **_it_fills(rest[0], reference(cards))))))
        return Several((lead, self.modify([cards, *rest])))

    def change_stat(self, children: list[Any]) -> ChangeStat:
        return ChangeStat(*children)

    def set_stat(self, children: list[Any]) -> SetStat:
        return SetStat(*children)

    def gain_ability(self, children: list[Any]) -> GainAbility:
        return GainAbility(children[0])

    def give_ability(self, children: list[Any]) -> tuple[str, Any, GainAbility]:
        return "give", children[0], GainAbility(children[1])

    def granted(self, children: list[Token]) -> Group:
        return _group(children[0])

    def lose_abilities(self, children: list[Any]) -> LoseAbilities | DisableAbilities:
        kind = DisableAbilities if any_token(children, "VOID") else LoseAbilities
        name: Any = next((child for child in children if isinstance(child, Group)), None)
        return kind(name)

    def gain_name(self, children: list[Token]) -> GainName:
        name = next((child for child in children if child.type == "NAME"), None)
        return GainName(str(name)[1:-1] if name else None)

    def gain_feature(self, children: list[Any]) -> GainFeature:
        return GainFeature(children[0], str(children[1])[1:-1])

    def activate_times(self, children: list[Any]) -> ActivateTimes:
        return ActivateTimes(children[0])

    def rule_bare(self, children: list[Any]) -> Rule:
        return children[0]  # type: ignore[no-any-return]

    def bare_active(self, children: list[Any]) -> Rule:
        mode, verb, target = children
        return Rule(mode, Event(DEEDS[verb.type], subject=_IT, target=_fixed(target)))

    def bare_passive(self, children: list[Any]) -> Rule:
        mode, _by, whose, verb = children
        return Rule(mode, _suffered(_IT, DEEDS[verb.type], {"by": whose} if whose else {}))

    def bare_intransitive(self, children: list[Any]) -> Rule:
        return Rule(children[0], Event(DEEDS[children[1].type], subject=_IT))

    def damage_change(self, children: list[Any]) -> Replace:
        target, battle, operation, amount = children
        event = Event(Deed.DAMAGE, target=reference(target), battle=battle)
        return Replace(event, (AlteredEvent(operation, amount),))

    def state(self, children: list[Token]) -> StateHolds:
        return StateHolds(str(children[0]))

    def state_while(self, children: list[Any]) -> Several:
        return Several((children[0], StateHolds(str(children[1]))))

    def cost_of_use(self, children: list[Any]) -> CostOfUse:
        player, next_only, zone, noun, _cost, change = children
        cards = noun.all_of_them
        if zone is not None:
            cards = _from((None, zone), cards)
        return CostOfUse(Event(Deed.USE, by=player or _DOER, subject=cards), change, next_only is not None)

    def copies(self, children: list[Any]) -> CopiesAllowed:
        return CopiesAllowed(next((child for child in children if not isinstance(child, Token)), None))

    def floor(self, children: list[Any]) -> Floor:
        return Floor(children[0])

    def define(self, children: list[Any]) -> Define:
        return Define(str(children[0]), children[1])

    def only_if(self, children: list[Any]) -> OnlyIf:
        return OnlyIf(children[0])

    # -- events: `children` may have a Mode in it, which makes a rule of the event

    def active(self, children: list[Any]) -> Any:
        (actor, verb, target), mode = _parted(children)
        return _ruled(mode, Event(DEEDS[verb.type], **_actor(actor), target=_fixed(target)))

    def fights(self, children: list[Any]) -> Any:
        (one, other, _verb), mode = _parted(children)
        return _ruled(mode, Event(Deed.FIGHT, subject=reference(one), target=_fixed(other)))

    def intransitive(self, children: list[Any]) -> Any:
        (subject, verb), mode = _parted(children)
        return _ruled(mode, Event(DEEDS[verb.type], subject=reference(subject)))

    def passive(self, children: list[Any]) -> Any:
        (subject, _by, whose, verb, target), mode = _parted(children)
        event = _suffered(reference(subject), DEEDS[verb.type], whose or {})
        return _ruled(mode, replace(event, target=_fixed(target)) if target is not None else event)

    def moved(self, children: list[Any]) -> Any:
        (subject, _by, whose, origin, destination), mode = _parted(children)
        return _ruled(mode, replace(_zone_move(subject, origin, destination), **(whose or {})))

    def moved_from(self, children: list[Any]) -> Any:
        (subject, origin, _by, whose, destination), mode = _parted(children)
        return _ruled(mode, replace(_zone_move(subject, origin, destination), **(whose or {})))

    def moves(self, children: list[Any]) -> Any:
        (subject, origin, destination), mode = _parted(children)
        return _ruled(mode, _zone_move(subject, origin, destination))

    def leaves(self, children: list[Any]) -> Any:
        (subject, zone), mode = _parted(children)
        return _ruled(mode, Event(Deed.LEAVE, subject=reference(subject), origin=zone))

    def does(self, children: list[Any]) -> Any:
        (player, verb, things, *target), mode = _parted(children)
        subject = _each(things)
        event = Event(DEEDS[verb.type], by=player, subject=subject, target=_fixed(target[0]) if target else None)
        return _ruled(mode, event)

    def does_with(self, children: list[Any]) -> Any:
        (player, things, verb), mode = _parted(children)
        return _ruled(mode, Event(DEEDS[verb.type], by=player, subject=_each(things)))

    def draws(self, children: list[Any]) -> Any:
        return self._by_player(Deed.DRAW, children)

    def deals(self, children: list[Any]) -> Any:
        (source, target, battle), mode = _parted(children)
        return _ruled(mode, Event(Deed.DAMAGE, subject=reference(source), target=_fixed(target), battle=battle))

    def takes(self, children: list[Any]) -> Any:
        (target, battle), mode = _parted(children)
        return _ruled(mode, Event(Deed.DAMAGE, target=reference(target), battle=battle))

    def changes_life(self, children: list[Any]) -> Any:
        return self._by_player(Deed.GAIN_LIFE if any_token(children, "GAIN") else Deed.LOSE_LIFE, children)

    def gains_resource(self, children: list[Any]) -> Any:
        return self._by_player(Deed.GAIN_RESOURCE, children, str(children[-1]))

    def consumes(self, children: list[Any]) -> Any:
        return self._by_player(Deed.CONSUME, children, str(children[-1]))

    def shuffles(self, children: list[Any]) -> Any:
        return self._by_player(Deed.SHUFFLE, children)

    def wins(self, children: list[Any]) -> Any:
        return self._by_player(Deed.WIN_GAME, children)

    def loses(self, children: list[Any]) -> Any:
        return self._by_player(Deed.LOSE_GAME, children)

    def targets(self, children: list[Any]) -> Any:
        (actor, _choose, target), mode = _parted(children)
        return _ruled(mode, Event(Deed.ATTACK, **_actor(actor), target=reference(target)))

    @staticmethod
    def _by_player(deed: Deed, children: list[Any], resource: str | None = None) -> Any:
        (player, *_rest), mode = _parted(children)
        return _ruled(mode, Event(deed, by=player, resource=resource))


def segments(tree: Tree[Token]) -> list[Segment] | None:
    """What the sentence says in order; None where it fits the grammar but says nothing that can be modelled."""
    try:
        found = Segments().transform(tree)
    except VisitError as error:
        if isinstance(error.orig_exc, Unreadable):
            return None
        raise
    return list(found)


def _done_by(player: Any, act: Any) -> Any:
    if hasattr(act, "player"):
        return replace(act, player=player)
    if isinstance(act, Several):
        return Several(tuple(_done_by(player, one) for one in act.acts))
    if isinstance(act, Repeated | GroupModes | Listed) or player is not Side.YOU:
        raise Unreadable
    return act


def _with_object(act: Any, things: Any) -> Any:
    if getattr(act, "things", None) is _IT:
        return replace(act, things=_settled(things))
    return act


def _handle(verb: Token, things: Any) -> Any:
    if verb.type == "CHOOSE":
        if not isinstance(things, Selection):
            raise Unreadable
        return Choose(things, _DOER)
    if verb.type in ("STANDING", "RESTED"):
        return Turn(_settled(things), orientation(verb), _DOER)
    return _HANDLED[verb.type](_settled(things), _DOER)


def _settled(things: Any) -> Any:
    """Cards of which all are meant need no choice."""
    if isinstance(things, Selection) and isinstance(things.quantity, Every):
        return things.cards
    if isinstance(things, Together):
        return Together(tuple(_settled(part) for part in things.parts))
    return things


def _from(source: Any, things: Any) -> Any:
    """The things, limited to where they come from."""
    if source is None:
        return things
    if isinstance(things, Selection):
        return replace(things, cards=_from(source, things.cards))
    if not isinstance(things, Cards):
        raise Unreadable
    if isinstance(source, Those):
        return replace(things, among=source.role)
    holder, zone = source
    if things.zone not in (None, zone) or (holder is not None and things.holder is not None):
        raise Unreadable
    return replace(things, zone=zone, holder=things.holder if holder is None else holder)


def _move(children: list[Any]) -> Move:
    things, turned, origin = _IT, None, None
    _to, whose, zone, bottom = children[-1]
    for child in children[:-1]:
        if isinstance(child, Orientation):
            turned = child
        elif isinstance(child, tuple):
            origin = child
        else:
            things = child
    return Move(_from(origin, _settled(things)), zone, whose, turned, bottom, _DOER)


def _resources(children: list[Any]) -> tuple[str, ...]:
    return tuple(str(child) for child in children if isinstance(child, Token) and child.type == "RESOURCE")


def _group(token: Token) -> Group:
    return Group(int(token[1:-1]))


def _is_change(child: Any) -> bool:
    return isinstance(
        child,
        tuple | ChangeStat | SetStat | GainAbility | LoseAbilities | DisableAbilities | GainName | GainFeature
        | ActivateTimes,
    )  # fmt: skip


def _parted(children: list[Any]) -> tuple[list[Any], Mode | None]:
    """The parts of an event, and the mode that stands among them."""
    mode = next((child for child in children if isinstance(child, Mode)), None)
    return [child for child in children if not isinstance(child, Mode)], mode


def _ruled(mode: Mode | None, event: Event) -> Event | Rule:
    return event if mode is None else Rule(mode, event)


def _actor(actor: Any) -> dict[str, Any]:
    if isinstance(actor, Side | ControllerOf | OwnerOf) or actor is Pointer.SELF:
        return {"by": actor}
    return {"subject": reference(actor)}


def _fixed(target: Any) -> Any:
    settled = _settled(target)
    if isinstance(settled, Selection | Together | Top):
        raise Unreadable
    return settled


def _each(things: Any) -> Any:
    """The cards of an event: 你使用1张事件时 is each one."""
    if isinstance(things, Selection) and things.quantity == Exactly(Number(1)):
        return things.cards
    return _fixed(things)


def _suffered(subject: Any, deed: Deed, whose: dict[str, Any]) -> Event:
    """What is done to the subject: attacked or blocked it is the target, anything else has it done as a card."""
    if deed in (Deed.ATTACK, Deed.BLOCK):
        return Event(deed, by=whose.get("by"), subject=whose.get("source"), target=subject)
    return Event(deed, subject=subject, **whose)


def _zone_move(subject: Any, origin: Any, destination: Any) -> Event:
    _to, whose, zone, bottom = destination
    if whose is not None or bottom or (origin is not None and origin[0] is not None):
        raise Unreadable
    return Event(Deed.MOVE, subject=reference(subject), origin=origin[1] if origin else None, destination=zone)


def _it_fills(rule: Rule, cards: Any) -> dict[str, Any]:
    return {name: cards for name in ("subject", "target") if getattr(rule.event, name) is _IT}
