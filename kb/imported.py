"""The texts that a user imported: kept beside the knowledge base, so that it can always be built again."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from headjudge.kb.clause import Edition
from headjudge.kb.errors import HeadjudgeError
from headjudge.kb.kept import DamagedAbout, keep_text, kept_in
from headjudge.kb.lock import unwritable
from headjudge.kb.shipped import Source
from headjudge.kb.stamp import imported_folder

_GAME = r"[^\W\d][\w-]*"
_PARTING = r"[\s:：@＠/\\]"
"""What ends the name of an edition in `game@edition:number`, or of a folder."""
_SURROGATE = "[\ud800-\udfff]"
_SURROGATES = dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
_GAME_BYTES = 48
_EDITION_BYTES = 64


class BadName(HeadjudgeError):
    """A game or an edition cannot be called that: it could not be looked up as `game@edition:number`, or kept in a file."""


class DamagedImport(HeadjudgeError):
    """What was kept of an imported text cannot be read."""


def storable(source: Source) -> Source:
    """The source as it can be kept: its game in lower case, as games are looked up, and characters that no file takes (lone
    surrogates) as U+FFFD. Raises BadName.
    """
    edition = source.edition
    game = edition.game.casefold()
    if not re.fullmatch(_GAME, game) or not _is_safe(game, _GAME_BYTES):
        raise BadName("bad_game_name", name=edition.game, longest=_GAME_BYTES)
    if re.search(_PARTING, edition.name) or edition.name.strip(".") != edition.name or not _is_safe(edition.name, _EDITION_BYTES):
        raise BadName("bad_edition_name", name=edition.name, longest=_EDITION_BYTES)
    zh, en = source.game_titles
    return source._replace(
        edition=edition._replace(game=game, title=_whole(edition.title)),
        game_titles=(_whole(zh), _whole(en)),
        text=_whole(source.text),
    )


def _whole(text: str) -> str:
    return text.translate(_SURROGATES) if re.search(_SURROGATE, text) else text


def _is_safe(name: str, most: int) -> bool:
    return bool(name) and name.isprintable() and len(name.encode("utf-8")) <= most


def imported(database: Path) -> Iterator[Source]:
    """Every edition that was imported into that knowledge base. Raises DamagedImport."""
    try:
        for path, about, text in kept_in(imported_folder(database)):
            try:
                source = _source(about, text)
            except KeyError as error:
                raise DamagedAbout(path, str(error)) from error
            yield source
    except DamagedAbout as error:
        raise DamagedImport("damaged_import", path=str(error.path), reason=error.reason) from error


def _source(about: Mapping[str, str], text: str) -> Source:
    edition = Edition(about["game"], about["name"], about["language"], about["title"], own=False, effective=about["effective"])
    return Source(edition, (about["title_zh"], about["title_en"]), about["dialect"], text)


def keep(database: Path, source: Source) -> None:
    """Stores an imported text beside the knowledge base in place of an older one of that name. Raises UnwritableKnowledgeBase."""
    edition = source.edition
    about = {
        "game": edition.game,
        "name": edition.name,
        "language": edition.language,
        "title": edition.title,
        "effective": edition.effective,
        "title_zh": source.game_titles[0],
        "title_en": source.game_titles[1],
        "dialect": source.dialect,
    }
    try:
        keep_text(imported_folder(database), f"{edition.game}@{edition.name}", about, source.text)
    except OSError as error:
        raise unwritable(database, error) from error
