"""The server of `judge site serve`: the files of one folder, and rulings run, for this machine alone."""

import io
import json
import select
import socket
import sys
import time
from http import HTTPStatus
from http.client import HTTP_PORT
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from headjudge.cli.bench import Bench, Broken, Busy, GivenUp, TookTooLong
from headjudge.simulator.answers.bounds import LONGEST

RUN = "/run"
"""Where a ruling is posted to, as JSON `{"text", "game"}`."""

LARGEST = 6 * LONGEST + 1000
"""Bytes of a request: every character of the longest ruling may be written as an escape of six."""

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}

_TOO_LONG = {
    "code": "run_too_long",
    "zh": "运行时间过长，已停止。请缩小场面，或在命令行运行并放宽限制：judge whatif --seconds 300",
    "en": "It took too long and was ended. Make the table smaller, or give it more time on the command line: "
    "judge whatif --seconds 300",
}
_BUSY = {
    "code": "server_busy",
    "zh": "其他裁定正在运行，请稍后再试。",
    "en": "Other rulings are being run; try again in a moment.",
}
_BROKEN = {
    "code": "run_broken",
    "zh": "运行裁定的进程意外结束（可能内存不足）。请缩小场面，或在命令行运行：judge whatif",
    "en": "The process that ran it ended unexpectedly (it may have had too little memory). Make the table smaller, or run it on "
    "the command line: judge whatif",
}


class SiteServer(ThreadingHTTPServer):
    """Serves the folder's files on that port of this machine (0 for any that is free), and runs rulings on the bench."""

    daemon_threads = True

    def __init__(self, port: int, folder: Path, bench: Bench) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.folder = folder
        self.bench = bench

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Says nothing of a browser that hung up, and serves on."""
        if not isinstance(sys.exc_info()[1], ConnectionError | TimeoutError):
            super().handle_error(request, client_address)

    @property
    def url(self) -> str:
        """Where the site is."""
        return f"http://127.0.0.1:{self.server_port}/"

    @property
    def hosts(self) -> tuple[str, ...]:
        """The names by which this machine may call it: a page elsewhere whose name leads here is none of ours. Of http's own port
        a browser says nothing."""
        ports = [f":{self.server_port}", *([""] if self.server_port == HTTP_PORT else [])]
        return tuple(name + port for name in ("127.0.0.1", "localhost") for port in ports)


class _InTime(io.RawIOBase):
    """What comes through a connection in so many seconds. Reading later raises TimeoutError."""

    def __init__(self, connection: socket.socket, seconds: float) -> None:
        self._connection = connection
        self._last = time.monotonic() + seconds

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Waits no longer than until then."""
        usual, left = self._connection.gettimeout(), self._last - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._connection.settimeout(left)
        try:
            return self._connection.recv_into(buffer)
        finally:
            self._connection.settimeout(usual)


class Handler(SimpleHTTPRequestHandler):
    """One request."""

    server: SiteServer
    timeout = 30  # seconds for a request, however small the pieces in which it comes
    extensions_map = {  # noqa: RUF012 - the base class has it so
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
        ".html": "text/html; charset=utf-8",
    }

    def __init__(self, request: Any, address: Any, server: SiteServer) -> None:
        super().__init__(request, address, server, directory=str(server.folder))

    def setup(self) -> None:
        """What is read is read in time."""
        super().setup()
        self.rfile = io.BufferedReader(_InTime(self.connection, self.timeout))

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name that is overridden
        """Says nothing."""

    def end_headers(self) -> None:
        """Every answer carries the headers."""
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def send_head(self) -> Any:
        """A file of the folder, or an error."""
        if self.headers.get("Host") not in self.server.hosts:
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST)
            return None
        if not self._inside():
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        return super().send_head()

    def _inside(self) -> bool:
        """Whether what is asked for lies in the folder: a link in it may lead out."""
        try:
            return Path(self.translate_path(self.path)).resolve().is_relative_to(self.server.folder.resolve())
        except (ValueError, OSError):  # a null in a name, a loop of links
            return False

    def list_directory(self, path: Any) -> None:  # noqa: ARG002 - the signature that is overridden
        """Folders are not listed."""
        self.send_error(HTTPStatus.NOT_FOUND)

    def do_POST(self) -> None:
        """Runs a ruling for a page of this site."""
        refused = self._refused()
        if refused is not None:
            self.close_connection = True  # its body is not read
            self.send_error(refused)
            return
        try:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            text, game = request["text"], request["game"]
            if not (isinstance(text, str) and isinstance(game, str)):
                raise TypeError
        except (ValueError, KeyError, TypeError, RecursionError):
            self.send_error(HTTPStatus.BAD_REQUEST)
            return
        try:
            self._answer(HTTPStatus.OK, self.server.bench.answer(text, game, given_up=self._hung_up))
        except GivenUp:  # there is nobody to say it to
            self.close_connection = True
        except Busy:
            self._answer(HTTPStatus.OK, {"error": _BUSY})
        except TookTooLong:
            self._answer(HTTPStatus.OK, {"error": _TOO_LONG})
        except Broken:
            self._answer(HTTPStatus.OK, {"error": _BROKEN})

    def _hung_up(self) -> bool:
        """Whether the browser closed the connection: the reader stopped the run, or left the page."""
        try:
            heard, _, _ = select.select([self.connection], [], [], 0)
            return bool(heard) and not self.connection.recv(1, socket.MSG_PEEK)
        except ValueError:  # so many connections are open that this one cannot be looked at
            return False
        except OSError:  # it was reset
            return True

    def _refused(self) -> HTTPStatus | None:
        """Why the request is not looked at: it may come from a page elsewhere, which the reader's browser would send it for."""
        host, length = self.headers.get("Host"), self.headers.get("Content-Length", "")
        if self.path != RUN:
            return HTTPStatus.NOT_FOUND
        if host not in self.server.hosts:
            return HTTPStatus.MISDIRECTED_REQUEST
        if self.headers.get("Origin") != f"http://{host}" or self.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
            return HTTPStatus.FORBIDDEN
        if self.headers.get_content_type() != "application/json":
            return HTTPStatus.UNSUPPORTED_MEDIA_TYPE
        if not (length.isascii() and length.isdecimal()):
            return HTTPStatus.LENGTH_REQUIRED
        return HTTPStatus.REQUEST_ENTITY_TOO_LARGE if len(length) > 9 or int(length) > LARGEST else None

    def _answer(self, status: HTTPStatus, data: dict[str, Any]) -> None:
        body = json.dumps(data, ensure_ascii=False).encode("utf-8", "backslashreplace")
        self.send_response(status)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
