"""`judge site`: the rulebooks as a website, written into a folder or served on this machine."""

import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from headjudge.cli.answer import Answer, Note, text
from headjudge.cli.bench import Bench
from headjudge.cli.knowledge import opened
from headjudge.cli.messages import message, messages
from headjudge.cli.mistakes import UsageMistake
from headjudge.cli.progress import bar
from headjudge.cli.pyodide import OFF, NoPyodide, runtime
from headjudge.cli.request import Request, cache_folder
from headjudge.cli.server import SiteServer
from headjudge.kb.errors import HeadjudgeError
from headjudge.site.archive import write_archive
from headjudge.site.build import BuildReport, build_site
from headjudge.site.playground import Workshop

_LAST_PORT = 65_535


class PortTaken(HeadjudgeError):
    """The system does not let the port be used."""


def build(request: Request, out: str, url: str = "", playground: str = OFF, zip: str = "") -> Answer:  # noqa: A002 - the option
    """Writes the site of every installed game into the folder `out`, and on demand an archive of it. Where the playground's
    runtime cannot be had the site is built without, and a note says so."""
    notes = []
    try:
        workshop = Workshop(runtime=runtime(playground, cache_folder()), messages=messages())
    except NoPyodide as error:
        workshop = Workshop(messages=messages())
        notes.append(Note(error.code, error.facts))
    report = _build(request, Path(out), workshop, url)
    facts = {"pages": report.pages, "bytes": report.bytes, "seconds": f"{report.seconds:.2f}", "path": out}
    lines = [message("site_done", facts, request.language)]
    if zip:
        size = write_archive(Path(out), Path(zip))
        lines.append(message("site_archived", {"path": zip, "bytes": size}, request.language))
    return _answer(report, lines)._replace(notes=tuple(notes))


def serve(request: Request, port: int = 8000) -> Answer:
    """Serves the site to this machine alone until it is interrupted; rulings on its pages are run here."""
    if not 0 <= port <= _LAST_PORT:
        raise UsageMistake("bad_value", name="--port", value=port, known=f"0–{_LAST_PORT}", command="judge site serve")
    with tempfile.TemporaryDirectory(prefix="headjudge-site-") as scratch, Bench(request.database) as bench:
        folder = Path(scratch) / "site"
        try:
            server = SiteServer(port, folder, bench)
        except (OSError, OverflowError) as error:
            raise PortTaken("port_taken", port=port, reason=getattr(error, "strerror", None) or str(error)) from error
        with server:
            report = _build(request, folder, Workshop(server=True, messages=messages()))
            print(message("serving", {"url": server.url}, request.language), file=sys.stderr, flush=True)
            with suppress(KeyboardInterrupt):  # the way to end it
                server.serve_forever()
    return _answer(report, [])


def _build(request: Request, folder: Path, workshop: Workshop, url: str = "") -> BuildReport:
    with opened(request) as db, bar() as progress:
        return build_site(db, folder, progress, url=url, cache=cache_folder(), workshop=workshop)


def _answer(report: BuildReport, lines: list[str]) -> Answer:
    data = {"pages": report.pages, "seconds": round(report.seconds, 3), "bytes": report.bytes}
    return Answer(lambda: data, lambda: [text(line) for line in lines])
