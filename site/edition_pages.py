"""The pages about the editions of a game: their list, what changed between them, and the numbers that are no more."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import ClassVar

from headjudge.kb.clause import Clause
from headjudge.kb.diff_store import diff_editions
from headjudge.kb.lookup import Brief, EditionRecord
from headjudge.kb.redirects import Redirect
from headjudge.parser.named import NamedTuple
from headjudge.parser.values import dataclass
from headjudge.site.atlas import Atlas, href
from headjudge.site.clauses import line_link
from headjudge.site.contexts import Frame, Link
from headjudge.site.editions import PLACE, editions_room
from headjudge.site.frames import frame, language_tag
from headjudge.site.library import Library, Volume
from headjudge.site.passage import visible

_KINDS = ("added", "removed", "edited", "split", "merged", "moved", "renumbered", "retargeted")
_SHOWN = 300
"""How many changes of a kind a page shows; a book that was written anew has thousands."""
_LINE = 60


class Mark(NamedTuple):
    """A run of words: `same`, `removed` or `added`."""

    change: str
    text: str


class Changed(NamedTuple):
    """A clause that changed: its numbers and its words in the old edition and in the new one; `new` are links."""

    old: str
    new: tuple[Link, ...]
    before: tuple[Mark, ...]
    after: tuple[Mark, ...]


class ChangeGroup(NamedTuple):
    """The changes of one kind. `apart`: of what stands beside the rules (examples, notes, the glossary)."""

    kind: str
    apart: bool
    changes: tuple[Changed, ...]
    more: int


class EditionLine(NamedTuple):
    """An edition that the knowledge base keeps. `diff` leads to what changed from it to the one shown."""

    name: str
    title: str
    language: str
    effective: str
    own: bool
    restates: str
    clauses: int
    shown: bool
    diff: str


@dataclass(frozen=True, slots=True)
class EditionsPage:
    """All editions of a game."""

    template: ClassVar = "editions.html"
    frame: Frame
    editions: tuple[EditionLine, ...]


@dataclass(frozen=True, slots=True)
class DiffPage:
    """Two editions side by side."""

    template: ClassVar = "diff.html"
    frame: Frame
    old: str
    new: str
    language: str
    editions: str
    """The way to the list of editions."""
    groups: tuple[ChangeGroup, ...]
    rulings: tuple[Link, ...]
    """The rulings that rest on a clause which changed."""
    command: str


@dataclass(frozen=True, slots=True)
class GonePage:
    """A number that the edition shown does not have. `now` is where it leads; nowhere if the clause was removed."""

    template: ClassVar = "gone.html"
    frame: Frame
    number: str
    edition: str
    now: tuple[Link, ...]


def editions_page(volume: Volume, diffs: dict[EditionRecord, str]) -> EditionsPage:
    """The list of editions; `diffs` are the pages of what changed."""
    book, atlas, edition = volume
    here = editions_room(atlas.folder).path
    lines = tuple(
        _line(record, record is book.edition, href(diffs[record], here) if record in diffs else "")
        for record in book.game.editions
    )
    return EditionsPage(frame(edition, here, "版本 Editions", place=PLACE, styles=("compare.css",)), lines)


def _line(record: EditionRecord, shown: bool, diff: str) -> EditionLine:  # noqa: FBT001 - one of the facts told
    return EditionLine(
        name=visible(record.name),
        title=visible(record.title),
        language=language_tag(record.language),
        effective=visible(record.effective),
        own=record.own,
        restates=visible(record.restates),
        clauses=record.clauses,
        shown=shown,
        diff=diff,
    )


def gone_page(volume: Volume, redirect: Redirect, known: dict[str, Brief], here: str) -> GonePage:
    """The page of a number that is no more; `known` are the clauses that there are."""
    number = visible(redirect.key)
    now = tuple(line_link(volume.atlas, known[key], here) for key in redirect.now if key in known)
    framed = frame(volume.edition, here, number, styles=("permalink.css",))
    return GonePage(framed, number, visible(redirect.edition), now)


# What changed -----------------------------------------------------------------------------------------------------------------


def diff_page(volume: Volume, library: Library, old: EditionRecord, here: str) -> DiffPage:
    """What changed from an older edition to the one shown."""
    book, atlas, edition = volume
    found = diff_editions(library.db, old.row, book.edition.row)
    links = _Links(atlas, {brief.key: brief for brief in book.clauses}, here)
    groups = [
        ChangeGroup(
            kind, apart, tuple(links.changed(kind, record) for record in islice(records, _SHOWN)), max(0, len(records) - _SHOWN)
        )
        for changes, apart in ((found.rules, False), (found.apart, True))
        for kind in _KINDS
        if (records := getattr(changes, kind))
    ]
    return DiffPage(
        frame=frame(
            edition,
            here,
            f"{visible(old.name)} → {edition.name}",
            place="diff",
            styles=("compare.css",),
        ),
        old=visible(old.name),
        new=edition.name,
        language=edition.language,
        editions=href(editions_room(atlas.folder).path, here),
        groups=tuple(groups),
        rulings=_affected(library, old.game, [ruling.ruling for ruling in found.affected_rulings], here),
        command=visible(f"judge diff {old.game}@{old.name} {old.game}@{book.edition.name}"),
    )


def _affected(library: Library, game: str, names: Iterable[str], here: str) -> tuple[Link, ...]:
    cases = library.cases[game]
    return tuple(
        Link(visible(cases.rulings[name].title), href(cases.paths[name], here)) for name in names if name in cases.rulings
    )


@dataclass(frozen=True, slots=True)
class _Links:
    """The clauses of the edition shown, as seen from a page."""

    atlas: Atlas
    known: dict[str, Brief]
    here: str

    def changed(self, kind: str, record: object) -> Changed:
        """A record of the comparison (`kb/diff_records.py`): a clause, or an old and a new side with the runs between them."""
        if isinstance(record, Clause):
            words = (Mark(kind, _words((record,))),)
            return Changed("", self._links((record,)), (), words) if kind == "added" else Changed(_number(record), (), words, ())
        old, new = (_side(getattr(record, name)) for name in ("old", "new"))
        numbers = "、".join(map(_number, old))
        runs = getattr(record, "runs", None)
        if runs is None:  # only the place or the number is another
            line = _words(new)
            return Changed(numbers, self._links(new), (), (Mark("same", line if len(line) <= _LINE else f"{line[:_LINE]}…"),))
        before = tuple(Mark(run.change, visible(run.old)) for run in runs if run.old)
        after = tuple(Mark(run.change, visible(run.new)) for run in runs if run.new)
        return Changed(numbers, self._links(new), before, after)

    def _links(self, clauses: Iterable[Clause]) -> tuple[Link, ...]:
        briefs = (self.known[clause.key] for clause in clauses if clause.key in self.known)
        return tuple(line_link(self.atlas, brief, self.here) for brief in briefs)


def _side(value: Clause | Sequence[Clause]) -> Sequence[Clause]:
    return (value,) if isinstance(value, Clause) else value


def _number(clause: Clause) -> str:
    return visible(clause.number or clause.key)


def _words(clauses: Iterable[Clause]) -> str:
    return visible("  ".join(" ".join(f"{clause.title} {clause.text}".split()) for clause in clauses))
