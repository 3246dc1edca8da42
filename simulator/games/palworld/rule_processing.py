"""Chapter 11: rule processing, and what ends the game at once (1.2)."""

from collections.abc import Iterator
from itertools import combinations

from headjudge.parser.named import NamedTuple
from headjudge.simulator.citing import cite
from headjudge.simulator.games.palworld.board import PAL, STRUCTURE, Board, Target, Where, both, other, permanents
from headjudge.simulator.games.palworld.book import definition, interrupt, procedure, reminder, rule, step
from headjudge.simulator.games.palworld.choice import Choice
from headjudge.simulator.games.palworld.events import ChangeLife, Lose, Move, SetDamage
from headjudge.simulator.games.palworld.hidden import top
from headjudge.simulator.games.palworld.player_numbers import pal_limit
from headjudge.simulator.games.palworld.policies import policy
from headjudge.simulator.games.palworld.restrictions import event_forbidden
from headjudge.simulator.games.palworld.unknown import has_lucky_icon
from headjudge.simulator.games.palworld.view import is_kind, pals, power
from headjudge.simulator.moves import Answer, Call, Choose, Do, Event, Finish, Goto, Let, Option, Return, Unwind
from headjudge.simulator.moves import Move as KernelMove
from headjudge.simulator.once import once
from headjudge.simulator.state import Frame, ObjectId

procedure("11.1.2", "11.2.2", "11.5.1")


# Interrupts: looked for after every batch ---------------------------------------------------------------------------------


@interrupt("1.2.4")
def effect_ends_game(board: Board, stack: tuple[Frame, ...]) -> KernelMove | None:
    """A card's effect that wins or loses the game does so in the middle of everything."""
    return Finish() if board.won or (board.lost and _by_an_effect(stack)) else None


def _by_an_effect(stack: tuple[Frame, ...]) -> bool:
    """Whether what has just happened is that an effect made a player lose."""
    done = stack[-1].result
    return (
        stack[-1].procedure in ("10.9.1", "10.11") and isinstance(done, tuple) and any(isinstance(event, Lose) for event in done)
    )


@interrupt("1.2.1")
@reminder("1.2.2")
def defeat_ends_game(board: Board, _stack: tuple[Frame, ...]) -> KernelMove | None:
    """The game is over the moment a player has lost; if both have at once it is a draw (1.2.2)."""
    if not board.lost:
        return None
    if len(board.lost) == 2:
        cite("1.2.2")
    return Finish()


class Processing(NamedTuple):
    """Whose damage is processed, and how many cards this processing has put into the graveyard."""

    player: int
    cards: int = 0


@interrupt("11.2.1")
@reminder("11.1.2.1", "11.1.2.2", "11.2.1.1")
def player_has_damage(board: Board, stack: tuple[Frame, ...]) -> KernelMove | None:
    """A player with damage takes the consequences before anything else goes on; the turn player first."""
    if not (board.seats[0].damage or board.seats[1].damage):
        return None
    under_way = {frame.locals.player for frame in stack if isinstance(frame.locals, Processing)}
    if board.turn in under_way:
        return None
    for player in both(board):
        if board.seats[player].damage >= 1 and player not in under_way:
            cite("11.1.2.1")
            if all(seat.damage for seat in board.seats):
                cite("11.1.2.2", "11.2.1.1")
            return Call("11.2.2.1", Processing(player))
    return None


@interrupt("5.18.1")
def attack_has_failed(board: Board, stack: tuple[Frame, ...]) -> KernelMove | None:
    """Once the effect that made the attack fail has resolved, the battle end step begins."""
    battle = board.battle
    if battle is None or not battle.failed:
        return None
    if any(frame.procedure == "9" and frame.position.startswith("9.7.") for frame in stack):
        return None  # the battle end step has begun already
    if any(frame.procedure in ("10.6.2", "10.9.1", "10.4.2", "10.11") for frame in stack):
        return None
    return Unwind("9", "9.7.1")


# Player damage (11.2) -----------------------------------------------------------------------------------------------------


@step("11.2.2.1")
def one_card_to_graveyard(board: Board, frame: Frame) -> Answer:
    """The top card of the deck goes to the graveyard."""
    processing = frame.locals
    assert isinstance(processing, Processing)
    player = processing.player
    cards = top(board, player, 1)
    return (
        Do(*(Move(card, "graveyard", player, by=player) for card in cards)),
        Let(Processing(player, processing.cards + len(cards))),
    )


@step("11.2.2.2", when=lambda board, frame: _stopped_by_luck(board, frame), thereby=True)
def lucky_card_stops(_board: Board, _frame: Frame) -> Answer:
    """A lucky icon ends it: no life is lost."""
    return Goto("11.2.2.4")


@definition("2.10.1")
def _is_lucky(board: Board, player: int, card: ObjectId) -> bool:
    """Whether the card just put into the graveyard bears the lucky icon."""
    return any(has_lucky_icon(board, thing) for thing in board.seats[player].graveyard if thing.id == card)


def _stopped_by_luck(board: Board, frame: Frame) -> bool:
    processing = frame.locals
    assert isinstance(processing, Processing)
    moved = frame.result if isinstance(frame.result, tuple) else ()
    was = [gone.now for gone in board.departed for event in moved if isinstance(event, Move) and gone.thing.id == event.thing]
    return any(_is_lucky(board, processing.player, card) for card in was)


@step("11.2.2.3")
def life_is_lost(board: Board, frame: Frame) -> Answer:
    """With as many cards as damage, or no deck left, life is lost; else the next card follows."""
    processing = frame.locals
    assert isinstance(processing, Processing)
    mine = board.seats[processing.player]
    if processing.cards >= mine.damage or not mine.deck:
        return Do(ChangeLife(processing.player, -mine.damage)), Goto("11.2.2.4")
    return Goto("11.2.2.1")


@step("11.2.2.4")
def damage_is_gone(_board: Board, frame: Frame) -> Answer:
    """The damage is back at 0."""
    assert isinstance(frame.locals, Processing)
    return Do(SetDamage(frame.locals.player, 0)), Return()


# Checks: premise and plan ---------------------------------------------------------------------------------------------------


class Premise(NamedTuple):
    """What a rule asks of one card or player: whether it `has` so much of something as it takes (`needs`, which may be so much
    of something else, `of`), and what is due if it is so."""

    clause: str
    subject: Target
    what: str
    has: int
    of: str
    needs: int
    met: bool
    due: Event


def premises(board: Board) -> Iterator[Premise]:
    """Everything that the rules which take something away ask now, met or not."""
    for player in both(board):
        yield from (_life(board, player), _deck(board, player))
    yield from (_damage_taken(board, where) for where in permanents(board) if _can_be_damaged(board, where))


def _life(board: Board, player: int) -> Premise:
    life = board.seats[player].life
    return Premise("11.3.1", player, "life", life, "", 0, life <= 0, Lose(player))


def _deck(board: Board, player: int) -> Premise:
    cards = len(board.seats[player].deck)
    return Premise("11.3.2", player, "deck", cards, "", 0, not cards, Lose(player))


@reminder("2.8.3")
def _damage_taken(board: Board, where: Where) -> Premise:
    """A Pal's damage against its power, a structure's against its durability."""
    thing = where.thing
    if thing.damage > 0 and is_kind(board, where, STRUCTURE):
        cite("2.8.3")
    force = power(board, thing.id)
    lethal = thing.damage > 0 and thing.damage >= force
    return Premise("11.4.1", thing.id, "damage", thing.damage, "power", force, lethal, Move(thing.id, "graveyard", thing.owner))


def _can_be_damaged(board: Board, where: Where) -> bool:
    return is_kind(board, where, PAL) or is_kind(board, where, STRUCTURE)


@rule("11.3.1")
@reminder("1.2.1.1")
def no_life_left(board: Board) -> tuple[Event, ...]:
    """A player without life loses."""
    found = tuple(premise.due for player in both(board) if (premise := _life(board, player)).met)
    if found:
        cite("1.2.1.1")
    return found


@rule("11.3.2")
@reminder("1.2.1.2")
def no_deck_left(board: Board) -> tuple[Event, ...]:
    """A player without a deck loses."""
    found = tuple(premise.due for player in both(board) if (premise := _deck(board, player)).met)
    if found:
        cite("1.2.1.2")
    return found


@rule("11.4.1")
def lethal_damage(board: Board) -> tuple[Event, ...]:
    """A Pal with damage of its power or more goes to its owner's graveyard, a structure likewise."""
    if not any(thing.damage > 0 for seat in board.seats for thing in seat.base):
        return ()
    damaged = [where for where in permanents(board) if where.thing.damage > 0 and _can_be_damaged(board, where)]
    return tuple(premise.due for where in damaged if (premise := _damage_taken(board, where)).met)


@rule("11.5.1")
def too_many_pals(board: Board) -> tuple[Event, ...]:
    """Who has too many Pals; which leave is chosen before the plan is carried out."""
    found = tuple(Excess(player) for player in both(board) if _has_too_many(board, player))
    if found:
        cite("4.4.5.1", "4.4.5.2")
    return found


def _has_too_many(board: Board, player: int) -> bool:
    if not board.seats[player].base:
        return False
    limit = pal_limit(board, player)
    return len(board.seats[player].base) > limit and len(pals(board, player)) > limit


class Excess(NamedTuple):
    """A player has more Pals than the limit: what the plan names until it is chosen which of them leave."""

    player: int


RULES = (("11.3.1", no_life_left), ("11.3.2", no_deck_left), ("11.4.1", lethal_damage), ("11.5.1", too_many_pals))


@reminder("11.1.2.3", "11.3.3", "11.4.2", "11.5.2")
@once
def due(board: Board) -> tuple[Event, ...]:
    """What check-type rule processing asks for now; asked only in a check timing."""
    found: tuple[Event, ...] = ()
    cite("11.1.2.3")
    for clause, plan in RULES:
        planned = tuple(event for event in plan(board) if not event_forbidden(board, event))  # 1.3.3: it is not due
        if planned:
            cite(clause, {"11.3": "11.3.3", "11.4": "11.4.2", "11.5": "11.5.2"}[clause[:4]])
        found += planned
    return found


@step("11.1.2.3", thereby=True)
@reminder("1.3.4")
def who_keeps_what(board: Board, frame: Frame) -> Answer:
    """What is due is settled; for a base with too many Pals it is chosen first which of them stay."""
    leaving = frame.locals if isinstance(frame.locals, tuple) else ()
    if isinstance(frame.result, Leaving):
        return Let((*leaving, frame.result)), Goto("11.1.2.3")
    chosen = {entry.player for entry in leaving}
    if chosen:
        cite("1.3.4")
    for event in due(board):
        if isinstance(event, Excess) and event.player not in chosen:
            return Call("11.5.1.1", Keeping(event.player)), Goto("11.1.2.3")
    return None


@step("11.1.2.4")
def all_at_once(board: Board, frame: Frame) -> Answer:
    """Everything that is due happens at the same time."""
    events = [event for event in due(board) if not isinstance(event, Excess)]
    for entry in frame.locals if isinstance(frame.locals, tuple) else ():
        for pal in entry.pals:
            owner = next(where.thing.owner for where in permanents(board) if where.thing.id == pal)
            if not any(isinstance(event, Move) and event.thing == pal for event in events):
                events.append(Move(pal, "graveyard", owner))
    return Do(*events), Return()


# Too many Pals (11.5) ---------------------------------------------------------------------------------------------------------


class Keeping(NamedTuple):
    """Which Pals of a base are kept."""

    player: int
    kept: tuple[ObjectId, ...] = ()


class Leaving(NamedTuple):
    """Which Pals of a base leave it."""

    player: int
    pals: tuple[ObjectId, ...]


def _newest(board: Board, player: int) -> tuple[ObjectId, ...]:
    """The Pals that came last: together, if several came at once."""
    mine = [where.thing for where in pals(board, player)]
    last = max(thing.arrived for thing in mine)
    return tuple(thing.id for thing in mine if thing.arrived == last)


def _chooser(board: Board, player: int) -> int:
    """Who chooses the Pals that stay: the book names nobody."""
    return player if policy(board, "pal-limit-chooser") == "base-player" else board.turn


@step("11.5.1.1")
def newest_are_kept(board: Board, frame: Frame) -> Answer:
    """Of the Pals that came last, as many as the limit allows are kept."""
    keeping = frame.locals
    assert isinstance(keeping, Keeping)
    newest, limit = _newest(board, keeping.player), pal_limit(board, keeping.player)
    if len(newest) <= limit:
        return Let(Keeping(keeping.player, newest))
    options = [Option(Choice("keep", kept), (Let(Keeping(keeping.player, kept)),)) for kept in combinations(newest, limit)]
    return Choose(_chooser(board, keeping.player), tuple(options))


@step("11.5.1.2")
def others_fill_up(board: Board, frame: Frame) -> Answer:
    """Of the other Pals, as many more as there is room for are kept."""
    keeping = frame.locals
    assert isinstance(keeping, Keeping)
    newest = _newest(board, keeping.player)
    room = max(0, pal_limit(board, keeping.player) - len(keeping.kept))
    others = [where.thing.id for where in pals(board, keeping.player) if where.thing.id not in newest]
    options = [
        Option(Choice("keep", kept), (Let(Keeping(keeping.player, (*keeping.kept, *kept))),))
        for kept in combinations(others, min(room, len(others)))
    ]
    return Choose(_chooser(board, keeping.player), tuple(options))


@step("11.5.1.3")
def the_rest_leaves(board: Board, frame: Frame) -> Answer:
    """The Pals that are not kept go to their owners' graveyards, together."""
    keeping = frame.locals
    assert isinstance(keeping, Keeping)
    rest = tuple(where.thing.id for where in pals(board, keeping.player) if where.thing.id not in keeping.kept)
    return Return(Leaving(keeping.player, rest))


@reminder("13.1.1", "13.1.1.1")
def drawn_by_loop(board: Board) -> Board:
    """The board of a game that is drawn because of a loop that nobody can stop."""
    return board._replace(drawn=True)


@reminder("13.1.1.2", "13.1.1.2.1")
def loop_rules(*, stoppable: bool) -> tuple[str, ...]:
    """The clauses that apply to a loop: who can stop it must some time, after as many times as the least declared."""
    return ("13.1.1.2",) if stoppable else ("13.1.1.1",)


@definition("1.2.1")
def winner(board: Board) -> int | None:
    """Who has won a game that is over; None for a draw or a game that is not."""
    if board.won:
        return board.won[0] if len(board.won) == 1 else None
    return other(board.lost[0]) if len(board.lost) == 1 else None
