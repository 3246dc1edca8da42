"""`judge answers`: published answers imported, joined, held against the rulebook, and shown with cards and clauses."""

import json
from pathlib import Path

import pytest

from headjudge.kb.database import open_knowledge_base
from tests.cli.conftest import Judge

CARDS = "id\tname\ttext\nT-074\t林间 微澜\t勇敢300\nT-075\t夜莺\t\n"
ANSWERS = (
    "编号,发布日期,问题,回答,相关卡牌\n"
    "7,2026年7月3日,战斗力降低的帕鲁何时放置到墓地？,已受伤害大于战斗力时，在检查时点放置到墓地。,\n"
    "8,2026/7/30,勇敢在攻击时发动吗？,发动。参照综合规则12.6.2。,T-074\n"
    "9,,微澜可以阻挡吗？,可以。,T-074、T-999\n"
    "10,2026-06-01,今天天气如何？,晴。,\n"
)


@pytest.fixture
def imported(judge: Judge, own: Path, tmp_path: Path, palworld_alone: None) -> Path:
    """A knowledge base with the cards and answers above."""
    (tmp_path / "cards.tsv").write_text(CARDS, "utf-8")
    (tmp_path / "answers.csv").write_text(ANSWERS.replace("时，", "时："), "utf-8")
    judge("cards", str(tmp_path / "cards.tsv"), "-g", "palworld", db=own)
    ended = judge("answers", "import", str(tmp_path / "answers.csv"), "-g", "palworld", "--source", "官方", db=own)
    assert (ended.code, ended.err) == (0, ""), ended
    return own


def test_import(judge: Judge, imported: Path, tmp_path: Path, palworld_alone: None) -> None:
    """Imported once more from another place: nothing is new."""
    again = tmp_path / "again.csv"
    again.write_bytes((tmp_path / "answers.csv").read_bytes())
    data = json.loads(judge("answers", "import", str(again), "-g", "palworld", "--source", "官方", "--json", db=imported).out)
    assert (data["imported"], data["linked"], data["replaced"]) == (4, 3, [])
    assert [(one["id"], one["line"], one["unknown_cards"]) for one in data["unlinked"]] == [("9", 4, ["T-999"]), ("10", 5, [])]
    assert [(one["id"], one["clause"], one["kind"]) for one in data["disagreements"]] == [("7", "palworld:11.4.1", "comparison")]


def test_list_is_newest_first(judge: Judge, imported: Path) -> None:
    data = json.loads(judge("answers", "list", "--json", db=imported).out)
    assert [one["id"] for one in data["answers"]] == ["8", "7", "10", "9"]
    checked = judge("answers", "list", "--check", db=imported)
    assert checked.code == 0
    assert "7  战斗力降低的帕鲁何时放置到墓地？" in checked.out
    assert "check this:  the answer says “已受伤害大于战斗力时”  ⇔  11.4.1 has “如果任一据点中的帕鲁的已受伤害" in checked.out
    assert "2026-07-03  ·  官方" in checked.out


@pytest.mark.parametrize("words", ["8", "Q8", "问8", "勇敢 攻击", "12.6.2"])
def test_show(judge: Judge, imported: Path, words: str) -> None:
    data = json.loads(judge("answers", "show", *words.split(), "--json", db=imported).out)
    (one,) = data["answers"]
    assert (one["id"], one["date"], one["source"], one["cards"]) == ("8", "2026-07-30", "官方", ["T-074"])
    assert {"clause": "palworld:12.6.2", "by": "number"} in one["clauses"]


def test_show_nothing(judge: Judge, imported: Path, shipped: Path) -> None:
    none = judge("answers", "show", "71", db=imported)
    assert (none.code, none.out) == (1, "")
    assert "no published answer" in none.err.lower()
    assert "judge answers import FILE" in judge("answers", "show", "71", db=shipped).err
    assert judge("answers", "list", db=shipped).code == 1


def test_cards_and_clauses_show_their_answers(judge: Judge, imported: Path) -> None:
    card = json.loads(judge("card", "074", "--json", db=imported).out)
    assert [one["id"] for one in card["answers"]] == ["8", "9"]  # 9 has no date
    clause = json.loads(judge("show", "11.4.1", "--json", db=imported).out)
    assert [one["id"] for one in clause["answers"]] == ["7"]
    shown = judge("show", "11.4.1", db=imported).out
    assert "published answers" in shown
    assert "check this" in shown
    assert "published answers" not in judge("show", "1.1.1", db=imported).out


def test_a_later_answer_counts_and_the_earlier_is_kept(
    judge: Judge, imported: Path, tmp_path: Path, palworld_alone: None
) -> None:
    later = tmp_path / "later.json"
    later.write_text(
        json.dumps(
            [
                {
                    "id": 7,
                    "date": "2026-08-01",
                    "question": "何时放置到墓地？",
                    "answer": "已受伤害等于或大于战斗力时。",
                    "source": "官方",
                },
                {"id": "8", "date": "2026-01-01", "question": "勇敢？", "answer": "旧的回答。", "source": "官方"},
                {"id": "7", "date": "2026-09-01", "question": "别处的第7问？", "answer": "别处的回答。", "source": "别处"},
            ]
        ),
        "utf-8",
    )
    data = json.loads(judge("answers", "import", str(later), "-g", "palworld", "--json", db=imported).out)
    assert data["replaced"] == ["7"]
    shown = json.loads(judge("answers", "show", "7", "--json", db=imported).out)["answers"]
    assert [(one["source"], one["date"], len(one["before"])) for one in shown] == [
        ("别处", "2026-09-01", 0),
        ("官方", "2026-08-01", 1),
    ]
    assert shown[1]["before"][0]["answer"].startswith("已受伤害大于战斗力")
    assert shown[1]["disagreements"] == []
    (eight,) = json.loads(judge("answers", "show", "8", "--json", db=imported).out)["answers"]
    assert (eight["date"], eight["before"][0]["answer"]) == ("2026-07-30", "旧的回答。")
    imported.unlink()  # all is kept beside it
    open_knowledge_base(imported).connection.close()
    assert len(json.loads(judge("answers", "list", "--json", db=imported).out)["answers"]) == 5
    assert judge("answers", "list", "--forget", "later.json", db=imported).code == 0
    assert len(json.loads(judge("answers", "list", "--json", db=imported).out)["answers"]) == 4
    assert judge("answers", "list", "--forget", "later.json", db=imported).code == 2


def test_cards_read_later_are_joined(judge: Judge, imported: Path, tmp_path: Path, palworld_alone: None) -> None:
    (tmp_path / "more.tsv").write_text("id\tname\ttext\nT-999\t后来者\t\n", "utf-8")
    judge("cards", str(tmp_path / "more.tsv"), "-g", "palworld", db=imported)
    assert [one["id"] for one in json.loads(judge("card", "T-999", "--json", db=imported).out)["answers"]] == ["9"]


BAD = [
    ("编号,问题\n1,x\n", 2, "answer (answer"),
    ("日期\n2026\n", 2, "id (id"),
    ("", 2, "is empty"),
    ("id,question,answer\n1,x,\n2,x,y\n", 1, ":2:1: “answer” is empty"),
    ("id,question,answer,date\n1,x,y,gestern\n", 0, ":2:7: no date: gestern"),
    ("id,question,answer\n1,x,y\n1,x,z\n", 0, ":3:1: the number 1 stands in line 2"),
    ("id,question,answer\n1,x,y,z\n", 0, ":2:1: 4 cells"),
]


@pytest.mark.parametrize(("text", "code", "words"), BAD, ids=range(len(BAD)))
def test_bad_files(judge: Judge, own: Path, tmp_path: Path, palworld_alone: None, text: str, code: int, words: str) -> None:
    path = tmp_path / "answers.csv"
    path.write_text(text, "utf-8")
    ended = judge("answers", "import", str(path), "-g", "palworld", db=own)
    assert ended.code == code, ended
    assert words in ended.err
    assert "Name the game" in judge("answers", "import", str(path), db=own).err
