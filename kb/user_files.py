"""The card files and the published answers that a user handed in: kept beside the knowledge base, like imported editions."""

from collections.abc import Iterator
from enum import StrEnum
from hashlib import sha256
from pathlib import Path

from headjudge.kb.errors import HeadjudgeError
from headjudge.kb.kept import DamagedAbout, digest_of, forget_text, keep_text, kept_in
from headjudge.kb.lock import unwritable
from headjudge.kb.stamp import imported_folder
from headjudge.parser.named import NamedTuple


class DamagedUserFile(HeadjudgeError):
    """What was kept of a card file or of published answers cannot be read."""


class What(StrEnum):
    """What a file has in it; the folder in which it is kept."""

    CARDS = "cards"
    ANSWERS = "answers"


class UserFile(NamedTuple):
    """A file as it was handed in: the game that it is of, where it lay, its text, the day on which it was read (ISO), and its
    place among the files handed in. `source` says who published it, '' if nobody said."""

    what: What
    game: str
    path: str
    text: str
    read_on: str = ""
    source: str = ""
    order: int = 0

    @property
    def name(self) -> str:
        """What it is kept as. A card file takes the place of what lay at its path before; of answers every state is kept: what
        was answered before is their history."""
        told_by = self.path if self.what is What.CARDS else f"{self.source}\0{self.text}"
        return f"{self.game}@{sha256(told_by.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"


def user_files(database: Path, what: What) -> list[UserFile]:
    """The files kept, in the order in which they were handed in. Raises DamagedUserFile."""
    try:
        return sorted(_read(database, what), key=lambda file: (file.order, file.path))
    except DamagedAbout as error:
        raise DamagedUserFile("damaged_user_file", path=str(error.path), reason=error.reason) from error


def _read(database: Path, what: What) -> Iterator[UserFile]:
    for path, about, text in kept_in(_folder(database, what)):
        try:
            file = UserFile(
                what, about["game"], about["path"], text, about["read_on"], about["source"], order=int(about["order"])
            )
        except (KeyError, ValueError) as error:
            raise DamagedAbout(path, str(error)) from error
        yield file


def keep_user_file(database: Path, file: UserFile) -> None:
    """Keeps the file as the latest. A card file of the same words elsewhere is the same file, moved.

    Raises UnwritableKnowledgeBase and DamagedUserFile.
    """
    kept = user_files(database, file.what)
    about = {
        "game": file.game,
        "path": file.path,
        "read_on": file.read_on,
        "source": file.source,
        "order": str(max((other.order for other in kept), default=0) + 1),
    }
    digest = digest_of(file.text)
    try:
        keep_text(_folder(database, file.what), file.name, about, file.text)
        for other in kept:
            if (
                file.what is What.CARDS
                and other.game == file.game
                and other.name != file.name
                and digest_of(other.text) == digest
            ):
                forget_text(_folder(database, file.what), other.name)
    except OSError as error:
        raise unwritable(database, error) from error


def forget_user_file(database: Path, file: UserFile) -> None:
    """Throws away what was kept of the file. Raises UnwritableKnowledgeBase."""
    try:
        forget_text(_folder(database, file.what), file.name)
    except OSError as error:
        raise unwritable(database, error) from error


def _folder(database: Path, what: What) -> Path:
    return imported_folder(database) / what.value
