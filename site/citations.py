"""Clauses by their keys, as other pages of a rulebook cite them."""

from collections.abc import Iterable

from headjudge.kb.lookup import Brief
from headjudge.site.clauses import line_link, number_link
from headjudge.site.contexts import Link
from headjudge.site.library import Volume
from headjudge.site.passage import passage_of, title_of, visible
from headjudge.site.ruling_contexts import QuotedClause


class Citations:
    """The clauses of a rulebook by key. A key that the published text does not have becomes a link that leads nowhere."""

    def __init__(self, volume: Volume) -> None:
        self.volume = volume
        self.briefs: dict[str, Brief] = {brief.key: brief for brief in volume.book.clauses}
        self._places = {brief.key: place for place, brief in enumerate(volume.book.clauses)}

    def number(self, key: str, here: str) -> Link:
        """The clause by its number."""
        brief = self.briefs.get(key)
        return number_link(self.volume.atlas, brief, here) if brief else _nowhere(key)

    def line(self, key: str, here: str) -> Link:
        """The clause by its number and its first words."""
        brief = self.briefs.get(key)
        return line_link(self.volume.atlas, brief, here) if brief else _nowhere(key)

    def numbers(self, keys: Iterable[str], here: str) -> tuple[Link, ...]:
        """The clauses by their numbers."""
        return tuple(self.number(key, here) for key in keys)

    def quoted(self, key: str, here: str) -> QuotedClause:
        """The clause with its wording."""
        brief, book, atlas = self.briefs.get(key), self.volume.book, self.volume.atlas
        if brief is None:
            return QuotedClause(_nowhere(key), (), ())
        link = number_link(atlas, brief, here)
        return QuotedClause(link, title_of(book, atlas, brief, here), passage_of(book, atlas, brief, here))

    def chapter(self, key: str) -> Brief | None:
        """The chapter of a clause."""
        brief = self.briefs.get(key)
        return self.volume.book.chapters[brief.row] if brief else None

    def place(self, key: str) -> int:
        """Where a clause stands in the book's order; behind all others if it is not there."""
        return self._places.get(key, len(self._places))


def _nowhere(key: str) -> Link:
    return Link("", "", visible(key))
