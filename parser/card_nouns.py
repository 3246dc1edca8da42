"""From parse tree to nouns: players, amounts and cards."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from lark import Token, Transformer

from headjudge.parser.card_segments import AtLeast, ByDeed, Group, Noun, Pointer, Unreadable
from headjudge.parser.card_words import words
from headjudge.parser.effect_terms import (
    Amount,
    AnyNumber,
    Battle,
    Before,
    Calculation,
    Cards,
    ControllerOf,
    Count,
    Deed,
    Description,
    Every,
    Exactly,
    Extreme,
    Feature,
    HasAttribute,
    HasIcon,
    HasKeyword,
    Held,
    InBattle,
    InRole,
    Lacks,
    Life,
    Named,
    NamePart,
    Number,
    OfColor,
    OfKind,
    Operation,
    Orientation,
    Oriented,
    OwnerOf,
    Parameter,
    Period,
    Relation,
    Role,
    SameNameAs,
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
    Total,
    Trait,
    Underwent,
    UpTo,
    Variable,
    Varieties,
    Zone,
)
from headjudge.parser.noun_phrase import ANY_KIND, DISTINCT, OTHERS, Both, Each, in_one_place, noun_phrase

DEEDS = {
    "ATTACK": Deed.ATTACK, "BLOCK": Deed.BLOCK, "FIGHT": Deed.FIGHT, "DEPLOY": Deed.DEPLOY, "STANDING": Deed.STAND,
    "RESTED": Deed.REST, "DISCARD": Deed.DISCARD, "EXILE": Deed.EXILE, "BUTCHER": Deed.BUTCHER, "ASSIGN": Deed.ASSIGN,
    "CHOOSE": Deed.CHOOSE, "REVEAL": Deed.REVEAL, "LOOK": Deed.REVEAL, "USE": Deed.USE, "PLACE": Deed.MOVE,
}  # fmt: skip
_HAN = {char: value for value, char in enumerate("一二三四五六七八九十", 1)} | {"两": 2}
BATTLES: Mapping[str, Battle] = {"ATTACK": Battle.ATTACKING, "BLOCK": Battle.BLOCKING, "FIGHT": Battle.FIGHTING}
_IT: Any = Pointer.IT
_SELF: Any = Pointer.SELF
_PATIENT = frozenset({Deed.DISCARD, Deed.EXILE, Deed.BUTCHER, Deed.ASSIGN, Deed.CHOOSE, Deed.REVEAL, Deed.USE})


_CONSTANTS: Mapping[str, Any] = {
    "you": Side.YOU, "opponent": Side.OPPONENT, "both": Side.BOTH, "any": Side.ANY, "own": Pointer.SELF,
    "turn_player": Side.TURN_PLAYER, "other_player": Side.OTHER_PLAYER,
    "plus": Operation.ADD, "minus": Operation.SUBTRACT, "times": Operation.TIMES, "divided": Operation.DIVIDE,
    "every": Every(), "any_number": AnyNumber(), "any_kind": ANY_KIND, "distinct": DISTINCT,
    "whole": NamePart.WHOLE, "main": NamePart.MAIN, "sub": NamePart.SUB,
    "at_least": Relation.AT_LEAST, "at_most": Relation.AT_MOST, "more": Relation.MORE, "less": Relation.LESS,
    "equal": Relation.EQUAL, "unequal": Relation.UNEQUAL,
    "this": This(), "it": Pointer.IT, "their": Pointer.THEIR,
    "target_role": Those(Role.TARGET), "rest": Those(Role.REST), "rival": Those(Role.RIVAL),
    "role_chosen": Role.CHOSEN, "role_seen": Role.SEEN, "role_done": Role.DONE, "role_paid": Role.PAID,
    "role_trigger": Role.TRIGGER, "color_feature": Feature.COLOR, "attribute_feature": Feature.ATTRIBUTE,
}  # fmt: skip
_SAME = frozenset(
    [
        "player_of",
        "target",
        "event_origin",
        "origin",
        "deploy_to",
        "chosen_by",
        "to_structure",
        "figure",
        "term",
        "head",
        "trait",
        "pointer",
        "reference",
        "those",
        "edge_of",
        "period_or_game",
        "np_of",
        "their_life",
    ]
)


class Nouns(Transformer[Token, Any]):
    """Gives each production its value; Any, since a grammar's children have every type there is."""

    def __default__(self, data: str, children: list[Any], _meta: Any) -> Any:
        if data in _CONSTANTS:
            return _CONSTANTS[data]
        assert data in _SAME, data  # every production has a method, a constant, or passes its only child on
        return children[0]

    # -- players and amounts

    def controller(self, children: list[Any]) -> ControllerOf:
        return ControllerOf(reference(children[0]))

    def owner(self, children: list[Any]) -> OwnerOf:
        return OwnerOf(reference(children[0]))

    def its_controller(self, _children: list[Any]) -> Any:
        return ControllerOf(_IT)

    def its_owner(self, _children: list[Any]) -> Any:
        return OwnerOf(_IT)

    def number(self, children: list[Token]) -> Amount:
        (token,) = children
        match token.type:
            case "NUMBER":
                return Number(int(token))
            case "HAN":
                return Number(_HAN[token])
            case "LETTER":
                return Variable(str(token))
        return Parameter(token.strip("（）"))

    number_only = number

    def value(self, children: list[Any]) -> Amount:
        total: Amount = children[0]
        for operation, term in zip(children[1::2], children[2::2], strict=True):
            total = Calculation(operation, total, term)
        return total

    def product(self, children: list[Any]) -> Amount:
        return Calculation(Operation.TIMES, children[0], children[1])

    def count(self, children: list[Any]) -> Count:
        return Count(countable(children[0]), is_distinct(children[0]))

    def count_of(self, children: list[Any]) -> Count:
        return Count(children[0])

    def count_done(self, children: list[Any]) -> Any:
        return Count(ByDeed(children[0]))  # type: ignore[arg-type]  # what was done to is known only from what came before

    def count_done_last(self, _children: list[Any]) -> Any:
        return Count(_IT)

    def count_names(self, children: list[Any]) -> Count:
        return Count(countable(children[0]), different_names=True)

    def stat_of(self, children: list[Any]) -> StatOf:
        return StatOf(children[1], reference(children[0]))

    def held(self, children: list[Any]) -> Held:
        return Held(children[0], str(children[1]))

    def life_of(self, children: list[Any]) -> Any:
        return Life(children[0])

    def before(self, children: list[Any]) -> Before:
        return Before(children[0])

    def stat(self, children: list[Token]) -> Stat:
        return Stat(words().meanings["stats"][children[0]])

    def exactly(self, children: list[Any]) -> Exactly:
        return Exactly(children[0])

    def up_to(self, children: list[Any]) -> UpTo:
        return UpTo(children[0])

    def at_least_many(self, children: list[Any]) -> AtLeast:
        number, relation = children
        if relation is not Relation.AT_LEAST:
            raise Unreadable
        return AtLeast(number)

    # -- cards

    def np(self, children: list[Any]) -> Noun:
        return noun_phrase(children)

    def holder(self, children: list[Any]) -> tuple[str, Any]:
        return "holder", children[0]

    def in_zone(self, children: list[Any]) -> tuple[str, Zone]:
        return "zone", children[0]

    def among(self, children: list[Any]) -> tuple[str, Role]:
        return "among", children[0].role if children else Role.SEEN

    def thereby_deed(self, children: list[Any]) -> Deed:
        return children[0]  # type: ignore[no-any-return]

    def thereby_move(self, _children: list[Any]) -> Deed:
        return Deed.MOVE

    def among_done(self, children: list[Any]) -> tuple[str, ByDeed]:
        return "among", ByDeed(children[-1])

    def by_thereby(self, children: list[Any]) -> ByDeed:
        return ByDeed(next(child for child in children if isinstance(child, Deed)))

    def their_zone(self, children: list[Any]) -> Both:
        return Both((("holder", Pointer.THEIR), ("zone", children[0])))

    def others(self, _children: list[Any]) -> str:
        return OTHERS

    def apart(self, children: list[Any]) -> Lacks:
        return Lacks(InRole(children[0].role if isinstance(children[0], Those) else children[0]))

    def zone(self, children: list[Token]) -> Zone:
        return Zone(words().meanings["zones"][children[0]])

    def lacks(self, children: list[Any]) -> Lacks:
        return Lacks(HasKeyword(children[0]) if isinstance(children[0], Group) else children[0])  # type: ignore[arg-type]

    def kind_word(self, children: list[Token]) -> OfKind:
        return OfKind(str(children[0]))

    def color(self, children: list[Token]) -> OfColor:
        return OfColor(str(children[0]))

    def attribute(self, children: list[Token]) -> HasAttribute:
        return HasAttribute(str(children[0]))

    def work(self, children: list[Token]) -> SuitsWork:
        return SuitsWork(children[0][1:-1])

    def icon(self, children: list[Token]) -> HasIcon:
        return HasIcon("快速图标" if children[0].type == "QUICK" else str(children[0]))

    def named(self, children: list[Any]) -> Named:
        return Named(children[0], children[1][1:-1])

    def name_contains(self, children: list[Any]) -> Named:
        return Named(NamePart.CONTAINS, children[0][1:-1])

    def same_name(self, children: list[Any]) -> SameNameAs:
        return SameNameAs(reference(children[0]))

    def stat_is(self, children: list[Any]) -> StatIs:
        stat, relation, amount = comparison_of(children)
        return StatIs(stat, relation, amount)

    def stat_range(self, children: list[Any]) -> Each:
        stat, least, most = children
        return Each((StatIs(stat, Relation.AT_LEAST, least), StatIs(stat, Relation.AT_MOST, most)))

    def cost_range(self, children: list[Token]) -> Each:
        return self.stat_range([Stat.COST, *(Number(int(figure)) for figure in children)])

    def stat_either(self, children: list[Any]) -> list[StatIs]:
        stat, *figures = children
        return [StatIs(stat, Relation.EQUAL, figure) for figure in figures]

    def cost_either(self, children: list[Token]) -> list[StatIs]:
        return self.stat_either([Stat.COST, *(Number(int(figure)) for figure in children)])

    def varieties(self, children: list[Any]) -> Varieties:
        return Varieties(countable(children[0]), children[1])

    def stat_to(self, children: list[Any]) -> StatIs:
        stat, *others = [child for child in children if not isinstance(child, Relation)]
        relation = next(child for child in children if isinstance(child, Relation))
        of = next(child for child in others if not isinstance(child, Stat))
        if any(child is not stat for child in others if isinstance(child, Stat)):
            raise Unreadable  # 费用比其战斗力低
        return StatIs(stat, relation, StatOf(stat, reference(of)))

    def total(self, children: list[Any]) -> Total:
        return Total(*comparison_of(children))

    def stat_alike(self, children: list[Any]) -> StatIs:
        stat = next(child for child in children if isinstance(child, Stat))
        of = next(child for child in children if not isinstance(child, Stat))
        return StatIs(stat, Relation.EQUAL, StatOf(stat, reference(of)))

    def oriented(self, children: list[Token]) -> Oriented:
        return Oriented(orientation(children[0]))

    def has_keyword(self, children: list[Any]) -> HasKeyword:
        return HasKeyword(children[0])

    def ability_name(self, children: list[Token]) -> Group:
        return Group(int(children[0][1:-1]))

    def highest(self, children: list[Any]) -> Extreme:
        return Extreme(children[0], highest=True)

    def lowest_of(self, children: list[Any]) -> Extreme:
        return Extreme(children[0], highest=False)

    def in_battle(self, children: list[Any]) -> InBattle:
        by, verb = children
        if by is None:
            return InBattle(BATTLES[verb.type])
        if verb.type != "ATTACK":
            raise Unreadable
        return InBattle(Battle.ATTACKED)

    def in_battle_now(self, children: list[Any]) -> InBattle:
        return InBattle(BATTLES[children[0].type])

    def either(self, children: list[Any]) -> list[Any]:
        return children

    def not_undergone(self, children: list[Any]) -> Lacks:
        return Lacks(self.underwent(children))

    def underwent(self, children: list[Any]) -> Underwent:
        period = next((child for child in children if isinstance(child, Period)), Period(Stretch.TURN))
        deed = next(child for child in children if isinstance(child, Deed))
        passive = any_token(children, "BY") or deed in _PATIENT - {Deed.USE}
        return Underwent(deed, passive, period)

    def deed(self, children: list[Token]) -> Deed:
        return DEEDS[children[0].type]

    # -- what is referred to

    def by_deed(self, children: list[Any]) -> ByDeed:
        return ByDeed(children[1])

    def of_role(self, children: list[Any]) -> Those:
        return Those(children[0])

    def top(self, children: list[Any]) -> Top:
        player, _deck, edge, quantity, *_card = children
        return Top(player or _SELF, quantity, bottom=edge.type == "BOTTOM")

    def whole_deck(self, children: list[Any]) -> Top:
        return Top(children[0] or _SELF, Every())

    def things(self, children: list[Any]) -> Any:
        parts = [child.some if isinstance(child, Noun) else child for child in in_one_place(children)]
        return parts[0] if len(parts) == 1 else Together(tuple(parts))


def reference(said: Any) -> Any:
    """The cards of a noun phrase in which nothing is left to choose."""
    return said.all_of_them if isinstance(said, Noun) else said


def orientation(token: Token) -> Orientation:
    """站立 or 横置."""
    return Orientation.STANDING if token.type == "STANDING" else Orientation.RESTED


def any_token(children: list[Any], name: str) -> bool:
    """Whether the terminal stands among the children."""
    return any(isinstance(child, Token) and child.type == name for child in children)


def with_trait(noun: Noun, trait: Trait) -> Cards:
    """The cards of a noun phrase in which nothing is left to choose, with one trait more."""
    cards = noun.all_of_them
    return replace(cards, any_of=tuple(Description((*one.traits, trait)) for one in cards.any_of))


def countable(said: Any) -> Any:
    if isinstance(said, tuple):
        return countable(said[0])
    if isinstance(said, Noun):
        if said.quantity not in (None, Every()):
            raise Unreadable
        return said.cards
    return said


def is_distinct(said: Any) -> bool:
    return is_distinct(said[0]) if isinstance(said, tuple) else isinstance(said, Noun) and said.different_names


def comparison_of(children: list[Any]) -> tuple[Any, Relation, Any]:
    """What is compared, how, and with what; a bare ◇ is the cost."""
    relation = next((child for child in children if isinstance(child, Relation)), Relation.EQUAL)
    left, *right = [child for child in children if child is not None and not isinstance(child, Relation)]
    return (left, relation, right[0]) if right else (Stat.COST, relation, left)
