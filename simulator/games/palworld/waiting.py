"""10.8.3: waiting automatic abilities are used."""

from collections.abc import Sequence

from headjudge.simulator.citing import cite
from headjudge.simulator.games.palworld.board import Board, Waiting, find
from headjudge.simulator.games.palworld.book import procedure, reminder, step
from headjudge.simulator.games.palworld.choice import Choice
from headjudge.simulator.games.palworld.events import Unwait
from headjudge.simulator.games.palworld.use import Using
from headjudge.simulator.moves import Answer, Call, Do, Goto, Option
from headjudge.simulator.state import Frame

procedure("10.8.3")


@reminder("10.7.3", "10.8.3.1", "10.8.3.2")
def waiting_options(board: Board, waiting: Sequence[Waiting]) -> tuple[Option, ...]:
    """What a player can do with waiting abilities: use one; a limited one may be left unused, and is once it is used up."""
    options = []
    for entry in waiting:
        source = entry.origin.source
        limit = entry.ability.heading.limit
        used_up = is_used_up(board, entry)
        if not used_up:
            options.append(Option(Choice("trigger", (source,), entry.ability), (Call("10.8.3", entry), Goto("10.5.3.1"))))
        if limit is not None:
            cite("10.8.3.2" if used_up else "10.7.3")
            options.append(Option(Choice("decline", (source,), entry.ability), (Do(Unwait(entry)), Goto("10.5.3.1"))))
        else:
            cite("10.8.3.1")
    return tuple(options)


def is_used_up(board: Board, entry: Waiting) -> bool:
    """Whether an ability has been used this turn as often as its limit allows."""
    limit = entry.ability.heading.limit
    where = find(board, entry.origin.source)
    used = 0 if where is None else dict(where.thing.used).get(entry.ability, 0)
    return limit is not None and used >= limit.times


@step("10.8.3")
@reminder("10.8.7")
def waiting_ability_is_used(board: Board, frame: Frame) -> Answer:
    """The ability is used, wherever its card is by now; then it waits once less."""
    entry = frame.locals
    assert isinstance(entry, Waiting)
    if find(board, entry.origin.source) is None:
        cite("10.8.7")
    using = Using(entry.origin, ability=entry.ability, follow=entry.follow, keyword=entry.keyword)
    return Call("10.6.2.1", using), Do(Unwait(entry))
