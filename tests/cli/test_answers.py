"""What a judge asks and reads: words in, lines out, in a pipe."""

import pytest

from headjudge.cli.commandline import COMMANDS, take_apart
from tests.cli.conftest import Judge

# (arguments, exit code, what the answer must contain, what it must not)
ANSWERS = [
    ("10.5.3", 0, ["10.5.3  ", "  10.5.3.1  ", "  10.5.3.4  ", "10.5.1.1  ", "10.5.4.1  ", "检查时点  10.5"], ["10.5.4  "]),
    ("show 10.5.3", 0, ["第10章 卡牌与能力的使用与结算 › 10.5 检查时点与行动时点", "cited by"], []),
    ("palworld:10.5.3", 0, ["10.5.3.1  "], []),
    ("palworld@2026-07:10.5.3", 0, ["10.5.3.1  "], []),
    ("１０．５ . 3", 0, ["10.5.3.1  "], []),
    ("（10.5.3）", 0, ["10.5.3.1  "], []),
    ("show 10.5.3.1 --lang zh", 0, ["引用", "被引用", "自行表述，非官方原文"], ["cites"]),
    # a section is read with everything below it, a clause with the next level
    ("10.5", 0, ["10.5.1  ", "10.5.4.3  ", "检查时点与行动时点"], ["110.5", "5.10.5"]),
    ("show 10.5", 0, ["10.5.3  ", "(4 below)"], ["  10.5.3.1  同时"]),
    ("show 10.5 --all", 0, ["    10.5.3.1  同时"], ["below)"]),
    # unnumbered lines stand below their clause, and can be named
    ("show 2.16.1 -g palworld --lang zh", 0, ["  例  "], []),
    ("show palworld:2.16.1/1", 0, ["2.16.1/1  ", "2.16.1  "], []),
    # references of sub-clauses are told from the clause's own
    ("show 11.2.2", 0, ["2.10      (in 11.2.2.2) ", "11.2.2.4  (in 11.2.2.2 11.2.2.3) see above"], []),
    # the range 10.10.1.2-10.10.1.4 cites three clauses
    ("show 10.10.1.5", 0, ["10.10.1.2  ", "10.10.1.3  ", "10.10.1.4  "], []),
    ("第11章 -g palworld", 0, ["第11章  ", "11.2  "], []),
    # several games have it
    ("1.1", 0, ["palworld:1.1", "zx:1.1"], []),
    ("1.1 -g palworld", 0, ["1.1  游戏人数"], ["zx"]),
    ("show 1.1", 2, ["palworld", "game", "-g"], []),
    # terms and words
    ("检查时点", 0, ["defined by", "10.5.1  ", "used in", "28 clauses"], []),
    ("檢查時點", 0, ["defined by", "10.5.1  "], []),
    ("term 检查时点 --lang zh", 0, ["定义", "使用处"], []),
    ("term 检查时段", 1, ["检查时点", "judge search"], []),
    ("search 检查时点 --limit 2", 0, ["10.5  检查时点与行动时点", "the first 2"], []),
    ("检查 返回 -g palworld", 0, ["7.6.5", "9.7.4", "2 found"], []),
    ("search 横置 攻击 -g palworld", 0, [" found"], []),
    ("search 牌库没有卡牌 -g palworld --exact", 1, ["牌库没有卡牌"], ["1.2.1.2"]),
    # English names of what the games call otherwise
    ("search check timing -g palworld", 0, ["check timing = 检查时点", "10.5.4.1  "], []),
    ("search draw a card check timing -g palworld", 0, ["= 检查时点"], []),
    ("term checkpoint", 0, ["10.5.1  "], []),
    ("search zzz --lang en", 1, ["written in: zh", "judge compare zzz"], []),
    ("search 天气预报 --lang zh", 1, ["没有条款包含“天气预报”"], ["最接近", "compare"]),
    ("show 99.9 -g palworld", 2, ["13.2, 13"], ["1, 2, 3"]),
    ("search 不存在的话", 1, ["不存在的话"], []),
    ('search "检查"', 1, ['"检查"'], []),
    ("search '*' OR 1", 1, ["OR"], []),
    # chains and paths
    (
        "chain 11.2.2",
        0,
        ["11.2.2.2 → 2.10  ", "11.2.2.2 → 11.2.2.4  [flow]", "2.10.1 → 11.2.2.2", "11.2.2.1 → 11.2.2.2 → 11.2.2.3 → 11.2.2.1"],
        [],
    ),
    ("chain 10.5.3", 0, ["10.5.3.1 → 10.5.3.2 → 10.5.3.1", "10.5.1.1  ", "↺ back to 10.5.3.1"], []),
    ("chain 10.5.3 --direction out", 0, ["what it rests on"], ["what rests on it", "10.5.1.1"]),
    ("chain 10.5.3 --direction in --edges cites", 0, ["10.5.1.1  "], ["10.5.3.2", "loops"]),
    ("chain 10.5.3 --edges contains --direction out", 0, ["→ 10.5.3.1  [contains]"], []),
    ("chain 10.5.3 --edges terms --direction out --depth 1", 0, ["[terms]", "“检查时点”"], []),
    ("chain palworld:1.1.1", 1, ["1.1.1", "no such links"], []),
    ("chain 11.2.2 --format mermaid", 0, ["flowchart LR", "-->|cites|"], []),
    ("chain 11.2.2 --format dot", 0, ["digraph chain {", '"11.2.2.2" -> "2.10" [label="cites"]'], []),
    ("chain 11.2.2 --format json", 0, ['"root": "palworld@2026-07:11.2.2"'], []),
    ("path 11.2.1 palworld:2.10", 0, ["11.2.1", "→ 11.2.2  ", "[contains]", "→ 2.10  "], []),
    ("path palworld:1.1.1 palworld:11.2.2", 1, ["1.1.1"], []),
    ("path palworld:11.2.2 palworld:11.2.1", 1, ["judge path palworld:11.2.1 palworld:11.2.2"], []),
    ("path palworld:10.5.3 zx:1.1", 2, ["edition"], []),
    ("games", 0, ["palworld  ", "2026-07  ", "573 clauses"], []),
    ("games --lang zh -g palworld", 0, ["幻兽帕鲁", "573 条"], ["zx"]),
    # what does not exist comes with what does
    ("10.5.33", 2, ["10.5.33", "10.5.3"], []),
    ("show 10.5.9", 2, ["no clause 10.5.9", "10.5.4"], []),
    ("show 10.99 --lang zh", 2, ["没有编号为 10.99", "10.9"], []),
    ("show 检查时点", 2, ["10.5.1"], []),
    ("show palword:10.5.3", 2, ["palword", "palworld"], []),
    ("show palworld@2020:10.5.3", 2, ["palworld@2026-07"], []),
    ("show 10.5.3 --editions 2020", 2, ["palworld@2026-07"], []),
    ("shwo 10.5.3", 2, ["shwo", "show"], []),
    ("serch 词", 2, ["search"], []),
    ("", 0, ["judge 10.5.3", "judge search"], []),
    ("--version", 0, ["judge "], []),
]


@pytest.mark.parametrize(("line", "code", "wanted", "unwanted"), ANSWERS, ids=[line for line, *_ in ANSWERS])
def test_answer(judge: Judge, line: str, code: int, wanted: list[str], unwanted: list[str]) -> None:
    ended = judge(*line.split())
    assert ended.code == code, ended
    said = ended.err if code else ended.out
    assert [words for words in wanted if words not in said] == []
    assert [words for words in unwanted if words in ended.out] == []
    assert not ended.out if code else not ended.err


def test_a_mistyped_command_in_quotes(judge: Judge) -> None:
    ended = judge("shwo 10.5.3")
    assert ended.code == 2
    assert "no command shwo" in ended.err


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_found_by_its_name(name: str) -> None:
    assert take_apart([*name.split(), "x"]) == (name, ("x",), "")


# The common options mean the same on either side of the command's name.
ORDERS = [
    ["--json", "show", "10.5.3"],
    ["show", "--json", "10.5.3"],
    ["show", "10.5.3", "--json"],
    ["--json", "10.5.3"],
    ["10.5.3", "--json"],
    ["-g", "palworld", "--lang", "en", "show", "10.5.3", "--json"],
    ["show", "-g", "palworld", "10.5.3", "--json", "--lang=en"],
    ["--game", "palworld", "10.5.3", "--json"],
]


@pytest.mark.parametrize("arguments", ORDERS, ids=" ".join)
def test_options_stand_anywhere(judge: Judge, arguments: list[str]) -> None:
    assert judge(*arguments) == judge("show", "10.5.3", "--json")


def test_words_without_options_are_answered_like_words_with_one(judge: Judge) -> None:
    for words in (["show", "10.5.3"], ["10.5"], ["检查时点"], ["search", "返回"], ["chain", "11.2.2"], ["term", "伤害"]):
        assert judge(*words) == judge("--lang", "en", *words)


# (environment, what the label is)
LOCALES = [
    ({"LANG": "zh_CN.UTF-8"}, "被引用"),
    ({"LANG": "en_US.UTF-8", "LC_ALL": "zh_TW.UTF-8"}, "被引用"),
    ({"LANG": "zh_CN.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, "cited by"),
    ({"LANG": "ja_JP.UTF-8"}, "cited by"),
    ({}, "cited by"),
]


@pytest.mark.parametrize(("env", "wanted"), LOCALES)
def test_language_of_the_locale(judge: Judge, env: dict[str, str], wanted: str) -> None:
    assert f"\n{wanted}\n" in judge("10.5.3", env=env).out


def test_game_of_the_environment(judge: Judge) -> None:
    assert "游戏人数" in judge("show", "1.1", env={"HEADJUDGE_GAME": "palworld"}).out
    assert judge("show", "-g", "zx", "1.1", env={"HEADJUDGE_GAME": "palworld"}) == judge("show", "zx:1.1")


def test_words_taken_apart_are_said_to_be(judge: Judge) -> None:
    ended = judge("search", "牌库没有卡牌", "-g", "palworld", "--lang", "zh")
    assert ended.err == "没有条款连着写“牌库没有卡牌”；以下是同时含有“牌库 没有 卡牌”的条款。\n"
    assert "牌库 没有 卡牌  ·  共" in ended.out
    assert "1.2.1.2  " in ended.out
