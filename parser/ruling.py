"""Rulings: text -> Scenario (`parse_ruling`, `read_ruling`), Scenario -> text (`format_scenario`)."""

from pathlib import Path

from headjudge.kb.clause import HeadjudgeError
from headjudge.parser.card_file import CardFile, read_card_file
from headjudge.parser.decode import read_text
from headjudge.parser.ruling_build import Builder
from headjudge.parser.ruling_cards import CardReader, described_names
from headjudge.parser.ruling_error import ContradictionError, RulingError, RulingSyntaxError, Source, UnknownCardError
from headjudge.parser.ruling_format import format_scenario
from headjudge.parser.ruling_grammar import Node, read_tree
from headjudge.parser.ruling_phrases import UnwritableScenarioError
from headjudge.parser.ruling_tree import parts, place_of, the
from headjudge.parser.scenario import Scenario

__all__ = [
    "ContradictionError",
    "RulingError",
    "RulingSyntaxError",
    "UnknownCardError",
    "UnwritableScenarioError",
    "format_scenario",
    "parse_ruling",
    "read_ruling",
]


def parse_ruling(text: str, folder: Path | None = None, *, confined: bool = False) -> Scenario:
    """What a ruling says. Its card files are looked for in `folder`; without one, a ruling that has any is refused. A `confined`
    ruling may not name files outside of the folder: who wrote it is not known.

    Raises RulingError.

    >>> scenario = parse_ruling("甲 据点 疾风(帕鲁 500/1) ; 乙 生命 1 牌库 普通×3 ; 甲 以 疾风 攻击 乙 ; 则 乙 败北")
    >>> scenario.actions[0].verb, scenario.expectations[0].condition
    ('attack', GameResult(word='loses', player=<Player.B: 'B'>))
    """
    text = text.removeprefix("\ufeff")
    source = Source(text)
    tree, comments = read_tree(text, source)
    cards = CardReader(source, _card_files(tree, folder, source, confined=confined), described_names(tree))
    return Builder(cards).build(tree, comments)


def read_ruling(path: Path) -> Scenario:
    """What the ruling in a file says, card files beside it included.

    Raises RulingError, or what `decode.read_text` raises for a file that cannot be read.
    """
    return parse_ruling(read_text(path), path.parent)


def _card_files(tree: Node, folder: Path | None, source: Source, *, confined: bool) -> tuple[CardFile, ...]:
    loaded = []
    for head in parts(tree, "head"):
        if the(head, "HEAD") != "card_file":
            continue
        shown, place = the(head, "RAW"), place_of(head)
        if folder is None:
            raise source.error(RulingError, "ruling_no_card_files", place, path=shown)
        if confined and not (folder / shown).resolve().is_relative_to(folder.resolve()):
            raise source.error(RulingError, "ruling_card_file_outside", place, path=shown)
        try:
            loaded.append(read_card_file(folder / shown, shown=shown))
        except HeadjudgeError as error:
            reason = error.facts.get("reason", error.code)
            raise source.error(RulingError, "ruling_card_file", place, path=shown, reason=reason) from error
    return tuple(loaded)
