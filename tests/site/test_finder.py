"""The data of the search box: compared as the box compares it, it finds the clauses that the knowledge base finds.

The box itself is script and needs a browser; what it folds (the query) is folded here by `kb/fold.py`.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from headjudge.kb.database import connect
from headjudge.kb.fold import fold, words
from headjudge.kb.search import search

QUERIES = [
    "检查时点",
    "檢查時點",
    "伤害 战斗",
    "“",
    "，",
    "Ｘ",
    "owner",
    "（10",
    "10.5.3",
    "《》",
    "①",
    "不存在的词",
    "{",
    '"',
    "帕鲁 据点 移动",
]


def call(script: str, name: str) -> list[Any]:
    found = re.fullmatch(rf"headjudge\.{name}\((.*)\);\n", script)
    assert found
    arguments: list[Any] = json.loads(f"[{found[1]}]")
    return arguments


@pytest.fixture(scope="module")
def table(shipped_folder: Path) -> dict[str, str]:
    traditional, simplified = call((shipped_folder / "variants.js").read_text("utf-8"), "variants")
    return dict(zip(traditional, simplified, strict=True))


@pytest.fixture(scope="module")
def index(shipped_folder: Path) -> dict[str, Any]:
    folder, index = call((shipped_folder / "palworld" / "search.js").read_text("utf-8"), "index")
    assert folder == "palworld"
    found: dict[str, Any] = index
    return found


@pytest.mark.parametrize("query", QUERIES)
def test_the_same_clauses_are_found(query: str, table: dict[str, str], index: dict[str, Any], shipped_database: Path) -> None:
    wanted = words(query, table)
    found = {clause[1] for clause in index["clauses"] if all(word in clause[5] or word in clause[6] for word in wanted)}
    assert found == {hit.brief.key for hit in search(connect(shipped_database), query, "palworld", limit=10_000).hits}


def test_the_clause_that_defines_a_term_is_named(table: dict[str, str], index: dict[str, Any]) -> None:
    places = index["terms"][fold("檢查時點", table)]
    assert [(index["clauses"][place][1], by_title) for place, by_title in places] == [("10.5.1", 0), ("10.5", 1)]


def test_every_hit_leads_to_its_clause(shipped_folder: Path, index: dict[str, Any]) -> None:
    pages = [((shipped_folder / "palworld" / href).read_text("utf-8"), name) for href, name in index["pages"]]
    for page, anchor, label, title, text, *_ in index["clauses"]:
        html, name = pages[page]
        assert f'id="{anchor}"' in html
        assert name
        assert title or text
        assert label != anchor
