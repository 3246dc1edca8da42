"""What a build is made from, told apart clause by clause: so that the next one makes only the pages that would be others."""

from collections.abc import Iterator, Sequence
from hashlib import blake2b, sha256
from importlib.util import find_spec
from marshal import dumps, loads
from pathlib import Path
from typing import Any, NamedTuple

from headjudge import __version__
from headjudge.kb.lookup import Brief
from headjudge.site.book import Book
from headjudge.site.chain import links_of
from headjudge.site.clauses import SHORT
from headjudge.site.library import Library, Volume
from headjudge.site.resting import FOLLOWED, NAMED, READ, sign
from headjudge.site.sources import state_of_files, state_of_package

_TOGETHER = 64


class Faces(NamedTuple):
    """A rulebook as its pages see it. `frame` is what any of them may show: which clauses there are, where they stand, the terms,
    the edition. `facts` are those of each clause (`_facts`), so many at a time; `links` are the ones that chains follow. Both are
    kept as they are written: mostly nothing is new, and nothing has to be read."""

    frame: str
    facts: Sequence[bytes]
    links: bytes


class Changes(NamedTuple):
    """What is another in a rulebook: what pages that must be made again rest on (`resting.py`), and the rows of the clauses of
    which pages say something else."""

    signs: frozenset[str]
    said: frozenset[int]


def program(url: str) -> str:
    """Tells apart the programs that make pages, and the addresses that they make them for."""
    states = state_of_package("site"), state_of_package("kb"), _template_compiler()
    return sha256("\0".join((__version__, url, *states)).encode()).hexdigest()


def _template_compiler() -> str:
    """Tells versions of Jinja apart, which takes a while to import."""
    spec = find_spec("jinja2")
    folder = Path(spec.origin).parent if spec and spec.origin else Path()
    return state_of_files((name, folder / name) for name in ("__init__.py", "compiler.py", "runtime.py", "filters.py"))


def faces_of(volume: Volume, library: Library, before: Faces | None = None) -> tuple[Faces, Changes | None]:
    """The faces of that rulebook, and what is another than it was `before`; None if everything may be."""
    links = [link[:] for link in links_of(volume.book, library.db)]
    flow = [link for link in links if link[2]]  # a loop may lie anywhere
    facts = [*_facts(volume, library)]
    shares = [facts[start : start + _TOGETHER] for start in range(0, len(facts), _TOGETHER)]
    now = Faces(_digest([flow, *_frame(volume)]), [_written(share) for share in shares], _written(links))
    return now, _changes(volume.book, before, now) if before and before.frame == now.frame else None


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


def _facts(volume: Volume, library: Library) -> Iterator[tuple[object, ...]]:
    """Of each clause what a page shows of it: its words, what they refer to and what to it, and the rulings about it."""
    book = volume.book
    cases = library.cases[book.game.game]
    for brief in (book.root, *book.clauses):
        row, citing = brief.row, cases.citing.get(brief.key, ())
        yield (
            brief[4:],
            [(*record[:-1], _rows(record.targets)) for record in book.references.get(row, ())],
            _rows(book.cited_by.get(row, ())),
            book.mentions.written.get(row),
            [term.row for term in book.defines.get(row, ())],
            [(cases.rulings[name].title, cases.paths[name]) for name in citing],
            len(cases.running.get(brief.key, ())),
        )


def _rows(briefs: Any) -> list[int]:
    return [brief.row for brief in briefs]


def _digest(facts: Any) -> str:
    """A short digest of plain data."""
    return blake2b(_written(facts), digest_size=8).hexdigest()


def _written(facts: Any) -> bytes:
    """Plain data, the same in the same bytes: there are no references (version 2) to what stands elsewhere."""
    return dumps(facts, 2)


def _read(written: bytes) -> Any:
    return loads(written)  # noqa: S302 - only what the last build wrote


def _changes(book: Book, old: Faces, new: Faces) -> Changes:
    """What is another in a rulebook with the same clauses."""
    first = book.root.row
    others = [*_others(old, new)]
    followed: set[int] = set()
    for link in {*_read(old.links)} ^ {*_read(new.links)} if old.links != new.links else ():
        for row in link[:2]:
            followed.add(row - first)
            while row in book.parents:  # whoever follows what lies above it comes by it
                row = book.parents[row].row
                followed.add(row - first)
    said = [place for place, _, _ in others]
    named = [place for place, one, other in others if _line(one) != _line(other)]
    kinds = (READ, said), (NAMED, named), (FOLLOWED, followed)
    return Changes(
        frozenset(sign(kind, place) for kind, places in kinds for place in places), frozenset(first + place for place in said)
    )


def _others(old: Faces, new: Faces) -> Iterator[tuple[int, Any, Any]]:
    """The clauses whose facts differ: place, what they were and what they are."""
    for share, both in enumerate(zip(old.facts, new.facts, strict=True)):
        if both[0] != both[1]:
            for place, (one, other) in enumerate(zip(*map(_read, both), strict=True), share * _TOGETHER):
                if one != other:
                    yield place, one, other


def _line(facts: tuple[Any, ...]) -> tuple[str, str, str]:
    return fact_of_line(Brief(0, "", "", "", *facts[0]))
