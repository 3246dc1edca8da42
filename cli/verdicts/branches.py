"""All branches of a ruling, drawn as a tree; choices that leave nothing else to do stand on one line."""

from collections.abc import Iterator, Sequence
from typing import Any

from headjudge.cli.answer import BLANK, Block, Line, Tree, heading, text
from headjudge.cli.answer import Run as Words
from headjudge.cli.request import Language
from headjudge.cli.verdicts.words import say
from headjudge.simulator.answers.sentence import ending
from headjudge.simulator.branching import Branch, Branches, branches
from headjudge.simulator.registry import telling
from headjudge.simulator.run import Run
from headjudge.simulator.state import Board

MOST = 200
"""So many states are drawn; nobody reads more."""

_MARKS = {True: "✓", False: "✗", None: "?"}


def blocks(run: Run, language: Language) -> Iterator[Block]:
    """The tree of a ruling whose verdict has been given."""
    found = branches(run, MOST)
    yield BLANK
    yield heading(say("tree", language))
    pointed_at = set(_pointed_at(found.root))
    drawn = _Drawing(run.game.name, language, pointed_at)
    yield drawn.tree("", found.root, (run.start.board,))
    if found.cut:
        yield text(say("tree_cut", language, count=found.states), "dim")


def _pointed_at(branch: Branch) -> Iterator[int]:
    """The states to which ways lead from elsewhere."""
    waiting = [branch]
    while waiting:
        for _, below in waiting.pop().ways:
            if isinstance(below, Branch):
                waiting.append(below)
            elif below is not None:
                yield below


class _Drawing:
    def __init__(self, game: str, language: Language, pointed_at: set[int]) -> None:
        self.game = game
        self.language = language
        self.pointed_at = pointed_at

    def tree(self, chosen: str, branch: Branch, boards: tuple[Board, ...]) -> Tree:
        """A choice, what follows from it without a further choice, and its branches."""
        said = [chosen] if chosen else []
        mark = ""
        while True:
            boards = (*boards, branch.board)
            mark = mark or (f"[{branch.number}] " if branch.number in self.pointed_at else "")
            only = branch.ways[0] if len(branch.ways) == 1 else None
            if only is None or not isinstance(only[1], Branch) or only[1].number in self.pointed_at:
                break
            said.append(self.choice(branch, only[0], boards))
            branch = only[1]
        below = tuple(self._way(branch, label, target, boards) for label, target in branch.ways)
        runs = [Words(mark, "dim"), Words("  →  ".join(said))]
        if branch.end is not None and branch.facts is not None:
            results = " ".join(_MARKS[result] for result in branch.facts.results)
            end = f"{ending(branch.end.value, branch.facts.result, self.language)} {results}".rstrip()
            runs.append(Words(f"{'  →  ' if said else ''}{end}", "heading"))
        elif not below:
            runs.append(Words(f"  {say('open', self.language)}", "dim"))
        if not said and branch.end is None:
            runs.append(Words(branch.clause, "number"))
        return Tree(Line(tuple(run for run in runs if run.text)), below)

    def _way(self, branch: Branch, label: object, target: "Branch | int | None", boards: tuple[Board, ...]) -> Tree:
        chosen = self.choice(branch, label, boards)
        if isinstance(target, Branch):
            return self.tree(chosen, target, boards)
        where = say("open", self.language) if target is None else say("seen", self.language, number=target)
        return Tree(Line((Words(chosen), Words(f"  →  {where}", "dim"))))

    def choice(self, branch: Branch, label: object, boards: Sequence[Board]) -> str:
        """An option with the player who has it."""
        teller = telling(self.game).teller(self.language, boards)
        assert branch.player is not None
        player = teller.player(branch.player)
        return say("chooses", self.language, player=player, choice=teller.choice(label, branch.board))


def data(run: Run, language: Language) -> dict[str, Any]:
    """The branches as data: nested, a state that stands elsewhere by its number."""
    found: Branches = branches(run, MOST)
    drawing = _Drawing(run.game.name, language, set())

    def of(branch: Branch, boards: tuple[Board, ...]) -> dict[str, Any]:
        boards = (*boards, branch.board)
        end = branch.facts and branch.end and ending(branch.end.value, branch.facts.result, language)
        return {
            "state": branch.number,
            "clause": branch.clause,
            "end": end,
            "holds": list(branch.facts.results) if branch.facts else None,
            "ways": [
                {
                    "choice": drawing.choice(branch, label, boards),
                    "to": of(target, boards) if isinstance(target, Branch) else target,
                }
                for label, target in branch.ways
            ],
        }

    return of(found.root, (run.start.board,))
