"""`make demo`: the main job on the shipped rulebooks, each command printed before what it really answers."""

import os
import shlex
import sys
from pathlib import Path

from headjudge.cli.main import main
from headjudge.cli.messages import message
from headjudge.cli.request import request_from

JOBS = ("games", "show 10.5.3", "chain 10.5.3", "search 检查时点 --limit 5")
"""What a judge does with it; building the site comes last."""


def demo(out: str) -> int:
    """Builds the knowledge base (the first command does) and the site, and shows a clause, its chain and a search.

    Returns the exit code of the first command that fails, else 0.
    """
    request = request_from(os.environ)
    for job in (*JOBS, f"site build {shlex.quote(out)}"):
        print(f"\n$ judge {job}\n", flush=True)
        if code := main(shlex.split(job)):
            return code
    facts = {
        "database": request.database.resolve(),
        "site": (Path(out) / "index.html").resolve(),
        "judge": _from_here(Path(sys.executable).with_name("judge")),
    }
    print("\n" + message("demo_end", facts, request.language))
    return 0


def _from_here(path: Path) -> Path:
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


if __name__ == "__main__":
    sys.exit(demo(sys.argv[1] if len(sys.argv) > 1 else "build/site"))
