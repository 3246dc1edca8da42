"""Where a ruling comes from: a file, a shipped ruling by its name, standard input, or the words of the command line."""

from collections.abc import Sequence
from pathlib import Path

from headjudge.cli.knowledge import opened
from headjudge.cli.reading import handed_in
from headjudge.cli.request import Request
from headjudge.kb.errors import HeadjudgeError
from headjudge.kb.rulings import find_rulings
from headjudge.parser.decode import EmptyFile
from headjudge.parser.ruling_error import RulingError
from headjudge.simulator.answers.ruling import SUFFIX, Ruling, read, shipped_rulings

_LONGEST_NAME = 250


class WrittenOnly(HeadjudgeError):
    """The ruling of that name is in words: there is nothing to run."""


def found(words: Sequence[str], request: Request) -> Ruling:
    """The ruling that the arguments of a command name or say. Raises UnreadableFile and the like, and for what can only be a name
    UnknownRuling or WrittenOnly."""
    said = " ".join(words)
    if said == "-":
        said = handed_in("-")
    elif len(words) == 1 and _is_name(said):
        path = Path(said)
        if path.exists() or path.suffix == SUFFIX:
            return read(path)
        shipped = next((ruling for ruling in shipped_rulings() if ruling.stem == said), None)
        if shipped is not None:
            return read(shipped)
        if ("/" in said or path.suffix) and not any(map(str.isspace, said)):
            return read(path)
    if not said.strip():
        raise EmptyFile("empty_ruling")
    ruling = Ruling("", said, Path.cwd(), confined=True)
    is_word = len(words) == 1 and _is_name(said) and not any(map(str.isspace, said))
    return _by_name(said, request) if is_word and not _says_something(ruling) else ruling


def _says_something(ruling: Ruling) -> bool:
    try:
        ruling.scenario()
    except RulingError:
        return False
    return True


def _by_name(name: str, request: Request) -> Ruling:
    """The ruling that the knowledge base keeps under a name: a lone word that is no ruling itself was meant as one."""
    with opened(request) as db:
        kept = find_rulings(db, name, request.game)
    scenario = next((one for one in kept if not one.written), None)
    if scenario is None:
        raise WrittenOnly("ruling_in_words", ruling=kept[0].name, title=kept[0].title)
    return Ruling(scenario.name, scenario.text, Path.cwd(), confined=True)


def _is_name(said: str) -> bool:
    return 0 < len(said.encode()) <= _LONGEST_NAME and not any(char in said for char in "\0\n;；")
