"""`judge site build`: the rulebooks as a website, written into a folder."""

from pathlib import Path

from headjudge.cli.answer import Answer, Note, text
from headjudge.cli.knowledge import opened
from headjudge.cli.messages import message, messages
from headjudge.cli.progress import bar
from headjudge.cli.request import Request, cache_folder
from headjudge.site.build import BuildReport, build_site
from headjudge.site.workshop import Workshop

_OFF = "off"


def build(request: Request, out: str, url: str = "", playground: str = _OFF, zip: str = "") -> Answer:  # noqa: A002 - the option
    """Writes the site of every installed game into the folder `out`, and on demand an archive of it. Where the playground's
    runtime cannot be had the site is built without, and a note says so."""
    workshop, notes = _workshop(playground) if playground != _OFF else (Workshop(messages=messages), [])
    report = written(request, Path(out), workshop, url, last=not zip)
    facts = {"pages": report.pages, "bytes": report.bytes, "seconds": f"{report.seconds:.2f}", "path": out}
    lines = [message("site_done", facts, request.language)]
    if zip:
        from headjudge.site.archive import write_archive  # as below: what few builds need

        size = write_archive(Path(out), Path(zip))
        lines.append(message("site_archived", {"path": zip, "bytes": size}, request.language))
    return told(report, lines)._replace(notes=tuple(notes))


def _workshop(playground: str) -> tuple[Workshop, list[Note]]:
    """What runs rulings on the pages, and what is to be said of it."""
    from headjudge.cli.pyodide import NoPyodide, runtime

    try:
        return Workshop(runtime=runtime(playground, cache_folder()), messages=messages), []
    except NoPyodide as error:
        return Workshop(messages=messages), [Note(error.code, error.facts)]


def written(request: Request, folder: Path, workshop: Workshop, url: str = "", *, last: bool = False) -> BuildReport:
    """Writes the site of the request's knowledge base into that folder."""
    with opened(request) as db, bar() as progress:
        return build_site(db, folder, progress, url=url, cache=cache_folder(), workshop=workshop, last=last)


def told(report: BuildReport, lines: list[str]) -> Answer:
    """What was written, and those lines."""
    data = {"pages": report.pages, "seconds": round(report.seconds, 3), "bytes": report.bytes}
    return Answer(lambda: data, lambda: [text(line) for line in lines])
