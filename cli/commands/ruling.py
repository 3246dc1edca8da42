"""`judge ruling` and `judge rulings`: one ruling whole, and the list of all."""

import sqlite3
from collections.abc import Iterator
from typing import Any

from headjudge.cli.answer import BLANK, Answer, Block, Exit, Line, Run, heading, text
from headjudge.cli.knowledge import opened
from headjudge.cli.labels import label
from headjudge.cli.request import Language, Request
from headjudge.kb.lookup import Brief, briefs
from headjudge.kb.rulings import KeptRuling, find_rulings
from headjudge.kb.rulings import rulings as kept_rulings
from headjudge.kb.written import Reason, WrittenRuling, read_written, stale
from headjudge.parser.named import NamedTuple


class Shown(NamedTuple):
    """A ruling with what its clauses say now. `written` is None for a scenario; `changed` are reasons that no longer hold."""

    kept: KeptRuling
    written: WrittenRuling | None
    clauses: dict[str, Brief]
    changed: frozenset[Reason]


def ruling(request: Request, name: list[str]) -> Answer:
    """The ruling of that name or title; a name that several games have shows each."""
    with opened(request) as db:
        shown = [_shown(db, kept) for kept in find_rulings(db, " ".join(name), request.game)]
    first = shown[0]
    return Answer(lambda: _data(first, shown[1:]), lambda: _several(shown, request.language))


def rulings(request: Request) -> Answer:
    """Every ruling of the game, or of all games."""
    with opened(request) as db:
        found = kept_rulings(db, request.game)
    listed = [{"game": kept.game, "name": kept.name, "title": kept.title, "written": kept.written} for kept in found]
    code = Exit.DONE if found else Exit.EMPTY
    return Answer(lambda: {"total": len(found), "rulings": listed}, lambda: _list(found, request.language), code)


def _shown(db: sqlite3.Connection, kept: KeptRuling) -> Shown:
    written = read_written(kept.text, kept.name) if kept.written else None
    edition = written.edition if written else ""
    marks = ",".join("?" * len(kept.clauses))
    where = f"WHERE e.game = ? AND (e.name = ? OR (? = '' AND e.rank = 1)) AND c.key IN ({marks})"
    clauses = {clause.key: clause for clause in briefs(db, where, (kept.game, edition, edition, *kept.clauses))}
    changed = frozenset(stale(written, {key: clause.text for key, clause in clauses.items()}) if written else ())
    return Shown(kept, written, clauses, changed)


def _several(shown: list[Shown], language: Language) -> Iterator[Block]:
    for count, one in enumerate(shown):
        if count:
            yield BLANK
        yield from _written(one, one.written, language) if one.written else _scenario(one.kept)


def _written(shown: Shown, written: WrittenRuling, language: Language) -> Iterator[Block]:
    yield heading(written.title)
    yield BLANK
    yield text(written.question, label=label("question", language))
    yield text(written.answer, label=label("ruling_answer", language))
    yield BLANK
    yield heading(label("reasons", language))
    for reason in written.reasons:
        runs = [Run(f"“{reason.quote}”")]
        if reason in shown.changed:
            runs.append(Run(label("clause_changed", language), "warning"))
        yield Line((*runs, Run(f"\n{reason.why}", "dim")), reason.clause, 1)
    yield BLANK
    edition = f"{written.game}@{written.edition}"
    yield text("  ·  ".join((edition, written.office, written.decided.isoformat(), shown.kept.name)), "dim", cut=True)


def _scenario(kept: KeptRuling) -> Iterator[Block]:
    """The scenario's own text says everything."""
    yield text(kept.text.rstrip("\n"))


def _list(found: list[KeptRuling], language: Language) -> Iterator[Block]:
    game = ""
    for kept in found:
        if kept.game != game:
            if game:
                yield BLANK
            game = kept.game
            count = sum(other.game == game for other in found)
            yield heading(f"{game}  ·  {label('rulings_count', language, count=count)}")
        yield text(kept.title, label=kept.name, indent=1)


def _data(shown: Shown, others: list[Shown]) -> dict[str, Any]:
    kept, written = shown.kept, shown.written
    data: dict[str, Any] = {
        "name": kept.name,
        "game": kept.game,
        "title": kept.title,
        "written": kept.written,
        "source": kept.source,
        "clauses": [shown.clauses[key].id if key in shown.clauses else key for key in kept.clauses],
    }
    if written:
        data |= {
            "edition": written.edition,
            "question": written.question,
            "answer": written.answer,
            "decided": written.decided.isoformat(),
            "office": written.office,
            "reasons": [
                {"clause": reason.clause, "quote": reason.quote, "why": reason.why, "changed": reason in shown.changed}
                for reason in written.reasons
            ],
        }
    else:
        data["text"] = kept.text
    return data | ({"others": [_data(other, []) for other in others]} if others else {})
