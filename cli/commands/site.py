"""`judge site`: the rulebooks as a website, written into a folder or served on this machine."""

import sys
import tempfile
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from headjudge.cli.answer import Answer, text
from headjudge.cli.knowledge import opened
from headjudge.cli.messages import message
from headjudge.cli.progress import bar
from headjudge.cli.request import Request
from headjudge.kb.errors import HeadjudgeError
from headjudge.site.build import BuildReport, build_site


class PortTaken(HeadjudgeError):
    """The system does not let the port be used."""


class _QuietHandler(SimpleHTTPRequestHandler):
    """Serves files without a line of log for each."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name that is overridden
        """Says nothing."""


def build(request: Request, out: str) -> Answer:
    """Writes the site of every installed game into the folder `out`."""
    report = _build(request, Path(out))
    facts = {"pages": report.pages, "bytes": report.bytes, "seconds": f"{report.seconds:.2f}", "path": out}
    return _answer(report, message("site_done", facts, request.language))


def serve(request: Request, port: int = 8000) -> Answer:
    """Serves the site to this machine alone until it is interrupted."""
    with tempfile.TemporaryDirectory(prefix="headjudge-site-") as scratch:
        folder = Path(scratch) / "site"
        try:
            server = ThreadingHTTPServer(("127.0.0.1", port), partial(_QuietHandler, directory=str(folder)))
        except (OSError, OverflowError) as error:
            raise PortTaken("port_taken", port=port, reason=getattr(error, "strerror", None) or str(error)) from error
        with server:
            report = _build(request, folder)
            url = f"http://127.0.0.1:{server.server_port}/"
            print(message("serving", {"url": url}, request.language), file=sys.stderr, flush=True)
            with suppress(KeyboardInterrupt):  # the way to end it
                server.serve_forever()
    return _answer(report, "")


def _build(request: Request, folder: Path) -> BuildReport:
    with opened(request) as db, bar() as progress:
        return build_site(db, folder, progress)


def _answer(report: BuildReport, words: str) -> Answer:
    data = {"pages": report.pages, "seconds": round(report.seconds, 3), "bytes": report.bytes}
    return Answer(lambda: data, lambda: [text(words)] if words else [])
