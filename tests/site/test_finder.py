"""The data of the search box: compared as the box compares it, it finds the clauses that the knowledge base finds.

The box itself is script and needs a browser; what it folds (the query) is folded here by `kb/fold.py`.
"""

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from headjudge.kb.clause import Kind
from headjudge.kb.database import connect
from headjudge.kb.fold import fold, words
from headjudge.kb.search import search
from headjudge.site.atlas import Atlas
from headjudge.site.finder import Lines
from tests.site.test_passage import ONE, book, brief, volume_of

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


class Clause(NamedTuple):
    """A clause as the index has it."""

    page: int
    up: int
    anchor: str
    label: str
    title: str
    text: str
    folded_title: str
    folded_text: str
    key: str


def call(script: str, name: str) -> list[Any]:
    found = re.fullmatch(rf"headjudge\.{name}\((.*)\);\n", script, re.DOTALL)
    assert found
    arguments: list[Any] = json.loads(f"[{found[1]}]")
    return arguments


@pytest.fixture(scope="module")
def table(shipped_folder: Path) -> dict[str, str]:
    (library,) = call((shipped_folder / "library.js").read_text("utf-8"), "library")
    assert library["indexes"] == ["pact/search.js", "palworld/search.js", "vanguard/search.js", "zx/search.js"]
    return dict(zip(library["traditional"], library["simplified"], strict=True))


@pytest.fixture(scope="module")
def index(shipped_folder: Path) -> dict[str, Any]:
    folder, index = call((shipped_folder / "palworld" / "search.js").read_text("utf-8"), "index")
    assert folder == "palworld"
    found: dict[str, Any] = index
    return found


def compared(given: str | int, text: str) -> str:
    return given if isinstance(given, str) else fold(text, {}) if given else text


def read(entry: list[Any]) -> Clause:
    page, up, anchor, label, title, text, folded_title, folded_text, *key = entry
    return Clause(
        page,
        up,
        anchor,
        label or anchor,
        title,
        text,
        compared(folded_title, title),
        compared(folded_text, text),
        key[0] if key else anchor,
    )


@pytest.mark.parametrize("query", QUERIES)
def test_the_same_clauses_are_found(query: str, table: dict[str, str], index: dict[str, Any], shipped_database: Path) -> None:
    wanted = words(query, table)
    clauses = [read(entry) for entry in index["clauses"]]
    found = {one.key for one in clauses if all(word in one.folded_title or word in one.folded_text for word in wanted)}
    assert found == {hit.brief.key for hit in search(connect(shipped_database), query, "palworld", limit=10_000).hits}


def test_terms_lead_to_their_pages_and_to_the_clauses_that_define_them(
    table: dict[str, str], index: dict[str, Any], shipped_folder: Path
) -> None:
    word, _, href, places = next(term for term in index["terms"] if term[1] == fold("檢查時點", table))
    assert word == "检查时点"
    assert (shipped_folder / "palworld" / href).is_file()
    assert [(read(index["clauses"][place]).key, by_title) for place, by_title in places] == [("10.5.1", 0), ("10.5", 1)]


def test_every_hit_leads_to_its_clause_and_knows_its_parent(shipped_folder: Path, index: dict[str, Any]) -> None:
    pages = [((shipped_folder / "palworld" / href).read_text("utf-8"), name) for href, name in index["pages"]]
    clauses = [read(entry) for entry in index["clauses"]]
    for place, one in enumerate(clauses[1:], 1):
        html, name = pages[one.page]
        assert f'id="{one.anchor}"' in html
        assert name
        assert one.title or one.text
        parent = clauses[place - one.up]
        assert not parent.key or one.key.startswith(parent.key), one


@pytest.mark.parametrize(
    "text",
    ["Draw a card.", "  Owner (you)\n\nloses 1 life ; ", "A\u3000B, c\xa0D.", "a\x01B c", "a\u200bB c", "", "卡牌 A", "é E"],
)
def test_any_text_is_compared_as_the_knowledge_base_compares_it(text: str, table: dict[str, str]) -> None:
    """Whichever way the index says so: the same, folded by the script, or folded already."""
    clause = brief(3, "1.1", Kind.CLAUSE, text, 2)._replace(title=text)
    shown = book([ONE, clause], {3: ONE})
    found = read(json.loads(Lines(volume_of(shown, Atlas(shown, "game")), table).line(clause)))
    assert (found.folded_title, found.folded_text) == (fold(text, table), fold(text, table))


def test_what_is_compared_is_the_text_itself_and_what_is_shown_is_visible(hostile_folder: Path) -> None:
    _, index = call((hostile_folder / "static~2" / "search.js").read_text("utf-8"), "index")
    shown = next(one for one in map(read, index["clauses"]) if one.key == "1.1.2")
    assert "\u202e" not in shown.text
    assert "与倒序文字" in shown.folded_text, "what nobody sees is overlooked"
    assert "\x01" in shown.folded_text
