"""Contexts into HTML: one template a page, escaped throughout. What many pages share is rendered once."""

import json
import tomllib
from collections.abc import Callable
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import SimpleNamespace
from typing import NamedTuple

from jinja2 import DictLoader, Environment, StrictUndefined, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import Markup, escape

from headjudge.site.contexts import Preview
from headjudge.site.library import Page

_ONCE = {
    "marked": 32768,
    "clause": 16384,
    "header": 256,
    "needed": 256,
    "trail": 4096,
    "way": 4096,
    "paragraphs": 8192,
    "title": 8192,
    "line": 32768,
    "outlined": 32768,
    "box": 32768,
    "arc": 32768,
    "caption": 8192,
}
"""Macros whose result many pages share, each in a template of its name, and how many results are kept: rendering them again and
again would be most of what a page costs. One that another is made of comes before it."""


class Said(NamedTuple):
    """Words of the interface as a template prints them: both languages, of which the style sheet shows one."""

    zh: str
    en: str
    html: str

    def __html__(self) -> str:
        return self.html


class _Generator(CodeGenerator):
    """Writes templates that escape into plain strings: an object of `Markup` for every expression of every page took a fifth of
    a build, only to be joined at once."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.globals['escaped'](")


@lru_cache(maxsize=1 << 16)
def _escaped_text(text: str) -> str:
    return str(escape(text))


def _escaped(value: object) -> str:
    """The value as text that HTML reads as just that; what is HTML already stays."""
    if type(value) is str:
        return _escaped_text(value)
    if type(value) is Markup:
        return value
    return str(value) if type(value) is int else str(escape(value))


def render_page(page: Page, path: str = "", url: str = "") -> str:
    """The HTML of the page at `path` of a site that is published at `url` ('' if that is not known)."""
    address = url + path.removesuffix("index.html")
    return _template(page.template).render(page=page, address=address, published=bool(url))


def render_previews(page: str, previews: dict[str, Preview]) -> str:
    """The script that hands the previews of one page to the site's own script; a script also loads where nothing can be fetched
    (`file://`)."""
    card = macro("_preview.html", "card")
    fragments = {anchor: card(preview).strip() for anchor, preview in previews.items()}
    return f"headjudge.receive({json.dumps(page, ensure_ascii=False)}, {json.dumps(fragments, ensure_ascii=False)});\n"


def render_text(template: str, **values: object) -> str:
    """A file for programs, escaped like a page."""
    return _template(template).render(**values)


@cache
def macro(template: str, name: str) -> Callable[..., str]:
    """A macro of a template, for fragments that stand in scripts."""
    found: Callable[..., str] = getattr(_environment().get_template(template).module, name)
    return found


def static_files() -> list[tuple[str, bytes]]:
    """Style sheet, scripts and icon, with their paths."""
    return [(f"static/{name}", content) for name, content in _read(files("headjudge.site") / "static")]


def service_worker() -> str:
    """The script that keeps the site for reading without network, but for its first line."""
    return (files("headjudge.site") / "templates" / "sw.js").read_text("utf-8")


@cache
def _environment() -> Environment:
    sources = dict(_read(files("headjudge.site") / "templates"))
    entries: dict[str, dict[str, str]] = {}
    for name in [name for name in sources if name.endswith(".toml")]:  # words.toml and those of single kinds of pages
        entries |= tomllib.loads(sources.pop(name).decode())
    environment = Environment(
        loader=DictLoader({name: source.decode() for name, source in sources.items()}),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.code_generator_class = _Generator
    environment.globals["escaped"] = _escaped
    say = getattr(environment.get_template("_say.html").module, "say")  # noqa: B009 - a macro is no attribute that is declared
    words = {name: Said(**entry, html=str(say(entry))) for name, entry in entries.items()}
    environment.globals["word"] = words  # for names that are data
    environment.globals["words"] = SimpleNamespace(**words)
    for name, most in _ONCE.items():
        fragment = getattr(environment.get_template(f"_{name}.html").module, name)
        once = lru_cache(maxsize=most)(fragment)
        environment.globals[name] = once
        environment.filters[name] = once  # of one value: a filter is called without the ceremony of a macro
    for name in sources:
        if name.startswith("_"):
            _flatten(environment.get_template(name))
    return environment


@cache
def _template(name: str) -> Template:
    return _flatten(_environment().get_template(name))


def _flatten(template: Template) -> Template:
    """The template with its names in one dictionary: for every page and import Jinja goes through them, and in a chain of two
    that is slow."""
    template.globals = dict(template.globals)
    return template


def _read(folder: Traversable) -> list[tuple[str, bytes]]:
    return sorted((entry.name, entry.read_bytes()) for entry in folder.iterdir() if entry.is_file())
