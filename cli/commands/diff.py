"""`judge diff`: what changed from one edition of a rulebook to another."""

from collections.abc import Iterator, Sequence
from typing import Any

from headjudge.cli.answer import BLANK, Answer, Block, Exit, Line, Note, Run, heading
from headjudge.cli.clauses import edition_name
from headjudge.cli.knowledge import opened
from headjudge.cli.labels import label
from headjudge.cli.request import Language, Request
from headjudge.kb.clause import Clause
from headjudge.kb.diff import Change, Changes, Diff, Edit, Merge, Pair, Split
from headjudge.kb.diff import Run as Words
from headjudge.kb.diff_store import diff_editions
from headjudge.kb.editions import chosen_editions
from headjudge.kb.errors import HeadjudgeError
from headjudge.kb.lookup import EditionRecord

_LISTS = ("added", "removed", "edited", "renumbered", "moved", "split", "merged", "retargeted")
_STYLES = {Change.SAME: "", Change.REMOVED: "dim", Change.ADDED: "found"}
_KEPT = 24
"""Characters of unchanged text shown on each side of a change."""


class SameEdition(HeadjudgeError):
    """The two editions are one."""


def diff(request: Request, old: str, new: str, *, by_number: bool = False) -> Answer:
    """What changed from `old` to `new` (GAME@EDITION, or EDITION with a game chosen), by structure and text."""
    with opened(request) as db:
        first, last = (_edition(edition, request, chosen_editions(db)) for edition in (old, new))
        editions = [chosen_editions(db, game, name)[0] for game, name in (first, last)]
        if editions[0].row == editions[1].row:
            raise SameEdition("same_edition", edition=edition_name(editions[0]))
        found = diff_editions(db, editions[0].row, editions[1].row, by_number=by_number)
    changed = bool(found.rules) or bool(found.apart)
    names = {"old": edition_name(editions[0]), "new": edition_name(editions[1])}
    notes = () if changed else (Note("nothing_changed", names),)
    if editions[0].game != editions[1].game:
        notes = (Note("different_games", names), *notes)
    code = Exit.DONE if changed else Exit.EMPTY
    return Answer(lambda: _data(editions, found), lambda: _blocks(editions, found, request.language), code, notes)


def _edition(words: str, request: Request, installed: Sequence[EditionRecord]) -> tuple[str, str]:
    """The game and the name of an edition; the game may be left out where it was chosen, or where only one is installed."""
    game, at, name = words.rpartition("@")
    only = installed[0].game if len({edition.game for edition in installed}) == 1 else ""
    return (game, name) if at else (request.game or only or words, "" if words in {e.game for e in installed} else words)


def _blocks(editions: Sequence[EditionRecord], found: Diff, language: Language) -> Iterator[Block]:
    yield heading(" → ".join(edition_name(edition) for edition in editions))
    for changes, apart in ((found.rules, False), (found.apart, True)):
        for name in _LISTS:
            records = getattr(changes, name)
            if records:
                yield BLANK
                beside = f"  ·  {label('apart', language)}" if apart else ""
                yield heading(f"{label(name, language)}  ·  {len(records)}{beside}")
                yield from (_line(record) for record in records)
    if found.affected_rulings:
        yield BLANK
        yield heading(f"{label('affected', language)}  ·  {len(found.affected_rulings)}")
        for ruling in found.affected_rulings:
            cited = "、".join(
                f"{c.key} ({', '.join(label(kind.value, language) for kind in c.changes)})" for c in ruling.citations
            )
            yield Line((Run(cited),), ruling.ruling, 1)


def _line(record: Clause | Pair | Edit | Split | Merge) -> Line:
    if isinstance(record, Clause):
        return Line((Run(_words(record)),), _name(record), 1)
    old = (record.old,) if isinstance(record.old, Clause) else record.old
    new = (record.new,) if isinstance(record.new, Clause) else record.new
    names = ["、".join(_name(clause) for clause in side) for side in (old, new)]
    label_ = names[0] if names[0] == names[1] else f"{names[0]} → {names[1]}"
    if isinstance(record, Pair):
        return Line((Run(_words(record.new)),), label_, 1, cut=True)
    return Line(tuple(runs_of(record.runs)), label_, 1)


def _name(clause: Clause) -> str:
    return clause.number or clause.key


def _words(clause: Clause) -> str:
    return "  ".join(part for part in (clause.title, clause.text.replace("\n", " ")) if part)


def runs_of(words: Sequence[Words]) -> Iterator[Run]:
    """The changed words with a little of what stands around them: [-removed-] {+added+}, readable without colour."""
    for at, run in enumerate(words):
        if run.change is Change.SAME:
            yield Run(_shortened(run.old, first=at == 0, last=at == len(words) - 1))
            continue
        if run.old:
            yield Run(f"[-{run.old}-]", _STYLES[Change.REMOVED])
        if run.new:
            yield Run(f"{{+{run.new}+}}", _STYLES[Change.ADDED])


def _shortened(text: str, *, first: bool, last: bool) -> str:
    if first and len(text) > _KEPT:
        return "…" + text[-_KEPT:]
    if last and len(text) > _KEPT:
        return text[:_KEPT] + "…"
    return text if len(text) <= 2 * _KEPT else f"{text[:_KEPT]}…{text[-_KEPT:]}"


def _data(editions: Sequence[EditionRecord], found: Diff) -> dict[str, Any]:
    rulings = [
        {
            "ruling": ruling.ruling,
            "citations": [
                {"key": c.key, "changes": [kind.value for kind in c.changes], "now": list(c.now)} for c in ruling.citations
            ],
        }
        for ruling in found.affected_rulings
    ]
    return {
        "old": edition_name(editions[0]),
        "new": edition_name(editions[1]),
        **_lists(found.rules),
        "affected_rulings": rulings,
        "apart": _lists(found.apart),
    }


def _lists(changes: Changes) -> dict[str, Any]:
    return {name: [_record(record) for record in getattr(changes, name)] for name in _LISTS}


def _record(record: Clause | Pair | Edit | Split | Merge) -> dict[str, Any]:
    if isinstance(record, Clause):
        return _clause(record)
    sides = {
        side: _clause(value) if isinstance(value, Clause) else [_clause(clause) for clause in value]
        for side, value in (("old", record.old), ("new", record.new))
    }
    if isinstance(record, Pair):
        return sides
    return {**sides, "runs": [{"change": run.change.value, "old": run.old, "new": run.new} for run in record.runs]}


def _clause(clause: Clause) -> dict[str, Any]:
    return {"key": clause.key, "number": clause.number, "kind": clause.kind.value, "title": clause.title, "text": clause.text}
