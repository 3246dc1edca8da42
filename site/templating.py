"""The templates of the site: compiled once, escaping throughout, with the words of the interface in both languages. What many
pages share is rendered once. A build that needs no template but in forms that were kept does without this and without Jinja."""

from collections.abc import Callable, MutableMapping
from contextlib import suppress
from functools import cache, lru_cache, partial
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from jinja2 import DictLoader, Environment, FileSystemBytecodeCache, StrictUndefined, Template, nodes
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import Markup, escape

from headjudge.kb.phrase import filled
from headjudge.parser.named import NamedTuple
from headjudge.parser.packaged import files
from headjudge.site.forms import escaped_text, kept_in
from headjudge.site.shelf import shelved
from headjudge.site.sources import read

_ONCE = {
    "marked": 32768,
    "clause": 16384,
    "header": 256,
    "needed": 256,
    "paragraphs": 8192,
    "title": 8192,
}
"""Macros whose result many pages share, each in a template of its name, and how many results are kept: rendering them again and
again would be most of what a page costs."""


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


class _Environment(Environment):
    """Templates with their names in one dictionary: for every page and import Jinja goes through them, and in a chain of two that
    is slow."""

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002 - as Jinja calls it
    ) -> Template:
        template = super().get_template(name, parent, globals)
        if type(template.globals) is not dict:
            template.globals = dict(template.globals)
        return template


def _escaped(value: object) -> str:
    """The value as text that HTML reads as just that; what is HTML already stays."""
    if type(value) is str:
        return escaped_text(value)
    if type(value) is Markup:
        return value
    return str(value) if type(value) is int else str(escape(value))


@cache
def environment() -> Environment:
    """All templates and what they can ask for."""
    sources = dict(read(files("headjudge.site") / "templates"))
    tables = [sources.pop(name) for name in [*sources] if name.endswith(".toml")]  # words.toml, those of single kinds of pages
    kept = kept_in()
    entries = shelved(kept / "words.json" if kept else None, sha256(b"".join(tables)).hexdigest(), partial(_entries, tables))
    made = _Environment(
        loader=DictLoader({name: source.decode() for name, source in sources.items()}),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=_compiled(kept),
    )
    made.code_generator_class = _Generator
    made.globals["escaped"] = _escaped
    say = getattr(made.get_template("_say.html").module, "say")  # noqa: B009 - a macro is no attribute that is declared
    words = {name: Said(**entry, html=str(say(entry))) for name, entry in entries.items()}
    made.filters["of"] = lambda word, many, **more: _filled(word, {"n": many, **more}, say)
    made.globals["word"] = words  # for names that are data
    made.globals["words"] = SimpleNamespace(**words)
    for name, most in _ONCE.items():
        once = lru_cache(maxsize=most)(partial(_fragment, made, name))
        made.globals[name] = once
        made.filters[name] = once  # of one value: a filter is called without the ceremony of a macro
    return made


def _fragment(environment: Environment, name: str, *values: object) -> str:
    made: str = getattr(environment.get_template(f"_{name}.html").module, name)(*values)
    return made


def _filled(word: Said, facts: dict[str, int], say: Callable[[dict[str, str]], str]) -> Said:
    """Words with numbers in them, or that go with one (`{n:clause|clauses}`)."""
    zh, en = (filled(words, facts) for words in word[:2])
    return Said(zh, en, str(say({"zh": zh, "en": en})))


class _Compiled(FileSystemBytecodeCache):
    """Does without what it cannot keep: its folder may be emptied at any time."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def _compiled(folder: Path | None) -> FileSystemBytecodeCache | None:
    """Where what the templates are compiled to is kept for processes to come: compiling takes as long as some hundred pages."""
    if folder:
        with suppress(OSError):  # they are compiled each time
            folder.mkdir(parents=True, exist_ok=True)
            made_by = sha256(Path(__file__).read_bytes()).hexdigest()[:16]
            return _Compiled(str(folder), f"{made_by}-%s.cache")
    return None


def _entries(tables: list[bytes]) -> dict[str, dict[str, str]]:
    import tomllib  # what it reads is kept

    return {name: entry for table in tables for name, entry in tomllib.loads(table.decode()).items()}


@cache
def template(name: str) -> Template:
    """The template of that name."""
    return environment().get_template(name)
