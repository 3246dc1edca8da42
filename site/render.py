"""Contexts into HTML: one template a page, escaped throughout."""

import json
import tomllib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import SimpleNamespace

from jinja2 import DictLoader, Environment, StrictUndefined

from headjudge.site.contexts import Preview, Words
from headjudge.site.library import Page


def render_page(page: Page) -> str:
    """The HTML of a page."""
    return _environment().get_template(page.template).render(page=page)


def render_previews(page: str, previews: dict[str, Preview]) -> str:
    """The script that hands the previews of one page to the site's own script; a script also loads where nothing can be fetched
    (`file://`)."""
    template = _environment().get_template("_preview.html")
    fragments = {anchor: template.render(preview=preview).strip() for anchor, preview in previews.items()}
    return f"headjudge.receive({json.dumps(page, ensure_ascii=False)}, {json.dumps(fragments, ensure_ascii=False)});\n"


def static_files() -> list[tuple[str, bytes]]:
    """Style sheet, scripts and icon, with their paths."""
    return [(f"static/{name}", content) for name, content in _read(files("headjudge.site") / "static")]


@cache
def _environment() -> Environment:
    sources = dict(_read(files("headjudge.site") / "templates"))
    words: dict[str, dict[str, str]] = {}
    for name in [name for name in sources if name.endswith(".toml")]:  # words.toml and those of single kinds of pages
        words |= tomllib.loads(sources.pop(name).decode())
    environment = Environment(
        loader=DictLoader({name: source.decode() for name, source in sources.items()}),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.globals["word"] = {name: Words(**entry) for name, entry in words.items()}  # for names that are data
    environment.globals["words"] = SimpleNamespace(**{name: Words(**entry) for name, entry in words.items()})
    return environment


def _read(folder: Traversable) -> list[tuple[str, bytes]]:
    return sorted((entry.name, entry.read_bytes()) for entry in folder.iterdir() if entry.is_file())
