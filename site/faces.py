"""What a build is made from, told apart clause by clause: so that the next one makes only the pages that would be others."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from importlib.util import find_spec
from marshal import dumps
from pathlib import Path
from typing import Any, NamedTuple

from headjudge import __version__
from headjudge.kb.lookup import Brief
from headjudge.site.book import Book
from headjudge.site.chain import links_of
from headjudge.site.clauses import SHORT
from headjudge.site.library import Library, Volume
from headjudge.site.resting import FOLLOWED, NAMED, READ, sign
from headjudge.site.shelf import digest_of
from headjudge.site.sources import digest_of_files

_TOGETHER = 64


class Faces(NamedTuple):
    """A rulebook as its pages see it. `frame` is what any of them may show: which clauses there are, where they stand, the terms,
    the edition. A `face` is what a page shows of a clause (its words, what they refer to and what to it, the rulings about it),
    `lines` is what a page says that only names it; `links` are the links to and from it that a chain follows."""

    frame: str
    faces: "Digests"
    lines: "Digests"
    links: "Digests"


class Digests(NamedTuple):
    """A digest of each clause of a rulebook, in its order, and one of each `_TOGETHER` neighbours: mostly nothing is new."""

    each: Sequence[str]
    together: Sequence[str]


_NONE = Digests((), ())


def program(url: str) -> str:
    """Tells apart the programs that make pages, and the addresses that they make them for."""
    return digest_of("site", "kb", of=f"{__version__} {url} {_template_compiler()}".encode())


def _template_compiler() -> str:
    """Tells versions of Jinja apart, which takes a while to import."""
    spec = find_spec("jinja2")
    folder = Path(spec.origin).parent if spec and spec.origin else Path()
    return digest_of_files((name, folder / name) for name in ("__init__.py", "compiler.py", "runtime.py", "filters.py"))


def faces_of(volume: Volume, library: Library, before: Faces | None = None) -> Faces:
    """The faces of that rulebook. Of neighbours that are as they were `before`, what was found of each then is taken over."""
    book = volume.book
    links = links_of(book, library.db)
    beside: defaultdict[int, list[tuple[int, ...]]] = defaultdict(list)
    for link in links:
        plain = link[:]
        beside[link.source].append(plain)
        beside[link.target].append(plain)
    everything = (book.root, *book.clauses)
    flow = [link[:] for link in links if link.flow]  # a loop may lie anywhere
    _, *known = before or ("", _NONE, _NONE, _NONE)
    facts: tuple[list[Any], ...] = (
        [*_faces(volume, library)],
        [*map(fact_of_line, everything)],
        [beside.get(brief.row) for brief in everything],
    )
    return Faces(_digest([flow, *_frame(volume)]), *map(_digests, facts, known))


def _digests(facts: Sequence[Any], before: Digests) -> Digests:
    shares = [facts[start : start + _TOGETHER] for start in range(0, len(facts), _TOGETHER)]
    together = [*map(_digest, shares)]
    comparable = len(facts) == len(before.each) and len(together) == len(before.together)
    each: list[str] = []
    for place, share in enumerate(shares):
        same = comparable and together[place] == before.together[place]
        each += before.each[len(each) : len(each) + len(share)] if same else map(_digest, share)
    return Digests(each, together)


def fact_of_line(brief: Brief) -> tuple[str, str, str]:
    """What may show where a clause is only named: its line (`clauses.line_link`) begins with so much of its words, unless spaces
    in them fall together."""
    begun = (brief.title or brief.text)[: SHORT + 2]
    plain = begun.isprintable() and "  " not in begun  # of all spaces only the common one counts as printable
    return brief.number, brief.title, begun if plain else brief.beginning(SHORT + 1)


def _frame(volume: Volume) -> Iterator[object]:
    book, atlas, edition = volume
    yield repr((edition, book.edition))
    yield [(brief.key, brief.kind, atlas.path(brief), atlas.anchor(brief), atlas.own(brief)) for brief in book.clauses]
    yield [book.parents[brief.row].row for brief in book.clauses]
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


class Changes(NamedTuple):
    """What is another in a rulebook: what pages that must be made again rest on (`resting.py`), and the rows of the clauses of
    which pages say something else."""

    signs: frozenset[str]
    said: frozenset[int]


def changed(old: Faces, new: Faces, book: Book) -> Changes | None:
    """What is another; None if everything may be."""
    if old.frame != new.frame or len(old.faces.each) != len(new.faces.each):
        return None
    first = book.root.row
    said = _others(old.faces, new.faces)
    followed: set[int] = set()
    for place in _others(old.links, new.links):
        row = first + place
        followed.add(place)
        while row in book.parents:  # whoever follows what lies above it comes by it
            row = book.parents[row].row
            followed.add(row - first)
    kinds = (READ, said), (NAMED, _others(old.lines, new.lines)), (FOLLOWED, followed)
    return Changes(
        frozenset(sign(kind, place) for kind, places in kinds for place in places), frozenset(first + place for place in said)
    )


def _others(old: Digests, new: Digests) -> list[int]:
    """The places of the clauses of which the digests differ."""
    if old.together == new.together:
        return []
    return [place for place, (one, other) in enumerate(zip(old.each, new.each, strict=True)) if one != other]
