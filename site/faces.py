"""What a build is made from, told apart clause by clause: so that the next one makes only the pages that would be others."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict
from hashlib import blake2b
from importlib.util import find_spec
from marshal import dumps
from pathlib import Path
from typing import Any

from headjudge import __version__
from headjudge.parser.values import dataclass
from headjudge.site.book import Book
from headjudge.site.chain import links_of
from headjudge.site.clauses import SHORT
from headjudge.site.library import Library, Volume
from headjudge.site.shelf import digest_of


@dataclass(frozen=True, slots=True)
class Faces:
    """A rulebook as its pages see it. `frame` is what any of them may show: which clauses there are, where they stand, the terms,
    the edition, and the program that makes the pages. A `face` is what a page shows of a clause (its words, what they refer to,
    what refers to it, the rulings about it), `lines` is what a page says that only names it; `links` are the links to and from it
    that a chain follows. Lists in the book's order."""

    frame: str
    faces: list[str]
    lines: list[str]
    links: list[str]


def program(url: str) -> str:
    """Tells apart the programs that make pages, and the addresses that they make them for."""
    return digest_of("site", "kb", of=f"{__version__} {url} ".encode() + _template_compiler())


def _template_compiler() -> bytes:
    """Tells versions of Jinja apart, which takes a while to import."""
    spec = find_spec("jinja2")
    folder = Path(spec.origin).parent if spec and spec.origin else Path()
    return b"".join((folder / name).read_bytes() for name in ("__init__.py", "compiler.py", "runtime.py", "filters.py"))


def faces_of(volume: Volume, library: Library, made_by: str) -> Faces:
    """The faces of that rulebook."""
    book = volume.book
    links = links_of(book, library.db)
    beside: defaultdict[int, list[tuple[int, ...]]] = defaultdict(list)
    for link in links:
        plain = link[:]
        beside[link.source].append(plain)
        beside[link.target].append(plain)
    everything = (book.root, *book.clauses)
    flow = [link for link in links if link.flow]  # a loop may lie anywhere
    return Faces(
        _digest(repr((made_by, flow, *_frame(volume)))),
        [*map(_digest, _faces(volume, library))],
        [_digest((brief.number, brief.title, brief.line[: SHORT + 1])) for brief in everything],
        [_digest(beside[brief.row]) if brief.row in beside else "" for brief in everything],
    )


def _frame(volume: Volume) -> Iterator[object]:
    book, atlas, edition = volume
    yield asdict(edition)
    yield book.edition
    yield [(brief.key, brief.kind, atlas.path(brief), atlas.anchor(brief), atlas.own(brief)) for brief in book.clauses]
    yield sorted((row, parent.row) for row, parent in book.parents.items())
    for term in book.terms.values():
        yield term.word, atlas.term_path(term), _rows(term.sentences), _rows(term.headings)


def _faces(volume: Volume, library: Library) -> Iterator[tuple[object, ...]]:
    book = volume.book
    cases = library.cases[book.game.game]
    for brief in (book.root, *book.clauses):
        row, citing = brief.row, cases.citing.get(brief.key, ())
        yield (
            brief[4:],
            [(*record[:-1], _rows(record.targets)) for record in book.references.get(row, ())],
            _rows(book.cited_by.get(row, ())),
            book.mentions.get(row, ()),
            [term.row for term in book.defines.get(row, ())],
            [(cases.rulings[name].title, cases.paths[name]) for name in citing],
            len(cases.running.get(brief.key, ())),
        )


def _rows(briefs: Any) -> list[int]:
    return [brief.row for brief in briefs]


def _digest(facts: Any) -> str:
    """A short digest of plain data. Without references (version 0) equal data is written in the same bytes."""
    return blake2b(dumps(facts, 0), digest_size=8).hexdigest()


def changed(old: Faces, new: Faces, book: Book) -> frozenset[str] | None:
    """What is another, in the words of `Atlas.rests_on`; None if everything may be."""
    if old.frame != new.frame or len(old.faces) != len(new.faces):
        return None
    everything = (book.root, *book.clauses)
    found = {f"{place}" for place, (one, other) in enumerate(zip(old.faces, new.faces, strict=True)) if one != other}
    found |= {f"~{place}" for place, (one, other) in enumerate(zip(old.lines, new.lines, strict=True)) if one != other}
    for brief, one, other in zip(everything, old.links, new.links, strict=True):
        row = brief.row
        while one != other:  # whoever follows what lies above it comes by it
            found.add(f"-{row - book.root.row}")
            if row not in book.parents:
                break
            row = book.parents[row].row
    return frozenset(found)
