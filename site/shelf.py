"""Data kept between builds, in a folder that may be emptied at any time."""

import json
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from headjudge.parser.whole import write_file
from headjudge.site.sources import digest_of_package

T = TypeVar("T")


def shelved(file: Path | None, made_by: str, make: Callable[[], T]) -> T:
    """What `make` returns (JSON data), from the file if that was made by the same; without a file it is made each time."""
    if file is None:
        return make()
    try:
        kept = json.loads(file.read_text("utf-8"))
        if kept["made_by"] == made_by:
            found: T = kept["data"]
            return found
    except (OSError, ValueError, KeyError, TypeError):
        pass  # missing, damaged, or of another version
    data = make()
    shelve(file, {"made_by": made_by, "data": data})
    return data


def shelve(file: Path, data: object) -> None:
    """Writes JSON data into the file, whole or not at all."""
    with suppress(OSError):  # what cannot be kept is made again
        file.parent.mkdir(parents=True, exist_ok=True)
        write_file(file, json.dumps(data, ensure_ascii=False).encode("utf-8", "backslashreplace"))


def digest_of(*packages: str, of: bytes) -> str:
    """Tells apart what programs in these packages (`kb/lint`, `parser`) make of some input."""
    digest = sha256(of)
    for package in packages:
        digest.update(f"\0{package}\0{digest_of_package(package)}".encode())
    return digest.hexdigest()
