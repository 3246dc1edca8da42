"""Card files: their columns, their cards, and what a name in a ruling finds."""

from pathlib import Path

import pytest

from headjudge.kb.clause import HeadjudgeError
from headjudge.parser.card_file import AmbiguousCardError, CardFileError, read_card_file, read_cards
from headjudge.parser.ruling import RulingError, UnknownCardError, format_scenario, read_ruling
from headjudge.parser.scenario import Card, CardName, Word

TSV = (
    "id\tname\tkind\tcolor\telements\twork\tcost\tpower\tstrike\ttext\n"
    "T-001\t疾风 小狐\tLucky Pal\tred\tDragon|Fire\tKindling\t3\t500\t1\t一。\\n二。\n"
    "T-002\t石墙\tStructure\tblue\t\t\t2\t800\t\t\n"
    "T-012\t疾风 大狐\tNormal Pal\tcolorless\t\t\t\t\t\t\n"
)
FOX = Card(
    CardName("疾风 小狐"),
    Word("lucky_pal"),
    ((Word("power"), 500), (Word("strike"), 1), (Word("cost"), 3)),
    (
        (Word("colour"), Word("red")),
        (Word("element"), Word("dragon")),
        (Word("element"), Word("fire")),
        (Word("work"), Word("kindling")),
    ),
    text=("一。", "二。"),
    number="T-001",
    file="x.tsv",
)


def test_a_card_of_a_tsv() -> None:
    assert read_cards(TSV, "x.tsv").cards[0] == FOX


def test_csv_with_chinese_columns_in_another_order_and_quotes() -> None:
    text = '战斗力,卡名,备注,种类,卡牌文本\n500,疾风,x,帕鲁,"抽1张牌，然后弃1张。"\n'
    (card,) = read_cards(text).cards
    assert (card.name, card.kind, card.numbers, card.text) == ("疾风", "pal", (("power", 500),), ("抽1张牌，然后弃1张。",))


FINDS = [
    ("T-002", "石墙"),
    ("t-002", "石墙"),
    ("002", "石墙"),
    ("石", "石墙"),
    ("小狐", "疾风 小狐"),
    ("疾风小狐", "疾风 小狐"),
    ("2", None),
    ("铁墙", None),
]


@pytest.mark.parametrize(("wanted", "name"), FINDS)
def test_find(wanted: str, name: str | None) -> None:
    card = read_cards(TSV).find(wanted)
    assert (card.name if card else None) == name


def test_a_part_of_two_names_is_ambiguous() -> None:
    with pytest.raises(AmbiguousCardError) as caught:
        read_cards(TSV).find("疾风")
    assert "T-001" in str(caught.value.facts["cards"])
    assert "T-012" in str(caught.value.facts["cards"])


BROKEN = [
    ("编号\t战斗力\n1\t2\n", "card_file_without_names"),
    ("name\tpower\nA\tmany\n", "card_file_not_a_number"),
    ("name\tpower\n\t5\n", "card_file_nameless"),
    ("name\tpower\nA\t5\t6\n", "card_file_too_many_cells"),
]


@pytest.mark.parametrize(("text", "code"), BROKEN)
def test_broken_file(text: str, code: str) -> None:
    with pytest.raises(CardFileError) as caught:
        read_cards(text)
    assert caught.value.code == code


def ruling(folder: Path, text: str) -> Path:
    (folder / "cards.tsv").write_text(TSV, "utf-8")
    (folder / "x.ruling").write_text(text, "utf-8")
    return folder / "x.ruling"


def test_a_ruling_names_cards_of_its_file(tmp_path: Path) -> None:
    path = ruling(tmp_path, "cards cards.tsv\n甲 据点 小狐 横置 ; 乙 据点 002\n则 T-001 在 据点\n")
    scenario = read_ruling(path)
    assert [card.name for card in scenario.cards] == ["疾风 小狐", "石墙"]
    assert scenario.boards[0].zones[0].cards[0].card == "疾风 小狐"
    path.write_text(format_scenario(scenario), "utf-8")
    assert read_ruling(path) == scenario


def test_what_a_ruling_names_must_be_in_the_file_once(tmp_path: Path) -> None:
    with pytest.raises(UnknownCardError, match="ruling_unknown_card"):
        read_ruling(ruling(tmp_path, "cards cards.tsv\n甲 据点 铁墙"))
    with pytest.raises(UnknownCardError, match="ruling_ambiguous_card"):
        read_ruling(ruling(tmp_path, "cards cards.tsv\n甲 据点 疾风"))
    with pytest.raises(RulingError, match="ruling_card_file"):
        read_ruling(ruling(tmp_path, "cards none.tsv\n甲 据点 普通"))


def test_a_missing_ruling_is_named(tmp_path: Path) -> None:
    with pytest.raises(HeadjudgeError, match="unreadable_file"):
        read_ruling(tmp_path / "none.ruling")


def test_the_handed_cards_are_read_whole(handed: Path) -> None:
    path = handed / "cards" / "palworld.tsv"
    file = read_card_file(path)
    assert len(file.cards) == len(path.read_text("utf-8").strip().splitlines()) - 1
    assert [card.number for card in file.cards if file.find(card.number) is not card] == []
    assert {card.kind for card in file.cards} == {"plain_pal", "lucky_pal", "structure", "gear", "event", None}
