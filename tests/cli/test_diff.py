"""`judge diff`, and old numbers that lead to new ones."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Judge

OLD = "第1章 牌库\n1.1 牌库至少有40张卡牌。\n1.2 牌库是非公开区域（1.1）。\n1.3 弃牌后洗牌。\n"
NEW = "第1章 牌库\n1.1 牌库放在据点旁。\n1.2 牌库至少有60张卡牌。\n1.3 牌库是非公开区域（1.2）。\n"


@pytest.fixture
def two(judge: Judge, own: Path) -> Path:
    for name, text in (("1", OLD), ("2", NEW)):
        (own.parent / f"{name}.txt").write_text(text, "utf-8")
        assert judge("import", str(own.parent / f"{name}.txt"), "--game", "mygame", "--edition", name, db=own).code == 0
    return own


def test_what_changed(judge: Judge, two: Path) -> None:
    ended = judge("diff", "mygame@1", "mygame@2", "--json", db=two)
    found = json.loads(ended.out)
    assert ended.code == 0
    assert [clause["key"] for clause in found["added"]] == ["1.1"]
    assert [clause["text"] for clause in found["removed"]] == ["弃牌后洗牌。"]
    assert [(pair["old"]["key"], pair["new"]["key"]) for pair in found["renumbered"]] == [("1.1", "1.2"), ("1.2", "1.3")]
    assert [[(run["old"], run["new"]) for run in edit["runs"] if run["change"] != "same"] for edit in found["edited"]] == [
        [("40", ""), ("", "60")]
    ]
    assert {"moved", "split", "merged", "affected_rulings"} <= found.keys()


def test_as_text(judge: Judge, two: Path) -> None:
    ended = judge("diff", "1", "2", "-g", "mygame", "--lang", "en", db=two)
    assert (ended.code, ended.err) == (0, "")
    assert "[-40-]{+60+}" in ended.out.replace("} {", "}{")
    assert "1.1 → 1.2" in ended.out


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("mygame@1", "mygame@1"), 2, "Both are the edition mygame@1"),
        (("mygame@1", "mygame@3"), 2, "3"),
        (("yourgame@1", "mygame@2"), 2, "There is no game yourgame"),
    ],
)
def test_wrong_editions(judge: Judge, two: Path, arguments: tuple[str, str], code: int, words: str) -> None:
    ended = judge("diff", *arguments, "--lang", "en", db=two)
    assert ended.code == code
    assert words in ended.err


def test_two_games_are_no_editions_of_one(judge: Judge, two: Path) -> None:
    ended = judge("diff", "mygame@1", "palworld", "--lang", "en", db=two)
    assert ended.code == 0
    assert "mygame@1 and palworld@2026-07 are rulebooks of two games" in ended.err
    assert "two games" not in judge("diff", "mygame@1", "mygame@2", "--lang", "en", db=two).err


@pytest.mark.parametrize(
    ("number", "said"),
    [("1.1", "1.1 in 1 is 1.2 now"), ("1.2", "1.2 in 1 is 1.3 now"), ("1.3", "1.3 in 1 was removed")],
)
def test_an_old_number_leads_to_the_new_one(judge: Judge, two: Path, number: str, said: str) -> None:
    assert said in judge("show", number, "-g", "mygame", "--lang", "en", db=two).err
    assert judge("show", f"mygame@1:{number}", "--lang", "en", db=two).err == ""


def test_the_magic_editions(judge: Judge, own: Path, handed: Path) -> None:
    for name in ("2022-02-18", "2022-04-29"):
        file = handed / "rulebooks" / "other" / f"mtg.en.{name}.txt"
        assert judge("import", str(file), "--game", "magic", "--edition", name, "--lang", "en", db=own).code == 0
    found = json.loads(judge("diff", "magic@2022-02-18", "magic@2022-04-29", "--json", db=own).out)
    assert {name: len(found[name]) for name in ("added", "removed", "renumbered", "moved")} == {
        "added": 25,
        "removed": 0,
        "renumbered": 18,
        "moved": 0,
    }
    by_number = json.loads(judge("diff", "magic@2022-02-18", "magic@2022-04-29", "--by-number", "--json", db=own).out)
    assert [len(by_number[name]) for name in ("added", "removed", "edited")] == [28, 3, 25]
    assert "is 201.4d now" in judge("show", "201.3d", "-g", "magic", "--lang", "en", db=own).err
