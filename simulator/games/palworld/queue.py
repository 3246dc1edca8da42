"""10.8.2: the abilities that wait, equal ones counted."""

from collections.abc import Sequence

from headjudge.simulator.citing import cite
from headjudge.simulator.games.palworld.board import Waiting
from headjudge.simulator.games.palworld.book import reminder


@reminder("10.8.2", "10.8.2.1")
def queued(waiting: Sequence[Waiting], new: Waiting) -> tuple[Waiting, ...]:
    """The waiting abilities with one more; an equal one that waits already waits so many times more."""
    for index, entry in enumerate(waiting):
        if entry.ability == new.ability and entry.origin.source == new.origin.source:
            cite("10.8.2.1")
        if not new.ways and entry._replace(times=1) == new._replace(times=1):
            return (*waiting[:index], entry._replace(times=entry.times + new.times), *waiting[index + 1 :])
    return (*waiting, new)
