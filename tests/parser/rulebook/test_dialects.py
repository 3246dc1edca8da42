"""Which dialect a text is taken for, and what a forced one makes of it."""

import pytest

from headjudge.parser.dialect import UnknownDialect, detect, dialect, dialect_names
from headjudge.parser.rulebook import parse_rulebook

DETECTED = [
    ("第1章 概要\n1.1 人数\n第2章 回合\n2.1 阶段\n", "dotted"),
    ("第一章 概要\n1.1 人数\n1.1.1 两名玩家。\n", "dotted"),
    ("1 Game\n1.1 Players\n1.1.1 Two.\n", "dotted"),
    ("第一章 概要\n1.1【人数】\n• 1.1.1 玩家\n", "bracketed"),
    ("一、概要\n1.1.人数\n1.1.1.两名玩家。\n二、回合\n2.1.阶段\n", "chaptered"),
    ("1. Basics\n100. General\n100.1. Two players.\n100.1a Or more.\n", "lettered"),
    ("1. Basics\n1-1. Players\n1-1-1. Two players.\n", "hyphened"),
    ("## 1. Basics\n### 1-1. Players\n- **1-1-1.** Two players.\n", "hyphened"),
    ("第一条 守时。\n第二条 守规。\n", "statute"),
    ("第1章 赛事\n第一条 守时：\n一、不迟到；\n二、不早退。\n", "statute"),
    ("Article 1 Be on time.\nArticle 2 Be polite.\n", "statute"),
    ("能力的使用：\n　　先宣告。\n费用的支付：\n　　再支付。\n", "headed"),
    ("# Rules\n## Setup\n1. Shuffle.\n2. Draw.\n", "headed"),
    ("1. 洗牌。\n2. 抽牌。\n3. 出牌。\n", "dotted"),
    ("没有任何编号的一段话。", "dotted"),
    ("", "dotted"),
]


@pytest.mark.parametrize(("text", "name"), DETECTED)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_detected(text: str, name: str, end: str) -> None:
    assert detect(text.replace("\n", end)).name == name


@pytest.mark.parametrize("name", dialect_names())
def test_a_forced_dialect_is_used(name: str) -> None:
    book = parse_rulebook("第1章 概要\n1.1 人数\n1.1.1 两名玩家。\n", name)
    assert (book.dialect.name, book.unaccounted) == (name, 0)


def test_forcing_changes_what_is_read() -> None:
    text = "第一条 守时：\n一、不迟到；\n"
    assert [c.key for c in parse_rulebook(text, "statute").clauses] == ["", "1", "1/一"]
    assert "1/一" not in [c.key for c in parse_rulebook(text, "lettered").clauses]


def test_an_unknown_dialect_is_named_with_the_known_ones() -> None:
    with pytest.raises(UnknownDialect) as error:
        dialect("latin")
    assert error.value.facts == {"name": "latin", "known": ", ".join(dialect_names())}
