"""The templates of the site: compiled once, escaping throughout, with the words of the interface in both languages. What many
pages share is rendered once."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache, lru_cache, partial
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

from jinja2 import DictLoader, Environment, FileSystemBytecodeCache, StrictUndefined, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import Markup, escape

from headjudge.site.contexts import Link
from headjudge.site.forms import Form
from headjudge.site.shelf import shelved

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
def escaped_text(text: str) -> str:
    """The text as HTML that reads as just that."""
    return str(escape(text))


def _escaped(value: object) -> str:
    """The value as text that HTML reads as just that; what is HTML already stays."""
    if type(value) is str:
        return escaped_text(value)
    if type(value) is Markup:
        return value
    return str(value) if type(value) is int else str(escape(value))


@cache
def macro(template: str, name: str) -> Callable[..., str]:
    """A macro of a template, for fragments that stand in scripts."""
    found: Callable[..., str] = getattr(environment().get_template(template).module, name)
    return found


@cache
def form(template: str, name: str, *first: object) -> Form:
    """A macro of a template as a form; what comes `first` is the same each time."""
    return Form(partial(macro(template, name), *first))


def fragment(name: str, *values: object) -> str:
    """A fragment that many pages share."""
    found: str = environment().globals[name](*values)  # type: ignore[operator]
    return found


def keep_compiled(folder: Path | None) -> None:
    """Lets what the templates are compiled to be kept in that folder, for processes to come: compiling takes as long as some
    hundred pages."""
    global _compiled, _kept
    if folder:
        with suppress(OSError):  # they are compiled each time
            folder.mkdir(parents=True, exist_ok=True)
            made_by = sha256(Path(__file__).read_bytes()).hexdigest()[:16]
            _kept = folder
            _compiled = FileSystemBytecodeCache(str(folder), f"{made_by}-%s.cache")


_compiled: FileSystemBytecodeCache | None = None
_kept: Path | None = None


@cache
def environment() -> Environment:
    """All templates and what they can ask for."""
    sources = dict(read(files("headjudge.site") / "templates"))
    tables = [sources.pop(name) for name in [*sources] if name.endswith(".toml")]  # words.toml, those of single kinds of pages
    entries = shelved(_kept / "words.json" if _kept else None, sha256(b"".join(tables)).hexdigest(), partial(_entries, tables))
    made = Environment(
        loader=DictLoader({name: source.decode() for name, source in sources.items()}),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=_compiled,
    )
    made.code_generator_class = _Generator
    made.globals["escaped"] = _escaped
    say = getattr(made.get_template("_say.html").module, "say")  # noqa: B009 - a macro is no attribute that is declared
    words = {name: Said(**entry, html=str(say(entry))) for name, entry in entries.items()}
    made.globals["word"] = words  # for names that are data
    made.globals["words"] = SimpleNamespace(**words)
    for name, most in _ONCE.items():
        fragment = getattr(made.get_template(f"_{name}.html").module, name)
        once = lru_cache(maxsize=most)(fragment)
        made.globals[name] = once
        made.filters[name] = once  # of one value: a filter is called without the ceremony of a macro
    line: Callable[[Link], str] = made.globals["line"]  # type: ignore[assignment]
    made.filters["lines"] = lambda links: Markup().join(map(line, links))
    for name in sources:
        if name.startswith("_"):
            _flatten(made.get_template(name))
    return made


def _entries(tables: list[bytes]) -> dict[str, dict[str, str]]:
    import tomllib  # what it reads is kept

    return {name: entry for table in tables for name, entry in tomllib.loads(table.decode()).items()}


@cache
def template(name: str) -> Template:
    """The template of that name."""
    return _flatten(environment().get_template(name))


def _flatten(template: Template) -> Template:
    """The template with its names in one dictionary: for every page and import Jinja goes through them, and in a chain of two
    that is slow."""
    template.globals = dict(template.globals)
    return template


def read(folder: Traversable) -> list[tuple[str, bytes]]:
    """The files of a folder with their names, in order."""
    return sorted((entry.name, entry.read_bytes()) for entry in folder.iterdir() if entry.is_file())
