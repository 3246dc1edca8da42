"""Clauses for machines: one line of JSON a clause, put together from pieces of which each is written once."""

from collections.abc import Iterable

from headjudge.kb.lookup import Brief
from headjudge.site.clauses import cited
from headjudge.site.library import Volume
from headjudge.site.passage import json_of

_NONE = '""'


class ClauseRecords:
    """The records of a rulebook's clauses."""

    def __init__(self, volume: Volume) -> None:
        self._book, self._atlas, _ = volume
        self._paths: dict[int, str] = {}
        self._records: dict[int, str] = {}
        self._ids: dict[int, str] = {}

    def record(self, brief: Brief) -> str:
        """The clause as JSON; ways are seen from the root of the site."""
        self._atlas.read.add(brief.row)
        found = self._records.get(brief.row)
        if found is None:
            found = self._records[brief.row] = self._made(brief)
        return found

    def _made(self, brief: Brief) -> str:
        book, atlas, row = self._book, self._atlas, brief.row
        key = json_of(brief.key)
        named = self._ids.get(row) or self._id(brief)
        return (
            f'{{"id":{named},"key":{key},"number":{key if brief.number == brief.key else json_of(brief.number)},'
            f'"kind":"{brief.kind}","title":{json_of(brief.title) if brief.title else _NONE},"text":{json_of(brief.text)},'
            f'"path":{self._path(book.parents[row].row, brief)},"cites":{self._list(cited(book, brief))},'
            f'"cited_by":{self._list(book.cited_by.get(row, ()))},'
            f'"url":{json_of(atlas.own(brief))},"context":{json_of(atlas.href(brief, ""))}}}'
        )

    def line(self, brief: Brief) -> str:
        """The record as a file of its own."""
        return f"{self.record(brief)}\n"

    def _path(self, above: int, brief: Brief) -> str:
        """The clauses above it, the same for all that stand beside each other."""
        if above not in self._paths:
            self._paths[above] = self._list(self._book.path(brief.row))
        return self._paths[above]

    def _list(self, briefs: Iterable[Brief]) -> str:
        return f"[{','.join([self._ids.get(brief.row) or self._id(brief) for brief in briefs])}]"

    def _id(self, brief: Brief) -> str:
        found = self._ids[brief.row] = json_of(brief.id)
        return found
