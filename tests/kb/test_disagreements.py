"""Answers held against the rulebook: how many of those that differ are found, and how many marks are wrong.

`answers/*.tsv` are questions and answers of our own; the last column says from which clauses an answer differs, and in what. What
was found in each file when it was first looked at, before anything was changed after it: tuned.tsv was written to develop with;
held_out.tsv 11 of 15, 3 wrong marks; fresh.tsv (after the changes made then) 11 of 14, 2 wrong marks.
"""

import csv
import sqlite3
from pathlib import Path
from typing import NamedTuple

import pytest

from headjudge.kb.answer_links import compared, rulebooks
from headjudge.kb.claims import ClaimReader
from headjudge.kb.disagreements import Passage, Rulebook

HERE = Path(__file__).parent / "answers"


class Marks(NamedTuple):
    """Answers that differ and were found, all that differ, and marks where nothing differs."""

    found: int
    differing: int
    wrong: int


# the counts may only get better
MARKS = {"tuned": Marks(15, 16, 0), "held_out": Marks(15, 15, 0), "fresh": Marks(12, 14, 2)}


@pytest.fixture(scope="module")
def books(shipped_database: Path) -> list[Rulebook]:
    return rulebooks(sqlite3.connect(shipped_database), "palworld", "据点中的帕鲁")


@pytest.mark.parametrize("name", MARKS)
def test_marks(name: str, books: list[Rulebook]) -> None:
    marks = measured(name, books)
    print(f"{name}: {marks.found} of {marks.differing} found, {marks.wrong} wrong marks")
    wanted = MARKS[name]
    assert marks.differing == wanted.differing
    assert (marks.found, -marks.wrong) >= (wanted.found, -wanted.wrong)
    assert marks.wrong <= wanted.wrong


def measured(name: str, books: list[Rulebook]) -> Marks:
    found = differing = wrong = 0
    with (HERE / f"{name}.tsv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            wanted = {tuple(pair.split()) for pair in row["differs"].split(";") if pair.strip()}
            marked = {(one.key, one.kind.value) for one in compared(books, row["question"], row["answer"]).differences}
            found += bool(wanted & marked)
            differing += bool(wanted)
            wrong += len(marked - wanted)
    return Marks(found, differing, wrong)


BOOK = [
    Passage("1.1", "手牌为7张或以上的玩家丢弃手牌。"),
    Passage("1.2", "玩家不能查看对手的手牌。"),
    Passage("1.3", "“飞行”是指对手不能阻挡此卡。"),
]
SAID = [
    ("手牌有多少张要丢弃？", "手牌超过7张的玩家丢弃手牌。", ["1.1"]),
    ("手牌有多少张要丢弃？", "手牌为7张以上的玩家丢弃手牌。", []),
    ("玩家可以查看对手的手牌吗？", "可以。", ["1.2"]),
    ("玩家可以查看对手的手牌吗？", "不可以。", []),
    ("对手可以阻挡此卡吗？", "可以。", []),  # 1.3 is about cards that fly
    ("拥有飞行时对手可以阻挡此卡吗？", "可以。", ["1.3"]),
    ("", "", []),
]


@pytest.mark.parametrize(("question", "answer", "keys"), SAID)
def test_any_rulebook(question: str, answer: str, keys: list[str]) -> None:
    book = Rulebook(BOOK, ClaimReader(["手牌", "飞行"], {}))
    assert [one.key for one in book.compare(question, answer).differences] == keys


def test_what_one_wording_shares_with_the_answer_is_no_disagreement() -> None:
    reader = ClaimReader(["手牌"], {})
    loose = Rulebook([Passage("1.1", "手牌超过7张的玩家丢弃手牌。")], reader)
    exact = Rulebook([Passage("1.1", "手牌为7张或以上的玩家丢弃手牌。")], reader)
    said = ("手牌有多少张要丢弃？", "手牌超过7张的玩家丢弃手牌。")
    assert compared([exact], *said).differences
    assert compared([exact, loose], *said).differences == []
