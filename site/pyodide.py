"""Python for browsers, out of the npm registry's package: checked against its pinned hash, and cut to what is needed."""

import base64
import hashlib
import io
import json
import tarfile
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache

from headjudge.kb.errors import HeadjudgeError
from headjudge.parser.packaged import files
from headjudge.parser.values import dataclass


class PyodideRefused(HeadjudgeError):
    """The package is not the one that is pinned: damaged, tampered with, or of another version."""


@dataclass(frozen=True, slots=True)
class Pinned:
    """The release that is used."""

    package: str
    version: str
    integrity: str
    files: tuple[str, ...]
    lock: str
    notice: str

    @property
    def archive(self) -> str:
        """The name of the package's file."""
        return f"{self.package}-{self.version}.tgz"


@cache
def pinned() -> Pinned:
    """The release that is used, as `pyodide.toml` names it."""
    said = tomllib.loads((files("headjudge.site") / "pyodide.toml").read_text("utf-8"))
    return Pinned(**{**said, "files": tuple(said["files"])})


def is_pinned(archive: bytes) -> bool:
    """Whether the package is just the one that is pinned."""
    kind, _, wanted = pinned().integrity.partition("-")
    return base64.b64encode(hashlib.new(kind, archive).digest()).decode() == wanted


def unpacked(archive: bytes, name: str) -> Mapping[str, bytes]:
    """The files that a page needs, by name. Raises PyodideRefused, which calls the package `name`."""
    if not is_pinned(archive):
        raise PyodideRefused("pyodide_refused", path=name, version=pinned().version)
    return dict(_files(archive))


def _files(archive: bytes) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(fileobj=io.BytesIO(archive)) as package:
        for name in pinned().files:
            yield name, _read(package, name)
        lock = json.loads(_read(package, pinned().lock))
        yield pinned().lock, json.dumps({**lock, "packages": {}}).encode()
    yield "NOTICE.txt", f"{pinned().notice}\n".encode()


def _read(package: tarfile.TarFile, name: str) -> bytes:
    file = package.extractfile(f"package/{name}")
    assert file is not None  # its hash is the pinned one
    return file.read()
