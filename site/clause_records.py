"""Clauses for machines: one line of JSON a clause, put together from pieces of which each is written once."""

from collections.abc import Iterable
from functools import cached_property

from headjudge.kb.lookup import Brief
from headjudge.site.clauses import cited
from headjudge.site.library import Volume
from headjudge.site.passage import json_of


class ClauseRecords:
    """The records of a rulebook's clauses."""

    def __init__(self, volume: Volume) -> None:
        self._book, self._atlas, _ = volume

    @cached_property
    def _ids(self) -> dict[int, str]:
        return {brief.row: json_of(brief.id) for brief in (self._book.root, *self._book.clauses)}

    def record(self, brief: Brief) -> str:
        """The clause as JSON; ways are seen from the root of the site."""
        book, atlas = self._book, self._atlas
        return (
            f'{{"id":{self._ids[brief.row]},"key":{json_of(brief.key)},"number":{json_of(brief.number)},"kind":"{brief.kind}",'
            f'"title":{json_of(brief.title)},"text":{json_of(brief.text)},"path":{self._list(book.path(brief.row))},'
            f'"cites":{self._list(cited(book, brief))},"cited_by":{self._list(book.cited_by.get(brief.row, ()))},'
            f'"url":{json_of(atlas.own(brief))},"context":{json_of(atlas.href(brief, ""))}}}'
        )

    def line(self, brief: Brief) -> str:
        """The record as a file of its own."""
        return f"{self.record(brief)}\n"

    def _list(self, briefs: Iterable[Brief]) -> str:
        return f"[{','.join([self._ids[brief.row] for brief in briefs])}]"
