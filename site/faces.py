"""What a build is made from, told apart clause by clause: so that the next one makes only the pages that would be others."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from headjudge import __version__
from headjudge.kb.lookup import Brief
from headjudge.parser.named import NamedTuple
from headjudge.site.book import Book
from headjudge.site.casebook import Casebook
from headjudge.site.chain import links_in
from headjudge.site.clauses import SHORT
from headjudge.site.library import Library, Volume
from headjudge.site.packed import Mention, Share, Shares, mentions_of, share_of
from headjudge.site.resting import FOLLOWED, NAMED, READ, USED, sign
from headjudge.site.sources import state_of_files, state_of_package
from headjudge.site.stored import Row


class Faces(NamedTuple):
    """A rulebook as its pages see it. `frame` is what any of them may show: which clauses there are, where they stand, the terms,
    the edition, the procedure. `shares` and `mentions` are as they were packed, and `rulings` what is told of the rulings about
    clauses, by their keys."""

    frame: tuple[Any, ...]
    shares: Shares
    mentions: Shares
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
    book, atlas, edition = volume
    frame = book.packed.frame, repr((edition, book.edition)), *atlas.places()
    return Faces(frame, book.packed.shares, book.packed.mentions, dict(_rulings(library.cases[book.game.game])))


def fact_of_line(brief: Brief) -> tuple[str, str, str]:
    """What may show where a clause is only named: its line (`clauses.line_link`) begins with so much of its words, unless spaces
    in them fall together."""
    begun = (brief.title or brief.text)[: SHORT + 2]
    plain = begun.isprintable() and "  " not in begun  # of all spaces only the common one counts as printable
    return brief.number, brief.title, begun if plain else brief.beginning(SHORT + 1)


def _rulings(cases: Casebook) -> Iterator[tuple[str, object]]:
    """The rulings about clauses, as their pages tell of them."""
    for key in {*cases.citing, *cases.running}:
        citing, running = cases.citing.get(key, ()), len(cases.running.get(key, ()))
        yield key, ([(cases.rulings[name].title, cases.paths[name]) for name in citing], running)


def changes(book: Book, old: Faces, new: Faces) -> Changes | None:
    """What is another in the rulebook, which has the `new` faces, than when it had the `old` ones; None if everything may be."""
    if (old.frame, len(old.shares), len(old.mentions)) != (new.frame, len(new.shares), len(new.mentions)):
        return None
    places = {row[0]: place for place, row in enumerate(book.stored.clauses)}
    found = _Others(set(), set(), set(), set())
    for before, now in zip(old.shares, new.shares, strict=True):
        if before != now:
            _compare(share_of(before), share_of(now), found)
    for earlier, later in zip(old.mentions, new.mentions, strict=True):
        if earlier != later:
            _compare_mentions(mentions_of(earlier), mentions_of(later), found)
    if old.rulings != new.rulings:
        found.said.update(row[0] for row in book.stored.clauses if old.rulings.get(row[1]) != new.rulings.get(row[1]))
    followed = {above for row in found.followed for above in (row, *_above(book, row))}  # who follows what lies above comes by it
    said = found.said & places.keys()  # a reference may lead elsewhere
    kinds = (READ, said), (NAMED, found.named), (FOLLOWED, followed & places.keys())
    signs = {sign(kind, places[row]) for kind, some in kinds for row in some}
    if found.used:
        signs |= {sign(USED, place) for place, (row, _) in enumerate(book.stored.terms) if row in found.used}
    return Changes(frozenset(signs), frozenset(said))


class _Others(NamedTuple):
    """What differs: the rows of clauses of which pages say something else, of those whose line is another, and of those that have
    other links; and the terms that other clauses use, by their rows."""

    said: set[int]
    named: set[int]
    followed: set[int]
    used: set[int]


def _compare(before: Share, now: Share, found: _Others) -> None:
    """Adds what differs in clauses: the same ones in both."""
    for one, other in zip(before.clauses, now.clauses, strict=True):
        if one != other:
            found.said.add(other[0])
            if _line(one) != _line(other):
                found.named.add(other[0])
    for row, was, there in _differing(before.references, now.references):
        found.said.add(row)
        found.said.update({one[-1] for one in was} ^ {one[-1] for one in there})  # they are cited by others now
        found.followed.update(end for link in links_in(was) ^ links_in(there) for end in link[:2])


def _compare_mentions(before: Mapping[int, Sequence[Mention]], now: Mapping[int, Sequence[Mention]], found: _Others) -> None:
    """The same of mentions."""
    for row in {*before, *now}:
        was, there = before.get(row, ()), now.get(row, ())
        if was != there:
            found.said.add(row)
            found.used.update({term for term, _, _ in was} ^ {term for term, _, _ in there})


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


def _above(book: Book, row: int) -> Iterator[int]:
    while row in book.parents:
        row = book.parents[row].row
        yield row


def _line(facts: Row) -> tuple[str, str, str]:
    row, *values, _ = facts
    return fact_of_line(Brief(row, "", "", "", *values))
