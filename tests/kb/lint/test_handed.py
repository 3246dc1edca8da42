"""What lint makes of the official texts: every named instance is found, and hardly anything else is said in vain."""

from collections import Counter
from pathlib import Path

import pytest

from headjudge.kb.lint import lint
from headjudge.parser.rulebook import parse_rulebook

GAMES = ("palworld", "pact", "vanguard", "zx")
Place = tuple[str, str, str]

NAMED = {
    "pact": [
        ("defined_twice", "8.4.4/4", "1.14.10/7"),
        ("defined_twice", "8.10.6/21", "1.15.6/6"),
        ("defined_again", "7.34", "1.14.10/5"),
        ("undefined_term", "8.9.3", "湮晶"),
        ("unknown_title", "9.1.1/1", "基础构筑规则"),
        ("gap", "7.38", "7.37"),
        ("stated_twice", "7.13.4", "1.21.3"),
        ("stated_twice", "1.23.4", "1.3.3"),
        ("missing_list", "8.10.3/8/24", ""),
        ("stated_twice", "1.20.6", "1.17.5"),
        ("stated_twice", "1.13.10", "1.11.5"),
        ("stated_twice", "4.5.4", "4.1.2"),
        ("wrong_character", "1.7.1", "标注"),
        ("wrong_character", "1.26.6", "所在"),
        ("undefined_term", "1.5.7", "多色水晶"),
        ("undefined_term", "8.10.3/7/1", "主题礼盒"),
        ("never_used", "8.10.3/8/11", "游历起点"),
        ("never_used", "1.18.2", "防御时机"),
        ("two_names", "1.28.1", "行动"),
        ("two_names", "8.10.2", "地形牌"),
        ("two_names", "8.10.7/5/2", "时空领主"),
        ("wrong_character", "1.26.6", "不在其"),
        ("stated_twice", "3.7.9", "1.19.3"),
        ("stated_twice", "7.13.2", "1.21.2"),
    ],
    "palworld": [
        ("two_names", "10.4.3", "灵魂区"),
        ("two_names", "3.3.3.2", "消耗"),
        ("undefined_term", "12.12.2", "正在战斗"),
        ("reference_words", "8.4.1", "攻击宣告步骤"),
        ("wrong_character", "7.2.3", "处理"),
        ("wrong_character", "7.3.4", "处理"),
        ("wrong_character", "7.4.3", "处理"),
        ("stated_twice", "11.2.1.1", "11.1.2.2"),
        ("two_names", "9.5.2.2", "启动能力"),
    ],
    "vanguard": [
        ("undefined_term", "3.6/1", "消去领域"),
        ("doubled_character", "2.4.4", "在在"),
        ("stated_twice", "2.3.8", "2.2.3"),
    ],
    "zx": [("undefined_term", "6.1/12", "充能区超限结算"), ("lost_sign", "13.4", "标识"), ("lost_particle", "6.1", "场合")],
}
"""The instances that the design names, and others of their kinds, each with a fact that its problem must state."""


def classified() -> Counter[tuple[Place, bool]]:
    """The findings that were read by hand, and whether each is a fault."""
    lines = (Path(__file__).parent / "handed.tsv").read_text("utf-8").splitlines()
    entries = [line.split("\t") for line in lines if not line.startswith("#")]
    return Counter(((game, rule, key), verdict == "true") for game, rule, key, verdict in entries)


@pytest.fixture(scope="module")
def reported(handed: Path) -> dict[str, list[tuple[str, str, dict[str, str]]]]:
    """The problems of each official text."""
    out = {}
    for game in GAMES:
        text = (handed / "rulebooks" / f"{game}.zh.txt").read_text("utf-8")
        out[game] = [(p.rule, str(p.key), dict(p.facts)) for p in lint(parse_rulebook(text), text)]
    return out


Reported = dict[str, list[tuple[str, str, dict[str, str]]]]


@pytest.mark.parametrize("game", NAMED)
def test_every_named_instance_is_found(game: str, reported: Reported) -> None:
    for rule, key, fact in NAMED[game]:
        facts = [facts for found, where, facts in reported[game] if (found, where) == (rule, key)]
        assert any(fact in " ".join(stated.values()) for stated in facts), (rule, key)


def test_at_most_one_false_alarm_for_four_true_ones(reported: Reported) -> None:
    found = Counter((game, rule, key) for game, problems in reported.items() for rule, key, _ in problems)
    read = classified()
    true = sum(min(count, read[place, True]) for place, count in found.items())
    # what nobody has read yet counts as false
    assert true >= 4 * (found.total() - true), sorted(place for place in found if not read[place, True])
    assert true >= 184


def test_the_parser_finds_no_error_in_the_official_texts(reported: Reported) -> None:
    errors = {"dangling_reference", "duplicate_number", "range_across_parents"}
    assert not [rule for problems in reported.values() for rule, _, _ in problems if rule in errors]
