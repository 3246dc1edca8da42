"""Zip archives that are the same bytes for the same contents."""

import io
import json
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO

from headjudge.kb.errors import HeadjudgeError
from headjudge.site.folder import MANIFEST

TOP = "headjudge-site"
"""The folder that a site's archive unpacks to; its `index.html` opens from disk."""

_LONG_AGO = (1980, 1, 1, 0, 0, 0)
_STORED = (".zip", ".png", ".wasm")  # packed already, or not worth the time


class ArchiveUnwritable(HeadjudgeError):
    """The system does not let the archive be written there."""


def packed(contents: Mapping[str, bytes]) -> bytes:
    """The archive with those files."""
    out = io.BytesIO()
    _write(out, ((name, contents[name]) for name in sorted(contents)))
    return out.getvalue()


def write_archive(site: Path, file: Path) -> int:
    """Writes the site in that folder (its own files, nothing that was put beside them) to an archive, whole or not at all, and
    returns its size in bytes. Raises ArchiveUnwritable."""
    names = [MANIFEST, *json.loads((site / MANIFEST).read_text("utf-8"))["files"]]
    part = file.with_name(f".{file.name}.part")
    try:
        with part.open("wb") as out:
            _write(out, ((f"{TOP}/{name}", (site / name).read_bytes()) for name in sorted(names)))
        part.replace(file)
        return file.stat().st_size
    except OSError as error:
        part.unlink(missing_ok=True)
        raise ArchiveUnwritable("archive_unwritable", path=str(file), reason=error.strerror or str(error)) from error


def _write(out: IO[bytes], entries: Iterable[tuple[str, bytes]]) -> None:
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, content in entries:
            about = zipfile.ZipInfo(name, _LONG_AGO)
            about.compress_type = zipfile.ZIP_STORED if name.endswith(_STORED) else zipfile.ZIP_DEFLATED
            about.external_attr = 0o644 << 16
            archive.writestr(about, content)
