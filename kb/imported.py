"""The texts that a user imported: kept beside the knowledge base, so that it can always be built again."""

import hashlib
import os
import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from headjudge.kb.clause import Edition
from headjudge.kb.errors import HeadjudgeError
from headjudge.kb.lock import unwritable
from headjudge.kb.shipped import Source
from headjudge.kb.stamp import imported_folder

_GAME = re.compile(r"[^\W\d][\w-]*")
_PARTING = re.compile(r"[\s:：@＠/\\]")
"""What ends the name of an edition in `game@edition:number`, or of a folder."""
_ODD = re.compile(r"[^-@.\w]")
_SURROGATE = re.compile("[\ud800-\udfff]")
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
    if not _GAME.fullmatch(game) or not _is_safe(game, _GAME_BYTES):
        raise BadName("bad_name", of="game", name=edition.game, longest=_GAME_BYTES)
    if _PARTING.search(edition.name) or edition.name.strip(".") != edition.name or not _is_safe(edition.name, _EDITION_BYTES):
        raise BadName("bad_name", of="edition", name=edition.name, longest=_EDITION_BYTES)
    zh, en = source.game_titles
    return replace(
        source,
        edition=replace(edition, game=game, title=_whole(edition.title)),
        game_titles=(_whole(zh), _whole(en)),
        text=_whole(source.text),
    )


def _whole(text: str) -> str:
    return text.translate(_SURROGATES) if _SURROGATE.search(text) else text


def _is_safe(name: str, most: int) -> bool:
    return bool(name) and name.isprintable() and len(name.encode("utf-8")) <= most


def imported(database: Path) -> Iterator[Source]:
    """Every edition that was imported into that knowledge base. Raises DamagedImport."""
    folder = imported_folder(database)
    for about in sorted(folder.glob("*.toml")) if folder.is_dir() else ():
        try:
            yield _read(about)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise DamagedImport("damaged_import", path=str(about), reason=str(error)) from error


def _read(about: Path) -> Source:
    data = tomllib.loads(about.read_text("utf-8"))
    # newline="" keeps the line ends of the original: offsets count them
    with (about.parent / data["text"]).open(encoding="utf-8", newline="") as file:
        text = file.read()
    edition = Edition(data["game"], data["name"], data["language"], data["title"], own=False, effective=data["effective"])
    return Source(edition, (data["title_zh"], data["title_en"]), data["dialect"], text)


def keep(database: Path, source: Source) -> None:
    """Stores an imported text beside the knowledge base in place of an older one of that name.

    The small file that describes it names the text by its digest and is renamed into place last: at any moment both belong
    together. Raises UnwritableKnowledgeBase.
    """
    try:
        _keep(database, source)
    except OSError as error:
        raise unwritable(database, error) from error


def _keep(database: Path, source: Source) -> None:
    folder = imported_folder(database)
    folder.mkdir(parents=True, exist_ok=True)
    edition = source.edition
    stem = _stem(edition)
    digest = hashlib.sha256(source.text.encode("utf-8")).hexdigest()
    text = f"{stem}.{digest[:16]}.txt"
    about = {
        "game": edition.game,
        "name": edition.name,
        "language": edition.language,
        "title": edition.title,
        "effective": edition.effective,
        "title_zh": source.game_titles[0],
        "title_en": source.game_titles[1],
        "dialect": source.dialect,
        "text": text,
    }
    _write(folder / text, source.text)
    _write(folder / f"{stem}.toml", "".join(f"{name} = {_quoted(value)}\n" for name, value in about.items()))
    for path in folder.iterdir():
        if path.name.startswith(f"{stem}.") and path.name not in (text, f"{stem}.toml"):
            path.unlink(missing_ok=True)


def _stem(edition: Edition) -> str:
    """A file name that every system takes. The digest keeps names apart which look the same there (they differ in case only, or
    in signs that were replaced)."""
    name = f"{edition.game}@{edition.name}"
    return f"{_ODD.sub('_', name)}-{hashlib.sha256(name.encode('utf-8')).hexdigest()[:8]}"


def _quoted(value: str) -> str:
    escaped = "".join(char if char.isprintable() and char not in '"\\' else f"\\U{ord(char):08X}" for char in value)
    return f'"{escaped}"'


def _write(path: Path, text: str) -> None:
    part = path.with_name(f"{path.name}.part")
    with part.open("w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
