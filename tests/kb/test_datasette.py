"""Any tool that reads SQLite reads the knowledge base: Datasette, as a library."""

import asyncio
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its imports are its own affair
    from datasette.app import Datasette  # type: ignore[import-untyped]  # it ships no types

TABLES = [
    "games", "editions", "clauses", "spans", "refs", "terms", "mentions", "synonyms", "rulings", "citations", "runs", "changes",
]  # fmt: skip


def test_datasette_shows_every_table(shipped_database: Path) -> None:
    async def visit() -> None:
        datasette = Datasette([], immutables=[str(shipped_database)])
        await datasette.invoke_startup()
        listed = await datasette.client.get("/kb.json")
        assert listed.status_code == 200
        assert {table["name"] for table in listed.json()["tables"]} >= set(TABLES)
        for table in TABLES:
            page = await datasette.client.get(f"/kb/{table}")
            assert page.status_code == 200, (table, page.text[:500])
        rows = await datasette.client.get("/kb/clauses.json?key=10.5.3&_shape=array")
        assert any(row["key"] == "10.5.3" for row in rows.json())

    with warnings.catch_warnings(), ThreadPoolExecutor(1) as beside:
        warnings.simplefilter("ignore")
        beside.submit(lambda: asyncio.run(visit())).result()  # this thread may have a loop running, a browser's
