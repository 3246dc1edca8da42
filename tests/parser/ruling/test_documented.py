"""The reference page shows every construct, and every example on it is true."""

import re
from pathlib import Path

import pytest

from headjudge.parser.ruling import format_scenario, parse_ruling
from headjudge.parser.ruling_vocabulary import SECTIONS, vocabulary

PAGE = (Path(__file__).parents[3] / "docs" / "rulings.md").read_text("utf-8")
EXAMPLES = re.findall(r"```ruling\n(.*?)```", PAGE, re.DOTALL)
KEYWORDS = [terminal for terminal in vocabulary().terminals() if terminal not in SECTIONS.values()]


@pytest.mark.parametrize("example", EXAMPLES)
def test_example_reads_and_writes(example: str) -> None:
    scenario = parse_ruling(example)
    assert parse_ruling(format_scenario(scenario, "zh")) == scenario
    assert parse_ruling(format_scenario(scenario, "en")) == scenario


@pytest.mark.parametrize("terminal", [*SECTIONS.values(), *KEYWORDS])
def test_every_word_is_documented(terminal: str) -> None:
    if terminal in ("COMPARE", "HEAD"):  # marks; and head words are shown in their table by the label that is written
        return
    words = [
        vocabulary().word(terminal, identifier, language)
        for identifier in vocabulary().identifiers(terminal)
        for language in ("zh", "en")
    ]
    assert [word for word in words if word not in PAGE] == []


def test_one_line_and_many_lines_say_the_same() -> None:
    one_line, english = (parse_ruling(example) for example in EXAMPLES[:2])
    many = parse_ruling(
        "甲\n  据点\n    疾风  帕鲁 500/1\n乙\n  生命 1\n  牌库 普通×3\n做\n  甲 以 疾风 攻击 乙\n则\n  乙 败北\n"
    )
    assert one_line == many
    assert english.boards[1] == many.boards[1]
    assert (english.actions[0].verb, english.actions[0].on) == (many.actions[0].verb, many.actions[0].on)
