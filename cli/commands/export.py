"""`judge export`: every table of the knowledge base as JSON Lines, for other programs."""

import json
import sqlite3
from pathlib import Path
from typing import Any

from headjudge.cli.answer import Answer, text
from headjudge.cli.knowledge import opened
from headjudge.cli.messages import message
from headjudge.cli.progress import bar
from headjudge.cli.request import Request
from headjudge.kb.errors import HeadjudgeError

_OURS = """SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'clauses_fts%'
    ORDER BY name"""
"""The search index is left out: it holds nothing that the clauses do not."""


class ExportRefused(HeadjudgeError):
    """The place for the tables is a file, or the system does not let them be written."""


def export(request: Request, out: str) -> Answer:
    """Writes `out`/<table>.jsonl for every table; each file appears whole, in place of an older one of that name."""
    if out == "-":
        raise ExportRefused("not_standard_output")
    folder = Path(out)
    try:
        if folder.exists() and not folder.is_dir():
            raise ExportRefused("not_a_folder", path=out)
        folder.mkdir(parents=True, exist_ok=True)
        with opened(request) as db, bar() as progress:
            names = [name for (name,) in db.execute(_OURS)]
            tables = {}
            for done, name in enumerate(names):
                if progress:
                    progress(name, done, len(names))
                tables[name] = _write(db, name, folder)
    except OSError as error:
        raise ExportRefused("cannot_write", path=out, reason=error.strerror or str(error)) from error
    facts = {"tables": len(tables), "rows": sum(tables.values()), "path": out}
    data: dict[str, Any] = {"tables": tables}
    return Answer(lambda: data, lambda: [text(message("export_done", facts, request.language))])


def _write(db: sqlite3.Connection, table: str, folder: Path) -> int:
    rows = db.execute(f'SELECT * FROM "{table}"')  # noqa: S608 - the name is one of the schema's
    columns = [column for column, *_ in rows.description]
    part = folder / f".{table}.jsonl.part"
    count = 0
    try:
        with part.open("w", encoding="utf-8", errors="backslashreplace") as file:
            for count, row in enumerate(rows, start=1):  # noqa: B007 - the count of the last row is wanted
                file.write(json.dumps(dict(zip(columns, row, strict=True)), ensure_ascii=False) + "\n")
        part.replace(folder / f"{table}.jsonl")
    finally:
        part.unlink(missing_ok=True)
    return count
