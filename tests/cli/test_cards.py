"""`judge cards` and `judge card`: a card file read, reported on, kept, and looked up."""

import json
from pathlib import Path

import pytest

from headjudge.kb.database import Health, examine, open_knowledge_base
from tests.cli.conftest import Judge

CARDS = (
    "id\tname\tname_en\tkind\tcost\tpower\tstrike\ttext\n"
    "T-001\t林间 迅羚\tGale\tNormal Pal\t3\t500\t1\t勇敢300\\n【自】【登场时】抽1张牌。\n"
    "T-012\t泥墙\tWall\tStructure\t2\t800\t\t\n"
    "T-074\t林间 微澜\tBreeze\tNormal Pal\t1\t200\t1\t【自】【登场时】抽1张牌。然后跳舞。\\n胆小\n"
)


@pytest.fixture
def read(judge: Judge, own: Path, tmp_path: Path, palworld_alone: None) -> Path:
    """A knowledge base that has read the cards above."""
    (tmp_path / "cards.tsv").write_text(CARDS, "utf-8")
    assert judge("cards", str(tmp_path / "cards.tsv"), "-g", "palworld", db=own).code == 0
    return own


def test_report(judge: Judge, own: Path, tmp_path: Path, palworld_alone: None) -> None:
    path = tmp_path / "cards.tsv"
    path.write_text(CARDS, "utf-8")
    ended = judge("cards", str(path), "-g", "palworld", "--json", db=own)
    data = json.loads(ended.out)
    assert (ended.code, ended.err) == (0, "")
    assert [data[key] for key in ("cards", "lines", "modelled", "partial", "simulated")] == [3, 4, 2, 1, True]
    told = [(one["id"], one["line"], one["column"], one["words"], one["problem"], one["whole"]) for one in data["unmodelled"]]
    assert told == [
        ("T-074", 4, 54, "然后跳舞", "unexpected", False),
        ("T-074", 4, 59, "胆小", "unknown_keyword", True),
    ]
    line = CARDS.splitlines()[3]
    assert [line[one["column"] - 1] for one in data["unmodelled"]] == ["跳", "胆"]
    assert all(one["expected"] for one in data["unmodelled"])
    text = judge("cards", str(path), "-g", "palworld", db=own)
    assert f"{path}:4:54" in text.out
    assert text.out.count("^") == 2


# (what, file's text, exit code, words of the message)
BAD = [
    ("no text column", "id\tname\n1\tA\n", 2, "no column of card texts"),
    ("no name column", "id\ttext\n1\tA\n", 2, "no column of names"),
    ("empty", "", 2, "is empty"),
    ("no rows but a heading", "id\tname\ttext\n", 1, ""),
    ("a card without name", "id\tname\ttext\n1\t\tx\n2\tB\t\n", 1, ":2:1: the card has no name"),
    ("a number twice", "id\tname\ttext\n1\tA\t\n1\tB\t\n", 0, ":3:1: the number 1 stands in line 2"),
    ("no figure", "id\tname\ttext\tcost\n1\tA\t\tmany\n", 0, ":2:6: no number in column cost: many"),
    ("too many cells", "id\tname\ttext\n1\tA\t\tx\n", 0, ":2:1: 4 cells"),
    ("no number column", "name\ttext\nA\t\n", 0, "no column of numbers"),
    ("broken JSON", '[{"name": "A", "text": ""', 2, ":1:26: the JSON is broken"),
    ("an open quote", 'name,text\nA,"x\n', 2, ":2:3: the quotation mark is never closed"),
]


@pytest.mark.parametrize(("text", "code", "words"), [case[1:] for case in BAD], ids=[case[0] for case in BAD])
def test_bad_files(judge: Judge, own: Path, tmp_path: Path, palworld_alone: None, text: str, code: int, words: str) -> None:
    path = tmp_path / "cards.txt"
    path.write_text(text, "utf-8")
    ended = judge("cards", str(path), "-g", "palworld", db=own)
    assert ended.code == code, ended
    assert words in ended.err
    if code == 2:  # nothing is kept of it
        assert judge("cards", db=own).code == 1


def test_other_encodings(judge: Judge, own: Path, tmp_path: Path, palworld_alone: None) -> None:
    path = tmp_path / "cards.csv"
    text = "编号,名称,文本\nG-01,火狐,此卡登场时，抽1张卡牌。\n".replace("，", "；")
    for encoding in ("gb18030", "utf-16"):
        path.write_bytes(text.encode(encoding))
        assert judge("cards", str(path), "-g", "palworld", db=own).code == 0
    path.write_bytes("編號,名稱,文本\n1,火獸,這個對於後與從兩無當時\n".encode("big5"))
    ended = judge("cards", str(path), "-g", "palworld", db=own)
    assert (ended.code, "big5" in ended.err) == (2, True)


def test_usage(judge: Judge, shipped: Path, tmp_path: Path) -> None:
    path = tmp_path / "cards.tsv"
    path.write_text(CARDS, "utf-8")
    assert "Name the game" in judge("cards", str(path)).err
    assert "There is no game chess" in judge("cards", str(path), "-g", "chess").err
    assert judge("cards", "none.tsv", "-g", "palworld").code == 2
    assert judge("cards").code == judge("card", "074").code == 1
    assert "To read one: judge cards FILE" in judge("card", "074").err
    assert examine(shipped) is Health.FRESH


FOUND = [
    ("T-001", "T-001"),
    ("t－001", "T-001"),
    ("074", "T-074"),
    ("微澜", "T-074"),
    ("林间微澜", "T-074"),
    ("林间 微", "T-074"),
    ("gale", "T-001"),
    ("Wal", "T-012"),
    ("palworld:泥墙", "T-012"),
]


@pytest.mark.parametrize(("words", "number"), FOUND)
def test_found_by_number_or_name_in_any_language(judge: Judge, read: Path, words: str, number: str) -> None:
    ended = judge("card", words, "--json", db=read)
    assert ended.code == 0
    assert json.loads(ended.out)["id"] == number


def test_a_card_whole(judge: Judge, read: Path) -> None:
    data = json.loads(judge("card", "001", "--json", db=read).out)
    assert data["name"] == "林间 迅羚"
    assert data["stats"] == {"kind": "Normal Pal", "cost": "3", "power": "500", "strike": "1", "name_en": "Gale"}
    assert [(one["text"], one["modelled"]) for one in data["abilities"]] == [
        ("勇敢300", True),
        ("【自】【登场时】抽1张牌。", True),
    ]
    assert [(one["word"], one["number"]) for one in data["keywords"]] == [("勇敢", "12.6.2"), ("登场时", "12.3.2")]
    assert (data["rulings"], data["answers"], data["line"]) == ([], [], 2)
    odd = json.loads(judge("card", "074", "--json", db=read).out)
    assert [one["modelled"] for one in odd["abilities"]] == [False, False]
    assert "跳舞" in odd["abilities"][0]["problems"][0]
    shown = judge("card", "074", "--lang", "zh", db=read).out
    assert "“胆小”不是规则书解释过的关键字" in shown
    assert "12.3.2  “【登场时】" in shown


def test_several_and_none(judge: Judge, read: Path) -> None:
    several = judge("card", "林间", "--json", db=read)
    assert several.code == 0
    assert [one["id"] for one in json.loads(several.out)["cards"]] == ["T-001", "T-074"]
    none = judge("card", "T-075", db=read)
    assert (none.code, none.out) == (1, "")
    assert "The nearest: T-074 林间 微澜" in none.err
    assert json.loads(judge("card", "T-075", "--json", db=read).out) == {"query": "T-075", "total": 0, "cards": []}


def test_the_one_box_finds_a_card_when_nothing_else_fits(judge: Judge, read: Path) -> None:
    for words in ("074", "T-074", "微澜", "林间微"):
        assert judge(words, db=read).out.startswith("T-074  林间 微澜"), words
    assert judge("10.5.3", db=read).out.startswith("第10章")
    assert judge("站立", db=read).out.startswith("站立")


def test_the_users_rulings_that_name_a_card(judge: Judge, read: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rulings").mkdir()
    (tmp_path / "rulings" / "by-name.ruling").write_text("ruling 泥墙不动\n甲 据点 泥墙(建筑物 800)\n", "utf-8")
    (tmp_path / "by-file.ruling").write_text("cards cards.tsv\n甲 据点 012\n", "utf-8")
    (tmp_path / "other.ruling").write_text("甲 据点 T-0123(帕鲁 1/1)\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    rulings = json.loads(judge("card", "012", "--json", db=read).out)["rulings"]
    assert [(one["name"], one["title"]) for one in rulings] == [("by-file.ruling", "by-file"), ("by-name.ruling", "泥墙不动")]
    elsewhere = json.loads(judge("card", "012", "--rulings", str(tmp_path / "rulings"), "--json", db=read).out)["rulings"]
    assert [one["name"] for one in elsewhere] == ["by-name.ruling"]


def test_a_later_file_counts_and_says_so(judge: Judge, read: Path, tmp_path: Path, palworld_alone: None) -> None:
    later = tmp_path / "later.csv"
    later.write_text("id,name,text\nT-074,微澜,勇敢500\nT-099,新卡,\n", "utf-8")
    ended = judge("cards", str(later), "-g", "palworld", db=read)
    assert "Known from an earlier file, and read from this one now: 1 (T-074)" in ended.err
    shown = judge("card", "074", db=read)
    assert "勇敢500" in shown.out
    assert f"{tmp_path / 'cards.tsv'}:4" in shown.err
    listed = json.loads(judge("cards", "--json", db=read).out)["files"]
    assert [(Path(one["file"]).name, one["cards"]) for one in listed] == [("later.csv", 2), ("cards.tsv", 2)]
    assert judge("cards", "--forget", "later.csv", db=read).code == 0
    assert "胆小" in judge("card", "074", db=read).out
    assert judge("card", "099", db=read).code == 1
    assert judge("cards", "--forget", "later.csv", db=read).code == 2


def test_a_file_read_again_takes_its_own_place(judge: Judge, read: Path, tmp_path: Path, palworld_alone: None) -> None:
    (tmp_path / "cards.tsv").write_text(CARDS.replace("T-012", "T-013"), "utf-8")
    ended = judge("cards", str(tmp_path / "cards.tsv"), "-g", "palworld", db=read)
    assert (ended.code, ended.err) == (0, "")
    assert (judge("card", "013", db=read).code, judge("card", "012", db=read).code) == (0, 1)


def test_cards_survive_the_loss_of_the_file(judge: Judge, read: Path, palworld_alone: None) -> None:
    read.unlink()
    open_knowledge_base(read).connection.close()
    assert judge("card", "074", db=read).code == 0


def test_a_game_that_is_not_simulated(judge: Judge, tmp_path: Path, shipped: Path) -> None:
    import shutil

    own = Path(shutil.copy(shipped, tmp_path / "own.db"))
    (tmp_path / "zx.tsv").write_text("id\tname\ttext\nZ-1\t剑士\t【起】横置：抽1张卡片。\n", "utf-8")
    data = json.loads(judge("cards", str(tmp_path / "zx.tsv"), "-g", "zx", "--json", db=own).out)
    assert (data["cards"], data["modelled"], data["simulated"]) == (1, 0, False)
    shown = json.loads(judge("card", "剑士", "--json", db=own).out)
    assert shown["abilities"] == [{"text": "【起】横置：抽1张卡片。", "modelled": None, "problems": [], "keywords": []}]
    assert "cannot be simulated" in judge("card", "剑士", db=own).out


def test_a_hundred_kilobytes_of_text(judge: Judge, own: Path, tmp_path: Path, palworld_alone: None) -> None:
    path = tmp_path / "long.tsv"
    path.write_text("id\tname\ttext\nL\t长\t" + "抽1张跳舞牌。" * 6000 + "\n", "utf-8")
    ended = judge("cards", str(path), "-g", "palworld", "--json", db=own)
    assert ended.code == 0
    assert json.loads(ended.out)["unmodelled"][0]["id"] == "L"
    assert judge("card", "L", db=own).code == 0


def test_the_handed_cards(judge: Judge, own: Path, handed: Path, palworld_alone: None) -> None:
    data = json.loads(judge("cards", str(handed / "cards" / "palworld.tsv"), "-g", "palworld", "--json", db=own).out)
    assert data["cards"] == 64
    assert data["lines"] >= 80
    assert data["modelled"] >= 0.95 * data["lines"], data["unmodelled"]
    assert judge("card", "074", db=own).out.startswith("BP01-074")
