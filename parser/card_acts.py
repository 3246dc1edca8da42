"""From parse tree to segments: what leads, and what is done."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from unicodedata import numeric

from lark import Token, Tree
from lark.exceptions import VisitError

from headjudge.parser.card_events import DOER, IT, settled
from headjudge.parser.card_leads import Leads
from headjudge.parser.card_nouns import any_token, orientation, reference
from headjudge.parser.card_segments import (
    Group,
    GroupModes,
    Lead,
    LeadDuration,
    Listed,
    LosePool,
    Noun,
    Pointer,
    Repeated,
    ResourcePool,
    Segment,
    Several,
    Unreadable,
)
from headjudge.parser.card_statics import group_of, limited_to
from headjudge.parser.effect_durations import ForGame
from headjudge.parser.effect_terms import (
    Calculation,
    Cards,
    Count,
    Exactly,
    Number,
    OfKind,
    Operation,
    Orientation,
    OwnerOf,
    Parameter,
    Role,
    Selection,
    Side,
    Stat,
    This,
    Those,
    Together,
    Top,
    UpTo,
    Variable,
    Zone,
)
from headjudge.parser.effects import (
    AddSouls,
    AlteredEvent,
    Assign,
    Butcher,
    ChangeStat,
    Choose,
    Consume,
    Damage,
    Declare,
    Deploy,
    Discard,
    Draw,
    EndGame,
    Exchange,
    Exile,
    FailAttack,
    GainLife,
    GainResource,
    Look,
    LoseLife,
    LoseResource,
    Move,
    Outcome,
    PaySouls,
    Reveal,
    RevealUntil,
    SetLife,
    SetStat,
    Shuffle,
    TradeDamage,
    Turn,
    Use,
)

_CONSTANTS: Mapping[str, Any] = {
    "lead_else": Lead.ELSE, "lead_then": Lead.THEN, "lead_game": LeadDuration(ForGame()),
    "source_seen": Those(Role.SEEN), "gap": Parameter("效果"),
}  # fmt: skip
_SAME = frozenset(("handle_verb", "receiver", "amount_of", "cost_change", "lowest", "act_things"))
_HANDLED: Mapping[str, Any] = {"LOOK": Look, "REVEAL": Reveal, "DISCARD": Discard, "EXILE": Exile, "BUTCHER": Butcher}


class Segments(Leads):
    """The segments of a sentence, in order."""

    def __default__(self, data: str, children: list[Any], meta: Any) -> Any:
        if data in _CONSTANTS:
            return _CONSTANTS[data]
        return children[0] if data in _SAME else super().__default__(data, children, meta)

    def sentence(self, children: list[Any]) -> list[Segment]:
        return children

    # -- acts

    def act(self, children: list[Any]) -> Any:
        who, act = children
        return act if who is None else _done_by(who, act)

    def alone(self, children: list[Any]) -> Any:
        return children[0]

    def topic_act(self, children: list[Any]) -> Any:
        who, act = children
        if isinstance(act, Several):
            return Several(tuple(_with_object(one, who) for one in act.acts))
        return _with_object(act, who)

    def draw(self, children: list[Any]) -> Draw:
        number = next(child for child in children if not isinstance(child, Token))
        return Draw(UpTo(number) if any_token(children, "UP_TO") else Exactly(number), DOER)

    def draw_until(self, children: list[Any]) -> Draw:
        return Draw(Exactly(_missing(_own_hand(children), children[-1])), DOER)

    def discard_until(self, children: list[Any]) -> Discard:
        hand = _own_hand(children)
        excess = Calculation(Operation.SUBTRACT, Count(hand), children[-1])
        return Discard(Selection(Exactly(excess), replace(hand, holder=None)), DOER)

    def shuffle_back(self, children: list[Any]) -> Several:
        things, each, destination = children
        moved = _move([things, destination])
        cards = moved.things.cards if isinstance(moved.things, Selection) else moved.things
        holder = cards.holder if isinstance(cards, Cards) else None
        whose = Side.BOTH if each is not None else moved.whose or holder or DOER
        if moved.zone is not Zone.DECK or moved.bottom:
            raise Unreadable
        return Several((moved, Shuffle(whose)))

    def handle(self, children: list[Any]) -> Any:
        verb = next(child for child in children if isinstance(child, Token) and child.type != "UP_TO")
        things = [reference(child) for child in children if not isinstance(child, Token)]
        if any_token(children, "UP_TO"):  # 至多查看牌库顶3张
            if not things or not isinstance(top := things[0], Top) or not isinstance(top.quantity, Exactly):
                raise Unreadable
            things = [replace(top, quantity=UpTo(top.quantity.amount))]
        return _handle(verb, things[0] if things else IT)

    handle_bare = handle

    def reveal_until(self, children: list[Any]) -> RevealUntil:
        owner, *_rest, noun = [child for child in children if not isinstance(child, Token)]
        number = noun.quantity.amount if isinstance(noun.quantity, Exactly) else Number(1)
        if not isinstance(noun.quantity, Exactly | None) or noun.cards.zone is not None or noun.cards.holder is not None:
            raise Unreadable
        return RevealUntil(owner or DOER, noun.cards, number, DOER)

    def choose_from(self, children: list[Any]) -> Any:
        source, verb, things = children
        if verb.type in ("STANDING", "RESTED", "BUTCHER"):
            raise Unreadable  # 从墓地横置…: only what lies in a base is turned
        return _handle(verb, limited_to(source, things))

    def source(self, children: list[Any]) -> tuple[Any, Zone]:
        return children[0], children[1]

    def source_top(self, _children: list[Any]) -> Any:
        raise Unreadable

    def search(self, children: list[Any]) -> Any:
        source, things, destination = children
        return _move([limited_to(source, things), destination])

    def move(self, children: list[Any]) -> Any:
        return _move(children)

    move_bare = move

    def orient(self, children: list[Token]) -> Orientation:
        return orientation(children[0])

    def deploy(self, children: list[Any]) -> Deploy:
        things, turned, origin = IT, None, None
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
        return Deploy(limited_to(origin, settled(things)), whose, turned, DOER)

    deploy_bare = deploy

    def deploy_to(self, children: list[Any]) -> tuple[str, Any]:
        if children[1] != "据点":
            raise Unreadable
        return "base of", children[0]

    def assign(self, children: list[Any]) -> Assign:
        things, structure = IT, None
        for child in children:
            if isinstance(child, tuple):
                structure = child[1]
            elif child is not None and not isinstance(child, Token):
                things = child
        return Assign(settled(things), structure, DOER)

    def to_structure(self, children: list[Any]) -> tuple[str, Any]:
        return "structure", reference(children[0])

    def exchange(self, children: list[Any]) -> Exchange:
        one, other = (child.some if isinstance(child, Noun) else child for child in children)
        return Exchange(one, other, DOER)

    def use(self, children: list[Any]) -> Use:
        change = next((child for child in children if isinstance(child, ChangeStat | SetStat)), None)
        things = [child for child in children if not isinstance(child, Token | ChangeStat | SetStat | None)]
        return Use(settled(things[0]) if things else IT, change, any_token(children, "FREE"), DOER)

    def use_from(self, children: list[Any]) -> Use:
        source, things, _free = children
        return Use(limited_to(source, settled(things)), free=True, player=DOER)

    def cost_change(self, children: list[Any]) -> Any:
        return children[1]

    def cost_step(self, children: list[Any]) -> ChangeStat:
        return ChangeStat(Stat.COST, *children)

    def cost_set(self, children: list[Any]) -> SetStat:
        return SetStat(Stat.COST, children[0])

    def takes_damage(self, children: list[Any]) -> Damage:
        target, amount = children
        return Damage(reference(target), amount)

    def trade_damage(self, children: list[Any]) -> TradeDamage:
        cards, *_own, stat = children
        return TradeDamage(IT if cards is None else reference(cards), stat)

    def give_back(self, children: list[Any]) -> Move:
        """Soul cards go back to where all of them come from."""
        (things,) = children
        cards = things.cards if isinstance(things, Selection) else things
        if not isinstance(cards, Cards) or any(OfKind("灵魂") not in one.traits for one in cards.any_of):
            raise Unreadable
        return Move(settled(things), Zone.SOUL_DECK, player=DOER)

    def damage(self, children: list[Any]) -> Damage:
        source, target, amount = children if len(children) == 3 else (None, *children)
        return Damage(IT if target is None else settled(target), amount, reference(source))

    def life(self, children: list[Any]) -> GainLife | LoseLife:
        kind = GainLife if children[0].type == "GAIN" else LoseLife
        return kind(children[1], DOER)

    def pay_life(self, children: list[Any]) -> LoseLife:
        return LoseLife(children[0], DOER)

    def set_life(self, children: list[Any]) -> SetLife:
        return SetLife(children[1], children[0] or DOER)

    def letter(self, children: list[Token]) -> Variable:
        return Variable(str(children[0]))

    def pay_act(self, children: list[Any]) -> Any:
        return children[0]

    def pay(self, children: list[Any]) -> PaySouls:
        said = children[0]
        return PaySouls(Number(int(numeric(said))) if isinstance(said, Token) else said, DOER)

    def souls(self, children: list[Any]) -> AddSouls:
        *place, turned, whose, amount = children
        if place and place[0] != "灵魂牌库":
            raise Unreadable
        return AddSouls(amount, turned, whose or DOER)

    def gain(self, children: list[Any]) -> GainResource:
        amount = next(child for child in children if not isinstance(child, Token))
        return GainResource(_resources(children), amount, DOER)

    def lose(self, children: list[Any]) -> LoseResource:
        return LoseResource(_resources(children), children[2], DOER, children[1])

    def choose_resources(self, children: list[Any]) -> ResourcePool:
        return ResourcePool(children[2], _resources(children), children[-1], children[0] or DOER)

    def lose_chosen(self, children: list[Any]) -> LosePool:
        return LosePool(children[0])

    def consume(self, children: list[Any]) -> Consume:
        (resource,) = _resources(children)
        amount = next(child for child in children if not isinstance(child, Token))
        return Consume(resource, amount, DOER)

    def shuffle(self, children: list[Any]) -> Shuffle:
        return Shuffle(children[0] or DOER)

    def shuffle_in(self, children: list[Any]) -> Several:
        things, whose = children[0], children[1]
        return Several((Move(settled(things), Zone.DECK, whose, player=DOER), Shuffle(whose or DOER)))

    def shuffle_bare(self, children: list[Any]) -> Several:
        return self.shuffle_in([IT, children[0]])

    def fail(self, children: list[Any]) -> FailAttack:
        return FailAttack(children[0] if not isinstance(children[0], Token) else None)

    def turn_verb(self, children: list[Token]) -> Turn:
        return Turn(IT, orientation(children[0]), DOER)

    def finish(self, children: list[Token]) -> EndGame:
        return EndGame(Outcome.WIN if children[0].type == "WIN" else Outcome.LOSE, DOER)

    def altered(self, children: list[Any]) -> AlteredEvent:
        return AlteredEvent(children[0], children[1])

    def multiplied(self, children: list[Any]) -> AlteredEvent:
        number = next(child for child in children if not isinstance(child, Token))
        return AlteredEvent(Operation.TIMES, number)

    def nullified(self, _children: list[Any]) -> AlteredEvent:
        return AlteredEvent(Operation.TIMES, Number(0))

    def declare(self, children: list[Any]) -> Declare:
        if children[0] != Number(1):
            raise Unreadable
        return Declare(DOER)

    def repeat(self, children: list[Any]) -> Repeated:
        group = next(group_of(child) for child in children if isinstance(child, Token))
        return Repeated(group, next(child for child in children if not isinstance(child, Token)))

    def group(self, children: list[Token]) -> Repeated:
        return Repeated(group_of(children[0]))

    def group_as_sentence(self, children: list[Token]) -> Group:
        return group_of(children[0])

    def modes(self, children: list[Any]) -> GroupModes:
        groups = [child for child in children if isinstance(child, Token) and child.type == "GROUP"]
        return GroupModes(children[-1], tuple(map(group_of, groups)))

    def listed_modes(self, children: list[Any]) -> Listed:
        return Listed(children[-1])

    def up_to_listed(self, children: list[Any]) -> UpTo:
        return UpTo(children[1])


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
    if isinstance(act, Repeated) or player is not Side.YOU:
        raise Unreadable
    return act


def _own_hand(children: list[Any]) -> Cards:
    """The hand of the player who does it, by whatever words."""
    zones = {str(child) for child in children if isinstance(child, Token) and child.type == "ZONE"}
    whose = [child for child in children if not isinstance(child, Token | Number | Variable)]
    if zones - {"手牌"} or any(one not in (Pointer.THEIR, Pointer.SELF, Side.YOU) for one in whose):
        raise Unreadable
    own: Any = Pointer.SELF
    return Cards(holder=own, zone=Zone.HAND)


def _missing(hand: Cards, number: Any) -> Calculation:
    return Calculation(Operation.SUBTRACT, number, Count(hand))


def _with_object(act: Any, things: Any) -> Any:
    if getattr(act, "things", None) is IT:
        return replace(act, things=settled(things.some if isinstance(things, Noun) else things))
    return act


def _handle(verb: Token, things: Any) -> Any:
    if verb.type in ("CHOOSE", "KEEP"):
        said = things.parts if isinstance(things, Together) else (things,)
        chosen = tuple(one for one in said if isinstance(one, Selection))
        if len(chosen) < len(said):
            raise Unreadable
        if verb.type == "KEEP":  # 各保留1只帕鲁: a choice among one's own
            own: Any = Pointer.SELF
            chosen = tuple(replace(one, cards=replace(one.cards, holder=one.cards.holder or own)) for one in chosen)
        return Choose(chosen[0], DOER, chosen[1:])
    if verb.type in ("STANDING", "RESTED"):
        return Turn(settled(things), orientation(verb), DOER)
    return _HANDLED[verb.type](settled(things), DOER)


def _move(children: list[Any]) -> Move:
    things, turned, origin = IT, None, None
    _to, whose, zone, bottom = children[-1]
    for child in children[:-1]:
        if isinstance(child, Orientation):
            turned = child
        elif isinstance(child, tuple):
            origin = child
        else:
            things = child
    moved = limited_to(origin, settled(things))
    if whose == OwnerOf(IT) and moved is not IT:
        # 将对手所有帕鲁返回拥有者的手牌: each goes to its own owner
        whose = OwnerOf(moved) if isinstance(moved, Cards | This | Those) else None
    return Move(moved, zone, whose, turned, bottom, DOER)


def _resources(children: list[Any]) -> tuple[str, ...]:
    return tuple(str(child) for child in children if isinstance(child, Token) and child.type == "RESOURCE")
