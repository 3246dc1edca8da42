"""The playground: a page to write a ruling on and run it, and what runs it in a browser."""

import json
from typing import ClassVar

from headjudge.parser.packaged import files
from headjudge.parser.values import dataclass
from headjudge.simulator.answers.bounds import SECONDS
from headjudge.site.contexts import Frame
from headjudge.site.frames import site_frame
from headjudge.site.library import Files, Library
from headjudge.site.workshop import Workshop

PAGE = "playground.html"
FOLDER = "playground"
"""The folder of what is loaded only when a ruling is run."""
RUNS = "static/runs.js"
"""Loaded with the first run."""
SCRIPTS = ("playground.js",)
"""What a page needs on which rulings can be run, beside its `<pre class="ruling-source" data-ruling data-game>`."""
STYLES = ("playground.css",)


def runs_script(workshop: Workshop) -> str:
    """The script that tells a page how rulings are run on this site."""
    about = {"server": workshop.server, "runtime": bool(workshop.runtime), "seconds": SECONDS}
    return f"headjudge.runs({json.dumps(about)});\n"


@dataclass(frozen=True, slots=True)
class PlaygroundPage:
    """An empty sheet for a ruling, with one to begin from."""

    template: ClassVar = "playground.html"
    frame: Frame
    sample: str
    runs: bool
    """Whether the page can run it at all."""


def playground(library: Library, workshop: Workshop) -> Files:
    """The page, how rulings are run on this site, and what runs them in a browser."""
    frame = site_frame(PAGE, "推演 Playground", library.editions, FOLDER, styles=STYLES, scripts=SCRIPTS)
    sample = (files("headjudge.site") / "templates" / "sample.ruling").read_text("utf-8")
    yield PAGE, PlaygroundPage(frame, sample, workshop.server or bool(workshop.runtime))
    yield RUNS, runs_script(workshop)
    if workshop.runtime:
        from headjudge.simulator.registry import simulated  # a site without a playground needs no simulator
        from headjudge.site.bundle import bundle

        yield from ((f"{FOLDER}/{name}", content) for name, content in workshop.runtime.items())
        yield f"{FOLDER}/headjudge.zip", bundle(simulated().law_in(library.db), workshop.messages())
