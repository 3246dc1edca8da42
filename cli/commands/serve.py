"""`judge site serve`: the website, served on this machine."""

import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from headjudge.cli.answer import Answer
from headjudge.cli.bench import Bench
from headjudge.cli.commands.site import told, written
from headjudge.cli.messages import message, messages
from headjudge.cli.mistakes import UsageMistake
from headjudge.cli.request import Request
from headjudge.cli.server import SiteServer
from headjudge.kb.errors import HeadjudgeError
from headjudge.site.workshop import Workshop

_LAST_PORT = 65_535


class PortTaken(HeadjudgeError):
    """The system does not let the port be used."""


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
            report = written(request, folder, Workshop(server=True, messages=messages))
            print(message("serving", {"url": server.url}, request.language), file=sys.stderr, flush=True)
            with suppress(KeyboardInterrupt):  # the way to end it
                server.serve_forever()
    return told(report, [])
