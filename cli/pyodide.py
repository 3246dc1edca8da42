"""Pyodide taken from the npm registry for a site's playground, by the ordinary client; what was taken is kept."""

import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from headjudge.cli.mistakes import UsageMistake
from headjudge.kb.errors import HeadjudgeError
from headjudge.site.pyodide import is_pinned, pinned, unpacked

NPM, OFF = "npm", "off"
_PATIENCE = 300
"""Seconds for the download; it has 6 MB."""


class NoPyodide(HeadjudgeError):
    """The package could not be had: npm is not installed, or the registry did not answer."""


def runtime(way: str, cache: Path) -> Mapping[str, bytes]:
    """The files of the runtime: by npm if it is `npm`, else from the package at that path.

    Raises NoPyodide, PyodideRefused, UsageMistake.
    """
    if way == NPM:
        return unpacked(_by_npm(cache), pinned().archive)
    path = Path(way)
    if not path.is_file():
        raise UsageMistake(
            "bad_value", name="--playground", value=way, known=f"{OFF}, {NPM}, PATH.tgz", command="judge site build"
        )
    return unpacked(path.read_bytes(), way)


def _by_npm(cache: Path) -> bytes:
    """The package, from the cache if it lies there undamaged."""
    kept = cache / pinned().archive
    if kept.is_file() and is_pinned(archive := kept.read_bytes()):
        return archive
    archive = _packed_by_npm()
    if is_pinned(archive):
        _keep(kept, archive)
    return archive


def _packed_by_npm() -> bytes:
    npm = shutil.which(NPM)
    if npm is None:
        raise NoPyodide("no_npm", version=pinned().version)
    with tempfile.TemporaryDirectory(prefix="headjudge-npm-") as folder:
        command = [npm, "pack", f"{pinned().package}@{pinned().version}", "--silent", "--pack-destination", folder]
        try:
            subprocess.run(  # noqa: S603 - the client that is installed
                command, check=True, capture_output=True, text=True, timeout=_PATIENCE, cwd=folder
            )
            return (Path(folder) / pinned().archive).read_bytes()
        except subprocess.TimeoutExpired as error:
            raise NoPyodide("npm_failed", version=pinned().version, reason=f"{_PATIENCE} s") from error
        except subprocess.CalledProcessError as error:
            reason = (error.stderr or error.stdout or "").strip().splitlines()[-1:] or [str(error.returncode)]
            raise NoPyodide("npm_failed", version=pinned().version, reason=reason[0]) from error
        except OSError as error:
            raise NoPyodide("npm_failed", version=pinned().version, reason=error.strerror or str(error)) from error


def _keep(kept: Path, archive: bytes) -> None:
    """Writes it down whole or not at all; where that cannot be done it is taken again next time."""
    part = kept.with_suffix(".part")
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(archive)
        part.replace(kept)
    except OSError:
        part.unlink(missing_ok=True)
