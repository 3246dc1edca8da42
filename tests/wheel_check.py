"""Builds the wheel, installs it in an environment of its own and runs `judge` there, away from the checkout.

    python tests/wheel_check.py

Nothing is fetched: the build tools and the dependencies are those of the environment that runs this. What only works inside
the checkout (a data file that is not packaged, an import through the working folder) fails here.
"""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import venv
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("kb", "parser", "simulator", "rules_text", "cli", "site")
NOT_COPIED = shutil.ignore_patterns(".git", ".venv", "build", "dist", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis")
SMALL = "第1章 概要\n1.1 人数\n1.1.1 两名玩家对战。“先手”是指先行动的玩家（1.1.2）。\n1.1.2 先手由掷币决定。\n"

LOOP = ["10.5.3.1", "10.5.3.2", "10.5.3.1"]

Check = Callable[[str], bool]


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        copy = shutil.copytree(ROOT, folder / "copy", symlinks=True, ignore=NOT_COPIED)
        wheel = build(copy, folder)
        faults = [f"not in the wheel: {missing}" for missing in missing_files(copy, wheel)]
        python = install(wheel, folder / "environment")
        faults += run_outside(python, folder / "elsewhere")
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{wheel.name}: {'as it should be' if not faults else f'{len(faults)} faults'}")
    return 1 if faults else 0


def build(copy: Path, folder: Path) -> Path:
    """The wheel of a copy of the checkout: what an earlier build left behind would be packed too."""
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-index", "--no-build-isolation"]
    subprocess.run([*command, "--wheel-dir", str(folder), str(copy)], check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def missing_files(copy: Path, wheel: Path) -> list[str]:
    """The files of the packages that the wheel lacks."""
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    files = [
        file.relative_to(copy).as_posix()
        for package in PACKAGES
        for file in sorted((copy / package).rglob("*"))
        if file.is_file() and "__pycache__" not in file.parts
    ]
    return [file for file in files if f"headjudge/{file}" not in packed]


def install(wheel: Path, environment: Path) -> Path:
    """The interpreter of a new environment that has the wheel, and of the one that runs this only the dependencies: a path
    file names their folder, whose own path files (the checkout's, were it installed as editable) are then not read."""
    venv.create(environment, with_pip=False)
    python = environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*command, "--disable-pip-version-check", str(wheel)], check=True)
    scheme = {"base": str(environment), "platbase": str(environment)}
    own = Path(sysconfig.get_path("purelib", "venv", scheme))
    (own / "dependencies.pth").write_text(f"{sysconfig.get_path('purelib')}\n", "utf-8")
    return python


def run_outside(python: Path, folder: Path) -> list[str]:
    """What goes wrong when the commands are run in a folder that has nothing to do with the checkout."""
    folder.mkdir()
    (folder / "small.txt").write_text(SMALL, "utf-8")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "HEADJUDGE_", "LC_"))}
    environment |= {"HEADJUDGE_DB": str(folder / "data" / "kb.db"), "LANG": "C.UTF-8", "PYTHONUTF8": "1"}
    judge = str(python.with_name("judge"))
    import_small = (judge, "import", "small.txt", "--game", "small", "--edition", "1", "--json")
    checks: list[tuple[tuple[str, ...], Check]] = [
        ((str(python), "-c", "import headjudge; print(headjudge.__file__)"), lambda out: str(python.parents[1]) in out),
        ((judge, "10.5.3", "-g", "palworld"), lambda out: "10.5.3.1" in out and "检查时点" in out),
        ((judge, "show", "palworld:10.5.3", "--json"), lambda out: json.loads(out)["number"] == "10.5.3"),
        ((judge, "search", "检查时点", "--json"), lambda out: json.loads(out)["total"] > 10),
        ((judge, "chain", "palworld:10.5.3", "--json"), lambda out: LOOP in keys_of_loops(out)),
        ((judge, "term", "检查时点", "-g", "palworld"), lambda out: "10.5" in out),
        (import_small, lambda out: json.loads(out)["unaccounted_characters"] == 0),
        ((judge, "small:1.1.1"), lambda out: "先手" in out),
        ((judge, "games", "--json"), lambda out: {"palworld", "small"} <= {game["game"] for game in json.loads(out)["games"]}),
        ((judge, "site", "build", "out"), lambda _: (folder / "out" / "palworld" / "10.5.html").is_file()),
    ]
    return [fault for command, check in checks if (fault := wrong(command, check, folder, environment))]


def keys_of_loops(chain: str) -> list[list[str]]:
    return [[name.partition(":")[2] for name in cycle] for cycle in json.loads(chain)["cycles"]]


def wrong(command: tuple[str, ...], check: Check, folder: Path, environment: Mapping[str, str]) -> str:
    """What is wrong with the command; '' if nothing is."""
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", timeout=600)
    words = " ".join(command[1:])
    if done.returncode != 0:
        return f"{words}: exit {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
    try:
        good = check(done.stdout)
    except (ValueError, KeyError, TypeError) as error:
        return f"{words}: {error!r}\n{done.stdout[-2000:]}"
    return "" if good else f"{words}: not the answer that was expected\n{done.stdout[-2000:]}"


if __name__ == "__main__":
    sys.exit(main())
