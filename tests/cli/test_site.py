"""`judge site`: the options of `build`, and the server: this machine only, this folder only, rulings run within bounds."""

import io
import json
import os
import signal
import socket
import tarfile
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import pytest

from headjudge.cli import pyodide as taking
from headjudge.cli.bench import SEATS, Bench, TookTooLong
from headjudge.cli.server import LARGEST, Handler, SiteServer
from headjudge.simulator.answers.bounds import LONGEST
from headjudge.site.pyodide import PyodideRefused, pinned
from tests.cli.conftest import Judge, process, start

RULING = "甲 据点 疾风(帕鲁 500/1) ; 乙 生命 1 牌库 普通×3 ; 甲 以 疾风 攻击 乙 ; 则 乙 败北"


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


class Serving(NamedTuple):
    """A server under test, and the folder that it serves."""

    server: SiteServer
    folder: Path

    def asked(self, method: str, path: str, body: str | bytes | None = None, **headers: str) -> HTTPResponse:
        """The server's answer, read whole into `body`."""
        connection = HTTPConnection("127.0.0.1", self.server.server_port, timeout=60)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body.encode() if isinstance(body, str) else body, sent)
        return connection.getresponse()

    def run(self, text: str, **headers: str) -> HTTPResponse:
        """A ruling posted as the site's own pages post it, but for `headers`."""
        origin = f"http://127.0.0.1:{self.server.server_port}"
        own = {"Content_Type": "application/json", "Origin": origin, "Sec_Fetch_Site": "same-origin", **headers}
        return self.asked("POST", "/run", json.dumps({"text": text, "game": "palworld"}), **own)


@pytest.fixture(scope="module")
def serving(shipped: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    root = tmp_path_factory.mktemp("served")
    folder = root / "site"
    (folder / "game").mkdir(parents=True)
    (folder / "index.html").write_text("front", "utf-8")
    (folder / "game" / "1.html").write_text("one", "utf-8")
    (root / "secret.txt").write_text("secret", "utf-8")
    (folder / "out.txt").symlink_to(root / "secret.txt")
    (folder / "up").symlink_to(root)
    with Bench(shipped) as bench, SiteServer(0, folder, bench) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield Serving(server, folder)
        server.shutdown()


@pytest.mark.parametrize(("path", "status"), [("/", 200), ("/game/1.html", 200), ("/index.html?x=1", 200)])
def test_files_are_served_with_their_headers(serving: Serving, path: str, status: int) -> None:
    answer = serving.asked("GET", path)
    assert answer.status == status
    policy = answer.getheader("Content-Security-Policy", "")
    assert policy.startswith("default-src 'none'; script-src 'self';")
    assert "unsafe" not in policy
    assert answer.getheader("X-Content-Type-Options") == "nosniff"
    assert answer.getheader("Cross-Origin-Resource-Policy") == "same-origin"


OUTSIDE = [
    "/../secret.txt",
    "/%2e%2e/secret.txt",
    "/game/../../secret.txt",
    "/..%2fsecret.txt",
    "/..\\secret.txt",
    "//secret.txt",
    "/out.txt",
    "/up/secret.txt",
    "/game/",
    "/game",
    "/missing.html",
    "/%00",
]


@pytest.mark.parametrize("path", OUTSIDE)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_nothing_else_is_served_and_no_folder_is_listed(serving: Serving, method: str, path: str) -> None:
    answer = serving.asked(method, path)
    body = answer.read().decode()
    assert answer.status in (301, 400, 404)
    assert "secret" not in body
    assert "1.html" not in body


def test_only_this_machine_is_answered(serving: Serving) -> None:
    assert serving.server.server_address[0] == "127.0.0.1"
    assert serving.asked("GET", "/", Host="rules.example").status == 421


def test_a_ruling_is_run(serving: Serving) -> None:
    answer = serving.run(RULING)
    data: dict[str, Any] = json.loads(answer.read())
    assert answer.status == 200
    assert data["answer"]["zh"]["verdict"] == data["answer"]["en"]["verdict"] == "true"
    assert {"11.2.2.3", "11.3.1"} & {step["clause"] for step in data["answer"]["zh"]["trace"]}


def test_a_fault_in_a_ruling_has_its_place(serving: Serving) -> None:
    data = json.loads(serving.run("甲 回合玩家 主要阶段\n  生命 十十").read())
    assert (data["error"]["line"], data["error"]["column"]) == (2, 6)
    assert data["error"]["zh"].startswith("第 2 行第 6 列")
    assert data["error"]["en"].startswith("Line 2, column 6")


@pytest.mark.parametrize(
    "text", ["", " ", "\x00\x1b[31m", "(" * 5000, "\ud800", "x" * LONGEST, "y" * (LONGEST + 1), "甲 据点 " + "牌×99999999 " * 50]
)
def test_nothing_that_is_posted_ends_the_server(serving: Serving, text: str) -> None:
    data = json.loads(serving.run(text).read())
    assert data["error"]["zh"]
    assert data["error"]["en"]
    assert data["error"]["code"] != "unexpected"


REFUSED: list[tuple[dict[str, str], int]] = [
    ({"Origin": "http://rules.example"}, 403),
    ({"Origin": "null"}, 403),
    ({"Origin": ""}, 403),
    ({"Sec_Fetch_Site": "cross-site"}, 403),
    ({"Host": "rules.example"}, 421),
    ({"Content_Type": "text/plain"}, 415),
    ({"Content_Type": "application/x-www-form-urlencoded"}, 415),
    ({"Content_Length": str(LARGEST + 1)}, 413),
    ({"Content_Length": "9" * 5000}, 413),
    ({"Content_Length": "-1"}, 411),
    ({"Content_Length": "many"}, 411),
]


@pytest.mark.parametrize(("headers", "status"), REFUSED)
def test_what_another_page_may_send_is_refused(serving: Serving, headers: dict[str, str], status: int) -> None:
    assert serving.run(RULING, **headers).status == status


@pytest.mark.parametrize("body", ["", "[]", "{}", '{"text": 1, "game": ""}', '{"text": "a"}', "{" * 10_000, b"\xff\xfe"])
def test_what_is_no_request_is_refused(serving: Serving, body: str | bytes) -> None:
    origin = f"http://127.0.0.1:{serving.server.server_port}"
    answer = serving.asked("POST", "/run", body, Content_Type="application/json", Origin=origin)
    assert answer.status == 400


@pytest.mark.parametrize(("method", "path"), [("POST", "/"), ("POST", "/index.html"), ("PUT", "/run"), ("DELETE", "/index.html")])
def test_nothing_can_be_written(serving: Serving, method: str, path: str) -> None:
    assert serving.asked(method, path, "{}").status in (404, 501)
    assert (serving.folder / "index.html").read_text() == "front"


def test_a_run_that_takes_too_long_is_ended(shipped: Path) -> None:
    with Bench(shipped, seats=1, patience=0.05) as bench:
        began = time.monotonic()
        with pytest.raises(TookTooLong):
            bench.answer(RULING, "palworld")
        assert time.monotonic() - began < 10
        with pytest.raises(TookTooLong):  # there is a seat again
            bench.answer(RULING, "palworld")


ENDLESS = (
    "甲 生命 10 据点 一(帕鲁 500/1) 二(帕鲁 400/2) 三(帕鲁 300/1) 四(帕鲁 200/1) 九(帕鲁 100/1) 十(帕鲁 150/1) "
    "手牌 ?×5 牌库 ?×20 ; "
    "乙 生命 20 据点 五(帕鲁 300) 六(帕鲁 400) 七(帕鲁 500) 八(帕鲁 600) 丙(帕鲁 350) 丁(帕鲁 450) 牌库 ?×20 ; "
    "甲 以 一 攻击 乙 ; 甲 以 二 攻击 乙 ; 甲 以 三 攻击 乙 ; 甲 以 四 攻击 乙 ; 甲 以 九 攻击 乙 ; 甲 以 十 攻击 乙 ; "
    "则 可能 乙 败北"
)
"""It takes longer than these tests have patience."""


def test_a_run_that_is_given_up_leaves_its_seat(serving: Serving) -> None:
    """As many readers as there are seats stop their runs; the next one need not wait until those would have ended."""
    for _ in range(SEATS):
        with socket.create_connection(("127.0.0.1", serving.server.server_port)) as reader:
            body = json.dumps({"text": ENDLESS, "game": "palworld"}).encode()
            host = f"127.0.0.1:{serving.server.server_port}"
            head = f"POST /run HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\n"
            reader.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            reader.settimeout(1)
            with pytest.raises(TimeoutError):  # it is being run
                reader.recv(1)
    until = time.monotonic() + 3
    while (data := json.loads(serving.run(RULING).read())).get("error", {}).get("code") == "server_busy":
        assert time.monotonic() < until
        time.sleep(0.1)
    assert data["answer"]["zh"]["verdict"] == "true"


def drip(connection: socket.socket, seconds: float) -> None:
    """Sends a space now and then."""
    last = time.monotonic() + seconds
    while time.monotonic() < last:
        connection.sendall(b" ")
        time.sleep(0.2)


@pytest.mark.parametrize("begun", ["", "Content-Length: 1000\r\n\r\n"], ids=["its head", "its body"])
def test_a_request_that_comes_drop_by_drop_is_ended(begun: str, serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Handler, "timeout", 1)
    host = f"127.0.0.1:{serving.server.server_port}"
    head = f"POST /run HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\n"
    with socket.create_connection(("127.0.0.1", serving.server.server_port)) as slow:
        slow.sendall(f"{head}{begun}".encode())
        with pytest.raises(ConnectionError):
            drip(slow, 20)
    assert serving.asked("GET", "/").status == 200


def test_on_its_own_port_a_browser_names_none(shipped: Path, tmp_path: Path) -> None:
    with Bench(shipped) as bench, SiteServer(0, tmp_path, bench) as server:
        assert "localhost" not in server.hosts
        server.server_port = 80
        assert {"localhost", "localhost:80", "127.0.0.1"} <= set(server.hosts)


def test_no_process_is_left_behind(shipped: Path) -> None:
    with Bench(shipped, seats=1) as bench:
        assert "answer" in bench.answer(RULING, "palworld")
        (child,) = bench._running
        assert child.poll() is None
    assert child.poll() is not None


def test_an_archive_opens_as_the_site_and_is_the_same_each_time(judge: Judge, tiny: Path, tmp_path: Path) -> None:
    archives = [tmp_path / "one.zip", tmp_path / "two.zip"]
    for place, archive in enumerate(archives):
        ended = judge("site", "build", str(tmp_path / f"out{place}"), "--zip", str(archive), db=tiny)
        assert ended.code == 0
        assert str(archive) in ended.out
        os.utime(tmp_path / f"out{place}" / "index.html", (0, 0))
    assert archives[0].read_bytes() == archives[1].read_bytes()
    with zipfile.ZipFile(archives[0]) as unpacked:
        assert not unpacked.testzip()
        names = {name.removeprefix("headjudge-site/") for name in unpacked.namelist()}
    written = {file.relative_to(tmp_path / "out0").as_posix() for file in (tmp_path / "out0").rglob("*") if file.is_file()}
    assert names == written


def test_an_archive_that_cannot_be_written_is_named(judge: Judge, tiny: Path, tmp_path: Path) -> None:
    ended = judge("site", "build", str(tmp_path / "out"), "--zip", str(tmp_path / "no" / "site.zip"), db=tiny)
    assert ended.code == 2
    assert "site.zip" in ended.err


def test_without_npm_the_site_is_built_and_that_is_said(
    judge: Judge, tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr("headjudge.cli.commands.site.cache_folder", lambda: tmp_path / "cache")
    ended = judge("site", "build", str(tmp_path / "out"), "--playground", "npm", db=tiny)
    assert ended.code == 0
    assert "npm" in ended.err
    assert (tmp_path / "out" / "playground.html").is_file()
    assert not (tmp_path / "out" / "playground").exists()


def test_another_package_is_refused(judge: Judge, tiny: Path, tmp_path: Path) -> None:
    package = io.BytesIO()
    with tarfile.open(fileobj=package, mode="w:gz"):
        pass
    (tmp_path / pinned().archive).write_bytes(package.getvalue())
    ended = judge("site", "build", str(tmp_path / "out"), "--playground", str(tmp_path / pinned().archive), db=tiny)
    assert ended.code == 2
    assert pinned().version in ended.err
    assert not (tmp_path / "out").exists()


def test_a_damaged_package_in_the_cache_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / pinned().archive).write_bytes(b"damaged")
    monkeypatch.setattr(taking, "_packed_by_npm", lambda: b"other")
    with pytest.raises(PyodideRefused):
        taking.runtime("npm", tmp_path)


def test_a_way_that_is_none_is_named(judge: Judge, tiny: Path, tmp_path: Path) -> None:
    ended = judge("site", "build", str(tmp_path / "out"), "--playground", "maybe", db=tiny)
    assert ended.code == 2
    assert "--playground" in ended.err
