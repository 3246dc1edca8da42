"""Comparing games, searching in each one's words, and the rulings, as users ask for them."""

import json
from typing import Any

import pytest

from tests.cli.conftest import Judge

# (command line, exit code, what the answer or the message contains, what it does not)
ANSWERS: list[tuple[str, int, list[str], list[str]]] = [
    ("compare 检查时点 --lang zh", 0, ["缔界牌  ·  不同", "幻兽帕鲁官方卡牌游戏  ·  相同", "10.5.3.2  ", "3.0/④  ", "8.2  "], []),
    ("compare 檢查時點", 0, ["Check timing", "Palworld Official Card Game  ·  same"], []),
    ("compare loops", 0, ["Loops", "13.1.1.1  ", "1.3.5  ", "not regulated"], []),
    ("compare 休眠 --lang zh", 1, [], []),
    ("compare 置换 --lang zh", 0, ["替代效果", "10.11.1  ", "2.7.1.3.  ", "相关的问题"], []),
    ("compare zx:8.2 --lang zh", 0, ["相关的问题", "both-players-triggers"], []),
    ("compare palworld:10.12.1 --lang zh", 0, ["最终信息"], []),
    ("compare palworld:10.12 --lang zh", 0, ["最终信息"], []),
    ("compare palworld:2.13.1", 1, ["concordance", "judge search"], []),
    ("compare 10.5.99", 2, ["no clause 10.5.99", "10.5.4"], []),
    ("compare 没有的", 1, ["没有的"], []),
    ("compare", 2, ["WORDS|CLAUSE"], []),
    ("search 竖置 --lang zh", 0, ["竖置 = 站立", "palworld:5.2", "另有"], []),
    ("search 竖置 --lang zh --exact", 0, ["13.4"], ["=", "另有"]),
    ("search 休眠状态 -g palworld --exact", 1, [], []),
    ("search 休眠状态 -g palworld", 0, ["休眠状态 = 横置状态", "4.3.2"], []),
    ("term 竖置", 0, ["站立", "重启状态", "5.2  "], []),
    ("term 排查时段 -g palworld", 0, ["检查时点", "10.5.1  "], []),
    (
        "ruling owner-of-the-loop-wins --lang zh",
        0,
        ["问  ", "答  2号PM", "1.3.5  ", "headjudge rules desk  ·  2026-11-29"],
        ["已改变"],
    ),
    ("ruling 循环的源头由对手控制", 0, ["1.3.5", "pact@3.0"], []),
    ("ruling owner-of-the-loop", 2, ["owner-of-the-loop-wins", "judge rulings"], []),
    ("rulings -g vanguard", 0, ["vanguard  ·  ", "both-arrivals-see-each-other  "], ["zx"]),
    ("rulings -g nothing", 2, ["no game nothing"], []),
    ("show vanguard:2.3.5 --lang zh", 0, ["裁定", "replaced-unit-still-triggers", "发生源因规则退场后"], []),
    ("show pact:1.3.5", 0, ["owner-of-the-loop-wins"], []),
    ("show pact:1.7.3", 0, ["owner-of-the-loop-wins"], []),  # it cites the paragraph below
    ("show vanguard:3", 0, ["empty-deck-for-a-moment"], ["new-trigger-before-old-ones"]),
]


@pytest.mark.parametrize(("line", "code", "wanted", "unwanted"), ANSWERS, ids=[line for line, *_ in ANSWERS])
def test_answer(judge: Judge, line: str, code: int, wanted: list[str], unwanted: list[str]) -> None:
    ended = judge(*line.split())
    assert ended.code == code, ended
    said = ended.err if code else ended.out
    assert [words for words in wanted if words not in said] == [], said
    assert [words for words in unwanted if words in ended.out] == []


def answer(judge: Judge, *arguments: str) -> Any:
    return json.loads(judge(*arguments, "--json").out)


def test_comparison_as_data(judge: Judge) -> None:
    data = answer(judge, "compare", "检查时点", "--lang", "en")
    assert {"idea", "title", "rule", "games", "differs", "how", "also"} == set(data)
    assert (data["idea"], data["title"], data["differs"]) == ("check-timing", "Check timing", True)
    assert [game["game"] for game in data["games"]] == ["pact", "palworld", "vanguard", "zx"]
    assert {game["verdict"] for game in data["games"]} <= {"same", "differs", "unregulated"}
    palworld = data["games"][1]
    assert (palworld["verdict"], palworld["how"]) == ("same", "")
    assert [clause["id"] for clause in palworld["clauses"]][:2] == ["palworld@2026-07:10.5.1", "palworld@2026-07:10.5.1.1"]
    assert all(clause["text"] for game in data["games"] for clause in game["clauses"])
    assert data["how"].count("\n") == 2, "a line for each game that differs"


def test_nothing_to_compare_is_still_data(judge: Judge) -> None:
    data = answer(judge, "compare", "没有的")
    assert (data["idea"], data["games"], data["differs"]) == ("", [], False)


def test_search_counts_what_is_exact(judge: Judge) -> None:
    plain, both = answer(judge, "search", "竖置", "--exact"), answer(judge, "search", "竖置")
    assert plain["total"] == plain["exact"] == both["exact"] < both["total"]
    assert both["hits"][: len(plain["hits"])] == plain["hits"], "what has the words comes first"
    assert all(hit["synonyms"] == [] for hit in plain["hits"])
    assert {"word": "竖置", "found": "站立"} in [pair for hit in both["hits"] for pair in hit["synonyms"]]
    assert len(answer(judge, "search", "竖置", "--limit", "3")["hits"]) == 3


def test_the_words_of_one_game_do_not_hide_what_the_others_say(judge: Judge) -> None:
    hits = answer(judge, "search", "检查时点")["hits"]
    games = [hit["id"].partition("@")[0] for hit in hits]
    assert len(hits) == 20
    assert games[:15] == ["palworld"] * 15, "the clauses that have the words"
    assert {"vanguard", "zx"} == set(games[15:])
    scores = [hit["score"] for hit in hits]
    assert scores == sorted(scores, reverse=True)


def test_a_ruling_as_data(judge: Judge) -> None:
    data = answer(judge, "ruling", "owner-of-the-loop-wins")
    assert {"name", "game", "edition", "title", "written", "question", "answer", "reasons", "decided", "office"} <= set(data)
    assert data["clauses"] == ["pact@3.0:1.3.5", "pact@3.0:1.7.3/1"]
    assert [(reason["clause"], reason["changed"]) for reason in data["reasons"]] == [("1.3.5", False), ("1.7.3/1", False)]
    listed = answer(judge, "rulings", "-g", "pact")
    assert {"game": "pact", "name": data["name"], "title": data["title"], "written": True} in listed["rulings"]
