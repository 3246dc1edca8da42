"""`judge lint`: what is reported, in which form, and how it ends."""

import json
from pathlib import Path

import pytest

from headjudge.cli.messages import messages
from headjudge.kb.lint import NAMES
from headjudge.kb.shipped import shipped
from tests.cli.conftest import Judge

FAULTY = """第1章 概要
1.1 术语
1.1.1 “猎手”是指可以攻击的随从（9.9）。
1.1.2 猎手可以丢弃卡牌。丢弃之后，横置。
1.1.3 猎手舍弃手牌。
"""
CLEAN = "第1章 概要\n1.1 牌库\n1.1.1 “牌库”是指放置卡牌的区域。\n1.1.2 玩家从牌库抽1张卡牌（1.1.1）。\n"


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    file = tmp_path / "rules.txt"
    file.write_text(FAULTY, "utf-8")
    return file


def test_json(judge: Judge, faulty: Path) -> None:
    ended = judge("lint", str(faulty), "--json")
    assert ended.code == 1
    problems = json.loads(ended.out)["problems"]
    assert [(p["rule"], p["severity"], p["id"], p["line"]) for p in problems] == [
        ("dangling_reference", "error", "1.1.1", 3),
        ("two_names", "warning", "1.1.3", 5),
    ]
    for problem in problems:
        assert {"rule", "severity", "id", "line", "column", "message", "advice", "file"} == set(problem)
        assert problem["file"] == str(faulty)
        assert FAULTY.splitlines()[problem["line"] - 1][problem["column"] - 1 :].startswith(("9.9", "舍弃"))


@pytest.mark.parametrize(
    ("language", "words"),
    [("zh", ["错误", "“9.9”不指向任何条款", "统一写作“丢弃”"]), ("en", ["error", "names no clause", "write “丢弃”"])],
)
def test_text(judge: Judge, faulty: Path, language: str, words: list[str]) -> None:
    out = judge("lint", str(faulty), "--lang", language).out
    assert f"{faulty}:3:" in out
    assert all(word in out for word in words)
    at = next(number for number, line in enumerate(out.splitlines()) if line.startswith(f"{faulty}:5:"))
    assert out.splitlines()[at + 2].strip() == "^"


def test_annotations_for_continuous_integration(judge: Judge, faulty: Path) -> None:
    ended = judge("lint", str(faulty), "--format", "github", "--lang", "en")
    error, warning = ended.out.splitlines()
    assert error.startswith(f"::error file={faulty},line=3,col=")
    assert ",title=dangling_reference::1.1.1 " in error
    assert warning.startswith(f"::warning file={faulty},line=5,col=")
    assert ended.code == 1


def test_what_github_reads_is_escaped(judge: Judge, tmp_path: Path) -> None:
    file = tmp_path / "a,b:c%.txt"
    file.write_text(FAULTY, "utf-8")
    out = judge("lint", str(file), "--format", "github").out
    assert "a%2Cb%3Ac%25.txt,line=3" in out


@pytest.mark.parametrize(
    ("options", "rules", "code"),
    [
        ((), ["dangling_reference", "two_names"], 1),
        (("--rule", "two_names"), ["two_names"], 0),
        (("--rule", "two_names, dangling_reference"), ["dangling_reference", "two_names"], 1),
        (("--severity", "error"), ["dangling_reference"], 1),
        (("--severity", "warning"), ["dangling_reference", "two_names"], 1),
        (("--rule", "stated_twice"), [], 0),
    ],
)
def test_filters(judge: Judge, faulty: Path, options: tuple[str, ...], rules: list[str], code: int) -> None:
    ended = judge("lint", str(faulty), "--json", *options)
    assert [problem["rule"] for problem in json.loads(ended.out)["problems"]] == rules
    assert ended.code == code


def test_nothing_wrong(judge: Judge) -> None:
    ended = judge("lint", "-", "--lang", "en", stdin=CLEAN.encode())
    assert (ended.code, ended.out, ended.err) == (0, "", "No problems found.\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--rule", "no_such_rule"), "two_names"),
        (("--severity", "bad"), "warning"),
        (("--format", "xml"), "github"),
        (("-g", "nogame"), "palworld"),
        (("no/such/file.txt",), "no/such/file.txt"),
        (("palworld",), "-g"),
        (("nogame@2026",), "palworld"),
    ],
)
def test_bad_input(judge: Judge, arguments: tuple[str, ...], words: str) -> None:
    ended = judge("lint", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert words in ended.err


def test_an_installed_edition(judge: Judge, palworld: Path) -> None:
    ended = judge("lint", "-g", "palworld", "--json", db=palworld)
    problems = json.loads(ended.out)["problems"]
    assert problems
    assert {problem["id"].rpartition(":")[0] for problem in problems} == {"palworld@2026-07"}
    assert all("{" not in problem["message"] + problem["advice"] for problem in problems)


def test_the_shipped_editions_and_the_citations_of_their_rulings_have_no_errors(judge: Judge) -> None:
    ended = judge("lint", "--severity", "error", "--json")
    assert (ended.code, json.loads(ended.out)["problems"]) == (0, [])


CODE = "headjudge.simulator.games.palworld"


def test_code_that_was_written_for_other_words_is_named(judge: Judge, own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One clause says something else now; another one's words stand under another number."""
    (source,) = [source for source in shipped() if source.edition.game == "palworld"]
    lines = source.text.split("\n")
    blows = next(at for at, line in enumerate(lines) if line.startswith("9.6.3.1 "))
    lines[blows] = "9.6.3.1 双方互不造成伤害。"
    rules = [next(at for at, line in enumerate(lines) if line.startswith(f"{number} ")) for number in ("10.5.3.2", "10.5.3.3")]
    one, other = (lines[at].partition(" ") for at in rules)
    lines[rules[0]], lines[rules[1]] = f"{one[0]} {other[2]}", f"{other[0]} {one[2]}"
    changed = source._replace(text="\n".join(lines))
    monkeypatch.setattr("headjudge.cli.commands.lint.shipped", lambda: iter([changed]))
    found = json.loads(judge("lint", "-g", "palworld", "--rule", "stale_citation", "--json", "--lang", "en", db=own).out)
    told = [problem["message"] for problem in found["problems"] if CODE in problem["message"]]
    assert any("9.6.3.1 no longer says" in words and f"{CODE}.battle:" in words for words in told)
    assert any("10.5.3.2 no longer says" in words and "10.5.3.3 does" in words for words in told)
    assert all("9.6.3.2 " not in words for words in told)


def test_an_imported_text_makes_nothing_stale(judge: Judge, own: Path) -> None:
    file = own.parent / "official.txt"
    file.write_text("第9章 战斗\n9.6 伤害步骤\n9.6.3 给予伤害。\n9.6.3.1 官方的另一种说法。\n", "utf-8")
    assert judge("import", str(file), "-g", "palworld", "--edition", "official", db=own).code == 0
    ended = judge("lint", "-g", "palworld", "--rule", "stale_citation,missing_citation", "--json", db=own)
    assert json.loads(ended.out)["problems"] == []


OFFICIAL = """第9章 战斗
9.6 伤害步骤
9.6.3 给予伤害。
9.6.3.1 官方的说法：互相给予等于战斗力的伤害。
9.6.4 发生检查时点。
"""

REVISED = {
    "nothing changed": (OFFICIAL, []),
    "words that no ruling rests on": (OFFICIAL.replace("伤害步骤", "伤害的步骤"), []),
    "words": (OFFICIAL.replace("等于战斗力", "等于打击力"), [("9.6.3.1", 5)]),
    "a number": (OFFICIAL.replace("9.6.3.1 官方", "9.6.3.1 先手一方先行动，后手一方后行动。\n9.6.3.2 官方"), [("9.6.3.2", 6)]),
}


@pytest.mark.parametrize(("text", "expected"), REVISED.values(), ids=REVISED)
def test_rulings_on_a_clause_that_a_newer_text_changes(
    judge: Judge, own: Path, text: str, expected: list[tuple[str, int]]
) -> None:
    for edition, words in (("2026-01-01", OFFICIAL), ("2026-02-01", "\n" + text)):
        file = own.parent / f"{edition}.txt"
        file.write_text(words, "utf-8")
        assert judge("import", str(file), "-g", "palworld", "--edition", edition, db=own).code == 0
    ended = judge("lint", "-g", "palworld", "--rule", "changed_citation", "--json", "--lang", "en", db=own)
    found = json.loads(ended.out)["problems"]
    places = sorted({(problem["id"].rpartition(":")[2], problem["line"]) for problem in found})
    assert (places, ended.code) == (expected, 0)
    assert all("2026-02-01 has otherwise than 2026-01-01" in problem["message"] for problem in found)


@pytest.mark.parametrize("rule", NAMES)
def test_every_rule_has_words_and_advice(rule: str) -> None:
    for code in (f"rule_{rule}", f"advice_{rule}"):
        assert set(messages()[code]) == {"zh", "en"}
