"""`judge whatif --step` on a terminal, driven through a pty: forwards, back, and out."""

import fcntl
import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from headjudge.cli.answer import Exit
from tests.cli.conftest import Judge, environment

_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_STEP = re.compile(r"第(\d+)步，共(\d+)步")


def _take_terminal() -> None:
    """Makes standard input the terminal from which the new session is controlled: Ctrl-C reaches it."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Walk:
    """A walk under way on a terminal of its own."""

    def __init__(self, database: Path, *arguments: str) -> None:
        self.ours, its = pty.openpty()
        wanted = {**environment(database), "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40"}
        command = [sys.executable, "-m", "headjudge.cli", "--lang", "zh", "whatif", *arguments]
        self.process = subprocess.Popen(
            command, stdin=its, stdout=its, stderr=its, env=wanted, start_new_session=True, preexec_fn=_take_terminal
        )
        os.close(its)

    def screen(self) -> str:
        """What is drawn until the line of keys, which comes last, or until the end."""
        drawn = b""
        ends = time.monotonic() + 60
        while time.monotonic() < ends and "q 退出".encode() not in drawn:
            if select.select([self.ours], [], [], 0.2)[0]:
                try:
                    some = os.read(self.ours, 65536)
                except OSError:
                    break
                drawn += some
            elif self.process.poll() is not None:
                break
        return _CONTROL.sub("", drawn.decode()).replace("\r\n", "\n")

    def press(self, keys: str) -> str:
        """The screen after a key."""
        os.write(self.ours, keys.encode())
        return self.screen()

    def end(self) -> int:
        """Waits until the walk is over."""
        code = self.process.wait(timeout=60)
        os.close(self.ours)
        return code


def step_on(screen: str) -> int:
    found = _STEP.search(screen)
    assert found, screen
    return int(found[1])


def test_forwards_and_back(palworld: Path) -> None:
    walk = Walk(palworld, "b01-pals-trade-blows", "--step")
    first = walk.screen()
    assert "成立：攻击横置的帕鲁时" in first
    assert step_on(first) == 1
    for keys, wanted in (
        ("n", 2),
        ("\x1b[C", 3),
        (" ", 4),
        ("\x1b[B", 5),
        ("p", 4),
        ("\x1b[D", 3),
        ("\x1b[A", 2),
        ("x", 2),
        ("p", 1),
        ("p", 1),
    ):
        assert step_on(walk.press(keys)) == wanted, keys
    last = walk.press("G")
    assert step_on(last) == int(_STEP.search(last)[2])  # type: ignore[index]  # step_on has found it
    assert step_on(walk.press("n")) == step_on(last), "there is nothing behind the last"
    assert "墓地  石兵" in last
    assert step_on(walk.press("g")) == 1
    walk.press("q")
    assert walk.end() == 0


def test_a_step_shows_its_clause_what_changed_and_the_table(palworld: Path) -> None:
    walk = Walk(palworld, "b01-pals-trade-blows", "--step")
    screen = walk.screen()
    for _ in range(60):
        if "→ 石兵受到500伤害" in screen:
            break
        screen = walk.press("n")
    assert "9.6.3.1  如果攻击目标为帕鲁，该帕鲁和正在攻击的帕鲁同时对彼此造成伤害" in screen
    assert "石兵（300/1 横置 伤害500）" in screen
    assert "疾风（500/1 横置 伤害300）" in screen
    assert "石兵（300/1 横置）" in walk.press("p"), "back to the table before"
    walk.press("q")
    assert walk.end() == 0


def test_ctrl_c_leaves_and_the_terminal_is_as_it_was(palworld: Path) -> None:
    walk = Walk(palworld, "b01-pals-trade-blows", "--step")
    before = termios.tcgetattr(walk.ours)[3]
    walk.screen()
    assert termios.tcgetattr(walk.ours)[3] != before, "keys come one by one"
    os.write(walk.ours, b"\x03")
    assert walk.process.wait(timeout=60) == Exit.INTERRUPTED
    assert termios.tcgetattr(walk.ours)[3] == before
    walk.end()


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_without_a_terminal_it_is_refused(judge: Judge, palworld: Path, more: tuple[str, ...]) -> None:
    ended = judge("--lang", "en", "whatif", "b01-pals-trade-blows", "--step", *more, db=palworld)
    assert (ended.code, ended.out) == (2, "")
    assert "--step needs a terminal" in ended.err
