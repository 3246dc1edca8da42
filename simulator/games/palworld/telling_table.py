"""How the game is told: the table in rows, how two tables differ, what is worth telling."""

from collections.abc import Iterator, Sequence

from headjudge.parser.ruling_vocabulary import Language
from headjudge.simulator.citing import apart
from headjudge.simulator.games.palworld.board import PAL, Board, Thing, Where
from headjudge.simulator.games.palworld.choice import Choice
from headjudge.simulator.games.palworld.differing import Difference
from headjudge.simulator.games.palworld.telling import Teller, names
from headjudge.simulator.games.palworld.telling_differences import tell
from headjudge.simulator.games.palworld.view import is_kind, power, strike
from headjudge.simulator.telling import TableRow, ToldDifference

_QUIET_EVENTS = frozenset(
    ("Occur", "Unwait", "WaitTimes", "Vanish", "TakeOff", "CountUse", "StopsAttacking", "Used", "Chosen", "Declare")
)
"""Book-keeping: what it leads to is told by other events."""

_QUIET_CHOICES = frozenset(("pass", "no_block"))
"""Not worth telling where nothing else could be chosen."""

_SHOWN = ("graveyard", "exile")


class PalworldTeller(Teller):
    """Tells of one line, and of the tables on it."""

    def is_news(self, event: object) -> bool:
        """Whether a reader who is in a hurry wants to know of an event."""
        return type(event).__name__ not in _QUIET_EVENTS

    def is_quiet(self, label: object) -> bool:
        """Whether a choice is not worth telling where nothing else could be chosen."""
        return isinstance(label, Choice) and label.verb in _QUIET_CHOICES

    def differences(self, found: Sequence[object], common: Board) -> list[ToldDifference]:
        """How two tables differ that both come from a common one."""
        return tell(self, [one for one in found if isinstance(one, Difference)], common)

    def table(self, board: Board) -> Iterator[TableRow]:
        """Both players' numbers and open zones, what resolves and what waits."""
        for player in (0, 1):
            seat = board.seats[player]
            yield TableRow(self.player(player), self.numbers(board, player), turn=player == board.turn)
            if seat.base:
                cards = "  ".join(self._card(board, player, thing) for thing in seat.base)
                yield TableRow(self.zone("base"), cards, inner=True)
            for zone in _SHOWN:
                things: tuple[Thing, ...] = getattr(seat, zone)
                if things:
                    yield TableRow(self.zone(zone), self.things(thing.id for thing in things), inner=True)
        if board.resolution:
            yield TableRow(self.zone("resolution"), "  ".join(self.item(item, board) for item in board.resolution))
        if board.waiting:
            yield TableRow("", "  ".join(self.waiting(entry, board) for entry in board.waiting))

    def _card(self, board: Board, player: int, thing: Thing) -> str:
        """A card of a base with its numbers as they are now."""
        numbers, _ = apart(lambda: (power(board, thing.id), strike(board, thing.id)))
        pal, _ = apart(lambda: is_kind(board, Where(player, "base", thing), PAL))
        figures = f"{numbers[0]}/{numbers[1]}" if pal else str(numbers[0])
        return self.lying(thing, figures)


def teller(language: Language, boards: Sequence[Board]) -> PalworldTeller:
    """Tells of a line that comes to these boards; the first is the start."""
    return PalworldTeller(language, names(boards))
