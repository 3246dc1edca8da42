"""Events happen to what is under way: the battle, effects, abilities that wait, time, and the game itself."""

from headjudge.parser.effect_terms import Edge, Stretch
from headjudge.simulator.citing import cite
from headjudge.simulator.games.palworld import events as ev
from headjudge.simulator.games.palworld.board import (
    Board,
    Seat,
    change,
    find,
    in_base,
    other,
    seat,
)
from headjudge.simulator.games.palworld.book import definition, reminder
from headjudge.simulator.games.palworld.durations import phase_begins
from headjudge.simulator.games.palworld.event_table import happens
from headjudge.simulator.games.palworld.queue import queued

# Battle ----------------------------------------------------------------------------------------------------------------


@happens(ev.Declare)
def _declare(board: Board, event: ev.Declare, _before: Board) -> Board:
    return board._replace(battle=event.battle)


@happens(ev.Attacks)
def _attacks(board: Board, _done: ev.Attacks, _before: Board) -> Board:
    return board if board.battle is None else board._replace(battle=board.battle._replace(attacking=True))


@happens(ev.Blocks)
def _blocks(board: Board, event: ev.Blocks, _before: Board) -> Board:
    if board.battle is None or in_base(board, event.blocker) is None:
        return board
    return board._replace(battle=board.battle._replace(target=event.blocker, blocker=event.blocker))


@happens(ev.Opposes)
def _opposes(board: Board, _done: ev.Opposes, _before: Board) -> Board:
    return board if board.battle is None else board._replace(battle=board.battle._replace(opponents=True))


@happens(ev.AttackFails)
def _attack_fails(board: Board, _done: ev.AttackFails, _before: Board) -> Board:
    if board.battle is None or not board.battle.attacking:
        return board
    return board._replace(battle=board.battle._replace(failed=True))


@happens(ev.StopsAttacking)
def _stops_attacking(board: Board, _done: ev.StopsAttacking, _before: Board) -> Board:
    if board.battle is None or not board.battle.attacking:
        return board
    return board._replace(battle=board.battle._replace(attacking=False))


@happens(ev.EndBattle)
def _end_battle(board: Board, _done: ev.EndBattle, _before: Board) -> Board:
    met = tuple(entry for entry in board.met if entry[2] is not Stretch.BATTLE)
    return board._replace(battle=None, met=met)


@happens(ev.Assigned)
def _assigned(board: Board, _done: ev.Assigned, _before: Board) -> Board:
    return board._replace()  # another board that is the same: nothing changes, and yet it has happened


# Effects ---------------------------------------------------------------------------------------------------------------


@happens(ev.Become)
@definition("5.3.2")
def _become(board: Board, event: ev.Become, _before: Board) -> Board:
    if event.state in board.states:
        cite("1.3.2.1")
        return board
    return board._replace(states=(*board.states, event.state))


@happens(ev.Begin)
def _begin(board: Board, event: ev.Begin, _before: Board) -> Board:
    return board._replace(effects=(*board.effects, event.effect))


@happens(ev.EndEffect)
def _end_effect(board: Board, event: ev.EndEffect, _before: Board) -> Board:
    if event.effect not in board.effects:
        return board
    place = board.effects.index(event.effect)
    return board._replace(effects=(*board.effects[:place], *board.effects[place + 1 :]))


@happens(ev.Expire)
def _expire(board: Board, event: ev.Expire, _before: Board) -> Board:
    """Effects whose time is up end; those that last until a later end of the kind come one nearer to it."""
    kept = []
    for going in board.effects:
        expiry = going.expiry
        ends_here = expiry.edge is Edge.END and not expiry.during and expiry.stretch is event.stretch
        if not ends_here or expiry.player not in (None, board.turn):
            kept.append(going)
        elif expiry.skip:
            kept.append(going._replace(expiry=expiry._replace(skip=expiry.skip - 1)))
    return board._replace(effects=tuple(kept)) if tuple(kept) != board.effects else board


# Abilities -------------------------------------------------------------------------------------------------------------


@happens(ev.Wait)
def _wait(board: Board, event: ev.Wait, _before: Board) -> Board:
    return board._replace(waiting=(*board.waiting, event.waiting))


@happens(ev.Unwait)
def _unwait(board: Board, event: ev.Unwait, _before: Board) -> Board:
    waiting = list(board.waiting)
    for index, entry in enumerate(waiting):
        if entry._replace(times=1) == event.waiting._replace(times=1):
            if entry.times > 1:
                waiting[index] = entry._replace(times=entry.times - 1)
            else:
                del waiting[index]
            return board._replace(waiting=tuple(waiting))
    return board


@happens(ev.WaitTimes)
def _wait_times(board: Board, event: ev.WaitTimes, _before: Board) -> Board:
    rest = list(board.waiting)
    rest.remove(event.waiting)
    return board._replace(waiting=queued(rest, event.waiting._replace(times=event.times, ways=())))


@happens(ev.Delay)
def _delay(board: Board, event: ev.Delay, _before: Board) -> Board:
    return board._replace(delayed=(*board.delayed, event.delayed))


@happens(ev.CountUse)
def _count_use(board: Board, event: ev.CountUse, _before: Board) -> Board:
    where = find(board, event.thing)
    if where is None:
        return board
    times = dict(where.thing.used)
    times[event.ability] = times.get(event.ability, 0) + 1
    return change(board, where, used=tuple(times.items()))


@happens(ev.Used)
def _used(board: Board, _done: ev.Used, _before: Board) -> Board:
    return board._replace()


@happens(ev.Chosen)
def _chosen(board: Board, event: ev.Chosen, _before: Board) -> Board:
    return board._replace() if event.things else board


# Time ------------------------------------------------------------------------------------------------------------------


@happens(ev.Occur)
def _occur(board: Board, event: ev.Occur, _before: Board) -> Board:
    """A stretch begins or ends. Once its phase is over, an effect for that phase only has had its time."""
    if event.edge is Edge.START and event.stretch.name.endswith("_PHASE") and event.stretch is not board.phase:
        board = phase_begins(board, event.stretch, board.turn)
    return board._replace()


@happens(ev.EndTurn)
def _end_turn(board: Board, _done: ev.EndTurn, _before: Board) -> Board:
    """The other player becomes the turn player; what counts within a turn starts anew."""
    seats = []
    for player in (0, 1):
        mine: Seat = board.seats[player]
        base = tuple(thing._replace(used=()) if thing.used else thing for thing in mine.base)
        seats.append(mine._replace(base=base, drew_for_souls=False))
    kept = tuple(done._replace(old=True) for done in board.deeds if done.deed in board.world.never_forgotten)
    board = board._replace(seats=(seats[0], seats[1]), turn=other(board.turn), opening=False, deeds=kept, met=())
    return phase_begins(board, Stretch.RESET_PHASE, other(board.turn))


# Winning, losing, setting up -------------------------------------------------------------------------------------------


@happens(ev.Lose)
def _lose(board: Board, event: ev.Lose, _before: Board) -> Board:
    return board if event.player in board.lost else board._replace(lost=tuple(sorted((*board.lost, event.player))))


@happens(ev.Surrender)
@reminder("1.2.3", "1.2.3.1")
def _surrender(board: Board, event: ev.Surrender, _before: Board) -> Board:
    """Who surrenders has lost, whatever any card says."""
    cite("1.2.3", "1.2.3.1")
    return board._replace(lost=tuple(sorted({*board.lost, event.player})))


@happens(ev.Win)
def _win(board: Board, event: ev.Win, _before: Board) -> Board:
    return board if event.player in board.won else board._replace(won=tuple(sorted((*board.won, event.player))))


@happens(ev.BecomeStarter)
def _become_starter(board: Board, event: ev.BecomeStarter, _before: Board) -> Board:
    return board._replace(starter=event.player, turn=event.player)


@happens(ev.Redraw)
def _redraw(board: Board, event: ev.Redraw, _before: Board) -> Board:
    return seat(board, event.player, redraws=not event.done, redrew=True)


@happens(ev.BeginGame)
def _begin_game(board: Board, _done: ev.BeginGame, _before: Board) -> Board:
    return board._replace(turn=board.starter, opening=True, phase=Stretch.RESET_PHASE)
