"""`judge site serve`: the site on this machine, until it is interrupted."""

import signal
import socket
import urllib.request
from pathlib import Path

from tests.cli.conftest import process, start


def test_serve(tiny: Path) -> None:
    running = start("site", "serve", "--port", "0", db=tiny)
    assert running.stderr is not None
    said = running.stderr.readline().decode()
    url = next(word for word in said.split() if word.startswith("http://127.0.0.1:"))
    with urllib.request.urlopen(url, timeout=10) as answer:
        assert "headjudge" in answer.read().decode()
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=30)
    assert (running.returncode, out, err) == (0, b"", b"")


def test_a_taken_port_is_named(tiny: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        ended = process("site", "serve", "--port", port, db=tiny)
    assert (ended.code, ended.out) == (2, "")
    assert port in ended.err
    assert "--port" in ended.err
