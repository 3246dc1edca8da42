"""5.7 and 5.8.2: cards drawn, and looked at, one after another."""

from collections.abc import Iterator

from headjudge.parser import effect_terms as terms
from headjudge.parser.named import NamedTuple
from headjudge.simulator.citing import cite
from headjudge.simulator.games.palworld import events as ev
from headjudge.simulator.games.palworld.board import Board
from headjudge.simulator.games.palworld.book import procedure, reminder, step
from headjudge.simulator.games.palworld.choice import Choice
from headjudge.simulator.games.palworld.hidden import top
from headjudge.simulator.moves import Answer, Choose, Do, Goto, Let, Move, Option, Return
from headjudge.simulator.state import Frame, ObjectId

procedure("5.7.2", "5.7.3", "5.8.2")


# Drawing (5.7) -----------------------------------------------------------------------------------------------------------------


class Drawing(NamedTuple):
    """A player draws cards one after another."""

    player: int
    number: int
    drawn: int = 0
    exempt: tuple[tuple[object, ...], ...] = ()
    """The replacements already applied to a draw in whose place these are (10.11.2.3)."""


@step("5.7.1")
@reminder("4.5.1")
def draw_one(board: Board, frame: Frame) -> Answer:
    """The top card of the deck comes to the hand."""
    cite("4.5.1")
    player = frame.locals
    assert isinstance(player, int)
    return Do(*_drawn(board, player)), Return()


def _drawn(board: Board, player: int) -> Iterator[ev.Move]:
    for card in top(board, player, 1):
        yield ev.Move(card, "hand", player, deeds=(terms.Deed.DRAW,), by=player)


def _draws(board: Board, drawing: Drawing) -> Move:
    from headjudge.simulator.games.palworld.replacement import done

    return done(board, tuple(_drawn(board, drawing.player)), drawing.exempt)


def _drawing(frame: Frame) -> Drawing:
    assert isinstance(frame.locals, Drawing)
    return frame.locals


@step("5.7.2", thereby=True)
def draw_several(board: Board, frame: Frame) -> Answer:
    """Drawing several cards is drawing one card as often."""
    drawing = _drawing(frame)
    done = frame.result if isinstance(frame.result, tuple) else ()
    drawn = drawing.drawn + len(done)
    if drawing.number > 0 and not board.seats[drawing.player].deck:
        cite("1.3.2")
        drawing = drawing._replace(number=0)
    if drawing.number <= 0:
        return Return(tuple(f"{drawn}" for _ in range(min(drawn, 1))))
    cite("5.7.1")
    left = drawing._replace(number=drawing.number - 1, drawn=drawn)
    return Let(left), _draws(board, drawing), Goto("5.7.2")


@step("5.7.3.1", when=lambda _board, frame: _drawing(frame).number <= 0)
def draw_no_more(_board: Board, _frame: Frame) -> Answer:
    """A number of 0 or less: it is over."""
    return Return(())


@step("5.7.3.2")
@reminder("1.3.5.1")
def drawing_may_stop(_board: Board, frame: Frame) -> Answer:
    """The player may stop, even before the first card."""
    drawing = _drawing(frame)
    if not drawing.drawn:
        cite("1.3.5.1")
    stop = Return(("drawn",) if drawing.drawn else ())
    return Choose(drawing.player, (Option(Choice("draw"), ()), Option(Choice("stop"), (stop,))))


@step("5.7.3.3")
def draw_one_of_up_to(board: Board, frame: Frame) -> Answer:
    """One card is drawn."""
    cite("5.7.1")
    return _draws(board, _drawing(frame))


@step("5.7.3.4")
def drawn_often_enough(_board: Board, frame: Frame) -> Answer:
    """With the number reached it is over; else it goes on."""
    drawing = _drawing(frame)
    drawing = drawing._replace(drawn=drawing.drawn + 1)
    if drawing.drawn >= drawing.number:
        return Return(("drawn",))
    return Let(drawing), Goto("5.7.3.1")


# Looking (5.8.2) --------------------------------------------------------------------------------------------------------------


class Seen(NamedTuple):
    """The cards that a player has looked at one after another."""

    things: tuple[ObjectId, ...]


class Looking(NamedTuple):
    """A player looks at the top of a deck, card after card."""

    owner: int
    player: int
    number: int
    place: int = 0


def _looking(frame: Frame) -> Looking:
    assert isinstance(frame.locals, Looking)
    return frame.locals


@step("5.8.2.1", when=lambda _board, frame: _looking(frame).number <= 0)
def look_no_more(_board: Board, _frame: Frame) -> Answer:
    """A number of 0 or less: it is over."""
    return Return(())


@step("5.8.2.2")
def look_from_the_top(_board: Board, frame: Frame) -> Answer:
    """It begins with the first card."""
    return Let(_looking(frame)._replace(place=1))


@step("5.8.2.3")
def looking_may_stop(board: Board, frame: Frame) -> Answer:
    """The player may stop."""
    looking = _looking(frame)
    seen = top(board, looking.owner, looking.place - 1)
    return Choose(looking.player, (Option(Choice("look"), ()), Option(Choice("stop"), (Return(Seen(seen)),))))


@step("5.8.2.4")
def look_at_the_next(board: Board, frame: Frame) -> Answer:
    """The player learns what the next card is."""
    looking = _looking(frame)
    return Do(ev.LookAt(top(board, looking.owner, looking.place)[looking.place - 1 :], looking.player))


@step("5.8.2.5")
def looked_often_enough(board: Board, frame: Frame) -> Answer:
    """With the number reached it is over; else the next card follows."""
    looking = _looking(frame)
    if looking.place >= looking.number:
        return Return(Seen(top(board, looking.owner, looking.place)))
    return Let(looking._replace(place=looking.place + 1)), Goto("5.8.2.3")
