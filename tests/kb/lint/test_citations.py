"""Citations that are real and wrong: of rulings and of code."""

import sqlite3
from importlib.resources import files

import pytest

from headjudge.kb.clause import ClauseKey
from headjudge.kb.lint.citations import Cited, astray, cited_by, place_in, stored
from headjudge.kb.pin import pin
from headjudge.parser.rulebook import parse_rulebook
from headjudge.parser.ruling import parse_ruling

DRAWS, LOSES = "回合玩家从牌库抽1张卡牌。", "如果牌库中没有卡牌，该玩家败北。"
TEXT = f"第1章 概要\n1.1 抽牌\n1.1.1 {DRAWS}\n1.1.2 {LOSES}\n1.1.3 先手玩家的第一个回合不抽牌。\n"
CLAUSES = parse_rulebook(TEXT).clauses

CITATIONS = {
    "the pin holds": (Cited("r", ClauseKey("1.1.1"), pin(DRAWS)), None),
    "a pin cut short holds": (Cited("r", ClauseKey("1.1.1"), pin(DRAWS)[:12]), None),
    "white space aside": (Cited("r", ClauseKey("1.1.1"), pin("回合玩家 从牌库抽1张卡牌。\n")), None),
    "the quote holds": (Cited("r", ClauseKey("1.1.1"), quote="从牌库抽1张"), None),
    "the quote is of the title": (Cited("r", ClauseKey("1.1"), quote="抽牌"), None),
    "neither pin nor quote": (Cited("r", ClauseKey("1.1.1")), None),
    "the words have changed": (Cited("r", ClauseKey("1.1.1"), pin("回合玩家从牌库抽2张卡牌。")), (False, None)),
    "the pin is another clause's": (Cited("r", ClauseKey("1.1.1"), pin(LOSES)), (False, "1.1.2")),
    "the quote is another clause's": (Cited("r", ClauseKey("1.1.3"), quote="牌库中没有卡牌，该玩家败北"), (False, "1.1.2")),
    "most of the quote is another clause's": (
        Cited("r", ClauseKey("1.1.3"), quote="如果牌库里没有卡牌，那名玩家败北"),
        (False, "1.1.2"),
    ),
    "the quote is nobody's": (Cited("r", ClauseKey("1.1.3"), quote="双方玩家同时洗牌并交换"), (False, None)),
    "no such clause": (Cited("r", ClauseKey("1.1.9")), (True, None)),
    "no such clause, its words elsewhere": (Cited("r", ClauseKey("1.1.9"), quote="牌库中没有卡牌，该玩家败北"), (True, "1.1.2")),
}


@pytest.mark.parametrize(("cited", "expected"), CITATIONS.values(), ids=CITATIONS)
def test_astray(cited: Cited, expected: tuple[bool, str | None] | None) -> None:
    wrong = [(one.missing, one.fits) for one in astray([cited], CLAUSES)]
    assert wrong == ([expected] if expected else [])


RULING = """game palworld
甲 据点 疾风(帕鲁 500/1)
乙 生命 1 牌库 普通×3
甲 以 疾风 攻击 乙
则 乙 败北 因 1.1.2「该玩家败北」 1.1.9
"""


def test_citations_of_a_ruling_and_their_places() -> None:
    cited = list(cited_by("r", parse_ruling(RULING)))
    assert [(one.key, one.quote) for one in cited] == [("1.1.2", "该玩家败北"), ("1.1.9", "")]
    assert [(one.cited.key, one.missing) for one in astray(cited, CLAUSES)] == [("1.1.9", True)]
    for one, words in zip(cited, ("该玩家败北", "1.1.9"), strict=True):
        line, column = place_in(RULING, one)
        assert RULING.split("\n")[line - 1][column - 1 :].startswith(words)


def test_citations_that_a_knowledge_base_keeps() -> None:
    db = sqlite3.connect(":memory:")
    db.executescript((files("headjudge.kb") / "schema.sql").read_text("utf-8"))
    db.execute("INSERT INTO games VALUES ('small', '小', 'Small')")
    edition = "INSERT INTO editions VALUES (NULL, 'small', ?, 'zh', '', ?, '', '', '', '', 0, 0, ?, 0, 0, 0)"
    db.executemany(edition, [("2", 1, 2), ("1", 1, 3), ("official", 0, 1)])
    db.execute("INSERT INTO rulings (id, game, name, title, source, text) VALUES (1, 'small', 'r', 't', 's', 'x')")
    into = "INSERT INTO citations (ruling, code, game, edition, key, quote_sha256) VALUES (?, ?, 'small', ?, '1.1.1', ?)"
    draw, old = "simulator.games.small:draw", "simulator.games.small:old"
    db.executemany(into, [(None, draw, "2", pin(DRAWS)), (None, old, "1", ""), (1, "", "", "")])
    assert list(stored(db, "small", "2")) == [Cited("r", ClauseKey("1.1.1")), Cited(draw, ClauseKey("1.1.1"), pin(DRAWS))]
    assert list(stored(db, "small", "1")) == [Cited(old, ClauseKey("1.1.1"))]
    assert list(stored(db, "small", "official")) == []
    assert list(stored(db, "other", "2")) == []
