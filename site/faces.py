"""What a build is made from, told apart clause by clause: so that the next one makes only the pages that would be others."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b, sha256
from importlib.util import find_spec
from marshal import dumps, loads
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from headjudge import __version__
from headjudge.kb.lookup import Brief
from headjudge.site.book import Book
from headjudge.site.casebook import Casebook
from headjudge.site.chain import links_in
from headjudge.site.clauses import SHORT
from headjudge.site.library import Library, Volume
from headjudge.site.resting import FOLLOWED, NAMED, READ, USED, sign
from headjudge.site.sources import state_of_files, state_of_package
from headjudge.site.stored import Row, Stored

_TOGETHER = 64


class Faces(NamedTuple):
    """A rulebook as its pages see it. `frame` is what any of them may show: which clauses there are, where they stand, the terms,
    the edition, the procedure. `shares` are the facts of its clauses, so many at a time (`_Share`), as they are written: mostly
    nothing is new, and nothing has to be read."""

    frame: str
    shares: Sequence[bytes]


class _Share(NamedTuple):
    """What is known of clauses that stand beside each other: how they are stored, but for their rows and those above them, the
    rows of their references and of the terms in them, and the rulings about them by their keys."""

    clauses: Sequence[Row]
    references: Sequence[Row]
    mentions: Sequence[Row]
    rulings: Mapping[str, Any]


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


def faces_of(volume: Volume, library: Library) -> Faces:
    """The faces of that rulebook."""
    rows, cases = volume.book.stored, library.cases[volume.book.game.game]
    return Faces(_digest([*_frame(volume)]), [_written((*share,)) for share in _shares(rows, cases)])


def fact_of_line(brief: Brief) -> tuple[str, str, str]:
    """What may show where a clause is only named: its line (`clauses.line_link`) begins with so much of its words, unless spaces
    in them fall together."""
    begun = (brief.title or brief.text)[: SHORT + 2]
    plain = begun.isprintable() and "  " not in begun  # of all spaces only the common one counts as printable
    return brief.number, brief.title, begun if plain else brief.beginning(SHORT + 1)


def _frame(volume: Volume) -> Iterator[object]:
    book, atlas, edition = volume
    rows = book.stored
    yield repr((edition, book.edition))
    yield [[*map(itemgetter(column), rows.clauses)] for column in (0, 1, 3, -1)]  # row, key, kind, the row above
    yield atlas.places()
    yield rows.terms, rows.definitions
    yield rows.steps, [row for row in rows.references if row[5]]  # a loop may lie anywhere


def _shares(rows: Stored, cases: Casebook) -> Iterator[_Share]:
    references, mentions = _from_row(rows.references), _from_row(rows.mentions)
    for start in range(0, len(rows.clauses), _TOGETHER):
        clauses = rows.clauses[start : start + _TOGETHER]
        following = rows.clauses[start + _TOGETHER][0] if start + _TOGETHER < len(rows.clauses) else None
        yield _Share(
            [row[1:-1] for row in clauses],
            references(following),
            mentions(following),
            _rulings(cases, map(itemgetter(1), clauses)) if cases.rulings else {},
        )


def _from_row(rows: Sequence[Row]) -> Callable[[int | None], Sequence[Row]]:
    """Gives the rows of the clauses up to the one with that row (None: of all that are left), each once."""
    at = 0

    def up_to(row: int | None) -> Sequence[Row]:
        nonlocal at
        start, at = at, len(rows) if row is None else bisect_left(rows, row, at, key=itemgetter(0))
        return rows[start:at]

    return up_to


def _rulings(cases: Casebook, keys: Iterable[str]) -> dict[str, object]:
    """The rulings about clauses, as their pages tell of them."""
    found: dict[str, object] = {}
    for key in keys:
        citing, running = cases.citing.get(key, ()), len(cases.running.get(key, ()))
        if citing or running:
            found[key] = [(cases.rulings[name].title, cases.paths[name]) for name in citing], running
    return found


def _digest(facts: Any) -> str:
    """A short digest of plain data."""
    return blake2b(_written(facts), digest_size=8).hexdigest()


def _written(facts: Any) -> bytes:
    """Plain data, the same in the same bytes: there are no references (version 2) to what stands elsewhere."""
    return dumps(facts, 2)


def _read(written: bytes) -> _Share:
    return _Share(*loads(written))  # noqa: S302 - only what the last build wrote


def changes(book: Book, old: Faces, new: Faces) -> Changes | None:
    """What is another in the rulebook, which has the `new` faces, than when it had the `old` ones; None if everything may be."""
    if old.frame != new.frame:
        return None
    places = {row[0]: place for place, row in enumerate(book.stored.clauses)}
    found = _Others(set(), set(), set(), set())
    for share, (before, now) in enumerate(zip(old.shares, new.shares, strict=True)):
        if before != now:
            rows = [row[0] for row in book.stored.clauses[share * _TOGETHER :][:_TOGETHER]]
            _compare(_read(before), _read(now), rows, found)
    followed = {above for row in found.followed for above in (row, *_above(book, row))}  # who follows what lies above comes by it
    said = found.said & places.keys()  # a reference may lead elsewhere
    kinds = (READ, said), (NAMED, found.named), (FOLLOWED, followed & places.keys())
    signs = {sign(kind, places[row]) for kind, some in kinds for row in some}
    if found.used:
        signs |= {sign(USED, place) for place, (row, _) in enumerate(book.stored.terms) if str(row) in found.used}
    return Changes(frozenset(signs), frozenset(said))


class _Others(NamedTuple):
    """What differs: the rows of clauses of which pages say something else, of those whose line is another, and of those that have
    other links; and the terms that other clauses use, by their numbers."""

    said: set[int]
    named: set[int]
    followed: set[int]
    used: set[str]


def _compare(before: _Share, now: _Share, rows: Sequence[int], found: _Others) -> None:
    """Adds what differs in the clauses with these rows."""
    for row, one, other in zip(rows, before.clauses, now.clauses, strict=True):
        if one != other or before.rulings.get(one[0]) != now.rulings.get(one[0]):
            found.said.add(row)
            if _line(one) != _line(other):
                found.named.add(row)
    for row, was, there in _differing(before.references, now.references):
        found.said.add(row)
        found.said.update({one[-1] for one in was} ^ {one[-1] for one in there})  # they are cited by others now
        found.followed.update(end for link in links_in(was) ^ links_in(there) for end in link[:2])
    for row, was, there in _differing(before.mentions, now.mentions):
        found.said.add(row)
        found.used.update(_terms(was) ^ _terms(there))


def _differing(before: Sequence[Row], now: Sequence[Row]) -> Iterator[tuple[int, list[Row], list[Row]]]:
    """The clauses whose rows differ, with both."""
    if before != now:
        one, other = _by_clause(before), _by_clause(now)
        yield from ((row, one[row], other[row]) for row in {*one, *other} if one[row] != other[row])


def _by_clause(rows: Iterable[Row]) -> defaultdict[int, list[Row]]:
    found: defaultdict[int, list[Row]] = defaultdict(list)
    for row in rows:
        found[row[0]].append(row)
    return found


def _terms(mentions: Iterable[Row]) -> set[str]:
    return {number for row in mentions for number in row[1].split(",")}


def _above(book: Book, row: int) -> Iterator[int]:
    while row in book.parents:
        row = book.parents[row].row
        yield row


def _line(facts: Row) -> tuple[str, str, str]:
    return fact_of_line(Brief(0, "", "", "", *facts))
