"""A card of a file can be named by the last part of its number, wherever a card can be named."""

from pathlib import Path

import pytest

from headjudge.parser.board import CardRef
from headjudge.parser.question import Amount
from headjudge.parser.ruling import read_ruling

CARDS = """id,name,kind,power,strike,cost
XX-016,石炉,Structure,500,,2
XX-100,百眼,Pal,300,1,2
XX-055,巨熊,Pal,900,2,4
"""

PLACES = {
    "甲 使用 016": ["石炉"],
    "甲 使用 100": ["百眼"],
    "甲 以 100 攻击 016": ["百眼", "石炉"],
    "甲 以 100 攻击 乙的055": ["百眼", "巨熊"],
    "甲 选择 055": ["巨熊"],
    "甲 选择 055#1、016": ["巨熊", "石炉"],
    "甲 选择 2": [2],
    "甲 选择 0": [0],
}


@pytest.mark.parametrize("line", PLACES)
def test_what_a_number_means(line: str, tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text(CARDS, "utf-8")
    ruling = tmp_path / "one.ruling"
    ruling.write_text(f"cards cards.csv\n甲 据点 016, 100 手牌 100, 016 墓地 055\n乙 手牌 055\n做\n  {line}\n", "utf-8")
    action = read_ruling(ruling).actions[0]
    said = [
        item.name if isinstance(item, CardRef) else item.value
        for item in (*action.by, *action.on)
        if isinstance(item, CardRef | Amount)
    ]
    assert said == PLACES[line]
