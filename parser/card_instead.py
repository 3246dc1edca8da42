"""作为替代 behind 如果…: which of the acts said before are replaced."""

from collections.abc import Sequence
from dataclasses import replace

from headjudge.parser.card_segments import Unreadable
from headjudge.parser.effect_terms import Cards, Condition, Role, Selection, Those
from headjudge.parser.effect_tree import walk
from headjudge.parser.effects import Action, Choose, Effect, If, Lasting, Look, Reveal, RevealUntil, Shuffle

_POINTED_TO = frozenset((Role.CHOSEN, Role.SEEN, Role.DONE))


def instead(acts: list[Action], condition: Condition, new: Effect, since: int) -> None:
    """Puts `new` in the place of those acts that it replaces, if the condition holds. `since` is where the acts of the sentence
    before begin."""
    start, end = _replaced(acts, new, since)
    if start == end:
        raise Unreadable
    if isinstance(new[0], Choose) and isinstance(old := acts[start], Choose):
        new = (_among_the_same(new[0], old), *new[1:])
    acts[start:end] = [If(condition, new, tuple(acts[start:end]))]


def _replaced(acts: Sequence[Action], new: Effect, since: int) -> tuple[int, int]:
    """From where to where: the latest act of the kind with which the new ones begin, and as many after it as go with them.
    Where there is none, what was done to the cards to which the new acts point, else the whole sentence."""
    same = [index for index, act in enumerate(acts) if _kind(act) == _kind(new[0])]
    kept = _left_as_it_is(acts, new)
    if not same:
        return (_behind_the_choice(acts) if _points_back(new) else since), kept
    start = same[-1]
    along = 1
    while along < len(new) and start + along < len(acts) and _kind(acts[start + along]) == _kind(new[along]):
        along += 1
    return start, (start + along if along == len(new) else max(kept, start + 1))


def _kind(act: Action) -> tuple[type, ...]:
    return (Lasting, type(act.effect)) if isinstance(act, Lasting) else (type(act),)


def _left_as_it_is(acts: Sequence[Action], new: Effect) -> int:
    """Where the acts begin, at the end, that clear up after the others (其余…, 洗牌), unless the new ones speak of it."""
    end = len(acts)
    if not any(map(_clears_up, new)):
        while end and _clears_up(acts[end - 1]):
            end -= 1
    return end


def _clears_up(act: Action) -> bool:
    return isinstance(act, Shuffle) or Those(Role.REST) in walk(act)


def _behind_the_choice(acts: Sequence[Action]) -> int:
    return max((i + 1 for i, act in enumerate(acts) if isinstance(act, Choose | Look | Reveal | RevealUntil)), default=0)


def _points_back(new: Effect) -> bool:
    return any(isinstance(part, Those) and part.role in _POINTED_TO for part in walk(new))


def _among_the_same(new: Choose, old: Choose) -> Choose:
    """改为选择2张: among the cards of the choice that it replaces; 改为选择2只帕鲁 among those seen, if that one was."""
    before, cards = old.selection.cards, new.selection.cards
    if cards == Cards():
        return replace(new, selection=Selection(new.selection.quantity, before, new.selection.total), player=old.player)
    if cards.holder is None and cards.zone is None and cards.among is None and before.among is not None:
        return replace(new, selection=replace(new.selection, cards=replace(cards, among=before.among)))
    return new
