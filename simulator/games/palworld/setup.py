"""Chapter 6: decks that may be played (6.1), and what is done before the game (6.2)."""

from collections import Counter
from collections.abc import Iterable, Sequence

from headjudge.parser import effects as fx
from headjudge.parser.effect_terms import Number
from headjudge.parser.named import NamedTuple
from headjudge.simulator.citing import cite
from headjudge.simulator.games.palworld import events as ev
from headjudge.simulator.games.palworld.board import Board, Card, other
from headjudge.simulator.games.palworld.book import condition, definition, procedure, reminder, step
from headjudge.simulator.games.palworld.choice import Choice
from headjudge.simulator.games.palworld.hidden import top
from headjudge.simulator.moves import Answer, Call, Choose, Do, Goto, Let, Option
from headjudge.simulator.state import CHANCE, Frame

procedure("6.2")
DECK_SIZE, COPIES, LUCKY_CARDS, OPENING_HAND, FIRST_LIFE = 50, 4, 8, 5, 10


class Fault(NamedTuple):
    """What is wrong with a deck: the clause it breaks, and the number found there."""

    clause: str
    found: int
    name: str = ""


@definition("6.1.1.1")
def size_fault(cards: Sequence[Card]) -> list[Fault]:
    """A deck has exactly 50 cards."""
    return [] if len(cards) == DECK_SIZE else [Fault("6.1.1.1", len(cards))]


@definition("6.1.1.2")
@reminder("2.1.2", "6.1.3")
def copies_faults(cards: Sequence[Card]) -> list[Fault]:
    """At most 4 cards of one name, unless a card says otherwise of itself (6.1.3)."""
    faults = []
    cite("2.1.2")
    named = [card for card in cards if not card.stock and not card.unknown]
    for name, number in Counter(card.name for card in named).items():
        limit = _own_limit(card for card in named if card.name == name)
        if limit != COPIES:
            cite("6.1.3")
        if limit is not None and number > limit:
            faults.append(Fault("6.1.1.2", number, name))
    return faults


def _own_limit(cards: Iterable[Card]) -> int | None:
    for card in cards:
        for held in card.abilities:
            for effect in held.ability.effects if isinstance(held.ability, fx.Continuous) else ():
                if isinstance(effect, fx.CopiesAllowed):
                    return effect.limit.value if isinstance(effect.limit, Number) else None
    return COPIES


@definition("6.1.1.3")
def lucky_fault(cards: Sequence[Card]) -> list[Fault]:
    """At most 8 cards with the lucky icon."""
    number = sum(card.lucky for card in cards)
    return [Fault("6.1.1.3", number)] if number > LUCKY_CARDS else []


@definition("6.1.1")
def deck_faults(cards: Sequence[Card]) -> list[Fault]:
    """Everything that makes a deck illegal; none if it may be played."""
    return [*size_fault(cards), *copies_faults(cards), *lucky_fault(cards)]


def faults_of(board: Board, player: int) -> list[Fault]:
    """What makes the deck illegal that a player has before the game."""
    return deck_faults([thing.card for thing in board.seats[player].deck])


@step("6.2.1.1")
def decks_are_shown(board: Board, frame: Frame) -> Answer:
    """Each player shows the deck. A board is taken as it is given, but who says that a deck is shown is told what is wrong
    with it: `deck_is_legal`."""
    shown = frame.locals if isinstance(frame.locals, Shown) else Shown()
    for player in (board.starter, other(board.starter)):
        if player not in shown.players:
            faults_of(board, player)
            then = (Let(Shown((*shown.players, player))), Goto("6.2.1.1"))
            return Choose(player, (Option(Choice("show_deck", (player,)), then),))
    return Let(None)


class Shown(NamedTuple):
    """Who has shown the deck."""

    players: tuple[int, ...] = ()


@step("6.2.1.2")
def decks_are_shuffled(_board: Board, _frame: Frame) -> Answer:
    """Each player's deck is shuffled."""
    return Do(ev.Shuffle(0), ev.Shuffle(1))


@step("6.2.1.3")
def starter_is_decided(_board: Board, frame: Frame) -> Answer:
    """Chance picks a player, who decides who goes first."""
    if isinstance(frame.locals, int):
        return Choose(
            frame.locals,
            tuple(Option(Choice("starter", (first,)), (Do(ev.BecomeStarter(first)),)) for first in (0, 1)),
        )
    options = tuple(Option(Choice("picked", (player,)), (Let(player), Goto("6.2.1.3"))) for player in (0, 1))
    return Choose(CHANCE, options)


@step("6.2.1.4")
@reminder("6.1.2", "6.1.2.1")
def soul_decks_are_placed(_board: Board, _frame: Frame) -> Answer:
    """Each player's soul cards come to the soul deck."""
    cite("6.1.2", "6.1.2.1")
    return Do(ev.FillSoulDeck(0), ev.FillSoulDeck(1))


@step("6.2.1.5")
def second_player_gets_a_soul(board: Board, _frame: Frame) -> Answer:
    """Who goes second gets one soul."""
    return Do(ev.GainSouls(other(board.starter), 1))


@step("6.2.1.6")
def opening_hands(board: Board, _frame: Frame) -> Answer:
    """Five cards each."""
    return Do(*(ev.Move(card, "hand", player) for player in (0, 1) for card in top(board, player, OPENING_HAND)))


@step("6.2.1.7")
def redraw_is_declared(board: Board, frame: Frame) -> Answer:
    """One after the other, the first player first, may exchange the whole hand."""
    if isinstance(frame.locals, Redrawing):
        player = frame.locals.player
        new = Do(*(ev.Move(card, "hand", player) for card in top(board, player, OPENING_HAND)))
        return new, Let(None), Goto("6.2.1.7")
    for player in (board.starter, other(board.starter)):
        mine = board.seats[player]
        if mine.redraws:
            return _redrawn(board, player)
        if mine.redrew:
            cite("6.2.1.7.1")
        if may_redraw(board, player):
            yes = (Do(ev.Redraw(player, done=False)), Goto("6.2.1.7"))
            no = (Do(ev.Redraw(player, done=True)), Goto("6.2.1.7"))
            return Choose(player, (Option(Choice("redraw"), yes), Option(Choice("keep_hand"), no)))
    return None


def _redrawn(board: Board, player: int) -> Answer:
    back = Do(*(ev.Move(thing.id, "deck", player) for thing in board.seats[player].hand))
    return back, Do(ev.Shuffle(player), ev.Redraw(player, done=True)), Let(Redrawing(player)), Goto("6.2.1.7")


class Redrawing(NamedTuple):
    """A player who has put the hand back and shuffled, and now takes five new cards."""

    player: int


@condition("6.2.1.7.1")
def may_redraw(board: Board, player: int) -> bool:
    """A player exchanges the hand once in a game at most."""
    return not board.seats[player].redrew


@step("6.2.1.8")
def life_is_set(_board: Board, _frame: Frame) -> Answer:
    """Life 10."""
    return Do(ev.SetLife(0, FIRST_LIFE), ev.SetLife(1, FIRST_LIFE))


@step("6.2.1.9")
def damage_is_set(_board: Board, _frame: Frame) -> Answer:
    """No damage."""
    return Do(ev.SetDamage(0, 0), ev.SetDamage(1, 0))


@step("6.2.1.10")
def resources_are_set(_board: Board, _frame: Frame) -> Answer:
    """No resources."""
    return Do(ev.ClearResources(0), ev.ClearResources(1))


@step("6.2.1.11")
def game_begins(_board: Board, _frame: Frame) -> Answer:
    """The first player's turn begins."""
    return Do(ev.BeginGame()), Call("7.1.2")
