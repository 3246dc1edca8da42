"""The concordance read: verdicts, and which ideas a word or a clause is about."""

import pytest

from headjudge.kb.concordance import Idea, Verdict, about_clause, about_words, read_concordance

BOOK = read_concordance(
    """
[editions]
a = "1"
b = "2"

[loops]
title = { zh = "循环", en = "Loops" }
words = ["永久循环", "endless"]
rule = { zh = "平局。", en = "A draw." }
a = { clauses = ["13.1", "13.1.1"] }
b = { clauses = ["1.3"], differs = { zh = "源头的所有者胜。", en = "The owner of its origin wins." } }

[draws]
title = { zh = "平局", en = "Draws" }
rule = { zh = "同时败北即平局。", en = "Losing together is a draw." }
a = { clauses = ["13.1.1/2"] }
b = { clauses = [], unregulated = { zh = "没有规定。", en = "Nothing is said." } }

[loop-counts]
title = { zh = "循环的次数", en = "Counting loops" }
rule = { zh = "按最少的次数。", en = "The lowest number." }
a = { clauses = ["13.12"] }
b = { clauses = ["1.30"] }
"""
)


def named(ideas: list[Idea]) -> list[str]:
    return [idea.name for idea in ideas]


def test_verdicts() -> None:
    told = {idea.name: [(side.game, side.verdict) for side in idea.sides] for idea in BOOK.ideas}
    assert told["loops"] == [("a", Verdict.SAME), ("b", Verdict.DIFFERS)]
    assert told["draws"] == [("a", Verdict.SAME), ("b", Verdict.UNREGULATED)]
    assert {idea.name: idea.differs for idea in BOOK.ideas} == {"loops": True, "draws": False, "loop-counts": False}


# (words that mean the same, the ideas, the nearest first)
WORDS = [
    ({"循环"}, ["loops", "loop-counts"]),
    ({"永久循环"}, ["loops"]),
    ({"loops"}, ["loops", "loop-counts"]),
    ({"draws"}, ["draws"]),
    ({"次数"}, ["loop-counts"]),
    ({"没有的词", "平局"}, ["draws"]),
    ({"没有的词"}, []),
    ({"永久循环怎么办"}, ["loops"]),
    ({"平局和循环"}, ["loops", "draws"]),
]


@pytest.mark.parametrize(("asked", "wanted"), WORDS)
def test_about_words(asked: set[str], wanted: list[str]) -> None:
    assert named(about_words(asked, BOOK.ideas)) == wanted


# (game, clause, the ideas: decided by it, then by what is below it, then by what is above it)
CLAUSES = [
    ("a", "13.1", ["loops", "draws"]),
    ("a", "13.1.1", ["loops", "draws"]),
    ("a", "13.1.1/2", ["draws", "loops"]),
    ("a", "13.12", ["loop-counts"]),
    ("a", "13.1.1.7", ["loops"]),
    ("b", "1.3", ["loops"]),
    ("b", "13.1", []),
    ("c", "13.1", []),
]


@pytest.mark.parametrize(("game", "key", "wanted"), CLAUSES)
def test_about_clause(game: str, key: str, wanted: list[str]) -> None:
    assert named(about_clause(game, key, BOOK.ideas)) == wanted
