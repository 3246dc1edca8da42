"""What came before in an ability, and the cards to which its words point back."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from headjudge.parser.card_conditions import AMONG_IT, role_of
from headjudge.parser.card_segments import ByDeed, Pointer, Unreadable
from headjudge.parser.effect_terms import (
    Amount,
    Battle,
    Cards,
    ControllerOf,
    Deed,
    Description,
    InBattle,
    InRole,
    Lacks,
    OfKind,
    OwnerOf,
    Player,
    Reference,
    Role,
    Selection,
    Side,
    This,
    Those,
    Top,
    Zone,
)
from headjudge.parser.effect_tree import rewrite, walk
from headjudge.parser.effects import (
    Action,
    Assign,
    Butcher,
    Choose,
    Cost,
    Damage,
    Deploy,
    Discard,
    Exile,
    Lasting,
    Look,
    Modify,
    Move,
    Reveal,
    RevealUntil,
    Rule,
    Shuffle,
    Trigger,
    Turn,
    Use,
    When,
)

from headjudge.parser.effect_terms import Orientation  # isort: skip

_DEEDS = {
    Move: Deed.MOVE, Deploy: Deed.DEPLOY, Discard: Deed.DISCARD, Exile: Deed.EXILE, Butcher: Deed.BUTCHER,
    Assign: Deed.ASSIGN, Use: Deed.USE,
}  # fmt: skip


_FIGHTING = {Deed.ATTACK: Battle.ATTACKING, Deed.BLOCK: Battle.BLOCKING, Deed.FIGHT: Battle.FIGHTING}
_MOVES = frozenset({Deed.DEPLOY, Deed.DISCARD, Deed.EXILE, Deed.BUTCHER})
"""What else is done to cards that are placed somewhere."""


@dataclass(slots=True)
class Context:
    """The state of one ability's reading: grows with each act that is read."""

    it: Reference | None = None  # what 其 and verbs without an object mean now
    whose: bool = True  # whether its controller and its owner are each one player
    speaker: Player = Side.YOU  # who does the acts of a sentence that names nobody
    subject: Player = Side.YOU  # who does the acts of this sentence
    seen: bool = False  # cards were looked at, and the rest of them has gone nowhere yet
    looked: bool = False  # cards were looked at or revealed
    chosen: Cards | None = None  # among which cards the latest choice was made
    rest_follows: bool = False  # a later sentence says what becomes of the rest
    done: set[Deed] = field(default_factory=set)
    paid: set[Deed] = field(default_factory=set)
    triggered: set[Deed] = field(default_factory=set)
    meanings: dict[str, Amount] = field(default_factory=dict)

    def pay(self, costs: tuple[Cost, ...]) -> None:
        """The costs stand before the effect."""
        for cost in costs:
            self.paid |= {deed for act in cost for deed in deeds(act)}
        if any(isinstance(part, Selection) for part in walk(costs)):
            self.it = Those(Role.PAID)

    def trigger(self, trigger: Trigger) -> None:
        """The trigger stands before the effect: `其` is the card that caused it, unless it is this card itself."""
        whens = [part for part in walk(trigger) if isinstance(part, When)]
        self.triggered |= {when.event.deed for when in whens}
        others = [when for when in whens if when.event.subject not in (None, This())]
        self.it = Those(Role.TRIGGER) if others else This()

    @contextmanager
    def within(self, trigger: Trigger) -> Iterator[None]:
        """The effect of an ability made for later, after its trigger: 其 is the card that causes it, where the trigger speaks of
        any such card and not of one spoken of before."""
        before = self.it
        subjects = [part.event.subject for part in walk(trigger) if isinstance(part, When)]
        if subjects and all(isinstance(subject, Cards) for subject in subjects):
            self.it = Those(Role.TRIGGER)
        yield
        self.it = before

    @contextmanager
    def speaking_of(self, player: Player) -> Iterator[None]:
        """What is listed for a player to choose from: its acts are that player's."""
        before, self.speaker = self.speaker, player
        yield
        self.speaker = self.subject = before

    def settle(self, node: Any) -> Any:
        """The node with everything that points back replaced by what it points to."""
        return rewrite(node, self._meant)

    def _meant(self, node: Any) -> Any:
        if isinstance(node, Cards) and node.among is AMONG_IT:
            if not isinstance(self.it, Those):
                raise Unreadable
            return replace(node, among=self.it.role)
        among: object = node.among if isinstance(node, Cards) else None  # a role, or what is to become one
        if isinstance(among, ByDeed):
            return replace(node, among=self._role(among.deed))
        if isinstance(node, InRole):
            return self._in_role(node)
        if node == Those(Role.REST) and self.chosen is not None and not self.looked:
            # 其余, where no cards were looked at: those among which the choice was made that were not chosen
            return _apart(replace(self.chosen, holder=None if self.chosen.holder is Side.SELF else self.chosen.holder))
        if isinstance(node, ControllerOf | OwnerOf) and not self.whose and _points(node.cards):
            raise Unreadable  # of cards of both players each would have to be told apart
        if node is Pointer.IT:
            if self.it is None:
                raise Unreadable
            return self.it
        if node is Pointer.DOER:
            return self.subject
        if node is Pointer.THEIR and self.subject is Side.YOU:
            raise Unreadable  # 其 is no player spoken of
        if node is Pointer.SELF or node is Pointer.THEIR:
            return Side.SELF if self.subject in (Side.BOTH, Side.ANY) else self.subject
        if isinstance(node, ByDeed):
            return self._done_to(node.deed)
        return node

    def _in_role(self, trait: InRole) -> InRole:
        role: object = trait.role  # or what is to become one
        if isinstance(role, ByDeed):
            return InRole(self._role(role.deed))
        if role is not Pointer.IT:
            return trait
        if not isinstance(self.it, Those):
            raise Unreadable
        return InRole(self.it.role)

    def _done_to(self, deed: Deed) -> Reference:
        """The cards with which something was done; of a battle of which nothing was said, those that take part in it."""
        if deed in _FIGHTING and deed not in self.triggered:
            return Cards((Description((InBattle(_FIGHTING[deed]), OfKind("帕鲁"))),))
        return Those(self._role(deed))

    def _role(self, deed: Deed) -> Role:
        if deed in (Deed.CHOOSE, Deed.REVEAL) or deed in self.done or (deed is Deed.MOVE and self.done & _MOVES):
            return role_of(deed)
        if deed in self.paid:
            return Role.PAID
        if deed in self.triggered:
            return Role.TRIGGER
        raise Unreadable

    def new_sentence(self, *, rest_follows: bool) -> None:
        """A sentence begins. Cards seen in an earlier one are still those chosen from if their rest is spoken of later."""
        self.subject = self.speaker
        self.rest_follows = rest_follows
        self.seen = self.seen and rest_follows

    def choice(self, act: Any) -> Any:
        """A choice that does not say from where is made among the cards just seen."""
        name = "selection" if isinstance(act, Choose) else "things"
        chosen = getattr(act, name, None)
        if isinstance(chosen, Selection) and self._is_another(chosen.cards):
            chosen = replace(chosen, cards=_apart(replace(chosen.cards, others=False)))
            act = replace(act, **{name: chosen})
        if _APART in walk(chosen) and getattr(act, "player", None) is Side.BOTH:
            act = replace(act, player=Side.YOU)  # what both have left over goes where it goes together
        if self.seen and isinstance(chosen, Cards) and isinstance(act, Move | Deploy | Discard | Exile) and not chosen.others:
            return replace(act, things=_among_seen_cards(chosen))  # 将所有帕鲁加入手牌: all of those seen
        if not self.seen or not isinstance(chosen, Selection):
            return act
        act = replace(act, **{name: _among_seen(chosen)})
        return replace(act, also=tuple(map(_among_seen, act.also))) if isinstance(act, Choose) else act

    def _is_another(self, cards: Cards) -> bool:
        """Whether 另1只 is said of a card other than those chosen before, and not of one other than this card."""
        before = self.chosen
        if before is None or not cards.others or before.others or before.zone != cards.zone:
            return False
        return before.holder == cards.holder or None in (before.holder, cards.holder)

    def after(self, act: Action) -> None:
        """The act has been read."""
        things = getattr(act, "things", None)
        self.whose = not isinstance(things, Cards) or things.holder in (Side.YOU, Side.OPPONENT)
        if isinstance(act, Choose | RevealUntil):
            self.it = Those(Role.CHOSEN)
            self.looked |= isinstance(act, RevealUntil)
            self.chosen = act.selection.cards if isinstance(act, Choose) and not act.also else None
        elif isinstance(act, Look | Reveal):
            self.it = Those(Role.SEEN)
            self.looked = True
            self.seen = isinstance(things, Top) or (isinstance(things, Cards) and things.zone in (Zone.DECK, Zone.HAND))
        elif isinstance(things, Selection | Top | Cards):
            self.it = Those(Role.DONE)
        elif _others_in(act):
            self.it = None  # what is spoken of next are those cards, and nothing remembers which they were
        if isinstance(act, Shuffle) or (things in (Those(Role.REST), Those(Role.SEEN)) and not isinstance(act, Look | Reveal)):
            self.seen = False
        self.done |= deeds(act)


def _points(cards: object) -> bool:
    return cards is Pointer.IT


def _others_in(act: object) -> bool:
    """Whether the act, or what it makes last, is done to cards that have not been spoken of before."""
    match act:
        case Damage(target=Selection() | Cards()) | Lasting(effect=Modify(cards=Selection() | Cards())):
            return True
        case Lasting(effect=Rule(event=event)):
            return isinstance(event.subject, Cards)
    return False


_APART = Lacks(InRole(Role.CHOSEN))


def _apart(cards: Cards) -> Cards:
    """The cards without those chosen; the kind stands last in a description."""
    return replace(cards, any_of=tuple(_described_apart(one) for one in cards.any_of))


def _described_apart(one: Description) -> Description:
    kinds = tuple(trait for trait in one.traits if isinstance(trait, OfKind))
    return Description((*(trait for trait in one.traits if trait not in kinds), _APART, *kinds))


def deeds(act: Action) -> set[Deed]:
    """What the act does to cards."""
    if isinstance(act, Turn):
        return {Deed.STAND if act.orientation is Orientation.STANDING else Deed.REST}
    return {deed for kind, deed in _DEEDS.items() if isinstance(act, kind)}


def _among_seen(selection: Selection) -> Selection:
    """The choice, made among the cards just seen unless it says from where."""
    return replace(selection, cards=_among_seen_cards(selection.cards))


def _among_seen_cards(cards: Cards) -> Cards:
    if cards.holder is not None or cards.zone is not None or cards.among is not None:
        return cards
    return replace(cards, among=Role.SEEN)
