"""Words that no clause has in one piece, taken apart into those that some clause has."""

import sqlite3

import pytest

from headjudge.kb.search_split import split_queries
from tests.kb.books import clause
from tests.kb.conftest import Library

CLAUSES = (
    clause("1", title="牌库", defines=["牌库"]),
    clause("1.1", "牌库中没有卡牌时，玩家败北。"),
    clause("2", title="横置", defines=["横置"]),
    clause("2.1", "横置的随从不能阻挡，横置随从也不能攻击。"),
    clause("2.2", "The turn player draws a card."),
)
SPLIT = {
    "terms, and what is between them": ("牌库没有卡牌", ["牌库 没有卡牌"]),
    "what joins them is left out": ("牌库的卡牌", ["牌库 卡牌"]),
    "a question": ("横置随从能不能阻挡？", ["横置随从 阻挡"]),
    "one word of several": ("败北 牌库没有", ["败北 牌库 没有", "败北 牌库"]),
    "traditional characters": ("牌庫沒有卡牌", ["牌库 没有卡牌"]),
    "it stands as it is": ("牌库中没有", []),
    "each word stands as it is": ("牌库 攻击", []),
    "most of it is nowhere": ("牌库天气预报如何变化", []),
    "one piece is no answer": ("牌库天气", []),
    "nothing of it": ("天气预报", []),
    "another language": ("untap step", []),
    "blank": ("", []),
    "signs": ('"* OR (', []),
    "too long": ("牌库没有卡牌" * 20, []),
}


@pytest.fixture
def db(library: Library) -> sqlite3.Connection:
    return library(*CLAUSES)


@pytest.mark.parametrize(("query", "expected"), SPLIT.values(), ids=SPLIT)
def test_split(db: sqlite3.Connection, query: str, expected: list[str]) -> None:
    assert split_queries(db, query) == expected
